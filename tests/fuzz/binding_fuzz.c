// Bytes -> calls of the Lua module, as tests/fuzz/binding.lua makes them: with right, wrong and
// extreme arguments, foreign selfs, worlds that change in callbacks and in loops over them. Each
// works or raises a message of ours. Run in the project's folder.
#include "fuzz.h"

#include "lua/binding.h"

#include <lauxlib.h>
#include <lualib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    lua_State *L = luaL_newstate();
    luaL_openlibs(L);
    luaL_requiref(L, "collide", cd_lua_open, 0);
    lua_settop(L, 0);
    if (luaL_loadfile(L, "tests/fuzz/binding.lua") == LUA_OK) {
        lua_pushlstring(L, (const char *)data, size);
        lua_pcall(L, 1, 0, 0);
    }
    REQUIRE(lua_gettop(L) == 0, "%s", lua_tostring(L, -1));
    lua_close(L);
    return 0;
}
