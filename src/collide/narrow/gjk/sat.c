// The separating axis test on polytopes (Gottschalk, Lin and Manocha 1996, for boxes). Every facet
// of the Minkowski difference a - b has the normal of a face of one or is spanned by an edge of
// each. So the penetration depth is the least overlap of the projections on these axes: exact,
// without an iteration. An additional axis does no harm, because moving by the overlap along any
// axis separates the two; so no axis is left out on a guess, and degenerate features need no care.
#include "collide/narrow/gjk/sat.h"

#include "collide/math/trace.h"
#include "collide/narrow/gjk/exact_touch.h"

#include <assert.h>
#include <float.h>

// A search over all axes that may be the normal of a facet of a - b.
//   between   from vertex 0 of b to vertex 0 of a, as moved
//   rounding  of the depths that are visited
//   is_depth  whether the depth is asked for: then the axes are steps
//   outward   whether a face of a large solid is visited along its outward normal alone
//   visit     of the translation along a normal, which is the axis made unit, or minus that: its
//             depth, and the lowest vertex of a and the highest of b along it
typedef struct sat_search sat_search;
struct sat_search {
    const cd_core *a, *b;
    cd_vec shift, between;
    double rounding;
    bool is_depth, outward;
    void (*visit)(const sat_search *s, double depth, cd_vec axis, cd_vec normal, int low, int high);
    void *context;
};

static void record_axis(const sat_search *s, double depth, cd_vec n, int low, int high) {
    if (s->is_depth)
        cd_trace_put(&(cd_trace_step){.kind = CD_STEP_AXIS,
                                      .distance = depth,
                                      .normal = n,
                                      .a = {cd_add(cd_core_vertex(s->a, low), s->shift)},
                                      .b = {cd_core_vertex(s->b, high)}});
}

static void search_axis(const sat_search *s, cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    cd_vec n = cd_normalized(axis, axis);
    cd_projection a = cd_core_project(s->a, n), b = cd_core_project(s->b, n);
    double base = cd_dot(s->between, n);
    if (CD_TRACES && b.max - (base + a.min) <= base + a.max - b.min)
        record_axis(s, b.max - (base + a.min), n, a.low, b.high);
    else if (CD_TRACES)
        record_axis(s, base + a.max - b.min, cd_negate(n), a.high, b.low);
    s->visit(s, b.max - (base + a.min), axis, n, a.low, b.high);
    s->visit(s, base + a.max - b.min, axis, cd_negate(n), a.high, b.low);
}

// Along the outward normal of a face of a solid its own vertices are the farthest, and in the
// opposite direction it spans no facet of the difference.
static void search_face(const sat_search *s, const cd_core *core, int face) {
    const int top = core->polytope->face_vertices[face];
    const cd_vec n = core->polytope->face_normals[face];
    const double high = cd_dot(cd_sub(core->vertices[top], core->vertices[0]), n);
    const double base = cd_dot(s->between, n);
    if (core == s->b) {
        const cd_projection a = cd_core_project(s->a, n);
        if (CD_TRACES)
            record_axis(s, high - (base + a.min), n, a.low, top);
        s->visit(s, high - (base + a.min), n, n, a.low, top);
    } else {
        const cd_projection b = cd_core_project(s->b, n);
        if (CD_TRACES)
            record_axis(s, base + high - b.min, cd_negate(n), top, b.low);
        s->visit(s, base + high - b.min, n, cd_negate(n), top, b.low);
    }
}

// To project a solid on the normal of each of its faces takes the square of its size. Of one with
// few vertices the opposite direction is visited, too.
enum { PROJECTED_MAX = 64 };

static void search_faces(const sat_search *s, const cd_core *core) {
    const bool by_face =
        s->outward && core->vertex_count > PROJECTED_MAX && cd_core_has_edge_faces(core);
    for (int i = 0; i < core->face_count; i++) {
        if (by_face)
            search_face(s, core, i);
        else
            search_axis(s, cd_core_face(core, i));
    }
}

// The normals of the edges in the plane.
static void search_edges_2d(const sat_search *s, const cd_core *core) {
    for (int i = 0; i < core->edge_count; i++)
        search_axis(s, cd_perp(cd_core_edge(core, i)));
}

// Normals of sliver faces are known to about this much.
static const double sliver_normal = 1e-7;

