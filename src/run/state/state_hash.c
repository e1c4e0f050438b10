// The hash of a state: equal states have equal hashes in every process. Tables are numbered in the
// order of a breadth-first traversal by sorted keys, so cycles and shared tables need no recursion
// and make a difference. Values of collide are hashed by their geometry, numbers by subtype and
// bits (-0 as 0, every NaN alike), functions and coroutines by their type alone, keys without a
// fixed order by their number.
#include "run/state/state_hash.h"

#include "record/allocate.h"
#include "run/contain/guard.h"
#include "run/scenario.h"
#include "run/state/key_order.h"
#include "run/state/state_values.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAG_BOOLEAN = 1,
    TAG_INTEGER,
    TAG_FLOAT,
    TAG_STRING,
    TAG_TABLE,
    TAG_VECTOR,
    TAG_SHAPE,
    TAG_CONTACT,
    TAG_HIT,
    TAG_QUATERNION,
    TAG_OTHER,
    TAG_WORLD,
    TAG_BODY
};

/// The offset basis of FNV-1a (Fowler, Noll, Vo), from which every hash begins.
static const uint64_t hash_seed = UINT64_C(0xCBF29CE484222325);

/// One step of the hash: as FNV-1a, but with whole words; the multiplier is 2^64 over the golden
/// ratio (Knuth), and the shift brings the well mixed high bits down.
static uint64_t add_word(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static uint64_t add_number(uint64_t hash, double number) {
    uint64_t bits = UINT64_C(0x7FF8000000000000);
    if (number == 0)
        bits = 0;
    else if (number == number)
        memcpy(&bits, &number, sizeof bits);
    return add_word(hash, bits);
}

static uint64_t add_bytes(uint64_t hash, const char *bytes, size_t size) {
    hash = add_word(hash, size);
    for (; size >= 8; size -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        hash = add_word(hash, word);
    }
    uint64_t rest = 0;
    memcpy(&rest, bytes, size);
    return add_word(hash, rest);
}

static uint64_t add_vec(uint64_t hash, cd_vec v) {
    return add_number(add_number(add_number(hash, v.x), v.y), v.z);
}

static uint64_t add_vertices(uint64_t hash, const cd_vec *vertices, int count) {
    hash = add_word(hash, (uint64_t)count);
    for (int i = 0; i < count; i++)
        hash = add_vec(hash, vertices[i]);
    return hash;
}

static uint64_t add_box(uint64_t hash, const cd_shape *shape) {
    hash = add_vec(add_vec(hash, shape->as.box.center), shape->as.box.half);
    if (!shape->as.box.rotated)
        return add_vec(add_vec(hash, shape->as.box.min), shape->as.box.max);
    for (int i = 0; i < 3; i++)
        hash = add_vec(hash, shape->as.box.axes[i]);
    const cd_quat q = shape->as.box.rotation;
    hash = add_number(add_vec(hash, (cd_vec){q.x, q.y, q.z}), q.w);
    return add_number(hash, shape->as.box.angle);
}

static uint64_t add_shape(uint64_t hash, const cd_shape *shape) {
    hash = add_word(hash, (uint64_t)shape->kind * 4 + (uint64_t)shape->dim);
    hash = add_number(hash, shape->radius);
    switch (shape->kind) {
    case CD_LINE:
        return add_vec(add_vec(hash, shape->as.line.point), shape->as.line.direction);
    case CD_PLANE:
        return add_number(add_vec(hash, shape->as.plane.normal), shape->as.plane.offset);
    case CD_BOX:
        return add_box(hash, shape);
    case CD_CYLINDER:
    case CD_CONE:
        hash = add_vec(add_vec(hash, shape->as.curved.a), shape->as.curved.b);
        return add_number(hash, shape->as.curved.radius);
    case CD_MESH:
    case CD_COMPOUND:
    case CD_SOLID: {
        const int count = cd_shape_part_count(shape);
        hash = add_word(hash, (uint64_t)count);
        for (int i = 0; i < count; i++) {
            const cd_shape part = cd_shape_part(shape, i);
            hash = add_shape(hash, &part);
        }
        return hash;
    }
    // Any other shape is given by its vertices. Where they are fields it needs no core made of
    // them, which a mesh of thousands of triangles would need in every frame.
    case CD_POINT:
    case CD_SPHERE:
        return add_vertices(hash, &shape->as.center, 1);
    case CD_SEGMENT:
    case CD_CAPSULE:
        return add_vertices(hash, (cd_vec[]){shape->as.segment.a, shape->as.segment.b}, 2);
    case CD_TRIANGLE:
        return add_vertices(hash, shape->as.triangle.v, 3);
    default: {
        const int count = cd_shape_vertex_count(shape);
        hash = add_word(hash, (uint64_t)count);
        for (int i = 0; i < count; i++)
            hash = add_vec(hash, cd_shape_vertex(shape, i));
        return hash;
    }
    }
}

static uint64_t add_hit(uint64_t hash, const cd_hit *hit) {
    hash = add_number(add_number(add_number(hash, hit->t), hit->enter), hit->exit);
    hash = add_vec(add_vec(hash, hit->point), hit->normal);
    hash = add_vec(add_vec(hash, hit->exit_point), hit->exit_normal);
    return add_number(add_word(hash, hit->inside), hit->approach);
}

/// A traversal of a state.
typedef struct pass {
    cd_framing *framing;  ///< or NULL
    cd_hash_trace *trace; ///< or NULL
    bool compares;        ///< with the trace, from whose word `at` on; else it is written
    size_t at;
    bool differs; ///< from the trace, in what was hashed last
    int body;     ///< the number in its world of the body that does, from 1; 0: none
} pass;

/// Writes a word of the trace, or compares it. A trace that memory was too short for ends early.
static void mark(pass *p, uint64_t word) {
    cd_hash_trace *trace = p->trace;
    if (trace == NULL || p->differs || (trace->cut && !p->compares))
        return;
    if (p->compares) {
        p->differs = p->at < trace->count ? trace->words[p->at] != word : !trace->cut;
        p->at++;
        return;
    }
    if (trace->count == trace->capacity) {
        const size_t capacity = trace->capacity > 0 ? 2 * trace->capacity : 256;
        uint64_t *grown = cd_reallocate(trace->words, capacity * sizeof *grown);
        trace->cut = grown == NULL;
        if (trace->cut)
            return;
        trace->words = grown;
        trace->capacity = capacity;
    }
    trace->words[trace->count++] = word;
}

static uint64_t add_body(uint64_t hash, const cd_body *body, const pass *p) {
    if (p->framing)
        cd_framing_add(p->framing, &body->shape);
    hash = add_vec(add_shape(hash, &body->shape), body->velocity);
    hash = add_number(add_number(hash, body->mass), body->restitution);
    hash = add_word(hash, (uint64_t)body->group << 32 | body->mask);
    if (!cd_is_zero(body->one_way))
        hash = add_vec(hash, body->one_way);
    if (body->friction > 0)
        hash = add_number(hash, body->friction);
    if (!cd_is_zero(body->spin))
        hash = add_vec(add_vec(hash, body->spin), body->pivot);
    if (!cd_is_zero(body->surface_velocity))
        hash = add_vec(hash, body->surface_velocity);
    return add_word(hash, (uint64_t)body->response);
}

static uint64_t add_world(uint64_t hash, const cd_world *world, pass *p) {
    int number = 0;
    for (int slot = cd_world_next(world, -1); slot >= 0; slot = cd_world_next(world, slot)) {
        const bool differed = p->differs;
        hash = add_body(hash, cd_world_body(world, slot), p);
        mark(p, hash);
        number++;
        if (p->differs && !differed)
            p->body = number;
    }
    return add_vec(hash, cd_world_gravity(world));
}

/// Hashes a userdata of collide by its geometry, any other by its type alone.
static uint64_t add_userdata(lua_State *L, uint64_t hash, int index, pass *p) {
    cd_vec v;
    int dim = 0;
    const cd_shape *shape = cd_lua_to_shape(L, index);
    if (shape && p->framing)
        cd_framing_add(p->framing, shape);
    if (shape)
        return add_shape(add_word(hash, TAG_SHAPE), shape);
    if (cd_lua_to_vector(L, index, &v, &dim))
        return add_vec(add_word(hash, TAG_VECTOR * 4 + (uint64_t)dim), v);
    const cd_world *world = cd_lua_to_world(L, index);
    if (world)
        return add_world(add_word(hash, TAG_WORLD), world, p);
    const cd_body *body = cd_lua_to_body(L, index);
    if (body)
        return add_body(add_word(hash, TAG_BODY), body, p);
    const cd_hit *hit = cd_lua_to_hit(L, index, &dim);
    if (hit)
        return add_hit(add_word(hash, TAG_HIT * 4 + (uint64_t)dim), hit);
    const cd_separation *contact = cd_lua_to_contact(L, index, &dim);
    if (contact) {
        hash = add_word(hash, TAG_CONTACT * 4 + (uint64_t)dim);
        hash = add_vec(add_number(hash, contact->distance), contact->normal);
        hash = add_vec(add_vec(hash, contact->point_a), contact->point_b);
        const cd_contact_point *points = NULL;
        for (int i = 0, count = cd_lua_to_points(L, index, &points); i < count; i++) {
            hash = add_vec(add_vec(hash, points[i].point_a), points[i].point_b);
            hash = add_number(hash, points[i].distance);
        }
        return hash;
    }
    if (cd_lua_serial(L, index) == 0)
        return add_word(hash, TAG_OTHER * 16 + LUA_TUSERDATA);
    // Any other value of collide by its text, whose numbers read back bit for bit.
    hash = add_word(hash, TAG_QUATERNION);
    size_t size;
    const char *text = luaL_tolstring(L, index, &size);
    hash = add_bytes(hash, text, size);
    lua_pop(L, 1);
    return hash;
}

/// CD_STATE_* of the number or vector at an index.
static unsigned oddity_of(lua_State *L, int index) {
    cd_vec v = {0};
    int dim;
    if (lua_type(L, index) == LUA_TNUMBER)
        v.x = lua_tonumber(L, index);
    else if (!cd_lua_to_vector(L, index, &v, &dim))
        return 0;
    const bool nan = isnan(v.x) || isnan(v.y) || isnan(v.z);
    const bool infinite = isinf(v.x) || isinf(v.y) || isinf(v.z);
    return (nan ? CD_STATE_NAN : 0U) | (infinite ? CD_STATE_INFINITE : 0U);
}

/// Hashes a value that is no table. The stack stays as it is.
static uint64_t add_value(lua_State *L, uint64_t hash, int index, pass *p) {
    size_t size;
    switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
        return add_word(add_word(hash, TAG_BOOLEAN), (uint64_t)lua_toboolean(L, index));
    case LUA_TNUMBER:
        if (lua_isinteger(L, index))
            return add_word(add_word(hash, TAG_INTEGER), (uint64_t)lua_tointeger(L, index));
        return add_number(add_word(hash, TAG_FLOAT), lua_tonumber(L, index));
    case LUA_TSTRING: {
        const char *bytes = lua_tolstring(L, index, &size);
        return add_bytes(add_word(hash, TAG_STRING), bytes, size);
    }
    case LUA_TUSERDATA:
        return add_userdata(L, hash, index, p);
    default:
        return add_word(hash, (uint64_t)(TAG_OTHER * 16 + lua_type(L, index)));
    }
}

