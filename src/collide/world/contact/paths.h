// The paths of the bodies of an island, once their velocities at the end of the step are known.
#ifndef COLLIDE_WORLD_CONTACT_PATHS_H
#define COLLIDE_WORLD_CONTACT_PATHS_H

#include "collide/world/contact/contact_problem.h"

/// Gives the bodies of groups that have been solved their paths for the step: those that rest lie
/// still, those of a pile go straight, all others have constant accelerations.
void cd_give_paths(const cd_contact_problem *problem);

/// The same for what a hit has changed: accelerations.
void cd_give_accelerations(const cd_contact_problem *problem);

#endif
