// See exact_touch.h.
#include "collide/narrow/exact_touch.h"

// The in-plane edges from the first of some vertices to the others: keeps the first as e[0] and the
// one that spans most with it as e[1].
static void gather_edges(cd_farthest_vertices from, cd_vec e[2]) {
    cd_vec first, v;
    if (!cd_farthest_vertices_next(&from, &first))
        return;
    while (cd_farthest_vertices_next(&from, &v)) {
        cd_vec edge = cd_sub(v, first);
        if (cd_is_zero(e[0]))
            e[0] = edge;
        else if (cd_length2(cd_cross(e[0], edge)) > cd_length2(cd_cross(e[0], e[1])))
            e[1] = edge;
    }
}

static bool is_flush(cd_farthest_vertices vertices, cd_vec axis) {
    cd_vec first, v;
    bool flush = cd_farthest_vertices_next(&vertices, &first);
    while (flush && cd_farthest_vertices_next(&vertices, &v))
        flush = cd_dot(axis, cd_sub(v, first)) == 0;
    return flush;
}

// What the vertices span: two edges in their plane, and their product. False where that is no axis,
// or loses digits; with small integers it does not.
static bool span(const cd_support_features *s, double noise, cd_vec e[2], cd_vec *axis) {
    const cd_farthest_vertices of_a = cd_farthest_vertices_of(s->a, cd_negate(s->normal), s->low,
                                                              noise),
                               of_b = cd_farthest_vertices_of(s->b, s->normal, s->high, noise);
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
    return span(s, CD_NORMAL_ROUNDING, e, &spanned) ? spanned : s->normal;
}

// Whether all coordinates are integers of about so many bits but for a common power of two: sums
// of their products then have all their digits.
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

static double size_of(const cd_support_features *s) {
    cd_vec a = cd_core_vertex(s->a, 0), b = cd_core_vertex(s->b, 0);
    double size = cd_max(cd_max(cd_max_abs(a), cd_max_abs(b)), cd_max_abs(s->shift));
    return cd_max(size, cd_max(cd_core_reach(s->a), cd_core_reach(s->b)));
}

static bool is_exact(const cd_support_features *s, double distance, int bits) {
    double size = cd_max(size_of(s), distance);
    int power = bits - 1 - ilogb(size);
    return size > 0 && is_coarse(s->shift, power) && is_coarse((cd_vec){distance, 0, 0}, power) &&
           are_coarse(s->a, power) && are_coarse(s->b, power);
}

bool cd_support_features_touch(const cd_support_features *s, cd_vec axis, cd_vec between) {
    return is_exact(s, 0, 15) && cd_dot(between, cd_support_features_axis(s, axis)) == 0;
}

// Between the planes, lines or points that the vertices make up: squares of heights in integers, of
// which a distance that is one has a root. Nearby, a normal has lost digits.
bool cd_are_exactly_apart(const cd_core *a, const cd_core *b, cd_vec normal, double distance) {
    const cd_support_features s = {.a = a,
                                   .b = b,
                                   .normal = normal,
                                   .low = cd_core_support(a, cd_negate(normal)),
                                   .high = cd_core_support(b, normal)};
    if (!is_exact(&s, distance, 10))
        return false;
    double noise = CD_NORMAL_ROUNDING * cd_max(4, size_of(&s) / distance),
           square = distance * distance;
    cd_vec e[2], axis, between = cd_support_features_between(&s);
    if (span(&s, noise, e, &axis)) {
        double length = cd_length(axis);
        return length * length == cd_length2(axis) &&
               fabs(cd_dot(between, axis)) == distance * length;
    }
    if (cd_is_zero(e[0]))
        return cd_length2(between) == square;
    return cd_length2(cd_cross(between, e[0])) == square * cd_length2(e[0]);
}

void cd_resolve_exact_touch(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    int power = cd_range_power(a, b);
    cd_core core_a, core_b;
    cd_core_of(&core_a, a, power);
    cd_core_of(&core_b, b, power);
    if (cd_are_exactly_apart(&core_a, &core_b, s->normal, ldexp(a->radius + b->radius, power)))
        s->distance = 0;
}
