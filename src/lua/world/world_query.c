// Queries of a world: its bodies, its pairs, ray and shape casts, overlaps, nearest bodies. A query
// of a world is recorded as the queries of two shapes that it answers.
#include "lua/queries/answer.h"
#include "lua/queries/batch.h"
#include "lua/queries/observe.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"

/// Up to this many hits and slots lie on the C stack, more in a userdata.
enum { FEW_HITS = 32, FEW_SLOTS = 256 };

/// Self, with its broad phase up to date.
static cd_world *check_ready(lua_State *L) {
    cd_world *world = cd_lua_check_world(L);
    if (!cd_world_update(world))
        cd_lua_memory_error(L);
    return world;
}

// Whatever allocates may run a finaliser, which may change the world between the answer of the core
// and the list of bodies that is made of it.

/// Pushes a userdata for the results of a query, which is then asked again.
static void *push_results(lua_State *L, size_t size) {
    void *results = lua_newuserdatauv(L, size, 0);
    check_ready(L);
    return results;
}

static int least(int a, int b) { return a < b ? a : b; }

/// Pushes the body that a query has found in a slot; false, with nothing pushed, if it has been
/// removed since then.
static bool push_found(lua_State *L, int slot) {
    cd_lua_push_body(L, 1, slot);
    if (cd_lua_is_body(L, -1))
        return true;
    lua_pop(L, 1);
    return false;
}

// -------------------------------------------------------------------------------------- iterating

/// Upvalues: a list, the position in it, how many values each step of the iteration gives. Skips
/// steps whose body has been removed meanwhile.
static int next_in_list(lua_State *L) {
    int list = lua_upvalueindex(1), width = (int)lua_tointeger(L, lua_upvalueindex(3));
    for (;;) {
        lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
        lua_pushinteger(L, at + width);
        lua_replace(L, lua_upvalueindex(2));
        lua_settop(L, 0);
        bool removed = false;
        for (int i = 0; i < width; i++) {
            if (lua_rawgeti(L, list, at + i + 1) == LUA_TNIL) {
                lua_settop(L, 0);
                lua_pushnil(L);
                return 1;
            }
            if (cd_lua_is_removed(L, -1))
                removed = true;
        }
        if (!removed)
            return width;
    }
}

/// Pushes an iterator over the list on the top.
static int push_iterator(lua_State *L, int width) {
    lua_pushinteger(L, 0);
    lua_pushinteger(L, width);
    lua_pushcclosure(L, next_in_list, 3);
    return 1;
}

/// world:bodies()
static int world_bodies(lua_State *L) {
    const cd_world *world = cd_lua_check_world(L);
    lua_createtable(L, cd_world_count(world), 0);
    int list = lua_gettop(L);
    lua_Integer count = 0;
    for (int slot = cd_world_next(world, -1); slot >= 0; slot = cd_world_next(world, slot)) {
        cd_lua_push_body(L, 1, slot);
        lua_rawseti(L, list, ++count);
    }
    return push_iterator(L, 1);
}

/// world:pairs()
static int world_pairs(lua_State *L) {
    cd_world *world = cd_lua_check_world(L);
    int count;
    const cd_pair *pairs = cd_world_pairs(world, &count);
    if (pairs == NULL)
        return cd_lua_memory_error(L);
    lua_createtable(L, 2 * count, 0);
    pairs = cd_world_pairs(world, &count); // a finaliser may have run
    if (pairs == NULL)
        return cd_lua_memory_error(L);
    lua_getiuservalue(L, 1, 1);
    int list = lua_gettop(L) - 1;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, pairs[i].a + 1);
        lua_rawseti(L, list, 2 * (lua_Integer)i + 1);
        lua_rawgeti(L, -1, pairs[i].b + 1);
        lua_rawseti(L, list, 2 * (lua_Integer)i + 2);
    }
    if (cd_lua_begin_record(L)) {
        int top = lua_gettop(L);
        for (int i = 0; i < count; i++) {
            cd_lua_push_body_shape(L, pairs[i].a);
            cd_lua_push_body_shape(L, pairs[i].b);
            lua_pushboolean(L, true);
            cd_lua_record_named(L, "overlap", top + 1, 1);
        }
    }
    lua_settop(L, list);
    return push_iterator(L, 2);
}

