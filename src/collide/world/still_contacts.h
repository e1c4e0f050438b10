// The contacts of a mover with the still bodies around it, without inner edges: as in the hits of a
// step, a normal counts only if it is outward for all that is there.
#ifndef COLLIDE_WORLD_STILL_CONTACTS_H
#define COLLIDE_WORLD_STILL_CONTACTS_H

#include "collide/world/still_query.h"

/// Calls `found` for each still body, or part of one, that a mover touches or has within `margin`,
/// as cd_world_touching_still does. Of those that it touches the normal is the one nearest to their
/// own that is outward for all of them. One that it does not touch is left out where another one
/// lies on all points in which it is nearest and reaches above them along its normal: so the corner
/// of a tile whose neighbour goes on.
void cd_world_still_contacts(const cd_world *world, const cd_mover *m, const cd_shape *shape,
                             double margin, cd_found_still *found, void *context);

#endif
