// The penetration depth with a curved core. Where the boundary of the Minkowski difference comes
// nearest to the origin inside, it is at least as flat as the ball around the origin: never a sharp
// edge, so a facet (a cap, a face, or spanned by a straight line of each core), a strip (a straight
// line of one swept along a rim or a round side), or between two rims. Each gives candidate
// normals: single ones, the least depths of two features on a circle of normals, or the lines
// perpendicular to two rims. The depth of the cores along each decides, so additional candidates do
// no harm.
#include "collide/narrow/depth_curved.h"

#include "collide/narrow/slope_roots.h"

#include <assert.h>
#include <float.h>

typedef struct {
    const cd_core *a, *b;
    cd_vec shift;
    bool found;
    cd_penetration best;
} curved_search;

// The rim of a disc of a curved core, or, with radius 0, a vertex of any core.
typedef struct {
    cd_vec center, axis;
    double radius;
} rim;

// The normals n of an edge or a round side, along which the support height of the core is n . at +
// height.
typedef struct {
    cd_normal_circle normals;
    cd_vec at;
    double height;
} strip_side;

// By how much a has to move along n to just touch b.
static double depth_along(const curved_search *s, cd_vec n) {
    int vertex;
    cd_vec far = cd_core_support_point(s->b, n, &vertex);
    cd_vec near = cd_core_support_point(s->a, cd_negate(n), &vertex);
    return cd_dot(cd_sub(cd_sub(far, near), s->shift), n);
}

static void try_normal(curved_search *s, cd_vec n) {
    n = cd_normalized(n, n);
    double depth = depth_along(s, n);
    if (s->found && !(depth < s->best.depth))
        return;
    s->found = true;
    s->best = (cd_penetration){depth, n};
}

static void try_axis(curved_search *s, cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    try_normal(s, axis);
    try_normal(s, cd_negate(axis));
}

// -------------------------------------------------------------------------------------- features

static bool is_box(const cd_core *core) { return !core->polytope && core->face_count == 3; }

static int rim_count(const cd_core *core) { return core->vertex_count; }

static rim rim_of(const cd_core *core, int i) {
    bool curved = core->kind == CD_CORE_CURVED;
    return (rim){cd_core_vertex(core, i), curved ? core->direction : (cd_vec){0, 0, 0},
                 curved ? core->rim[i] : 0};
}

