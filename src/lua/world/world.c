// Worlds: making one, its bodies and its fields. The core allocates through Lua's allocator, so a
// limit on a Lua state's memory limits its worlds. __gc frees the world and sets the handle's
// pointer to NULL, which every later use of the world or of its bodies checks.
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"
#include "lua/values/spelling.h"
#include "lua/world/body.h"

#include <string.h>

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
        cd_lua_type_error(L, 1, "options", "a table");
    lua_pushnil(L);
    while (lua_istable(L, 1) && lua_next(L, 1)) {
        const char *key = cd_lua_word(L, -2);
        if (strcmp(key, "dim") == 0) {
            lua_Integer given = cd_lua_read_integer(L, -1, 0);
            if ((given != 2 && given != 3) || (dim != 0 && dim != given))
                cd_lua_argument_error(L, 1, "dim must be %s, got %s",
                                      given == 2 || given == 3 ? "that of gravity" : "2 or 3",
                                      cd_lua_describe(L, -1));
            dim = (int)given;
        } else if (strcmp(key, "gravity") == 0) {
            if (!cd_lua_read_vec(L, -1, &gravity, &dim) || !cd_is_finite(gravity))
                cd_lua_argument_error(L, 1,
                                      "gravity must be a finite vector of dim numbers, got %s",
                                      cd_lua_describe(L, -1));
            if (!cd_is_in_range(gravity))
                cd_lua_argument_error(L, 1, "gravity must be %s, got %s",
                                      cd_lua_wanted_in_range(gravity), cd_lua_describe(L, -1));
        } else {
            cd_lua_unknown_field(L, 1, -2, "", (const char *const[]){"dim", "gravity", NULL});
        }
        lua_pop(L, 1);
    }
    cd_lua_mark mark;
    cd_world_object *object =
        cd_lua_push_object(L, sizeof *object, WORLD_VALUES, TYPE_WORLD, &mark);
    *object = (cd_world_object){mark, NULL, 0, 0};
    lua_newtable(L);
    lua_setiuservalue(L, -2, WORLD_BODIES);
    object->world = cd_world_new(dim == 0 ? 3 : dim, (cd_allocator){reallocate, main_thread(L)});
    if (object->world == NULL)
        cd_lua_memory_error(L);
    cd_world_set_gravity(object->world, gravity);
    return 1;
}

static int world_gc(lua_State *L) {
    cd_world_object *self = cd_lua_to(L, 1, TYPE_WORLD);
    if (self != NULL && self->world != NULL) {
        cd_world *world = self->world;
        self->world = NULL;
        cd_world_free(world);
    }
    return 0;
}

/// Reads the options of world:add, argument 3, into `body` and into the user values of the body's
/// userdata, at index 4.
static void read_options(lua_State *L, int dim, cd_body *body) {
    static const char *const options[] = {
        "velocity", "mass",  "restitution", "friction", "surface_velocity",
        "response", "group", "mask",        "spin",     "pivot",
        "one_way",  "data",  NULL};
    lua_pushnil(L);
    while (lua_istable(L, 3) && lua_next(L, 3)) {
        const char *key = cd_lua_word(L, 5);
        if (strcmp(key, "data") == 0) {
            lua_pushvalue(L, 6);
            lua_setiuservalue(L, 4, BODY_DATA);
        } else if (!cd_lua_read_body_field(L, 3, 6, key, dim, body)) {
            cd_lua_unknown_field(L, 3, 5, "", options);
        } else if (strcmp(key, "response") == 0) {
            lua_pushvalue(L, 6);
            lua_setiuservalue(L, 4, BODY_RESPONSE);
        }
        lua_settop(L, 5);
    }
    lua_settop(L, 4);
    cd_lua_check_body_fields(L, 3, body);
}

/// Adds `body` to the world, argument 1, and to its table of bodies; returns the slot. The body's
/// userdata is at index 4.
static int add_to_slot(lua_State *L, cd_world *world, const cd_body *body) {
    lua_getiuservalue(L, 1, WORLD_BODIES);
    // The table grows first, as that may raise; the world takes a new slot only if none is free.
    const lua_Integer slots = (lua_Integer)lua_rawlen(L, 5);
    if (slots == cd_world_count(world)) {
        lua_pushboolean(L, false);
        lua_rawseti(L, 5, slots + 1);
    }
    const int slot = cd_world_add(world, body);
    if (slot < 0)
        cd_lua_memory_error(L);
    lua_pushvalue(L, 4);
    lua_rawseti(L, 5, slot + 1);
    lua_settop(L, 4);
    return slot;
}

