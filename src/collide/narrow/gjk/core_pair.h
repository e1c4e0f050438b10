// The cores of two convex shapes, built once for a query that needs them several times.
#ifndef COLLIDE_NARROW_GJK_CORE_PAIR_H
#define COLLIDE_NARROW_GJK_CORE_PAIR_H

#include "collide/shape/core.h"

/// Two cores as seen from `origin` (local_frame.h) and radii; size: the largest coordinate or
/// radius of the two shapes as seen from there. Not to be copied: the cores point into themselves.
typedef struct cd_core_pair {
    cd_core a, b;
    cd_vec origin;
    double radius_a, radius_b, size;
    double size_b; ///< of b alone
} cd_core_pair;

void cd_core_pair_of(cd_core_pair *pair, const cd_shape *a, const cd_shape *b);

/// The same pair, seen from the same origin, with another a, such as a has moved.
void cd_core_pair_replace_a(cd_core_pair *pair, const cd_shape *a, const cd_shape *b);

/// A point of either core as a point of the world.
static inline cd_vec cd_core_pair_point(const cd_core_pair *pair, cd_vec p) {
    return cd_add(p, pair->origin);
}

#endif
