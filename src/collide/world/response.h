// Responses: how a hit changes the velocities of its bodies.
#ifndef COLLIDE_WORLD_RESPONSE_H
#define COLLIDE_WORLD_RESPONSE_H

#include "collide/world/motion/dynamic_body.h"

/// Changes the velocities of the bodies of a collision as their responses say. `response` counts
/// for a body of CD_ASK; CD_ASK: its callback has made its changes. The bodies that move otherwise
/// now are the island (island.h).
void cd_respond(cd_world *world, const cd_collision *collision, cd_response response);

#endif
