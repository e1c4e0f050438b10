// A plain Lua 5.4 with collide and collide.scenario in it: host script.lua arguments... It stands
// in for lua5.4 where there is none that a module could be loaded into.
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>

int luaopen_collide(lua_State *L);
int luaopen_collide_scenario(lua_State *L);

int main(int argc, char **argv) {
    lua_State *L = luaL_newstate();
    if (L == NULL || argc < 2)
        return 2;
    luaL_openlibs(L);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_pushcfunction(L, luaopen_collide);
    lua_setfield(L, -2, "collide");
    lua_pushcfunction(L, luaopen_collide_scenario);
    lua_setfield(L, -2, "collide.scenario");
    lua_newtable(L);
    for (int i = 1; i < argc; i++) {
        lua_pushstring(L, argv[i]);
        lua_rawseti(L, -2, i - 1);
    }
    lua_setglobal(L, "arg");
    if (luaL_dofile(L, argv[1]) == LUA_OK)
        return 0;
    fprintf(stderr, "%s\n", lua_tostring(L, -1));
    return 1;
}
