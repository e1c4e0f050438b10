// The cast of a box that is not rotated at another one, in closed form.
#ifndef COLLIDE_CAST_CAST_ALIGNED_BOXES_H
#define COLLIDE_CAST_CAST_ALIGNED_BOXES_H

#include "collide/cast/interval.h"
#include "collide/narrow/gjk/separation.h"

/// cd_touch_interval_closed for two sharp boxes that are not rotated; CD_UNKNOWN where one is
/// rounded, or the line of motion passes an edge of their difference to rounding.
cd_verdict cd_cast_aligned_boxes(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                 cd_interval *interval);

#endif
