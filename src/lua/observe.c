// The records of queries (observe.h).
#include "lua/observe.h"

#include "lua/check.h"

#include <assert.h>

/// Pushes a copy of the value at an index, so that later changes of it do not change the record.
static void push_copy(lua_State *L, int index) {
    const cd_shape_object *shape = cd_lua_to(L, index, TYPE_SHAPE);
    if (shape != NULL) { // an observer recognises the shape by its creation number
        cd_lua_push_clone(L, index);
        ((cd_shape_object *)lua_touserdata(L, -1))->mark = shape->mark;
    } else if (lua_istable(L, index)) {
        int dim = 0;
        cd_vec v = cd_lua_check_vec(L, index, "vector", &dim);
        cd_lua_push_vec(L, v, dim);
    } else {
        lua_pushvalue(L, index);
    }
}

/// Pushes { n =, ... } with copies of the values at the indices first to last.
static void push_list(lua_State *L, int first, int last) {
    lua_createtable(L, last - first + 1, 1);
    for (int i = first; i <= last; i++) {
        push_copy(L, i);
        lua_rawseti(L, -2, i - first + 1);
    }
    lua_pushinteger(L, last - first + 1);
    lua_setfield(L, -2, "n");
}

/// Sets the fields file and line of the record on the top to the nearest calling Lua function.
static void set_place(lua_State *L) {
    lua_Debug place;
    for (int level = 1; lua_getstack(L, level, &place); level++) {
        lua_getinfo(L, "Sl", &place);
        if (*place.what == 'C')
            continue;
        lua_pushstring(L, *place.source == '@' ? place.source + 1 : place.short_src);
        lua_setfield(L, -2, "file");
        lua_pushinteger(L, place.currentline);
        lua_setfield(L, -2, "line");
        return;
    }
}

/// Records a query whose name is at an index, whose arguments begin at `first`, and whose results
/// follow them up to the top. Trailing nil arguments count as not given.
static void record(lua_State *L, int name, int first, int results) {
    int top = lua_gettop(L), last = top - results;
    int given = last;
    while (given >= first && lua_isnil(L, given))
        given--;
    luaL_checkstack(L, 8, NULL);
    lua_createtable(L, 0, 6);
    lua_pushvalue(L, name);
    lua_setfield(L, -2, "name");
    push_list(L, first, given);
    lua_setfield(L, -2, "arguments");
    push_list(L, last + 1, top);
    lua_setfield(L, -2, "results");
    lua_pushvalue(L, last + 1);
    lua_setfield(L, -2, "result");
    set_place(L);
    lua_getiuservalue(L, lua_upvalueindex(UP_MODULE), MODULE_QUERIES);
    lua_insert(L, -2);
    lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_settop(L, top);
}

void cd_lua_record_query(lua_State *L, int results) {
    assert(cd_lua_observed(L) && results <= lua_gettop(L));
    record(L, lua_upvalueindex(UP_NAME), 1, results);
}

void cd_lua_record_named(lua_State *L, const char *name, int first, int results) {
    assert(cd_lua_observed(L) && first >= 1 && results <= lua_gettop(L) - first + 1);
    lua_pushstring(L, name);
    lua_insert(L, first);
    record(L, first, first + 1, results);
    lua_settop(L, first - 1);
}
