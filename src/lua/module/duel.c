// collide.duel. Its work is done in Lua, by duel.lua and duel_cases.lua, with the texts and the
// shrinking of cases, in a table that all four share; the registry keeps the function.
#include "lua/embedded.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/text.h"

CD_EMBEDDED(data_text);
CD_EMBEDDED(duel);
CD_EMBEDDED(duel_cases);
CD_EMBEDDED(shrink);

static const char registry_key;

/// Runs a file with the table at index `shared`, and pushes what it returns.
static void run(lua_State *L, int shared, const char *source, size_t size) {
    if (luaL_loadbufferx(L, source, size, "=[collide]", "t") != LUA_OK)
        lua_error(L);
    lua_pushvalue(L, shared);
    lua_call(L, 1, 1);
}

/// Pushes the function of duel.lua.
static void push_duel(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_key) == LUA_TFUNCTION)
        return;
    lua_pop(L, 1);
    lua_newtable(L);
    const int shared = lua_gettop(L);
    lua_pushcfunction(L, cd_lua_open);
    lua_call(L, 0, 1);
    lua_setfield(L, shared, "collide");
    lua_pushcfunction(L, cd_lua_data_text);
    lua_setfield(L, shared, "value_text");
    run(L, shared, cd_embedded_data_text, cd_embedded_data_text_size);
    run(L, shared, cd_embedded_shrink, cd_embedded_shrink_size);
    run(L, shared, cd_embedded_duel_cases, cd_embedded_duel_cases_size);
    run(L, shared, cd_embedded_duel, cd_embedded_duel_size);
    lua_replace(L, shared);
    lua_settop(L, shared);
    lua_pushvalue(L, shared);
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
