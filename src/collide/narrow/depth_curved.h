// Penetration depth with a curved core (depth_curved.c).
#ifndef COLLIDE_NARROW_DEPTH_CURVED_H
#define COLLIDE_NARROW_DEPTH_CURVED_H

#include "collide/narrow/sat.h"

/// cd_sat_penetration where at least one core is curved and neither is a half-space. touch: they
/// are known to overlap no more than rounding: then the normal of a facet along which they do not
/// overlap is that of the touch.
cd_penetration cd_curved_penetration(const cd_core *a, const cd_core *b, cd_vec shift, bool touch);

/// The normals that two circles of normals have in common, n . axis = sine and n . other =
/// other_sine for unit axes: nearly unit. Returns how many, 0 or 2; none where the axes are
/// parallel.
int cd_common_normals(cd_vec axis, double sine, cd_vec other, double other_sine, cd_vec normals[2]);

#endif
