// The penetration depth with a curved core. Where the boundary of the Minkowski difference comes
// nearest to the origin inside, it is at least as flat as the ball around the origin: never a sharp
// edge, so a facet (a cap, a face, or spanned by a straight line of each core), a strip (a straight
// line of one swept along a rim or a round side), or between two rims. Each gives candidate
// normals: single ones, the least depths of two features on a circle of normals, or the lines
// perpendicular to two rims. The depth of the cores along each decides, so additional candidates do
// no harm. Edges of which no normal can be better are not searched.
#include "collide/narrow/curved/curved.h"

#include "collide/math/trace.h"
#include "collide/narrow/curved/circle_minima.h"

#include <assert.h>
#include <float.h>

// The normals n of an edge or a round side, along which the support height of the core is n . at +
// height.
typedef struct {
    cd_normal_circle normals;
    cd_vec at;
    double height;
} strip_side;

// ---------------------------------------------------------------------------------------- normals

// How far a box or a curved core reaches: its middle, and from there half of each edge, or half of
// the axis with the radius at either end. Of other cores the heights need a search of vertices:
// these are not `known`.
typedef struct core_halves {
    bool known;
    int count;
    cd_vec middle, half[3], axis;
    double rim[2];
} core_halves;

// The depth of a, moved by `shift`, in b, as far as it is known: where `found`, `best`.
typedef struct normal_search {
    const cd_core *a, *b;
    cd_vec shift, between; // between the middles of a and b
    core_halves of_a, of_b;
    double rounding; // of depths
    bool found;
    cd_penetration best;
} normal_search;

// Whether a core has the directions of three edges and faces alone.
static bool is_box_core(const cd_core *core) { return !core->polytope && core->face_count == 3; }

static bool may_be_less(const normal_search *s, double depth) {
    return !s->found || depth < s->best.depth;
}

static core_halves halves_of(const cd_core *core) {
    core_halves r = {.known = core->kind == CD_CORE_CURVED || is_box_core(core)};
    if (!r.known)
        return r;
    r.count = core->kind == CD_CORE_CURVED ? 1 : 3;
    r.middle = cd_core_vertex(core, 0);
    for (int i = 0; i < r.count; i++) { // the corners of a box lie in the order of their bits
        r.half[i] = cd_scale(cd_sub(core->vertices[1 << i], core->vertices[0]), 0.5);
        r.middle = cd_add(r.middle, r.half[i]);
    }
    if (core->kind == CD_CORE_CURVED) {
        r.half[0] = cd_scale(cd_sub(core->vertices[1], core->vertices[0]), 0.5);
        r.middle = cd_add(cd_core_vertex(core, 0), r.half[0]);
        r.axis = core->direction;
        r.rim[0] = core->rim[0];
        r.rim[1] = core->rim[1];
    }
    return r;
}

// The support height above the middle along a unit vector.
static double height_of(const core_halves *r, cd_vec n) {
    double along = cd_dot(r->half[0], n);
    if (r->count == 3)
        return fabs(along) + fabs(cd_dot(r->half[1], n)) + fabs(cd_dot(r->half[2], n));
    double out = cd_length(cd_add_scaled(n, -cd_dot(n, r->axis), r->axis));
    return cd_max(r->rim[0] * out - along, r->rim[1] * out + along);
}

static normal_search search_of(const cd_core *a, const cd_core *b, cd_vec shift) {
    double size = cd_max(cd_core_largest_coordinate(a), cd_core_largest_coordinate(b));
    size = cd_max(size, cd_max_abs(cd_sub(cd_core_vertex(a, 0), cd_core_vertex(b, 0))));
    normal_search s = {.a = a, .b = b, .shift = shift};
    s.rounding = 8 * DBL_EPSILON * cd_max(size, cd_max_abs(shift));
    s.of_a = halves_of(a);
    s.of_b = halves_of(b);
    s.between = cd_sub(cd_sub(s.of_b.middle, s.of_a.middle), shift);
    return s;
}

// By how much a has to move along n to just touch b.
static double depth_along(const normal_search *s, cd_vec n) {
    int vertex;
    cd_vec far = cd_core_support_point(s->b, n, &vertex);
    cd_vec near = cd_core_support_point(s->a, cd_negate(n), &vertex);
    return cd_dot(cd_sub(cd_sub(far, near), s->shift), n);
}

static void record_normal(const normal_search *s) {
    int vertex;
    const cd_vec n = s->best.normal;
    const cd_vec near = cd_core_support_point(s->a, cd_negate(n), &vertex);
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_AXIS,
                                  .distance = s->best.depth,
                                  .normal = n,
                                  .a = {cd_add(near, s->shift)},
                                  .b = {cd_core_support_point(s->b, n, &vertex)}});
}

