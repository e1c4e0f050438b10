// The fields of a body. Reading `shape` gives a copy that cannot be changed in place, since the
// world must learn of every change: a script moves the body, or assigns another shape.
#include "lua/world/body.h"

#include "lua/shapes/shape.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"

#include <assert.h>
#include <string.h>

static const char *const responses[] = {"bounce", "slide", "stop", "pass", NULL};

/// Self of a metamethod: its errors are about the body, since no function name is known.
static const cd_body_object *check_self(lua_State *L) {
    const cd_body_object *self = cd_lua_to(L, 1, TYPE_BODY);
    if (self != NULL && self->slot < 0)
        luaL_error(L, "the body was removed from its world; body.world is nil then");
    if (self != NULL && self->owner->world == NULL)
        luaL_error(L, "the body's world is closed");
    return cd_lua_check_body(L, 1, "self");
}

// ---------------------------------------------------------------------------------------- reading

static uint32_t read_bits(lua_State *L, int arg, int index, const char *field) {
    uint32_t bits;
    if (!cd_lua_read_bits(L, index, &bits))
        cd_lua_argument_error(L, arg, "%s must be a 32-bit integer, got %s", field,
                              cd_lua_describe(L, index));
    return bits;
}

static double read_number(lua_State *L, int arg, int index, const char *field) {
    if (lua_type(L, index) != LUA_TNUMBER)
        cd_lua_argument_error(L, arg, "%s must be a number, got %s", field,
                              cd_lua_describe(L, index));
    return lua_tonumber(L, index);
}

int cd_lua_response_named(lua_State *L, int index) {
    for (int i = 0; responses[i] != NULL; i++)
        if (strcmp(responses[i], cd_lua_word(L, index)) == 0)
            return i;
    return -1;
}

static cd_response read_response(lua_State *L, int arg, int index) {
    int named = cd_lua_response_named(L, index);
    if (named < 0 && !lua_isfunction(L, index))
        cd_lua_argument_error(L, arg,
                              "response must be \"bounce\", \"slide\", \"stop\", \"pass\" or a "
                              "function, got %s",
                              *cd_lua_word(L, index)
                                  ? lua_pushfstring(L, "\"%s\"", cd_lua_word(L, index))
                                  : cd_lua_describe(L, index));
    return named < 0 ? CD_ASK : (cd_response)named;
}

/// A vector of the world's dimension, in range.
static cd_vec read_vector(lua_State *L, int arg, int index, const char *field, int dim) {
    cd_vec v;
    if (!cd_lua_read_vec(L, index, &v, &dim) || !cd_is_finite(v))
        cd_lua_argument_error(L, arg, "%s must be a finite vector of %d numbers, got %s", field,
                              dim, cd_lua_describe(L, index));
    if (!cd_is_in_range(v))
        cd_lua_argument_error(L, arg, "%s must be %s, got %s", field, cd_lua_wanted_in_range(v),
                              cd_lua_describe(L, index));
    return v;
}

/// A number in 2D, a vector in 3D; nil: none.
static cd_vec read_spin(lua_State *L, int arg, int index, int dim) {
    cd_vec v = {0, 0, 0};
    if (lua_isnil(L, index))
        return v;
    if (dim == 3)
        return read_vector(L, arg, index, "spin", dim);
    v.z = read_number(L, arg, index, "spin");
    if (!isfinite(v.z))
        cd_lua_argument_error(L, arg, "spin must be finite, got %s", cd_lua_describe(L, index));
    return v;
}

/// A point, from the middle of the shape; nil: that middle.
static cd_vec read_pivot(lua_State *L, int arg, int index, const cd_body *body) {
    const cd_vec middle = {0, 0, 0};
    if (lua_isnil(L, index))
        return middle;
    return cd_sub(read_vector(L, arg, index, "pivot", body->shape.dim),
                  cd_shape_middle(&body->shape));
}

void cd_lua_check_body_fields(lua_State *L, int arg, const cd_body *body) {
    const char *error = cd_body_error(body);
    if (error != NULL)
        cd_lua_argument_error(L, arg, "%s", error);
}

static cd_vec read_one_way(lua_State *L, int arg, int index, int dim) {
    cd_vec v = {0, 0, 0};
    if (lua_isnil(L, index))
        return v;
    if (!cd_lua_read_vec(L, index, &v, &dim) || !cd_is_finite(v) || cd_is_zero(v))
        cd_lua_argument_error(L, arg,
                              "one_way must be a finite vector of %d numbers, not zero, got %s",
                              dim, cd_lua_describe(L, index));
    if (!cd_is_in_range(v))
        cd_lua_argument_error(L, arg, "one_way must be %s, got %s", cd_lua_wanted_in_range(v),
                              cd_lua_describe(L, index));
    return v;
}

