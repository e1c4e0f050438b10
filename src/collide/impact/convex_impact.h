// The first touch of two convex shapes on paths.
#ifndef COLLIDE_IMPACT_CONVEX_IMPACT_H
#define COLLIDE_IMPACT_CONVEX_IMPACT_H

#include "collide/impact/turning.h"

/// A convex shape x and a convex shape y on their paths; memory: cd_turning_pose_size(x) bytes.
/// touch: shapes at most this far apart touch.
typedef struct cd_moving_pair {
    const cd_shape *x, *y;
    const cd_turning *path_x, *path_y;
    double touch;
    void *memory;
} cd_moving_pair;

/// The first time from `from` to `until` at which they touch; they may overlap at `from`. The
/// separation is that of the shapes then, as one sees it who moves and turns with y. False where
/// they do not touch.
bool cd_convex_impact(const cd_moving_pair *pair, double from, double until, double *t,
                      cd_separation *separation);

#endif