// The depth of two cores along a normal is that of their support points. For boxes and curved cores
// their heights alone are a few products, and tell of most normals that they are no better.
// Without it: ./run bench "cylinder-OBB depth" (1.14)
static void try_normal(normal_search *s, cd_vec n) {
    n = cd_normalized(n, n);
    if (s->of_a.known && s->of_b.known &&
        !may_be_less(s, cd_dot(s->between, n) + height_of(&s->of_b, n) +
                            height_of(&s->of_a, cd_negate(n))))
        return;
    double depth = depth_along(s, n);
    if (!may_be_less(s, depth))
        return;
    s->found = true;
    s->best = (cd_penetration){depth, n};
    if (CD_TRACES)
        record_normal(s);
}

static void try_axis(normal_search *s, cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    try_normal(s, axis);
    try_normal(s, cd_negate(axis));
}

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

// The depth along n between a rim and a feature that adds `rest` to it; m leads from the feature of
// a to that of b.
static double rim_depth(cd_vec m, const cd_rim *r, double rest, cd_vec n) {
    return cd_dot(m, n) + r->radius * cd_length(cd_cross(n, r->axis)) + rest;
}

// Tries the least depths between the side of a cone and a rim of the other core.
static void try_side_rim(normal_search *s, const cd_circle_depth *g, const strip_side *c, cd_vec m,
                         const cd_rim *r) {
    assert(r->radius > 0 && s->found); // of two curved cores the axes have been tried
    double valleys[CD_VALLEYS_MAX][2];
    int count = cd_side_rim_minima(g, m, r, c->height, s->best.depth, s->rounding, valleys);
    for (int i = 0; i < count; i++) {
        cd_vec n = cd_circle_normal(g, valleys[i][0], valleys[i][1]);
        if (rim_depth(m, r, c->height, n) < s->best.depth)
            try_normal(s, n);
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

// The normal of that depth: others are too large by up to 0.9.
// Without it: tests/collide/narrow/devices_spec.lua "tries the normals of a round side beside a
// vertex"
static void try_normal_at_vertex(normal_search *s, const cd_normal_circle *c, cd_vec m) {
    cd_vec out = cd_add_scaled(m, -cd_dot(m, c->axis), c->axis);
    out = cd_add_scaled(out, -cd_dot(out, c->axis), c->axis);
    bool beside =
        cd_max_abs(out) > 8 * DBL_EPSILON * cd_max_abs(m); // else on the axis to within rounding
    cd_vec across = beside ? cd_normalized(cd_negate(out), out) : cd_perpendicular(c->axis, 3);
    try_normal(s, cd_add_scaled(cd_scale(c->axis, c->sine), c->cosine, across));
}

// Tries x e + y f of a circle of normals if the rim supports its solid there. Returns whether the
// feature and the rim allow for less than the best depth even so, as then it is that of others.
static bool try_on_circle(normal_search *s, const cd_circle_depth *g, const strip_side *c, cd_vec m,
                          const cd_rim *r, double x, double y) {
    cd_vec n = cd_add_scaled(cd_scale(g->e, x), y, g->f);
    n = cd_normalized(n, n);
    double depth = rim_depth(m, r, c->height, n);
    if (s->found && !(depth < s->best.depth))
        return false;
    if (cd_dot(n, r->axis) >= -r->below - CD_BESIDE_RIM)
        try_normal(s, n);
    return !s->found || depth < s->best.depth;
}

// The same of an edge or the side of a cylinder. Their circle is one around the origin, on which n
// . m + r |n x u| is the support height of an ellipse: it has two local minima at most.
static void try_great_circle_rim(normal_search *s, const cd_circle_depth *g, const strip_side *c,
                                 cd_vec m, const cd_rim *r) {
    double x = cd_dot(m, g->e), y = cd_dot(m, g->f), n[2];
    cd_ellipse e = {x / r->radius, y / r->radius, cd_min(fabs(g->tilt), 1)};
    cd_least_of_ellipse(&e, n);
    if (try_on_circle(s, g, c, m, r, n[0], n[1]) && cd_other_least_of_ellipse(&e, n))
        try_on_circle(s, g, c, m, r, n[0], n[1]);
}

// What leads from the feature of a to that of b: from a point of one core to a point of the other.
static cd_vec between_features(const normal_search *s, bool of_a, cd_vec at, cd_vec other) {
    return cd_sub(of_a ? cd_sub(other, at) : cd_sub(at, other), s->shift);
}

// Tries the round side of one core beside the vertices of the other.
static void try_side_vertices(normal_search *s, const strip_side *c, bool of_a,
                              const cd_core *other) {
    for (int i = 0; i < other->vertex_count; i++) {
        if (other->kind == CD_CORE_CURVED && other->rim[i] > 0)
            continue;
        cd_vec m = between_features(s, of_a, c->at, cd_core_vertex(other, i));
        if (may_be_less(s, depth_at_vertex(c, m)))
            try_normal_at_vertex(s, &c->normals, m);
    }
}

// Tries one circle of normals, through a point of its edge or side, with the rims of the other
// core.
static void try_circle_rims(normal_search *s, const strip_side *c, bool of_a,
                            const cd_core *other) {
    cd_circle_depth g = cd_depth_on_circle(&c->normals, other->direction);
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

static void try_side(normal_search *s, const cd_core *round, const cd_core *other) {
    bool of_a = round == s->a;
    strip_side c = round_side(round);
    if (of_a)
        c.normals = cd_seen_from_other(c.normals);
    if (other->kind == CD_CORE_CURVED)
        try_circle_rims(s, &c, of_a, other);
    try_side_vertices(s, &c, of_a, other);
}

// The normals of an edge form an arc between those of its faces. Support points at its ends and its
// middle bound the depth in between from below. Normals point out of the solid here, and a point of
// the difference is the edge as seen from a point of the other core.

// An edge, the outward normals of its faces, and the points of the other core that lie farthest
// against these.
typedef struct {
    cd_vec at, n[2], opposite[2];
} edge;

// The heights of a point of the difference along the normals at both ends of an arc.
typedef struct {
    double at[2];
} end_heights;

// Whether the depth may be less than the best one along some normal n between both ends n0 and n1
// of an arc of the circle around the origin, of less than 180 degrees. The depth along n is at
// least n . w for each point w of the difference (a cutting plane, Kelley 1960). Let n = p n0 + q
// n1, with p, q >= 0. Then 1 <= p + q <= 1 / middle, where the middle of the chord is `middle` away
// from the origin, and n . w / (p + q) is the height of w at a point of the chord. The larger of
// the heights of two points, which are linear along the chord, is least at an end or where both are
// equal. noise: of heights.
static bool may_be_better(const normal_search *s, end_heights v, end_heights w, double middle,
                          double noise) {
    assert(s->found);
    double least = cd_min(cd_max(v.at[0], w.at[0]), cd_max(v.at[1], w.at[1]));
    double before = v.at[0] - w.at[0], after = v.at[1] - w.at[1];
    if ((before < 0) != (after < 0))
        least = cd_min(least, v.at[0] + before / (before - after) * (v.at[1] - v.at[0]));
    return least < (s->best.depth < 0 ? middle : 1) * s->best.depth + noise;
}

// The same of both halves of an arc. v, w: of the points that support its ends, m: of that which
// supports its middle. length: of the sum of the normals at the ends.
static bool may_half_be_better(const normal_search *s, end_heights v, end_heights w, end_heights m,
                               double length, double noise) {
    double middle = sqrt(0.5 + 0.25 * length), height = (m.at[0] + m.at[1]) / length;
    end_heights v_before = {{v.at[0], (v.at[0] + v.at[1]) / length}}, before = {{m.at[0], height}};
    end_heights w_after = {{(w.at[0] + w.at[1]) / length, w.at[1]}}, after = {{height, m.at[1]}};
    return may_be_better(s, v_before, before, middle, noise) ||
           may_be_better(s, after, w_after, middle, noise);
}

// The point of the other core that lies farthest against an outward normal of this one, as this one
// is moved.
static cd_vec opposite_point(const normal_search *s, const cd_core *core, cd_vec n) {
    int vertex;
    bool of_a = core == s->a;
    cd_vec p = cd_core_support_point(of_a ? s->b : s->a, cd_negate(n), &vertex);
    return of_a ? cd_sub(p, s->shift) : cd_add(p, s->shift);
}

static end_heights heights_of(const edge *e, cd_vec opposite) {
    cd_vec point = cd_sub(e->at, opposite);
    return (end_heights){{cd_dot(point, e->n[0]), cd_dot(point, e->n[1])}};
}

// Whether the depth may be less than the best one along some normal of an edge.
// Without it: ./run bench "cylinder-OBB depth" (1.5)
static bool may_edge_be_better(const normal_search *s, const cd_core *core, const edge *e,
                               double noise) {
    cd_vec sum = cd_add(e->n[0], e->n[1]);
    double length = cd_length(sum);
    if (!(length > 0x1p-9)) // nearly a half circle
        return true;
    end_heights v = heights_of(e, e->opposite[0]), w = heights_of(e, e->opposite[1]);
    return may_be_better(s, v, w, 0.5 * length, noise) &&
           may_half_be_better(s, v, w, heights_of(e, opposite_point(s, core, sum)), length, noise);
}

static void try_edge(normal_search *s, const cd_core *sharp, cd_normal_circle normals, cd_vec at,
                     const cd_core *round) {
    strip_side c = {normals, at, 0};
    if (!cd_is_zero(normals.axis))
        try_circle_rims(s, &c, sharp == s->a, round);
}

// A box has the directions of only three edges and faces; four edges lie along each.
static void try_box_edges(normal_search *s, const cd_core *box, const cd_core *round) {
    cd_vec n[6], opposite[6];
    for (int i = 0; i < 6; i++) {
        n[i] = cd_scale(box->face[i / 2], i % 2 ? 1 : -1);
        opposite[i] = opposite_point(s, box, n[i]);
    }
    for (int i = 0; i < 12; i++) {
        int k = i / 4, u = (k + 1) % 3, v = (k + 2) % 3, out_u = i & 1, out_v = i >> 1 & 1;
        int f = 2 * u + out_u, g = 2 * v + out_v;
        cd_vec at = cd_core_vertex(box, out_u << u | out_v << v);
        edge e = {at, {n[f], n[g]}, {opposite[f], opposite[g]}};
        if (!s->found || may_edge_be_better(s, box, &e, -s->rounding))
            try_edge(s, box, circle_of(box, k), at, round);
    }
}

static void try_edges(normal_search *s, const cd_core *sharp, const cd_core *round) {
    const double sliver = 0x1p26; // times their rounding: that of heights along its normal
    for (int i = 0; i < sharp->edge_count; i++) {
        bool polytope = sharp->kind == CD_CORE_POLYTOPE;
        int vertex = !polytope ? 0 : sharp->polytope ? sharp->polytope->edges[i][0] : i;
        edge e = {.at = cd_core_vertex(sharp, vertex)};
        bool bounded = s->found && cd_core_has_edge_faces(sharp);
        for (int k = 0; bounded && k < 2; k++) {
            e.n[k] = cd_core_face(sharp, sharp->polytope->edge_faces[i][k]);
            e.opposite[k] = opposite_point(s, sharp, e.n[k]);
        }
        if (!bounded || may_edge_be_better(s, sharp, &e, sliver * s->rounding))
            try_edge(s, sharp, circle_of(sharp, i), e.at, round);
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

static void try_common_normals(normal_search *s, const cd_normal_circle *c,
                               const cd_normal_circle *d) {
    cd_vec normals[2];
    int count = cd_common_normals(c, d, normals);
    for (int i = 0; i < count; i++)
        try_normal(s, normals[i]);
}

static void try_circle_pairs(normal_search *s) {
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

static void try_both_directions(normal_search *s, cd_vec m, const cd_rim *r, const cd_rim *q,
                                cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    cd_vec n = cd_normalized(axis, axis);
    double rest = q->radius * cd_length(cd_cross(n, q->axis));
    if (rim_depth(m, r, rest, n) < s->best.depth)
        try_normal(s, n);
    if (rim_depth(cd_negate(m), r, rest, n) < s->best.depth)
        try_normal(s, cd_negate(n));
}

static void try_rims(normal_search *s) {
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

static void try_faces(normal_search *s, const cd_core *core) {
    if (core->kind == CD_CORE_CURVED)
        try_axis(s, core->direction);
    for (int i = 0; i < core->face_count; i++)
        try_axis(s, cd_core_face(core, i));
}

// The strips of the straight lines of one core: of its side, or of its edges beside rims.
static void try_strips(normal_search *s, const cd_core *lines, const cd_core *other) {
    if (lines->kind == CD_CORE_CURVED)
        try_side(s, lines, other);
    else if (is_box_core(lines))
        try_box_edges(s, lines, other);
    else
        try_edges(s, lines, other);
}

cd_penetration cd_curved_penetration(const cd_core *a, const cd_core *b, cd_vec shift) {
    assert(a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED);
    assert(a->kind != CD_CORE_HALFSPACE && b->kind != CD_CORE_HALFSPACE);
    normal_search s = search_of(a, b, shift);
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
        try_normal(&s, cd_perpendicular(line_a ? a->direction : b->direction, 3));
    return s.best;
}
