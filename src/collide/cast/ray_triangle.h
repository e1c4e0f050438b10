// A ray against a sharp triangle, in closed form. The ray passes it on that side of each edge which
// the sign of the volume says that the ray spans with the edge (in the way of Woop, Benthin and
// Wald 2013, without their projection).
#ifndef COLLIDE_CAST_RAY_TRIANGLE_H
#define COLLIDE_CAST_RAY_TRIANGLE_H

#include "collide/cast/ray_box.h"
#include "collide/math/predicates.h"
#include "collide/simd/vec4_lanes.h"

/// Whether the line along d through the origin, from which the corners of a triangle are seen,
/// passes by them at more than a distance, and by more than rounding. With p and q the ends of an
/// edge, d . (p x q) is |d| times its length, at most 2 sqrt(3) times the largest coordinate, times
/// its distance from the line; two signs tell that the line is beyond one of the edges.
static inline bool cd_line_passes_triangle(cd_vec4 d, const cd_vec4 from[3], double distance) {
    double size = cd_vec4_most(
        cd_vec4_max(cd_vec4_max(cd_vec4_abs(from[0]), cd_vec4_abs(from[1])), cd_vec4_abs(from[2])));
    double clear = size * cd_vec4_max_abs(d) * (cd_ray_rounding * size + 8 * distance);
    cd_vec4 volumes = cd_vec4_dots((cd_vec4[]){d, d, d, d},
                                   (cd_vec4[]){cd_vec4_cross_plain(from[1], from[2]),
                                               cd_vec4_cross_plain(from[2], from[0]),
                                               cd_vec4_cross_plain(from[0], from[1]), d});
    double most = cd_vec4_most(volumes), least = -cd_vec4_most(-volumes);
    return (most > clear) & (least < -clear) & (clear > 0x1p-900);
}

/// Whether the line through 0 along d meets a triangle, by the exact signs of the three volumes.
/// Two triangles with a common edge ask for one sign, those around a common vertex for one fan of
/// signs: so no line leaks between the triangles of a closed mesh, whatever the subtraction of the
/// ray's origin has rounded.
static inline bool cd_line_crosses_triangle(cd_vec d, const cd_vec from[3]) {
    const cd_vec origin = {0, 0, 0};
    int most = -1, least = 1;
    for (int i = 0; i < 3; i++) {
        int sign = cd_orient3(origin, from[(i + 1) % 3], from[(i + 2) % 3], d);
        most = sign > most ? sign : most;
        least = sign < least ? sign : least;
    }
    return most <= 0 || least >= 0;
}

/// A sharp triangle in 3D. Where rounding could decide, only an exact crossing is a hit.
static inline bool cd_ray_triangle(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape,
                                   double r, cd_ray_touch *touch) {
    const cd_vec *p = shape->as.triangle.v, o = cd_vec4_vec(origin), d = cd_vec4_vec(direction);
    cd_vec from[3], n = cd_cross(cd_sub(p[1], p[0]), cd_sub(p[2], p[0]));
    double volume[3], clear = 0;
    for (int i = 0; i < 3; i++) {
        from[i] = cd_sub(p[i], o);
        clear = cd_max(clear, cd_max_abs(from[i]));
    }
    double height = cd_dot(from[0], n), speed = cd_dot(d, n);
    double size = clear, length = cd_max_abs(n), fast = cd_max_abs(d);
    double far = cd_max(cd_max_abs(o), size);
    if (r != 0 || shape->dim != 3 || !(cd_ray_is_in_range(far, fast, 0) && size > 0x1p-120))
        return false;
    clear *= clear * fast * cd_ray_rounding;
    bool left = false, right = false, unclear = false;
    for (int i = 0; i < 3; i++) {
        volume[i] = cd_dot(d, cd_cross(from[(i + 1) % 3], from[(i + 2) % 3]));
        left |= volume[i] > clear;
        right |= volume[i] < -clear;
        unclear |= !(fabs(volume[i]) > clear);
    }
    if (left && right) {
        *touch = (cd_ray_touch){.enter = INFINITY, .exit = -INFINITY, .starts_apart = true};
        return true;
    }
    touch->starts_apart = fabs(height) > cd_ray_rounding * length * size;
    if (!touch->starts_apart || !(fabs(speed) > 0x1p-20 * length * fast) ||
        (unclear && !cd_line_crosses_triangle(d, from)))
        return false;
    double outwards = copysign(1 / cd_length(n), speed);
    touch->enter = touch->exit = height / speed;
    touch->exit_normal = cd_vec4_of(n) * outwards;
    touch->enter_normal = -touch->exit_normal;
    return true;
}

#endif
