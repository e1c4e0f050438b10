// The fields, methods and text of shapes. An assignment changes a copy, which replaces the shape
// only if cd_shape_error finds no fault with it; so a shape is valid at all times.
#include "lua/values/check.h"

#include "collide/math/elementary.h"
#include "lua/shapes/set.h"
#include "lua/shapes/shape.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"
#include "lua/values/text.h"
#include "record/text/print.h"

/// In the order of `fields`.
typedef enum shape_field {
    FIELD_KIND,
    FIELD_DIM,
    FIELD_RADIUS,
    FIELD_CENTER,
    FIELD_A,
    FIELD_B,
    FIELD_C,
    FIELD_HALF,
    FIELD_ROTATION,
    FIELD_MIN,
    FIELD_MAX,
    FIELD_NORMAL,
    FIELD_OFFSET,
    FIELD_POINT,
    FIELD_DIRECTION,
    FIELD_VERTICES,
    FIELD_TRIANGLES,
    FIELD_SHAPES,
    FIELD_BASE,
    FIELD_APEX,
    FIELD_POSITION,
    FIELD_EDGES,
    FIELD_FACES,
} shape_field;

static const char *const fields[] = {
    "kind",      "dim",    "radius", "center", "a",        "b",     "c",         "half",
    "rotation",  "min",    "max",    "normal", "offset",   "point", "direction", "vertices",
    "triangles", "shapes", "base",   "apex",   "position", "edges", "faces",     NULL};

static const char *const assignable[CD_KIND_COUNT] = {
    [CD_POINT] = "position, center",
    [CD_SPHERE] = "position, center, radius",
    [CD_SEGMENT] = "position, a, b, rotation",
    [CD_CAPSULE] = "position, a, b, rotation, radius",
    [CD_LINE] = "position, radius",
    [CD_PLANE] = "position",
    [CD_BOX] = "position, center, half, rotation, radius",
    [CD_TRIANGLE] = "position, a, b, c, radius",
    [CD_POLYGON] = "position, radius",
    [CD_HULL] = "position, radius",
    [CD_CYLINDER] = "position, a, b, rotation, radius",
    [CD_CONE] = "position, a, b, rotation, base, apex, radius",
    [CD_MESH] = "position",
    [CD_COMPOUND] = "position",
    [CD_SOLID] = "position",
};

static const cd_shape *check_self(lua_State *L) { return &cd_lua_check_shape(L, 1, "self")->shape; }

/// A copy of self, which is going to be changed in place.
static cd_shape check_changeable(lua_State *L) {
    const cd_shape_object *object = cd_lua_check_shape(L, 1, "self");
    cd_lua_check_no_owner(L, object);
    return object->shape;
}

/// Replaces self by a changed shape.
static void change(lua_State *L, const cd_shape *shape) {
    cd_shape_object *object = lua_touserdata(L, 1);
    object->shape = *shape;
    object->changes++;
    ((cd_lua_module *)lua_touserdata(L, lua_upvalueindex(UP_MODULE)))->changes++;
}

/// The end of the axis of a cylinder or cone that a field names; NULL for any other field.
static cd_vec *axis_end(cd_shape *s, shape_field which) {
    bool cone = s->kind == CD_CONE;
    if (!cd_is_curved(s))
        return NULL;
    return which == FIELD_A || (cone && which == FIELD_BASE)   ? &s->as.curved.a
           : which == FIELD_B || (cone && which == FIELD_APEX) ? &s->as.curved.b
                                                               : NULL;
}

/// The radius that the constructor took: of a cylinder or cone that of the core, else the rounding.
static double *radius_of(cd_shape *s) {
    return cd_is_curved(s) ? &s->as.curved.radius : &s->radius;
}

/// The ends of the axis of a segment, capsule, cylinder or cone; false for any other kind.
static bool has_axis(cd_shape *s, cd_vec **a, cd_vec **b) {
    const bool ends = s->kind == CD_SEGMENT || s->kind == CD_CAPSULE;
    *a = ends ? &s->as.segment.a : axis_end(s, FIELD_A);
    *b = ends ? &s->as.segment.b : axis_end(s, FIELD_B);
    return *a != NULL;
}

// ---------------------------------------------------------------------------------------- reading

