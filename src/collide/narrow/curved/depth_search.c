// The depth of two cores along a normal is that of their support points. For boxes and curved cores
// their heights alone are a few products, and tell of most normals that they are no better.
#include "collide/narrow/curved/depth_search.h"

#include <float.h>

static cd_core_halves halves_of(const cd_core *core) {
    cd_core_halves r = {.known = core->kind == CD_CORE_CURVED || cd_is_box_core(core)};
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
static double height_of(const cd_core_halves *r, cd_vec n) {
    double along = cd_dot(r->half[0], n);
    if (r->count == 3)
        return fabs(along) + fabs(cd_dot(r->half[1], n)) + fabs(cd_dot(r->half[2], n));
    double out = cd_length(cd_add_scaled(n, -cd_dot(n, r->axis), r->axis));
    return cd_max(r->rim[0] * out - along, r->rim[1] * out + along);
}

cd_depth_search cd_depth_search_of(const cd_core *a, const cd_core *b, cd_vec shift) {
    double size = cd_max(cd_core_reach(a), cd_core_reach(b));
    size = cd_max(size, cd_max_abs(cd_sub(cd_core_vertex(a, 0), cd_core_vertex(b, 0))));
    cd_depth_search s = {.a = a, .b = b, .shift = shift};
    s.rounding = 8 * DBL_EPSILON * cd_max(size, cd_max_abs(shift));
    s.of_a = halves_of(a);
    s.of_b = halves_of(b);
    s.between = cd_sub(cd_sub(s.of_b.middle, s.of_a.middle), shift);
    return s;
}

// By how much a has to move along n to just touch b.
static double depth_along(const cd_depth_search *s, cd_vec n) {
    int vertex;
    cd_vec far = cd_core_support_point(s->b, n, &vertex);
    cd_vec near = cd_core_support_point(s->a, cd_negate(n), &vertex);
    return cd_dot(cd_sub(cd_sub(far, near), s->shift), n);
}

void cd_try_normal(cd_depth_search *s, cd_vec n) {
    n = cd_normalized(n, n);
    if (s->of_a.known && s->of_b.known &&
        !cd_may_be_less(s, cd_dot(s->between, n) + height_of(&s->of_b, n) +
                               height_of(&s->of_a, cd_negate(n))))
        return;
    double depth = depth_along(s, n);
    if (!cd_may_be_less(s, depth))
        return;
    s->found = true;
    s->best = (cd_penetration){depth, n};
}

void cd_try_axis(cd_depth_search *s, cd_vec axis) {
    if (cd_is_zero(axis))
        return;
    cd_try_normal(s, axis);
    cd_try_normal(s, cd_negate(axis));
}
