// collide.vec: an immutable vector of 2 or 3 numbers. A plain { x, y[, z] } table is accepted
// wherever a vector is; results are always vecs. Like numbers, the components may be infinite or
// NaN (those of shapes may not).
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/text.h"

#include "collide/math/elementary.h"

#include <string.h>

static int new_vec(lua_State *L) {
    if (!lua_isnoneornil(L, 4))
        return cd_lua_argument_error(L, 4, "a vec has 2 or 3 numbers, got a fourth");
    bool flat = lua_isnoneornil(L, 3);
    cd_vec v = {cd_lua_check_number(L, 1, "x"), cd_lua_check_number(L, 2, "y"),
                flat ? 0 : cd_lua_check_number(L, 3, "z")};
    return cd_lua_push_vec(L, v, flat ? 2 : 3);
}

static const cd_vec_object *check_self(lua_State *L) {
    const cd_vec_object *self = cd_lua_to(L, 1, TYPE_VEC);
    if (self == NULL)
        cd_lua_type_error(L, 1, "self", "a vec");
    return self;
}

/// Returns self, and reads argument 2, a vector of the same dimension.
static cd_vec check_two(lua_State *L, const char *name, cd_vec *other, int *dim) {
    const cd_vec_object *self = check_self(L);
    *dim = self->dim;
    *other = cd_lua_check_vec(L, 2, name, dim);
    return self->v;
}

// -------------------------------------------------------------------------------------- operators

static int operator_error(lua_State *L, const char *operator, const char * wanted) {
    const char *a = cd_lua_describe(L, 1), *b = cd_lua_describe(L, 2);
    return luaL_error(L, "attempt to compute %s %s %s (%s)", a, operator, b, wanted);
}

/// The operands of + or -: two vectors of one dimension.
static cd_vec check_operands(lua_State *L, const char *operator, cd_vec * b, int *dim) {
    cd_vec a;
    *dim = 0;
    if (!cd_lua_read_vec(L, 1, &a, dim) || !cd_lua_read_vec(L, 2, b, dim))
        operator_error(L, operator, "both must be vectors of the same dimension");
    return a;
}

static int vec_add(lua_State *L) {
    int dim;
    cd_vec b, a = check_operands(L, "+", &b, &dim);
    return cd_lua_push_vec(L, cd_add(a, b), dim);
}

static int vec_sub(lua_State *L) {
    int dim;
    cd_vec b, a = check_operands(L, "-", &b, &dim);
    return cd_lua_push_vec(L, cd_sub(a, b), dim);
}

static int vec_mul(lua_State *L) {
    int number = lua_type(L, 1) == LUA_TNUMBER ? 1 : 2;
    const cd_vec_object *self = cd_lua_to(L, 3 - number, TYPE_VEC);
    if (self == NULL || lua_type(L, number) != LUA_TNUMBER)
        return operator_error(L, "*",
                              "a vec times a number; for two vecs use v:dot(w), v:cross(w)");
    return cd_lua_push_vec(L, cd_scale(self->v, lua_tonumber(L, number)), self->dim);
}

static int vec_div(lua_State *L) {
    const cd_vec_object *self = cd_lua_to(L, 1, TYPE_VEC);
    if (self == NULL || lua_type(L, 2) != LUA_TNUMBER)
        return operator_error(L, "/", "only a vec can be divided, by a number");
    cd_vec v = self->v;
    double s = lua_tonumber(L, 2);
    return cd_lua_push_vec(L, (cd_vec){v.x / s, v.y / s, self->dim == 3 ? v.z / s : 0}, self->dim);
}

static int vec_unm(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    cd_vec v = cd_negate(self->v);
    return cd_lua_push_vec(L, self->dim == 3 ? v : (cd_vec){v.x, v.y, 0}, self->dim);
}

static int vec_eq(lua_State *L) {
    const cd_vec_object *a = cd_lua_to(L, 1, TYPE_VEC), *b = cd_lua_to(L, 2, TYPE_VEC);
    lua_pushboolean(L, a != NULL && b != NULL && a->dim == b->dim && cd_equal(a->v, b->v));
    return 1;
}