static int push_vertices(lua_State *L, const cd_shape *s) {
    int count = cd_shape_vertex_count(s);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        cd_lua_push_vec(L, cd_shape_vertex(s, i), s->dim);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/// The features that an answer's feature_index counts.
static int push_features(lua_State *L, const cd_shape *s, shape_field which) {
    return which == FIELD_EDGES   ? cd_lua_push_edges(L, s)
           : which == FIELD_FACES ? cd_lua_push_faces(L, s)
                                  : 0;
}

static int push_box_field(lua_State *L, const cd_shape *s, shape_field which) {
    switch (which) {
    case FIELD_CENTER:
        return cd_lua_push_vec(L, s->as.box.center, s->dim);
    case FIELD_HALF:
        return cd_lua_push_vec(L, s->as.box.half, s->dim);
    case FIELD_ROTATION:
        return s->dim == 2 ? cd_lua_push_number(L, s->as.box.angle)
                           : cd_lua_push_quat(L, s->as.box.rotation);
    case FIELD_MIN:
        return s->as.box.rotated ? 0 : cd_lua_push_vec(L, s->as.box.min, s->dim);
    case FIELD_MAX:
        return s->as.box.rotated ? 0 : cd_lua_push_vec(L, s->as.box.max, s->dim);
    case FIELD_VERTICES:
        return push_vertices(L, s);
    default:
        return 0;
    }
}

/// The rotation that takes the x axis to b - a; none where that is zero.
static int push_axis_rotation(lua_State *L, int dim, cd_vec a, cd_vec b) {
    const cd_vec axis = cd_normalized(cd_sub(b, a), (cd_vec){1, 0, 0});
    return dim == 2 ? cd_lua_push_number(L, cd_atan2(axis.y, axis.x))
                    : cd_lua_push_quat(L, cd_quat_to(axis));
}

/// Pushes a field of self; returns 0 if shapes of its kind do not have it.
static int push_field(lua_State *L, cd_shape *s, shape_field which) {
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return which == FIELD_CENTER ? cd_lua_push_vec(L, s->as.center, s->dim) : 0;
    case CD_SEGMENT:
    case CD_CAPSULE:
        return which == FIELD_A   ? cd_lua_push_vec(L, s->as.segment.a, s->dim)
               : which == FIELD_B ? cd_lua_push_vec(L, s->as.segment.b, s->dim)
                                  : 0;
    case CD_LINE:
        return which == FIELD_POINT       ? cd_lua_push_vec(L, s->as.line.point, s->dim)
               : which == FIELD_DIRECTION ? cd_lua_push_vec(L, s->as.line.direction, s->dim)
                                          : 0;
    case CD_PLANE:
        return which == FIELD_NORMAL   ? cd_lua_push_vec(L, s->as.plane.normal, s->dim)
               : which == FIELD_OFFSET ? cd_lua_push_number(L, s->as.plane.offset)
                                       : 0;
    case CD_BOX:
        return push_box_field(L, s, which);
    case CD_TRIANGLE:
        if (which >= FIELD_A && which <= FIELD_C)
            return cd_lua_push_vec(L, s->as.triangle.v[which - FIELD_A], s->dim);
        return which == FIELD_VERTICES ? push_vertices(L, s) : push_features(L, s, which);
    case CD_POLYGON:
    case CD_HULL:
        return which == FIELD_VERTICES ? push_vertices(L, s) : push_features(L, s, which);
    case CD_CYLINDER:
    case CD_CONE: {
        const cd_vec *end = axis_end(s, which);
        return end ? cd_lua_push_vec(L, *end, s->dim) : 0;
    }
    case CD_MESH:
    case CD_SOLID:
        return which == FIELD_VERTICES    ? push_vertices(L, s)
               : which == FIELD_TRIANGLES ? cd_lua_push_triangles(L, s)
                                          : 0;
    case CD_COMPOUND:
        return which == FIELD_SHAPES ? cd_lua_push_parts(L, 1) : 0;
    }
    return 0;
}

static int shape_index(lua_State *L) {
    cd_shape *s = &cd_lua_check_shape(L, 1, "self")->shape;
    if (lua_gettable(L, lua_upvalueindex(UP_MEMBERS)) != LUA_TNUMBER)
        return 1;
    shape_field which = (shape_field)lua_tointeger(L, -1);
    cd_vec *a, *b;
    if (which == FIELD_KIND)
        lua_pushstring(L, cd_kind_name(s->kind));
    else if (which == FIELD_DIM)
        lua_pushinteger(L, s->dim);
    else if (which == FIELD_RADIUS)
        lua_pushnumber(L, *radius_of(s));
    else if (which == FIELD_POSITION)
        return cd_lua_push_vec(L, cd_shape_middle(s), s->dim);
    else if (which == FIELD_ROTATION && has_axis(s, &a, &b))
        return push_axis_rotation(L, s->dim, *a, *b);
    else
        return push_field(L, s, which);
    return 1;
}

// -------------------------------------------------------------------------------------- assigning

