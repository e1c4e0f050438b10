// Worlds and bodies as a script holds them (handle.h).
#include "lua/values/handle.h"

#include "lua/values/check.h"

#include <assert.h>

cd_world *cd_lua_check_world(lua_State *L) {
    const cd_world_object *self = cd_lua_to(L, 1, TYPE_WORLD);
    if (self == NULL)
        cd_lua_type_error(L, 1, "self", "a world");
    if (self->world == NULL)
        cd_lua_argument_error(L, 1, "the world is closed");
    return self->world;
}

cd_body_object *cd_lua_check_body(lua_State *L, int arg, const char *name) {
    cd_body_object *body = cd_lua_to(L, arg, TYPE_BODY);
    if (body == NULL)
        cd_lua_type_error(L, arg, name, "a body");
    if (body->slot < 0)
        cd_lua_argument_error(L, arg, "%s must be in a world, got a removed body", name);
    if (body->owner->world == NULL)
        cd_lua_argument_error(L, arg, "%s must be in a world, got a body of a closed world", name);
    return body;
}

cd_world *cd_lua_to_world(lua_State *L, int index) {
    const cd_world_object *object = cd_lua_to(L, index, TYPE_WORLD);
    return object != NULL ? object->world : NULL;
}

bool cd_lua_is_body(lua_State *L, int index) { return cd_lua_to(L, index, TYPE_BODY) != NULL; }

const cd_body *cd_lua_to_body(lua_State *L, int index) {
    const cd_body_object *object = cd_lua_to(L, index, TYPE_BODY);
    if (object == NULL || object->slot < 0 || object->owner->world == NULL)
        return NULL;
    return cd_world_body(object->owner->world, object->slot);
}

bool cd_lua_is_removed(lua_State *L, int index) {
    const cd_body_object *object = cd_lua_to(L, index, TYPE_BODY);
    return object != NULL && object->slot < 0;
}

void cd_lua_push_body(lua_State *L, int world, int slot) {
    assert(slot >= 0 && cd_lua_to(L, world, TYPE_WORLD) != NULL);
    lua_getiuservalue(L, world, WORLD_BODIES);
    lua_rawgeti(L, -1, slot + 1);
    lua_remove(L, -2);
}

void cd_lua_push_body_data(lua_State *L, int index) {
    assert(cd_lua_is_body(L, index));
    lua_getiuservalue(L, index, BODY_DATA);
}

/// The bytes that what a shape refers to occupies, with its parts.
static size_t core_size(const cd_shape *s) {
    return cd_is_polytope(s) ? cd_polytope_used(s->as.polytope.core)
           : cd_is_mesh(s)   ? cd_set_used(s->as.set.core)
                             : cd_shape_rotated_size(s);
}

/// Copies what a shape refers to, and lets it refer to that.
static void copy_core(cd_shape *shape, void *memory) {
    const cd_vec origin = {0, 0, 0};
    const cd_quat as_it_is = {0, 0, 0, 1};
    cd_shape local = *shape;
    if (cd_is_polytope(shape)) {
        shape->as.polytope.core = cd_polytope_copy(shape->as.polytope.core, memory);
    } else if (cd_is_mesh(shape)) {
        shape->as.set.core = cd_set_copy(shape->as.set.core, memory);
    } else { // a rotation by nothing leaves all digits
        local.as.set.offset = origin;
        shape->as.set.core = cd_shape_rotated(&local, as_it_is, 0, origin, memory).as.set.core;
    }
}

/// The shape of a body at an index; returns whether it has to be copied.
static bool shape_of(lua_State *L, int index, cd_shape *shape) {
    const cd_body_object *body = lua_touserdata(L, index);
    const cd_world *world = body->slot < 0 ? NULL : body->owner->world;
    if (world == NULL)
        luaL_error(L, "a finaliser has removed the body");
    *shape = cd_world_body(world, body->slot)->shape;
    return cd_world_owns_shape(world, body->slot);
}

void cd_lua_push_body_core(lua_State *L, int index, cd_shape *shape) {
    while (shape_of(L, index, shape)) {
        const size_t size = core_size(shape);
        void *memory = lua_newuserdatauv(L, size, 1); // a finaliser may change the world
        if (shape_of(L, index, shape) && core_size(shape) == size) {
            copy_core(shape, memory);
            return;
        }
        lua_pop(L, 1);
    }
    lua_getiuservalue(L, index, BODY_CORE);
}

static void replace_by_shape(lua_State *L) {
    cd_shape copy;
    cd_lua_push_body_core(L, lua_gettop(L), &copy);
    cd_lua_push_shape(L, &copy, -1);
    cd_shape_object *shape = lua_touserdata(L, -1);
    shape->mark = cd_lua_mark_of(TYPE_SHAPE, cd_lua_serial(L, -3));
    lua_replace(L, -3);
    lua_pop(L, 1);
}

void cd_lua_push_body_shape(lua_State *L, int slot) {
    if (slot < 0) {
        lua_pushnil(L);
        return;
    }
    cd_lua_push_body(L, 1, slot);
    replace_by_shape(L);
}

void cd_lua_body_to_shape(lua_State *L, int arg, const char *name) {
    if (cd_lua_to(L, arg, TYPE_BODY) == NULL)
        return;
    cd_lua_check_body(L, arg, name);
    lua_pushvalue(L, arg);
    replace_by_shape(L);
    lua_replace(L, arg);
}

const cd_shape *cd_lua_check_element_body(lua_State *L, int arg, const char *list, int i,
                                          const cd_body_object *body) {
    if (body->slot < 0 || body->owner->world == NULL)
        cd_lua_argument_error(L, arg, "%s[%d] must be in a world, got a %s", list, i + 1,
                              body->slot < 0 ? "removed body" : "body of a closed world");
    return &cd_world_body(body->owner->world, body->slot)->shape;
}

void cd_lua_element_to_shape(lua_State *L, int arg, const char *list, int i) {
    const cd_body_object *body = cd_lua_to(L, -1, TYPE_BODY);
    if (body == NULL)
        return;
    cd_lua_check_element_body(L, arg, list, i, body);
    replace_by_shape(L);
}

void cd_lua_check_no_owner(lua_State *L, const cd_shape_object *object) {
    if (object->owner == OWNER_BODY)
        luaL_error(L, "body.shape gives a copy, which cannot be changed in place: move the body "
                      "(body.position = p, body:move_to(p)), or assign another shape (body.shape = "
                      "body.shape:rotated(r)); body.shape:clone() is free");
    if (object->owner == OWNER_COMPOUND)
        luaL_error(L,
                   "compound.shapes gives copies, which cannot be changed in place: make another "
                   "compound; shape:clone() is free");
}

uint64_t cd_lua_body_serial(lua_State *L, int world, int slot) {
    cd_lua_push_body(L, world, slot);
    const uint64_t serial = cd_lua_serial(L, -1);
    lua_pop(L, 1);
    return serial;
}
