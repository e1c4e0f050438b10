// What cases need of C: values as exact text, shapes from their numbers, and kept runs as tables.
#include "lua/values/text.h"
#include "record/message.h"
#include "record/saved.h"
#include "record/text/print.h"
#include "run/scenario.h"
#include "run/state/recorded_input.h"
#include "run/state/state_shapes.h"

#include <math.h>
#include <string.h>

/// Pushes the shape at the light userdata 1.
static int push_shape(lua_State *L) {
    const cd_lua_value value = {.kind = CD_LUA_SHAPE, .as.shape = lua_touserdata(L, 1)};
    lua_newtable(L);
    cd_lua_push_value(L, &value, lua_gettop(L));
    return 1;
}

/// exact_shape(kind, dimension, radius, numbers) -> shape
static int exact_shape(lua_State *L) {
    const char *name = luaL_checkstring(L, 1);
    const lua_Integer dim = luaL_checkinteger(L, 2);
    const double radius = luaL_checknumber(L, 3);
    luaL_checktype(L, 4, LUA_TTABLE);
    double numbers[CD_EXACT_NUMBERS_MAX] = {0};
    const int count = (int)luaL_len(L, 4);
    int kind = 0;
    while (kind < CD_KIND_COUNT && strcmp(cd_kind_name((cd_kind)kind), name) != 0)
        kind++;
    for (int i = 0; i < count && i < CD_EXACT_NUMBERS_MAX; i++) {
        lua_geti(L, 4, i + 1);
        numbers[i] = luaL_checknumber(L, -1);
        lua_pop(L, 1);
    }
    cd_shape shape;
    if (kind == CD_KIND_COUNT || (dim != 2 && dim != 3) || count > CD_EXACT_NUMBERS_MAX ||
        !cd_shape_of_numbers((cd_kind)kind, (int)dim, radius, numbers, count, &shape))
        return luaL_error(L, "these numbers are no valid %s", name);
    cd_lua_push_function(L, push_shape);
    lua_pushlightuserdata(L, &shape);
    lua_call(L, 1, 1);
    return 1;
}

/// Arguments: a state, an arena. Pushes the list of its bounded shapes.
static int push_places(lua_State *L) {
    cd_frame frame = {0};
    cd_collect_shapes(L, 1, 0, lua_touserdata(L, 2), &frame);
    lua_newtable(L);
    for (int i = 0, count = 0; i < frame.shape_count; i++) {
        const cd_shape *shape = &frame.shapes[i].shape;
        const cd_bounds bounds = cd_shape_bounds(shape);
        const cd_vec at = cd_lerp(bounds.min, bounds.max, 0.5);
        if (!cd_bounds_are_finite(bounds))
            continue;
        lua_createtable(L, 5, 0);
        lua_pushstring(L, frame.shapes[i].key);
        lua_rawseti(L, -2, 1);
        const double numbers[] = {at.x, at.y, at.z, shape->dim};
        for (int k = 0; k < 4; k++) {
            lua_pushnumber(L, numbers[k]);
            lua_rawseti(L, -2, k + 2);
        }
        lua_rawseti(L, -2, ++count);
    }
    return 1;
}

/// Arguments: a state, an arena, a key. Pushes whether the shape overlaps none of the others.
static int push_is_free(lua_State *L) {
    cd_frame frame = {0};
    cd_collect_shapes(L, 1, 0, lua_touserdata(L, 2), &frame);
    const cd_named_shape *placed = cd_frame_shape(&frame, lua_tostring(L, 3), 0);
    bool is_free = placed != NULL;
    for (int i = 0; i < frame.shape_count && is_free; i++) {
        const cd_named_shape *other = &frame.shapes[i];
        is_free = other == placed || other->shape.dim != placed->shape.dim ||
                  !cd_overlap(&placed->shape, &other->shape);
    }
    lua_pushboolean(L, is_free);
    return 1;
}

