// The velocities of the groups of an island.
#ifndef COLLIDE_WORLD_CONTACT_GROUP_SOLVER_H
#define COLLIDE_WORLD_CONTACT_GROUP_SOLVER_H

#include "collide/world/contact/contact_problem.h"

/// Solves the contacts of each group by itself; they are in the order of groups afterwards, and
/// their `total` is the impulse of the step.
void cd_solve_groups(const cd_contact_problem *problem);

/// The least margin of some contacts.
double cd_least_margin(const cd_island_contact *contacts, int count);

#endif
