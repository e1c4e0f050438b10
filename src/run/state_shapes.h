// The shapes of a state, by their paths.
#ifndef RUN_STATE_SHAPES_H
#define RUN_STATE_SHAPES_H

#include "record/arena.h"
#include "record/frame.h"

#include <lua.h>

/// Adds the shapes of the state at an index to a frame. styles: index of a table from shapes to
/// styles of drawing.lua, or 0. Raises only if memory runs out.
void cd_collect_shapes(lua_State *L, int state, int styles, cd_arena *arena, cd_frame *frame);

#endif
