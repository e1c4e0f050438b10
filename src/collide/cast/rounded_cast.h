// Casts of rounded polytopes with few features, in closed form (rounded_cast.c).
#ifndef COLLIDE_CAST_ROUNDED_CAST_H
#define COLLIDE_CAST_ROUNDED_CAST_H

#include "collide/cast/interval.h"
#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/gjk/separation.h"

/// Whether their features are few enough: of points, segments and triangles.
bool cd_has_few_features(const cd_core *a, const cd_core *b);

/// cd_touch_interval_of_cores for two such cores, of which one at least is rounded. CD_UNKNOWN for
/// others, where the radius is but rounding, and where rounding could decide.
cd_verdict cd_rounded_cast(const cd_core_pair *pair, cd_vec motion, cd_times asked,
                           cd_interval *interval);

#endif
