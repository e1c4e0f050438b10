// The penetration depth with a curved core. Where the boundary of the Minkowski difference comes
// nearest to the origin inside, it is at least as flat as the ball around the origin: never a sharp
// edge, so a facet (a cap, a face, or spanned by a straight line of each core), a strip (a straight
// line of one swept along a rim or a round side), or between two rims. Each gives candidate
// normals: single ones, the least depths of two features on a circle of normals, or the lines
// perpendicular to two rims. The depth of the cores along each decides, so additional candidates do
// no harm. Edges of which no normal can be better are not searched.
#include "collide/narrow/curved/depth_curved.h"

#include "collide/narrow/curved/edge_bounds.h"
#include "collide/narrow/curved/ellipse_depth.h"
#include "collide/narrow/curved/rim_normals.h"
#include "collide/narrow/curved/valleys.h"

#include <assert.h>
#include <float.h>

// How far beyond the normals along which a rim supports its solid it is tried all the same: one
// candidate too many does no harm.
static const double beside_rim = 0x1p-20;

// The normals n of an edge or a round side, along which the support height of the core is n . at +
// height.
typedef struct {
    cd_normal_circle normals;
    cd_vec at;
    double height;
} strip_side;

// -------------------------------------------------------------------------------------- features

static cd_rim rim_of(const cd_core *core, int i) {
    cd_vec axis = i == 0 ? cd_negate(core->direction) : core->direction;
    return (cd_rim){cd_core_vertex(core, i), axis, core->rim[i], cd_side_normals(core).sine};
}

cd_normal_circle cd_side_normals(const cd_core *core) {
    double shrinks = core->rim[0] - core->rim[1];
    double length = cd_length(cd_sub(core->vertices[1], core->vertices[0]));
    double slant = sqrt(shrinks * shrinks + length * length);
    return (cd_normal_circle){core->direction, shrinks / slant, length / slant};
}

static strip_side round_side(const cd_core *core) {
    cd_normal_circle normals = cd_side_normals(core);
    return (strip_side){normals, core->vertices[0], core->rim[0] * normals.cosine};
}

// The circles of normals of a core: of its side, or of its edges; those of a zero edge have a zero
// axis.
static int circle_count(const cd_core *core) {
    return core->kind == CD_CORE_CURVED ? 1 : core->edge_count;
}

static cd_normal_circle circle_of(const cd_core *core, int i) {
    if (core->kind == CD_CORE_CURVED)
        return cd_side_normals(core);
    cd_vec axis = cd_core_edge(core, i);
    return cd_edge_normals(cd_normalized(axis, axis));
}

// ------------------------------------------------------------------------- one circle of normals

// The depth m . n + r |n x u| between a circle of normals n = sine w + cosine (x e + y f), x^2 +
// y^2 = 1, and a rim with radius r and axis u. With e in the plane of w and u, |n x u|^2 = (sine
// u.e - cosine u.w x)^2 + (cosine y)^2.
typedef struct {
    cd_vec center, e, f;                // sine w, cosine e, cosine f
    double along_e, along_f;            // m . e, m . f
    double radius, level, tilt, cosine; // r, sine u.e, cosine u.w
} circle_depth;

// For all rims with the axis u.
static circle_depth depth_on_circle(const cd_normal_circle *c, cd_vec u) {
    double cosine = c->cosine;
    cd_vec w = c->axis, e = cd_cross(cd_cross(w, u), w);
    e = cd_max_abs(e) > 8 * DBL_EPSILON ? cd_normalized(e, e) : cd_perpendicular(w, 3);
    cd_vec f = cd_cross(w, e);
    circle_depth g = {
        cd_scale(w, c->sine), cd_scale(e, cosine), cd_scale(f, cosine), 0, 0, 0, 0, 0, 0};
    g.level = c->sine * cd_dot(u, e);
    g.tilt = cosine * cd_dot(u, w);
    g.cosine = cosine;
    return g;
}

static cd_vec normal_at(const circle_depth *g, double x, double y) {
    return cd_add_scaled(cd_add_scaled(g->center, x, g->e), y, g->f);
}

// The depth along n between a rim and a feature that adds `rest` to it; m leads from the feature of
// a to that of b.
static double rim_depth(cd_vec m, const cd_rim *r, double rest, cd_vec n) {
    return cd_dot(m, n) + r->radius * cd_length(cd_cross(n, r->axis)) + rest;
}

// Between a cone's side and a rim: the valleys of the depth on a circle of normals, below the least
// depth so far.
typedef struct {
    circle_depth circle;
    cd_rim rim;
    double rest, most, rounding;
} side_depth;

