// See state_values.h. The traversal is that of state_shapes.c: depth first, in the fixed order of
// keys, each table once. It reads tables raw, so that no metamethod runs, and is cut at a limit, so
// that a frame of a huge state stays small.
#include "run/state/state_values.h"

#include "run/contain/guard.h"
#include "run/scenario.h"
#include "run/state/fields.h"
#include "run/state/key_order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    VALUES_MAX = 100000,
    DEPTH_MAX = 12,
    TEXT_MAX = 200 ///< bytes of a string that are shown
};

typedef struct value_collector {
    lua_State *L;
    const cd_guard *guard;
    cd_arena *arena;
    cd_frame *frame;
    int seen; ///< index of a table: tables -> their paths
    int ids;  ///< index of a table: creation numbers -> the number of a shape, from 1
    int capacity;
    char path[CD_PATH_SIZE]; ///< of the table or world whose fields are being added
} value_collector;

/// Adds a value; NULL beyond the limit.
static cd_state_value *add(value_collector *c, const char *key, int depth, cd_state_kind kind) {
    cd_frame *frame = c->frame;
    if (frame->value_count == VALUES_MAX) {
        frame->values_cut = true;
        return NULL;
    }
    if (frame->value_count == c->capacity) {
        const int capacity = c->capacity > 0 ? 2 * c->capacity : 64;
        cd_state_value *grown = cd_field_memory(c->L, c->arena, sizeof *grown * (size_t)capacity);
        if (frame->value_count > 0)
            memcpy(grown, frame->values, sizeof *grown * (size_t)frame->value_count);
        frame->values = grown;
        c->capacity = capacity;
    }
    cd_state_value *value = &frame->values[frame->value_count++];
    *value = (cd_state_value){.depth = depth, .kind = kind, .which = -1, .text = ""};
    value->key = cd_arena_string(c->arena, key, strlen(key));
    if (value->key == NULL)
        luaL_error(c->L, "not enough memory");
    return value;
}

static void add_number(value_collector *c, const char *key, int depth, double number) {
    cd_state_value *value = add(c, key, depth, CD_STATE_NUMBER);
    if (value != NULL)
        value->number.x = number;
}

static void add_vector(value_collector *c, const char *key, int depth, cd_vec v, int dim) {
    cd_state_value *value = add(c, key, depth, CD_STATE_VECTOR);
    if (value != NULL)
        value->number = v, value->dim = dim;
}

/// Adds a text; control characters are escaped, and what is too long is cut.
static void add_text(value_collector *c, const char *key, int depth, const char *text,
                     size_t size) {
    char shown[TEXT_MAX + 8];
    size_t used = 0;
    const size_t length = cd_cut_length(text, size, TEXT_MAX);
    size_t i = 0;
    for (; i < length && used < TEXT_MAX - 4; i++) {
        const unsigned char byte = (unsigned char)text[i];
        if (byte >= 32 && byte != 127)
            shown[used++] = (char)byte;
        else if (byte == '\n')
            used += (size_t)snprintf(shown + used, sizeof shown - used, "\\n");
        else
            used += (size_t)snprintf(shown + used, sizeof shown - used, "\\x%02X", byte);
    }
    used = cd_cut_length(shown, used, TEXT_MAX);
    snprintf(shown + used, sizeof shown - used, "%s", i < size ? "\u2026" : "");
    cd_state_value *value = add(c, key, depth, CD_STATE_TEXT);
    if (value == NULL)
        return;
    value->text = cd_arena_string(c->arena, shown, strlen(shown));
    if (value->text == NULL)
        luaL_error(c->L, "not enough memory");
}

static void add_word(value_collector *c, const char *key, int depth, const char *word) {
    add_text(c, key, depth, word, strlen(word));
}

// ----------------------------------------------------------------------------------------- keys

