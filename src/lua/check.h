// What the functions of the binding share: values as Lua objects, checks and pushes.
//
// Every function is a closure over the same upvalues (the metatables, the state, its own name), so
// an error names the function and counts its arguments rightly however it is called (through pcall,
// an alias, as a method or not). A value tells its type by its first word, in a third of the time
// that it takes to compare metatables.
#ifndef LUA_CHECK_H
#define LUA_CHECK_H

#include "lua/binding.h"

#include <lauxlib.h>

/// Upvalues. The types come first: an upvalue is that type's metatable.
enum {
    TYPE_VEC = 1,
    TYPE_QUAT,
    TYPE_SHAPE,
    TYPE_CONTACT,
    TYPE_HIT,
    TYPE_WORLD,
    TYPE_BODY,
    TYPE_EVENT,
    TYPE_BATCH,
    TYPE_COUNT = TYPE_BATCH,
    UP_STATE,   ///< cd_state; its user value is the list of observed queries
    UP_NAME,    ///< the function's name in errors
    UP_SELF,    ///< the argument that is self where it is a method; 0 in a function
    UP_MEMBERS, ///< the type's members: name -> method, or number of a field
    UP_COUNT = UP_MEMBERS
};

/// UP_SELF of __newindex: its errors name the field, which is argument 2.
enum { SELF_ASSIGNS = -1 };

/// What a Lua state keeps of the module. Its user values: the observer's list; a table with weak
/// keys, of what is prepared for tables of shapes (batch.c).
enum { STATE_QUERIES = 1, STATE_PREPARED, STATE_VALUES = STATE_PREPARED };
typedef struct cd_state {
    uint64_t serial;  ///< of the value created last
    uint64_t changes; ///< of all shapes, in place
    bool observed;
} cd_state;

/// The first word of a userdata: its type and its creation number. As a number that is near the
/// lowest of all, as an address none, so that no userdata of another library starts with it.
typedef uint64_t cd_mark;

static inline cd_mark cd_mark_of(int type, uint64_t number) {
    return (UINT64_C(0xffe0) | (unsigned)type) << 48 | (number & UINT64_MAX >> 16);
}

static inline int cd_marked_type(cd_mark mark) {
    return mark >> 52 == 0xffe ? (int)(mark >> 48 & 15) : 0;
}

static inline uint64_t cd_marked_number(cd_mark mark) { return mark & UINT64_MAX >> 16; }

// The userdata.
typedef struct cd_vec_object {
    cd_mark mark;
    cd_vec v;
    int dim;
} cd_vec_object;

typedef struct cd_quat_object {
    cd_mark mark;
    cd_quat q;
} cd_quat_object;

/// Where cd_refers, it has one user value: the userdata with what it refers to, shared by its
/// copies. That of a compound has in turn a table for one: see set.c.
typedef struct cd_shape_object {
    cd_mark mark;
    uint64_t changes; ///< how often it was changed in place
    cd_shape shape;
} cd_shape_object;

typedef struct cd_contact_object {
    cd_mark mark;
    cd_separation contact;
    int dim;
    int count; ///< of points; 0: it is no manifold
    cd_contact_point points[];
} cd_contact_object;

typedef struct cd_hit_object {
    cd_mark mark;
    cd_hit hit;
    int dim;
    int index; ///< in a list of shapes, from 1; 0: of none
} cd_hit_object;

/// A world: NULL once it is closed. Its user value is a table, slot + 1 -> body.
typedef struct cd_world_object {
    cd_mark mark;
    cd_world *world;
    lua_KContext steps; ///< so far
} cd_world_object;

/// A handle of a body in a slot of a world; slot -1: it was removed.
typedef struct cd_body_object {
    cd_mark mark;
    cd_world_object *owner;
    int slot;
} cd_body_object;

/// The user values of a body.
enum { BODY_WORLD = 1, BODY_CORE, BODY_DATA, BODY_RESPONSE, BODY_VALUES = BODY_RESPONSE };