static int vec_len(lua_State *L) {
    lua_pushinteger(L, check_self(L)->dim);
    return 1;
}

static int vec_tostring(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    luaL_Buffer text;
    luaL_buffinit(L, &text);
    luaL_addstring(&text, "vec(");
    cd_lua_add_vec(&text, self->v, self->dim);
    luaL_addchar(&text, ')');
    luaL_pushresult(&text);
    return 1;
}

/// v[1] is v.x; a number that is none from 1 to #v gives nil.
static int push_component(lua_State *L, const cd_vec_object *self, const char *number) {
    const double parts[] = {self->v.x, self->v.y, self->v.z};
    const lua_Integer i = lua_stringtonumber(L, number) > 0 ? cd_lua_read_integer(L, -1, 0) : 0;
    return i >= 1 && i <= self->dim ? cd_lua_push_number(L, parts[i - 1]) : 0;
}

/// A number is text once lua_tolstring has looked at it, so v["1"] is v[1]: to ask for the type
/// first would make v.x 3 % slower.
static int vec_index(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    size_t length;
    const char *key = lua_tolstring(L, 2, &length);
    const char axis = length == 1 ? key[0] : 0;
    if (axis == 'x') {
        lua_pushnumber(L, self->v.x);
    } else if (axis == 'y') {
        lua_pushnumber(L, self->v.y);
    } else if (axis == 'z') {
        if (self->dim == 2)
            return 0;
        lua_pushnumber(L, self->v.z);
    } else if (length > 0 && key[0] >= '1' && key[0] <= '3') {
        return push_component(L, self, key);
    } else {
        lua_gettable(L, lua_upvalueindex(UP_MEMBERS));
    }
    return 1;
}

static int vec_newindex(lua_State *L) {
    const char *key = cd_lua_word(L, 2);
    if (strlen(key) == 1 && strchr("xyz", key[0]) != NULL)
        return luaL_error(L, "a vec does not change; make a new one: v = v:with { %s = %s }", key,
                          cd_lua_describe(L, 3));
    return luaL_error(L, "a vec does not change, and has no field '%s' of its own",
                      *key ? key : cd_lua_describe(L, 2));
}

// ---------------------------------------------------------------------------------------- methods

static int vec_dot(lua_State *L) {
    int dim;
    cd_vec b, a = check_two(L, "other", &b, &dim);
    lua_pushnumber(L, cd_dot(a, b));
    return 1;
}

static int vec_cross(lua_State *L) {
    int dim;
    cd_vec b, a = check_two(L, "other", &b, &dim);
    cd_vec cross = cd_cross(a, b);
    if (dim == 3)
        return cd_lua_push_vec(L, cross, 3);
    lua_pushnumber(L, cross.z);
    return 1;
}

static int vec_length(lua_State *L) {
    lua_pushnumber(L, cd_length(check_self(L)->v));
    return 1;
}

static int vec_length2(lua_State *L) {
    lua_pushnumber(L, cd_length2(check_self(L)->v));
    return 1;
}

static int vec_distance(lua_State *L) {
    int dim;
    cd_vec b, a = check_two(L, "other", &b, &dim);
    lua_pushnumber(L, cd_length(cd_sub(a, b)));
    return 1;
}

static int vec_lerp(lua_State *L) {
    int dim;
    cd_vec b, a = check_two(L, "other", &b, &dim);
    return cd_lua_push_vec(L, cd_lerp(a, b, cd_lua_check_number(L, 3, "t")), dim);
}

static int vec_project(lua_State *L) {
    int dim;
    cd_vec onto, v = check_two(L, "onto", &onto, &dim);
    return cd_lua_push_vec(L, cd_project(v, onto), dim);
}

