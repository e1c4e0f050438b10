// The shapes of a state by their paths: "ball", "walls[2]", "room.floor". The traversal is depth
// first, in the fixed order of keys; it visits each table once, so it ends in spite of cycles. The
// bodies of the state's worlds follow at the end: one that the state itself refers to is named by
// the first path to it, any other by its index in the world.
#include "run/state/state_shapes.h"

#include "record/text/shape_label.h"
#include "run/contain/guard.h"
#include "run/scenario.h"
#include "run/state/fields.h"
#include "run/state/key_order.h"
#include "run/state/state_values.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/// Limits that keep a frame readable: deeper tables and more shapes are left out.
enum { DEPTH_LIMIT = 12, SHAPE_LIMIT = 100000 };

typedef struct shape_collector {
    lua_State *L;
    const cd_guard *guard;
    cd_arena *arena;
    cd_frame *frame;
    int seen, looks;    ///< indices of tables: those visited; creation number -> look, or 0
    int looked;         ///< looks that were found
    int worlds;         ///< index of a list: world, its path, world, its path, ...
    int names;          ///< index of a table: creation number of a body -> its path
    int labels;         ///< likewise: what it is called, where a table around it has a name
    const char *given;  ///< the name of the innermost table around that has one, or NULL
    size_t given_at;    ///< the length of the path of that table
    int capacity;       ///< of frame->shapes
    const char *wanted; ///< if not NULL, shapes are not collected: the one with this path is moved
    cd_vec to;          ///< where its middle goes
    char path[CD_PATH_SIZE];
} shape_collector;

/// Gives a shape its look, if it has one. A name that was given is shown.
static void take_look(shape_collector *c, cd_named_shape *shape) {
    lua_State *L = c->L;
    if (c->looks == 0)
        return;
    if (lua_rawgeti(L, c->looks, (lua_Integer)shape->id) == LUA_TTABLE) {
        const int look = lua_gettop(L);
        const bool unnamed = shape->style.unnamed;
        c->looked++;
        if (lua_getfield(L, look, "style") == LUA_TTABLE) {
            shape->style = cd_read_style(L, lua_gettop(L));
            shape->style.unnamed |= unnamed;
        }
        if (lua_getfield(L, look, "name") == LUA_TSTRING) {
            shape->name = cd_string_field(L, look, "name", c->arena);
            shape->style.unnamed = false;
        }
        lua_settop(L, look);
    }
    lua_pop(L, 1);
}

/// What a thing at the present path is called where a table around it has a name, in `out`; else
/// NULL.
static const char *given_label(const shape_collector *c, char out[CD_SHAPE_LABEL_MAX]) {
    if (c->given == NULL)
        return NULL;
    cd_shape_label(c->given, c->path + c->given_at, out);
    return out;
}

/// The motion that brings the middle of a shape to `to`; zero if that lies out of the range.
static cd_vec motion_to(const shape_collector *c, const cd_shape *shape) {
    cd_vec by = cd_sub(c->to, cd_shape_middle(shape));
    cd_shape moved = *shape;
    if (shape->dim == 2)
        by.z = 0;
    if (cd_is_in_range(by))
        cd_shape_move(&moved, by);
    return cd_is_in_range(by) && cd_shape_error(&moved) == NULL ? by : (cd_vec){0, 0, 0};
}

/// Moves a shape of the script's state if it is the wanted one. The cast drops a const that only
/// guards readers: the state's own shapes may be moved.
static void place_shape(const shape_collector *c, const cd_shape *shape) {
    if (strcmp(c->path, c->wanted) == 0)
        cd_shape_move((cd_shape *)(uintptr_t)shape, motion_to(c, shape));
}

/// Adds a shape. label: what it is called in place of its path, or NULL.
static void add_shape(shape_collector *c, const cd_shape *shape, bool unnamed, const char *label,
                      uint64_t id) {
    cd_frame *frame = c->frame;
    if (frame->shape_count == SHAPE_LIMIT) {
        frame->omitted++;
        return;
    }
    if (frame->shape_count == c->capacity) {
        const int capacity = c->capacity ? c->capacity * 2 : 64;
        cd_named_shape *grown = cd_field_memory(c->L, c->arena, sizeof *grown * (size_t)capacity);
        if (frame->shape_count > 0)
            memcpy(grown, frame->shapes, sizeof *grown * (size_t)frame->shape_count);
        frame->shapes = grown;
        c->capacity = capacity;
    }
    const size_t size = strlen(c->path) + 1;
    char *key = cd_field_memory(c->L, c->arena, size);
    memcpy(key, c->path, size);
    cd_named_shape *named = &frame->shapes[frame->shape_count++];
    *named = (cd_named_shape){.key = key, .shape = *shape, .style = CD_STYLE_DEFAULT, .id = id};
    named->style.unnamed = unnamed;
    if (label != NULL)
        named->name = cd_arena_string(c->arena, label, strlen(label));
    take_look(c, named);
}

