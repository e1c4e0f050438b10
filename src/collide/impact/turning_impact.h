// The face of the time of impact for paths with an acceleration.
#ifndef COLLIDE_IMPACT_TURNING_IMPACT_H
#define COLLIDE_IMPACT_TURNING_IMPACT_H

#include "collide/impact/turning.h"

/// cd_time_of_impact of shapes one of which at least turns, from a time `from` of 0 to 1 on: of
/// sets that is 0. memory as there.
bool cd_turning_impact(const cd_shape *a, const cd_turning *path_a, const cd_shape *b,
                       const cd_turning *path_b, double from, void *memory, cd_hit *hit);

#endif