// ---------------------------------------------------------------------------------------- queries

typedef struct {
    cd_vec origin, direction;
    double tmax;
    uint32_t mask;
    int dim;
} world_ray;

/// The arguments (self, origin, direction[, tmax[, mask]]).
static world_ray check_ray(lua_State *L, const cd_world *world) {
    lua_settop(L, 5);
    world_ray r = {.dim = cd_world_dim(world)};
    r.origin = cd_lua_check_in_range(L, 2, "origin", &r.dim);
    r.direction = cd_lua_check_in_range(L, 3, "direction", &r.dim);
    r.tmax = cd_lua_check_tmax(L, 4);
    r.mask = cd_lua_check_mask(L, 5);
    return r;
}

/// Pushes the hit of a cast below the body that it has found, which is on the top. asked: all but
/// the shape of the body.
static void push_hit_below(lua_State *L, const cd_hit *hit, int dim, cd_lua_asked asked) {
    const int at = lua_gettop(L);
    const cd_body *body = cd_lua_to_body(L, at);
    cd_shape shape; // a copy, as a finaliser may change the world
    if (cd_lua_is_pair_numbered(asked.a, &body->shape)) {
        cd_lua_push_body_core(L, at, &shape);
        asked.b = &shape;
        asked.keeper_b = at + 1;
    }
    cd_lua_push_hit(L, hit, dim, asked.b != NULL ? &asked : NULL);
    lua_insert(L, at);
    lua_settop(L, at + 1);
}

/// Pushes the first hit of a cast and its body; nil if `slot` is negative.
static void push_first(lua_State *L, int slot, const cd_hit *hit, int dim, cd_lua_asked asked) {
    if (slot < 0) {
        lua_pushnil(L);
        return;
    }
    cd_lua_push_body(L, 1, slot); // while it is there
    push_hit_below(L, hit, dim, asked);
}

/// Records raycast(origin, direction, shape, tmax) with the hit at an index; nil for the shape if
/// `slot` is negative.
static void record_ray(lua_State *L, const world_ray *r, int slot, int hit) {
    int top = lua_gettop(L);
    cd_lua_push_vec(L, r->origin, r->dim);
    cd_lua_push_vec(L, r->direction, r->dim);
    cd_lua_push_body_shape(L, slot);
    lua_pushnumber(L, r->tmax);
    lua_pushvalue(L, hit);
    cd_lua_record_named(L, "raycast", top + 1, 1);
}

/// world:raycast(origin, direction[, tmax[, mask]])
static int world_raycast(lua_State *L) {
    const cd_world *world = check_ready(L);
    world_ray r = check_ray(L, world);
    cd_hit hit;
    int slot = cd_world_raycast(world, r.origin, r.direction, r.tmax, r.mask, &hit);
    push_first(L, slot, &hit, r.dim, (cd_lua_asked){.form = CD_ASKED_RAY, .vectors = &r.direction});
    if (cd_lua_begin_record(L))
        record_ray(L, &r, slot, 6);
    return slot < 0 ? 1 : 2;
}

