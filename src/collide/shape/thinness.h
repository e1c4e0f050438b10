// Shapes of no thickness: points, segments, triangles, flat boxes and hulls, meshes.
#ifndef COLLIDE_SHAPE_THINNESS_H
#define COLLIDE_SHAPE_THINNESS_H

#include "collide/collide.h"

/// Whether a valid shape, or a part of it, is so thin somewhere that rounding may miss its inside.
bool cd_shape_is_thin(const cd_shape *shape);

#endif
