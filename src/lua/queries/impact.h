#ifndef LUA_IMPACT_H
#define LUA_IMPACT_H

#include <lua.h>

/// collide.time_of_impact(a, path_a, b[, path_b]), and the method of a.
int cd_lua_time_of_impact(lua_State *L);

#endif
