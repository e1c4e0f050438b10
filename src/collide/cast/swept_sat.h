// The separating axis test on moving polytopes (swept_sat.c).
#ifndef COLLIDE_CAST_SWEPT_SAT_H
#define COLLIDE_CAST_SWEPT_SAT_H

#include "collide/cast/interval.h"
#include "collide/narrow/gjk/sat.h"
#include "collide/narrow/gjk/separation.h"

/// The times at which no axis separates a, moving by t * motion, from b: exactly the interval of
/// touch where a - b has an interior, at least that interval where it is flat. Returns false where
/// some axis separates them at any time, by more than rounding. `rounding`: how well both ends of
/// the interval are known together. `slides`: the motion is parallel to a facet to within rounding,
/// beside which it may pass, or an end is known to rounding only.
bool cd_swept_sat_interval(const cd_core *a, const cd_core *b, cd_vec motion, cd_interval *interval,
                           double *rounding, bool *slides);

/// Whether a touches b anywhere on the unbounded line of its motion: whether their projections
/// along the motion overlap. CD_UNKNOWN where rounding could decide, and for cores that are neither
/// polytopes nor lines. `decide`: returns CD_MEETS also where they overlap, but by no more than
/// rounding; so a motion between two shapes that share an edge touches one of them.
cd_verdict cd_swept_sat_overlap(const cd_core *a, const cd_core *b, cd_vec motion, bool decide);

#endif
