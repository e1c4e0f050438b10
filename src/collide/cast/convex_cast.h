// Casts of convex shapes, with all of a hit: what cd_raycast and cd_shapecast give for them.
#ifndef COLLIDE_CAST_CONVEX_CAST_H
#define COLLIDE_CAST_CONVEX_CAST_H

#include "collide/collide.h"

/// cd_shapecast of convex shapes, for 0 <= t <= tmax, which may be infinite.
bool cd_convex_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                    double tmax, cd_hit *hit);

/// The same, of which only t, enter, exit, inside and exit_normal are valid unless it is complete.
bool cd_convex_cast_times(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          double tmax, cd_hit *hit, bool *complete);

/// The same without the end of the touch, which is not looked for where the shapes overlap at
/// t = 0. near: whether they may do so. start: their distance then, or INFINITY where they
/// certainly start apart.
bool cd_convex_cast_begin(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          double tmax, bool near, cd_hit *hit, double *start);

/// cd_convex_cast for a b that stands still, with the normal of the facet through which the motion
/// enters, not the one of least approach of those that meet there, the approach along it and the
/// touched point; exit_point is not valid.
bool cd_convex_cast_entry(const cd_shape *a, cd_vec motion, const cd_shape *b, double tmax,
                          cd_hit *hit);

/// cd_raycast at a convex shape, for rays that a closed form leaves open.
bool cd_convex_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                       cd_hit *hit);

#endif
