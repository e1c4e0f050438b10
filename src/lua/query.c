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
    const cd_shape *a = cd_lua_check_shape_or_body(L, 1, "a");
    *b = cd_lua_check_shape_or_body(L, second, "b");
    if (a->dim != (*b)->dim)
        cd_lua_argument_error(L, second, "b must be %dD like a, got a %dD shape", a->dim,
                              (*b)->dim);
    return a;
}

/// Raises if two shapes overlap whose depth is not defined: then their distance is -infinity.
static void check_depth(lua_State *L, const cd_shape *a, const cd_shape *b, double distance) {
    if (distance == -INFINITY && !cd_has_depth(a, b))
        luaL_error(L, "the depth of %s is not defined; use overlap",
                   cd_are_surfaces(a, b) ? "two meshes" : "a set beside coordinates above 2^1021");
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

static cd_separation ask_closest(lua_State *L, int *dim) {
    const cd_shape *b, *a = check_pair(L, 2, &b);
    cd_separation s = cd_separate(a, b);
    check_depth(L, a, b, s.distance);
    *dim = a->dim;
    return s;
}

static int closest(lua_State *L) {
    bool observed = begin(L, 2);
    int dim;
    cd_separation s = ask_closest(L, &dim);
    cd_lua_push_vec(L, s.point_a, dim);
    cd_lua_push_vec(L, s.point_b, dim);
    lua_pushnumber(L, s.distance);
    cd_lua_push_vec(L, s.normal, dim);
    return finish(L, 4, observed);
}

static double optional_margin(lua_State *L) {
    double margin = cd_lua_optional_number(L, 3, "margin", 0);
    if (margin != margin)
        cd_lua_type_error(L, 3, "margin", "a number");
    return margin;
}

static bool ask_contact(lua_State *L, cd_separation *s, int *dim) {
    const cd_shape *b, *a = check_pair(L, 2, &b);
    *dim = a->dim;
    if (!cd_contact(a, b, optional_margin(L), s))
        return false;
    check_depth(L, a, b, s->distance);
    return true;
}

static int contact(lua_State *L) {
    bool observed = begin(L, 3);
    cd_separation s;
    int dim;
    if (ask_contact(L, &s, &dim))
        cd_lua_push_contact(L, &s, dim);
    else
        lua_pushnil(L);
    return finish(L, 1, observed);
}

static bool ask_manifold(lua_State *L, cd_contact_points *m, int *dim) {
    const cd_shape *b, *a = check_pair(L, 2, &b);
    *dim = a->dim;
    if (!cd_manifold(a, b, optional_margin(L), m))
        return false;
    check_depth(L, a, b, m->contact.distance);
    return true;
}

static int manifold(lua_State *L) {
    bool observed = begin(L, 3);
    cd_contact_points m;
    int dim;
    if (ask_manifold(L, &m, &dim))
        cd_lua_push_manifold(L, &m, dim);
    else
        lua_pushnil(L);
    return finish(L, 1, observed);
}

static int contains(lua_State *L) {
    bool observed = begin(L, 2);
    const cd_shape *shape = cd_lua_check_shape_or_body(L, 1, "self");
    int dim = shape->dim;
    lua_pushboolean(L, cd_contains(shape, cd_lua_check_finite(L, 2, "p", &dim)));
    return finish(L, 1, observed);
}

static bool ask_raycast(lua_State *L, cd_hit *hit, int *dim) {
    *dim = 0;
    cd_vec origin = cd_lua_check_finite(L, 1, "origin", dim);
    cd_vec direction = cd_lua_check_finite(L, 2, "direction", dim);
    const cd_shape *shape = cd_lua_check_shape_or_body(L, 3, "shape");
    double tmax = cd_lua_optional_number(L, 4, "tmax", INFINITY);
    if (shape->dim != *dim)
        cd_lua_argument_error(L, 3, "shape must be %dD like the ray, got a %dD shape", *dim,
                              shape->dim);
    if (!(tmax >= 0))
        cd_lua_type_error(L, 4, "tmax", ">= 0");
    return cd_raycast(origin, direction, shape, tmax, hit);
}

/// Pushes a hit, or nil.
static void push_hit(lua_State *L, bool is_hit, const cd_hit *hit, int dim) {
    if (is_hit)
        cd_lua_push_hit(L, hit, dim);
    else
        lua_pushnil(L);
}

static int raycast(lua_State *L) {
    bool observed = begin(L, 4);
    cd_hit hit;
    int dim;
    bool is_hit = ask_raycast(L, &hit, &dim);
    push_hit(L, is_hit, &hit, dim);
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

static bool ask_shapecast(lua_State *L, cd_hit *hit, int *dim) {
    const cd_shape *b, *a = check_pair(L, 3, &b);
    *dim = a->dim;
    cd_vec motion = cd_lua_check_finite(L, 2, "motion", dim);
    cd_vec motion_b =
        lua_isnoneornil(L, 4) ? (cd_vec){0, 0, 0} : cd_lua_check_finite(L, 4, "motion_b", dim);
    return cd_shapecast(a, motion, b, motion_b, hit);
}

static int shapecast(lua_State *L) {
    bool observed = begin(L, 4);
    cd_hit hit;
    int dim;
    bool is_hit = ask_shapecast(L, &hit, &dim);
    push_hit(L, is_hit, &hit, dim);
    return finish(L, 1, observed);
}

// ---------------------------------------------------------------------------------------- numbers
//
// collide.numbers has the same queries for loops that must be fast. A vector is 2 or 3 results, a
// contact or hit what its unpack gives: so no value is made for which memory must be allocated and
// collected, and no field is looked up. (Filling a table or a hit that is given costs more than it
// saves: a field by its name is as dear to write as to read.) An observer gets the query as it
// would from the other form.

/// Pushes the components of a vector; returns their number.
static int push_parts(lua_State *L, cd_vec v, int dim) {
    lua_pushnumber(L, v.x);
    lua_pushnumber(L, v.y);
    if (dim == 3)
        lua_pushnumber(L, v.z);
    return dim;
}

static int push_miss(lua_State *L) {
    lua_pushnil(L);
    return 1;
}

static int numbers_closest(lua_State *L) {
    const uint64_t serial = cd_lua_module_of(L)->serial;
    if (cd_lua_observed(L))
        closest(L);
    cd_lua_module_of(L)->serial = serial; // as where nobody observes
    int dim;
    cd_separation s = ask_closest(L, &dim);
    int count = push_parts(L, s.point_a, dim) + push_parts(L, s.point_b, dim) + 1;
    lua_pushnumber(L, s.distance);
    return count + push_parts(L, s.normal, dim);
}

/// Pushes the numbers of a contact, and of each of `count` points of a manifold.
static int push_contact_numbers(lua_State *L, const cd_separation *s, int dim,
                                const cd_contact_point *points, int count) {
    luaL_checkstack(L, 10 + 7 * count, NULL);
    lua_pushnumber(L, s->distance);
    int pushed = 1 + push_parts(L, s->normal, dim) + push_parts(L, s->point_a, dim) +
                 push_parts(L, s->point_b, dim);
    for (int i = 0; i < count; i++) {
        pushed += push_parts(L, points[i].point_a, dim) + push_parts(L, points[i].point_b, dim) + 1;
        lua_pushnumber(L, points[i].distance);
    }
    return pushed;
}

/// Calls a query that an observer sees, which pushes a contact or nil, and pushes its numbers. The
/// contact uses up no creation number, as there is none where nobody observes.
static int observed_contact(lua_State *L, lua_CFunction query) {
    const uint64_t serial = cd_lua_module_of(L)->serial;
    query(L);
    cd_lua_module_of(L)->serial = serial;
    const cd_contact_object *found = cd_lua_to(L, -1, TYPE_CONTACT);
    return found == NULL
               ? 1
               : push_contact_numbers(L, &found->contact, found->dim, found->points, found->count);
}

static int numbers_contact(lua_State *L) {
    if (cd_lua_observed(L))
        return observed_contact(L, contact);
    cd_separation s;
    int dim;
    return ask_contact(L, &s, &dim) ? push_contact_numbers(L, &s, dim, NULL, 0) : push_miss(L);
}

static int numbers_manifold(lua_State *L) {
    if (cd_lua_observed(L))
        return observed_contact(L, manifold);
    cd_contact_points m;
    int dim;
    return ask_manifold(L, &m, &dim) ? push_contact_numbers(L, &m.contact, dim, m.points, m.count)
                                     : push_miss(L);
}

static int push_hit_numbers(lua_State *L, const cd_hit *hit, int dim) {
    lua_pushnumber(L, hit->t);
    int pushed = 4 + push_parts(L, hit->point, dim) + push_parts(L, hit->normal, dim);
    lua_pushnumber(L, hit->enter);
    lua_pushnumber(L, hit->exit);
    lua_pushnumber(L, hit->approach);
    return pushed;
}

/// As observed_contact, of a query that pushes a hit.
static int observed_hit(lua_State *L, lua_CFunction query) {
    const uint64_t serial = cd_lua_module_of(L)->serial;
    query(L);
    cd_lua_module_of(L)->serial = serial;
    const cd_hit_object *found = cd_lua_to(L, -1, TYPE_HIT);
    return found == NULL ? 1 : push_hit_numbers(L, &found->hit, found->dim);
}

static int numbers_raycast(lua_State *L) {
    if (cd_lua_observed(L))
        return observed_hit(L, raycast);
    cd_hit hit;
    int dim;
    return ask_raycast(L, &hit, &dim) ? push_hit_numbers(L, &hit, dim) : push_miss(L);
}

static int numbers_shapecast(lua_State *L) {
    if (cd_lua_observed(L))
        return observed_hit(L, shapecast);
    cd_hit hit;
    int dim;
    return ask_shapecast(L, &hit, &dim) ? push_hit_numbers(L, &hit, dim) : push_miss(L);
}

// ----------------------------------------------------------------------------------- registration

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

const cd_lua_function cd_lua_numbers_functions[] = {
    {"overlap", overlap, 0},
    {"distance", distance, 0},
    {"closest", numbers_closest, 0},
    {"contact", numbers_contact, 0},
    {"manifold", numbers_manifold, 0},
    {"raycast", numbers_raycast, 0},
    {"shapecast", numbers_shapecast, 0},
    {NULL, NULL, 0},
};
