// What contacts have pressed with: the solver begins with the impulses of the last step, so that a
// heap that hardly changes takes a few rounds.
#ifndef COLLIDE_WORLD_CONTACT_CONTACT_MEMORY_H
#define COLLIDE_WORLD_CONTACT_CONTACT_MEMORY_H

#include "collide/world/contact/island.h"

/// Keeps the impulses that have been noted since the last call, for cd_contact_recall, and forgets
/// those before. Without memory none is kept.
void cd_contact_memory_turn(cd_world *world);

/// Sets what a contact is pressed with in a time, and rubbed with if it has friction: as before the
/// last turn, 0 if it is new.
void cd_contact_recall(const cd_world *world, double time, cd_island_contact *contact);

/// Notes what a contact is pressed and rubbed with in a time of 1.
void cd_contact_note(cd_world *world, const cd_island_contact *contact);

#endif
