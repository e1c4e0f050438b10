// The C face of the Lua module: opening it, reading its values back, watching its queries.
// Every value is a userdata that holds the C struct; nothing is kept in globals, neither Lua's nor
// C's, so any number of states may live in one process.
#ifndef LUA_BINDING_H
#define LUA_BINDING_H

#include "collide/world.h"

#include <lua.h>
#include <stdint.h>

#ifdef _WIN32
#define CD_EXPORT __declspec(dllexport)
#else
#define CD_EXPORT __attribute__((visibility("default")))
#endif

/// Pushes the module table. Also sets package.preload["collide.scenario"], where there is a package
/// table.
CD_EXPORT int luaopen_collide(lua_State *L);

/// The scenario runtime (src/run), pushed as a module table.
CD_EXPORT int luaopen_collide_scenario(lua_State *L);

/// The shape at an index, valid until the value is collected; NULL where it is something else.
const cd_shape *cd_lua_to_shape(lua_State *L, int index);

/// The open world at an index; NULL where it is something else.
cd_world *cd_lua_to_world(lua_State *L, int index);

/// Whether the value at an index is a body, in a world or removed.
bool cd_lua_is_body(lua_State *L, int index);

/// The vec at an index (userdata only, no plain table); false where it is something else.
bool cd_lua_to_vector(lua_State *L, int index, cd_vec *v, int *dim);

/// The hit or contact at an index; NULL where it is something else.
const cd_hit *cd_lua_to_hit(lua_State *L, int index, int *dim);
const cd_separation *cd_lua_to_contact(lua_State *L, int index, int *dim);

/// The points of a contact, where it is a manifold; their number, 0 where it is none.
int cd_lua_to_points(lua_State *L, int index, const cd_contact_point **points);

/// The creation number of a value of this module in its state, from 1: a fixed order for values
/// that are table keys. 0 where it is something else. A recorded shape has that of the shape that
/// was asked about, or of its body.
uint64_t cd_lua_serial(lua_State *L, int index);
/// That of the body in a slot of the world at an index.
uint64_t cd_lua_body_serial(lua_State *L, int world, int slot);

/// While a list is set, every query (overlap, distance, closest, contact, manifold, raycast,
/// shapecast, contains; function or method) appends to it
///   { name =, arguments = { n =, ... }, results = { n =, ... }, result =, file =, line = }
/// with shapes cloned, vectors as vec, arguments in the order of the function (a method's shape in
/// its place), and file and line of the nearest calling Lua function. list_index 0 ends it.
/// What world:step meets is recorded as step(a, b) -> hit, a and b as they are after the step.
void cd_lua_observe(lua_State *L, int list_index);

#endif