static cd_shape made_box(const cd_shape *s, cd_vec center, cd_vec half) {
    return s->dim == 2 ? cd_box2(center, half, s->as.box.angle, s->radius)
                       : cd_box(center, half, s->as.box.rotation, s->radius);
}

static bool assign_box(lua_State *L, cd_shape *s, shape_field which) {
    cd_vec center = s->as.box.center, half = s->as.box.half;
    int dim = s->dim;
    switch (which) {
    case FIELD_CENTER:
        *s = made_box(s, cd_lua_check_in_range(L, 3, "center", &dim), half);
        return true;
    case FIELD_HALF:
        *s = made_box(s, center, cd_lua_check_in_range(L, 3, "half", &dim));
        return true;
    case FIELD_ROTATION:
        if (dim == 2)
            s->as.box.angle = cd_lua_check_finite_number(L, 3, "rotation");
        else
            s->as.box.rotation = cd_lua_check_quat(L, 3, "rotation");
        *s = made_box(s, center, half);
        return true;
    default:
        return false;
    }
}

/// Turns an axis about its middle, so that argument 3 is its rotation. Its length is rounded.
static void assign_axis_rotation(lua_State *L, int dim, cd_vec *a, cd_vec *b) {
    const cd_vec middle = cd_lerp(*a, *b, 0.5);
    const double angle = dim == 2 ? cd_lua_check_finite_number(L, 3, "rotation") : 0;
    const cd_vec axis =
        dim == 2 ? (cd_vec){cd_cos(angle), cd_sin(angle), 0}
                 : cd_quat_rotate(cd_lua_check_quat(L, 3, "rotation"), (cd_vec){1, 0, 0});
    const cd_vec half = cd_scale(axis, cd_length(cd_sub(*b, *a)) / 2);
    *a = cd_sub(middle, half);
    *b = cd_add(middle, half);
}

static void assign_end(lua_State *L, cd_shape *s, shape_field which) {
    int dim = s->dim;
    cd_vec v = cd_lua_check_in_range(L, 3, fields[which], &dim);
    cd_vec a = which == FIELD_A ? v : s->as.segment.a, b = which == FIELD_B ? v : s->as.segment.b;
    *s = s->kind == CD_SEGMENT ? cd_segment(dim, a, b) : cd_capsule(dim, a, b, s->radius);
}

static void assign_corner(lua_State *L, cd_shape *s, shape_field which) {
    int dim = s->dim;
    cd_vec *v = s->as.triangle.v;
    v[which - FIELD_A] = cd_lua_check_in_range(L, 3, fields[which], &dim);
    *s = cd_triangle(dim, v[0], v[1], v[2], s->radius);
}

/// Assigns argument 3 to a field; false if it cannot be assigned in shapes of this kind.
static bool assign(lua_State *L, cd_shape *s, shape_field which) {
    int dim = s->dim;
    cd_vec *from, *to;
    bool ends = s->kind == CD_SEGMENT || s->kind == CD_CAPSULE;
    if (which == FIELD_RADIUS && s->kind != CD_POINT && s->kind != CD_SEGMENT &&
        s->kind != CD_PLANE && !cd_is_set(s))
        *radius_of(s) = cd_size(cd_lua_check_number(L, 3, "radius"));
    else if (which == FIELD_CENTER && (s->kind == CD_POINT || s->kind == CD_SPHERE))
        s->as.center = cd_lua_check_in_range(L, 3, "center", &dim);
    else if (ends && (which == FIELD_A || which == FIELD_B))
        assign_end(L, s, which);
    else if (which >= FIELD_A && which <= FIELD_C && s->kind == CD_TRIANGLE)
        assign_corner(L, s, which);
    else if (axis_end(s, which))
        *axis_end(s, which) = cd_lua_check_in_range(L, 3, fields[which], &dim);
    else if (which == FIELD_POSITION)
        cd_lua_move_to(L, 3, s);
    else if (which == FIELD_ROTATION && has_axis(s, &from, &to))
        assign_axis_rotation(L, dim, from, to);
    else
        return s->kind == CD_BOX && assign_box(L, s, which);
    return true;
}

static int shape_newindex(lua_State *L) {
    cd_shape shape = check_changeable(L);
    lua_pushvalue(L, 2);
    bool is_field = lua_rawget(L, lua_upvalueindex(UP_MEMBERS)) == LUA_TNUMBER;
    if (!is_field || !assign(L, &shape, (shape_field)lua_tointeger(L, -1)))
        return luaL_error(L, "attempt to assign to field '%s' of a %s (assignable: %s)",
                          lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2)
                                                        : cd_lua_describe(L, 2),
                          cd_kind_name(shape.kind), assignable[shape.kind]);
    const char *error = cd_shape_error(&shape);
    if (error != NULL)
        return cd_lua_argument_error(L, 3, "%s", error);
    change(L, &shape);
    return 0;
}

