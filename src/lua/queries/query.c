// The queries of two shapes, and of a ray and a shape, as functions and methods. While an observer
// records, the check of the arguments cuts the stack to them, so the results of the query follow
// right behind them.
#include "lua/queries/answer.h"
#include "lua/queries/batch.h"
#include "lua/queries/impact.h"
#include "lua/queries/observe.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"

#include "collide/explain.h"

/// Whether queries are being recorded, of which `shape` is an argument.
static bool observed(const cd_shape_object *shape) { return shape->module->observer != NULL; }

/// Ends a query of a shape with its results on the top.
static int finish(lua_State *L, const cd_shape_object *shape, int results) {
    if (observed(shape))
        cd_lua_record_query(L, results);
    return results;
}

/// The explanation that a query of a shape is to fill; NULL: none.
static inline cd_explanation *explanation_of(const cd_shape_object *shape) {
    return shape->module->explanation != NULL
               ? cd_lua_take_explanation(shape->module, shape->shape.dim)
               : NULL;
}

/// Two shapes, or bodies, of one dimension, of a query with this number of arguments: a is argument
/// 1, b argument `second`.
static const cd_shape_object *check_pair(lua_State *L, int second, int arguments,
                                         const cd_shape **b) {
    const cd_shape_object *a = cd_lua_check_shape_or_body(L, 1, "a");
    *b = &cd_lua_check_shape_or_body(L, second, "b")->shape;
    if (a->shape.dim != (*b)->dim)
        cd_lua_argument_error(L, second, "b must be %dD like a, got a %dD shape", a->shape.dim,
                              (*b)->dim);
    if (observed(a))
        lua_settop(L, arguments);
    return a;
}

/// Raises if two shapes overlap whose depth is not defined: then their distance is -infinity.
static void check_depth(lua_State *L, const cd_shape *a, const cd_shape *b, double distance) {
    if (distance == -INFINITY && cd_are_surfaces(a, b))
        luaL_error(L, "the depth of two meshes is not defined; use overlap");
}

static int overlap(lua_State *L) {
    const cd_shape *b;
    const cd_shape_object *a = check_pair(L, 2, 2, &b);
    cd_explanation *e = explanation_of(a);
    lua_pushboolean(L, e ? cd_explain_overlap(&a->shape, b, e) : cd_overlap(&a->shape, b));
    return finish(L, a, 1);
}

static int distance(lua_State *L) {
    const cd_shape *b;
    const cd_shape_object *a = check_pair(L, 2, 2, &b);
    cd_explanation *e = explanation_of(a);
    double gap = e ? cd_explain_distance(&a->shape, b, e) : cd_distance(&a->shape, b);
    check_depth(L, &a->shape, b, gap);
    lua_pushnumber(L, gap);
    return finish(L, a, 1);
}

static int contains(lua_State *L) {
    const cd_shape_object *self = cd_lua_check_shape_or_body(L, 1, "self");
    int dim = self->shape.dim;
    cd_vec p = cd_lua_check_in_range(L, 2, "p", &dim);
    if (observed(self))
        lua_settop(L, 2);
    cd_explanation *e = explanation_of(self);
    lua_pushboolean(L, e ? cd_explain_contains(&self->shape, p, e) : cd_contains(&self->shape, p));
    return finish(L, self, 1);
}

// ------------------------------------------------------------------------------------------ asking
//
// Each of these checks the arguments of a query, asks it, and returns its first shape. *found:
// whether there is an answer.

static const cd_shape_object *ask_closest(lua_State *L, cd_separation *s) {
    if (!lua_isnoneornil(L, 3) && !lua_isboolean(L, 3))
        cd_lua_type_error(L, 3, "located", "a boolean");
    const cd_shape *b;
    const cd_shape_object *a = check_pair(L, 2, 2, &b);
    cd_explanation *e = explanation_of(a);
    *s = e ? cd_explain_separation(&a->shape, b, e) : cd_separate(&a->shape, b);
    check_depth(L, &a->shape, b, s->distance);
    return a;
}

static double optional_margin(lua_State *L) {
    double margin = cd_lua_optional_number(L, 3, "margin", 0);
    if (margin != margin)
        cd_lua_type_error(L, 3, "margin", "a number");
    return margin;
}

