// A ray against a sharp triangle, in closed form. The ray passes it on that side of each edge which
// the sign of the volume says that the ray spans with the edge (in the way of Woop, Benthin and
// Wald 2013, without their projection).
#ifndef COLLIDE_CAST_RAY_TRIANGLE_H
#define COLLIDE_CAST_RAY_TRIANGLE_H

#include "collide/cast/ray_box.h"
#include "collide/math/predicates.h"
#include "collide/simd/vec_lanes.h"

/// Whether the line along d through the origin, from which the corners of a triangle are seen,
/// passes by them at more than a distance, and by more than rounding. With p and q the ends of an
/// edge, d . (p x q) is |d| times its length, at most 2 sqrt(3) times the largest coordinate, times
/// its distance from the line; two signs tell that the line is beyond one of the edges.
static inline bool cd_line_passes_triangle(cd_vec4 d, const cd_vec4 from[3], double distance) {
    double size = cd_vec4_most(
        cd_vec4_max(cd_vec4_max(cd_vec4_abs(from[0]), cd_vec4_abs(from[1])), cd_vec4_abs(from[2])));
    double clear = size * cd_vec4_max_abs(d) * (CD_CLOSED_FORM_DOUBT * size + 8 * distance);
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
/// Without it: tests/collide/set/watertight_test.c "No ray leaks between the triangles of a closed
/// mesh"
static __attribute__((noinline)) bool cd_line_crosses_triangle(cd_vec d, const cd_vec from[3]) {
    const cd_vec origin = {0, 0, 0};
    int most = -1, least = 1;
    for (int i = 0; i < 3; i++) {
        int sign = cd_orient3(origin, from[(i + 1) % 3], from[(i + 2) % 3], d);
        most = sign > most ? sign : most;
        least = sign < least ? sign : least;
    }
    return most <= 0 || least >= 0;
}

CD_VEC4_READABLE(cd_shape, as.triangle.v[2]);

/// The cross products of the corners i + 1 and i + 2 of a triangle, as seen from the origin of the
/// ray, in lane i; in lane 3 that of its edges from corner 0, which is normal to it.
static inline cd_vec_lanes cd_triangle_crosses(const cd_vec4 p[3], const cd_vec4 from[3]) {
    cd_vec4 e = p[1] - p[0], f = p[2] - p[0];
    cd_vec4 xy = CD_VEC4_PICK(from[0], from[1], 0, 4, 1, 5),
            z = CD_VEC4_PICK(from[0], from[1], 2, 6, 2, 6);
    cd_vec4 xy_e = CD_VEC4_PICK(from[2], e, 0, 4, 1, 5), z_e = CD_VEC4_PICK(from[2], e, 2, 6, 2, 6);
    cd_vec_lanes c = {CD_VEC4_PICK(xy, xy_e, 0, 1, 4, 5), CD_VEC4_PICK(xy, xy_e, 2, 3, 6, 7),
                      CD_VEC4_PICK(z, z_e, 0, 1, 4, 5)};
    cd_vec_lanes a = {CD_VEC4_PICK(c.x, c.x, 1, 2, 0, 3), CD_VEC4_PICK(c.y, c.y, 1, 2, 0, 3),
                      CD_VEC4_PICK(c.z, c.z, 1, 2, 0, 3)};
    cd_vec_lanes b = {CD_VEC4_PICK(c.x, f, 2, 0, 1, 4), CD_VEC4_PICK(c.y, f, 2, 0, 1, 5),
                      CD_VEC4_PICK(c.z, f, 2, 0, 1, 6)};
    return cd_vec_lanes_cross(a, b);
}

/// A sharp triangle in 3D. Where rounding could decide, only an exact crossing is a hit. Triangles
/// whose corners rounding moves together, seen from the origin, are left to the generic path.
static inline bool cd_ray_triangle(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape,
                                   double r, cd_ray_touch *touch) {
    const cd_vec *v = shape->as.triangle.v;
    const cd_vec4 p[3] = {cd_vec4_read(&v[0]), cd_vec4_read(&v[1]), cd_vec4_read(&v[2])};
    const cd_vec4 from[3] = {p[0] - origin, p[1] - origin, p[2] - origin};
    cd_halves sizes = cd_halves_max(cd_vec4_abs(from[1]), cd_vec4_halves(cd_vec4_abs(from[0])));
    double size = cd_halves_greatest(cd_halves_max(cd_vec4_abs(from[2]), sizes));
    double fast = cd_vec4_max_abs(direction);
    if (r != 0 || shape->dim != 3 || !(fast >= CD_SMALLEST && size > 0x1p-120))
        return false;
    const cd_vec_lanes crosses = cd_triangle_crosses(p, from);
    const cd_vec4 volumes = cd_vec_lanes_dot(cd_vec_lanes_all(cd_vec4_vec(direction)), crosses);
    double clear = size * (size * fast * CD_CLOSED_FORM_DOUBT), speed = volumes[3];
    unsigned left = 7 & cd_vec4_bits(volumes > clear), right = 7 & cd_vec4_bits(volumes < -clear);
    if (left && right) {
        *touch = (cd_ray_touch){.enter = INFINITY, .exit = -INFINITY, .starts_apart = true};
        return true;
    }
    cd_vec n = cd_vec_lanes_get(&crosses, 3);
    double height = cd_dot(cd_vec4_vec(from[0]), n), length = cd_max_abs(n);
    touch->starts_apart = fabs(height) > CD_CLOSED_FORM_DOUBT * length * size;
    if (!touch->starts_apart || !(fabs(speed) > 0x1p-20 * length * fast))
        return false;
    if ((left | right) != 7) {
        const cd_vec corners[3] = {cd_vec4_vec(from[0]), cd_vec4_vec(from[1]),
                                   cd_vec4_vec(from[2])};
        if (!cd_line_crosses_triangle(cd_vec4_vec(direction), corners))
            return false;
    }
    double outwards = copysign(1 / cd_length(n), speed);
    touch->enter = touch->exit = height / speed;
    touch->exit_normal = cd_vec4_of(n) * outwards;
    touch->enter_normal = -touch->exit_normal;
    return true;
}

#endif
