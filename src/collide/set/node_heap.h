// The nodes of a best first search (depth_of_sets.c), the nearest on top.
#ifndef COLLIDE_SET_NODE_HEAP_H
#define COLLIDE_SET_NODE_HEAP_H

#include "collide/set/constraints.h"

enum { CD_NODES_MAX = 256 };

/// By square: a parent is no larger than its children.
typedef struct cd_node_heap {
    int count;
    cd_constrained_point nodes[CD_NODES_MAX];
} cd_node_heap;

/// False where the heap was full: it has dropped its last leaf for the new node, or that.
bool cd_node_heap_push(cd_node_heap *heap, const cd_constrained_point *node);
cd_constrained_point cd_node_heap_pop(cd_node_heap *heap);

#endif