/// is_free(state, key) -> whether the shape with this key overlaps no other one of the state
static int is_free(lua_State *L) {
    cd_arena arena = {0};
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checkstring(L, 2);
    lua_settop(L, 2);
    lua_pushcfunction(L, push_is_free);
    lua_pushvalue(L, 1);
    lua_pushlightuserdata(L, &arena);
    lua_pushvalue(L, 2);
    const int status = lua_pcall(L, 3, 1, 0);
    cd_arena_free(&arena);
    return status == LUA_OK ? 1 : lua_error(L);
}

/// shape_places(state) -> { { key, x, y, z, dimension }, ... } of its bounded shapes
static int shape_places(lua_State *L) {
    cd_arena arena = {0};
    lua_settop(L, 1);
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_pushcfunction(L, push_places);
    lua_insert(L, 1);
    lua_pushlightuserdata(L, &arena);
    const int status = lua_pcall(L, 2, 1, 0);
    cd_arena_free(&arena);
    return status == LUA_OK ? 1 : lua_error(L);
}

// -------------------------------------------------------------------------------------- kept runs

/// Sets the fields of a step, or of what goes into frame 0, in the table on the top.
static void set_step(lua_State *L, const cd_step *step) {
    cd_push_input(L, step, true);
    lua_setfield(L, -2, "input");
    cd_push_drag(L, &step->drag);
    lua_setfield(L, -2, "drag");
    cd_push_settings(L, step->settings, step->setting_count);
    lua_setfield(L, -2, "settings");
    cd_push_lines(L, step->lines, step->line_count);
    lua_setfield(L, -2, "lines");
    lua_pushinteger(L, step->count);
    lua_setfield(L, -2, "count");
}

static void set_load(lua_State *L, const cd_load *load) {
    lua_pushstring(L, load->name);
    lua_setfield(L, -2, "name");
    lua_pushlstring(L, load->source, load->source_size);
    lua_setfield(L, -2, "source");
    if (load->has_seed) {
        lua_pushinteger(L, load->seed);
        lua_setfield(L, -2, "seed");
    }
    set_step(L, &(cd_step){.drag = load->drag,
                           .text = "",
                           .settings = load->settings,
                           .setting_count = load->setting_count,
                           .lines = load->lines,
                           .line_count = load->line_count});
}

