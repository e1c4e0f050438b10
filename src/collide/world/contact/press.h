// Presses: bodies between what nothing stops.
#ifndef COLLIDE_WORLD_CONTACT_PRESS_H
#define COLLIDE_WORLD_CONTACT_PRESS_H

#include "collide/world/contact/island.h"

/// Whether a hit presses a body between others that nothing pushes, so that no velocity leads out.
/// Then it loses its speed along the normal, and what moves goes on through it until the step ends.
bool cd_press_through(cd_world *world, const cd_collision *hit);

/// At the end of a step: what has been pressed is what overlaps.
void cd_press_end_step(cd_world *world);

#endif
