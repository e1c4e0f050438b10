// collide.duel. Its work is done in Lua, by duel.lua and the shrinking of shrink.lua; the registry
// keeps the function.
#include "lua/check.h"
#include "lua/class.h"
#include "lua/embedded.h"
#include "lua/text.h"

CD_EMBEDDED(duel);
CD_EMBEDDED(shrink);

static const char registry_key;

static void load(lua_State *L, const char *source, size_t size) {
    if (luaL_loadbufferx(L, source, size, "=[collide]", "t") != LUA_OK)
        lua_error(L);
}

/// Pushes the function of duel.lua.
static void push_duel(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_key) == LUA_TFUNCTION)
        return;
    lua_pop(L, 1);
    load(L, cd_embedded_duel, cd_embedded_duel_size);
    lua_pushcfunction(L, cd_lua_open);
    lua_call(L, 0, 1);
    lua_newtable(L);
    load(L, cd_embedded_shrink, cd_embedded_shrink_size);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
    lua_pushcfunction(L, cd_lua_data_text);
    lua_call(L, 3, 1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_key);
}

/// duel(query, mine, kinds[, options]) -> result
static int duel(lua_State *L) {
    lua_settop(L, 4);
    push_duel(L);
    lua_insert(L, 1);
    lua_call(L, 4, 3);
    if (!lua_isnil(L, 1)) {
        lua_settop(L, 1);
        return 1;
    }
    return cd_lua_argument_error(L, (int)lua_tointeger(L, 2), "%s", lua_tostring(L, 3));
}

const cd_lua_function cd_lua_duel_functions[] = {{"duel", duel, 0}, {NULL, NULL, 0}};
