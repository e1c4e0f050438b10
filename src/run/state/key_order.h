// A fixed order of the keys of a table.
#ifndef RUN_STATE_KEY_ORDER_H
#define RUN_STATE_KEY_ORDER_H

#include <lua.h>

/// Pushes the keys of the table at an index as a list in a fixed order: numbers by value, strings
/// by bytes, false, true, values of collide by creation. Returns how many other keys there are
/// (tables, functions, ...); they have no fixed order and are left out.
int cd_push_keys(lua_State *L, int index);

#endif
