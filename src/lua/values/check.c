// Checks of arguments (check.h): errors, numbers, vectors, lists of points. Memory comes from Lua,
// so an error leaks nothing.
#include "lua/values/check.h"

#include "collide/shape/validate.h"
#include "lua/values/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/// The most points of one hull or mesh: far more than memory and patience allow, and few enough
/// that sizes in bytes and counts of edges and triangles fit in an int.
enum { MAX_POINTS = 10000000 };

// ----------------------------------------------------------------------------------------- errors

/// Whether the value at an index is a table with a C function of this name.
static bool has_function(lua_State *L, int index, const char *name) {
    if (!lua_istable(L, index))
        return false;
    lua_pushstring(L, name);
    lua_rawget(L, index);
    const bool has = lua_iscfunction(L, -1);
    lua_pop(L, 1);
    return has;
}

int cd_lua_argument_error(lua_State *L, int arg, const char *format, ...) {
    va_list values;
    va_start(values, format);
    const char *text = lua_pushvfstring(L, format, values);
    va_end(values);
    const char *name = lua_tostring(L, lua_upvalueindex(UP_NAME));
    int self = (int)lua_tointeger(L, lua_upvalueindex(UP_SELF));
    if (self == SELF_ASSIGNS)
        return luaL_error(L, "bad value for field '%s' (%s)", lua_tostring(L, 2), text);
    if (arg == self)
        return luaL_error(L, "cannot call '%s' (%s)", name, text);
    if (arg == 1 && has_function(L, 1, name)) // collide:sphere(...): the module is argument 1
        return luaL_error(L, "'%s' is called with a dot, collide.%s(...), not with a colon", name,
                          name);
    if (self != 0 && arg > self)
        arg--;
    return luaL_error(L, "bad argument #%d to '%s' (%s)", arg, name, text);
}

int cd_lua_type_error(lua_State *L, int arg, const char *name, const char *wanted) {
    const char *type = strncmp(wanted, "a ", 2) == 0 ? wanted + 2 : NULL;
    if (arg == (int)lua_tointeger(L, lua_upvalueindex(UP_SELF)) && type != NULL)
        return cd_lua_argument_error(L, arg,
                                     "%s must be %s, got %s; a method is called with a "
                                     "colon, as in %s:%s(...)",
                                     name, wanted, cd_lua_describe(L, arg), type,
                                     lua_tostring(L, lua_upvalueindex(UP_NAME)));
    return cd_lua_argument_error(L, arg, "%s must be %s, got %s", name, wanted,
                                 cd_lua_describe(L, arg));
}

int cd_lua_memory_error(lua_State *L) { return luaL_error(L, "not enough memory"); }

/// Pushes the text of a list: "{1, string}", or "{1, 2, 3, 4, ...}" of more than four elements.
static const char *describe_list(lua_State *L, int index, lua_Integer count) {
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    luaL_addchar(&text, '{');
    for (lua_Integer i = 1; i <= count && i <= 4; i++) {
        if (i > 1)
            luaL_addstring(&text, ", ");
        if (lua_rawgeti(L, index, i) == LUA_TTABLE)
            lua_pushliteral(L, "table");
        else
            cd_lua_describe(L, -1);
        lua_remove(L, -2);
        luaL_addvalue(&text);
    }
    luaL_addstring(&text, count > 4 ? ", ...}" : "}");
    luaL_pushresult(&text);
    return lua_tostring(L, -1);
}

const char *cd_lua_describe(lua_State *L, int index) {
    index = lua_absindex(L, index);
    const cd_vec_object *vec = cd_lua_to(L, index, TYPE_VEC);
    lua_Integer count = lua_istable(L, index) ? (lua_Integer)lua_rawlen(L, index) : 0;
    if (vec != NULL || lua_type(L, index) == LUA_TNUMBER) {
        luaL_Buffer text;
        luaL_buffinit(L, &text);
        if (vec == NULL) {
            cd_lua_add_number(&text, lua_tonumber(L, index));
        } else {
            luaL_addstring(&text, "vec(");
            cd_lua_add_vec(&text, vec->v, vec->dim);
            luaL_addchar(&text, ')');
        }
        luaL_pushresult(&text);
        return lua_tostring(L, -1);
    }
    if (count > 0)
        return describe_list(L, index, count);
    if (!lua_istable(L, index) && luaL_getmetafield(L, index, "__name") == LUA_TSTRING)
        return lua_tostring(L, -1);
    return lua_pushstring(L, luaL_typename(L, index));
}

const char *cd_lua_word(lua_State *L, int index) {
    const char *text = lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : "";
    return strlen(text) == lua_rawlen(L, index) ? text : "";
}

// ---------------------------------------------------------------------------------------- numbers

double cd_lua_check_number(lua_State *L, int arg, const char *name) {
    if (lua_type(L, arg) != LUA_TNUMBER)
        cd_lua_type_error(L, arg, name, "a number");
    return lua_tonumber(L, arg);
}

double cd_lua_check_finite_number(lua_State *L, int arg, const char *name) {
    double x = cd_lua_check_number(L, arg, name);
    if (!isfinite(x))
        cd_lua_type_error(L, arg, name, "finite");
    return x;
}

