// collide.explain: calls a query, and describes in plain tables how its results came about
// (collide/explain.h).
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"

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

static void set_numbers(lua_State *L, const cd_trace_step *s, bool is_hit) {
    set_number(L, "t", s->t);
    if (is_hit) {
        set_number(L, "enter", s->enter);
        set_number(L, "exit", s->exit);
    }
}

static void set_separation(lua_State *L, const cd_trace_step *s, int dim) {
    set_number(L, "distance", s->distance);
    if (cd_is_zero(s->normal))
        return;
    set_vec(L, "normal", s->normal, dim);
    set_vec(L, "point_a", s->point_a, dim);
    set_vec(L, "point_b", s->point_b, dim);
}

static void set_corners(lua_State *L, const cd_trace_step *s, int dim) {
    set_vectors(L, "points_a", s->a, s->count, dim);
    set_vectors(L, "points_b", s->b, s->count, dim);
    set_number(L, "gain", s->gain);
}

static void set_parts(lua_State *L, const cd_trace_step *s) {
    if (s->part_a >= 0)
        lua_pushinteger(L, s->part_a + 1), lua_setfield(L, -2, "part_a");
    if (s->part_b >= 0)
        lua_pushinteger(L, s->part_b + 1), lua_setfield(L, -2, "part_b");
}

static void set_verdict(lua_State *L, const char *key, bool verdict) {
    lua_pushboolean(L, verdict);
    lua_setfield(L, -2, key);
}

static void set_result(lua_State *L, const cd_trace_step *s, bool is_cast, int dim) {
    set_string(L, "query", s->name);
    set_verdict(L, "verdict", s->verdict);
    if (s->count > 0)
        lua_pushinteger(L, s->count), lua_setfield(L, -2, "count");
    if (!s->verdict || cd_is_zero(s->normal)) {
        if (s->distance != 0 || strcmp(s->name, "distance") == 0)
            set_number(L, "distance", s->distance);
        return;
    }
    if (is_cast) {
        set_numbers(L, s, true);
        set_vec(L, "normal", s->normal, dim);
        set_vec(L, "point", s->point_b, dim);
    } else
        set_separation(L, s, dim);
}

/// Pushes a step with the fields that its kind has (collide/explain.h).
static void push_step(lua_State *L, const cd_trace_step *s, bool is_cast, int dim) {
    static const char *const kinds[] = {
        [CD_STEP_FORMULA] = "formula",   [CD_STEP_SIMPLEX] = "simplex",
        [CD_STEP_FEATURES] = "features", [CD_STEP_FACE] = "face",
        [CD_STEP_AXIS] = "axis",         [CD_STEP_SEPARATION] = "separation",
        [CD_STEP_NEWTON] = "newton",     [CD_STEP_BISECTION] = "bisection",
        [CD_STEP_PORTAL] = "portal",     [CD_STEP_SWEPT_AXIS] = "swept axis",
        [CD_STEP_ADVANCE] = "advance",   [CD_STEP_NODE] = "node",
        [CD_STEP_PARTS] = "parts",       [CD_STEP_TRANSLATION] = "translation",
        [CD_STEP_SLIDE] = "slide",       [CD_STEP_RESULT] = "result"};
    lua_createtable(L, 0, 8);
    set_string(L, "kind", kinds[s->kind]);
    switch (s->kind) {
    case CD_STEP_FORMULA:
        set_string(L, "name", s->name);
        set_number(L, "runner_up", s->runner_up);
        if (is_cast && s->verdict)
            set_numbers(L, s, true);
        else if (!is_cast && !cd_is_zero(s->normal))
            set_separation(L, s, dim);
        return;
    case CD_STEP_SIMPLEX:
        set_number(L, "distance", s->distance);
        set_corners(L, s, dim);
        set_vec(L, "nearest", s->nearest, dim);
        if (s->name)
            set_string(L, "name", s->name);
        return;
    case CD_STEP_FEATURES:
    case CD_STEP_SEPARATION:
        set_separation(L, s, dim);
        return;
    case CD_STEP_FACE:
    case CD_STEP_PORTAL:
        set_corners(L, s, dim);
        set_vec(L, "normal", s->normal, dim);
        if (s->kind == CD_STEP_FACE)
            set_number(L, "distance", s->distance);
        else if (s->gain == 0)
            set_number(L, "t", s->t);
        return;
    case CD_STEP_AXIS:
    case CD_STEP_SWEPT_AXIS:
        set_number(L, "distance", s->distance);
        set_vec(L, "normal", s->normal, dim);
        return;
    case CD_STEP_NEWTON:
        set_number(L, "gap", s->gap);
        set_number(L, "slope", s->slope);
        // fall through
    case CD_STEP_BISECTION:
    case CD_STEP_ADVANCE:
        set_number(L, "t", s->t);
        set_number(L, "distance", s->distance);
        set_vec(L, "normal", s->normal, dim);
        if (s->kind == CD_STEP_ADVANCE)
            set_number(L, "gain", s->gain);
        return;
    case CD_STEP_NODE:
        set_parts(L, s);
        set_vec(L, "min", s->a[0], dim);
        set_vec(L, "max", s->a[1], dim);
        return;
    case CD_STEP_PARTS:
        set_parts(L, s);
        set_verdict(L, "better", s->verdict);
        set_number(L, is_cast ? "t" : "distance", is_cast ? s->t : s->distance);
        return;
    case CD_STEP_TRANSLATION:
        set_vec(L, "translation", s->nearest, dim);
        set_number(L, "distance", s->distance);
        set_verdict(L, "free", s->verdict);
        return;
    case CD_STEP_SLIDE:
        set_number(L, "t", s->t);
        set_vec(L, "motion", s->nearest, dim);
        if (s->count > 0)
            set_vec(L, "normal", s->normal, dim);
        return;
    case CD_STEP_RESULT:
        set_result(L, s, is_cast, dim);
        if (strcmp(s->name, "move_and_slide") == 0)
            set_vec(L, "moved", s->nearest, dim);
        return;
    }
}

