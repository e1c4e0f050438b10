// Contacts with bodies that turn. Their surfaces move at other velocities than the bodies do
// (`lead`), and turn within the step: where they will be at its end decides.
#ifndef COLLIDE_WORLD_CONTACT_TURNING_CONTACT_H
#define COLLIDE_WORLD_CONTACT_TURNING_CONTACT_H

#include "collide/world/contact/island.h"

/// Sets the friction of a contact, and how its surfaces move, by its bodies.
void cd_set_surface(const cd_world *world, cd_island_contact *contact);

/// cd_turning_push of the bodies of a contact that turns.
double cd_contact_turning_push(const cd_world *world, const cd_island_contact *contact);

/// Of a contact that turns: replaces its plane by one that parts its bodies after a time `left`,
/// and its gap so that they do not overlap then if they close no faster than gap / left.
void cd_turn_contact(const cd_world *world, cd_island_contact *contact, double left);

#endif