/// Visits the bodies of the world at an index in their order. There may be many, so a body whose
/// name is only its index is drawn without a name.
static void collect_world(shape_collector *c, int index, cd_world *world) {
    lua_State *L = c->L;
    const size_t length = strlen(c->path);
    char path[CD_PATH_SIZE];
    int count = 0;
    memcpy(path, c->path, sizeof path);
    for (int slot = cd_world_next(world, -1); slot >= 0; slot = cd_world_next(world, slot)) {
        const cd_shape *shape = &cd_world_body(world, slot)->shape;
        const uint64_t id = cd_lua_body_serial(L, index, slot);
        const bool named = lua_rawgeti(L, c->names, (lua_Integer)id) == LUA_TSTRING;
        lua_rawgeti(L, c->labels, (lua_Integer)id);
        count++;
        if (named)
            snprintf(c->path, CD_PATH_SIZE, "%s", lua_tostring(L, -2));
        else
            snprintf(c->path + length, CD_PATH_SIZE - length, "[%d]", count);
        if (!c->wanted)
            add_shape(c, shape, !named, lua_tostring(L, -1), id);
        else if (strcmp(c->path, c->wanted) == 0)
            cd_world_move(world, slot, motion_to(c, shape));
        lua_pop(L, 2);
        memcpy(c->path, path, sizeof path);
    }
}

/// Notes the path as the name of a body that the state refers to, if it is the first such path.
static void add_name(shape_collector *c, int body) {
    const lua_Integer id = (lua_Integer)cd_lua_serial(c->L, body);
    if (lua_rawgeti(c->L, c->names, id) == LUA_TNIL) {
        char label[CD_SHAPE_LABEL_MAX];
        lua_pushstring(c->L, c->path);
        lua_rawseti(c->L, c->names, id);
        lua_pushstring(c->L, given_label(c, label));
        lua_rawseti(c->L, c->labels, id);
    }
    lua_pop(c->L, 1);
}

static void add_world(shape_collector *c, int world) {
    lua_Integer count = (lua_Integer)lua_rawlen(c->L, c->worlds);
    lua_pushvalue(c->L, world);
    lua_rawseti(c->L, c->worlds, count + 1);
    lua_pushstring(c->L, c->path);
    lua_rawseti(c->L, c->worlds, count + 2);
}

/// Appends the key at an index to the path, cut at CD_PATH_SIZE; returns the length before.
static size_t push_key(shape_collector *c, int index) {
    const size_t length = strlen(c->path);
    cd_print_key(c->L, index, length == 0, c->path + length, CD_PATH_SIZE - length);
    return length;
}

/// Takes the name or title of the table on the top, if it has one, for what lies in it.
static void take_given(shape_collector *c) {
    static const char *const fields[] = {"name", "title"};
    const int table = lua_gettop(c->L);
    for (int i = 0; i < 2; i++) {
        lua_pushstring(c->L, fields[i]);
        const char *text = lua_rawget(c->L, table) == LUA_TSTRING ? lua_tostring(c->L, -1) : "";
        lua_pop(c->L, 1); // the table keeps it
        if (text[0] != '\0') {
            c->given = text;
            c->given_at = strlen(c->path);
            return;
        }
    }
}

static void collect_table(shape_collector *c, int depth);

/// Visits the table on the top, a part of the state, which stays there.
static void collect_part(shape_collector *c, int depth) {
    const char *given = c->given;
    const size_t given_at = c->given_at;
    take_given(c);
    collect_table(c, depth);
    c->given = given;
    c->given_at = given_at;
}

/// Visits what lies in the table on the top, which stays there.
static void collect_table(shape_collector *c, int depth) {
    lua_State *L = c->L;
    char label[CD_SHAPE_LABEL_MAX];
    luaL_checkstack(L, 12, NULL);
    const int table = lua_gettop(L), keys = table + 1;
    lua_pushvalue(L, table);
    if (lua_rawget(L, c->seen) != LUA_TNIL) {
        lua_pop(L, 1);
        return;
    }
    lua_pop(L, 1);
    lua_pushvalue(L, table);
    lua_pushboolean(L, 1);
    lua_rawset(L, c->seen);
    cd_push_keys(L, table);
    for (lua_Integer i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL; i++) {
        cd_guard_check(L, c->guard);
        lua_pushvalue(L, -1);
        const int type = lua_rawget(L, table);
        const cd_shape *shape = type == LUA_TUSERDATA ? cd_lua_to_shape(L, -1) : NULL;
        const bool world = type == LUA_TUSERDATA && cd_lua_to_world(L, -1);
        const bool body = type == LUA_TUSERDATA && cd_lua_is_body(L, -1);
        if (shape || world || body || type == LUA_TTABLE) {
            const size_t length = push_key(c, lua_gettop(L) - 1);
            if (shape && c->wanted)
                place_shape(c, shape);
            else if (shape)
                add_shape(c, shape, false, given_label(c, label), cd_lua_serial(L, -1));
            else if (world)
                add_world(c, lua_gettop(L));
            else if (body)
                add_name(c, lua_gettop(L));
            else if (depth < DEPTH_LIMIT)
                collect_part(c, depth + 1);
            c->path[length] = '\0';
        }
        lua_settop(L, keys);
    }
    lua_settop(L, table);
}

