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

/// The body at an index, valid until its world changes; NULL for any other value and for a body
/// that was removed from its world.
const cd_body *cd_lua_to_body(lua_State *L, int index);

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
/// Sets the creation number of the newest value, from which the next ones count on; returns what it
/// was. So values of which it is uncertain whether they are made need not change the numbers of
/// others.
uint64_t cd_lua_set_serial(lua_State *L, uint64_t serial);
/// Pushes the body in a slot of the world at an index.
void cd_lua_push_body(lua_State *L, int world, int slot);
/// Pushes the `data` of the body at an index.
void cd_lua_push_body_data(lua_State *L, int index);
/// The creation number of the body in a slot of the world at an index.
uint64_t cd_lua_body_serial(lua_State *L, int world, int slot);

/// An argument or result of a recorded query. The pointers are valid until the observer returns.
typedef enum cd_lua_kind {
    CD_LUA_NIL,
    CD_LUA_BOOLEAN,
    CD_LUA_NUMBER,
    CD_LUA_VECTOR,
    CD_LUA_SHAPE,
    CD_LUA_HIT,
    CD_LUA_CONTACT ///< a manifold too
} cd_lua_kind;

typedef struct cd_lua_value {
    cd_lua_kind kind;
    int dim;         ///< 2 or 3; of vectors, shapes, hits and contacts
    int point_count; ///< of a manifold; of a contact 0
    uint64_t id;     ///< of a shape its creation number, or that of the body that was queried; of a
                     ///< hit of raycast_all the index of the shape, from 1, else 0
    union {
        bool boolean;
        double number;
        cd_vec vector;
        const cd_shape *shape;
        const cd_hit *hit;
        const cd_separation *contact;
    } as;
    const cd_contact_point *points;
} cd_lua_value;

typedef struct cd_lua_query {
    const char *name;
    const char *file; ///< of the nearest calling Lua function; "" and line 0 if there is none
    int line;
    int argument_count, result_count; ///< trailing nil arguments count as not given
    const cd_lua_value *values;       ///< the arguments, then the results
} cd_lua_query;

/// Takes a query; may raise.
typedef void cd_lua_observer(lua_State *L, void *data, const cd_lua_query *query);

/// While an observer is set, it gets every query (overlap, distance, closest, contact, manifold,
/// raycast, occluded, shapecast, contains; function or method), with plain vectors as vecs and with
/// the arguments of a method in the order of the function. Queries of many shapes and of worlds are
/// the queries of two shapes that they answer. world:step is step(a, b) -> hit for each of its
/// events, a and b as they are after the step. data: the index of a userdata for the observer,
/// whose user value 1 is a table: what the shapes refer to is kept alive there, by its address.
/// observer NULL ends it.
void cd_lua_observe(lua_State *L, cd_lua_observer *observer, int data);

/// Pushes a C function that may call cd_lua_push_value.
void cd_lua_push_function(lua_State *L, lua_CFunction function);

/// Pushes a value. cores: the index of the table in which the observer's data keeps what its shapes
/// refer to.
void cd_lua_push_value(lua_State *L, const cd_lua_value *value, int cores);

/// Pushes result i of a query, of which a hit or contact knows its parts.
void cd_lua_push_result(lua_State *L, const cd_lua_query *query, int i, int cores);

#endif
