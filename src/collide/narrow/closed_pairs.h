// Closed forms of the separation for the hot pairs of cores (closed_pairs.c).
#ifndef COLLIDE_NARROW_CLOSED_PAIRS_H
#define COLLIDE_NARROW_CLOSED_PAIRS_H

#include "collide/narrow/gjk/separation.h"

/// cd_separate for a sphere with a sphere, capsule or box, for two capsules (points are spheres
/// without a radius, segments capsules), and for polygons in 2D. Returns false where there is no
/// closed form or rounding could decide; *separation is then undefined.
bool cd_separate_closed(const cd_shape *a, const cd_shape *b, cd_separation *separation);

/// Whether two shapes overlap. CD_UNKNOWN where there is no closed form or rounding could decide.
cd_verdict cd_overlap_closed(const cd_shape *a, const cd_shape *b);

/// cd_separate_closed where one shape has a degenerate core, so that it is a sphere.
bool cd_separate_degenerate(const cd_shape *a, const cd_shape *b, cd_separation *separation);

/// cd_contact of two point cores. What the closed form leaves undecided is passed on to
/// `otherwise`, by a tail call.
typedef bool cd_contact_query(const cd_shape *a, const cd_shape *b, double margin,
                              cd_separation *contact);
bool cd_contact_point_cores(const cd_shape *a, const cd_shape *b, double margin,
                            cd_separation *contact, cd_contact_query *otherwise);

#endif
