// Contacts that hold are constraints: they do not let their bodies accelerate into each other.
#ifndef COLLIDE_WORLD_CONTACT_CONSTRAINT_H
#define COLLIDE_WORLD_CONTACT_CONSTRAINT_H

#include "collide/world/contact/island.h"

/// Gives the bodies of an island that have changed the accelerations at which no contact that holds
/// closes, those beside them going on as they do until the step ends.
void cd_constrain(cd_world *world);

/// At the start of a step: the same for the bodies that touched others when the last one ended,
/// unless neither moves, and for all that they hold on to or may meet. Calls `changed`, if it is
/// not NULL, for each that has changed.
void cd_constrain_touching(cd_world *world, void (*changed)(cd_world *, int dynamic_body));

/// In the middle of a step: the same for what is left of it, and all that is in a pile or held goes
/// on from the velocity that it has now.
void cd_constrain_anew(cd_world *world, void (*changed)(cd_world *, int dynamic_body));

#endif
