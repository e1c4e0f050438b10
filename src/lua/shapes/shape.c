// The constructors of shapes, and bounding_sphere and bounding_box. A constructor checks the types
// of its arguments; cd_shape_error decides which values are valid, so no query ever sees an invalid
// shape.
#include "lua/shapes/shape.h"

#include "lua/values/check.h"
#include "lua/values/class.h"

#include <assert.h>
#include <string.h>

static double optional_radius(lua_State *L, int arg) {
    return cd_size(cd_lua_optional_number(L, arg, "radius", 0));
}

int cd_lua_push_valid(lua_State *L, const cd_shape *shape, int core, const char *const *names) {
    assert(names[0] != NULL);
    const char *error = cd_shape_error(shape);
    if (error == NULL)
        return cd_lua_push_shape(L, shape, core);
    for (int i = 0; names[i] != NULL; i++) {
        size_t length = strlen(names[i]);
        if (strncmp(error, names[i], length) == 0 && error[length] == ' ')
            return cd_lua_argument_error(L, i + 1, "%s", error);
    }
    return cd_lua_argument_error(L, 1, "%s", error);
}

void cd_lua_move_to(lua_State *L, int arg, cd_shape *s) {
    int dim = s->dim;
    const cd_vec p = cd_lua_check_in_range(L, arg, "position", &dim);
    if (s->kind == CD_POINT || s->kind == CD_SPHERE)
        s->as.center = p;
    else
        cd_shape_move(s, cd_sub(p, cd_shape_middle(s)));
    const char *error = cd_shape_error(s);
    if (error != NULL)
        cd_lua_argument_error(L, arg, "moved too far: %s", error);
}

static int new_point(lua_State *L) {
    int dim = 0;
    cd_vec p = cd_lua_check_in_range(L, 1, "p", &dim);
    cd_shape shape = cd_point(dim, p);
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("p"));
}

static int new_sphere(lua_State *L) {
    int dim = 0;
    cd_vec center = cd_lua_check_in_range(L, 1, "center", &dim);
    cd_shape shape = cd_sphere(dim, center, cd_lua_check_number(L, 2, "radius"));
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("center", "radius"));
}

static int new_segment(lua_State *L) {
    int dim = 0;
    cd_vec a = cd_lua_check_in_range(L, 1, "a", &dim), b = cd_lua_check_in_range(L, 2, "b", &dim);
    cd_shape shape = cd_segment(dim, a, b);
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("a", "b"));
}

static int new_capsule(lua_State *L) {
    int dim = 0;
    cd_vec a = cd_lua_check_in_range(L, 1, "a", &dim), b = cd_lua_check_in_range(L, 2, "b", &dim);
    cd_shape shape = cd_capsule(dim, a, b, cd_lua_check_number(L, 3, "radius"));
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("a", "b", "radius"));
}

static int new_line(lua_State *L) {
    int dim = 0;
    cd_vec point = cd_lua_check_in_range(L, 1, "point", &dim);
    cd_vec direction = cd_lua_check_direction(L, 2, "direction", &dim);
    cd_shape shape = cd_line(dim, point, direction, optional_radius(L, 3));
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("point", "direction", "radius"));
}

static int new_plane(lua_State *L) {
    int dim = 0;
    cd_shape shape;
    cd_vec normal = cd_lua_check_direction(L, 1, "normal", &dim);
    if (lua_type(L, 2) == LUA_TNUMBER)
        shape = cd_plane(dim, normal, cd_lua_check_number_in_range(L, 2, "offset"));
    else if (lua_istable(L, 2) || cd_lua_to(L, 2, TYPE_VEC) != NULL)
        shape = cd_plane_through(dim, normal, cd_lua_check_in_range(L, 2, "point", &dim));
    else
        return cd_lua_type_error(L, 2, "offset", "a number or a point");
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("normal", "offset"));
}

