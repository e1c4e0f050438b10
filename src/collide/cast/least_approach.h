// The normal of a hit where several are outward (least_approach.c).
#ifndef COLLIDE_CAST_LEAST_APPROACH_H
#define COLLIDE_CAST_LEAST_APPROACH_H

#include "collide/collide.h"
#include "collide/math/tolerance.h"
#include "collide/narrow/gjk/core_pair.h"

#include <float.h>

/// Up to how far apart or deep shapes may be that touch, if their coordinates and the way that one
/// of them has gone are at most `size`.
static inline double cd_touch_rounding(double size) { return CD_TOUCH * size; }

/// A motion along a normal that counts as none. It is known to a part of its length: where it was
/// slid along the surface 2 DBL_EPSILON of it are left along the normal, the normal is unit to 1,
/// and their product rounded by 1.5; the sum is rounded up. Of a motion for times up to 1 (`ends`)
/// it is also what leads no deeper than `tolerance`.
static inline double cd_still_speed(cd_vec motion, bool ends, double tolerance) {
    return cd_max(8 * DBL_EPSILON * cd_max_abs(motion), ends ? tolerance : 0);
}

/// Minus the motion along a unit normal, exactly 0 where it is at most `still`.
static inline double cd_approach_along(cd_vec motion, cd_vec normal, double still) {
    double approach = 0 - cd_dot(motion, normal);
    return fabs(approach) <= still ? 0 : approach;
}

/// A motion of a against b by t * motion, where they touch.
///   cores, touch  of both where they touch; touch->normal: any that separates them
///   motion        may be zero
///   still         cd_still_speed
///   tolerance     up to how deep they may be along a normal
///   arrives       a was apart from b before: it is on the side of a flat b from which it came
typedef struct cd_touching_motion {
    const cd_core_pair *cores;
    const cd_separation *touch;
    cd_vec motion;
    double still, tolerance;
    bool arrives;
} cd_touching_motion;

/// Of all outward normals of b there, the one along which the motion approaches least; of several
/// the one nearest to that of `touch`. `approach`: minus the motion along it; exactly 0 where that
/// is rounding, or where the motion leads past a rounded surface no deeper than rounding.
cd_vec cd_least_approach(const cd_touching_motion *touching, double *approach);

#endif
