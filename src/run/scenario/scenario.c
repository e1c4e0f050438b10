// Opening collide.scenario. The functions of the C half are gathered in one table; then each of the
// embedded Lua files gets that table and adds its part, using those before it. The last one returns
// the public module.
#include "run/scenario.h"

#include "lua/embedded.h"
#include "lua/values/spelling.h"
#include "record/message.h"
#include "record/range.h"
#include "record/source.h"
#include "record/text/misspelling.h"
#include "run/contain/guard.h"
#include "run/scenario/arithmetic.h"

CD_EMBEDDED(about);
CD_EMBEDDED(advice);
CD_EMBEDDED(show);
CD_EMBEDDED(environment);
CD_EMBEDDED(input);
CD_EMBEDDED(data);
CD_EMBEDDED(tiled);
CD_EMBEDDED(definition);
CD_EMBEDDED(drawing);
CD_EMBEDDED(camera);
CD_EMBEDDED(simulation);
CD_EMBEDDED(data_text);
CD_EMBEDDED(case);
CD_EMBEDDED(query_case);
CD_EMBEDDED(watch);
CD_EMBEDDED(play);
CD_EMBEDDED(ask);
CD_EMBEDDED(work);
CD_EMBEDDED(sweep);
CD_EMBEDDED(shrink);
CD_EMBEDDED(hunt);
CD_EMBEDDED(who);
CD_EMBEDDED(scenario);

static const char runtime_key;

/// Pushes the text that cd_bytes at argument 1 hold.
static int push_bytes(lua_State *L) {
    const cd_bytes *bytes = lua_touserdata(L, 1);
    lua_pushlstring(L, (const char *)bytes->data, bytes->size);
    return 1;
}

/// read(path) -> text; or nil, reason
static int read_source(lua_State *L) {
    cd_bytes bytes = {0};
    const char *path = luaL_checkstring(L, 1), *error = cd_source_read(path, &bytes);
    int status = LUA_OK;
    lua_pushcfunction(L, push_bytes); // protected, as the bytes are to be freed
    lua_pushlightuserdata(L, &bytes);
    if (error == NULL)
        status = lua_pcall(L, 1, 1, 0);
    cd_bytes_free(&bytes);
    if (status != LUA_OK)
        return lua_error(L);
    if (error == NULL)
        return 1;
    lua_pushnil(L);
    lua_pushstring(L, error);
    return 2;
}

/// Pushes file and text, or nil and the reason, of the cd_module at argument 1.
static int push_module(lua_State *L) {
    const cd_module *module = lua_touserdata(L, 1);
    if (!module->found)
        lua_pushnil(L);
    lua_pushstring(L, module->name);
    if (module->found)
        lua_pushlstring(L, module->source, module->source_size);
    return 2;
}

/// find(scenario, module) -> file, text; or nil, reason
static int find_module(lua_State *L) {
    const char *path = luaL_checkstring(L, 1), *name = luaL_checkstring(L, 2);
    cd_arena arena = {0};
    cd_module module = cd_source_find(path, name, &arena);
    lua_pushcfunction(L, push_module); // protected, as the arena is to be freed
    lua_pushlightuserdata(L, &module);
    const int status = lua_pcall(L, 1, 2, 0);
    cd_arena_free(&arena);
    return status == LUA_OK ? 2 : lua_error(L);
}

/// is_shape(value), is_vector(value)
static int is_shape(lua_State *L) {
    lua_pushboolean(L, cd_lua_to_shape(L, 1) != NULL);
    return 1;
}

static int is_vector(lua_State *L) {
    cd_vec v;
    int dim;
    lua_pushboolean(L, cd_lua_to_vector(L, 1, &v, &dim));
    return 1;
}

