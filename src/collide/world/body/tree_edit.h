// Insertion into a tree over bodies and removal from it: O(log n), as in an R-tree.
#ifndef COLLIDE_WORLD_BODY_TREE_EDIT_H
#define COLLIDE_WORLD_BODY_TREE_EDIT_H

#include "collide/world/body/body.h"

/// Where the trees hold a body: 4 * its item in tree 0 or 1 + the tree, or one of the others.
enum { CD_IN_LIST = 2, CD_NOWHERE = 3 };

/// By index.
static inline int *cd_places(const cd_world *w) { return w->places.memory; }
static inline int cd_place_kind(int place) { return place & 3; }

/// Fits all boxes of a tree that is not empty to its bodies, and sums up their areas. Where one
/// leaves the range of its frame the tree is stale.
void cd_tree_fit(const cd_world *world, cd_body_tree *tree);

/// Inserts a body (by index) that is in no tree into tree `which`, which is not stale; removes one
/// that is in it; or, when one has moved, fits the boxes on the way to it, or puts it elsewhere.
/// False without memory. The tree may be stale afterwards, and is without memory.
bool cd_tree_insert(cd_world *world, int which, int index);
bool cd_tree_remove(cd_world *world, int which, int index);
bool cd_tree_move(cd_world *world, int which, int index);

#endif
