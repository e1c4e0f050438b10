// The convex hull of points in the plane z = 0, by their order.
#ifndef COLLIDE_MATH_MONOTONE_CHAIN_H
#define COLLIDE_MATH_MONOTONE_CHAIN_H

#include "collide/vec.h"

/// The lexical order of points.
static inline bool cd_before(cd_vec a, cd_vec b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// Andrew's monotone chain: the numbers of the extreme points, counter-clockwise, without repeats,
/// in `out`, with room for 2 * count; returns how many. `order`: scratch for `count`.
int cd_monotone_chain(const cd_vec *points, int count, int *order, int *out);

#endif
