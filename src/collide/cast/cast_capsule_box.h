// The cast of a capsule at a box, in closed form.
#ifndef COLLIDE_CAST_CAST_CAPSULE_BOX_H
#define COLLIDE_CAST_CAST_CAPSULE_BOX_H

#include "collide/cast/interval.h"
#include "collide/narrow/gjk/separation.h"

/// cd_touch_interval_closed for a capsule or segment and a box, in either order, one of which at
/// least is rounded; CD_UNKNOWN where both are sharp or rounding could decide.
cd_verdict cd_cast_capsule_box(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_times asked,
                               cd_interval *interval);

#endif
