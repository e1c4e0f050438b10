// Random shapes of the kinds for which the core has closed forms, on real or on integer
// coordinates: what the tests of closed forms share.
#ifndef TESTS_CLOSED_SHAPES_H
#define TESTS_CLOSED_SHAPES_H

#include "collide/collide.h"
#include "random.h"

#include <math.h>

enum { SPHERE, CAPSULE, LINE, AABB, BOX, ROUNDED_BOX, ROUNDED_AABB, TRIANGLE, PLANE, RAY_KINDS };

/// On integer coordinates, where shapes touch exactly and directions are parallel to axes.
static inline cd_vec grid(int dim) {
    cd_vec v = vector(dim, 2.5);
    return (cd_vec){round(v.x), round(v.y), round(v.z)};
}

/// `coarse`: on integer coordinates.
static inline cd_shape closed_shape(int kind, int dim, bool coarse) {
    cd_vec a = coarse ? grid(dim) : vector(dim, 2), b = coarse ? grid(dim) : vector(dim, 2);
    cd_vec c = coarse ? grid(dim) : vector(dim, 2), up = {1, 0, 0};
    cd_vec half = {1, 0.5, dim == 2 || coarse ? 0 : 1};
    double r = coarse ? 1 : range(0.1, 1);
    cd_shape shape;
    switch (kind) {
    case SPHERE:
        return cd_sphere(dim, a, r);
    case CAPSULE:
        return cd_capsule(dim, a, b, r);
    case LINE:
        return cd_line(dim, a, cd_is_zero(b) ? up : b, r);
    case AABB:
    case ROUNDED_AABB:
        shape = cd_aabb(dim, cd_sub(a, (cd_vec){1, 0.5, dim == 3}), cd_add(a, half));
        break;
    case TRIANGLE:
        return cd_triangle(dim, a, b, c, 0);
    case PLANE:
        return cd_plane_through(dim, cd_is_zero(b) ? up : b, a);
    default:
        shape = dim == 2 ? cd_box2(a, half, range(-3, 3), 0)
                         : cd_box(a, half, cd_quat_from_axis((cd_vec){1, 2, 3}, range(-3, 3)), 0);
    }
    if (kind == ROUNDED_BOX || kind == ROUNDED_AABB)
        shape.radius = r;
    return shape;
}

#endif
