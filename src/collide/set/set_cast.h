// Casts of two shapes of which at least one is a set of convex parts.
#ifndef COLLIDE_SET_SET_CAST_H
#define COLLIDE_SET_SET_CAST_H

#include "collide/collide.h"

/// cd_shapecast for 0 <= t <= tmax, which may be infinite.
bool cd_set_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b, double tmax,
                 cd_hit *hit);

/// The same, of which only t, inside, normal, point and approach are valid.
bool cd_set_cast_entry(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                       double tmax, cd_hit *hit);

/// cd_raycast at a set.
bool cd_set_raycast(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax, cd_hit *hit);

/// cd_occluded by a set: the verdict of cd_set_raycast.
bool cd_set_occludes(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax);

#endif
