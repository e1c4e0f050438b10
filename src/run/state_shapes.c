// The shapes of a state by their paths: "ball", "walls[2]", "room.floor". Depth first in the fixed
// order of keys; a table that is met again is passed over, so cycles end. Last the bodies of its
// worlds: those that the state holds itself have the first of their paths as their name, too.
#include "run/state_shapes.h"

#include "run/fields.h"
#include "run/key_order.h"
#include "run/scenario.h"

#include <stdio.h>
#include <string.h>

enum { DEPTH_LIMIT = 12, SHAPE_LIMIT = 100000, PATH_SIZE = 256 };

typedef struct walk {
    lua_State *L;
    cd_arena *arena;
    cd_frame *frame;
    int seen, styles, capacity;
    int worlds, names;  ///< tables on the stack: worlds and their paths; bodies' numbers -> paths
    const char *wanted; ///< only the shape with this path is looked for, and put `to`
    cd_vec to;
    char path[PATH_SIZE];
} walk;

static cd_style read_style(lua_State *L, int styles, int shape) {
    cd_style style = {-1, -1, -1, -1, -1, false, false, false, false};
    if (styles == 0)
        return style;
    lua_pushvalue(L, shape);
    if (lua_rawget(L, styles) == LUA_TTABLE)
        style = cd_read_style(L, lua_gettop(L));
    lua_pop(L, 1);
    return style;
}

/// How far a shape is from where it is wanted; zero where that cannot be.
static cd_vec way_to(const walk *w, const cd_shape *shape) {
    cd_vec by = cd_sub(w->to, cd_shape_middle(shape));
    if (shape->dim == 2)
        by.z = 0;
    return cd_is_finite(by) ? by : (cd_vec){0, 0, 0};
}

/// The shape's own memory belongs to the script's state, where shapes may be moved.
static void place_shape(const walk *w, const cd_shape *shape) {
    if (strcmp(w->path, w->wanted) == 0)
        cd_shape_move((cd_shape *)(uintptr_t)shape, way_to(w, shape));
}

static void add_shape(walk *w, const cd_shape *shape, cd_style style, uint64_t id) {
    cd_frame *frame = w->frame;
    if (frame->shape_count == SHAPE_LIMIT) {
        frame->omitted++;
        return;
    }
    if (frame->shape_count == w->capacity) {
        const int capacity = w->capacity ? w->capacity * 2 : 64;
        cd_named_shape *grown = cd_arena_alloc(w->arena, sizeof *grown * (size_t)capacity);
        if (!grown)
            luaL_error(w->L, "not enough memory");
        if (frame->shape_count > 0)
            memcpy(grown, frame->shapes, sizeof *grown * (size_t)frame->shape_count);
        frame->shapes = grown;
        w->capacity = capacity;
    }
    const char *key = cd_arena_string(w->arena, w->path, strlen(w->path));
    frame->shapes[frame->shape_count++] =
        (cd_named_shape){.key = key ? key : "", .shape = *shape, .style = style, .id = id};
}

/// The bodies of the world at an index in their order. There may be many: those that have but a
/// number show no name.
static void walk_world(walk *w, int index, cd_world *world) {
    lua_State *L = w->L;
    const size_t length = strlen(w->path);
    char path[PATH_SIZE];
    int count = 0;
    memcpy(path, w->path, sizeof path);
    for (int slot = cd_world_next(world, -1); slot >= 0; slot = cd_world_next(world, slot)) {
        const cd_shape *shape = &cd_world_body(world, slot)->shape;
        const uint64_t id = cd_lua_body_serial(L, index, slot);
        const bool named = lua_rawgeti(L, w->names, (lua_Integer)id) == LUA_TSTRING;
        count++;
        if (named)
            snprintf(w->path, PATH_SIZE, "%s", lua_tostring(L, -1));
        else
            snprintf(w->path + length, PATH_SIZE - length, "[%d]", count);
        lua_pop(L, 1);
        if (!w->wanted)
            add_shape(w, shape, (cd_style){-1, -1, -1, -1, -1, false, false, false, !named}, id);
        else if (strcmp(w->path, w->wanted) == 0)
            cd_world_move(world, slot, way_to(w, shape));
        memcpy(w->path, path, sizeof path);
    }
}

static void add_name(walk *w, int body) {
    const lua_Integer id = (lua_Integer)cd_lua_serial(w->L, body);
    if (lua_rawgeti(w->L, w->names, id) == LUA_TNIL) {
        lua_pushstring(w->L, w->path);
        lua_rawseti(w->L, w->names, id);
    }
    lua_pop(w->L, 1);
}

static void add_world(walk *w, int world) {
    lua_Integer count = (lua_Integer)lua_rawlen(w->L, w->worlds);
    lua_pushvalue(w->L, world);
    lua_rawseti(w->L, w->worlds, count + 1);
    lua_pushstring(w->L, w->path);
    lua_rawseti(w->L, w->worlds, count + 2);
}

