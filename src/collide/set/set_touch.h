// When the convex parts of two moving shapes touch, of which at least one is a set.
#ifndef COLLIDE_SET_SET_TOUCH_H
#define COLLIDE_SET_SET_TOUCH_H

#include "collide/set/traverse.h"

/// Whether a hit of two convex parts counts, but for what touches beside them.
typedef bool cd_hit_filter(const void *context, const cd_hit *hit);

/// The first hit for 0 <= t <= tmax that the filter accepts and that turns the motion away from the
/// sets as a whole: the motion goes on past parts that it only grazes, seen with all that touch
/// then (touch_union.h), to later ones. The normal, with its point and approach, is that of all
/// that touch; exit is not valid. near: what is no farther counts as touched, too, beside what
/// rounding makes so.
bool cd_set_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                      double tmax, double near, cd_hit_filter *accepts, const void *context,
                      cd_hit *hit);

/// The first hit of two parts that the filter accepts, whatever touches beside them; b stands
/// still.
bool cd_set_first_hit_of_parts(const cd_shape *a, cd_vec motion, const cd_shape *b, double tmax,
                               cd_hit_filter *accepts, const void *context, cd_hit *hit);

/// What is known of the first touch of two convex parts besides its hit.
///   part   their names, of a and b
///   gap    how far from touching the two are at that time; 0 within rounding
///   alone  whether certainly no others touch then
typedef struct cd_touching_pair {
    cd_part part[2];
    double gap;
    bool alone;
} cd_touching_pair;

/// The first touch of two convex parts for 0 <= t <= tmax; of those that are touched at the same
/// time it is one into which the motion leads, with the latest exit. asks_end: extends the
/// exit as cd_set_extend_exit does; else it is that of the two.
bool cd_set_first_touching_pair(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                cd_vec motion_b, double tmax, bool asks_end, cd_hit *hit,
                                cd_touching_pair *pair);

/// Calls `visit` once for each convex part of b that a, moving by t * motion, may touch for
/// 0 <= t <= tmax, and for some others, until it returns false.
typedef bool cd_part_visitor(void *context, const cd_shape *part, cd_part name);
void cd_set_each_touched_part(const cd_shape *a, cd_vec motion, const cd_shape *b, double tmax,
                              cd_part_visitor *visit, void *context);

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