static const cd_shape_object *ask_contact(lua_State *L, const cd_shape **b, cd_separation *s,
                                          bool *found) {
    const cd_shape_object *a = check_pair(L, 2, 3, b);
    const double margin = optional_margin(L);
    cd_explanation *e = explanation_of(a);
    *found =
        e ? cd_explain_contact(&a->shape, *b, margin, s, e) : cd_contact(&a->shape, *b, margin, s);
    if (*found)
        check_depth(L, &a->shape, *b, s->distance);
    return a;
}

static const cd_shape_object *ask_manifold(lua_State *L, const cd_shape **b, cd_contact_points *m,
                                           bool *found) {
    const cd_shape_object *a = check_pair(L, 2, 3, b);
    const double margin = optional_margin(L);
    cd_explanation *e = explanation_of(a);
    *found = e ? cd_explain_manifold(&a->shape, *b, margin, m, e)
               : cd_manifold(&a->shape, *b, margin, m);
    if (*found)
        check_depth(L, &a->shape, *b, m->contact.distance);
    return a;
}

/// Brings the arguments of an observed ray into the order of the function; a self is the first.
static void order_ray(lua_State *L, bool method) {
    lua_settop(L, 4);
    if (method) {
        lua_pushvalue(L, 1);
        lua_insert(L, 4);
        lua_remove(L, 1);
    }
}

/// raycast(origin, direction, shape, tmax), or shape:raycast(origin, direction, tmax).
static inline __attribute__((always_inline)) const cd_shape_object *
ask_raycast(lua_State *L, bool method, cd_hit *hit, bool *found, cd_vec *along) {
    const int first = method ? 2 : 1, at = method ? 1 : 3;
    cd_vec_object rooms[2];
    const cd_vec_object *origin = cd_lua_vec_in_range(L, first, "origin", 0, &rooms[0]);
    const cd_vec_object *direction =
        cd_lua_vec_in_range(L, first + 1, "direction", origin->dim, &rooms[1]);
    const cd_shape_object *shape = cd_lua_check_shape_or_body(L, at, "shape");
    const double tmax = cd_lua_check_tmax(L, 4);
    if (shape->shape.dim != origin->dim)
        cd_lua_argument_error(L, at, "shape must be %dD like the ray, got a %dD shape", origin->dim,
                              shape->shape.dim);
    if (observed(shape))
        order_ray(L, method);
    *along = direction->v;
    cd_explanation *e = explanation_of(shape);
    *found = e ? cd_explain_raycast(origin->v, direction->v, &shape->shape, tmax, hit, e)
               : cd_raycast(origin->v, direction->v, &shape->shape, tmax, hit);
    return shape;
}

static const cd_shape_object *ask_shapecast(lua_State *L, const cd_shape **b, cd_vec motions[2],
                                            cd_hit *hit, bool *found) {
    const cd_shape_object *a = check_pair(L, 3, 4, b);
    int dim = a->shape.dim;
    motions[0] = cd_lua_check_in_range(L, 2, "motion", &dim);
    motions[1] =
        lua_isnoneornil(L, 4) ? (cd_vec){0, 0, 0} : cd_lua_check_in_range(L, 4, "motion_b", &dim);
    cd_explanation *e = explanation_of(a);
    *found = e ? cd_explain_shapecast(&a->shape, motions[0], *b, motions[1], hit, e)
               : cd_shapecast(&a->shape, motions[0], *b, motions[1], hit);
    return a;
}

// ------------------------------------------------------------------------------------------ values

static int push_closest(lua_State *L, const cd_separation *s, int dim) {
    cd_lua_push_vec(L, s->point_a, dim);
    cd_lua_push_vec(L, s->point_b, dim);
    lua_pushnumber(L, s->distance);
    cd_lua_push_vec(L, s->normal, dim);
    return 4;
}

static int push_miss(lua_State *L) {
    lua_pushnil(L);
    return 1;
}

/// Each of these pushes the values of an answer, or nil, and returns their number. The arguments of
/// its question lie where the query was given them.

static inline int push_contact(lua_State *L, const cd_shape *a, const cd_shape *b,
                               const cd_separation *s, bool found) {
    if (!found)
        return push_miss(L);
    if (!cd_lua_is_pair_numbered(a, b))
        return cd_lua_push_contact(L, s, a->dim, NULL);
    const cd_lua_asked asked = {CD_ASKED_CONTACT, 1, 2, a, b, NULL};
    return cd_lua_push_contact(L, s, a->dim, &asked);
}

