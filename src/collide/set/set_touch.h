// When the convex parts of two moving shapes touch, of which at least one is a set.
#ifndef COLLIDE_SET_SET_TOUCH_H
#define COLLIDE_SET_SET_TOUCH_H

#include "collide/set/traverse.h"

/// Whether a hit of two convex parts counts, but for what touches beside them.
typedef bool cd_hit_filter(const void *context, const cd_hit *hit);

/// The first hit for 0 <= t <= tmax that the filter accepts and that is one of the sets as a whole:
/// not of parts that the motion only grazes if it is seen with all that touch then
/// (touch_union.h), of which the hit has its normal. The motion goes on where it is not turned
/// away, to later parts that may do so. Only t, point, normal, approach, enter and inside are those
/// of the sets; exit is that of two parts. No filter (NULL): the first touch, with the normal of
/// two parts. Of parts that are touched at the same time it is one into which the motion leads,
/// with the latest exit.
bool cd_set_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                      double tmax, cd_hit_filter *accepts, const void *context, cd_hit *hit);

/// The same without a filter. gap: how far from touching the two parts are at that time; 0 where it
/// is but rounding. alone: whether certainly no others touch then.
bool cd_set_first_touching_pair(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                cd_vec motion_b, double tmax, cd_hit *hit, double *gap,
                                bool *alone);

/// The first time t >= 0 at which a, moving by t * motion, touches b; INFINITY where it never does.
double cd_set_first_touch(const cd_shape *a, cd_vec motion, const cd_shape *b);

/// Extends the touch of two parts that ends at hit->exit through all parts that adjoin it to
/// rounding: moves hit->exit and what belongs to it to where the touch of the sets ends.
void cd_set_extend_exit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                        cd_hit *hit);

/// The time <= 0 at which a touch of the sets that holds t = 0 began.
double cd_set_touch_begin(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b);

/// The times at which a touch of a and b that holds t = 0 begins and ends, a moving by t * motion.
void cd_set_touch(const cd_shape *a, cd_vec motion, const cd_shape *b, double *enter, double *exit);

#endif
