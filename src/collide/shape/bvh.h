// A bounding volume hierarchy: a binary tree of axis-aligned boxes in one array, one part in each
// leaf. Its depth is bounded by construction (see bvh.c), so a traversal needs only a stack of
// fixed size.
#ifndef COLLIDE_SHAPE_BVH_H
#define COLLIDE_SHAPE_BVH_H

#include "collide/collide.h"

/// The left child of a node follows it.
typedef struct cd_bvh_node {
    cd_bounds box;
    int right; ///< 0: a leaf
    int part;  ///< of a leaf
} cd_bvh_node;

/// A part and its finite box.
typedef struct cd_bvh_leaf {
    cd_bounds box;
    int part;
} cd_bvh_leaf;

/// No leaf lies deeper below the root.
enum { CD_BVH_DEPTH = 48 };

/// Writes the tree over count >= 1 leaves, 2 * count - 1 nodes, and puts the leaves in its order.
void cd_bvh_build(cd_bvh_leaf *leaves, int count, cd_bvh_node *nodes);

#endif