/// Hashes the table on the top by its number; a new table joins the queue. seen: index of a table
/// from tables to numbers; queue: of one from numbers to tables.
static uint64_t add_table(lua_State *L, uint64_t hash, int seen, int queue, lua_Integer *count) {
    lua_pushvalue(L, -1);
    lua_rawget(L, seen);
    lua_Integer number = lua_tointeger(L, -1);
    lua_pop(L, 1);
    if (number == 0) {
        number = ++*count;
        lua_pushvalue(L, -1);
        lua_rawseti(L, queue, number);
        lua_pushvalue(L, -1);
        lua_pushinteger(L, number);
        lua_rawset(L, seen);
    }
    return add_word(add_word(hash, TAG_TABLE), (uint64_t)number);
}

/// Adds to the paths of tables, a table at the index `paths` from numbers, that of table `number`,
/// which lies at the key at the index `key` in table `parent`.
static void add_path(lua_State *L, int paths, lua_Integer parent, int key, lua_Integer number) {
    char path[CD_PATH_SIZE];
    lua_rawgeti(L, paths, parent);
    snprintf(path, sizeof path, "%s", lua_tostring(L, -1));
    const size_t length = strlen(path);
    cd_print_key(L, key, length == 0, path + length, sizeof path - length);
    lua_pushstring(L, path);
    lua_rawseti(L, paths, number);
    lua_pop(L, 1);
}

