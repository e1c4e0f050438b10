// Exact touch (see exact_touch.h): coordinates that are small integers but for a common power of
// two have exact products, so the planes that the support features span are compared without
// rounding.
#include "collide/narrow/gjk/exact_touch.h"

#include "collide/math/predicates.h"

#include <assert.h>
#include <float.h>

// Collects edges from the first of some vertices to the others: the first edge as e[0], and as e[1]
// the one that spans the largest area with it.
static void gather_edges(cd_support_vertices from, cd_vec e[2]) {
    cd_vec first = {0, 0, 0}, v;
    cd_support_vertices_next(&from, &first);
    while (cd_support_vertices_next(&from, &v)) {
        cd_vec edge = cd_sub(v, first);
        if (cd_is_zero(e[0]))
            e[0] = edge;
        else if (cd_length2(cd_cross(e[0], edge)) > cd_length2(cd_cross(e[0], e[1])))
            e[1] = edge;
    }
}

// Whether the axis is exactly perpendicular to all edges between the vertices.
static bool is_flush(cd_support_vertices vertices, cd_vec axis) {
    cd_vec first, v;
    bool flush = cd_support_vertices_next(&vertices, &first);
    while (flush && cd_support_vertices_next(&vertices, &v))
        flush = cd_dot(axis, cd_sub(v, first)) == 0;
    return flush;
}

// Two edges in the plane that the vertices span, and their cross product. Returns false where that
// is no axis along the normal, or has lost digits (of small integers it loses none).
static bool features_span(const cd_support_features *s, double noise, cd_vec e[2], cd_vec *axis) {
    const cd_support_vertices of_a =
                                  cd_support_vertices_of(s->a, cd_negate(s->normal), s->low, noise),
                              of_b = cd_support_vertices_of(s->b, s->normal, s->high, noise);
    e[0] = e[1] = (cd_vec){0, 0, 0};
    gather_edges(of_a, e);
    gather_edges(of_b, e);
    *axis = s->a->dim == 2 ? cd_perp(e[0]) : cd_cross(e[0], e[1]);
    bool along = cd_max_abs(cd_cross(*axis, s->normal)) <= 4 * noise * cd_max_abs(*axis);
    return along && !cd_is_zero(*axis) && is_flush(of_a, *axis) && is_flush(of_b, *axis);
}

cd_vec cd_support_features_axis(const cd_support_features *s, cd_vec axis) {
    bool unit = cd_equal(axis, s->normal) || cd_equal(cd_negate(axis), s->normal);
    cd_vec e[2], spanned;
    if (!unit && cd_max_abs(axis) > 0x1p-900)
        return axis;
    return features_span(s, CD_NORMAL_ROUNDING, e, &spanned) ? spanned : s->normal;
}