static int push_manifold(lua_State *L, const cd_shape *a, const cd_shape *b,
                         const cd_contact_points *m, bool found) {
    const cd_lua_asked asked = {CD_ASKED_CONTACT, 1, 2, a, b, NULL};
    return found ? cd_lua_push_manifold(L, m, a->dim, cd_lua_is_pair_numbered(a, b) ? &asked : NULL)
                 : push_miss(L);
}

/// The hit of a ray at a shape that is argument `at`.
static inline int push_ray_hit(lua_State *L, const cd_shape_object *shape, int at,
                               const cd_vec *direction, const cd_hit *hit, bool found) {
    if (!found)
        return push_miss(L);
    if (!cd_lua_is_numbered(&shape->shape))
        return cd_lua_push_hit(L, hit, shape->shape.dim, NULL);
    return cd_lua_push_ray_hit(L, hit, 0, &shape->shape, at, direction);
}

/// The hit of shapecast(a, motion, b, motion_b).
static int push_cast_hit(lua_State *L, const cd_shape *a, const cd_shape *b,
                         const cd_vec motions[2], const cd_hit *hit, bool found) {
    if (!found)
        return push_miss(L);
    if (!cd_lua_is_pair_numbered(a, b))
        return cd_lua_push_hit(L, hit, a->dim, NULL);
    const cd_lua_asked asked = {CD_ASKED_CAST, 1, 3, a, b, motions};
    return cd_lua_push_hit(L, hit, a->dim, &asked);
}

/// Of sets, unless `located` is false, and of others where it is true, also the contact, which is
/// no part of what is recorded.
static int closest(lua_State *L) {
    const bool open = lua_isnoneornil(L, 3),
               located = lua_toboolean(L, 3); // recording cuts the stack
    cd_separation s;
    const cd_shape_object *a = ask_closest(L, &s);
    const int count = finish(L, a, push_closest(L, &s, a->shape.dim));
    const cd_shape *b = &cd_lua_check_shape_or_body(L, 2, "b")->shape;
    if (!(open ? cd_is_set(&a->shape) || cd_is_set(b) : located))
        return count;
    return count + push_contact(L, &a->shape, b, &s, true);
}

static int contact(lua_State *L) {
    cd_separation s;
    bool found;
    const cd_shape *b;
    const cd_shape_object *a = ask_contact(L, &b, &s, &found);
    return finish(L, a, push_contact(L, &a->shape, b, &s, found));
}

static int manifold(lua_State *L) {
    cd_contact_points m;
    bool found;
    const cd_shape *b;
    const cd_shape_object *a = ask_manifold(L, &b, &m, &found);
    return finish(L, a, push_manifold(L, &a->shape, b, &m, found));
}

static int raycast(lua_State *L) {
    cd_hit hit;
    cd_vec along;
    bool found;
    const cd_shape_object *shape = ask_raycast(L, false, &hit, &found, &along);
    return finish(L, shape, push_ray_hit(L, shape, 3, &along, &hit, found));
}

static int shape_raycast(lua_State *L) {
    cd_hit hit;
    cd_vec along;
    bool found;
    const cd_shape_object *shape = ask_raycast(L, true, &hit, &found, &along);
    const int at = observed(shape) ? 3 : 1; // then the arguments are as the function's
    return finish(L, shape, push_ray_hit(L, shape, at, &along, &hit, found));
}

