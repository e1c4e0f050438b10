// Worlds: bodies behind a broad phase. The world's memory is Lua's, so that what limits a state
// limits its worlds; __gc gives it back and closes the world, which any handle that is left tells.
// Queries are recorded as those of two shapes that they are answered by.
#include "lua/check.h"

#include <string.h>

cd_world *cd_check_world(lua_State *L) {
    const cd_world_object *self = cd_to(L, 1, TYPE_WORLD);
    if (self == NULL)
        cd_type_error(L, 1, "self", "a world");
    if (self->world == NULL)
        cd_argument_error(L, 1, "the world is closed");
    return self->world;
}

static int no_memory(lua_State *L) { return luaL_error(L, "not enough memory"); }

/// A world that is ready for queries.
static cd_world *check_ready(lua_State *L) {
    cd_world *world = cd_check_world(L);
    if (!cd_world_update(world))
        no_memory(L);
    return world;
}

void cd_push_body_shape(lua_State *L, const cd_world *world, int slot) {
    cd_push_body(L, 1, slot);
    lua_getiuservalue(L, -1, BODY_CORE);
    cd_push_shape(L, &cd_world_body(world, slot)->shape, -1);
    cd_shape_object *shape = lua_touserdata(L, -1);
    shape->mark = cd_mark_of(TYPE_SHAPE, cd_lua_serial(L, -3));
    lua_replace(L, -3);
    lua_pop(L, 1);
}

// ----------------------------------------------------------------------------------------- making

static void *reallocate(void *user, void *block, size_t old_size, size_t size) {
    lua_State *L = user;
    void *ud;
    lua_Alloc alloc = lua_getallocf(L, &ud);
    return alloc(ud, block, old_size, size);
}

static lua_State *main_thread(lua_State *L) {
    lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_MAINTHREAD);
    lua_State *main = lua_tothread(L, -1);
    lua_pop(L, 1);
    return main;
}

/// collide.world([{ dim =, gravity = }])
static int new_world(lua_State *L) {
    lua_settop(L, 1);
    int dim = 0;
    cd_vec gravity = {0, 0, 0};
    if (!lua_isnil(L, 1) && !lua_istable(L, 1))
        cd_type_error(L, 1, "options", "a table");
    lua_pushnil(L);
    while (lua_istable(L, 1) && lua_next(L, 1)) {
        const char *key = lua_type(L, -2) == LUA_TSTRING ? lua_tostring(L, -2) : "";
        if (strcmp(key, "dim") == 0) {
            lua_Integer given = lua_isinteger(L, -1) ? lua_tointeger(L, -1) : 0;
            if ((given != 2 && given != 3) || (dim != 0 && dim != given))
                cd_argument_error(L, 1, "dim must be %s, got %s",
                                  given == 2 || given == 3 ? "that of gravity" : "2 or 3",
                                  cd_describe(L, -1));
            dim = (int)given;
        } else if (strcmp(key, "gravity") == 0) {
            if (!cd_read_vec(L, -1, &gravity, &dim) || !cd_is_finite(gravity))
                cd_argument_error(L, 1, "gravity must be a finite vector of dim numbers, got %s",
                                  cd_describe(L, -1));
        } else {
            cd_argument_error(L, 1, "unknown field '%s'", *key ? key : cd_describe(L, -2));
        }
        lua_pop(L, 1);
    }
    cd_mark mark;
    cd_world_object *object = cd_push_object(L, sizeof *object, 1, TYPE_WORLD, &mark);
    *object = (cd_world_object){mark, NULL, 0};
    lua_newtable(L);
    lua_setiuservalue(L, -2, 1);
    object->world = cd_world_new(dim == 0 ? 3 : dim, (cd_allocator){reallocate, main_thread(L)});
    if (object->world == NULL)
        no_memory(L);
    cd_world_set_gravity(object->world, gravity);
    return 1;
}

static int world_gc(lua_State *L) {
    cd_world_object *self = cd_to(L, 1, TYPE_WORLD);
    if (self != NULL && self->world != NULL) {
        cd_world *world = self->world;
        self->world = NULL;
        cd_world_free(world);
    }
    return 0;
}

