// The setmetatable of scripts. It refuses __gc and __mode, whose effects depend on when Lua
// collects garbage, which is no part of a state. The metatables in use are listed in a weak table,
// to find such fields that a script adds later.
#include "run/contain/guard.h"
#include "run/scenario.h"

/// The name of a refused field that the metatable at an index has; NULL if it has none.
static const char *refused_field(lua_State *L, int index) {
    static const char *const fields[] = {"__gc", "__mode"};
    for (int i = 0; i < 2; i++) {
        lua_pushstring(L, fields[i]);
        const bool found = lua_rawget(L, index) != LUA_TNIL;
        lua_pop(L, 1);
        if (found)
            return fields[i];
    }
    return NULL;
}

static int refuse(lua_State *L, const char *field) {
    return luaL_error(L, "%s is not available in scenarios: it depends on when memory is freed",
                      field);
}

/// Upvalue 2: the metatables in use.
static int set_metatable(lua_State *L) {
    const int type = lua_type(L, 2);
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_argexpected(L, type == LUA_TNIL || type == LUA_TTABLE, 2, "nil or table");
    lua_settop(L, 2);
    if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)
        return luaL_error(L, "cannot change a protected metatable");
    if (type == LUA_TTABLE) {
        const char *field = refused_field(L, 2);
        if (field)
            return refuse(L, field);
        lua_pushvalue(L, 2);
        lua_pushboolean(L, 1);
        lua_rawset(L, lua_upvalueindex(2));
    }
    lua_setmetatable(L, 1);
    return 1;
}

/// check_metatables(metatables): raises if one of them has a refused field by now.
static int check_metatables(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    for (lua_pushnil(L); lua_next(L, 1); lua_pop(L, 1)) {
        const char *field = refused_field(L, 2);
        if (field)
            return refuse(L, field);
    }
    return 0;
}

/// metatable_setter(metatables) -> the setmetatable of a run
static int metatable_setter(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 1);
    cd_push_guarded(L, set_metatable);
    return 1;
}

const luaL_Reg cd_metatable_functions[] = {
    {"metatable_setter", metatable_setter}, {"check_metatables", check_metatables}, {NULL, NULL}};
