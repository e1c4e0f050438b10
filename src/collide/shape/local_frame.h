// A local origin near two shapes. Seen from there their coordinates keep the digits of their own
// sizes, however far from the origin of the world they lie. So rounding depends on the shapes, and
// on their position only through the numbers that they are given by.
#ifndef COLLIDE_SHAPE_LOCAL_FRAME_H
#define COLLIDE_SHAPE_LOCAL_FRAME_H

#include "collide/collide.h"

/// A point of one of them, bounded if any is. The same with a and b exchanged, unless both are
/// lines, and wherever they are.
cd_vec cd_first_point(const cd_shape *a, const cd_shape *b);

/// The same, but in each component 0 where subtracting it would round a number of either shape.
/// Zero for a half-space and a convex shape, whose distance is a height above the origin; beside a
/// set its level is rounded.
cd_vec cd_local_origin(const cd_shape *a, const cd_shape *b);

/// The shape as seen from `origin`; its copy where that is zero.
cd_shape cd_shape_seen_from(const cd_shape *shape, cd_vec origin);

#endif
