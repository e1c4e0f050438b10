// A quick test that the line of a ray misses a sphere or a capsule by more than any rounding error.
// cd_raycast has no early exit, as its work overlaps with that of the next query; a script, whose
// next step waits for the result, gets a miss a fifth sooner through this test.
#ifndef COLLIDE_CAST_RAY_MISS_H
#define COLLIDE_CAST_RAY_MISS_H

#include "collide/collide.h"

/// The rounding error of each squared length below is a few times 2^-53 of (r^2 + |o|^2) |d|^2 (and
/// |e|^2); what exceeds the radius by 2^-30 of that is a miss.
#define CD_RAY_MISS_MARGIN 0x1p-30

/// Squared lengths in this range have products of three that neither overflow nor underflow.
static inline bool cd_ray_miss_in_range(double square) {
    return (square > 0x1p-120) & (square < 0x1p120);
}

/// The cross product without the compensation of cd_cross: the margin is far above its rounding.
static inline cd_vec cd_ray_miss_cross(cd_vec a, cd_vec b) {
    return (cd_vec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// The distance of the center from the line is |o x d| / |d|, o from the center to the origin.
static inline bool cd_ray_misses_sphere(cd_vec origin, cd_vec d, const cd_shape *s) {
    const cd_vec o = cd_sub(origin, s->as.center);
    const double dd = cd_length2(d), oo = cd_length2(o), rr = s->radius * s->radius;
    const double margin = CD_RAY_MISS_MARGIN * (rr + oo);
    const bool misses = cd_length2(cd_ray_miss_cross(o, d)) > (rr + margin) * dd;
    return misses & cd_ray_miss_in_range(dd) & cd_ray_miss_in_range(rr) & (oo < 0x1p120);
}

/// The distance between the lines of the ray and of the axis e is |o . (d x e)| / |d x e|.
static inline bool cd_ray_misses_capsule(cd_vec origin, cd_vec d, const cd_shape *s) {
    const cd_vec o = cd_sub(origin, s->as.segment.a), e = cd_sub(s->as.segment.b, s->as.segment.a);
    const cd_vec m = cd_ray_miss_cross(d, e);
    const double dd = cd_length2(d), oo = cd_length2(o), ee = cd_length2(e), om = cd_dot(o, m);
    const double rr = s->radius * s->radius;
    const double margin = CD_RAY_MISS_MARGIN * (rr + oo) * dd * ee;
    const bool misses = om * om > rr * cd_length2(m) + margin;
    return misses & cd_ray_miss_in_range(dd) & cd_ray_miss_in_range(rr) & cd_ray_miss_in_range(ee) &
           (oo < 0x1p120);
}

/// True only if cd_raycast finds no hit; false decides nothing.
static inline bool cd_ray_misses(cd_vec origin, cd_vec direction, const cd_shape *shape) {
    return shape->kind == CD_SPHERE    ? cd_ray_misses_sphere(origin, direction, shape)
           : shape->kind == CD_CAPSULE ? cd_ray_misses_capsule(origin, direction, shape)
                                       : false;
}

#endif
