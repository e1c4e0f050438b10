// Position correction of initial overlaps.
#ifndef COLLIDE_WORLD_CONTACT_POSITION_CORRECTION_H
#define COLLIDE_WORLD_CONTACT_POSITION_CORRECTION_H

#include "collide/world/body/state.h"

/// At the end of a step, moves bodies apart that overlapped when it began and still do.
void cd_correct_positions(cd_world *world);

/// At the start of a step, or of what is left of it (only_teleported: of bodies that have been
/// teleported since the last one): moves thin bodies away from what nothing moves, where that lies
/// in their skins: these double with the coordinates, and a body may have been teleported so near.
/// At the end of the step a fast one would be elsewhere.
void cd_leave_skins(cd_world *world, bool only_teleported);

#endif
