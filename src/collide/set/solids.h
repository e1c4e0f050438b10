// The queries of two shapes of which at least one has an inside that no part of it is: a solid, or
// a compound that holds one (cd_has_inside). Its triangles answer as those of a mesh; these add
// what lies within them.
#ifndef COLLIDE_SET_SOLIDS_H
#define COLLIDE_SET_SOLIDS_H

#include "collide/collide.h"

bool cd_solid_overlap(const cd_shape *a, const cd_shape *b);

/// cd_separate where its distance is <= limit; else any distance greater than limit.
cd_separation cd_solid_separate(const cd_shape *a, const cd_shape *b, double limit);

/// cd_shapecast for 0 <= t <= tmax, which may be infinite.
bool cd_solid_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                   double tmax, cd_hit *hit);

/// cd_raycast and cd_occluded.
bool cd_solid_raycast(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax,
                      cd_hit *hit);
bool cd_solid_occludes(cd_vec origin, cd_vec direction, const cd_shape *set, double tmax);

#endif
