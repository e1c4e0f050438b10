// Where to split the leaves of a bounding volume hierarchy in two. The depth of a tree built by
// such splits is bounded by construction (see bvh.c), so a traversal needs only a stack of fixed
// size.
#ifndef COLLIDE_SHAPE_BVH_H
#define COLLIDE_SHAPE_BVH_H

#include "collide/collide.h"

/// A part and its finite box.
typedef struct cd_bvh_leaf {
    cd_bounds box;
    int part;
} cd_bvh_leaf;

/// No leaf lies deeper below the root.
enum { CD_BVH_DEPTH = 48 };

/// Splits count >= 2 leaves at a depth below the root: those of the left side come first. Returns
/// how many they are.
int cd_bvh_split(cd_bvh_leaf *leaves, int count, int depth);

/// The box around count >= 1 leaves.
cd_bounds cd_bvh_bounds(const cd_bvh_leaf *leaves, int count);

#endif
