// The interval of times in which a moving core touches another: its begin is the time of impact.
#ifndef COLLIDE_CAST_TIME_OF_IMPACT_H
#define COLLIDE_CAST_TIME_OF_IMPACT_H

#include "collide/cast/interval.h"
#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/gjk/separation.h"

/// The times t, on the whole line, at which a moved by t * motion touches b, in closed form where
/// there is one (cd_touch_interval_closed, rounded_cast.h), otherwise by
/// cd_touch_interval_of_cores; false where there are none. a, b: convex; motion: not zero, not
/// scaled. Normals are b's.
bool cd_touch_interval(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_interval *interval);

/// The same of spheres, of boxes that are not rotated and of capsules at boxes, in closed form, for
/// the times that are asked for; CD_UNKNOWN for others, or where rounding could decide: then the
/// interval is undefined.
cd_verdict cd_touch_interval_closed(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                    cd_times asked, cd_interval *interval);

/// The same of cores that are built, for the times that are asked for: of sharp polytopes by their
/// separating axes where these are few, or by portals, else by Newton's method, forwards for enter,
/// then backwards for exit.
bool cd_touch_interval_of_cores(const cd_core_pair *pair, cd_vec motion, cd_times asked,
                                cd_interval *interval);

/// The same at any time, of cores that are not built: the path that serves all shapes.
bool cd_touch_interval_generic(const cd_shape *a, cd_vec motion, const cd_shape *b,
                               cd_interval *interval);

#endif