static int vec_reflect(lua_State *L) {
    int dim = check_self(L)->dim;
    cd_vec normal = cd_lua_check_direction(L, 2, "normal", &dim);
    double restitution = cd_lua_optional_number(L, 3, "restitution", 1);
    return cd_lua_push_vec(L, cd_reflect(check_self(L)->v, normal, restitution), dim);
}

static int vec_slide(lua_State *L) {
    int dim = check_self(L)->dim;
    cd_vec normal = cd_lua_check_direction(L, 2, "normal", &dim);
    return cd_lua_push_vec(L, cd_slide(check_self(L)->v, normal), dim);
}

/// Raises where a direction has no length that is a number.
static void check_length(lua_State *L, int arg, const char *name, cd_vec v) {
    if (!isfinite(cd_length2(v)))
        cd_lua_type_error(L, arg, name, "of finite length");
}

static int vec_normalized(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    int dim = self->dim;
    bool has_fallback = !lua_isnoneornil(L, 2);
    cd_vec fallback = has_fallback ? cd_lua_check_vec(L, 2, "fallback", &dim) : self->v;
    check_length(L, 1, "vec", self->v);
    if (cd_is_zero(self->v) && !has_fallback)
        return cd_lua_argument_error(
            L, 1, "a zero vec has no direction; give one to fall back on, v:normalized(fallback)");
    return cd_lua_push_vec(L, cd_normalized(self->v, fallback), dim);
}

static int vec_perp(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    if (self->dim != 2)
        return cd_lua_type_error(L, 1, "vec", "of 2 numbers");
    return cd_lua_push_vec(L, cd_perp(self->v), 2);
}

/// v:angle([other])
static int vec_angle(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    int dim = self->dim;
    if (dim == 2 && lua_isnoneornil(L, 2))
        return cd_lua_push_number(L, cd_is_zero(self->v) ? 0 : cd_atan2(self->v.y, self->v.x));
    const cd_vec to = cd_lua_check_vec(L, 2, "other", &dim);
    check_length(L, 1, "vec", self->v);
    check_length(L, 2, "other", to);
    const cd_vec other = cd_normalized(to, (cd_vec){0, 0, 0});
    const cd_vec v = cd_normalized(self->v, (cd_vec){0, 0, 0}), cross = cd_cross(v, other);
    if (cd_is_zero(v) || cd_is_zero(other))
        return cd_lua_push_number(L, 0);
    return cd_lua_push_number(L, cd_atan2(dim == 2 ? cross.z : cd_length(cross), cd_dot(v, other)));
}

/// v:rotated(rotation[, about])
static int vec_rotated(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    int dim = self->dim;
    const cd_vec zero = {0, 0, 0};
    const double angle = dim == 2 ? cd_lua_check_number(L, 2, "rotation") : 0;
    const cd_quat q = dim == 3 ? cd_lua_check_quat(L, 2, "rotation") : (cd_quat){0, 0, 0, 1};
    const cd_vec about = lua_isnoneornil(L, 3) ? zero : cd_lua_check_vec(L, 3, "about", &dim);
    const cd_vec v = cd_sub(self->v, about);
    const double c = cd_cos(angle), s = cd_sin(angle);
    const cd_vec rotated =
        dim == 3 ? cd_quat_rotate(q, v) : (cd_vec){c * v.x - s * v.y, s * v.x + c * v.y, 0};
    return cd_lua_push_vec(L, cd_add(about, rotated), dim);
}

/// NaN where one of both is, as no comparison with it holds.
static double smaller(double a, double b) { return a != a || a < b ? a : b; }

static double larger(double a, double b) { return a != a || a > b ? a : b; }

static cd_vec smaller_parts(cd_vec a, cd_vec b) {
    return (cd_vec){smaller(a.x, b.x), smaller(a.y, b.y), smaller(a.z, b.z)};
}

static cd_vec larger_parts(cd_vec a, cd_vec b) {
    return (cd_vec){larger(a.x, b.x), larger(a.y, b.y), larger(a.z, b.z)};
}

static int vec_min(lua_State *L) {
    int dim;
    cd_vec b, a = check_two(L, "other", &b, &dim);
    return cd_lua_push_vec(L, smaller_parts(a, b), dim);
}

