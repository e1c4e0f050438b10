// The cores of two convex shapes, built once for a query that needs them several times.
#ifndef COLLIDE_NARROW_CORE_PAIR_H
#define COLLIDE_NARROW_CORE_PAIR_H

#include "collide/shape/core.h"

/// Two cores and radii, multiplied by 2^power; size: the largest coordinate or radius of the two
/// shapes, not multiplied. Not to be copied: the cores point into themselves.
typedef struct cd_core_pair {
    cd_core a, b;
    double radius_a, radius_b, size;
    int power;
    double size_b; ///< of b alone
} cd_core_pair;

void cd_core_pair_of(cd_core_pair *pair, const cd_shape *a, const cd_shape *b);

/// The same pair with another a, such as a has moved. The core of b is built again only where the
/// power changes.
void cd_core_pair_replace_a(cd_core_pair *pair, const cd_shape *a, const cd_shape *b);

#endif
