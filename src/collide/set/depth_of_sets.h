// The penetration depth of two overlapping shapes of which at least one is a set of convex parts.
#ifndef COLLIDE_SET_DEPTH_OF_SETS_H
#define COLLIDE_SET_DEPTH_OF_SETS_H

#include "collide/set/set_distance.h"

/// The shortest translation of a that separates it from all parts of b; `deepest` is the pair of
/// parts with the largest penetration depth. See depth_of_sets.c for what is exact. most: INFINITY,
/// or a depth that is little beside the parts: where it is more, perhaps -INFINITY is returned.
cd_separation cd_depth_of_sets(const cd_shape *a, const cd_shape *b, const cd_part_pair *deepest,
                               double most);

#endif