/// world:raycast_all(origin, direction[, tmax[, mask]])
static int world_raycast_all(lua_State *L) {
    const cd_world *world = check_ready(L);
    world_ray r = check_ray(L, world);
    cd_body_hit few[FEW_HITS], *hits = few;
    int count = cd_world_raycast_all(world, r.origin, r.direction, r.tmax, r.mask, hits, FEW_HITS);
    if (count > FEW_HITS) {
        hits = push_results(L, (size_t)count * sizeof *hits);
        count = least(
            count, cd_world_raycast_all(world, r.origin, r.direction, r.tmax, r.mask, hits, count));
    }
    lua_createtable(L, 2 * count, 0);
    int list = lua_gettop(L);
    for (int i = 0, found = 0; i < count; i++) {
        if (!push_found(L, hits[i].slot))
            continue;
        push_hit_below(L, &hits[i].hit, r.dim,
                       (cd_lua_asked){.form = CD_ASKED_RAY, .vectors = &r.direction});
        lua_rawseti(L, list, found + 2);
        if (cd_lua_begin_record(L))
            record_ray(L, &r, hits[i].slot, list + 1);
        lua_rawseti(L, list, found + 1);
        found += 2;
    }
    return push_iterator(L, 2);
}

/// world:touching(body)
static int world_touching(lua_State *L) {
    lua_settop(L, 2);
    const cd_world *world = check_ready(L);
    const cd_body_object *body = cd_lua_check_body(L, 2, "body");
    if (body->owner != lua_touserdata(L, 1))
        cd_lua_argument_error(L, 2, "body must be in this world, got a body of another world");
    int few[FEW_SLOTS], *slots = few;
    int count = cd_world_touching(world, body->slot, slots, FEW_SLOTS);
    if (count > FEW_SLOTS) {
        slots = push_results(L, (size_t)count * sizeof *slots);
        cd_lua_check_body(L, 2, "body");
        count = least(count, cd_world_touching(world, body->slot, slots, count));
    }
    lua_createtable(L, count, 0);
    int list = lua_gettop(L);
    for (int i = 0, found = 0; i < count; i++)
        if (push_found(L, slots[i]))
            lua_rawseti(L, list, ++found);
    return push_iterator(L, 1);
}

/// The slot of the body of this world that a query leaves out, which is at an index; -1: none is.
static int slot_at(lua_State *L, int index) {
    const cd_body_object *body = cd_lua_to(L, index, TYPE_BODY);
    return body != NULL && body->owner == lua_touserdata(L, 1) ? body->slot : -1;
}

/// Argument 2, a shape of the world's dimension, or a body, which is kept at an index.
static const cd_shape *check_query_shape(lua_State *L, const cd_world *world, int kept) {
    lua_pushvalue(L, 2);
    lua_replace(L, kept);
    const cd_shape *shape = &cd_lua_check_shape_or_body(L, 2, "shape")->shape;
    if (shape->dim != cd_world_dim(world))
        cd_lua_argument_error(L, 2, "shape must be %dD like the world, got a %dD shape",
                              cd_world_dim(world), shape->dim);
    return shape;
}

/// world:shapecast(shape, motion[, mask])
static int world_shapecast(lua_State *L) {
    lua_settop(L, 5);
    const cd_world *world = check_ready(L);
    const cd_shape *shape = check_query_shape(L, world, 5);
    int dim = shape->dim;
    cd_vec motion = cd_lua_check_in_range(L, 3, "motion", &dim);
    uint32_t mask = cd_lua_check_mask(L, 4);
    cd_hit hit;
    int slot = cd_world_shapecast(world, shape, motion, mask, slot_at(L, 5), &hit);
    const cd_vec motions[2] = {motion, {0, 0, 0}};
    push_first(L, slot, &hit, dim, (cd_lua_asked){CD_ASKED_CAST, 2, 0, shape, NULL, motions});
    if (cd_lua_begin_record(L)) {
        const int first = lua_gettop(L) + 1;
        lua_pushvalue(L, 2);
        cd_lua_push_vec(L, motion, dim);
        cd_lua_push_body_shape(L, slot);
        lua_pushvalue(L, 6);
        cd_lua_record_named(L, "shapecast", first, 1);
    }
    return slot < 0 ? 1 : 2;
}

