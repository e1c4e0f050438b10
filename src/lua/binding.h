// The face of src/lua, the Lua module `collide`: opening it, reading its values back in C, and
// observing its queries. Nothing is kept in globals, neither Lua's nor C's, so any number of Lua
// states may live in one process.
#ifndef LUA_BINDING_H
#define LUA_BINDING_H

#include "collide/world.h"

#include <lua.h>
#include <stdint.h>

/// Pushes the module table. A lua_CFunction.
int cd_lua_open(lua_State *L);

/// The shape at an index, valid until Lua collects the value; NULL for any other value.
const cd_shape *cd_lua_to_shape(lua_State *L, int index);

/// The world at an index; NULL for any other value and for a closed world.
cd_world *cd_lua_to_world(lua_State *L, int index);

/// Whether the value at an index is a body, also one that was removed from its world.
bool cd_lua_is_body(lua_State *L, int index);

/// Reads the vec at an index; false for any other value, also for a plain table.
bool cd_lua_to_vector(lua_State *L, int index, cd_vec *v, int *dim);

/// The hit or contact at an index; NULL for any other value.
const cd_hit *cd_lua_to_hit(lua_State *L, int index, int *dim);
const cd_separation *cd_lua_to_contact(lua_State *L, int index, int *dim);

/// The points of the manifold at an index, and their number; 0 for any other value.
int cd_lua_to_points(lua_State *L, int index, const cd_contact_point **points);

/// The creation number of the value of this module at an index, from 1: a fixed order for values
/// that are keys of tables. 0 for any other value. A recorded shape has the creation number of the
/// shape, or of the body, that was queried.
uint64_t cd_lua_serial(lua_State *L, int index);
/// The creation number of the body in a slot of the world at an index.
uint64_t cd_lua_body_serial(lua_State *L, int world, int slot);

/// While a list is set, every query (overlap, distance, closest, contact, manifold, raycast,
/// shapecast, contains; function or method) appends to it
///   { name =, arguments = { n =, ... }, results = { n =, ... }, result =, file =, line = }
/// with copies of shapes, with plain vectors as vecs, with the arguments of a method in the order
/// of the function, and with the file and line of the nearest calling Lua function. Queries of many
/// shapes and of worlds append the queries of two shapes that they answer. world:step appends
/// step(a, b) -> hit for each of its events, a and b as they are after the step.
/// list_index 0 ends it.
void cd_lua_observe(lua_State *L, int list_index);

#endif
