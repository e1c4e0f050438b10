// Worlds and bodies as a script holds them. A body keeps its world alive; a handle is without a
// world only after the body was removed, or when the Lua state closes.
#ifndef LUA_HANDLE_H
#define LUA_HANDLE_H

#include "lua/values/check.h"

/// Self, an open world.
cd_world *cd_lua_check_world(lua_State *L);

/// A body in an open world.
cd_body_object *cd_lua_check_body(lua_State *L, int arg, const char *name);

/// Whether the value at an index is a body that was removed from its world.
bool cd_lua_is_removed(lua_State *L, int index);

/// Pushes a copy of the shape of a body, with the body's creation number; nil for a slot of -1. The
/// world is argument 1.
void cd_lua_push_body_shape(lua_State *L, int slot);

/// Copies the shape of the body at an absolute index, and pushes what keeps alive what it refers
/// to; of a shape that turns in place: a copy of that.
void cd_lua_push_body_core(lua_State *L, int index, cd_shape *shape);

/// Replaces argument `arg`, if it is a body, by a copy of its shape: queries take both.
void cd_lua_body_to_shape(lua_State *L, int arg, const char *name);

/// A shape, or that of a body, which replaces it.
static inline const cd_shape_object *cd_lua_check_shape_or_body(lua_State *L, int arg,
                                                                const char *name) {
    const cd_shape_object *object = cd_lua_to(L, arg, TYPE_SHAPE);
    if (object != NULL)
        return object;
    cd_lua_body_to_shape(L, arg, name);
    return cd_lua_check_shape(L, arg, name);
}

/// Replaces the value on the top, if it is a body, by a copy of its shape: the i-th (from 0) of the
/// list that is argument `arg`.
void cd_lua_element_to_shape(lua_State *L, int arg, const char *list, int i);

/// The shape of a body that is the i-th of a list, where it lies in the world: valid until that
/// changes. Raises if the body is in no world.
const cd_shape *cd_lua_check_element_body(lua_State *L, int arg, const char *list, int i,
                                          const cd_body_object *body);

/// Raises if a shape is a copy that its body or compound gave, so that a change would be lost.
void cd_lua_check_no_owner(lua_State *L, const cd_shape_object *object);

#endif
