// What the builders of sets (set.c) know of a shape's extent, for those who bound rounding by it.
#ifndef COLLIDE_SHAPE_SET_H
#define COLLIDE_SHAPE_SET_H

#include "collide/collide.h"

/// The largest absolute coordinate or radius in a bounded part of a shape, convex or a set, offset
/// included; at most DBL_MAX.
double cd_set_reach(const cd_shape *shape);

#endif