// A box has the directions of only three edges, each of which stands for four.
static int circle_count(const cd_core *core) {
    return core->kind == CD_CORE_CURVED ? 1 : is_box(core) ? 12 : core->edge_count;
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

static strip_side side_of(const cd_core *core, int i) {
    if (core->kind == CD_CORE_CURVED)
        return round_side(core);
    strip_side c = {.at = cd_core_vertex(core, 0)};
    cd_vec axis;
    if (is_box(core)) {
        int k = i / 4, u = (k + 1) % 3, v = (k + 2) % 3;
        axis = core->edge[k];
        c.at = cd_core_vertex(core, (i & 1 ? 1 << u : 0) | (i & 2 ? 1 << v : 0));
    } else {
        axis = cd_core_edge(core, i);
        if (core->kind == CD_CORE_POLYTOPE)
            c.at = cd_core_vertex(core, core->polytope ? core->polytope->edges[i][0] : i);
    }
    c.normals = cd_edge_normals(cd_normalized(axis, axis));
    return c;
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

static circle_depth depth_on_circle(const cd_normal_circle *c, cd_vec m, const rim *r) {
    double cosine = c->cosine;
    cd_vec w = c->axis, u = r->axis, e = cd_cross(cd_cross(w, u), w);
    assert(r->radius > 0);
    e = cd_max_abs(e) > 8 * DBL_EPSILON ? cd_normalized(e, e) : cd_perpendicular(w, 3);
    cd_vec f = cd_cross(w, e);
    circle_depth g = {
        cd_scale(w, c->sine), cd_scale(e, cosine), cd_scale(f, cosine), 0, 0, 0, 0, 0, 0};
    g.along_e = cd_dot(m, g.e);
    g.along_f = cd_dot(m, g.f);
    g.radius = r->radius;
    g.level = c->sine * cd_dot(u, e);
    g.tilt = cosine * cd_dot(u, w);
    g.cosine = cosine;
    return g;
}

static cd_vec normal_at(const circle_depth *g, double x, double y) {
    return cd_add_scaled(cd_add_scaled(g->center, x, g->e), y, g->f);
}

// The derivative of the depth by the angle at (x, y) = (cos, sin).
static double circle_slope(const void *of, double x, double y) {
    const circle_depth *g = of;
    double slope = x * g->along_f - y * g->along_e;
    double p = g->level - g->tilt * x, q = g->cosine * y, across = sqrt(p * p + q * q);
    if (across > 0)
        slope += g->radius * ((p / across) * (g->tilt * y) + (q / across) * (g->cosine * x));
    return slope;
}

// The depth along n between a rim and a feature that adds `rest` to it; m leads from the feature of
// a to that of b.
static double rim_depth(cd_vec m, const rim *r, double rest, cd_vec n) {
    return cd_dot(m, n) + r->radius * cd_length(cd_cross(n, r->axis)) + rest;
}

// Tries the extrema of the depth between a circle of normals of one core and a rim of the other.
static void try_circle_rim(curved_search *s, const strip_side *c, cd_vec m, const rim *r) {
    circle_depth g = depth_on_circle(&c->normals, m, r);
    double rounding = DBL_EPSILON * (fabs(g.along_e) + fabs(g.along_f) + g.radius);
    double valleys[CD_SLOPE_ROOTS_MAX][2];
    if (!s->found)
        try_normal(s, normal_at(&g, 1, 0));
    int count = cd_find_slope_roots(circle_slope, &g, rounding, valleys);
    for (int i = 0; i < count; i++) {
        cd_vec n = normal_at(&g, valleys[i][0], valleys[i][1]);
        if (rim_depth(m, r, c->height, n) < s->best.depth)
            try_normal(s, n);
    }
}

// Tries the normal of a round side or an edge beside a vertex: m . n is least where n points
// against the part of m perpendicular to the axis.
static void try_circle_vertex(curved_search *s, const strip_side *side, cd_vec m) {
    const cd_normal_circle *c = &side->normals;
    cd_vec out = cd_add_scaled(m, -cd_dot(m, c->axis), c->axis);
    out = cd_add_scaled(out, -cd_dot(out, c->axis), c->axis);
    bool beside =
        cd_max_abs(out) > 8 * DBL_EPSILON * cd_max_abs(m); // else on the axis to within rounding
    cd_vec across = cd_perpendicular(c->axis, 3);
    out = beside ? cd_normalized(cd_negate(out), across) : across;
    cd_vec n = cd_add_scaled(cd_scale(c->axis, c->sine), c->cosine, out);
    if (!s->found || cd_dot(m, n) + side->height < s->best.depth)
        try_normal(s, n);
}

// Tries the circles of one core with the rims of the other. An edge and a vertex make no strip.
static void try_strips(curved_search *s, const cd_core *lines, const cd_core *rims) {
    bool of_a = lines == s->a, round = lines->kind == CD_CORE_CURVED;
    for (int i = 0; i < circle_count(lines); i++) {
        strip_side c = side_of(lines, i);
        if (cd_is_zero(c.normals.axis))
            continue;
        if (of_a)
            c.normals = cd_seen_from_other(c.normals);
        for (int k = 0; k < rim_count(rims); k++) {
            rim r = rim_of(rims, k);
            cd_vec m = of_a ? cd_sub(r.center, c.at) : cd_sub(c.at, r.center);
            m = cd_sub(m, s->shift);
            if (r.radius > 0)
                try_circle_rim(s, &c, m, &r);
            else if (round)
                try_circle_vertex(s, &c, m);
        }
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

static void try_common_normals(curved_search *s, const cd_normal_circle *c,
                               const cd_normal_circle *d) {
    cd_vec normals[2];
    int count = cd_common_normals(c, d, normals);
    for (int i = 0; i < count; i++)
        try_normal(s, normals[i]);
}

static void try_circle_pairs(curved_search *s) {
    for (int i = 0; i < circle_count(s->b); i++) {
        cd_normal_circle c = side_of(s->b, i).normals;
        for (int k = 0; k < circle_count(s->a); k++) {
            cd_normal_circle d = cd_seen_from_other(side_of(s->a, k).normals);
            if (!cd_is_zero(c.axis) && !cd_is_zero(d.axis))
                try_common_normals(s, &c, &d);
        }
    }
}

// -------------------------------------------------------------------------------------- two rims

// The nearest points of two rims lie where the line between them is perpendicular to both. For a
// point x on the smaller rim, the two points on the larger rim with a line perpendicular to the
// larger one lie before and behind its centre in the direction p of x, in its plane. The derivative
// of half the squared distance by the angle of x is 0 where the line is perpendicular to the
// smaller rim too.
typedef struct {
    cd_vec e, f;    // the smaller rim is x e + y f around the origin
    cd_vec between; // to the centre of the larger rim
    cd_vec axis;    // of the larger
    double radius;  // of the larger, negative for the points behind its centre
} rim_distance;

static cd_vec point_on_rim(const rim_distance *s, double x, double y) {
    return cd_add(cd_scale(s->e, x), cd_scale(s->f, y));
}

static cd_vec direction_to_rim(const rim_distance *s, cd_vec point) {
    cd_vec p = cd_sub(point, s->between);
    p = cd_add_scaled(p, -cd_dot(p, s->axis), s->axis);
    return cd_normalized(p, cd_perpendicular(s->axis, 3));
}

static double rim_slope(const void *of, double x, double y) {
    const rim_distance *s = of;
    cd_vec along = cd_sub(cd_scale(s->f, x), cd_scale(s->e, y));
    cd_vec p = direction_to_rim(s, point_on_rim(s, x, y));
    return -cd_dot(cd_add_scaled(s->between, s->radius, p), along);
}

static void try_both_directions(curved_search *s, cd_vec m, const rim *r, const rim *q,
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

// `small` and `large` are the rims by their radii; m leads from the rim of a to that of b.
static void try_rim_distance(curved_search *s, cd_vec m, const rim *small, const rim *large,
                             rim_distance *g) {
    double rounding = DBL_EPSILON * small->radius * (cd_max_abs(g->between) + large->radius);
    double roots[CD_SLOPE_ROOTS_MAX][2];
    int count = cd_find_slope_roots(rim_slope, g, rounding, roots);
    for (int i = 0; i < count; i++) {
        cd_vec x = point_on_rim(g, roots[i][0], roots[i][1]), p = direction_to_rim(g, x);
        // The normal is perpendicular to both rims.
        cd_vec across = cd_cross(cd_cross(small->axis, x), cd_cross(large->axis, p));
        try_both_directions(s, m, small, large, across);
    }
}

static void try_rims(curved_search *s) {
    cd_vec across = cd_cross(s->a->direction, s->b->direction);
    if (cd_max_abs(across) <= 4 * DBL_EPSILON) // parallel: together they are one rim
        return;
    for (int i = 0; i < rim_count(s->b); i++)
        for (int k = 0; k < rim_count(s->a); k++) {
            rim r = rim_of(s->b, i), q = rim_of(s->a, k);
            cd_vec m = cd_sub(cd_sub(r.center, q.center), s->shift);
            if (!(r.radius > 0 && q.radius > 0))
                continue;
            bool of_a = q.radius <= r.radius;
            rim small = of_a ? q : r, large = of_a ? r : q;
            cd_vec e = cd_perpendicular(small.axis, 3), f = cd_cross(small.axis, e);
            rim_distance g = {cd_scale(e, small.radius), cd_scale(f, small.radius),
                              of_a ? m : cd_negate(m), large.axis, large.radius};
            try_rim_distance(s, m, &small, &large, &g);
            g.radius = -g.radius;
            try_rim_distance(s, m, &small, &large, &g);
        }
}

// ------------------------------------------------------------------------------------------- all

static void try_faces(curved_search *s, const cd_core *core) {
    if (core->kind == CD_CORE_CURVED)
        try_axis(s, core->direction);
    for (int i = 0; i < core->face_count; i++)
        try_axis(s, cd_core_face(core, i));
}

cd_penetration cd_curved_penetration(const cd_core *a, const cd_core *b, cd_vec shift, bool touch) {
    assert(a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED);
    assert(a->kind != CD_CORE_HALFSPACE && b->kind != CD_CORE_HALFSPACE);
    curved_search s = {.a = a, .b = b, .shift = shift};
    bool line_a = a->kind == CD_CORE_LINE, line_b = b->kind == CD_CORE_LINE;
    if (!line_a && !line_b) {
        try_faces(&s, b);
        try_faces(&s, a);
    }
    try_circle_pairs(&s);
    if (touch && s.found && s.best.depth <= 0)
        return s.best;
    if (!line_a) // only axes across a line have a finite height
        try_strips(&s, b, a);
    if (!line_b)
        try_strips(&s, a, b);
    if (a->kind == CD_CORE_CURVED && b->kind == CD_CORE_CURVED)
        try_rims(&s);
    return s.best;
}