/// world:add(shape[, { ... }])
static int world_add(lua_State *L) {
    lua_settop(L, 3);
    cd_world *world = cd_check_world(L);
    const cd_shape *shape = &cd_check_shape(L, 2, "shape")->shape;
    int dim = cd_world_dim(world);
    if (shape->dim != dim)
        cd_argument_error(L, 2, "shape must be %dD like the world, got a %dD shape", dim,
                          shape->dim);
    cd_body body = cd_body_of(shape);
    if (!lua_isnil(L, 3) && !lua_istable(L, 3))
        cd_type_error(L, 3, "options", "a table");
    cd_mark mark;
    cd_body_object *object = cd_push_object(L, sizeof *object, BODY_VALUES, TYPE_BODY, &mark);
    *object = (cd_body_object){mark, lua_touserdata(L, 1), -1};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 4, BODY_WORLD);
    lua_getiuservalue(L, 2, 1);
    lua_setiuservalue(L, 4, BODY_CORE);
    lua_pushnil(L);
    while (lua_istable(L, 3) && lua_next(L, 3)) {
        const char *key = lua_type(L, 5) == LUA_TSTRING ? lua_tostring(L, 5) : "";
        if (strcmp(key, "data") == 0) {
            lua_pushvalue(L, 6);
            lua_setiuservalue(L, 4, BODY_DATA);
        } else if (!cd_read_body_field(L, 3, 6, key, dim, &body)) {
            cd_argument_error(L, 3, "unknown field '%s'", *key ? key : cd_describe(L, 5));
        } else if (strcmp(key, "response") == 0) {
            lua_pushvalue(L, 6);
            lua_setiuservalue(L, 4, BODY_RESPONSE);
        }
        lua_settop(L, 5);
    }
    lua_settop(L, 4);
    lua_getiuservalue(L, 1, 1);
    // Its place in the table first, as that may raise: the world takes a new slot where none is
    // free.
    lua_Integer slots = (lua_Integer)lua_rawlen(L, 5);
    if (slots == cd_world_count(world)) {
        lua_pushboolean(L, false);
        lua_rawseti(L, 5, slots + 1);
    }
    int slot = cd_world_add(world, &body);
    if (slot < 0)
        return no_memory(L);
    object->slot = slot;
    lua_pushvalue(L, 4);
    lua_rawseti(L, 5, slot + 1);
    lua_settop(L, 4);
    return 1;
}

/// world:remove(body)
static int world_remove(lua_State *L) {
    cd_world *world = cd_check_world(L);
    cd_body_object *body = cd_check_body(L, 2, "body");
    if (body->owner != lua_touserdata(L, 1))
        cd_argument_error(L, 2, "body must be in this world, got one of another");
    lua_getiuservalue(L, 1, 1);
    lua_pushboolean(L, false); // no hole in the table, which would make it a slower one
    lua_rawseti(L, -2, body->slot + 1);
    cd_world_remove(world, body->slot);
    body->slot = -1;
    return 0;
}

static int world_len(lua_State *L) {
    lua_pushinteger(L, cd_world_count(cd_check_world(L)));
    return 1;
}

// -------------------------------------------------------------------------------------- iterating

