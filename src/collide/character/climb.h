// Steps up, and following the ground down.
#ifndef COLLIDE_CHARACTER_CLIMB_H
#define COLLIDE_CHARACTER_CLIMB_H

#include "collide/character/walker.h"

/// Climbs a step that blocks the character's way: raises it by up to step_height, moves it on by
/// the level part of `motion` as far as it can go, and puts it down on ground that is no lower than
/// before. False, and the character is where it was, where it does not stand, cannot get on, or
/// finds no such ground. used: the part of the motion that it went.
bool cd_climb(cd_walker *walker, cd_vec motion, double *used);

/// Puts a character down on ground that is no farther than `snap` below it, if there is any.
/// heading: as in cd_find_ground.
void cd_snap(cd_walker *walker, cd_vec heading);

#endif
