// The traversal of one tree against a bounded convex shape, eight boxes at a time.
#ifndef COLLIDE_SET_TREE_WALK_H
#define COLLIDE_SET_TREE_WALK_H

#include "collide/set/traversal.h"

/// Visits the pairs of parts of a traversal in which one side is a bounded convex shape, its
/// root_part, and the other a part in the tree of a set (of_b: that of b).
void cd_walk_tree(cd_traversal *traversal, bool of_b);

#endif
