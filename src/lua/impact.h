// time_of_impact, as a function and a method of shapes.
#ifndef LUA_IMPACT_H
#define LUA_IMPACT_H

#include <lua.h>

/// time_of_impact(a, path_a, b, path_b) -> hit or nil
int cd_lua_time_of_impact(lua_State *L);

#endif
