// The last step of GJK, from the vertices as they are given (nearest_point.c).
#ifndef COLLIDE_NARROW_GJK_NEAREST_POINT_H
#define COLLIDE_NARROW_GJK_NEAREST_POINT_H

#include "collide/narrow/gjk/gjk.h"

/// Whether doubles are enough for that: no vertex is nearly as near as the nearest feature, unless
/// it is far from that, and the cores are not near.
bool cd_is_clear(const cd_core *a, const cd_core *b, const cd_gap *gap);

/// Finds the gap of two cores that are apart, neither of them curved, a moved by `shift`, from the
/// simplex gap->nearest in which GJK ended: the nearest feature, and from it distance, normal and
/// points, each rounded once. `size` is that of the coordinates so far.
void cd_nearest_point(const cd_core *a, const cd_core *b, cd_vec shift, cd_gap *gap);

#endif