/// Goes through the list at upvalue UP_COUNT + 1, `width` values a turn, and passes over turns with
/// a body that has been removed since.
static int next_in_list(lua_State *L) {
    int list = lua_upvalueindex(1), width = (int)lua_tointeger(L, lua_upvalueindex(3));
    for (;;) {
        lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
        lua_pushinteger(L, at + width);
        lua_replace(L, lua_upvalueindex(2));
        lua_settop(L, 0);
        bool there = true;
        for (int i = 0; i < width; i++) {
            if (lua_rawgeti(L, list, at + i + 1) == LUA_TNIL) {
                lua_settop(L, 0);
                lua_pushnil(L);
                return 1;
            }
            if (cd_lua_is_removed(L, -1))
                there = false;
        }
        if (there)
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
    const cd_world *world = cd_check_world(L);
    lua_createtable(L, cd_world_count(world), 0);
    int list = lua_gettop(L);
    lua_Integer count = 0;
    for (int slot = cd_world_next(world, -1); slot >= 0; slot = cd_world_next(world, slot)) {
        cd_push_body(L, 1, slot);
        lua_rawseti(L, list, ++count);
    }
    return push_iterator(L, 1);
}

/// world:pairs()
static int world_pairs(lua_State *L) {
    cd_world *world = cd_check_world(L);
    int count;
    const cd_pair *pairs = cd_world_pairs(world, &count);
    if (pairs == NULL)
        return no_memory(L);
    lua_createtable(L, 2 * count, 0);
    lua_getiuservalue(L, 1, 1);
    int list = lua_gettop(L) - 1;
    for (int i = 0; i < count; i++) {
        lua_rawgeti(L, -1, pairs[i].a + 1);
        lua_rawseti(L, list, 2 * (lua_Integer)i + 1);
        lua_rawgeti(L, -1, pairs[i].b + 1);
        lua_rawseti(L, list, 2 * (lua_Integer)i + 2);
    }
    if (cd_observed(L)) {
        int top = lua_gettop(L);
        for (int i = 0; i < count; i++) {
            cd_push_body_shape(L, world, pairs[i].a);
            cd_push_body_shape(L, world, pairs[i].b);
            lua_pushboolean(L, true);
            cd_record_named(L, "overlap", top + 1, 1);
        }
    }
    lua_settop(L, list);
    return push_iterator(L, 2);
}

// ---------------------------------------------------------------------------------------- queries

static uint32_t check_mask(lua_State *L, int arg) {
    lua_Integer mask = UINT32_MAX;
    if (!lua_isnoneornil(L, arg))
        mask =
            lua_type(L, arg) == LUA_TNUMBER && lua_isinteger(L, arg) ? lua_tointeger(L, arg) : -1;
    if (mask < 0 || mask > (lua_Integer)UINT32_MAX)
        cd_type_error(L, arg, "mask", "an integer of 32 bits");
    return (uint32_t)mask;
}

typedef struct {
    cd_vec origin, direction;
    double tmax;
    uint32_t mask;
    int dim;
} ray;

/// (self, origin, direction[, tmax[, mask]])
static ray check_ray(lua_State *L, const cd_world *world) {
    lua_settop(L, 5);
    ray r = {.dim = cd_world_dim(world)};
    r.origin = cd_check_finite(L, 2, "origin", &r.dim);
    r.direction = cd_check_finite(L, 3, "direction", &r.dim);
    r.tmax = cd_optional_number(L, 4, "tmax", INFINITY);
    if (!(r.tmax >= 0))
        cd_type_error(L, 4, "tmax", ">= 0");
    r.mask = check_mask(L, 5);
    return r;
}

/// Records raycast(origin, direction, shape, tmax) with the hit at an index.
static void record_ray(lua_State *L, const cd_world *world, const ray *r, int slot, int hit) {
    int top = lua_gettop(L);
    cd_push_vec(L, r->origin, r->dim);
    cd_push_vec(L, r->direction, r->dim);
    if (slot >= 0)
        cd_push_body_shape(L, world, slot);
    else
        lua_pushnil(L);
    lua_pushnumber(L, r->tmax);
    lua_pushvalue(L, hit);
    cd_record_named(L, "raycast", top + 1, 1);
}

/// world:raycast(origin, direction[, tmax[, mask]])
static int world_raycast(lua_State *L) {
    const cd_world *world = check_ready(L);
    ray r = check_ray(L, world);
    cd_hit hit;
    int slot = cd_world_raycast(world, r.origin, r.direction, r.tmax, r.mask, &hit);
    if (slot < 0)
        lua_pushnil(L);
    else
        cd_push_hit(L, &hit, r.dim);
    if (cd_observed(L))
        record_ray(L, world, &r, slot, 6);
    if (slot < 0)
        return 1;
    cd_push_body(L, 1, slot);
    return 2;
}

/// world:raycast_all(origin, direction[, tmax[, mask]])
static int world_raycast_all(lua_State *L) {
    const cd_world *world = check_ready(L);
    ray r = check_ray(L, world);
    cd_body_hit few[32], *hits = few;
    int count = cd_world_raycast_all(world, r.origin, r.direction, r.tmax, r.mask, hits, 32);
    if (count > 32) {
        hits = lua_newuserdatauv(L, (size_t)count * sizeof *hits, 0);
        cd_world_raycast_all(world, r.origin, r.direction, r.tmax, r.mask, hits, count);
    }
    lua_createtable(L, 2 * count, 0);
    int list = lua_gettop(L);
    for (int i = 0; i < count; i++) {
        cd_push_hit(L, &hits[i].hit, r.dim);
        if (cd_observed(L))
            record_ray(L, world, &r, hits[i].slot, list + 1);
        lua_rawseti(L, list, 2 * (lua_Integer)i + 1);
        cd_push_body(L, 1, hits[i].slot);
        lua_rawseti(L, list, 2 * (lua_Integer)i + 2);
    }
    return push_iterator(L, 2);
}

static const cd_shape *check_query_shape(lua_State *L, const cd_world *world) {
    const cd_shape *shape = &cd_check_shape(L, 2, "shape")->shape;
    if (shape->dim != cd_world_dim(world))
        cd_argument_error(L, 2, "shape must be %dD like the world, got a %dD shape",
                          cd_world_dim(world), shape->dim);
    return shape;
}

/// world:shapecast(shape, motion[, mask])
static int world_shapecast(lua_State *L) {
    lua_settop(L, 4);
    const cd_world *world = check_ready(L);
    const cd_shape *shape = check_query_shape(L, world);
    int dim = shape->dim;
    cd_vec motion = cd_check_finite(L, 3, "motion", &dim);
    uint32_t mask = check_mask(L, 4);
    cd_hit hit;
    int slot = cd_world_shapecast(world, shape, motion, mask, &hit);
    if (slot < 0)
        lua_pushnil(L);
    else
        cd_push_hit(L, &hit, dim);
    if (cd_observed(L)) {
        lua_pushvalue(L, 2);
        cd_push_vec(L, motion, dim);
        if (slot >= 0)
            cd_push_body_shape(L, world, slot);
        else
            lua_pushnil(L);
        lua_pushvalue(L, 5);
        cd_record_named(L, "shapecast", 6, 1);
    }
    if (slot < 0)
        return 1;
    cd_push_body(L, 1, slot);
    return 2;
}

/// world:overlap(shape[, mask])
static int world_overlap(lua_State *L) {
    lua_settop(L, 3);
    const cd_world *world = check_ready(L);
    const cd_shape *shape = check_query_shape(L, world);
    uint32_t mask = check_mask(L, 3);
    int few[256], *slots = few;
    int count = cd_world_overlap(world, shape, mask, slots, 256);
    if (count > 256) {
        slots = lua_newuserdatauv(L, (size_t)count * sizeof *slots, 0);
        cd_world_overlap(world, shape, mask, slots, count);
    }
    lua_createtable(L, count, 0);
    int list = lua_gettop(L);
    for (int i = 0; i < count; i++) {
        cd_push_body(L, 1, slots[i]);
        lua_rawseti(L, list, i + 1);
        if (!cd_observed(L))
            continue;
        lua_pushvalue(L, 2);
        cd_push_body_shape(L, world, slots[i]);
        lua_pushboolean(L, true);
        cd_record_named(L, "overlap", list + 1, 1);
    }
    return 1;
}

/// world:nearest(point, k[, mask])
static int world_nearest(lua_State *L) {
    lua_settop(L, 4);
    const cd_world *world = check_ready(L);
    int dim = cd_world_dim(world);
    cd_vec point = cd_check_finite(L, 2, "point", &dim);
    lua_Integer k = lua_isinteger(L, 3) ? lua_tointeger(L, 3) : -1;
    if (lua_isnil(L, 3))
        k = 1;
    if (k < 0)
        cd_type_error(L, 3, "k", "an integer >= 0");
    uint32_t mask = check_mask(L, 4);
    int count = cd_world_count(world);
    count = k < count ? (int)k : count;
    cd_near *near = lua_newuserdatauv(L, (size_t)count * sizeof *near + 1, 0);
    count = cd_world_nearest(world, point, count, mask, near);
    lua_createtable(L, count, 0);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        cd_push_body(L, 1, near[i].slot);
        lua_rawseti(L, 6, i + 1);
        lua_pushnumber(L, near[i].distance);
        lua_rawseti(L, 7, i + 1);
        if (!cd_observed(L))
            continue;
        cd_shape p = cd_point(dim, point);
        cd_push_shape(L, &p, 0);
        cd_push_body_shape(L, world, near[i].slot);
        lua_pushnumber(L, near[i].distance);
        cd_record_named(L, "distance", 8, 1);
    }
    return 2;
}

