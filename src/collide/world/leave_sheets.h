// What a body's owner has put across a sheet leaves it to the side from which it came.
#ifndef COLLIDE_WORLD_LEAVE_SHEETS_H
#define COLLIDE_WORLD_LEAVE_SHEETS_H

#include "collide/world/sheet.h"

/// Keeps the shape that a thin body of finite mass has had since the last step, before its owner
/// replaces it. Without memory the next step fails.
void cd_keep_shape(cd_world *world, int index);

/// At the start of a step, or of what is left of it: moves thin bodies whose owner has turned or
/// moved them a little, so that they cross flat parts of other thin bodies, out of all of them to
/// the side on which they were before, along one direction; those that have no way out stay. Then
/// forgets the shapes before.
void cd_leave_sheets(cd_world *world);

#endif
