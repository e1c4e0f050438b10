// Worlds: bodies behind a broad phase. The world's memory is Lua's, so that what limits a state
// limits its worlds; __gc gives it back and closes the world, which any handle that is left tells.
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

int cd_no_memory(lua_State *L) { return luaL_error(L, "not enough memory"); }

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
        const char *key = cd_word(L, -2);
        if (strcmp(key, "dim") == 0) {
            lua_Integer given = cd_read_integer(L, -1, 0);
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
        cd_no_memory(L);
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
        const char *key = cd_word(L, 5);
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
        return cd_no_memory(L);
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
    lua_Integer limit = cd_read_integer(L, index, 0);
    if (limit < 1 || limit > INT32_MAX)
        cd_argument_error(L, arg, "hit_limit must be an integer >= 1, got %s",
                          cd_describe(L, index));
    cd_world_set_hit_limit(world, (int)limit);
}

static int world_newindex(lua_State *L) {
    cd_world *world = cd_check_world(L);
    const char *key = cd_word(L, 2);
    int dim = cd_world_dim(world);
    if (strcmp(key, "gravity") == 0)
        cd_world_set_gravity(world, cd_check_finite(L, 3, "gravity", &dim));
    else if (strcmp(key, "hit_limit") == 0)
        read_hit_limit(L, 3, 3, world);
    else
        return luaL_error(
            L, "attempt to assign to field '%s' of a world (assignable: gravity, hit_limit)",
            *key ? key : cd_describe(L, 2));
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
    {"bodies", cd_lua_world_bodies, 1},
    {"pairs", cd_lua_world_pairs, 1},
    {"raycast", cd_lua_world_raycast, 1},
    {"raycast_all", cd_lua_world_raycast_all, 1},
    {"shapecast", cd_lua_world_shapecast, 1},
    {"overlap", cd_lua_world_overlap, 1},
    {"nearest", cd_lua_world_nearest, 1},
    {"step", cd_lua_world_step, 1},
    {"events", cd_lua_world_events, 1},
    {NULL, NULL, 0},
};

const cd_class cd_world_class = {"world", metamethods, methods, fields};

const cd_function cd_world_functions[] = {{"world", new_world, 0}, {NULL, NULL, 0}};