// ----------------------------------------------------------------------------------------- fields

static const char *const fields[] = {"dim", "gravity", "hit_limit", NULL};

static int world_index(lua_State *L) {
    const cd_world *world = cd_check_world(L);
    lua_rawget(L, lua_upvalueindex(UP_MEMBERS));
    if (!lua_isinteger(L, -1))
        return 1;
    switch (lua_tointeger(L, -1)) {
    case 0:
        lua_pushinteger(L, cd_world_dim(world));
        return 1;
    case 1:
        return cd_push_vec(L, cd_world_gravity(world), cd_world_dim(world));
    default:
        lua_pushinteger(L, cd_world_hit_limit(world));
        return 1;
    }
}

static void read_hit_limit(lua_State *L, int arg, int index, cd_world *world) {
    lua_Integer limit = lua_isinteger(L, index) ? lua_tointeger(L, index) : 0;
    if (limit < 1 || limit > INT32_MAX)
        cd_argument_error(L, arg, "hit_limit must be an integer >= 1, got %s",
                          cd_describe(L, index));
    cd_world_set_hit_limit(world, (int)limit);
}

static int world_newindex(lua_State *L) {
    cd_world *world = cd_check_world(L);
    const char *key = lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : cd_describe(L, 2);
    int dim = cd_world_dim(world);
    if (strcmp(key, "gravity") == 0)
        cd_world_set_gravity(world, cd_check_finite(L, 3, "gravity", &dim));
    else if (strcmp(key, "hit_limit") == 0)
        read_hit_limit(L, 3, 3, world);
    else
        return luaL_error(
            L, "attempt to assign to field '%s' of a world (assignable: gravity, hit_limit)", key);
    return 0;
}