static int vec_max(lua_State *L) {
    int dim;
    cd_vec b, a = check_two(L, "other", &b, &dim);
    return cd_lua_push_vec(L, larger_parts(a, b), dim);
}

static int vec_clamp(lua_State *L) {
    int dim;
    cd_vec low, v = check_two(L, "min", &low, &dim), high = cd_lua_check_vec(L, 3, "max", &dim);
    if (low.x > high.x || low.y > high.y || low.z > high.z)
        return cd_lua_argument_error(L, 2, "min must be <= max in every component, got %s and %s",
                                     cd_lua_describe(L, 2), cd_lua_describe(L, 3));
    return cd_lua_push_vec(L, smaller_parts(larger_parts(v, low), high), dim);
}

/// v:with { x =, y =, z = }
static int vec_with(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    cd_vec v = self->v;
    lua_settop(L, 2);
    if (!lua_istable(L, 2))
        return cd_lua_type_error(L, 2, "components", "a table, as in v:with { x = 1 }");
    for (lua_pushnil(L); lua_next(L, 2); lua_pop(L, 1)) {
        const char *key = cd_lua_word(L, -2);
        double *part = strcmp(key, "x") == 0                     ? &v.x
                       : strcmp(key, "y") == 0                   ? &v.y
                       : strcmp(key, "z") == 0 && self->dim == 3 ? &v.z
                                                                 : NULL;
        if (part == NULL)
            return cd_lua_argument_error(L, 2, "components of a vec of %d numbers are %s, got '%s'",
                                         self->dim, self->dim == 2 ? "x and y" : "x, y and z",
                                         *key ? key : cd_lua_describe(L, -2));
        if (lua_type(L, -1) != LUA_TNUMBER)
            return cd_lua_argument_error(L, 2, "components.%s must be a number, got %s", key,
                                         cd_lua_describe(L, -1));
        *part = lua_tonumber(L, -1);
    }
    return cd_lua_push_vec(L, v, self->dim);
}

static int vec_unpack(lua_State *L) {
    const cd_vec_object *self = check_self(L);
    lua_pushnumber(L, self->v.x);
    lua_pushnumber(L, self->v.y);
    if (self->dim == 3)
        lua_pushnumber(L, self->v.z);
    return self->dim;
}

// ----------------------------------------------------------------------------------- registration

static const cd_lua_function metamethods[] = {
    {"__add", vec_add, 0},           {"__sub", vec_sub, 0},     {"__mul", vec_mul, 0},
    {"__div", vec_div, 0},           {"__unm", vec_unm, 0},     {"__eq", vec_eq, 0},
    {"__len", vec_len, 0},           {"__index", vec_index, 0}, {"__newindex", vec_newindex, 0},
    {"__tostring", vec_tostring, 0}, {NULL, NULL, 0},
};

static const cd_lua_function methods[] = {
    {"dot", vec_dot, 1},
    {"cross", vec_cross, 1},
    {"length", vec_length, 1},
    {"length2", vec_length2, 1},
    {"distance", vec_distance, 1},
    {"lerp", vec_lerp, 1},
    {"project", vec_project, 1},
    {"normalized", vec_normalized, 1},
    {"reflect", vec_reflect, 1},
    {"slide", vec_slide, 1},
    {"perp", vec_perp, 1},
    {"angle", vec_angle, 1},
    {"rotated", vec_rotated, 1},
    {"min", vec_min, 1},
    {"max", vec_max, 1},
    {"clamp", vec_clamp, 1},
    {"with", vec_with, 1},
    {"unpack", vec_unpack, 1},
    {NULL, NULL, 0},
};

static const char *const fields[] = {"x", "y", "z", NULL};

const cd_lua_class cd_lua_vec_class = {"vec", metamethods, {methods}, fields};

const cd_lua_function cd_lua_vec_functions[] = {{"vec", new_vec, 0}, {NULL, NULL, 0}};