/// world:add(shape[, { ... }])
static int world_add(lua_State *L) {
    lua_settop(L, 3);
    cd_world *world = cd_lua_check_world(L);
    const cd_shape *shape = &cd_lua_check_shape(L, 2, "shape")->shape;
    const int dim = cd_world_dim(world);
    if (shape->dim != dim)
        cd_lua_argument_error(L, 2, "shape must be %dD like the world, got a %dD shape", dim,
                              shape->dim);
    cd_body body = cd_body_of(shape);
    if (!lua_isnil(L, 3) && !lua_istable(L, 3))
        cd_lua_type_error(L, 3, "options", "a table");
    cd_lua_mark mark;
    cd_body_object *object = cd_lua_push_object(L, sizeof *object, BODY_VALUES, TYPE_BODY, &mark);
    *object = (cd_body_object){mark, lua_touserdata(L, 1), -1};
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, 4, BODY_WORLD);
    lua_getiuservalue(L, 2, 1);
    lua_setiuservalue(L, 4, BODY_CORE);
    read_options(L, dim, &body);
    object->slot = add_to_slot(L, world, &body);
    return 1;
}

/// Keeps the body, argument 2, for the events that name it.
static void note_removed(lua_State *L, int slot) {
    if (((const cd_world_object *)lua_touserdata(L, 1))->steps == 0)
        return; // there are none
    if (lua_getiuservalue(L, 1, WORLD_REMOVED) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_newtable(L);
        lua_pushvalue(L, -1);
        lua_setiuservalue(L, 1, WORLD_REMOVED);
    }
    lua_pushvalue(L, 2);
    lua_rawseti(L, -2, slot + 1);
    lua_pop(L, 1);
}

/// world:remove(body)
static int world_remove(lua_State *L) {
    cd_world *world = cd_lua_check_world(L);
    cd_body_object *body = cd_lua_check_body(L, 2, "body");
    if (body->owner != lua_touserdata(L, 1))
        cd_lua_argument_error(L, 2, "body must be in this world, got a body of another world");
    note_removed(L, body->slot);
    lua_getiuservalue(L, 1, WORLD_BODIES);
    lua_pushboolean(L, false); // nil would leave a hole, with which Lua keeps the table as a hash
    lua_rawseti(L, -2, body->slot + 1);
    cd_world_remove(world, body->slot);
    body->slot = -1;
    return 0;
}

static int world_len(lua_State *L) {
    lua_pushinteger(L, cd_world_count(cd_lua_check_world(L)));
    return 1;
}

// ----------------------------------------------------------------------------------------- fields

static const char *const fields[] = {"dim", "gravity", "hit_limit", NULL};

static int world_index(lua_State *L) {
    const cd_world *world = cd_lua_check_world(L);
    lua_gettable(L, lua_upvalueindex(UP_MEMBERS));
    if (!lua_isinteger(L, -1))
        return 1;
    switch (lua_tointeger(L, -1)) {
    case 0:
        lua_pushinteger(L, cd_world_dim(world));
        return 1;
    case 1:
        return cd_lua_push_vec(L, cd_world_gravity(world), cd_world_dim(world));
    default:
        lua_pushinteger(L, cd_world_hit_limit(world));
        return 1;
    }
}

static void read_hit_limit(lua_State *L, int arg, int index, cd_world *world) {
    lua_Integer limit = cd_lua_read_integer(L, index, 0);
    if (limit < 1 || limit > INT32_MAX)
        cd_lua_argument_error(L, arg, "hit_limit must be an integer from 1 to %d, got %s",
                              INT32_MAX, cd_lua_describe(L, index));
    cd_world_set_hit_limit(world, (int)limit);
}

static int world_newindex(lua_State *L) {
    cd_world *world = cd_lua_check_world(L);
    const char *key = cd_lua_word(L, 2);
    int dim = cd_world_dim(world);
    if (strcmp(key, "gravity") == 0)
        cd_world_set_gravity(world, cd_lua_check_in_range(L, 3, "gravity", &dim));
    else if (strcmp(key, "hit_limit") == 0)
        read_hit_limit(L, 3, 3, world);
    else
        return luaL_error(
            L, "attempt to assign to field '%s' of a world (assignable: gravity, hit_limit)",
            *key ? key : cd_lua_describe(L, 2));
    return 0;
}

static int world_tostring(lua_State *L) {
    const cd_world_object *self = cd_lua_to(L, 1, TYPE_WORLD);
    if (self == NULL || self->world == NULL)
        lua_pushliteral(L, "closed world");
    else
        lua_pushfstring(L, "world { dim = %d, bodies = %d }", cd_world_dim(self->world),
                        cd_world_count(self->world));
    return 1;
}

static const cd_lua_function metamethods[] = {
    {"__index", world_index, 1},
    {"__newindex", world_newindex, SELF_ASSIGNS},
    {"__tostring", world_tostring, 0},
    {"__len", world_len, 1},
    {"__gc", world_gc, 0},
    {NULL, NULL, 0},
};

static const cd_lua_function methods[] = {
    {"add", world_add, 1},
    {"remove", world_remove, 1},
    {NULL, NULL, 0},
};

const cd_lua_class cd_lua_world_class = {
    "world",
    metamethods,
    {methods, cd_lua_world_query_methods, cd_lua_step_methods, cd_lua_character_methods},
    fields};

const cd_lua_function cd_lua_world_functions[] = {{"world", new_world, 0}, {NULL, NULL, 0}};
