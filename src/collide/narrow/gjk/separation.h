// What every method of the narrow phase shares: its verdict, and two operations on separations.
#ifndef COLLIDE_NARROW_GJK_SEPARATION_H
#define COLLIDE_NARROW_GJK_SEPARATION_H

#include "collide/collide.h"
#include "collide/simd/vec4.h"

#include <float.h>

/// What a closed form or a bound decides about two shapes: that they miss or meet each other, or
/// nothing, where there is no such form or rounding could change the result.
typedef enum { CD_UNKNOWN, CD_MISSES, CD_MEETS } cd_verdict;

// The closed forms write the normal, then point_a, then point_b, the first two in four lanes each.
CD_VEC4_WRITABLE(cd_separation, normal, point_a);
CD_VEC4_WRITABLE(cd_separation, point_a, point_b);

/// The same separation with the roles of a and b exchanged.
static inline cd_separation cd_swapped(cd_separation s) {
    return (cd_separation){s.distance, cd_negate(s.normal), s.point_b, s.point_a};
}

/// Turns the separation of two cores into that of the rounded shapes.
static inline void cd_inflate(cd_separation *s, double radius_a, double radius_b) {
    s->distance += 0 - (radius_a + radius_b);         // no -0
    s->normal = cd_add(s->normal, (cd_vec){0, 0, 0}); // no -0
    s->point_a = cd_add_scaled(s->point_a, -radius_a, s->normal);
    s->point_b = cd_add_scaled(s->point_b, radius_b, s->normal);
}

#endif
