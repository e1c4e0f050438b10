// Sides that go on from one body of a sheet to the next.
#ifndef COLLIDE_WORLD_SIDE_SPREAD_H
#define COLLIDE_WORLD_SIDE_SPREAD_H

#include "collide/world/side.h"

/// At the start of a step: spreads the sides of thin bodies that have been put since the last one
/// over the sheets on which they lie, and forgets the sides of those that have parted or are gone.
/// Without memory the step has failed.
void cd_sides_begin_step(cd_world *world);

#endif
