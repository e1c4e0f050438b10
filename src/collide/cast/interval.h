// The interval of times in which a moving shape touches another.
#ifndef COLLIDE_CAST_INTERVAL_H
#define COLLIDE_CAST_INTERVAL_H

#include "collide/vec.h"

/// The interval on the unbounded line of motion, and b's outward normal at both ends (zero where
/// that end is infinite).
///   is_certain   rounding can't change whether there is an interval
///   has_points   both ends are finite, and the touched points of b (as it stands at t = 0) are
///                known, too; else they are undefined
///   is_alone     certainly enter_normal is the one outward normal at enter; the motion then leads
///                along it, at a clear angle
typedef struct cd_interval {
    double enter, exit;
    cd_vec enter_normal, exit_normal;
    bool is_certain, has_points, is_alone;
    cd_vec enter_point, exit_point;
} cd_interval;

#endif