/// Pushes the path of what differs in table `number`: at the key at an index, 0 for the table
/// itself.
static void push_difference(lua_State *L, int paths, lua_Integer number, int key, int body) {
    if (key != 0)
        add_path(L, paths, number, key, number);
    lua_rawgeti(L, paths, number);
    if (body > 0)
        lua_pushfstring(L, "[%d]", body);
    else
        lua_pushliteral(L, "");
    lua_concat(L, 2);
}

/// Hashes the state at an index. If it compares, ends at the first difference and pushes its path.
static uint64_t traverse(lua_State *L, int index, pass *p, unsigned *odd) {
    uint64_t hash = hash_seed;
    unsigned found = 0;
    assert(lua_istable(L, index));
    luaL_checkstack(L, 16, NULL);
    const int seen = lua_gettop(L) + 1, queue = seen + 1, paths = seen + 2, table = seen + 3;
    const int keys = table + 1, key = table + 2;
    const cd_guard *guard = cd_guard_of(L);
    lua_Integer count = 0;
    lua_pushvalue(L, index);
    for (int i = seen; i <= paths; i++)
        lua_newtable(L);
    lua_rotate(L, seen, 3);
    add_table(L, hash, seen, queue, &count);
    lua_pushliteral(L, "");
    lua_rawseti(L, paths, 1);
    lua_settop(L, paths);
    for (lua_Integer next = 1; next <= count; next++) {
        lua_rawgeti(L, queue, next);
        const int others = cd_push_keys(L, table);
        hash = add_word(add_word(hash, (uint64_t)next), (uint64_t)others);
        mark(p, hash);
        if (p->differs)
            return push_difference(L, paths, next, 0, 0), hash;
        // A field that is new has its own key where that of another one was; one that is gone has
        // none, and is told by its table.
        const uint64_t fields = lua_rawlen(L, keys);
        mark(p, fields);
        const bool fewer =
            p->differs && p->at <= p->trace->count && fields < p->trace->words[p->at - 1];
        p->differs = false;
        for (lua_Integer i = 1; lua_rawgeti(L, keys, i) != LUA_TNIL; i++) {
            cd_guard_check(L, guard);
            // A key that is a value of collide is hashed by its geometry, as any value is.
            hash = add_value(L, hash, key, &(pass){0});
            lua_pushvalue(L, key);
            if (lua_rawget(L, table) == LUA_TTABLE) {
                const lua_Integer before = count;
                hash = add_table(L, hash, seen, queue, &count);
                if (p->compares && count > before)
                    add_path(L, paths, next, key, count);
            } else {
                hash = add_value(L, hash, -1, p);
                found |= odd != NULL ? oddity_of(L, -1) : 0;
            }
            mark(p, hash);
            if (p->differs)
                return push_difference(L, paths, next, fewer ? 0 : key, p->body), hash;
            lua_settop(L, keys);
        }
        if (fewer)
            return push_difference(L, paths, next, 0, 0), hash;
        lua_settop(L, paths);
    }
    lua_settop(L, seen - 1);
    if (odd != NULL)
        *odd = found;
    return hash;
}

