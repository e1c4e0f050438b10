// The convex hull of points in the plane z = 0.
#ifndef COLLIDE_MATH_MONOTONE_CHAIN_H
#define COLLIDE_MATH_MONOTONE_CHAIN_H

#include "collide/vec.h"

/// Whether a comes before b in lexicographic order.
static inline bool cd_before(cd_vec a, cd_vec b) {
    return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
}

/// One of some points.
typedef struct cd_numbered_point {
    cd_vec point;
    int number;
} cd_numbered_point;

/// Sorts points in lexicographic order, equal ones by their numbers.
void cd_sort_points(cd_numbered_point *list, int count);

/// Writes the indices of the extreme points, counter-clockwise and without duplicates, to `out`,
/// which has room for 2 * count; returns their number. Two of the points are different at least.
/// `sorted`: scratch for `count` points.
int cd_monotone_chain(const cd_vec *points, int count, cd_numbered_point *sorted, int *out);

#endif