// In the Gauss map an edge is the arc between the normals of its two faces, and a pair of edges
// spans a facet only where the arc of one crosses the mirrored arc of the other (Gregorius 2013).
// A pair whose arcs are apart by more than rounding is left out.
static bool arc_on_one_side(const cd_polytope *p, int edge, cd_vec across) {
    const double clear = sliver_normal * cd_max_abs(across);
    double first = cd_dot(p->face_normals[p->edge_faces[edge][0]], across);
    double second = cd_dot(p->face_normals[p->edge_faces[edge][1]], across);
    return (first > clear && second > clear) || (first < -clear && second < -clear);
}

static void search_edge_pairs(const sat_search *s) {
    const cd_polytope *solid_a = cd_core_has_edge_faces(s->a) ? s->a->polytope : NULL;
    const cd_polytope *solid_b = cd_core_has_edge_faces(s->b) ? s->b->polytope : NULL;
    for (int i = 0; i < s->b->edge_count; i++) {
        cd_vec e = cd_core_edge(s->b, i);
        for (int j = 0; j < s->a->edge_count; j++) {
            if (solid_a && arc_on_one_side(solid_a, j, e))
                continue;
            cd_vec f = cd_core_edge(s->a, j);
            if (!solid_b || !arc_on_one_side(solid_b, i, f))
                search_axis(s, cd_cross(e, f));
        }
    }
}

// The axes of b come first, as the first of several equal results counts.
static void search_axes(const sat_search *s) {
    const cd_core *a = s->a, *b = s->b;
    const cd_core *line = b->kind == CD_CORE_LINE ? b : a->kind == CD_CORE_LINE ? a : NULL;
    // Only axes across a line have a finite extent along it.
    if (line && a->dim == 2) {
        search_edges_2d(s, line);
    } else if (line) {
        search_edge_pairs(s);
    } else if (a->dim == 2) {
        search_edges_2d(s, b);
        search_edges_2d(s, a);
    } else {
        search_faces(s, b);
        search_faces(s, a);
        search_edge_pairs(s);
    }
}

// All but `outward`, `visit` and `context`.
static sat_search search_of(const cd_core *a, const cd_core *b, cd_vec shift) {
    sat_search s = {.a = a, .b = b, .shift = shift};
    cd_vec between = cd_core_between(a, cd_core_inside(a, 0), b, cd_core_inside(b, 0));
    s.between = cd_add(between, shift);
    s.rounding =
        4 * DBL_EPSILON *
        (cd_max_abs(s.between) + cd_core_largest_coordinate(a) + cd_core_largest_coordinate(b));
    return s;
}

// ------------------------------------------------------------------------------------------ depth

typedef struct {
    bool found;
    cd_penetration best;
} least_penetration;

// Any axis perpendicular to a difference that is merely a segment or a point.
static cd_vec perpendicular_axis(const cd_core *a, const cd_core *b) {
    for (int i = 0; i < b->edge_count; i++)
        if (!cd_is_zero(cd_core_edge(b, i)))
            return cd_perpendicular(cd_core_edge(b, i), b->dim);
    for (int i = 0; i < a->edge_count; i++)
        if (!cd_is_zero(cd_core_edge(a, i)))
            return cd_perpendicular(cd_core_edge(a, i), a->dim);
    return (cd_vec){0, 1, 0};
}

// How far a lies below b along the normal. Where the features touch exactly it is 0: the rounding
// of the normal alone must not make an overlap or a gap of it.
static double depth_along(const cd_support_features *features, cd_vec axis) {
    cd_vec between = cd_support_features_between(features);
    double depth = cd_dot(between, features->normal);
    bool is_rounding = depth != 0 && fabs(depth) <= CD_NORMAL_ROUNDING * cd_max_abs(between);
    return is_rounding && cd_support_features_touch(features, axis, between) ? 0 : depth;
}

// The height decides between axes unless it is equal to rounding; then the depth between the
// vertices does, which is known better. Along the normal of a face that touches, edge pairs have
// nothing to add: to ask them all the same, boxes on a mesh take 1.18 times as long.
static void offer_direction(const sat_search *s, double depth, cd_vec axis, cd_vec normal, int low,
                            int high) {
    least_penetration *least = s->context;
    if (least->found && !(depth < least->best.depth + s->rounding))
        return;
    if (least->found && least->best.depth == 0 && cd_equal(normal, least->best.normal))
        return;
    depth = depth_along(&(cd_support_features){s->a, s->b, s->shift, normal, low, high}, axis);
    if (least->found && !(depth < least->best.depth))
        return;
    *least = (least_penetration){true, {depth, normal}};
}

