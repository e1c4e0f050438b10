// The first touch of two shapes on paths, of which either may be a set of convex parts.
#ifndef COLLIDE_IMPACT_SET_IMPACT_H
#define COLLIDE_IMPACT_SET_IMPACT_H

#include "collide/impact/turning.h"

/// The parts of x, and y with its tree. The one that is turned part by part is x: it should be the
/// one with fewer parts. memory: cd_set_pose_size(x) bytes.
typedef struct cd_moving_sets {
    const cd_shape *x, *y;
    const cd_turning *path_x, *path_y;
    double touch; ///< as of cd_moving_pair
    void *memory;
    double from; ///< 0 to 1
} cd_moving_sets;

/// The parts that touch first, when, and their separation as one sees it who moves and turns with
/// y. `part` lies where it is then; its polytope is in the memory.
typedef struct cd_set_impact {
    double t;
    cd_separation separation;
    cd_shape part; ///< of x
} cd_set_impact;

/// The bytes that are needed for a shape to be turned part by part.
size_t cd_set_pose_size(const cd_shape *x);

/// The first touch for from <= t <= 1; false where there is none.
bool cd_set_impact_of(const cd_moving_sets *sets, cd_set_impact *impact);

#endif