static void push_corner(lua_State *L, cd_vec v) {
    const double parts[] = {v.x, v.y, v.z};
    lua_createtable(L, 3, 0);
    for (int i = 0; i < 3; i++) {
        lua_pushnumber(L, parts[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/// bounds_of(value) -> dimension, corner, corner of a shape or body; the dimension alone of one
/// without bounds; nil for another value
static int bounds_of(lua_State *L) {
    const cd_body *body = cd_lua_to_body(L, 1);
    const cd_shape *shape = body ? &body->shape : cd_lua_to_shape(L, 1);
    if (shape == NULL)
        return 0;
    const cd_bounds bounds = cd_shape_bounds(shape);
    lua_pushinteger(L, shape->dim);
    if (!cd_bounds_are_finite(bounds))
        return 1;
    push_corner(L, bounds.min);
    push_corner(L, bounds.max);
    return 3;
}

/// edit_distance(name, other)
static int edit_distance(lua_State *L) {
    lua_pushinteger(L, cd_edit_distance(luaL_checkstring(L, 1), luaL_checkstring(L, 2)));
    return 1;
}

/// types_with(name) -> the types of collide's values that have a member of this name, or nil
static int types_with(lua_State *L) {
    luaL_Buffer text;
    const char *name = luaL_checkstring(L, 1);
    luaL_buffinit(L, &text);
    const bool any = cd_lua_add_owners(&text, name);
    luaL_pushresult(&text);
    if (!any)
        lua_pushnil(L);
    return 1;
}

/// creation_number(value) -> that of a shape or body; else nil
static int creation_number(lua_State *L) {
    luaL_checkany(L, 1);
    if (cd_lua_to_shape(L, 1) == NULL && !cd_lua_is_body(L, 1))
        return 0;
    lua_pushinteger(L, (lua_Integer)cd_lua_serial(L, 1));
    return 1;
}

/// count_from(number) -> number: creation numbers of what is made from now on, and of what was made
/// last before.
static int count_from(lua_State *L) {
    lua_pushinteger(L, (lua_Integer)cd_lua_set_serial(L, (uint64_t)luaL_checkinteger(L, 1)));
    return 1;
}

/// nearest_step(value, min, max, step) -> the nearest number of this range
static int nearest_step(lua_State *L) {
    const cd_range range = {luaL_checknumber(L, 2), luaL_checknumber(L, 3), luaL_checknumber(L, 4)};
    lua_pushnumber(L, cd_range_nearest(range, luaL_checknumber(L, 1)));
    return 1;
}

static const luaL_Reg own_functions[] = {{"read", read_source},
                                         {"find", find_module},
                                         {"is_shape", is_shape},
                                         {"is_vector", is_vector},
                                         {"bounds_of", bounds_of},
                                         {"edit_distance", edit_distance},
                                         {"types_with", types_with},
                                         {"creation_number", creation_number},
                                         {"count_from", count_from},
                                         {"nearest_step", nearest_step},
                                         {NULL, NULL}};

/// Runs an embedded chunk with the runtime table at index 1; pushes what it returns.
static void run_chunk(lua_State *L, const char *source, size_t size) {
    if (luaL_loadbufferx(L, source, size, "=[collide]", "t") != LUA_OK)
        lua_error(L);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
}

static int open_runtime(lua_State *L) {
    lua_settop(L, 0);
    lua_newtable(L);
    const luaL_Reg *parts[] = {own_functions,      cd_arithmetic_functions, cd_call_functions,
                               cd_order_functions, cd_random_functions,     cd_text_functions,
                               cd_hash_functions,  cd_metatable_functions,  cd_place_functions,
                               cd_query_functions, cd_curve_functions,      cd_case_functions};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        cd_push_guard(L);
        luaL_setfuncs(L, parts[i], 1);
    }
    luaL_requiref(L, "collide", cd_lua_open, 0);
    lua_setfield(L, 1, "collide");
    run_chunk(L, cd_embedded_advice, cd_embedded_advice_size);
    run_chunk(L, cd_embedded_show, cd_embedded_show_size);
    lua_pushinteger(L, CD_MODULES_MAX);
    lua_setfield(L, 1, "most_modules");
    run_chunk(L, cd_embedded_environment, cd_embedded_environment_size);
    run_chunk(L, cd_embedded_input, cd_embedded_input_size);
    run_chunk(L, cd_embedded_tiled, cd_embedded_tiled_size);
    run_chunk(L, cd_embedded_data, cd_embedded_data_size);
    run_chunk(L, cd_embedded_definition, cd_embedded_definition_size);
    run_chunk(L, cd_embedded_about, cd_embedded_about_size);
    run_chunk(L, cd_embedded_drawing, cd_embedded_drawing_size);
    run_chunk(L, cd_embedded_camera, cd_embedded_camera_size);
    run_chunk(L, cd_embedded_simulation, cd_embedded_simulation_size);
    run_chunk(L, cd_embedded_data_text, cd_embedded_data_text_size);
    run_chunk(L, cd_embedded_case, cd_embedded_case_size);
    run_chunk(L, cd_embedded_query_case, cd_embedded_query_case_size);
    run_chunk(L, cd_embedded_watch, cd_embedded_watch_size);
    run_chunk(L, cd_embedded_play, cd_embedded_play_size);
    run_chunk(L, cd_embedded_who, cd_embedded_who_size);
    run_chunk(L, cd_embedded_hunt, cd_embedded_hunt_size);
    run_chunk(L, cd_embedded_shrink, cd_embedded_shrink_size);
    run_chunk(L, cd_embedded_sweep, cd_embedded_sweep_size);
    run_chunk(L, cd_embedded_ask, cd_embedded_ask_size);
    run_chunk(L, cd_embedded_work, cd_embedded_work_size);
    run_chunk(L, cd_embedded_scenario, cd_embedded_scenario_size);
    lua_setfield(L, 1, "module");
    lua_settop(L, 1);
    lua_pushvalue(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &runtime_key);
    return 1;
}

void cd_push_runtime(lua_State *L) {
    if (lua_rawgetp(L, LUA_REGISTRYINDEX, &runtime_key) == LUA_TTABLE)
        return;
    lua_pop(L, 1);
    lua_pushcfunction(L, open_runtime);
    lua_call(L, 0, 1);
}

int cd_scenario_open(lua_State *L) {
    cd_push_runtime(L);
    lua_getfield(L, -1, "module");
    return 1;
}