cd_penetration cd_sat_penetration(const cd_core *a, const cd_core *b, cd_vec shift) {
    assert(a->kind != CD_CORE_HALFSPACE && b->kind != CD_CORE_HALFSPACE && a->dim == b->dim);
    least_penetration least = {.found = false};
    sat_search s = search_of(a, b, shift);
    s.is_depth = s.outward = true;
    s.visit = offer_direction;
    s.context = &least;
    search_axes(&s);
    if (!least.found)
        search_axis(&s, perpendicular_axis(a, b));
    return least.best;
}

CD_HOT cd_penetration cd_penetration_between(const cd_core *a, const cd_core *b, cd_vec shift,
                                             cd_vec normal, int low, int high) {
    return (cd_penetration){
        depth_along(&(cd_support_features){a, b, shift, normal, low, high}, normal), normal};
}

cd_penetration cd_penetration_along(const cd_core *a, const cd_core *b, cd_vec shift,
                                    cd_vec normal) {
    return cd_penetration_between(a, b, shift, normal, cd_core_support(a, cd_negate(normal)),
                                  cd_core_support(b, normal));
}

typedef struct {
    cd_axis_visitor *visit;
    void *context;
} axis_listener;

static void visit_direction(const sat_search *s, double depth, cd_vec axis, cd_vec normal, int low,
                            int high) {
    const axis_listener *to = s->context;
    (void)axis, (void)low, (void)high;
    to->visit(to->context, (cd_penetration){depth, normal});
}

void cd_sat_each_axis(const cd_core *a, const cd_core *b, cd_axis_visitor *visit, void *context) {
    axis_listener listener = {visit, context};
    sat_search s = search_of(a, b, (cd_vec){0, 0, 0});
    s.visit = visit_direction;
    s.context = &listener;
    search_axes(&s);
}

// ------------------------------------------------------------------------------- flat differences

// Edges at a smaller angle span no plane, and one at a smaller angle to a plane lies in it.
static const double flat_sine = 0x1p-20;

// The dimension of the difference of two polytopes or lines as far as it is less than 3, along u
// and across n: of a segment u alone counts, of a polygon both. Returns 3 of all others.
static int flat_dimension(const cd_core *a, const cd_core *b, cd_vec *u, cd_vec *n) {
    const cd_core *cores[2] = {a, b};
    int dim = 0;
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < cores[i]->edge_count; k++) {
            cd_vec e = cd_core_edge(cores[i], k);
            if (cd_is_zero(e))
                continue;
            e = cd_normalized(e, e);
            cd_vec across = dim > 0 ? cd_cross(*u, e) : (cd_vec){0, 0, 0};
            if (dim == 0) {
                *u = e;
                dim = 1;
            } else if (dim == 1 && cd_length(across) > flat_sine) {
                *n = cd_normalized(across, across);
                dim = a->dim == 2 ? 3 : 2;
            } else if (dim >= 2 && fabs(cd_dot(*n, e)) > flat_sine) {
                dim = 3;
            }
            if (dim == 3)
                return 3;
        }
    return dim;
}

static void visit_both_ways(const axis_listener *to, const cd_core *a, const cd_core *b, cd_vec n) {
    const cd_vec none = {0, 0, 0};
    cd_vec along_a = a->kind == CD_CORE_LINE ? a->direction : none,
           along_b = b->kind == CD_CORE_LINE ? b->direction : none;
    if (cd_max(fabs(cd_dot(along_a, n)), fabs(cd_dot(along_b, n))) > 4 * DBL_EPSILON)
        return; // without bounds along a line
    to->visit(to->context, cd_penetration_along(a, b, none, n));
    to->visit(to->context, cd_penetration_along(a, b, none, cd_negate(n)));
}

void cd_sat_each_axis_around_flat(const cd_core *a, const cd_core *b, cd_axis_visitor *visit,
                                  void *context) {
    if (a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED)
        return;
    axis_listener to = {visit, context};
    cd_vec u = {1, 0, 0}, n = {0, 0, 0};
    int dim = flat_dimension(a, b, &u, &n);
    if (dim < 2) { // of a point as of a segment in any direction
        cd_vec across = cd_perpendicular(u, a->dim);
        visit_both_ways(&to, a, b, u);
        visit_both_ways(&to, a, b, across);
        if (a->dim == 3)
            visit_both_ways(&to, a, b, cd_cross(u, across));
    }
    const cd_core *cores[2] = {a, b};
    for (int i = 0; i < 2 && dim == 2; i++)
        for (int k = 0; k < cores[i]->edge_count; k++) {
            cd_vec e = cd_cross(n, cd_core_edge(cores[i], k));
            if (!cd_is_zero(e))
                visit_both_ways(&to, a, b, cd_normalized(e, e));
        }
}
