// time_of_impact: the query of two shapes on paths, which are tables of the script.
#include "lua/impact.h"

#include "lua/check.h"
#include "lua/class.h"
#include "lua/handle.h"
#include "lua/observe.h"

#include <string.h>

/// The vector at the top, of a field of a path.
static cd_vec read_vector(lua_State *L, int arg, const char *path, const char *key, int dim) {
    cd_vec v = {0, 0, 0};
    int length = dim;
    const bool is_vector = cd_lua_read_vec(L, -1, &v, &length);
    if (!is_vector || !cd_is_in_range(v))
        cd_lua_argument_error(L, arg, "%s.%s must be %s, got %s", path, key,
                              is_vector  ? cd_lua_wanted_in_range(v)
                              : dim == 2 ? "a vector of 2 numbers"
                                         : "a vector of 3 numbers",
                              cd_lua_describe(L, -1));
    return v;
}

/// The rotation at the top: an angle in 2D, a vector along the axis, as long as the angle, in 3D.
static cd_vec read_rotation(lua_State *L, int arg, const char *path, int dim) {
    cd_vec v = {0, 0, 0};
    int length = dim;
    bool valid = dim == 2 ? lua_type(L, -1) == LUA_TNUMBER : cd_lua_read_vec(L, -1, &v, &length);
    if (valid && dim == 2)
        v.z = lua_tonumber(L, -1);
    if (!valid || !(cd_length(v) <= CD_MOST_TURNING))
        cd_lua_argument_error(L, arg, "%s.rotation must be %s of up to 2^20 radians, got %s", path,
                              dim == 2 ? "an angle"
                                       : "a vector along the axis, the angle its length,",
                              cd_lua_describe(L, -1));
    return v;
}

/// The path that is argument `arg`, of a shape; nil is one that stays where it is.
static cd_path check_path(lua_State *L, int arg, const char *name, const cd_shape *shape) {
    cd_path path = {.about = cd_shape_middle(shape)};
    if (lua_isnil(L, arg))
        return path;
    if (!lua_istable(L, arg))
        cd_lua_type_error(L, arg, name, "a table { motion =, rotation =, about = }");
    lua_pushnil(L);
    while (lua_next(L, arg)) {
        const char *key = cd_lua_word(L, -2);
        if (strcmp(key, "motion") == 0)
            path.motion = cd_motion(read_vector(L, arg, name, key, shape->dim));
        else if (strcmp(key, "about") == 0)
            path.about = read_vector(L, arg, name, key, shape->dim);
        else if (strcmp(key, "rotation") == 0)
            path.rotation = read_rotation(L, arg, name, shape->dim);
        else
            cd_lua_argument_error(L, arg,
                                  "%s has an unknown field '%s'; there are motion, rotation "
                                  "and about",
                                  name, *key ? key : cd_lua_describe(L, -2));
        lua_pop(L, 1);
    }
    return path;
}

int cd_lua_time_of_impact(lua_State *L) {
    const cd_shape_object *a = cd_lua_check_shape_or_body(L, 1, "a");
    const cd_shape_object *b = cd_lua_check_shape_or_body(L, 3, "b");
    const int dim = a->shape.dim;
    if (b->shape.dim != dim)
        cd_lua_argument_error(L, 3, "b must be %dD like a, got a %dD shape", dim, b->shape.dim);
    lua_settop(L, 4);
    if (lua_isnil(L, 2))
        cd_lua_type_error(L, 2, "path_a", "a table { motion =, rotation =, about = }");
    const cd_path path_a = check_path(L, 2, "path_a", &a->shape);
    const cd_path path_b = check_path(L, 4, "path_b", &b->shape);
    const bool turns = !cd_is_zero(path_a.rotation) || !cd_is_zero(path_b.rotation);
    if (turns && !cd_may_turn(&a->shape, &b->shape))
        cd_lua_argument_error(L, 3,
                              "b must be bounded, as a is or holds a line or plane, and one turns");
    const size_t size = turns ? cd_time_of_impact_size(&a->shape, &b->shape) : 0;
    void *scratch = size > 0 ? lua_newuserdatauv(L, size, 0) : NULL;
    cd_hit hit;
    if (cd_time_of_impact(&a->shape, &path_a, &b->shape, &path_b, scratch, &hit))
        cd_lua_push_hit(L, &hit, dim);
    else
        lua_pushnil(L);
    if (cd_lua_begin_record(L)) { // as time_of_impact(a, b): a path is no value of a record
        const int at = lua_gettop(L);
        lua_pushvalue(L, 1);
        lua_pushvalue(L, 3);
        lua_pushvalue(L, at);
        cd_lua_record_named(L, "time_of_impact", at + 1, 1);
    }
    return 1;
}
