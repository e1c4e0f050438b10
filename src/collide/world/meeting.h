// Whether and when two bodies of a world hit. Most bodies are their shapes (first_hit.h); thin ones
// meet with their skins (thin.h) and on the side that they know (side.h).
#ifndef COLLIDE_WORLD_MEETING_H
#define COLLIDE_WORLD_MEETING_H

#include "collide/world/side.h"

/// Two bodies, by index, their present shapes without skins, and their motions.
typedef struct cd_meeting {
    const cd_world *world;
    int a, b;
    const cd_shape *shape_a, *shape_b;
    cd_vec motion, motion_b;
    double tmax, tolerance; ///< as of cd_first_hit
} cd_meeting;

/// Whether two bodies overlap deeper than the tolerance.
bool cd_bodies_overlap(const cd_meeting *meeting);

/// cd_first_hit of two bodies.
bool cd_bodies_hit(const cd_meeting *meeting, cd_hit *hit);

#endif