double cd_lua_check_number_in_range(lua_State *L, int arg, const char *name) {
    double x = cd_lua_check_finite_number(L, arg, name);
    if (!(fabs(x) <= CD_LARGEST))
        cd_lua_type_error(L, arg, name, CD_WANTED_IN_RANGE);
    return x;
}

lua_Integer cd_lua_read_integer(lua_State *L, int index, lua_Integer otherwise) {
    int exact = 0;
    lua_Integer n = lua_type(L, index) == LUA_TNUMBER ? lua_tointegerx(L, index, &exact) : 0;
    return exact ? n : otherwise;
}

bool cd_lua_read_bits(lua_State *L, int index, uint32_t *bits) {
    lua_Integer n = cd_lua_read_integer(L, index, LUA_MAXINTEGER);
    *bits = (uint32_t)n;
    return n >= INT32_MIN && n <= (lua_Integer)UINT32_MAX;
}

uint32_t cd_lua_check_mask(lua_State *L, int arg) {
    uint32_t mask = UINT32_MAX;
    if (!lua_isnoneornil(L, arg) && !cd_lua_read_bits(L, arg, &mask))
        cd_lua_type_error(L, arg, "mask", "a 32-bit integer");
    return mask;
}

// ---------------------------------------------------------------------------------------- vectors

/// Reads a plain vector table; returns its number of elements, 0 if it is no vector.
static int read_table(lua_State *L, int index, cd_vec *v) {
    double numbers[3] = {0};
    int count = 0;
    int type = lua_rawgeti(L, index, 1);
    for (; type == LUA_TNUMBER && count < 3; count++) {
        numbers[count] = lua_tonumber(L, -1);
        lua_pop(L, 1);
        type = lua_rawgeti(L, index, count + 2);
    }
    lua_pop(L, 1);
    *v = (cd_vec){numbers[0], numbers[1], numbers[2]};
    return count >= 2 && type == LUA_TNIL ? count : 0;
}

bool cd_lua_read_vec(lua_State *L, int index, cd_vec *v, int *dim) {
    const cd_vec_object *object = cd_lua_to(L, index, TYPE_VEC);
    int found = 0;
    if (object != NULL) {
        *v = object->v;
        found = object->dim;
    } else if (lua_istable(L, index)) {
        found = read_table(L, index, v);
    }
    if (found == 0 || (*dim != 0 && *dim != found))
        return false;
    *dim = found;
    return true;
}

const char *cd_lua_wanted_in_range(cd_vec v) {
    return cd_is_finite(v) ? CD_WANTED_IN_RANGE : "finite";
}

const char *cd_lua_wanted_vector(int dim) {
    return dim == 0   ? "a vector of 2 or 3 numbers"
           : dim == 2 ? "a vector of 2 numbers"
                      : "a vector of 3 numbers";
}

cd_vec cd_lua_check_vec(lua_State *L, int arg, const char *name, int *dim) {
    cd_vec v = {0, 0, 0};
    if (!cd_lua_read_vec(L, arg, &v, dim))
        cd_lua_type_error(L, arg, name, cd_lua_wanted_vector(*dim));
    return v;
}

cd_vec cd_lua_check_in_range_slow(lua_State *L, int arg, const char *name, int *dim) {
    cd_vec v = cd_lua_check_vec(L, arg, name, dim);
    if (!cd_is_in_range(v))
        cd_lua_type_error(L, arg, name, cd_lua_wanted_in_range(v));
    return v;
}

cd_vec cd_lua_check_direction(lua_State *L, int arg, const char *name, int *dim) {
    cd_vec v = cd_lua_check_in_range(L, arg, name, dim);
    if (cd_is_zero(v))
        cd_lua_argument_error(L, arg, "%s must not be zero", name);
    return v;
}

const cd_vec *cd_lua_check_points(lua_State *L, int arg, const char *name, int *dim, int *count) {
    if (!lua_istable(L, arg))
        cd_lua_type_error(L, arg, name, "a table of vectors");
    lua_Unsigned length = lua_rawlen(L, arg);
    if (length == 0 || length > MAX_POINTS)
        cd_lua_argument_error(L, arg, "%s must have 1 to %d elements, got %I", name,
                              (int)MAX_POINTS, (LUAI_UACINT)length);
    *count = (int)length;
    cd_vec *points = lua_newuserdatauv(L, length * sizeof *points, 0);
    for (int i = 0; i < *count; i++) {
        lua_rawgeti(L, arg, i + 1);
        bool is_vector = cd_lua_read_vec(L, -1, &points[i], dim);
        if (!is_vector || !cd_is_in_range(points[i]))
            cd_lua_argument_error(L, arg, "%s[%d] must be %s, got %s", name, i + 1,
                                  is_vector ? cd_lua_wanted_in_range(points[i])
                                            : cd_lua_wanted_vector(*dim),
                                  cd_lua_describe(L, -1));
        lua_pop(L, 1);
    }
    return points;
}

cd_quat cd_lua_check_quat(lua_State *L, int arg, const char *name) {
    const cd_quat_object *object = cd_lua_to(L, arg, TYPE_QUAT);
    if (object == NULL)
        cd_lua_type_error(L, arg, name, "a quat");
    return object->q;
}
