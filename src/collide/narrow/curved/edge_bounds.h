// Which edges of a solid may lead to a lesser depth beside a curved core (edge_bounds.c).
#ifndef COLLIDE_NARROW_CURVED_EDGE_BOUNDS_H
#define COLLIDE_NARROW_CURVED_EDGE_BOUNDS_H

#include "collide/narrow/curved/depth_search.h"

/// A box and what lies farthest against its faces: the coordinates along its axes, from its middle,
/// of the points of the other core. Face 2 k lies against axis k, the next one along it.
typedef struct cd_box_surroundings {
    double half[3], opposite[6][3];
} cd_box_surroundings;

cd_box_surroundings cd_box_surroundings_of(const cd_depth_search *s, const cd_core *box);

/// How many edges a core that is not curved has: of a box, which has the directions of only three,
/// edges 4 k to 4 k + 3 lie along axis k.
int cd_edge_count(const cd_core *core);

/// A point of edge i.
cd_vec cd_edge_point(const cd_core *core, int i);

/// Whether the depth may be less than the best one along some normal of edge i of a solid, which
/// lie between those of its faces. `around`: of a box.
bool cd_may_edge_be_better(const cd_depth_search *s, const cd_core *core, int i,
                           const cd_box_surroundings *around);

#endif