static bool is_identifier(const char *text, size_t length) {
    if (length == 0 || (*text >= '0' && *text <= '9'))
        return false;
    for (const char *p = text; p < text + length; p++)
        if (!(*p == '_' || (*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') ||
              (*p >= '0' && *p <= '9') || (unsigned char)*p >= 0x80))
            return false;
    return true;
}

void cd_print_key(lua_State *L, int index, bool first, char *out, size_t size) {
    if (lua_isinteger(L, index)) {
        snprintf(out, size, "[%lld]", (long long)lua_tointeger(L, index));
    } else if (lua_type(L, index) == LUA_TNUMBER) {
        snprintf(out, size, "[%.14g]", lua_tonumber(L, index));
    } else if (lua_type(L, index) == LUA_TSTRING) {
        size_t length;
        const char *key = lua_tolstring(L, index, &length);
        const char *form = !is_identifier(key, length) ? "[\"%s\"]" : first ? "%s" : ".%s";
        snprintf(out, size, form, key);
    } else if (lua_isboolean(L, index)) {
        snprintf(out, size, "[%s]", lua_toboolean(L, index) ? "true" : "false");
    } else {
        snprintf(out, size, "[?]");
    }
}

// --------------------------------------------------------------------------------------- values

static void add_value(value_collector *c, const char *key, int depth, int tables);

/// The number of the frame's shape with a creation number; -1: none.
static int shape_with(const value_collector *c, uint64_t id) {
    lua_rawgeti(c->L, c->ids, (lua_Integer)id);
    const int which = (int)lua_tointeger(c->L, -1) - 1;
    lua_pop(c->L, 1);
    return which;
}

/// Appends a key to the path; returns its length before.
static size_t push_path(value_collector *c, const char *key) {
    const size_t length = strlen(c->path);
    snprintf(c->path + length, sizeof c->path - length, "%s", key);
    return length;
}

/// Adds the body on the top, which is in a world, with its fields.
static void add_body(value_collector *c, const char *key, int depth, int tables) {
    static const char *const responses[] = {"bounce", "slide", "stop", "pass", "a function"};
    const cd_body *body = cd_lua_to_body(c->L, -1);
    cd_state_value *value = add(c, key, depth, CD_STATE_BODY);
    if (value == NULL)
        return;
    value->which = shape_with(c, cd_lua_serial(c->L, -1));
    const int dim = body->shape.dim;
    add_vector(c, ".position", depth + 1, cd_shape_middle(&body->shape), dim);
    add_vector(c, ".velocity", depth + 1, body->velocity, dim);
    add_number(c, ".mass", depth + 1, body->mass);
    add_number(c, ".restitution", depth + 1, body->restitution);
    if (body->friction > 0)
        add_number(c, ".friction", depth + 1, body->friction);
    if (!cd_is_zero(body->surface_velocity))
        add_vector(c, ".surface_velocity", depth + 1, body->surface_velocity, dim);
    add_word(c, ".response", depth + 1, responses[body->response]);
    add_number(c, ".group", depth + 1, body->group);
    add_number(c, ".mask", depth + 1, body->mask);
    if (!cd_is_zero(body->spin) && dim == 2)
        add_number(c, ".spin", depth + 1, body->spin.z);
    if (!cd_is_zero(body->spin) && dim == 3)
        add_vector(c, ".spin", depth + 1, body->spin, dim);
    if (!cd_is_zero(body->one_way))
        add_vector(c, ".one_way", depth + 1, body->one_way, dim);
    cd_lua_push_body_data(c->L, -1);
    if (!lua_isnil(c->L, -1)) {
        const size_t length = push_path(c, ".data");
        add_value(c, ".data", depth + 1, tables);
        c->path[length] = '\0';
    }
    lua_pop(c->L, 1);
}

/// Adds a world with those of its bodies that the state has under no other name.
static void add_world(value_collector *c, const char *key, int depth, int index, int tables) {
    lua_State *L = c->L;
    cd_world *world = cd_lua_to_world(L, index);
    cd_state_value *head = add(c, key, depth, CD_STATE_WORLD);
    if (head == NULL)
        return;
    const int place = c->frame->value_count - 1;
    int count = 0;
    for (int slot = cd_world_next(world, -1); slot >= 0; slot = cd_world_next(world, slot)) {
        const uint64_t id = cd_lua_body_serial(L, index, slot);
        const int which = shape_with(c, id);
        char name[24];
        cd_guard_check(L, c->guard);
        count++;
        snprintf(name, sizeof name, "[%d]", count);
        const size_t length = push_path(c, name);
        if (which < 0 || strcmp(c->frame->shapes[which].key, c->path) == 0) {
            cd_lua_push_body(L, index, slot);
            add_body(c, name, depth + 1, tables);
            lua_pop(L, 1);
        }
        c->path[length] = '\0';
    }
    c->frame->values[place].number.x = count;
}

/// Adds the table on the top, which stays there. tables: how many it lies in.
static void add_table(value_collector *c, const char *key, int depth, int tables) {
    lua_State *L = c->L;
    const int table = lua_gettop(L), keys = table + 1;
    luaL_checkstack(L, 12, NULL);
    lua_pushvalue(L, table);
    if (lua_rawget(L, c->seen) == LUA_TSTRING && key != NULL) {
        char text[CD_PATH_SIZE + 32];
        const char *path = lua_tostring(L, -1);
        snprintf(text, sizeof text, "the same table as %s", *path != '\0' ? path : "the state");
        add_word(c, key, depth, text);
        lua_settop(L, table);
        return;
    }
    lua_settop(L, table);
    if (key != NULL && add(c, key, depth, CD_STATE_TABLE) == NULL)
        return;
    lua_pushvalue(L, table);
    lua_pushstring(L, c->path);
    lua_rawset(L, c->seen);
    const int below = key != NULL ? depth + 1 : depth;
    if (tables > DEPTH_MAX) {
        add_word(c, "", below, "deeper tables are not listed");
        return;
    }
    const int others = cd_push_keys(L, table);
    for (lua_Integer i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL && !c->frame->values_cut; i++) {
        char name[CD_PATH_SIZE];
        cd_guard_check(L, c->guard);
        cd_print_key(L, -1, key == NULL, name, sizeof name);
        const size_t length = push_path(c, name);
        lua_rawget(L, table);
        add_value(c, name, below, tables + 1);
        c->path[length] = '\0';
        lua_settop(L, keys);
    }
    lua_settop(L, table);
    if (others > 0) {
        char text[64];
        snprintf(text, sizeof text, "%d more with keys that are tables or functions", others);
        add_word(c, "", below, text);
    }
}

static void add_userdata(value_collector *c, const char *key, int depth, int tables) {
    lua_State *L = c->L;
    const int index = lua_gettop(L);
    cd_vec v;
    int dim;
    if (cd_lua_to_vector(L, index, &v, &dim)) {
        add_vector(c, key, depth, v, dim);
    } else if (cd_lua_to_shape(L, index) != NULL) {
        cd_state_value *value = add(c, key, depth, CD_STATE_SHAPE);
        if (value != NULL)
            value->which = shape_with(c, cd_lua_serial(L, index));
    } else if (cd_lua_to_world(L, index) != NULL) {
        add_world(c, key, depth, index, tables);
    } else if (cd_lua_to_body(L, index) != NULL) {
        add_body(c, key, depth, tables);
    } else if (cd_lua_serial(L, index) != 0 || cd_lua_is_body(L, index)) {
        size_t size; // the text of a value of collide, made by collide
        const char *text = luaL_tolstring(L, index, &size);
        add_text(c, key, depth, text, size);
        lua_pop(L, 1);
    } else {
        add_word(c, key, depth, "userdata");
    }
}

/// Adds the value on the top, which stays there.
static void add_value(value_collector *c, const char *key, int depth, int tables) {
    lua_State *L = c->L;
    size_t size;
    cd_state_value *value;
    switch (lua_type(L, -1)) {
    case LUA_TNUMBER:
        add_number(c, key, depth, lua_tonumber(L, -1));
        break;
    case LUA_TBOOLEAN:
        if ((value = add(c, key, depth, CD_STATE_BOOLEAN)) != NULL)
            value->number.x = lua_toboolean(L, -1);
        break;
    case LUA_TSTRING: {
        const char *text = lua_tolstring(L, -1, &size);
        add_text(c, key, depth, text, size);
        break;
    }
    case LUA_TTABLE:
        add_table(c, key, depth, tables);
        break;
    case LUA_TUSERDATA:
        add_userdata(c, key, depth, tables);
        break;
    default:
        add_word(c, key, depth, luaL_typename(L, -1));
    }
}

void cd_collect_values(lua_State *L, int state, cd_arena *arena, cd_frame *frame) {
    luaL_checkstack(L, 8, NULL);
    value_collector c = {.L = L, .guard = cd_guard_of(L), .arena = arena, .frame = frame};
    c.seen = lua_gettop(L) + 1;
    c.ids = c.seen + 1;
    lua_newtable(L);
    lua_createtable(L, 0, frame->shape_count);
    for (int i = frame->shape_count - 1; i >= 0; i--) {
        lua_pushinteger(L, i + 1);
        lua_rawseti(L, c.ids, (lua_Integer)frame->shapes[i].id);
    }
    lua_pushvalue(L, state);
    add_table(&c, NULL, 0, 1);
    lua_settop(L, c.seen - 1);
}

// ------------------------------------------------------------------------------------------ paths

/// Reads the key at the start of a path and pushes it; returns where the next one begins, NULL
/// where there is none.
static const char *push_path_key(lua_State *L, const char *path) {
    if (*path != '[') {
        path += *path == '.';
        const size_t length = strcspn(path, ".[");
        lua_pushlstring(L, path, length);
        return length > 0 ? path + length : NULL;
    }
    const bool quoted = path[1] == '"';
    const char *end = strstr(path, quoted ? "\"]" : "]");
    if (end == NULL) {
        lua_pushnil(L);
        return NULL;
    }
    const char *from = path + (quoted ? 2 : 1);
    const size_t length = end > from ? (size_t)(end - from) : 0;
    lua_pushlstring(L, from, length);
    if (!quoted && strcmp(lua_tostring(L, -1), "true") == 0)
        lua_pushboolean(L, true);
    else if (!quoted && strcmp(lua_tostring(L, -1), "false") == 0)
        lua_pushboolean(L, false);
    else if (!quoted && lua_stringtonumber(L, lua_tostring(L, -1)) == 0)
        lua_pushnil(L);
    return end + (quoted ? 2 : 1);
}

static double component(cd_vec v, int dim, const char *path) {
    return strcmp(path, ".x") == 0               ? v.x
           : strcmp(path, ".y") == 0             ? v.y
           : strcmp(path, ".z") == 0 && dim == 3 ? v.z
                                                 : (double)NAN;
}

/// The number of a body's field, ".mass" or ".velocity.x".
static double body_number(const cd_body *body, const char *path) {
    const struct {
        const char *name;
        cd_vec v;
    } vectors[] = {{".position", cd_shape_middle(&body->shape)},
                   {".velocity", body->velocity},
                   {".surface_velocity", body->surface_velocity},
                   {".spin", body->spin},
                   {".one_way", body->one_way}};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const size_t length = strlen(vectors[i].name);
        if (strncmp(path, vectors[i].name, length) == 0 && path[length] == '.')
            return component(vectors[i].v, body->shape.dim, path + length);
    }
    return strcmp(path, ".mass") == 0          ? body->mass
           : strcmp(path, ".restitution") == 0 ? body->restitution
           : strcmp(path, ".friction") == 0    ? body->friction
           : strcmp(path, ".spin") == 0        ? body->spin.z
           : strcmp(path, ".group") == 0       ? body->group
           : strcmp(path, ".mask") == 0        ? body->mask
                                               : (double)NAN;
}

