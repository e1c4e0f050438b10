// The traversal of two trees of boxes at once (traversal.h).
#ifndef COLLIDE_SET_TRAVERSE_H
#define COLLIDE_SET_TRAVERSE_H

#include "collide/set/traversal.h"

void cd_traverse(cd_traversal *traversal, const cd_shape *a, const cd_shape *b);

/// By how much parts of a, moved by `shift`, and b may be nearer than the boxes that hold them: the
/// rounding of a difference of coordinates, 16 ulps of the largest, and the radii of sets.
double cd_traversal_slack(const cd_shape *a, const cd_shape *b, cd_vec shift);

#endif