static void collect_state(shape_collector *c, int state) {
    lua_State *L = c->L;
    luaL_checkstack(L, 8, NULL);
    c->guard = cd_guard_of(L);
    c->seen = lua_gettop(L) + 1;
    c->worlds = c->seen + 1;
    c->names = c->seen + 2;
    c->labels = c->seen + 3;
    for (int i = 0; i < 4; i++)
        lua_newtable(L);
    lua_pushvalue(L, state);
    collect_table(c, 1);
    for (lua_Integer i = 1; lua_rawgeti(L, c->worlds, i) != LUA_TNIL; i += 2) {
        lua_rawgeti(L, c->worlds, i + 1);
        snprintf(c->path, CD_PATH_SIZE, "%s", lua_tostring(L, -1));
        collect_world(c, lua_gettop(L) - 1, cd_lua_to_world(L, -2));
        lua_pop(L, 2);
    }
    lua_settop(L, c->seen - 1);
}

int cd_collect_shapes(lua_State *L, int state, int looks, cd_arena *arena, cd_frame *frame) {
    assert(frame->shape_count == 0);
    shape_collector c = {.L = L, .arena = arena, .frame = frame, .looks = looks};
    collect_state(&c, state);
    return c.looked;
}

/// place(state, { x, y, z, key = }): moves the middle of the state's shape with that path there.
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
    shape_collector c = {.L = L, .wanted = wanted, .to = {parts[0], parts[1], parts[2]}};
    collect_state(&c, 1);
    return 0;
}

static int free_arena(lua_State *L) {
    cd_arena_free(lua_touserdata(L, 1));
    return 0;
}

/// Pushes an arena. If a call raises before the arena is freed, the collector frees it.
static cd_arena *push_arena(lua_State *L) {
    cd_arena *arena = lua_newuserdatauv(L, sizeof *arena, 0);
    *arena = (cd_arena){0};
    if (luaL_newmetatable(L, "collide.arena")) {
        lua_pushcfunction(L, free_arena);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return arena;
}

/// creation_numbers(state) -> a set of those of its shapes and bodies.
static int creation_numbers(lua_State *L) {
    luaL_checktype(L, 1, LUA_TTABLE);
    cd_arena *arena = push_arena(L);
    cd_frame frame = {0};
    cd_collect_shapes(L, 1, 0, arena, &frame);
    lua_createtable(L, 0, frame.shape_count);
    for (int i = 0; i < frame.shape_count; i++) {
        lua_pushboolean(L, 1);
        lua_rawseti(L, -2, (lua_Integer)frame.shapes[i].id);
    }
    cd_arena_free(arena);
    return 1;
}

static void push_list(lua_State *L, cd_vec v, int dim) {
    const double numbers[] = {v.x, v.y, v.z};
    lua_createtable(L, dim, 0);
    for (int i = 0; i < dim; i++) {
        lua_pushnumber(L, numbers[i]);
        lua_rawseti(L, -2, i + 1);
    }
}

/// view_of(state) -> height, center, size: of the box around its finite shapes the middle and the
/// sides, with a margin, and the height of a picture in 16:9 that shows it from the front. The two
/// are lists of 2 or 3 numbers; without a box that has a size, there is no `size`.
static int view_of(lua_State *L) {
    static const double margin = 1.2, ratio = 16.0 / 9, otherwise = 10;
    luaL_checktype(L, 1, LUA_TTABLE);
    cd_arena *arena = push_arena(L);
    cd_frame frame = {0};
    cd_collect_shapes(L, 1, 0, arena, &frame);
    cd_bounds all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    int dim = 2;
    for (int i = 0; i < frame.shape_count; i++) {
        const cd_shape *shape = &frame.shapes[i].shape;
        dim = shape->dim == 3 ? 3 : dim;
        if (!cd_is_unbounded(shape))
            all = cd_bounds_join(all, cd_shape_bounds(shape));
    }
    cd_arena_free(arena);
    const cd_vec size = cd_sub(all.max, all.min);
    const bool some = cd_is_finite(size);
    const double width = dim == 3 ? hypot(size.x, size.z) : size.x;
    const double height = margin * fmax(size.y, width / ratio);
    const cd_vec middle = some ? cd_lerp(all.min, all.max, 0.5) : (cd_vec){0, 0, 0};
    lua_pushnumber(L, some && height > 0 ? height : otherwise);
    push_list(L, middle, dim);
    if (some && cd_max_abs(size) > 0)
        push_list(L, cd_scale(size, margin), dim);
    else
        lua_pushnil(L);
    return 3;
}

const luaL_Reg cd_place_functions[] = {
    {"place", place}, {"view_of", view_of}, {"creation_numbers", creation_numbers}, {NULL, NULL}};