static bool is_cast_query(const char *query) {
    return strstr(query, "cast") || strstr(query, "impact") || strcmp(query, "occluded") == 0;
}

static void push_explanation(lua_State *L, const char *query, const cd_explanation *e, int dim) {
    lua_createtable(L, 0, 7);
    set_string(L, "query", query);
    set_string(L, "path", e->path);
    set_number(L, "margin", e->margin);
    if (e->a.count > 0) {
        set_feature(L, "feature_a", &e->a, dim);
        set_feature(L, "feature_b", &e->b, dim);
    }
    lua_createtable(L, e->trace.count, 0);
    for (int i = 0; i < e->trace.count; i++) {
        push_step(L, &e->trace.steps[i], is_cast_query(query), dim);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "steps");
    lua_pushinteger(L, e->trace.omitted);
    lua_setfield(L, -2, "omitted");
}

/// Pushes a query as the module registers it, so that its errors name it and count its arguments.
static void push_query(lua_State *L, const cd_lua_function *query) {
    for (int i = 1; i <= UP_MODULE; i++)
        lua_pushvalue(L, lua_upvalueindex(i));
    lua_pushstring(L, query->name);
    lua_pushinteger(L, query->self);
    lua_pushnil(L);
    lua_pushcclosure(L, query->call, UP_COUNT);
}

static const cd_lua_function *find_query(const cd_lua_function *list, const char *name) {
    for (const cd_lua_function *f = list; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0)
            return f;
    return NULL;
}

/// The query that argument 1 names. `contains` is a method only.
static const cd_lua_function *check_query(lua_State *L) {
    const char *name = cd_lua_word(L, 1);
    const cd_lua_function *found = find_query(cd_lua_query_functions, name);
    if (found == NULL && strcmp(name, "contains") == 0)
        found = find_query(cd_lua_query_methods, name);
    if (found == NULL && strcmp(name, "raycast_all") == 0)
        found = find_query(cd_lua_all_functions, name);
    if (found == NULL)
        found = find_query(cd_lua_character_functions, name);
    if (found == NULL)
        cd_lua_argument_error(L, 1,
                              "query must be overlap, distance, closest, contact, manifold, "
                              "contains, raycast, raycast_all, occluded, shapecast, "
                              "time_of_impact or move_and_slide, got %s",
                              *name ? name : cd_lua_describe(L, 1));
    return found;
}

static int explain(lua_State *L) {
    const cd_lua_function *query = check_query(L);
    cd_lua_module *module = cd_lua_module_of(L);
    lua_settop(L, 5);
    luaL_checkstack(L, UP_COUNT + 8, NULL);
    if (strcmp(query->name, "move_and_slide") != 0) // of which the hits name bodies
        for (int i = 2; i <= 4; i++) // as the query does: it is described by the shapes of bodies
            if (cd_lua_is_body(L, i) && !cd_lua_is_removed(L, i))
                cd_lua_body_to_shape(L, i, "body");
    if (strcmp(query->name, "occluded") == 0 && cd_lua_to(L, 4, TYPE_SHAPE) == NULL)
        cd_lua_type_error(L, 4, "obstacles", "a shape");
    cd_explanation *e = lua_newuserdatauv(L, sizeof *e, 0);
    push_query(L, query);
    for (int i = 2; i <= 5; i++)
        lua_pushvalue(L, i);
    module->explanation = e; // which the query fills
    const int status = lua_pcall(L, 4, LUA_MULTRET, 0);
    module->explanation = NULL;
    if (status != LUA_OK) {
        luaL_where(L, 1); // the query below pcall cannot see who called explain
        lua_insert(L, -2);
        lua_concat(L, 2);
        return lua_error(L);
    }
    const int results = lua_gettop(L) - 6;
    luaL_checkstack(L, 12, NULL);
    push_explanation(L, query->name, e, module->explained_dim);
    return results + 1;
}

const cd_lua_function cd_lua_explain_functions[] = {{"explain", explain, 0}, {NULL, NULL, 0}};