/// The body of a world with a number, from 1; NULL: none.
static const cd_body *body_numbered(cd_world *world, lua_Integer number) {
    int slot = cd_world_next(world, -1);
    for (; slot >= 0 && number > 1; number--)
        slot = cd_world_next(world, slot);
    return slot >= 0 && number == 1 ? cd_world_body(world, slot) : NULL;
}

/// The number at the path `rest` in the value on the top, which is no table.
static double number_in(lua_State *L, const char *rest) {
    cd_vec v;
    int dim;
    const cd_body *body = cd_lua_to_body(L, -1);
    if (cd_lua_to_vector(L, -1, &v, &dim))
        return component(v, dim, rest);
    cd_world *world = cd_lua_to_world(L, -1);
    if (world != NULL && (rest = push_path_key(L, rest)) != NULL)
        body = body_numbered(world, lua_tointeger(L, -1));
    if (body != NULL)
        return body_number(body, rest);
    if (rest == NULL || *rest != '\0')
        return NAN;
    return lua_type(L, -1) == LUA_TNUMBER ? lua_tonumber(L, -1)
           : lua_isboolean(L, -1)         ? lua_toboolean(L, -1)
                                          : (double)NAN;
}

double cd_state_number(lua_State *L, int state, const char *path) {
    const int top = lua_gettop(L);
    luaL_checkstack(L, 8, NULL);
    lua_pushvalue(L, state);
    while (lua_istable(L, -1) && path != NULL && *path != '\0') {
        path = push_path_key(L, path);
        const bool found = !lua_isnil(L, -1);
        if (found)
            lua_rawget(L, top + 1);
        lua_replace(L, top + 1);
        lua_settop(L, top + 1);
    }
    const double number = path != NULL ? number_in(L, path) : (double)NAN;
    lua_settop(L, top);
    return number;
}