/// Sets entry `name` of the list or table `field` of the table on the top to the value above it,
/// which is popped; name NULL: appends.
static void add_to(lua_State *L, const char *field, const char *name) {
    luaL_getsubtable(L, -2, field);
    lua_insert(L, -2);
    if (name != NULL)
        lua_setfield(L, -2, name);
    else
        lua_rawseti(L, -2, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_pop(L, 1);
}

/// Sets what the script declared, so that nobody has to run it to read the file.
static void set_loaded(lua_State *L, const cd_loaded *loaded) {
    static const char *const kinds[] = {"number", "boolean", "choice"};
    lua_pushinteger(L, loaded->seed);
    lua_setfield(L, -2, "loaded_seed");
    lua_newtable(L);
    for (int i = 0; i < loaded->param_count; i++) {
        const cd_param *param = &loaded->params[i];
        lua_createtable(L, 0, 7);
        lua_pushstring(L, param->name);
        lua_setfield(L, -2, "name");
        lua_pushstring(L, kinds[param->kind]);
        lua_setfield(L, -2, "kind");
        lua_pushstring(L, param->original);
        lua_setfield(L, -2, "original");
        lua_pushnumber(L, param->range.min);
        lua_setfield(L, -2, "min");
        lua_pushnumber(L, param->range.max);
        lua_setfield(L, -2, "max");
        if (param->range.step > 0) {
            lua_pushnumber(L, param->range.step);
            lua_setfield(L, -2, "step");
        }
        cd_push_lines(L, param->choices, param->choice_count);
        lua_setfield(L, -2, "choices");
        lua_setfield(L, -2, param->name);
    }
    lua_setfield(L, -2, "params");
}

/// Adds a message to the table on the top; *required: the module that was asked for. False where it
/// makes no sense.
static bool take(lua_State *L, const cd_message *message, char *required, size_t room) {
    switch (message->type) {
    case CD_MSG_LOAD:
        set_load(L, &message->as.load);
        return true;
    case CD_MSG_REQUIRE:
        strncpy(required, message->as.require.name, room - 1);
        return true;
    case CD_MSG_MODULE:
        lua_createtable(L, 2, 0);
        lua_pushstring(L, message->as.module.name);
        lua_rawseti(L, -2, 1);
        lua_pushlstring(L, message->as.module.source, message->as.module.source_size);
        lua_rawseti(L, -2, 2);
        add_to(L, "modules", required);
        return true;
    case CD_MSG_LOADED:
        set_loaded(L, &message->as.loaded);
        return true;
    case CD_MSG_STEP:
        lua_createtable(L, 0, 5);
        set_step(L, &message->as.step);
        add_to(L, "steps", NULL);
        return true;
    case CD_MSG_ERROR:
        lua_pushstring(L, message->as.error.message);
        lua_setfield(L, -2, "error");
        return true;
    default:
        return false;
    }
}

/// Arguments: the bytes, an arena. Pushes the table; or nil.
static int push_kept(lua_State *L) {
    const cd_bytes *bytes = lua_touserdata(L, 1);
    cd_arena *arena = lua_touserdata(L, 2);
    char required[256] = "";
    lua_Integer frames = 0;
    bool good = true;
    lua_newtable(L);
    for (size_t at = 0, size; good && at < bytes->size; at += size) {
        const size_t left = bytes->size - at;
        cd_message message;
        size = cd_message_size(bytes->data + at, left);
        good = size > 0 && size <= left;
        if (good && bytes->data[at + CD_MESSAGE_TYPE] == CD_MSG_FRAME) {
            frames++;
            continue;
        }
        good = good && cd_message_decode(bytes->data + at, size, arena, &message) &&
               take(L, &message, required, sizeof required);
        cd_arena_free(arena);
    }
    lua_pushinteger(L, frames > 0 ? frames - 1 : 0);
    lua_setfield(L, -2, "frames");
    if (!good || lua_getfield(L, -1, "source") != LUA_TSTRING)
        lua_pushnil(L);
    else
        lua_pop(L, 1);
    return 1;
}

/// Pushes the table of the messages of a run; nil where they make no sense.
void cd_push_kept_run(lua_State *L, const cd_bytes *messages) {
    cd_arena arena = {0};
    lua_pushcfunction(L, push_kept);
    lua_pushlightuserdata(L, (void *)(uintptr_t)messages);
    lua_pushlightuserdata(L, &arena);
    const int status = lua_pcall(L, 2, 1, 0);
    cd_arena_free(&arena);
    if (status != LUA_OK)
        lua_error(L);
}

/// Argument: the bytes.
static int push_kept_of(lua_State *L) {
    cd_push_kept_run(L, lua_touserdata(L, 1));
    return 1;
}

/// read_kept(path) -> table, false where the file is no kept run; or nil, reason
static int read_kept(lua_State *L) {
    const char *path = luaL_checkstring(L, 1);
    if (!cd_saved_is(path)) {
        lua_pushboolean(L, false);
        return 1;
    }
    cd_bytes bytes = {0};
    const char *why = cd_saved_read(path, &bytes);
    lua_pushcfunction(L, push_kept_of);
    lua_pushlightuserdata(L, &bytes);
    const int status = why == NULL ? lua_pcall(L, 1, 1, 0) : LUA_OK;
    cd_bytes_free(&bytes);
    if (status != LUA_OK)
        return lua_error(L);
    if (why == NULL && lua_istable(L, -1))
        return 1;
    lua_pushnil(L);
    lua_pushstring(L, why != NULL ? why : "is damaged: what it says makes no sense");
    return 2;
}

const luaL_Reg cd_case_functions[] = {
    {"value_text", cd_lua_data_text}, {"exact_shape", exact_shape},
    {"shape_places", shape_places},   {"is_free", is_free},
    {"read_kept", read_kept},         {NULL, NULL}};
