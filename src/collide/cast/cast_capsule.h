// Casts of a capsule or sphere at a capsule or triangle, from nearest features.
#ifndef COLLIDE_CAST_CAST_CAPSULE_H
#define COLLIDE_CAST_CAST_CAPSULE_H

#include "collide/cast/interval.h"
#include "collide/narrow/gjk/separation.h"

/// cd_touch_interval_closed for two capsules or segments, or one, or a sphere or point, and a
/// triangle, in either order; CD_UNKNOWN where all are sharp, the triangle is a needle, or rounding
/// could decide.
cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_times asked,
                           cd_interval *interval);

#endif