/// world:overlap(shape[, mask])
static int world_overlap(lua_State *L) {
    lua_settop(L, 4);
    const cd_world *world = check_ready(L);
    const cd_shape *shape = check_query_shape(L, world, 4);
    uint32_t mask = cd_lua_check_mask(L, 3);
    int few[FEW_SLOTS], *slots = few;
    int count = cd_world_overlap(world, shape, mask, slot_at(L, 4), slots, FEW_SLOTS);
    if (count > FEW_SLOTS) {
        slots = push_results(L, (size_t)count * sizeof *slots);
        count = least(count, cd_world_overlap(world, shape, mask, slot_at(L, 4), slots, count));
    }
    lua_createtable(L, count, 0);
    int list = lua_gettop(L);
    for (int i = 0, found = 0; i < count; i++) {
        if (!push_found(L, slots[i]))
            continue;
        lua_rawseti(L, list, ++found);
        if (!cd_lua_begin_record(L))
            continue;
        lua_pushvalue(L, 2);
        cd_lua_push_body_shape(L, slots[i]);
        lua_pushboolean(L, true);
        cd_lua_record_named(L, "overlap", list + 1, 1);
    }
    return 1;
}

/// Argument 2 of nearest: a shape, a body, which is kept at an index, or a point, which becomes a
/// shape.
static const cd_shape *check_nearest_shape(lua_State *L, const cd_world *world, int kept) {
    if (cd_lua_to(L, 2, TYPE_SHAPE) != NULL || cd_lua_is_body(L, 2) || cd_lua_is_removed(L, 2))
        return check_query_shape(L, world, kept);
    int dim = cd_world_dim(world);
    const cd_shape point = cd_point(dim, cd_lua_check_in_range(L, 2, "point", &dim));
    cd_lua_push_shape(L, &point, 0);
    cd_shape_object *object = lua_touserdata(L, -1);
    object->mark = cd_lua_mark_of(TYPE_SHAPE, 0);
    lua_replace(L, 2);
    return &object->shape;
}

/// world:nearest(shape, k[, mask])
static int world_nearest(lua_State *L) {
    lua_settop(L, 5);
    const cd_world *world = check_ready(L);
    const cd_shape *shape = check_nearest_shape(L, world, 5);
    lua_Integer k = lua_isnil(L, 3) ? 1 : cd_lua_read_integer(L, 3, -1);
    if (k < 0)
        cd_lua_type_error(L, 3, "k", "an integer >= 0");
    uint32_t mask = cd_lua_check_mask(L, 4);
    int count = cd_world_count(world);
    count = k < count ? (int)k : count;
    cd_near *near = push_results(L, (size_t)count * sizeof *near + 1);
    count = cd_world_nearest(world, shape, count, mask, slot_at(L, 5), near);
    lua_createtable(L, count, 0);
    lua_createtable(L, count, 0);
    for (int i = 0, found = 0; i < count; i++) {
        if (!push_found(L, near[i].slot))
            continue;
        lua_rawseti(L, 7, ++found);
        lua_pushnumber(L, near[i].distance);
        lua_rawseti(L, 8, found);
        if (!cd_lua_begin_record(L))
            continue;
        lua_pushvalue(L, 2);
        cd_lua_push_body_shape(L, near[i].slot);
        lua_pushnumber(L, near[i].distance);
        cd_lua_record_named(L, "distance", 9, 1);
    }
    return 2;
}

const cd_lua_function cd_lua_world_query_methods[] = {
    {"bodies", world_bodies, 1},
    {"pairs", world_pairs, 1},
    {"raycast", world_raycast, 1},
    {"raycast_all", world_raycast_all, 1},
    {"occluded", cd_lua_occluded_by_self, 1},
    {"shapecast", world_shapecast, 1},
    {"overlap", world_overlap, 1},
    {"nearest", world_nearest, 1},
    {"touching", world_touching, 1},
    {NULL, NULL, 0},
};