uint64_t cd_hash_state(lua_State *L, int index, cd_framing *framing, unsigned *odd,
                       cd_hash_trace *trace) {
    if (trace != NULL)
        trace->count = 0, trace->cut = false;
    return traverse(L, index, &(pass){.framing = framing, .trace = trace}, odd);
}

void cd_push_changed(lua_State *L, int index, cd_hash_trace *trace) {
    const int top = lua_gettop(L);
    traverse(L, index, &(pass){.trace = trace, .compares = true}, NULL);
    if (lua_gettop(L) == top)
        lua_pushliteral(L, "");
    else
        lua_replace(L, top + 1);
    lua_settop(L, top + 1);
}

uint64_t cd_hash_figure(const cd_frame *frame) {
    uint64_t hash = hash_seed;
    for (int i = 0; i < frame->shape_count; i++) {
        const char *key = frame->shapes[i].key;
        hash = add_shape(add_bytes(hash, key, strlen(key)), &frame->shapes[i].shape);
    }
    return hash;
}

static cd_hash_trace *check_trace(lua_State *L, int index) {
    return luaL_checkudata(L, index, "collide.trace");
}

static int free_trace(lua_State *L) {
    cd_hash_trace *trace = check_trace(L, 1);
    free(trace->words);
    *trace = (cd_hash_trace){0};
    return 0;
}

/// new_trace() -> a trace
static int new_trace(lua_State *L) {
    cd_hash_trace *trace = lua_newuserdatauv(L, sizeof *trace, 0);
    *trace = (cd_hash_trace){0};
    if (luaL_newmetatable(L, "collide.trace")) {
        lua_pushcfunction(L, free_trace);
        lua_setfield(L, -2, "__gc");
    }
    lua_setmetatable(L, -2);
    return 1;
}

/// changed(state, trace) -> path
static int changed(lua_State *L) {
    cd_push_changed(L, 1, check_trace(L, 2));
    return 1;
}

/// hash(state[, trace]) -> 16 hexadecimal digits, CD_STATE_*
static int hash_text(lua_State *L) {
    unsigned odd;
    lua_settop(L, 2);
    cd_hash_trace *trace = lua_isnil(L, 2) ? NULL : check_trace(L, 2);
    const uint64_t hash = cd_hash_state(L, 1, NULL, &odd, trace);
    char digits[17];
    for (int i = 0; i < 16; i++)
        digits[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
    lua_pushlstring(L, digits, 16);
    lua_pushinteger(L, odd);
    return 2;
}

const luaL_Reg cd_hash_functions[] = {
    {"hash", hash_text}, {"new_trace", new_trace}, {"changed", changed}, {NULL, NULL}};
