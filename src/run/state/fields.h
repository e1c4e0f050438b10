// Reading the fields of the tables that the Lua half of the runtime makes.
#ifndef RUN_STATE_FIELDS_H
#define RUN_STATE_FIELDS_H

#include "record/arena.h"
#include "record/frame.h"

#include <lua.h>
#include <stdbool.h>

/// Memory of an arena; raises if memory runs out.
void *cd_field_memory(lua_State *L, cd_arena *arena, size_t size);

/// A copy of the string at an index in the arena, cut to `most` bytes. Raises if memory runs out.
const char *cd_keep_string(lua_State *L, int index, cd_arena *arena, size_t most);

/// The string at a key of the table at an index, cut to CD_TEXT_LIMIT; "" if there is none.
const char *cd_string_field(lua_State *L, int index, const char *key, cd_arena *arena);
lua_Number cd_number_field(lua_State *L, int index, const char *key, lua_Number otherwise);
/// Whether the value at a key is neither nil nor false.
bool cd_flag_field(lua_State *L, int index, const char *key);

/// A style of drawing.lua: { r, g, b, a, width, dashed =, ... }.
cd_style cd_read_style(lua_State *L, int index);

/// The longest text of a frame in bytes, except for what a script prints: so a script cannot keep
/// its viewer busy with text that nobody can read.
enum { CD_TEXT_LIMIT = 4096 };

#endif