// Of the axes across a line (of a point: across nothing) and one of the coordinates', whose
// products are exact on any grid, the one along which a motion is fastest.
static cd_vec fastest_axis(cd_vec line, cd_vec motion) {
    const cd_vec units[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    cd_vec best = {0, 0, 0};
    double fastest = 0;
    for (int i = 0; i < 3; i++) {
        cd_vec axis = cd_is_zero(line) ? units[i] : cd_cross(line, units[i]);
        double speed = fabs(cd_dot(axis, motion)) / cd_max(cd_length(axis), DBL_MIN);
        best = speed > fastest ? axis : best;
        fastest = cd_max(fastest, speed);
    }
    return best;
}

cd_vec cd_support_features_passed_axis(const cd_support_features *s, cd_vec motion) {
    cd_vec e[2], spanned;
    if (features_span(s, CD_NORMAL_ROUNDING, e, &spanned))
        return spanned;
    bool many = !cd_is_zero(e[s->a->dim - 2]);
    return many ? s->normal : fastest_axis(e[0], motion);
}

// Integers of 15 bits have triple products, of 10 bits squares of those, that fit the 53 of a
// double.
enum { TRIPLE_PRODUCT_BITS = 15, SQUARED_PRODUCT_BITS = 10 };

// Whether all coordinates times 2^power are integers.
static bool is_coarse(cd_vec v, int power) {
    double x = ldexp(v.x, power), y = ldexp(v.y, power), z = ldexp(v.z, power);
    return x == nearbyint(x) && y == nearbyint(y) && z == nearbyint(z);
}

static bool are_coarse(const cd_core *core, int power) {
    bool coarse = core->kind == CD_CORE_POLYTOPE && is_coarse(core->offset, power);
    for (int i = 0; coarse && i < core->vertex_count; i++)
        coarse = is_coarse(cd_core_inside(core, i), power);
    return coarse;
}

static double features_size(const cd_support_features *s) {
    cd_vec a = cd_core_vertex(s->a, 0), b = cd_core_vertex(s->b, 0);
    double size = cd_max(cd_max(cd_max_abs(a), cd_max_abs(b)), cd_max_abs(s->shift));
    return cd_max(size, cd_max(cd_core_largest_coordinate(s->a), cd_core_largest_coordinate(s->b)));
}

// Whether all coordinates are integers of so many bits but for a common power of two.
static bool is_exact(const cd_support_features *s, double distance, int bits) {
    double size = cd_max(features_size(s), distance);
    int power;
    frexp(size, &power);
    power = bits - power;
    return is_coarse(s->shift, power) && is_coarse((cd_vec){distance, 0, 0}, power) &&
           are_coarse(s->a, power) && are_coarse(s->b, power);
}

bool cd_support_features_touch(const cd_support_features *s, cd_vec axis, cd_vec between) {
    return is_exact(s, 0, TRIPLE_PRODUCT_BITS) &&
           cd_dot(between, cd_support_features_axis(s, axis)) == 0;
}

// The squared distance between the planes, lines or points that the features span is a quotient of
// integers; it is compared with the square of `distance`. The normal of a small distance has lost
// digits, so more vertices may belong to the features.
bool cd_are_exactly_apart(const cd_core *a, const cd_core *b, cd_vec normal, double distance) {
    const cd_support_features s = {.a = a,
                                   .b = b,
                                   .normal = normal,
                                   .low = cd_core_support(a, cd_negate(normal)),
                                   .high = cd_core_support(b, normal)};
    if (!is_exact(&s, distance, SQUARED_PRODUCT_BITS))
        return false;
    double noise = CD_NORMAL_ROUNDING * cd_max(4, features_size(&s) / distance),
           square = distance * distance;
    cd_vec e[2], axis, between = cd_support_features_between(&s);
    if (features_span(&s, noise, e, &axis)) {
        double length = cd_length(axis);
        return length * length == cd_length2(axis) &&
               fabs(cd_dot(between, axis)) == distance * length;
    }
    if (cd_is_zero(e[0]))
        return cd_length2(between) == square;
    return cd_length2(cd_cross(between, e[0])) == square * cd_length2(e[0]);
}

// Edge i of a core in the plane; false where there are no more. Those of a box are directions only:
// its corners lie in the order of their bits.
static bool edge_in_plane(const cd_core *core, int i, int *from, int *to) {
    static const int box[5] = {0, 1, 3, 2, 0};
    const int count = core->vertex_count;
    if (i >= (core->polytope ? core->edge_count : count > 1 ? count : 0))
        return false;
    *from = core->polytope ? core->polytope->edges[i][0] : count == 4 ? box[i] : i;
    *to = core->polytope ? core->polytope->edges[i][1] : count == 4 ? box[i + 1] : (i + 1) % count;
    return true;
}

// Whether a line has all vertices of a core on one side, and none on it unless `touching`.
static bool has_on_side(const cd_core *core, cd_vec from, cd_vec to, int side, bool touching) {
    for (int i = 0; i < core->vertex_count; i++) {
        int turn = side * cd_orient2(from, to, cd_core_vertex(core, i));
        if (turn < 0 || (turn == 0 && !touching))
            return false;
    }
    return true;
}

static bool has_separating_edge(const cd_core *a, const cd_core *b) {
    int from, to;
    for (int i = 0; edge_in_plane(a, i, &from, &to); i++) {
        cd_vec p = cd_core_vertex(a, from), q = cd_core_vertex(a, to);
        for (int side = -1; side <= 1 && !cd_equal(p, q); side += 2)
            if (has_on_side(b, p, q, side, false) && has_on_side(a, p, q, -side, true))
                return true;
    }
    return false;
}

static cd_bounds bounds_of(const cd_core *core) {
    cd_bounds box = {cd_core_vertex(core, 0), cd_core_vertex(core, 0)};
    for (int i = 1; i < core->vertex_count; i++) {
        cd_vec v = cd_core_vertex(core, i);
        box.min = (cd_vec){cd_min(box.min.x, v.x), cd_min(box.min.y, v.y), 0};
        box.max = (cd_vec){cd_max(box.max.x, v.x), cd_max(box.max.y, v.y), 0};
    }
    return box;
}

// Of what lies on one line, the bounds are apart where it is.
bool cd_meet_in_plane(const cd_core *a, const cd_core *b) {
    assert(a->dim == 2 && a->kind == CD_CORE_POLYTOPE && b->kind == CD_CORE_POLYTOPE);
    cd_bounds p = bounds_of(a), q = bounds_of(b);
    bool apart = p.max.x < q.min.x || q.max.x < p.min.x || p.max.y < q.min.y || q.max.y < p.min.y;
    return !apart && !has_separating_edge(a, b) && !has_separating_edge(b, a);
}

void cd_resolve_exact_touch(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_core core_a, core_b;
    cd_core_of(&core_a, a);
    cd_core_of(&core_b, b);
    if (cd_are_exactly_apart(&core_a, &core_b, s->normal, a->radius + b->radius))
        s->distance = 0;
}
