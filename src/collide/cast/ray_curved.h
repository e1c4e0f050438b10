// A ray against a cylinder or cone, in closed form.
#ifndef COLLIDE_CAST_RAY_CURVED_H
#define COLLIDE_CAST_RAY_CURVED_H

#include "collide/cast/ray.h"

/// Finds the interval of touch, which may be empty; false where rounding could decide.
bool cd_ray_curved(const cd_vec *origin, const cd_vec *direction, const cd_shape *shape,
                   cd_ray_touch *touch);

#endif
