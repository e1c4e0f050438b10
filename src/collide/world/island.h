// Contact islands: the bodies in contact under gravity, which respond together.
#ifndef COLLIDE_WORLD_ISLAND_H
#define COLLIDE_WORLD_ISLAND_H

#include "collide/world/dynamic_body.h"

/// Solves the island of a resting contact: all contacts that its bodies, and those that touch them,
/// have or would have in this step, at no more than the speed of a fall. Returns how many dynamic
/// bodies have a new velocity; these come first in step.island_bodies. The contacts are in
/// step.island_contacts; there is memory for the events of those that approached.
int cd_resolve_island(cd_world *world, const cd_collision *collision);

#endif
