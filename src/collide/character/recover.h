// Moves a character out of what it overlaps, and keeps it from ending deeper than it began.
#ifndef COLLIDE_CHARACTER_RECOVER_H
#define COLLIDE_CHARACTER_RECOVER_H

#include "collide/character/walker.h"

/// Moves a character out of what it overlaps by more than rounding, if the way is no longer than
/// the diagonal of its own bounds and leads into nothing else; else it stays where it is.
void cd_recover(cd_walker *walker);

/// Takes a character back to where it began if it overlaps anything deeper than it did there.
void cd_never_deeper(cd_walker *walker, const cd_shape *begin);

#endif
