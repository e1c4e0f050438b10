// The queries of two shapes, and of a ray and a shape, as functions and methods. While an observer
// records, a query first cuts the stack to its arguments, so that they are followed by its results
// when it ends.
#include "lua/check.h"
#include "lua/class.h"
#include "lua/handle.h"
#include "lua/observe.h"

/// Begins a query; returns whether it is observed.
static bool begin(lua_State *L, int arguments) {
    bool observed = cd_lua_observed(L);
    if (observed)
        lua_settop(L, arguments);
    return observed;
}

/// Ends a query with its results on the top.
static int finish(lua_State *L, int results, bool observed) {
    if (observed)
        cd_lua_record_query(L, results);
    return results;
}

/// Two shapes, or bodies, of one dimension: a is argument 1, b argument `second`.
static const cd_shape *check_pair(lua_State *L, int second, const cd_shape **b) {
    cd_lua_body_to_shape(L, 1, "a");
    cd_lua_body_to_shape(L, second, "b");
    const cd_shape *a = &cd_lua_check_shape(L, 1, "a")->shape;
    *b = &cd_lua_check_shape(L, second, "b")->shape;
    if (a->dim != (*b)->dim)
        cd_lua_argument_error(L, second, "b must be %dD like a, got a %dD shape", a->dim,
                              (*b)->dim);
    return a;
}

/// Raises if two shapes overlap whose depth is not defined: then their distance is -infinity.
static void check_depth(lua_State *L, const cd_shape *a, const cd_shape *b, double distance) {
    if (distance == -INFINITY && !cd_has_depth(a, b))
        luaL_error(L, "the depth of two meshes is not defined; use overlap");
}

static int overlap(lua_State *L) {
    bool observed = begin(L, 2);
    const cd_shape *b, *a = check_pair(L, 2, &b);
    lua_pushboolean(L, cd_overlap(a, b));
    return finish(L, 1, observed);
}

static int distance(lua_State *L) {
    bool observed = begin(L, 2);
    const cd_shape *b, *a = check_pair(L, 2, &b);
    double gap = cd_distance(a, b);
    check_depth(L, a, b, gap);
    lua_pushnumber(L, gap);
    return finish(L, 1, observed);
}

static int closest(lua_State *L) {
    bool observed = begin(L, 2);
    const cd_shape *b, *a = check_pair(L, 2, &b);
    cd_separation s = cd_separate(a, b);
    check_depth(L, a, b, s.distance);
    cd_lua_push_vec(L, s.point_a, a->dim);
    cd_lua_push_vec(L, s.point_b, a->dim);
    lua_pushnumber(L, s.distance);
    cd_lua_push_vec(L, s.normal, a->dim);
    return finish(L, 4, observed);
}

static double optional_margin(lua_State *L) {
    double margin = cd_lua_optional_number(L, 3, "margin", 0);
    if (margin != margin)
        cd_lua_type_error(L, 3, "margin", "a number");
    return margin;
}

static int contact(lua_State *L) {
    bool observed = begin(L, 3);
    const cd_shape *b, *a = check_pair(L, 2, &b);
    cd_separation s;
    if (cd_contact(a, b, optional_margin(L), &s)) {
        check_depth(L, a, b, s.distance);
        cd_lua_push_contact(L, &s, a->dim);
    } else {
        lua_pushnil(L);
    }
    return finish(L, 1, observed);
}

static int manifold(lua_State *L) {
    bool observed = begin(L, 3);
    const cd_shape *b, *a = check_pair(L, 2, &b);
    cd_contact_points m;
    if (cd_manifold(a, b, optional_margin(L), &m)) {
        check_depth(L, a, b, m.contact.distance);
        cd_lua_push_manifold(L, &m, a->dim);
    } else {
        lua_pushnil(L);
    }
    return finish(L, 1, observed);
}

static int contains(lua_State *L) {
    bool observed = begin(L, 2);
    const cd_shape *shape = &cd_lua_check_shape(L, 1, "shape")->shape;
    int dim = shape->dim;
    lua_pushboolean(L, cd_contains(shape, cd_lua_check_finite(L, 2, "p", &dim)));
    return finish(L, 1, observed);
}

static int raycast(lua_State *L) {
    bool observed = begin(L, 4);
    int dim = 0;
    cd_vec origin = cd_lua_check_finite(L, 1, "origin", &dim);
    cd_vec direction = cd_lua_check_finite(L, 2, "direction", &dim);
    cd_lua_body_to_shape(L, 3, "shape");
    const cd_shape *shape = &cd_lua_check_shape(L, 3, "shape")->shape;
    double tmax = cd_lua_optional_number(L, 4, "tmax", INFINITY);
    if (shape->dim != dim)
        return cd_lua_argument_error(L, 3, "shape must be %dD like the ray, got a %dD shape", dim,
                                     shape->dim);
    if (!(tmax >= 0))
        return cd_lua_type_error(L, 4, "tmax", ">= 0");
    cd_hit hit;
    if (cd_raycast(origin, direction, shape, tmax, &hit))
        cd_lua_push_hit(L, &hit, dim);
    else
        lua_pushnil(L);
    return finish(L, 1, observed);
}

/// shape:raycast(origin, direction[, tmax]): moves self behind the direction, as in the function.
static int shape_raycast(lua_State *L) {
    lua_settop(L, 4);
    lua_pushvalue(L, 1);
    lua_insert(L, 4);
    lua_remove(L, 1);
    return raycast(L);
}

static int shapecast(lua_State *L) {
    bool observed = begin(L, 4);
    const cd_shape *b, *a = check_pair(L, 3, &b);
    int dim = a->dim;
    cd_vec motion = cd_lua_check_finite(L, 2, "motion", &dim);
    cd_vec motion_b =
        lua_isnoneornil(L, 4) ? (cd_vec){0, 0, 0} : cd_lua_check_finite(L, 4, "motion_b", &dim);
    cd_hit hit;
    if (cd_shapecast(a, motion, b, motion_b, &hit))
        cd_lua_push_hit(L, &hit, dim);
    else
        lua_pushnil(L);
    return finish(L, 1, observed);
}

const cd_lua_function cd_lua_query_functions[] = {
    {"overlap", overlap, 0},     {"distance", distance, 0}, {"closest", closest, 0},
    {"contact", contact, 0},     {"manifold", manifold, 0}, {"raycast", raycast, 0},
    {"shapecast", shapecast, 0}, {NULL, NULL, 0},
};

const cd_lua_function cd_lua_query_methods[] = {
    {"overlap", overlap, 1},       {"distance", distance, 1},   {"closest", closest, 1},
    {"contact", contact, 1},       {"manifold", manifold, 1},   {"contains", contains, 1},
    {"raycast", shape_raycast, 3}, {"shapecast", shapecast, 1}, {NULL, NULL, 0},
};
