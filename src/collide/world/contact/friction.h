// Coulomb friction: where two bodies press on each other with an impulse j, one along the surface
// of up to friction times j takes away what they slide at, or as much of it as it can.
#ifndef COLLIDE_WORLD_CONTACT_FRICTION_H
#define COLLIDE_WORLD_CONTACT_FRICTION_H

#include "collide/world/contact/contact_solver.h"

/// The impulse along the surface of a contact, on its first body, that takes away what the two
/// slide at where the first moves at v relative to the other, or as much of it as `load` allows.
cd_vec cd_sliding_impulse(const cd_island_contact *contact, cd_vec v, double load);

/// Whether any contact has friction.
bool cd_have_friction(const cd_island_contact *contacts, int count);

/// Lets contacts rub: those that press with `load` get impulses along their surfaces (`rubbed`),
/// beside those that they have, until no speed changes by more than island->enough.
void cd_rub(const cd_island_contacts *island);

/// cd_solve_contacts with friction: the impulses that press and those that rub are those of each
/// other.
cd_solution cd_solve_with_friction(const cd_island_contacts *island);

/// Of an island of one body, which has been solved for a time `left` with an acceleration `fall`
/// beside its contacts: whether friction has stopped it before, on what it slides on, and how far
/// it has come then.
bool cd_has_stopped(const cd_island_contacts *island, double left, cd_vec fall,
                    cd_vec *displacement);

#endif
