// The interval of times in which a moving shape touches another.
#ifndef COLLIDE_CAST_INTERVAL_H
#define COLLIDE_CAST_INTERVAL_H

#include "collide/vec.h"

/// The interval on the unbounded line of motion, and b's outward normal at both ends (zero where
/// that end is infinite).
///   least_gap    at t = 0 the shapes are apart by at least this, also where they never touch; 0 or
///                less: nothing is known
///   has_points   both ends are finite, and the touched points of b (as it stands at t = 0) are
///                known, too; else they are undefined
///   is_alone     certainly enter_normal is the one outward normal at enter; the motion then leads
///                along it, at a clear angle
typedef struct cd_interval {
    double enter, exit;
    cd_vec enter_normal, exit_normal;
    double least_gap;
    bool has_points, is_alone;
    cd_vec enter_point, exit_point;
} cd_interval;

#endif
