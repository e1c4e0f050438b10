// Whether anything of a set is in the way of a ray.
#ifndef COLLIDE_SET_SET_OCCLUSION_H
#define COLLIDE_SET_SET_OCCLUSION_H

#include "collide/collide.h"

/// cd_occluded by a set: the verdict of cd_set_raycast.
bool cd_set_occludes(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax);

#endif
