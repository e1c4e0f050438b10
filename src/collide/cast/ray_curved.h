// A ray against a cylinder or cone, in closed form.
#ifndef COLLIDE_CAST_RAY_CURVED_H
#define COLLIDE_CAST_RAY_CURVED_H

#include "collide/cast/ray.h"

/// cd_ray_cast against a cylinder or cone; CD_UNKNOWN for a thick ray.
cd_verdict cd_ray_curved(cd_ray *ray, cd_interval *interval);

#endif