static int shapecast(lua_State *L) {
    cd_hit hit;
    bool found;
    const cd_shape *b;
    cd_vec motions[2];
    const cd_shape_object *a = ask_shapecast(L, &b, motions, &hit, &found);
    return finish(L, a, push_cast_hit(L, &a->shape, b, motions, &hit, found));
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

static int push_hit_numbers(lua_State *L, const cd_hit *hit, int dim) {
    lua_pushnumber(L, hit->t);
    int pushed = 4 + push_parts(L, hit->point, dim) + push_parts(L, hit->normal, dim);
    lua_pushnumber(L, hit->enter);
    lua_pushnumber(L, hit->exit);
    lua_pushnumber(L, hit->approach);
    return pushed;
}

/// Whether a query of numbers is to be recorded, with the values of the other form.
static bool begin_values(lua_State *L, const cd_shape_object *shape) {
    return observed(shape) && cd_lua_begin_record(L);
}

/// Records it with the values on the top. They use up no creation numbers, as there are none where
/// nobody observes.
static void record_values(lua_State *L, const cd_shape_object *shape, int results) {
    cd_lua_record_query(L, results);
    shape->module->serial = shape->module->unrecorded;
}

static int numbers_closest(lua_State *L) {
    cd_separation s;
    const cd_shape_object *a = ask_closest(L, &s);
    const int dim = a->shape.dim;
    if (begin_values(L, a))
        record_values(L, a, push_closest(L, &s, dim));
    int count = push_parts(L, s.point_a, dim) + push_parts(L, s.point_b, dim) + 1;
    lua_pushnumber(L, s.distance);
    return count + push_parts(L, s.normal, dim);
}

static int numbers_contact(lua_State *L) {
    cd_separation s;
    bool found;
    const cd_shape *b;
    const cd_shape_object *a = ask_contact(L, &b, &s, &found);
    if (begin_values(L, a))
        record_values(L, a, push_contact(L, &a->shape, b, &s, found));
    return found ? push_contact_numbers(L, &s, a->shape.dim, NULL, 0) : push_miss(L);
}

static int numbers_manifold(lua_State *L) {
    cd_contact_points m;
    bool found;
    const cd_shape *b;
    const cd_shape_object *a = ask_manifold(L, &b, &m, &found);
    if (begin_values(L, a))
        record_values(L, a, push_manifold(L, &a->shape, b, &m, found));
    return found ? push_contact_numbers(L, &m.contact, a->shape.dim, m.points, m.count)
                 : push_miss(L);
}

static int numbers_raycast(lua_State *L) {
    cd_hit hit;
    cd_vec along;
    bool found;
    const cd_shape_object *shape = ask_raycast(L, false, &hit, &found, &along);
    if (begin_values(L, shape))
        record_values(L, shape, push_ray_hit(L, shape, 3, &along, &hit, found));
    return found ? push_hit_numbers(L, &hit, shape->shape.dim) : push_miss(L);
}

static int numbers_shapecast(lua_State *L) {
    cd_hit hit;
    bool found;
    const cd_shape *b;
    cd_vec motions[2];
    const cd_shape_object *a = ask_shapecast(L, &b, motions, &hit, &found);
    if (begin_values(L, a))
        record_values(L, a, push_cast_hit(L, &a->shape, b, motions, &hit, found));
    return found ? push_hit_numbers(L, &hit, a->shape.dim) : push_miss(L);
}

// ----------------------------------------------------------------------------------- registration

const cd_lua_function cd_lua_query_functions[] = {
    {"overlap", overlap, 0},
    {"distance", distance, 0},
    {"closest", closest, 0},
    {"contact", contact, 0},
    {"manifold", manifold, 0},
    {"raycast", raycast, 0},
    {"occluded", cd_lua_occluded, 0},
    {"shapecast", shapecast, 0},
    {"time_of_impact", cd_lua_time_of_impact, 0},
    {NULL, NULL, 0},
};

const cd_lua_function cd_lua_query_methods[] = {
    {"overlap", overlap, 1},
    {"distance", distance, 1},
    {"closest", closest, 1},
    {"contact", contact, 1},
    {"manifold", manifold, 1},
    {"contains", contains, 1},
    {"raycast", shape_raycast, 1},
    {"occluded", cd_lua_occluded_by_self, 1},
    {"shapecast", shapecast, 1},
    {"time_of_impact", cd_lua_time_of_impact, 1},
    {NULL, NULL, 0},
};

const cd_lua_function cd_lua_numbers_functions[] = {
    {"overlap", overlap, 0},
    {"distance", distance, 0},
    {"closest", numbers_closest, 0},
    {"contact", numbers_contact, 0},
    {"manifold", numbers_manifold, 0},
    {"raycast", numbers_raycast, 0},
    {"occluded", cd_lua_occluded, 0},
    {"shapecast", numbers_shapecast, 0},
    {NULL, NULL, 0},
};
