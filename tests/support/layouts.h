// Layouts of bodies on which broad phases break: one size and three decades of sizes, clusters, all
// in one line or one place, far from the origin, extreme scales, points.
#ifndef TESTS_LAYOUTS_H
#define TESTS_LAYOUTS_H

#include "collide/world.h"
#include "random.h"

#include <math.h>

typedef enum {
    UNIFORM,
    DECADES,
    CLUSTERS,
    LINE,
    DIAGONAL,
    LATTICE,
    ONE_PLACE,
    FAR_AWAY,
    HUGE_SCALE,
    TINY_SCALE,
    POINTS,
    LAYOUTS
} layout;

static const cd_vec diagonal = {1, 1, 1};

/// The position of body i of `count`, and a size at which about one other body overlaps it.
static inline cd_vec place(layout l, int dim, int i, int count, double *size) {
    double span = dim == 3 ? 1.3 * cbrt(count) : 1.3 * sqrt(count);
    cd_vec p = vector(dim, span), along = dim == 3 ? diagonal : (cd_vec){1, 1, 0};
    *size = 0.6;
    switch (l) {
    case DECADES:
        *size = 0.9 * pow(10, -3 * unit());
        return p;
    case CLUSTERS:
        return cd_add(cd_scale(p, 0.3), cd_scale((cd_vec){17, -5, dim == 3}, 1e4 * (i % 5)));
    case LINE:
        return (cd_vec){range(-count, count), 0.1, 0};
    case DIAGONAL:
        return cd_scale(along, range(-count, count) / 2);
    case LATTICE: // many touch exactly
        *size = 2;
        return (cd_vec){4 * round(p.x / 4), 4 * round(p.y / 4), 4 * round(p.z / 4)};
    case ONE_PLACE:
        return cd_scale(along, 7);
    case FAR_AWAY:
        return cd_add(p, cd_scale(along, 1e15));
    case HUGE_SCALE:
        *size = 6e9;
        return cd_scale(p, 1e10);
    case TINY_SCALE:
        *size = 0.6e-15;
        return cd_scale(p, 1e-15);
    case POINTS:
        *size = 0;
        return (cd_vec){round(p.x), round(p.y), round(p.z)};
    default:
        return p;
    }
}

static inline cd_shape some_shape(int dim, cd_vec p, double size, bool mixed) {
    cd_vec half = {size, 0.5 * size, dim == 3 ? 0.7 * size : 0};
    switch (mixed ? (int)(5 * unit()) : 0) {
    case 1:
        return cd_capsule(dim, p, cd_add(p, half), 0.5 * size);
    case 2:
        return cd_aabb(dim, cd_sub(p, half), cd_add(p, half));
    case 3:
        return dim == 2 ? cd_box2(p, half, range(-3, 3), 0)
                        : cd_box(p, half, cd_quat_from_axis(diagonal, range(-3, 3)), 0.2 * size);
    case 4:
        return cd_triangle(dim, p, cd_add(p, cd_perp(half)), cd_sub(p, half), 0);
    default:
        return cd_sphere(dim, p, size);
    }
}

static inline cd_body some_body(layout l, int dim, int i, int count, bool mixed) {
    double size;
    cd_vec p = place(l, dim, i, count, &size);
    cd_shape shape = some_shape(dim, p, size, mixed);
    if (mixed && i % 41 == 7)
        shape = cd_plane_through(dim, (cd_vec){1, range(1, 2), 0}, p);
    if (mixed && i % 41 == 9)
        shape = cd_line(dim, p, (cd_vec){1, range(-2, 2), 0}, size);
    cd_body body = cd_body_of(&shape);
    if (mixed && i % 3 == 0)
        body.group = 1u << i % 4;
    if (mixed && i % 5 == 0)
        body.mask = 1u + (unsigned)i % 7;
    return body;
}

#endif
