// The two entry points of build/collide.so, which Lua's require calls: the binding (src/lua) is the
// module `collide`, the scenario runtime (src/run) is the module `collide.scenario`.
#include "lua/binding.h"
#include "run/scenario.h"

#ifdef _WIN32
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

_Static_assert(LUA_VERSION_NUM == 504, "collide needs the headers of Lua 5.4");

EXPORT int luaopen_collide(lua_State *L);
EXPORT int luaopen_collide_scenario(lua_State *L);

/// Also makes `require "collide.scenario"` find the runtime where only this module is on the path.
int luaopen_collide(lua_State *L) {
    if (lua_getfield(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE) == LUA_TTABLE) {
        lua_pushcfunction(L, luaopen_collide_scenario);
        lua_setfield(L, -2, "collide.scenario");
    }
    lua_pop(L, 1);
    return cd_lua_open(L);
}

int luaopen_collide_scenario(lua_State *L) { return cd_scenario_open(L); }
