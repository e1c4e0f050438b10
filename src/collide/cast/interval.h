// The interval of times in which a moving shape touches another.
#ifndef COLLIDE_CAST_INTERVAL_H
#define COLLIDE_CAST_INTERVAL_H

#include "collide/vec.h"

/// The interval on the unbounded line of motion, and b's outward normal at both ends (zero where
/// that end is infinite).
typedef struct cd_interval {
    double enter, exit;
    cd_vec enter_normal, exit_normal;
} cd_interval;

#endif
