// Whether points and shapes lie inside of solids.
#ifndef COLLIDE_SET_INSIDE_H
#define COLLIDE_SET_INSIDE_H

#include "collide/collide.h"

/// Where a point is: 1 inside of a solid, or of one that a compound holds, 0 on the surface of one,
/// -1 outside of all. Exactly so for the triangles where they lie, whose vertices are rounded if
/// they were moved.
int cd_inside(const cd_shape *shape, cd_vec point);

/// Whether shapes whose surfaces do not meet overlap: a part of one lies inside of the other, even
/// though it touches no triangle of it. Of parts that meet a surface it says nothing of use.
bool cd_is_nested(const cd_shape *a, const cd_shape *b);

#endif
