// The search for all pairs of bodies that overlap.
#ifndef COLLIDE_WORLD_BROAD_PAIRS_H
#define COLLIDE_WORLD_BROAD_PAIRS_H

#include "collide/world/body/state.h"

/// cd_world_pairs, of bodies that are where they are now: no step is on its way.
const cd_pair *cd_find_pairs(cd_world *world, int *count);

#endif
