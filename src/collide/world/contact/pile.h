// Piles: many bodies that press on each other. What happens there within a step is solved at its
// start: the bodies get the velocities at which no contact closes before it ends, and keep to the
// straight paths that these lead along. A hit changes the velocity of a body in a pile, but its
// path only from the next step on; who hits it gives way until then.
#ifndef COLLIDE_WORLD_CONTACT_PILE_H
#define COLLIDE_WORLD_CONTACT_PILE_H

#include "collide/world/contact/island.h"
#include "collide/world/motion/kept_path.h"

/// So many bodies that press on each other are a pile.
enum { CD_BODIES_OF_PILE = 4 };

/// Resolves a hit one body of which is in a pile or held. The bodies whose paths have changed are
/// the island afterwards.
void cd_pile_hit(cd_world *world, const cd_collision *hit, double restitution);

/// At the start of a step: all that was held goes on at its velocity. Calls `released` for each.
void cd_release_held(cd_world *world);

#endif
