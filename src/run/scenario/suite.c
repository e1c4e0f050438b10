// `collide test` (suite.h): runs suite.lua, which drives busted. Specs have the whole standard
// library, as they are the user's own programs.
#include "run/scenario/suite.h"

#include "lua/binding.h"
#include "lua/embedded.h"
#include "run/scenario.h"

#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

CD_EMBEDDED(suite);

/// The name of the chunk, by which busted calls itself in its messages. With this name busted also
/// closes the Lua state when it exits, so that leaks are found.
static const char *const driver_name = "@collide test";

static int traceback(lua_State *L) {
    luaL_traceback(L, L, luaL_tolstring(L, 1, NULL), 1);
    return 1;
}

static void preload(lua_State *L, const char *name, lua_CFunction open) {
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, open);
    lua_setfield(L, -2, name);
    lua_pop(L, 1);
}

static void set_arguments(lua_State *L, int argc, char **argv) {
    lua_createtable(L, argc, 1);
    for (int i = 0; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i - 1); // arg[0] is "test"
    }
    lua_setglobal(L, "arg");
}

/// Arguments: argc, argv. Returns the exit status.
static int run(lua_State *L) {
    luaL_openlibs(L);
    preload(L, "collide", cd_lua_open);
    preload(L, "collide.scenario", cd_scenario_open);
    set_arguments(L, (int)lua_tointeger(L, 1), lua_touserdata(L, 2));
    if (luaL_loadbuffer(L, cd_embedded_suite, cd_embedded_suite_size, driver_name) != LUA_OK)
        return lua_error(L);
    lua_call(L, 0, 1);
    return 1;
}

int cd_suite_main(int argc, char **argv) {
    lua_State *L = luaL_newstate();
    if (!L) {
        fputs("collide: out of memory\n", stderr);
        return 1;
    }
    int status = 1;
    lua_pushcfunction(L, traceback);
    lua_pushcfunction(L, run);
    lua_pushinteger(L, argc);
    lua_pushlightuserdata(L, argv);
    if (lua_pcall(L, 2, 1, 1) != LUA_OK)
        fprintf(stderr, "collide: %s\n", lua_tostring(L, -1));
    else
        status = (int)lua_tointeger(L, -1);
    lua_close(L);
    return status;
}
