// What sets of convex parts span.
#ifndef COLLIDE_SHAPE_SET_H
#define COLLIDE_SHAPE_SET_H

#include "collide/collide.h"

cd_vec cd_set_support(const cd_shape *set, cd_vec direction);
cd_bounds cd_set_bounds(const cd_shape *set);
cd_vec cd_set_middle(const cd_shape *set);

/// What cd_shape_error says of a set; NULL: nothing.
const char *cd_set_error(const cd_shape *set);

/// The largest coordinate or radius in a bounded part of a shape, offset included.
double cd_set_reach(const cd_shape *shape);

#endif
