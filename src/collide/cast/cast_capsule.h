// A capsule cast at a capsule, in closed form.
#ifndef COLLIDE_CAST_CAST_CAPSULE_H
#define COLLIDE_CAST_CAST_CAPSULE_H

#include "collide/cast/interval.h"
#include "collide/narrow/separation.h"

/// cd_touch_interval for two capsules or segments that are rounded; CD_UNKNOWN where both are sharp
/// or rounding could decide.
cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b,
                           cd_interval *interval);

#endif
