// What a body's owner has put across a sheet leaves it to the side from which it came.
#ifndef COLLIDE_WORLD_LEAVE_SHEETS_H
#define COLLIDE_WORLD_LEAVE_SHEETS_H

#include "collide/world/sheet.h"

/// At the start of a step, or of what is left of it: moves thin bodies of finite mass whose owner
/// has turned or moved them a little, or a sheet on which they lie, out of all flat parts of other
/// thin bodies that they cross, or that have gone past them, to the side on which they were before,
/// along one direction; those that have no way out stay. Then forgets the shapes before.
void cd_leave_sheets(cd_world *world);

#endif