static bool is_identifier(const char *text) {
    if (*text >= '0' && *text <= '9')
        return false;
    for (const char *p = text; *p; p++)
        if (!(*p == '_' || (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
              (*p >= '0' && *p <= '9') || (unsigned char)*p >= 0x80))
            return false;
    return *text != '\0';
}

/// Adds the key at an index to the path; returns the length before. A long path is cut.
static size_t push_key(walk *w, int index) {
    const size_t length = strlen(w->path);
    char *end = w->path + length;
    const size_t room = PATH_SIZE - length;
    lua_State *L = w->L;
    if (lua_isinteger(L, index)) {
        snprintf(end, room, "[%lld]", (long long)lua_tointeger(L, index));
    } else if (lua_type(L, index) == LUA_TNUMBER) {
        snprintf(end, room, "[%.14g]", lua_tonumber(L, index));
    } else if (lua_type(L, index) == LUA_TSTRING) {
        const char *key = lua_tostring(L, index);
        const char *form = !is_identifier(key) ? "[\"%s\"]" : length ? ".%s" : "%s";
        snprintf(end, room, form, key);
    } else if (lua_isboolean(L, index)) {
        snprintf(end, room, "[%s]", lua_toboolean(L, index) ? "true" : "false");
    } else {
        snprintf(end, room, "[?]");
    }
    return length;
}

/// The table on the top, which stays.
static void walk_table(walk *w, int depth) {
    lua_State *L = w->L;
    luaL_checkstack(L, 12, NULL);
    const int table = lua_gettop(L), keys = table + 1;
    lua_pushvalue(L, table);
    if (lua_rawget(L, w->seen) != LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    lua_pop(L, 1);
    lua_pushvalue(L, table);
    lua_pushboolean(L, 1);
    lua_rawset(L, w->seen);
    cd_push_keys(L, table);
    for (lua_Integer i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL; i++) {
        lua_pushvalue(L, -1);
        const int type = lua_rawget(L, table);
        const cd_shape *shape = type == LUA_TUSERDATA ? cd_lua_to_shape(L, -1) : NULL;
        const bool world = type == LUA_TUSERDATA && cd_lua_to_world(L, -1);
        const bool body = type == LUA_TUSERDATA && cd_lua_is_body(L, -1);
        if (shape || world || body || type == LUA_TTABLE) {
            const size_t length = push_key(w, lua_gettop(L) - 1);
            if (shape && w->wanted)
                place_shape(w, shape);
            else if (shape)
                add_shape(w, shape, read_style(L, w->styles, lua_gettop(L)), cd_lua_serial(L, -1));
            else if (world)
                add_world(w, lua_gettop(L));
            else if (body)
                add_name(w, lua_gettop(L));
            else if (depth < DEPTH_LIMIT)
                walk_table(w, depth + 1);
            w->path[length] = '\0';
        }
        lua_settop(L, keys);
    }
    lua_settop(L, table);
}

static void walk_state(walk *w, int state) {
    lua_State *L = w->L;
    luaL_checkstack(L, 8, NULL);
    w->seen = lua_gettop(L) + 1;
    w->worlds = w->seen + 1;
    w->names = w->seen + 2;
    for (int i = 0; i < 3; i++)
        lua_newtable(L);
    lua_pushvalue(L, state);
    walk_table(w, 1);
    for (lua_Integer i = 1; lua_rawgeti(L, w->worlds, i) != LUA_TNIL; i += 2) {
        lua_rawgeti(L, w->worlds, i + 1);
        snprintf(w->path, PATH_SIZE, "%s", lua_tostring(L, -1));
        walk_world(w, lua_gettop(L) - 1, cd_lua_to_world(L, -2));
        lua_pop(L, 2);
    }
    lua_settop(L, w->seen - 1);
}

void cd_collect_shapes(lua_State *L, int state, int styles, cd_arena *arena, cd_frame *frame) {
    walk w = {.L = L, .arena = arena, .frame = frame, .styles = styles};
    walk_state(&w, state);
}

/// place(state, drag): puts the middle of a shape of the state where drag, { x, y, z, key = },
/// says.
static int place(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    luaL_checktype(L, 2, LUA_TTABLE);
    double parts[3];
    for (int i = 0; i < 3; i++) {
        lua_rawgeti(L, 2, i + 1);
        parts[i] = lua_tonumber(L, -1);
        lua_pop(L, 1);
    }
    lua_getfield(L, 2, "key");
    const char *wanted = luaL_checkstring(L, -1);
    walk w = {.L = L, .wanted = wanted, .to = {parts[0], parts[1], parts[2]}};
    walk_state(&w, 1);
    return 0;
}

const luaL_Reg cd_place_functions[] = {{"place", place}, {NULL, NULL}};