// With S = |n x u| = sqrt(T), half of T' is (i + k x) y, where i = level tilt and k = cosine^2 -
// tilt^2 are small where the axes are nearly parallel; S' = T' / (2 S), and S'' = (T'' / 2 - S'^2)
// / S. On an arc of half the angle `half` S changes by at most `way`, half of T' by `first` and
// half of T'' by `second`.
static cd_arc_look look_at_side(void *of, const double at[2], double half) {
    side_depth *d = of;
    const circle_depth *g = &d->circle;
    double x = at[0], y = at[1], r = g->radius, way = g->cosine * half + DBL_EPSILON;
    double p = g->level - g->tilt * x, q = g->cosine * y, across = sqrt(p * p + q * q);
    double linear = sqrt(g->along_e * g->along_e + g->along_f * g->along_f);
    double depth = g->along_e * x + g->along_f * y + r * across + d->rest;
    double supports = cd_dot(normal_at(g, x, y), d->rim.axis) + d->rim.below;
    cd_arc_look look = {0, 0, CD_NO_VALLEY};
    if (supports >= 0)
        d->most = cd_min(d->most, depth);
    if (supports < -way - beside_rim ||
        depth - (linear + r * g->cosine) * half > d->most + d->rounding)
        return look;
    double i = g->level * g->tilt, k = (g->cosine - g->tilt) * (g->cosine + g->tilt);
    double rise = (i + k * x) * y, curve = i * x + k * (x - y) * (x + y);
    double first = (fabs(i) + k) * half, second = (fabs(i) + 2 * k) * half;
    double straight = -g->along_e * x - g->along_f * y;
    look.slope = x * g->along_f - y * g->along_e + r * rise / across;
    look.bend = straight + r * (curve - rise * rise / (across * across)) / across;
    look.verdict = CD_PERHAPS_VALLEYS;
    if (!(across > 2 * way))
        return look;
    double nearest = across - way, farthest = across + way, most = fabs(rise) + first;
    double least = cd_max(fabs(rise) - first, 0);
    double low_curve = curve - second - most * most / (nearest * nearest);
    double high_curve = curve + second - least * least / (farthest * farthest);
    double low = straight - linear * half + r * low_curve / (low_curve > 0 ? farthest : nearest);
    double high = straight + linear * half + r * high_curve / (high_curve > 0 ? nearest : farthest);
    double slope = fabs(look.slope), change = half * cd_max(-low, high);
    double noise = 8 * DBL_EPSILON * (linear + r * g->cosine);
    if (half * (slope + change) <= d->rounding)
        return (cd_arc_look){0, 1, CD_ONE_VALLEY_AT_MOST}; // the middle is as good as any
    if (high < 0 || slope > change + noise ||
        depth - half * (slope - 0.5 * half * cd_min(low, 0)) > d->most + d->rounding)
        look.verdict = CD_NO_VALLEY;
    else if (low > 0 && high < 1.75 * low)
        look.verdict = CD_ONE_VALLEY_AT_MOST;
    return look;
}

// Tries the least depths between the side of a cone and a rim of the other core.
static void try_side_rim(cd_depth_search *s, const circle_depth *g, const strip_side *c, cd_vec m,
                         const cd_rim *r) {
    assert(r->radius > 0 && s->found); // of two curved cores the axes have been tried
    side_depth d = {*g, *r, cd_dot(m, g->center) + c->height, s->best.depth, s->rounding};
    d.circle.along_e = cd_dot(m, g->e);
    d.circle.along_f = cd_dot(m, g->f);
    d.circle.radius = r->radius;
    double valleys[CD_VALLEYS_MAX][2];
    int count = cd_find_valleys(look_at_side, &d, valleys);
    for (int i = 0; i < count; i++) {
        cd_vec n = normal_at(g, valleys[i][0], valleys[i][1]);
        if (rim_depth(m, r, c->height, n) < s->best.depth)
            cd_try_normal(s, n);
    }
}

// The least depth of a round side beside a vertex: m . n is least where n points against the part
// of m perpendicular to the axis.
static double depth_at_vertex(const strip_side *side, cd_vec m) {
    const cd_normal_circle *c = &side->normals;
    double along = cd_dot(m, c->axis);
    return c->sine * along - c->cosine * cd_length(cd_add_scaled(m, -along, c->axis)) +
           side->height;
}

static void try_normal_at_vertex(cd_depth_search *s, const cd_normal_circle *c, cd_vec m) {
    cd_vec out = cd_add_scaled(m, -cd_dot(m, c->axis), c->axis);
    out = cd_add_scaled(out, -cd_dot(out, c->axis), c->axis);
    bool beside =
        cd_max_abs(out) > 8 * DBL_EPSILON * cd_max_abs(m); // else on the axis to within rounding
    cd_vec across = beside ? cd_normalized(cd_negate(out), out) : cd_perpendicular(c->axis, 3);
    cd_try_normal(s, cd_add_scaled(cd_scale(c->axis, c->sine), c->cosine, across));
}

