// collide.help: what types/ says, which is embedded as text. Its Lua half, help.lua, reads the text
// when it is asked for the first time; the registry keeps the function that answers.
#include "lua/embedded.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/spelling.h"
#include "record/text/misspelling.h"

#include <string.h>

CD_EMBEDDED(help);
CD_EMBEDDED(types_collide);
CD_EMBEDDED(types_scenario);

static const char registry_key;

/// edit_distance(name, other)
static int edit_distance(lua_State *L) {
    lua_pushinteger(L, cd_edit_distance(luaL_checkstring(L, 1), luaL_checkstring(L, 2)));
    return 1;
}

/// Pushes describe(name) of help.lua.
static void push_describe(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_key) == LUA_TFUNCTION)
        return;
    lua_pop(L, 1);
    if (luaL_loadbufferx(L, cd_embedded_help, cd_embedded_help_size, "=[collide]", "t") != LUA_OK)
        lua_error(L);
    lua_pushlstring(L, cd_embedded_types_collide, cd_embedded_types_collide_size);
    lua_pushlstring(L, cd_embedded_types_scenario, cd_embedded_types_scenario_size);
    lua_pushliteral(L, CD_VERSION);
    lua_pushcfunction(L, edit_distance);
    lua_call(L, 4, 1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_key);
}

/// Pushes the name of the type whose members the C function at an index has as upvalue, and a
/// point; that of the module if there is none.
static void push_owner(lua_State *L, int index) {
    if (lua_getupvalue(L, index, UP_MEMBERS) == NULL) {
        lua_pushliteral(L, "collide.");
        return;
    }
    for (int type = 1; type <= TYPE_COUNT; type++) {
        const int top = lua_gettop(L);
        lua_getfield(L, lua_upvalueindex(type), "__index");
        lua_getupvalue(L, -1, UP_MEMBERS);
        const bool is = !lua_isnil(L, top) && lua_rawequal(L, -1, top);
        lua_settop(L, top);
        if (is) {
            lua_getfield(L, lua_upvalueindex(type), "__name");
            lua_pushfstring(L, "%s.", lua_tostring(L, -1));
            return;
        }
    }
    lua_pushliteral(L, "collide.");
}

/// Pushes the name under which the value at index 1 is documented; nil where it has none.
static void push_name(lua_State *L) {
    const int type = lua_type(L, 1);
    if (type == LUA_TSTRING) {
        lua_pushvalue(L, 1);
    } else if (lua_iscfunction(L, 1) && lua_getupvalue(L, 1, UP_NAME) != NULL) {
        const bool ours = lua_getupvalue(L, 1, UP_MODULE) != NULL &&
                          lua_touserdata(L, -1) == (void *)cd_lua_module_of(L);
        lua_pop(L, 1);
        push_owner(L, 1);
        lua_pushvalue(L, 2);
        if (ours)
            lua_concat(L, 2);
        else
            lua_pushnil(L);
    } else if (cd_lua_type_of(L, 1, lua_touserdata(L, 1)) != 0) {
        luaL_getmetafield(L, 1, "__name");
    } else if (type == LUA_TTABLE && luaL_getmetafield(L, 1, "__index") != LUA_TNIL &&
               lua_tocfunction(L, -1) == cd_lua_no_function) {
        lua_getupvalue(L, -1, UP_NAME);
        if (strcmp(lua_tostring(L, -1), "collide.numbers") == 0) // the class, not the field
            lua_pushliteral(L, "numbers");
    } else {
        lua_pushnil(L);
    }
}

/// Adds to the text on the top of how many points the polygon or hull at index 1 has not all for
/// vertices.
static void add_points_inside(lua_State *L) {
    const cd_shape *shape = cd_lua_to_shape(L, 1);
    if (shape == NULL || (shape->kind != CD_POLYGON && shape->kind != CD_HULL))
        return;
    const cd_polytope *core = shape->as.polytope.core;
    if (core->point_count == core->vertex_count)
        return;
    lua_pushfstring(L, "\n  this one is the hull of %d of %d points", core->vertex_count,
                    core->point_count);
    lua_concat(L, 2);
}

/// collide.help([what])
static int help(lua_State *L) {
    lua_settop(L, 1);
    push_name(L);
    const int name = lua_gettop(L);
    if (lua_isnil(L, name) && !lua_isnil(L, 1))
        return cd_lua_type_error(L, 1, "what", "a name, or a function or value of collide");
    push_describe(L);
    lua_pushvalue(L, name);
    lua_call(L, 1, 2);
    if (!lua_isnil(L, -2)) {
        lua_pop(L, 1);
        add_points_inside(L);
        return 1;
    }
    const char *near = lua_tostring(L, -1), *asked = lua_tostring(L, name);
    return near != NULL
               ? cd_lua_argument_error(L, 1, "nothing is called '%s'; did you mean '%s'?", asked,
                                       near)
               : cd_lua_argument_error(L, 1, "nothing is called '%s'; help() lists what is", asked);
}

const cd_lua_function cd_lua_help_functions[] = {{"help", help, 0}, {NULL, NULL, 0}};
