// What simulation.lua calls to have queries recorded: new_query_log([limit]) -> log, observe(log)
// until observe(), and queries(log) -> the list that run:queries() returns, made of the bytes of
// the log when it is wanted. The log's user value keeps alive what its shapes refer to.
#include "run/state/observed_queries.h"

#include "record/arena.h"
#include "record/query_log.h"
#include "run/scenario.h"

#include <assert.h>
#include <limits.h>

static const char type_name[] = "collide.query_log";

static cd_query_log *check_log(lua_State *L, int index) {
    return luaL_checkudata(L, index, type_name);
}

const cd_query_log *cd_query_log_at(lua_State *L, int index) {
    return luaL_testudata(L, index, type_name);
}

static int free_log(lua_State *L) {
    cd_query_log_free(check_log(L, 1));
    return 0;
}

static int new_query_log(lua_State *L) {
    const lua_Integer limit = luaL_optinteger(L, 1, INT_MAX);
    cd_query_log *log = lua_newuserdatauv(L, sizeof *log, 1);
    *log = (cd_query_log){.limit = limit < INT_MAX ? (int)limit : INT_MAX};
    if (luaL_newmetatable(L, type_name)) {
        lua_pushcfunction(L, free_log);
        lua_setfield(L, -2, "__gc");
        lua_pushboolean(L, false);
        lua_setfield(L, -2, "__metatable");
    }
    lua_setmetatable(L, -2);
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
    return 1;
}

// --------------------------------------------------------------------------------------- recording

/// A value as a frame has it. Only the fields of its kind are written.
static void convert(const cd_lua_value *from, cd_value *to) {
    to->dim = from->dim;
    switch (from->kind) {
    case CD_LUA_NIL:
        to->kind = CD_VALUE_NIL;
        break;
    case CD_LUA_BOOLEAN:
        to->kind = CD_VALUE_BOOLEAN;
        to->as.boolean = from->as.boolean;
        break;
    case CD_LUA_NUMBER:
        to->kind = CD_VALUE_NUMBER;
        to->as.number = from->as.number;
        break;
    case CD_LUA_VECTOR:
        to->kind = CD_VALUE_VECTOR;
        to->as.vector = from->as.vector;
        break;
    case CD_LUA_SHAPE:
        to->kind = CD_VALUE_SHAPE;
        to->id = from->id;
        to->as.shape = *from->as.shape;
        break;
    case CD_LUA_HIT:
        to->kind = CD_VALUE_HIT;
        to->id = from->id;
        to->as.hit = *from->as.hit;
        break;
    case CD_LUA_CONTACT:
        to->kind = from->point_count > 0 ? CD_VALUE_MANIFOLD : CD_VALUE_CONTACT;
        to->as.manifold.contact = *from->as.contact;
        to->as.manifold.count = from->point_count;
        for (int i = 0; i < from->point_count; i++)
            to->as.manifold.points[i] = from->points[i];
        break;
    }
}

enum { MOST_VALUES = 16 };

static void record(lua_State *L, void *data, const cd_lua_query *query) {
    cd_query_log *log = data;
    const int count = query->argument_count + query->result_count;
    assert(count <= MOST_VALUES);
    cd_value values[MOST_VALUES];
    for (int i = 0; i < count; i++)
        convert(&query->values[i], &values[i]);
    cd_query made = {.name = query->name,
                     .file = query->file,
                     .line = query->line,
                     .argument_count = query->argument_count,
                     .result_count = query->result_count,
                     .arguments = values,
                     .results = values + query->argument_count};
    if (!cd_query_log_add(log, &made))
        luaL_error(L, "not enough memory");
}

/// observe(log): empties the log, and adds queries to it from now on. observe(): ends that.
static int observe(lua_State *L) {
    if (lua_isnoneornil(L, 1)) {
        cd_lua_observe(L, NULL, 0);
        return 0;
    }
    cd_query_log_clear(check_log(L, 1));
    lua_newtable(L);
    lua_setiuservalue(L, 1, 1);
    cd_lua_observe(L, record, 1);
    return 0;
}

/// forget(log): empties the log.
static int forget(lua_State *L) {
    cd_query_log *log = check_log(L, 1);
    if (log->count == 0)
        return 0;
    cd_query_log_clear(log);
    lua_newtable(L);
    lua_setiuservalue(L, 1, 1);
    return 0;
}

// ------------------------------------------------------------------------------------ reading back

