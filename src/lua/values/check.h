// Checks of arguments: each returns a C value, or raises
// "bad argument #2 to 'sphere' (radius must be finite and >= 0, got -1)".
//
// A check runs no Lua code (tables are read raw), so nothing that was checked can change before it
// is used. The upvalues of object.h name the function and say which argument is self, so the
// message is right however the function was called: through pcall, under another name, as a method.
#ifndef LUA_CHECK_H
#define LUA_CHECK_H

#include "lua/values/object.h"

// ------------------------------------------------------------------------------------------ errors

/// Raises "bad argument #arg to 'name' (text)"; self is not counted, and is "cannot call 'name'
/// (text)". Never returns.
int cd_lua_argument_error(lua_State *L, int arg, const char *format, ...);

/// Raises "name must be wanted, got ..." for an argument; for a self that is none of a type ("a
/// shape"), how to call a method. Never returns.
int cd_lua_type_error(lua_State *L, int arg, const char *name, const char *wanted);

/// Raises "not enough memory". Never returns.
int cd_lua_memory_error(lua_State *L);

/// Pushes a short text of the value at an index for an error message, and returns it.
const char *cd_lua_describe(lua_State *L, int index);

// ------------------------------------------------------------------------------- numbers and words

/// The string at an index; "" if it is no string, or contains a zero byte, where C would cut it.
const char *cd_lua_word(lua_State *L, int index);

/// A number; a string of digits is not one.
double cd_lua_check_number(lua_State *L, int arg, const char *name);
double cd_lua_check_finite_number(lua_State *L, int arg, const char *name);

/// A finite number of at most CD_LARGEST.
double cd_lua_check_number_in_range(lua_State *L, int arg, const char *name);

/// What a message wants of a vector that is not in range.
const char *cd_lua_wanted_in_range(cd_vec v);

/// "a vector of 3 numbers"; dim 0: of 2 or 3.
const char *cd_lua_wanted_vector(int dim);

/// `otherwise` for nil or no argument.
static inline double cd_lua_optional_number(lua_State *L, int arg, const char *name,
                                            double otherwise) {
    const int type = lua_type(L, arg);
    if (type == LUA_TNUMBER)
        return lua_tonumber(L, arg);
    return type <= LUA_TNIL ? otherwise : cd_lua_check_number(L, arg, name);
}

/// The optional end of a ray, >= 0.
static inline double cd_lua_check_tmax(lua_State *L, int arg) {
    const double tmax = cd_lua_optional_number(L, arg, "tmax", INFINITY);
    if (!(tmax >= 0))
        cd_lua_type_error(L, arg, "tmax", ">= 0");
    return tmax;
}

/// An optional mask of bits, by default all.
uint32_t cd_lua_check_mask(lua_State *L, int arg);

/// The integer at an index, also as a float without a fraction (as Lua's own functions take it);
/// `otherwise` for any other value.
lua_Integer cd_lua_read_integer(lua_State *L, int index, lua_Integer otherwise);

/// Reads 32 bits: an integer in [-2^31, 2^32), so that a script may write ~n for all bits but n.
/// False for any other value.
bool cd_lua_read_bits(lua_State *L, int index, uint32_t *bits);

// ----------------------------------------------------------------------------------------- vectors
//
// A vector is a vec or a plain { x, y[, z] }. *dim is the wanted dimension, or 0 for either; it is
// set to the dimension found.

/// Reads the vector at an index; false if there is none of the wanted dimension.
bool cd_lua_read_vec(lua_State *L, int index, cd_vec *v, int *dim);
cd_vec cd_lua_check_vec(lua_State *L, int arg, const char *name, int *dim);
/// cd_lua_check_in_range for all that its inlined part does not handle: tables and errors.
cd_vec cd_lua_check_in_range_slow(lua_State *L, int arg, const char *name, int *dim);
/// In range and not zero.
cd_vec cd_lua_check_direction(lua_State *L, int arg, const char *name, int *dim);

static inline cd_vec cd_lua_check_in_range(lua_State *L, int arg, const char *name, int *dim) {
    const cd_vec_object *object = cd_lua_to(L, arg, TYPE_VEC);
    if (object == NULL || (*dim != 0 && *dim != object->dim) || !cd_is_in_range(object->v))
        return cd_lua_check_in_range_slow(L, arg, name, dim);
    *dim = object->dim;
    return object->v;
}

/// As cd_lua_check_in_range, where `dim` is wanted (0: either), without a copy of a vec: another
/// vector is read to *room.
static inline const cd_vec_object *cd_lua_vec_in_range(lua_State *L, int arg, const char *name,
                                                       int dim, cd_vec_object *room) {
    const cd_vec_object *object = cd_lua_to(L, arg, TYPE_VEC);
    if (object != NULL && (dim == 0 || dim == object->dim) && cd_is_in_range(object->v))
        return object;
    room->dim = dim;
    room->v = cd_lua_check_in_range_slow(L, arg, name, &room->dim);
    return room;
}

/// A list of at least one vector in range, all of one dimension. They lie in a userdata that is
/// pushed.
const cd_vec *cd_lua_check_points(lua_State *L, int arg, const char *name, int *dim, int *count);

// ------------------------------------------------------------------------------------ other values

cd_quat cd_lua_check_quat(lua_State *L, int arg, const char *name);

static inline cd_shape_object *cd_lua_check_shape(lua_State *L, int arg, const char *name) {
    cd_shape_object *object = cd_lua_to(L, arg, TYPE_SHAPE);
    if (object == NULL)
        cd_lua_type_error(L, arg, name, "a shape");
    return object;
}

#endif