static int world_tostring(lua_State *L) {
    const cd_world_object *self = cd_to(L, 1, TYPE_WORLD);
    if (self == NULL || self->world == NULL)
        lua_pushliteral(L, "closed world");
    else
        lua_pushfstring(L, "world { dim = %d, bodies = %d }", cd_world_dim(self->world),
                        cd_world_count(self->world));
    return 1;
}

static const cd_function metamethods[] = {
    {"__index", world_index, 1},
    {"__newindex", world_newindex, SELF_ASSIGNS},
    {"__tostring", world_tostring, 0},
    {"__len", world_len, 1},
    {"__gc", world_gc, 0},
    {NULL, NULL, 0},
};

static const cd_function methods[] = {
    {"add", world_add, 1},
    {"remove", world_remove, 1},
    {"bodies", world_bodies, 1},
    {"pairs", world_pairs, 1},
    {"raycast", world_raycast, 1},
    {"raycast_all", world_raycast_all, 1},
    {"shapecast", world_shapecast, 1},
    {"overlap", world_overlap, 1},
    {"nearest", world_nearest, 1},
    {"step", cd_world_step, 1},
    {"events", cd_world_event_list, 1},
    {NULL, NULL, 0},
};

const cd_class cd_world_class = {"world", metamethods, methods, fields};

const cd_function cd_world_functions[] = {{"world", new_world, 0}, {NULL, NULL, 0}};
