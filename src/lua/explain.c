// collide.explain: calls a query, and describes in plain tables how its results came about
// (collide/explain.h).
#include "lua/check.h"
#include "lua/class.h"
#include "lua/handle.h"

#include "collide/explain.h"

#include <string.h>

static void set_number(lua_State *L, const char *key, double x) {
    if (isfinite(x)) {
        lua_pushnumber(L, x);
        lua_setfield(L, -2, key);
    }
}

static void set_string(lua_State *L, const char *key, const char *text) {
    lua_pushstring(L, text);
    lua_setfield(L, -2, key);
}

static void set_vec(lua_State *L, const char *key, cd_vec v, int dim) {
    cd_lua_push_vec(L, v, dim);
    lua_setfield(L, -2, key);
}

static void set_vectors(lua_State *L, const char *key, const cd_vec *list, int count, int dim) {
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        cd_lua_push_vec(L, list[i], dim);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, key);
}

static void set_feature(lua_State *L, const char *key, const cd_feature *feature, int dim) {
    lua_createtable(L, 0, 3);
    set_string(L, "kind", feature->kind);
    set_vectors(L, "points", feature->points, feature->count, dim);
    set_number(L, "next", feature->next);
    lua_setfield(L, -2, key);
}

static void push_step(lua_State *L, const cd_trace_step *step, int dim) {
    lua_createtable(L, 0, 6);
    set_number(L, "distance", step->distance);
    if (step->kind == CD_STEP_NEWTON) {
        set_string(L, "kind", "newton");
        set_number(L, "t", step->t);
        set_number(L, "gap", step->gap);
        set_vec(L, "normal", step->nearest, dim);
        return;
    }
    set_string(L, "kind", "simplex");
    set_vectors(L, "points_a", step->a, step->count, dim);
    set_vectors(L, "points_b", step->b, step->count, dim);
    set_vec(L, "nearest", step->nearest, dim);
    set_number(L, "gain", step->gain);
}

static void push_explanation(lua_State *L, const char *query, const cd_explanation *e, int dim) {
    lua_createtable(L, 0, 7);
    set_string(L, "query", query);
    set_string(L, "path", e->path);
    set_number(L, "margin", e->margin);
    set_feature(L, "feature_a", &e->a, dim);
    set_feature(L, "feature_b", &e->b, dim);
    lua_createtable(L, e->trace.count, 0);
    for (int i = 0; i < e->trace.count; i++) {
        push_step(L, &e->trace.steps[i], dim);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "steps");
    lua_pushinteger(L, e->trace.omitted);
    lua_setfield(L, -2, "omitted");
}

static const cd_shape *shape_at(lua_State *L, int index) {
    return &((const cd_shape_object *)lua_touserdata(L, index))->shape;
}

/// The vector at an index, which the query has checked; zero if the argument was left out.
static cd_vec vector_at(lua_State *L, int index) {
    cd_vec v = {0, 0, 0};
    int dim = 0;
    cd_lua_read_vec(L, index, &v, &dim);
    return v;
}

/// Explains a query whose arguments begin at index 2; returns the dimension of its shapes.
static int fill_explanation(lua_State *L, const char *query, cd_explanation *e) {
    cd_hit hit;
    if (strcmp(query, "raycast") == 0 || strcmp(query, "occluded") == 0) {
        const cd_shape *shape = shape_at(L, 4);
        double tmax = lua_isnil(L, 5) ? INFINITY : lua_tonumber(L, 5);
        cd_explain_raycast(vector_at(L, 2), vector_at(L, 3), shape, tmax, &hit, e);
        return shape->dim;
    }
    const cd_shape *a = shape_at(L, 2);
    if (strcmp(query, "shapecast") == 0)
        cd_explain_shapecast(a, vector_at(L, 3), shape_at(L, 4), vector_at(L, 5), &hit, e);
    else
        cd_explain_separation(a, shape_at(L, 3), e);
    return a->dim;
}

/// Pushes a query as the module registers it, so that its errors name it and count its arguments.
static void push_query(lua_State *L, const cd_lua_function *query) {
    for (int i = 1; i <= UP_MODULE; i++)
        lua_pushvalue(L, lua_upvalueindex(i));
    lua_pushstring(L, query->name);
    lua_pushinteger(L, 0);
    lua_pushnil(L);
    lua_pushcclosure(L, query->call, UP_COUNT);
}

/// The query that argument 1 names.
static const cd_lua_function *check_query(lua_State *L) {
    static const char *const names[] = {"overlap",  "distance", "closest",  "contact",
                                        "manifold", "raycast",  "occluded", "shapecast"};
    const char *name = cd_lua_word(L, 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (const cd_lua_function *f = cd_lua_query_functions; f->name != NULL; f++)
            if (strcmp(names[i], name) == 0 && strcmp(f->name, name) == 0)
                return f;
    cd_lua_argument_error(L, 1,
                          "query must be overlap, distance, closest, contact, manifold, raycast, "
                          "occluded or shapecast, got %s",
                          *name ? name : cd_lua_describe(L, 1));
    return NULL;
}

static int explain(lua_State *L) {
    const cd_lua_function *query = check_query(L);
    lua_settop(L, 5);
    luaL_checkstack(L, UP_COUNT + 8, NULL);
    for (int i = 2; i <= 4; i++) // as the query does: it is described by the shapes of bodies
        if (cd_lua_is_body(L, i) && !cd_lua_is_removed(L, i))
            cd_lua_body_to_shape(L, i, "body");
    if (strcmp(query->name, "occluded") == 0 && cd_lua_to(L, 4, TYPE_SHAPE) == NULL)
        cd_lua_type_error(L, 4, "obstacles", "a shape");
    push_query(L, query);
    for (int i = 2; i <= 5; i++)
        lua_pushvalue(L, i);
    if (lua_pcall(L, 4, LUA_MULTRET, 0) != LUA_OK) {
        luaL_where(L, 1); // the query below pcall cannot see who called explain
        lua_insert(L, -2);
        lua_concat(L, 2);
        return lua_error(L);
    }
    int results = lua_gettop(L) - 5;
    cd_explanation *e = lua_newuserdatauv(L, sizeof *e, 0);
    int dim = fill_explanation(L, query->name, e);
    push_explanation(L, query->name, e, dim);
    lua_remove(L, -2);
    return results + 1;
}

const cd_lua_function cd_lua_explain_functions[] = {{"explain", explain, 0}, {NULL, NULL, 0}};