/// A function, method or metamethod to register; lists end with a NULL name.
typedef struct cd_function {
    const char *name;
    lua_CFunction call;
    int self; ///< UP_SELF
} cd_function;

/// A type to register. The number of a field is its place in `fields`, which ends with NULL.
typedef struct cd_class {
    const char *name;
    const cd_function *metamethods, *methods;
    const char *const *fields;
} cd_class;

extern const cd_class cd_vec_class, cd_quat_class, cd_shape_class, cd_contact_class, cd_hit_class,
    cd_world_class, cd_body_class, cd_event_class, cd_batch_class;
extern const cd_function cd_vec_functions[], cd_quat_functions[], cd_shape_functions[],
    cd_set_functions[], cd_query_functions[], cd_batch_functions[], cd_world_functions[],
    cd_query_methods[], cd_explain_functions[];

// --------------------------------------------------------------------------------------- checking

/// The type of the userdata at an index, `object`, or 0.
static inline int cd_type_of(lua_State *L, int index, const cd_mark *object) {
    bool reads = object != NULL && lua_rawlen(L, index) >= sizeof(cd_body_object); // the smallest
    return reads ? cd_marked_type(*object) : 0;
}

/// The object of a type at an index, or NULL.
static inline void *cd_to(lua_State *L, int index, int type) {
    void *object = lua_touserdata(L, index);
    return cd_type_of(L, index, object) == type ? object : NULL;
}

/// Raises "bad argument #arg to 'name' (text)", not counting self. Never returns.
int cd_argument_error(lua_State *L, int arg, const char *format, ...);

/// Raises "name must be wanted, got ..." for an argument. Never returns.
int cd_type_error(lua_State *L, int arg, const char *name, const char *wanted);

/// A short text of the value at an index for messages, pushed.
const char *cd_describe(lua_State *L, int index);

/// The string at an index; empty where it is no string or holds a zero, at which C would cut it.
const char *cd_word(lua_State *L, int index);

/// A number, strictly (no string).
double cd_check_number(lua_State *L, int arg, const char *name);
double cd_check_finite_number(lua_State *L, int arg, const char *name);
double cd_optional_number(lua_State *L, int arg, const char *name, double otherwise);

/// The integer at an index, a float with the value of one, too, as in Lua's own functions (no
/// string); `otherwise` where there is none.
lua_Integer cd_read_integer(lua_State *L, int index, lua_Integer otherwise);

/// The 32 bits at an index, of which ~n may be written for all but n; false where there are none.
bool cd_read_bits(lua_State *L, int index, uint32_t *bits);

/// A vec or a plain { x, y[, z] } (read raw). *dim is the dimension wanted, 0 where either will do;
/// then it is set to what was found. The first returns whether there is such a vector.
bool cd_read_vec(lua_State *L, int index, cd_vec *v, int *dim);
cd_vec cd_check_vec(lua_State *L, int arg, const char *name, int *dim);
cd_vec cd_check_finite_slowly(lua_State *L, int arg, const char *name, int *dim);
/// Finite and not zero.
cd_vec cd_check_direction(lua_State *L, int arg, const char *name, int *dim);

/// A list of finite vectors of one dimension (*dim as above), at least one; they lie in a userdata
/// that is pushed.
const cd_vec *cd_check_points(lua_State *L, int arg, const char *name, int *dim, int *count);

static inline cd_vec cd_check_finite(lua_State *L, int arg, const char *name, int *dim) {
    const cd_vec_object *object = cd_to(L, arg, TYPE_VEC);
    if (object == NULL || (*dim != 0 && *dim != object->dim) || !cd_is_finite(object->v))
        return cd_check_finite_slowly(L, arg, name, dim);
    *dim = object->dim;
    return object->v;
}

cd_quat cd_check_quat(lua_State *L, int arg, const char *name);

static inline cd_shape_object *cd_check_shape(lua_State *L, int arg, const char *name) {
    cd_shape_object *object = cd_to(L, arg, TYPE_SHAPE);
    if (object == NULL)
        cd_type_error(L, arg, name, "a shape");
    return object;
}

// ---------------------------------------------------------------------------------------- pushing

