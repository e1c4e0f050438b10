// The signed distance of any two convex shapes (separate.c).
#ifndef COLLIDE_NARROW_SEPARATE_H
#define COLLIDE_NARROW_SEPARATE_H

#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/gjk/gjk.h"
#include "collide/narrow/gjk/separation.h"

/// cd_separate for convex shapes.
cd_separation cd_separate_convex(const cd_shape *a, const cd_shape *b);

/// cd_separate for convex shapes without the closed forms of the hot pairs.
cd_separation cd_separate_generic(const cd_shape *a, const cd_shape *b);

/// cd_separate for convex shapes that have a closed form; false where they have none.
bool cd_separate_by_closed_form(const cd_shape *a, const cd_shape *b, cd_separation *separation);

/// cd_separate_generic where the cores are built; none of them is a point.
cd_separation cd_separate_by_cores(const cd_shape *a, const cd_shape *b, const cd_core_pair *cores);

/// The signed distance of two cores, a moved by `shift`: as cd_separation, without radii.
cd_separation cd_separate_cores(const cd_core *a, const cd_core *b, cd_vec shift);

/// cd_overlap for convex shapes: stops where the sign of the distance is certain.
bool cd_overlap_convex(const cd_shape *a, const cd_shape *b);

/// Whether the distance of two convex shapes is at most `margin` >= 0, without their depth.
/// CD_UNKNOWN where rounding could decide, for half-spaces and two lines, and for extreme sizes.
cd_verdict cd_within_generic(const cd_shape *a, const cd_shape *b, double margin);

/// To this part of their size the distance of cores is known.
static const double CD_CONVERGED = 0x1p-40;

/// Whether a gap of two cores is known: its distance exceeds the separation along its normal by no
/// more than that. Else rounding ended the search early, and it is not to be used.
bool cd_has_converged(const cd_core *a, const cd_core *b, const cd_gap *gap);

/// The nearest point of b, from that of a where it is known better there.
cd_vec cd_gap_point_b(const cd_core *a, const cd_core *b, const cd_gap *gap);

/// Whether two unit directions are parallel to within their rounding.
bool cd_parallel(cd_vec a, cd_vec b);

#endif
