// The neighbour list of Verlet (1967): the pairs of bodies that are near each other, with bounding
// spheres that are larger by a part, the slack. While no body has moved or grown by more than its
// slack, all pairs that overlap are among them.
#ifndef COLLIDE_WORLD_BROAD_VERLET_LIST_H
#define COLLIDE_WORLD_BROAD_VERLET_LIST_H

#include "collide/world/body/state.h"

/// The slack of a body in a list, as a part of the radius of its bounding sphere: so that no body
/// has more than some twice as many near it as overlap it, whatever the sizes are.
#define CD_VERLET_SLACK 0.25

/// Whether the bodies are those of the last search, and none has moved or grown since by more than
/// this part of the radius of its bounding sphere.
bool cd_verlet_holds(const cd_world *world, double part);

/// Keeps the bounding spheres as those of the last search, whose list is empty and does not serve.
/// False without memory.
bool cd_verlet_keep(cd_world *world);

#endif
