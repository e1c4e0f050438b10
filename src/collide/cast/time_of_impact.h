// The interval of times in which a moving core touches another: its begin is the time of impact.
#ifndef COLLIDE_CAST_TIME_OF_IMPACT_H
#define COLLIDE_CAST_TIME_OF_IMPACT_H

#include "collide/cast/interval.h"
#include "collide/explain.h"

/// The times t, on the whole line, at which a moved by t * motion touches b, where a closed form
/// exists and otherwise by cd_touch_interval_generic; false where there are none. a, b: convex;
/// motion: not zero, not scaled. Normals are b's.
bool cd_touch_interval(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_interval *interval);

/// Whether cd_touch_interval has a closed form for these two.
bool cd_has_closed_cast(const cd_shape *a, cd_vec motion, const cd_shape *b);

/// cd_touch_interval without closed forms: from the separating axes of sharp polytopes, else by
/// Newton's method.
bool cd_touch_interval_generic(const cd_shape *a, cd_vec motion, const cd_shape *b,
                               cd_interval *interval);

/// The same, recording the steps of Newton's method, if it takes any: forwards for enter, then
/// backwards for exit. trace: may be NULL.
bool cd_touch_interval_traced(const cd_shape *a, cd_vec motion, const cd_shape *b,
                              cd_interval *interval, cd_trace *trace);

#endif