static int new_aabb(lua_State *L) {
    int dim = 0;
    cd_vec min = cd_lua_check_in_range(L, 1, "min", &dim),
           max = cd_lua_check_in_range(L, 2, "max", &dim);
    if (!(min.x <= max.x && min.y <= max.y && min.z <= max.z))
        return cd_lua_argument_error(L, 1, "min must be <= max in every component, got %s and %s",
                                     cd_lua_describe(L, 1), cd_lua_describe(L, 2));
    cd_shape shape = cd_aabb(dim, min, max);
    shape.radius = optional_radius(L, 3);
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("min", "max", "radius"));
}

static int new_box(lua_State *L) {
    int dim = 0;
    cd_shape shape;
    cd_vec center = cd_lua_check_in_range(L, 1, "center", &dim);
    cd_vec half = cd_lua_check_in_range(L, 2, "half_extents", &dim);
    bool unrotated = lua_isnoneornil(L, 3);
    if (dim == 2) {
        double angle = unrotated ? 0 : cd_lua_check_finite_number(L, 3, "rotation");
        shape = cd_box2(center, half, angle, optional_radius(L, 4));
    } else {
        cd_quat rotation = unrotated ? (cd_quat){0, 0, 0, 1} : cd_lua_check_quat(L, 3, "rotation");
        shape = cd_box(center, half, rotation, optional_radius(L, 4));
    }
    return cd_lua_push_valid(L, &shape, 0,
                             CD_NAMES("center", "half_extents", "rotation", "radius"));
}

static int new_triangle(lua_State *L) {
    int dim = 0;
    cd_vec a = cd_lua_check_in_range(L, 1, "a", &dim), b = cd_lua_check_in_range(L, 2, "b", &dim),
           c = cd_lua_check_in_range(L, 3, "c", &dim);
    cd_shape shape = cd_triangle(dim, a, b, c, optional_radius(L, 4));
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("a", "b", "c", "radius"));
}

static int new_cylinder(lua_State *L) {
    int dim = 3;
    cd_vec a = cd_lua_check_in_range(L, 1, "a", &dim), b = cd_lua_check_in_range(L, 2, "b", &dim);
    cd_shape shape = cd_cylinder(a, b, cd_lua_check_number(L, 3, "radius"));
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("a", "b", "radius"));
}

static int new_cone(lua_State *L) {
    int dim = 3;
    cd_vec base = cd_lua_check_in_range(L, 1, "base", &dim),
           apex = cd_lua_check_in_range(L, 2, "apex", &dim);
    cd_shape shape = cd_cone(base, apex, cd_lua_check_number(L, 3, "radius"));
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("base", "apex", "radius"));
}

/// polygon and hull. The polytope is built in scratch memory and then copied at its true size; both
/// lie in userdata.
static int new_polytope(lua_State *L, int dim) {
    int count;
    double radius = optional_radius(L, 2);
    const cd_vec *points = cd_lua_check_points(L, 1, "points", &dim, &count);
    void *scratch = lua_newuserdatauv(L, cd_polytope_size(count), 0);
    size_t used = 0;
    const cd_polytope *built = cd_polytope_build(dim, points, count, scratch, &used);
    const cd_polytope *core = cd_polytope_copy(built, lua_newuserdatauv(L, used, 0));
    cd_shape shape = cd_polytope_shape(core, radius);
    return cd_lua_push_valid(L, &shape, -1, CD_NAMES("points", "radius"));
}

static int new_polygon(lua_State *L) { return new_polytope(L, 2); }

static int new_hull(lua_State *L) { return new_polytope(L, 3); }

static int bounding_sphere(lua_State *L) {
    int dim = 0, count;
    const cd_vec *points = cd_lua_check_points(L, 1, "points", &dim, &count);
    int *order = lua_newuserdatauv(L, (size_t)count * sizeof *order, 0);
    cd_shape shape = cd_bounding_sphere(dim, points, count, order);
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("points"));
}

static int bounding_box(lua_State *L) {
    int dim = 0, count;
    const cd_vec *points = cd_lua_check_points(L, 1, "points", &dim, &count);
    cd_shape shape = cd_bounding_box(dim, points, count);
    return cd_lua_push_valid(L, &shape, 0, CD_NAMES("points"));
}

// --------------------------------------------------------------------------------------- features

