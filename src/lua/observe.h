// Recording queries for an observer (cd_lua_observe in binding.h): it gets each as C values, and
// nothing is allocated for it in Lua.
#ifndef LUA_OBSERVE_H
#define LUA_OBSERVE_H

#include "lua/object.h"

/// Whether queries are being recorded.
static inline bool cd_lua_observed(lua_State *L) { return cd_lua_module_of(L)->observer != NULL; }

/// Records the present call, under the name of the running function. The stack holds its arguments
/// and then its `results`, and stays as it is.
void cd_lua_record_query(lua_State *L, int results);

/// Records a query of another name. Its arguments begin at index `first`, its `results` are on the
/// top; both are popped.
void cd_lua_record_named(lua_State *L, const char *name, int first, int results);

#endif