bool cd_lua_read_body_field(lua_State *L, int arg, int index, const char *field, int dim,
                            cd_body *body) {
    assert(dim == 2 || dim == 3);
    index = lua_absindex(L, index);
    if (strcmp(field, "velocity") == 0) {
        body->velocity = cd_motion(read_vector(L, arg, index, field, dim));
    } else if (strcmp(field, "surface_velocity") == 0) {
        body->surface_velocity = cd_motion(read_vector(L, arg, index, field, dim));
    } else if (strcmp(field, "friction") == 0) {
        body->friction = read_number(L, arg, index, field);
        if (!(body->friction >= 0 && body->friction <= CD_LARGEST))
            cd_lua_argument_error(L, arg, "friction must be 0 to 2^64, got %s",
                                  cd_lua_describe(L, index));
    } else if (strcmp(field, "mass") == 0) {
        body->mass = lua_isnil(L, index) ? INFINITY : read_number(L, arg, index, field);
        if (!(body->mass > 0))
            cd_lua_argument_error(L, arg, "mass must be > 0, got %s", cd_lua_describe(L, index));
        if (!isfinite(1 / body->mass))
            cd_lua_argument_error(L, arg, "mass must have a finite inverse, got %s",
                                  cd_lua_describe(L, index));
    } else if (strcmp(field, "restitution") == 0) {
        body->restitution = read_number(L, arg, index, field);
        if (!(body->restitution >= 0 && body->restitution <= 1))
            cd_lua_argument_error(L, arg, "restitution must be 0 to 1, got %s",
                                  cd_lua_describe(L, index));
    } else if (strcmp(field, "response") == 0) {
        body->response = read_response(L, arg, index);
    } else if (strcmp(field, "group") == 0) {
        body->group = read_bits(L, arg, index, field);
    } else if (strcmp(field, "mask") == 0) {
        body->mask = read_bits(L, arg, index, field);
    } else if (strcmp(field, "spin") == 0) {
        body->spin = read_spin(L, arg, index, dim);
    } else if (strcmp(field, "pivot") == 0) {
        body->pivot = read_pivot(L, arg, index, body);
    } else if (strcmp(field, "one_way") == 0) {
        body->one_way = read_one_way(L, arg, index, dim);
    } else {
        return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------------- fields

/// In the order of `fields`.
typedef enum body_field {
    FIELD_SHAPE,
    FIELD_POSITION,
    FIELD_VELOCITY,
    FIELD_MASS,
    FIELD_RESTITUTION,
    FIELD_FRICTION,
    FIELD_SURFACE_VELOCITY,
    FIELD_RESPONSE,
    FIELD_GROUP,
    FIELD_MASK,
    FIELD_SPIN,
    FIELD_PIVOT,
    FIELD_ONE_WAY,
    FIELD_DATA,
    FIELD_WORLD,
} body_field;

static const char *const fields[] = {
    "shape",    "position", "velocity", "mass", "restitution", "friction", "surface_velocity",
    "response", "group",    "mask",     "spin", "pivot",       "one_way",  "data",
    "world",    NULL};

static const cd_body *body_of(const cd_body_object *self) {
    return cd_world_body(self->owner->world, self->slot);
}

static int push_shape(lua_State *L) {
    cd_shape shape;
    cd_lua_push_body_core(L, 1, &shape);
    return cd_lua_push_owned_shape(L, &shape, -1, OWNER_BODY);
}

static int body_index(lua_State *L) {
    lua_pushvalue(L, 2);
    lua_gettable(L, lua_upvalueindex(UP_MEMBERS));
    body_field which = lua_isinteger(L, -1) ? (body_field)lua_tointeger(L, -1) : FIELD_WORLD;
    const cd_body_object *self = cd_lua_to(L, 1, TYPE_BODY);
    if (which == FIELD_WORLD && self != NULL && !lua_isinteger(L, -1))
        return 1;
    if (which == FIELD_WORLD && self != NULL) // nil in a removed body
        return self->slot < 0 || self->owner->world == NULL
                   ? 0
                   : (lua_getiuservalue(L, 1, BODY_WORLD), 1);
    self = check_self(L);
    const cd_body *body = body_of(self);
    int dim = body->shape.dim;
    switch (which) {
    case FIELD_SHAPE:
        return push_shape(L);
    case FIELD_POSITION:
        return cd_lua_push_vec(L, cd_shape_middle(&body->shape), dim);
    case FIELD_VELOCITY:
        return cd_lua_push_vec(L, body->velocity, dim);
    case FIELD_MASS:
        lua_pushnumber(L, body->mass);
        return 1;
    case FIELD_RESTITUTION:
        lua_pushnumber(L, body->restitution);
        return 1;
    case FIELD_FRICTION:
        lua_pushnumber(L, body->friction);
        return 1;
    case FIELD_SURFACE_VELOCITY:
        return cd_lua_push_vec(L, body->surface_velocity, dim);
    case FIELD_RESPONSE:
        if (body->response == CD_ASK)
            lua_getiuservalue(L, 1, BODY_RESPONSE);
        else
            lua_pushstring(L, responses[body->response]);
        return 1;
    case FIELD_GROUP:
        lua_pushinteger(L, body->group);
        return 1;
    case FIELD_MASK:
        lua_pushinteger(L, body->mask);
        return 1;
    case FIELD_SPIN:
        if (dim == 3)
            return cd_lua_push_vec(L, body->spin, dim);
        lua_pushnumber(L, body->spin.z);
        return 1;
    case FIELD_PIVOT:
        return cd_lua_push_vec(L, cd_body_pivot(body), dim);
    case FIELD_ONE_WAY:
        return cd_is_zero(body->one_way) ? 0 : cd_lua_push_vec(L, body->one_way, dim);
    case FIELD_DATA:
        lua_getiuservalue(L, 1, BODY_DATA);
        return 1;
    case FIELD_WORLD:
        break;
    }
    return 0;
}

static void assign_shape(lua_State *L, cd_body *body) {
    const cd_shape *shape = &cd_lua_check_shape(L, 3, "shape")->shape;
    if (shape->dim != body->shape.dim)
        cd_lua_argument_error(L, 3, "shape must be %dD like the world, got a %dD shape",
                              body->shape.dim, shape->dim);
    body->shape = *shape;
    if (cd_lua_refers(shape)) {
        lua_getiuservalue(L, 3, 1);
        lua_setiuservalue(L, 1, BODY_CORE);
    }
}

static int body_newindex(lua_State *L) {
    const cd_body_object *self = check_self(L);
    cd_body body = *body_of(self);
    lua_pushvalue(L, 2);
    bool known = lua_rawget(L, lua_upvalueindex(UP_MEMBERS)) == LUA_TNUMBER;
    body_field which = known ? (body_field)lua_tointeger(L, -1) : FIELD_WORLD;
    if (which == FIELD_WORLD)
        return luaL_error(
            L,
            "attempt to assign to field '%s' of a body (assignable: shape, "
            "position, velocity, mass, restitution, friction, surface_velocity, response, "
            "group, mask, spin, pivot, one_way, data)",
            lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : cd_lua_describe(L, 2));
    lua_settop(L, 3);
    if (which == FIELD_DATA) {
        lua_setiuservalue(L, 1, BODY_DATA);
        return 0;
    }
    if (which == FIELD_SHAPE)
        assign_shape(L, &body);
    else if (which == FIELD_POSITION)
        cd_lua_move_to(L, 3, &body.shape);
    else
        cd_lua_read_body_field(L, 3, 3, fields[which], body.shape.dim, &body);
    if (which == FIELD_RESPONSE) {
        lua_pushvalue(L, 3);
        lua_setiuservalue(L, 1, BODY_RESPONSE);
    }
    cd_lua_check_body_fields(L, 3, &body);
    if (which == FIELD_VELOCITY)
        cd_world_set_velocity(self->owner->world, self->slot, body.velocity);
    else
        cd_world_set(self->owner->world, self->slot, &body);
    return 0;
}

/// body:move_to(p)
static int body_move_to(lua_State *L) {
    const cd_body_object *self = cd_lua_check_body(L, 1, "self");
    cd_body body = *body_of(self);
    cd_lua_move_to(L, 2, &body.shape);
    cd_world_set(self->owner->world, self->slot, &body);
    lua_settop(L, 1);
    return 1;
}

static int body_tostring(lua_State *L) {
    const cd_body_object *self = cd_lua_to(L, 1, TYPE_BODY);
    if (self == NULL || self->slot < 0 || self->owner->world == NULL) {
        lua_pushliteral(L, "removed body");
        return 1;
    }
    const cd_body *body = body_of(self);
    push_shape(L);
    const char *shape = luaL_tolstring(L, -1, NULL);
    cd_lua_push_vec(L, body->velocity, body->shape.dim);
    lua_pushfstring(L, "body { %s, velocity = %s }", shape, luaL_tolstring(L, -1, NULL));
    return 1;
}

static const cd_lua_function metamethods[] = {
    {"__index", body_index, 1},
    {"__newindex", body_newindex, SELF_ASSIGNS},
    {"__tostring", body_tostring, 0},
    {NULL, NULL, 0},
};

static const cd_lua_function methods[] = {{"move_to", body_move_to, 1}, {NULL, NULL, 0}};

const cd_lua_class cd_lua_body_class = {
    "body", metamethods, {methods, cd_lua_query_methods}, fields};