int cd_lua_push_edges(lua_State *L, const cd_shape *s) {
    const cd_polytope *p = s->kind == CD_TRIANGLE ? NULL : s->as.polytope.core;
    const int count = p != NULL ? p->edge_count : 3;
    static const int triangle[3][2] = {{0, 1}, {1, 2}, {2, 0}};
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        cd_lua_push_indices(L, p != NULL ? p->edges[i] : triangle[i], 2);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/// A side of an edge: it leads from a vertex to the next one around a face of a solid,
/// counter-clockwise around the first of the edge's faces.
typedef struct half_edge {
    int from, to;
} half_edge;

/// Sorts the sides of the edges by their faces; those of a face end at ends[face].
static half_edge *push_half_edges(lua_State *L, const cd_polytope *p, int **ends) {
    const size_t sides = 2 * (size_t)p->edge_count, faces = (size_t)p->face_count;
    half_edge *list = lua_newuserdatauv(L, sides * sizeof *list + (faces + 1) * sizeof(int), 0);
    int *end = *ends = (int *)(list + sides) + 1;
    memset(end - 1, 0, (faces + 1) * sizeof *end);
    for (int i = 0; i < p->edge_count; i++)
        for (int k = 0; k < 2; k++)
            end[p->edge_faces[i][k]]++;
    for (int f = 1; f < p->face_count; f++)
        end[f] += end[f - 1];
    for (int f = p->face_count - 1; f > 0; f--)
        end[f] = end[f - 1];
    end[0] = 0;
    for (int i = 0; i < p->edge_count; i++)
        for (int k = 0; k < 2; k++)
            list[end[p->edge_faces[i][k]]++] = (half_edge){p->edges[i][k], p->edges[i][1 - k]};
    return list;
}

/// Pushes the vertices around a face, whose sides are a ring.
static void push_face(lua_State *L, const half_edge *sides, int count) {
    lua_createtable(L, count, 0);
    for (int i = 0, at = sides[0].from; i < count; i++) {
        lua_pushinteger(L, at + 1);
        lua_rawseti(L, -2, i + 1);
        int k = 0;
        while (k < count - 1 && sides[k].from != at)
            k++;
        at = sides[k].to;
    }
}

/// A flat shape has one face, all its vertices.
static void push_flat_face(lua_State *L, int vertices) {
    lua_createtable(L, vertices, 0);
    for (int i = 1; i <= vertices; i++) {
        lua_pushinteger(L, i);
        lua_rawseti(L, -2, i);
    }
}

int cd_lua_push_faces(lua_State *L, const cd_shape *s) {
    const cd_polytope *p = s->kind == CD_TRIANGLE ? NULL : s->as.polytope.core;
    const int faces = s->dim == 2 ? 0 : p != NULL ? p->face_count : 1;
    lua_createtable(L, faces, 0);
    if (faces == 1) {
        push_flat_face(L, p != NULL ? p->vertex_count : 3);
        lua_rawseti(L, -2, 1);
    }
    if (faces <= 1)
        return 1;
    int *ends;
    const half_edge *list = push_half_edges(L, p, &ends);
    for (int face = 0; face < faces; face++) {
        const int begin = face > 0 ? ends[face - 1] : 0;
        push_face(L, list + begin, ends[face] - begin);
        lua_rawseti(L, -3, face + 1);
    }
    lua_pop(L, 1);
    return 1;
}

const cd_lua_function cd_lua_shape_functions[] = {
    {"point", new_point, 0},
    {"sphere", new_sphere, 0},
    {"circle", new_sphere, 0},
    {"segment", new_segment, 0},
    {"capsule", new_capsule, 0},
    {"line", new_line, 0},
    {"plane", new_plane, 0},
    {"aabb", new_aabb, 0},
    {"box", new_box, 0},
    {"triangle", new_triangle, 0},
    {"polygon", new_polygon, 0},
    {"hull", new_hull, 0},
    {"cylinder", new_cylinder, 0},
    {"cone", new_cone, 0},
    {"bounding_sphere", bounding_sphere, 0},
    {"bounding_box", bounding_box, 0},
    {NULL, NULL, 0},
};