// Tries x e + y f of a circle of normals if the rim supports its solid there. Returns whether the
// feature and the rim allow for less than the best depth even so, as then it is that of others.
static bool try_on_circle(cd_depth_search *s, const circle_depth *g, const strip_side *c, cd_vec m,
                          const cd_rim *r, double x, double y) {
    cd_vec n = cd_add_scaled(cd_scale(g->e, x), y, g->f);
    n = cd_normalized(n, n);
    double depth = rim_depth(m, r, c->height, n);
    if (s->found && !(depth < s->best.depth))
        return false;
    if (cd_dot(n, r->axis) >= -r->below - beside_rim)
        cd_try_normal(s, n);
    return !s->found || depth < s->best.depth;
}

// The same of an edge or the side of a cylinder. Their circle is one around the origin, on which n
// . m + r |n x u| is the support height of an ellipse: it has two local minima at most.
static void try_great_circle_rim(cd_depth_search *s, const circle_depth *g, const strip_side *c,
                                 cd_vec m, const cd_rim *r) {
    double x = cd_dot(m, g->e), y = cd_dot(m, g->f), n[2];
    cd_ellipse e = {x / r->radius, y / r->radius, cd_min(fabs(g->tilt), 1)};
    cd_least_of_ellipse(&e, n);
    if (try_on_circle(s, g, c, m, r, n[0], n[1]) && cd_other_least_of_ellipse(&e, n))
        try_on_circle(s, g, c, m, r, n[0], n[1]);
}

// What leads from the feature of a to that of b: from a point of one core to a point of the other.
static cd_vec between_features(const cd_depth_search *s, bool of_a, cd_vec at, cd_vec other) {
    return cd_sub(of_a ? cd_sub(other, at) : cd_sub(at, other), s->shift);
}

// Tries the round side of one core beside the vertices of the other. Along the normal of one vertex
// no other may lie farther, and their least depths are no larger than that: so that vertex is the
// one of the largest.
static void try_side_vertices(cd_depth_search *s, const strip_side *c, bool of_a,
                              const cd_core *other) {
    double most = -INFINITY;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < other->vertex_count; i++) {
            if (other->kind == CD_CORE_CURVED && other->rim[i] > 0)
                continue;
            cd_vec m = between_features(s, of_a, c->at, cd_core_vertex(other, i));
            double depth = depth_at_vertex(c, m);
            if (pass == 0)
                most = cd_max(most, depth);
            else if (depth >= most - s->rounding && cd_may_be_less(s, depth))
                try_normal_at_vertex(s, &c->normals, m);
        }
}

// Tries one circle of normals, through a point of its edge or side, with the rims of the other
// core.
static void try_circle_rims(cd_depth_search *s, const strip_side *c, bool of_a,
                            const cd_core *other) {
    circle_depth g = depth_on_circle(&c->normals, other->direction);
    for (int k = 0; k < 2; k++) {
        cd_rim r = rim_of(other, k);
        cd_vec m = between_features(s, of_a, c->at, r.center);
        if (!of_a)
            r.axis = cd_negate(r.axis); // a is supported against the normals
        if (r.radius > 0 && c->normals.sine == 0)
            try_great_circle_rim(s, &g, c, m, &r);
        else if (r.radius > 0)
            try_side_rim(s, &g, c, m, &r);
    }
}

static void try_side(cd_depth_search *s, const cd_core *round, const cd_core *other) {
    bool of_a = round == s->a;
    strip_side c = round_side(round);
    if (of_a)
        c.normals = cd_seen_from_other(c.normals);
    if (other->kind == CD_CORE_CURVED)
        try_circle_rims(s, &c, of_a, other);
    try_side_vertices(s, &c, of_a, other);
}

static void try_edges(cd_depth_search *s, const cd_core *sharp, const cd_core *round) {
    cd_box_surroundings around;
    if (cd_is_box_core(sharp))
        around = cd_box_surroundings_of(s, sharp);
    int of_circle = cd_is_box_core(sharp) ? 4 : 1;
    for (int i = 0; i < cd_edge_count(sharp); i++) {
        if (!cd_may_edge_be_better(s, sharp, i, &around))
            continue;
        strip_side c = {circle_of(sharp, i / of_circle), cd_edge_point(sharp, i), 0};
        if (!cd_is_zero(c.normals.axis))
            try_circle_rims(s, &c, sharp == s->a, round);
    }
}

// ---------------------------------------------------------------------------------- two circles

