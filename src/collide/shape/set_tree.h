// The boxes of a set's parts and of the nodes of its tree, where the set was built.
#ifndef COLLIDE_SHAPE_SET_TREE_H
#define COLLIDE_SHAPE_SET_TREE_H

#include "collide/collide.h"
#include "collide/shape/wide_bvh.h"

/// The smallest box around a bounded part.
cd_bounds cd_set_part_box(const cd_set *set, int part);

/// The box around a node of the tree.
cd_bounds cd_set_node_box(const cd_set *set, int node);

/// The frame of the tree.
static inline cd_wide_frame cd_set_frame(const cd_set *set) {
    return (cd_wide_frame){set->scale > 0 ? set->box.min : (cd_vec){0, 0, 0}, set->scale};
}

#endif
