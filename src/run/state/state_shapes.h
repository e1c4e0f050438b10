// The shapes of a state, by their paths.
#ifndef RUN_STATE_STATE_SHAPES_H
#define RUN_STATE_STATE_SHAPES_H

#include "record/arena.h"
#include "record/frame.h"

#include <lua.h>

/// Adds the shapes of the state at an index to a frame. looks: index of the table from creation
/// numbers to looks of drawing.lua, or 0. Returns how many of these were found. Raises only if
/// memory runs out.
int cd_collect_shapes(lua_State *L, int state, int looks, cd_arena *arena, cd_frame *frame);

#endif