// On the circle with the smaller cosine, n = sine w + cosine (x e + y f) with e and f across w, e
// in the plane of both axes w and v: n . v gives x.
int cd_common_normals(const cd_normal_circle *c, const cd_normal_circle *d, cd_vec normals[2]) {
    if (d->cosine < c->cosine)
        return cd_common_normals(d, c, normals);
    cd_vec w = c->axis, up = cd_cross(w, d->axis);
    double across = cd_length(up), noise = 64 * DBL_EPSILON / (c->cosine * across);
    if (!(across > 4 * DBL_EPSILON))
        return 0;
    double x = (d->sine - c->sine * cd_dot(w, d->axis)) / (c->cosine * across);
    double square = (1 - x) * (1 + x);
    if (!(square >= -noise))
        return 0;
    x = cd_max(-1, cd_min(x, 1));
    cd_vec e = cd_scale(cd_cross(up, w), c->cosine * x / across);
    cd_vec f = cd_scale(up, c->cosine * sqrt(cd_max(square, 0)) / across);
    cd_vec n = cd_add(cd_scale(w, c->sine), e);
    normals[0] = cd_add(n, f);
    normals[1] = cd_sub(n, f);
    return 2;
}

static void try_common_normals(cd_depth_search *s, const cd_normal_circle *c,
                               const cd_normal_circle *d) {
    cd_vec normals[2];
    int count = cd_common_normals(c, d, normals);
    for (int i = 0; i < count; i++)
        cd_try_normal(s, normals[i]);
}

static void try_circle_pairs(cd_depth_search *s) {
    for (int i = 0; i < circle_count(s->b); i++) {
        cd_normal_circle c = circle_of(s->b, i);
        for (int k = 0; k < circle_count(s->a); k++) {
            cd_normal_circle d = cd_seen_from_other(circle_of(s->a, k));
            if (!cd_is_zero(c.axis) && !cd_is_zero(d.axis))
                try_common_normals(s, &c, &d);
        }
    }
}

// -------------------------------------------------------------------------------------- two rims

static void try_both_directions(cd_depth_search *s, cd_vec m, const cd_rim *r, const cd_rim *q,
                                cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    cd_vec n = cd_normalized(axis, axis);
    double rest = q->radius * cd_length(cd_cross(n, q->axis));
    if (rim_depth(m, r, rest, n) < s->best.depth)
        cd_try_normal(s, n);
    if (rim_depth(cd_negate(m), r, rest, n) < s->best.depth)
        cd_try_normal(s, cd_negate(n));
}

static void try_rims(cd_depth_search *s) {
    cd_vec across = cd_cross(s->a->direction, s->b->direction);
    if (cd_max_abs(across) <= 4 * DBL_EPSILON) // parallel: together they are one rim
        return;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            cd_rim r = rim_of(s->b, i), q = rim_of(s->a, k);
            cd_vec m = cd_sub(cd_sub(r.center, q.center), s->shift);
            if (!(r.radius > 0 && q.radius > 0))
                continue;
            bool of_a = q.radius <= r.radius;
            cd_vec normals[CD_RIM_NORMALS_MAX];
            int count = cd_rim_normals(of_a ? &q : &r, of_a ? &r : &q, of_a ? m : cd_negate(m),
                                       s->best.depth, normals);
            for (int j = 0; j < count; j++)
                try_both_directions(s, m, of_a ? &q : &r, of_a ? &r : &q, normals[j]);
        }
}

// ------------------------------------------------------------------------------------------- all

static void try_faces(cd_depth_search *s, const cd_core *core) {
    if (core->kind == CD_CORE_CURVED)
        cd_try_axis(s, core->direction);
    for (int i = 0; i < core->face_count; i++)
        cd_try_axis(s, cd_core_face(core, i));
}

// The strips of the straight lines of one core: of its side, or of its edges beside rims.
static void try_strips(cd_depth_search *s, const cd_core *lines, const cd_core *other) {
    if (lines->kind == CD_CORE_CURVED)
        try_side(s, lines, other);
    else
        try_edges(s, lines, other);
}

cd_penetration cd_curved_penetration(const cd_core *a, const cd_core *b, cd_vec shift) {
    assert(a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED);
    assert(a->kind != CD_CORE_HALFSPACE && b->kind != CD_CORE_HALFSPACE);
    cd_depth_search s = cd_depth_search_of(a, b, shift);
    bool line_a = a->kind == CD_CORE_LINE, line_b = b->kind == CD_CORE_LINE;
    if (!line_a && !line_b) {
        try_faces(&s, b);
        try_faces(&s, a);
    }
    try_circle_pairs(&s);
    if (!line_a) // only axes across a line have a finite height
        try_strips(&s, b, a);
    if (!line_b)
        try_strips(&s, a, b);
    if (a->kind == CD_CORE_CURVED && b->kind == CD_CORE_CURVED)
        try_rims(&s);
    if (!s.found) // beside the line the other is so small that its squares are 0
        cd_try_normal(&s, cd_perpendicular(line_a ? a->direction : b->direction, 3));
    return s.best;
}