/// Pushes a new userdata of a type; it has to start with *mark.
void *cd_push_object(lua_State *L, size_t size, int user_values, int type, cd_mark *mark);

/// All of these return 1, the number of results.
int cd_push_vec(lua_State *L, cd_vec v, int dim);
int cd_push_quat(lua_State *L, cd_quat q);
int cd_push_contact(lua_State *L, const cd_separation *contact, int dim);
int cd_push_manifold(lua_State *L, const cd_contact_points *manifold, int dim);
int cd_push_hit(lua_State *L, const cd_hit *hit, int dim);
int cd_push_hit_of(lua_State *L, const cd_hit *hit, int dim, int index);

/// Whether a shape refers to a polytope or a set.
static inline bool cd_refers(const cd_shape *shape) {
    return shape->kind == CD_POLYGON || shape->kind == CD_HULL || cd_is_set(shape);
}

/// core: the index of the userdata with what the shape refers to; not read otherwise.
int cd_push_shape(lua_State *L, const cd_shape *shape, int core);

/// Pushes a shape that was made from arguments, or raises with cd_shape_error for the argument it
/// names: names are those of the arguments, in order, ending with NULL.
int cd_push_valid(lua_State *L, const cd_shape *shape, int core, const char *const *names);
#define CD_NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

/// The triangles of a mesh as lists of indices, and the parts of the compound at an index as a list
/// of shapes.
int cd_push_triangles(lua_State *L, const cd_shape *mesh);
int cd_push_parts(lua_State *L, int index);

/// Pushes a copy of the shape at an index.
int cd_push_clone(lua_State *L, int index);

/// Whether queries are recorded.
static inline bool cd_observed(lua_State *L) {
    return ((const cd_state *)lua_touserdata(L, lua_upvalueindex(UP_STATE)))->observed;
}

/// Appends the query on the stack (its arguments, then its results) to the observer's list.
void cd_record_query(lua_State *L, int results);

/// The same for a query of that name whose arguments start at `first`; takes them and the results
/// off the stack.
void cd_record_named(lua_State *L, const char *name, int first, int results);

// ----------------------------------------------------------------------------------------- worlds

/// Self as an open world.
cd_world *cd_check_world(lua_State *L);

/// Raises that there is no memory.
int cd_no_memory(lua_State *L);

/// The methods of a world that ask.
int cd_lua_world_bodies(lua_State *L);
int cd_lua_world_pairs(lua_State *L);
int cd_lua_world_raycast(lua_State *L);
int cd_lua_world_raycast_all(lua_State *L);
int cd_lua_world_shapecast(lua_State *L);
int cd_lua_world_overlap(lua_State *L);
int cd_lua_world_nearest(lua_State *L);

/// world:step(dt) and world:events().
int cd_lua_world_step(lua_State *L);
int cd_lua_world_events(lua_State *L);

/// The number of the response that the value at an index names; -1: none.
int cd_response_named(lua_State *L, int index);

/// A body of an open world that was not removed, or an error.
cd_body_object *cd_check_body(lua_State *L, int arg, const char *name);

/// Sets a field of a body, but its shape and data, to the value at an index, or raises for an
/// argument; false where there is no such field.
bool cd_read_body_field(lua_State *L, int arg, int index, const char *field, int dim,
                        cd_body *body);

/// Whether the value at an index is a body that is in no world any more.
bool cd_lua_is_removed(lua_State *L, int index);

/// Pushes the handle of the body in a slot of the world at an index.
void cd_push_body(lua_State *L, int world, int slot);

/// Pushes a copy of the shape of a body of the world that is argument 1, with the body's number.
void cd_push_body_shape(lua_State *L, const cd_world *world, int slot);

/// Appends the shortest text that reads back as the same number in Lua.
void cd_add_number(luaL_Buffer *text, double x);

/// Appends "x, y[, z]".
void cd_add_vec(luaL_Buffer *text, cd_vec v, int dim);

/// Appends "quat(x, y, z, w)".
void cd_add_quat(luaL_Buffer *text, cd_quat q);

#endif
