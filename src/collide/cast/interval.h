// The interval of times in which a moving shape touches another.
#ifndef COLLIDE_CAST_INTERVAL_H
#define COLLIDE_CAST_INTERVAL_H

#include "collide/vec.h"

/// A gap of this part of the coordinates is certainly one.
static const double CD_CLEAR_GAP = 0x1p-44;

/// The interval on the unbounded line of motion, and b's outward normal at both ends (zero where
/// that end is infinite).
///   starts_apart the shapes are certainly apart at t = 0; also where they never touch
///   has_points   both ends are finite, and the touched points of b (as it stands at t = 0) are
///                known, too; else they are undefined
///   is_alone     certainly enter_normal is the one outward normal at enter; the motion then leads
///                along it, at a clear angle
typedef struct cd_interval {
    double enter, exit;
    cd_vec enter_normal, exit_normal;
    bool starts_apart, has_points, is_alone;
    cd_vec enter_point, exit_point;
} cd_interval;

/// At t = 0, before or after the interval, the shapes are apart by at least the way along the
/// normal until they touch, or since then.
static inline double cd_gap_at_start(const cd_interval *i, cd_vec motion) {
    return cd_max(-i->enter * cd_dot(i->enter_normal, motion),
                  -i->exit * cd_dot(i->exit_normal, motion));
}

#endif
