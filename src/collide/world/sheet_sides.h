// On which side of the parts of a sheet a body is.
#ifndef COLLIDE_WORLD_SHEET_SIDES_H
#define COLLIDE_WORLD_SHEET_SIDES_H

#include "collide/world/sheet.h"

/// Finds on which side of the parts the mover was, with the shape before, and where they were
/// before: of the nearest one it is sure, and goes on from there from part to part, where one goes
/// on into the other. False without memory.
bool cd_sheet_find_sides(cd_sheet *sheet, const cd_shape *before);

#endif
