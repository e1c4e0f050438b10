// Penetration depth with a curved core (depth_curved.c).
#ifndef COLLIDE_NARROW_DEPTH_CURVED_H
#define COLLIDE_NARROW_DEPTH_CURVED_H

#include "collide/narrow/sat.h"

/// cd_sat_penetration where at least one core is curved and neither is a half-space.
cd_penetration cd_curved_penetration(const cd_core *a, const cd_core *b, cd_vec shift);

#endif
