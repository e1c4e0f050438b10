// Values as text that reads back as the same value in Lua, bit for bit.
#ifndef LUA_TEXT_H
#define LUA_TEXT_H

#include "collide/vec.h"

#include <lauxlib.h>

/// Appends a text to a luaL_Buffer: the `write` of a cd_printer.
void cd_lua_add_text(void *buffer, const char *text);

/// Appends the shortest text that reads back as the same number; infinities as math.huge and
/// -math.huge, NaN as 0/0.
void cd_lua_add_number(luaL_Buffer *text, double x);

/// Appends "x, y" or "x, y, z".
void cd_lua_add_vec(luaL_Buffer *text, cd_vec v, int dim);

/// Appends "quat(x, y, z, w)".
void cd_lua_add_quat(luaL_Buffer *text, cd_quat q);

/// data_text(value): a number, vector, shape, boolean or nil as data with exact numbers. A
/// lua_CFunction.
int cd_lua_data_text(lua_State *L);

#endif
