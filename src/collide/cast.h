// The interval of times in which a moving core touches another, closed forms first.
#ifndef COLLIDE_CAST_H
#define COLLIDE_CAST_H

#include "collide/separate.h"

/// When two shapes touch on the unbounded line of motion, and b's outward normal at both ends (zero
/// where that end is infinite).
typedef struct cd_interval {
    double enter, exit;
    cd_vec enter_normal, exit_normal;
} cd_interval;

/// The closed form for a ray against this shape; returns false where there is none. `meets` tells
/// whether the line of the ray touches the shape at all.
bool cd_ray_interval(cd_vec origin, cd_vec direction, const cd_shape *shape, bool *meets,
                     cd_interval *interval);

/// The generic path: a's motion relative to b. `start` is the separation at t = 0. Returns whether
/// they ever touch.
bool cd_cast_interval(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_interval *interval);

#endif