/// A value of a frame as a script gets it.
static cd_lua_value value_of(const cd_value *from) {
    cd_lua_value value = {.kind = CD_LUA_NIL, .dim = from->dim, .id = from->id};
    switch (from->kind) {
    case CD_VALUE_BOOLEAN:
        value.kind = CD_LUA_BOOLEAN;
        value.as.boolean = from->as.boolean;
        break;
    case CD_VALUE_NUMBER:
        value.kind = CD_LUA_NUMBER;
        value.as.number = from->as.number;
        break;
    case CD_VALUE_VECTOR:
        value.kind = CD_LUA_VECTOR;
        value.as.vector = from->as.vector;
        break;
    case CD_VALUE_SHAPE:
        value.kind = CD_LUA_SHAPE;
        value.as.shape = &from->as.shape;
        break;
    case CD_VALUE_HIT:
        value.kind = CD_LUA_HIT;
        value.as.hit = &from->as.hit;
        break;
    case CD_VALUE_CONTACT:
    case CD_VALUE_MANIFOLD:
        value.kind = CD_LUA_CONTACT;
        value.as.contact = &from->as.manifold.contact;
        value.point_count = from->kind == CD_VALUE_MANIFOLD ? from->as.manifold.count : 0;
        value.points = from->as.manifold.points;
        break;
    default:
        break;
    }
    return value;
}

/// Sets a field of the table on the top to the list { n =, ... } of the arguments or results.
static void set_values(lua_State *L, const char *key, const cd_lua_query *query, bool results,
                       int cores) {
    const int count = results ? query->result_count : query->argument_count;
    lua_createtable(L, count, 1);
    for (int i = 0; i < count; i++) {
        if (results)
            cd_lua_push_result(L, query, i, cores);
        else
            cd_lua_push_value(L, &query->values[i], cores);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, count);
    lua_setfield(L, -2, "n");
    lua_setfield(L, -2, key);
}

static void push_query(lua_State *L, const cd_query *query, int cores) {
    cd_lua_value values[MOST_VALUES];
    const cd_lua_query asked = {.name = query->name,
                                .argument_count = query->argument_count,
                                .result_count = query->result_count,
                                .values = values};
    assert(query->argument_count + query->result_count <= MOST_VALUES);
    for (int i = 0; i < query->argument_count; i++)
        values[i] = value_of(&query->arguments[i]);
    for (int i = 0; i < query->result_count; i++)
        values[query->argument_count + i] = value_of(&query->results[i]);
    lua_createtable(L, 0, 7);
    lua_pushstring(L, query->name);
    lua_pushvalue(L, -1);
    lua_setfield(L, -3, "name");
    lua_setfield(L, -2, "function");
    set_values(L, "arguments", &asked, false, cores);
    set_values(L, "results", &asked, true, cores);
    assert(query->result_count > 0); // nil is one
    cd_lua_push_result(L, &asked, 0, cores);
    lua_setfield(L, -2, "result");
    if (*query->file == '\0')
        return; // no Lua function has called it
    lua_pushstring(L, query->file);
    lua_setfield(L, -2, "file");
    lua_pushinteger(L, query->line);
    lua_setfield(L, -2, "line");
}

/// Arguments: a log, an arena. Pushes the list.
static int push_queries(lua_State *L) {
    const cd_query_log *log = check_log(L, 1);
    const cd_query *queries = cd_query_log_read(log, lua_touserdata(L, 2));
    if (queries == NULL)
        return luaL_error(L, "not enough memory");
    lua_getiuservalue(L, 1, 1);
    const int cores = lua_gettop(L);
    lua_createtable(L, log->count, 0);
    for (int i = 0; i < log->count; i++) {
        push_query(L, &queries[i], cores);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/// queries(log) -> list
static int queries(lua_State *L) {
    cd_arena arena = {0};
    lua_settop(L, 1);
    check_log(L, 1);
    cd_lua_push_function(L, push_queries);
    lua_insert(L, 1);
    lua_pushlightuserdata(L, &arena);
    const int status = lua_pcall(L, 2, 1, 0);
    cd_arena_free(&arena);
    return status == LUA_OK ? 1 : lua_error(L);
}

const luaL_Reg cd_query_functions[] = {{"new_query_log", new_query_log},
                                       {"observe", observe},
                                       {"forget", forget},
                                       {"queries", queries},
                                       {NULL, NULL}};
