// The separating axis test on polytopes as seen along a motion (swept_sat.c).
#ifndef COLLIDE_CAST_SWEPT_SAT_H
#define COLLIDE_CAST_SWEPT_SAT_H

#include "collide/narrow/gjk/separation.h"
#include "collide/shape/core.h"

/// Whether a touches b anywhere on the unbounded line of its motion: whether their projections
/// along the motion overlap. CD_UNKNOWN where rounding could decide, and for cores that are neither
/// polytopes nor lines. `decide`: returns CD_MEETS also where they overlap, but by no more than
/// rounding; so a motion between two shapes that share an edge touches one of them.
cd_verdict cd_swept_sat_overlap(const cd_core *a, const cd_core *b, cd_vec motion, bool decide);

#endif
