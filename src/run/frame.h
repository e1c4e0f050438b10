// A frame of a simulation (simulation.lua) as the recording keeps it.
#ifndef RUN_FRAME_H
#define RUN_FRAME_H

#include "record/record.h"
#include "run/scenario.h"

/// Adds the shapes of the state at an index by their keys; `styles` is the index of a table shape
/// -> style of drawing.lua, or 0. Raises only for lack of memory.
void cd_collect_shapes(lua_State *L, int state, int styles, cd_arena *arena, cd_frame *frame);

/// A hash of the frame's shapes and their keys.
uint64_t cd_hash_figure(const cd_frame *frame);

/// Fills a frame from the simulation at index `sim`, as far as frame->detail says; `drawings` is
/// the index of what its draw made, 0 but for full detail. What it points to lives in `arena` and
/// in values of the simulation: encode it before the script goes on.
void cd_fill_frame(lua_State *L, int sim, int drawings, cd_arena *arena, cd_frame *frame);

/// A style of drawing.lua.
cd_style cd_read_style(lua_State *L, int index);

/// The C string at a key of the table at an index, in the arena; "" where there is none.
const char *cd_string_field(lua_State *L, int index, const char *key, cd_arena *arena);
lua_Number cd_number_field(lua_State *L, int index, const char *key, lua_Number otherwise);

#endif
