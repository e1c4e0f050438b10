// collide.time_of_impact: two shapes that move and turn, each on its path.
#include "lua/queries/impact.h"

#include "lua/queries/answer.h"
#include "lua/queries/observe.h"
#include "lua/values/check.h"
#include "lua/values/handle.h"
#include "lua/values/spelling.h"

#include "collide/explain.h"

#include <string.h>

/// The vector at the top, of a field of a path.
static cd_vec read_vector(lua_State *L, int arg, const char *path, const char *key, int dim) {
    cd_vec v = {0, 0, 0};
    int length = dim;
    const bool is_vector = cd_lua_read_vec(L, -1, &v, &length);
    if (!is_vector || !cd_is_in_range(v))
        cd_lua_argument_error(L, arg, "%s.%s must be %s, got %s", path, key,
                              is_vector ? cd_lua_wanted_in_range(v) : cd_lua_wanted_vector(dim),
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
            cd_lua_unknown_field(L, arg, lua_absindex(L, -2),
                                 lua_pushfstring(L, "%s has an ", name),
                                 (const char *const[]){"motion", "rotation", "about", NULL});
        lua_pop(L, 1);
    }
    return path;
}

/// The point and outward normal of a hit as they were before a shape went on its path.
static void undo_path(const cd_path *path, const cd_hit *hit, cd_vec normal, cd_vec *point,
                      cd_vec *outward) {
    const cd_vec axis = cd_normalized(path->rotation, (cd_vec){0, 0, 1});
    const cd_quat back = cd_quat_from_axis(axis, -hit->t * cd_length(path->rotation));
    const cd_vec from = cd_add_scaled(hit->point, -hit->t, path->motion);
    *point = cd_add(path->about, cd_quat_rotate(back, cd_sub(from, path->about)));
    *outward = cd_quat_rotate(back, normal);
}

static void push_impact(lua_State *L, const cd_path *path_a, const cd_path *path_b,
                        const cd_hit *hit) {
    const cd_shape_object *a = lua_touserdata(L, 1), *b = lua_touserdata(L, 3);
    if (!cd_lua_is_pair_numbered(&a->shape, &b->shape)) {
        cd_lua_push_hit(L, hit, a->shape.dim, NULL);
        return;
    }
    cd_vec at[4];
    undo_path(path_a, hit, cd_negate(hit->normal), &at[0], &at[1]);
    undo_path(path_b, hit, hit->normal, &at[2], &at[3]);
    const cd_lua_asked asked = {CD_ASKED_TOUCH, 1, 3, &a->shape, &b->shape, at};
    cd_lua_push_hit(L, hit, a->shape.dim, &asked);
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
    cd_explanation *e = cd_lua_take_explanation(cd_lua_module_of(L), dim);
    if (e ? cd_explain_time_of_impact(&a->shape, &path_a, &b->shape, &path_b, scratch, &hit, e)
          : cd_time_of_impact(&a->shape, &path_a, &b->shape, &path_b, scratch, &hit))
        push_impact(L, &path_a, &path_b, &hit);
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