// ---------------------------------------------------------------------------------------- methods

/// Moves a shape by argument 2; raises if a coordinate would leave the range.
static void move(lua_State *L, cd_shape *shape) {
    int dim = shape->dim;
    cd_shape moved = *shape;
    cd_shape_move(&moved, cd_lua_check_in_range(L, 2, "v", &dim));
    const char *error = cd_shape_error(&moved);
    if (error != NULL)
        cd_lua_argument_error(L, 2, "moved too far: %s", error);
    *shape = moved;
}

static int shape_move(lua_State *L) {
    cd_shape shape = check_changeable(L);
    move(L, &shape);
    change(L, &shape);
    lua_settop(L, 1);
    return 1;
}

static int shape_move_to(lua_State *L) {
    cd_shape shape = check_changeable(L);
    cd_lua_move_to(L, 2, &shape);
    change(L, &shape);
    lua_settop(L, 1);
    return 1;
}

static int shape_clone(lua_State *L) {
    check_self(L);
    return cd_lua_push_clone(L, 1);
}

static int shape_moved(lua_State *L) {
    cd_shape shape = *check_self(L);
    move(L, &shape);
    lua_getiuservalue(L, 1, 1);
    return cd_lua_push_shape(L, &shape, -1);
}

static int shape_rotated(lua_State *L) {
    const cd_shape *self = check_self(L);
    int dim = self->dim;
    double angle = dim == 2 ? cd_lua_check_finite_number(L, 2, "rotation") : 0;
    cd_quat rotation = dim == 3 ? cd_lua_check_quat(L, 2, "rotation") : (cd_quat){0, 0, 0, 1};
    cd_vec about =
        lua_isnoneornil(L, 3) ? cd_shape_middle(self) : cd_lua_check_in_range(L, 3, "about", &dim);
    void *memory =
        cd_lua_refers(self) ? lua_newuserdatauv(L, cd_shape_rotated_size(self), 1) : NULL;
    cd_shape shape = cd_shape_rotated(self, rotation, angle, about, memory);
    if (cd_is_polytope(self)) { // a copy of its true size, without the room for building it
        const cd_polytope *core = shape.as.polytope.core;
        shape.as.polytope.core =
            cd_polytope_copy(core, lua_newuserdatauv(L, cd_polytope_used(core), 0));
    } else if (cd_is_mesh(self)) {
        const cd_set *core = shape.as.set.core;
        shape.as.set.core = cd_set_copy(core, lua_newuserdatauv(L, cd_set_used(core), 0));
    }
    const char *error = cd_shape_error(&shape);
    if (error != NULL)
        return cd_lua_argument_error(L, 3, "rotated too far: %s", error);
    return cd_lua_push_shape(L, &shape, -1);
}

static int shape_bounds(lua_State *L) {
    const cd_shape *self = check_self(L);
    cd_bounds bounds = cd_shape_bounds(self);
    cd_shape box = cd_aabb(self->dim, bounds.min, bounds.max);
    if (!cd_bounds_are_finite(bounds))
        lua_pushnil(L);
    else
        cd_lua_push_shape(L, &box, 0);
    return 1;
}

static int shape_support(lua_State *L) {
    const cd_shape *self = check_self(L);
    int dim = self->dim;
    cd_vec direction = cd_lua_check_in_range(L, 2, "direction", &dim);
    return cd_lua_push_vec(L, cd_support(self, direction), dim);
}

// ------------------------------------------------------------------------------------------- text

static int shape_tostring(lua_State *L) {
    luaL_Buffer text;
    const cd_shape *s = check_self(L);
    luaL_buffinit(L, &text);
    cd_print_shape(&(cd_printer){CD_PRINT_SHORT, cd_lua_add_text, &text}, s);
    luaL_pushresult(&text);
    return 1;
}

// ----------------------------------------------------------------------------------- registration

static const cd_lua_function metamethods[] = {
    {"__index", shape_index, 0},
    {"__newindex", shape_newindex, SELF_ASSIGNS},
    {"__tostring", shape_tostring, 0},
    {NULL, NULL, 0},
};

static const cd_lua_function methods[] = {
    {"move", shape_move, 1},       {"moved", shape_moved, 1},
    {"move_to", shape_move_to, 1}, {"clone", shape_clone, 1},
    {"rotated", shape_rotated, 1}, {"bounds", shape_bounds, 1},
    {"support", shape_support, 1}, {NULL, NULL, 0},
};

const cd_lua_class cd_lua_shape_class = {
    "shape", metamethods, {methods, cd_lua_query_methods}, fields};
