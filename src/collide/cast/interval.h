// The interval of times in which a moving shape touches another.
#ifndef COLLIDE_CAST_INTERVAL_H
#define COLLIDE_CAST_INTERVAL_H

#include "collide/vec.h"

#include <math.h>

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

/// The times for which a cast asks, from `first` <= 0 to `last` >= 0. A touch that begins later or
/// ends earlier may count as none where the shapes certainly start apart.
typedef struct cd_times {
    double first, last;
} cd_times;

/// The whole line of motion.
static const cd_times CD_ALWAYS = {-INFINITY, INFINITY};

/// Whether the normal at the begin of an interval of rounded shapes is alone: facets that pass
/// within rounding (least_approach.h) are turned from it by less than the motion leads along it.
/// far: the largest coordinate; radius: of both.
static inline bool cd_has_clear_normal(const cd_interval *i, cd_vec motion, double radius,
                                       double far) {
    double speed = -cd_dot(motion, i->enter_normal), way = fabs(i->enter) * cd_max_abs(motion);
    return speed > 0 && speed * speed > 0x1p-18 * cd_length2(motion) &&
           radius > 0x1p-24 * (far + way);
}

/// At t = 0, before or after a time at which rounded shapes touch with this normal, they are apart
/// by at least the way along the normal until then, or since then. Whether that is certainly a gap:
/// beside an edge the normal is known only to the root of the rounding over the radius, that is of
/// 2^-46 of the coordinates.
static inline bool cd_is_clear_way(double time, cd_vec normal, cd_vec motion, double radius,
                                   double far) {
    double speed = cd_dot(normal, motion), extent = far + fabs(time) * cd_max_abs(motion);
    return -time * speed > CD_CLEAR_GAP * far &&
           speed * speed * radius > 0x1p-46 * cd_length2(motion) * extent;
}

/// Brings an interval of a cast of b at a (`swapped`), with points seen from `origin`, into the
/// order that was asked for.
static inline void cd_interval_finish(cd_interval *i, cd_vec origin, bool swapped) {
    i->enter_point = cd_add(origin, i->enter_point);
    i->exit_point = cd_add(origin, i->exit_point);
    i->enter_normal = swapped ? cd_negate(i->enter_normal) : i->enter_normal;
    i->exit_normal = swapped ? cd_negate(i->exit_normal) : i->exit_normal;
}

#endif
