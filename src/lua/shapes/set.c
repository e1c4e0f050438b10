// Meshes and compounds: their constructors and fields. The user value of such a shape is the
// userdata that holds its set, as that of a hull is the one that holds its polytope. The user value
// of a compound's set is in turn a table: index of a part -> the userdata that the part refers to.
#include "lua/shapes/set.h"

#include "lua/shapes/shape.h"
#include "lua/values/check.h"
#include "lua/values/class.h"
#include "lua/values/handle.h"

#include <assert.h>

/// The most parts of a set: few enough that its nodes and indices fit in an int.
enum { MAX_PARTS = 10000000 };

/// The most points of an outline.
enum { MAX_OUTLINE = 1000000 };

// ------------------------------------------------------------------------------------------- mesh

/// Pops the index of one of `count` vertices; returns it from 0. corner: -1 in a flat list.
static int check_index(lua_State *L, int triangle, int corner, int count) {
    lua_Integer i = cd_lua_read_integer(L, -1, 0);
    if (i < 1 || i > count) {
        const char *came = cd_lua_describe(L, -1);
        if (corner < 0)
            cd_lua_argument_error(L, 2, "triangles[%d] must be an integer from 1 to %d, got %s",
                                  triangle + 1, count, came);
        cd_lua_argument_error(L, 2, "triangles[%d][%d] must be an integer from 1 to %d, got %s",
                              triangle + 1, corner + 1, count, came);
    }
    lua_pop(L, 1);
    return (int)i - 1;
}

/// Reads argument 2 as a flat list of indices.
static void read_flat(lua_State *L, int (*triangles)[3], int count, int vertices) {
    for (int i = 0; i < 3 * count; i++) {
        lua_rawgeti(L, 2, i + 1);
        triangles[i / 3][i % 3] = check_index(L, i, -1, vertices);
    }
}

/// Reads argument 2 as a list of { i, j, k }.
static void read_triples(lua_State *L, int (*triangles)[3], int count, int vertices) {
    for (int i = 0; i < count; i++) {
        if (lua_rawgeti(L, 2, i + 1) != LUA_TTABLE || lua_rawlen(L, -1) != 3)
            cd_lua_argument_error(L, 2, "triangles[%d] must be a table of 3 indices, got %s", i + 1,
                                  cd_lua_describe(L, -1));
        for (int k = 0; k < 3; k++) {
            lua_rawgeti(L, -1, k + 1);
            triangles[i][k] = check_index(L, i, k, vertices);
        }
        lua_pop(L, 1);
    }
}

/// The triangles of argument 2, in a userdata that is pushed.
static int (*check_triangles(lua_State *L, int vertices, int *count))[3] {
    if (!lua_istable(L, 2))
        cd_lua_type_error(L, 2, "triangles", "a table of indices");
    lua_Unsigned length = lua_rawlen(L, 2);
    bool flat = lua_rawgeti(L, 2, 1) == LUA_TNUMBER;
    lua_pop(L, 1);
    lua_Unsigned triangles = flat ? length / 3 : length;
    if (flat && length % 3 != 0)
        cd_lua_argument_error(L, 2, "triangles must have 3 indices each, got %I indices",
                              (LUAI_UACINT)length);
    if (triangles == 0 || triangles > MAX_PARTS)
        cd_lua_argument_error(L, 2, "triangles must have 1 to %d elements, got %I", (int)MAX_PARTS,
                              (LUAI_UACINT)triangles);
    *count = (int)triangles;
    int(*list)[3] = lua_newuserdatauv(L, triangles * sizeof *list, 0);
    (flat ? read_flat : read_triples)(L, list, *count, vertices);
    return list;
}

static int new_mesh(lua_State *L) {
    int dim = 0, vertex_count, count;
    bool given = !lua_isnone(L, 2);
    const cd_vec *vertices = cd_lua_check_points(L, 1, "vertices", &dim, &vertex_count);
    if (!given) // the vertices were pushed as argument 2
        return cd_lua_argument_error(L, 2, "triangles must be a table of indices, got no value");
    int(*triangles)[3] = check_triangles(L, vertex_count, &count);
    size_t used;
    void *scratch = lua_newuserdatauv(L, cd_mesh_size(vertex_count, count), 0);
    const cd_set *built = cd_mesh_build(dim, vertices, vertex_count, (const int(*)[3])triangles,
                                        count, scratch, &used);
    const cd_set *set = cd_set_copy(built, lua_newuserdatauv(L, used, 0));
    cd_shape shape = cd_set_shape(set);
    return cd_lua_push_valid(L, &shape, -1, CD_NAMES("vertices", "triangles"));
}

// ------------------------------------------------------------------------------------------ solid

static int raise_flaw(lua_State *L, const cd_solid_flaw *flaw) {
    const int from = flaw->from + 1, to = flaw->to + 1, triangle = flaw->triangle + 1;
    if (flaw->verdict == CD_SOLID_REPEATED)
        return cd_lua_argument_error(L, 1,
                                     "mesh must have each triangle once, but triangles %d and %d "
                                     "are the same (edge from vertex %d to %d)",
                                     flaw->other + 1, triangle, from, to);
    if (flaw->verdict == CD_SOLID_TURNED)
        return cd_lua_argument_error(L, 1,
                                     "mesh must be turned one way, but triangles %d and %d both "
                                     "have an edge from vertex %d to %d",
                                     triangle, flaw->other + 1, from, to);
    return cd_lua_argument_error(L, 1,
                                 "mesh must be closed, but the edge from vertex %d to %d of "
                                 "triangle %d is open",
                                 from, to, triangle);
}

/// solid(mesh)
static int new_solid(lua_State *L) {
    const cd_shape_object *object = cd_lua_to(L, 1, TYPE_SHAPE);
    lua_settop(L, 1);
    if (object == NULL)
        return cd_lua_type_error(L, 1, "mesh", "a mesh");
    if (object->shape.kind != CD_MESH)
        return cd_lua_argument_error(L, 1, "mesh must be a mesh, got a %s",
                                     cd_kind_name(object->shape.kind));
    const cd_shape mesh = object->shape;
    if (mesh.dim != 3)
        return cd_lua_argument_error(L, 1, "mesh must be 3D, got a 2D mesh, which is filled");
    cd_shape solid;
    cd_solid_flaw flaw;
    void *memory = lua_newuserdatauv(L, cd_solid_size(&mesh), 0);
    if (!cd_solid_build(&mesh, memory, &solid, &flaw))
        return raise_flaw(L, &flaw);
    if (solid.as.set.core == mesh.as.set.core) {
        lua_getiuservalue(L, 1, 1);
    } else {
        const cd_set *turned = solid.as.set.core;
        solid.as.set.core = cd_set_copy(turned, lua_newuserdatauv(L, cd_set_used(turned), 0));
    }
    return cd_lua_push_valid(L, &solid, -1, CD_NAMES("mesh"));
}

// --------------------------------------------------------------------------------------- compound

/// Pushes the userdata that a part refers to. core: index of the userdata that the shape refers to;
/// if that is not the set of a compound, the part refers to it as well.
static void push_reference(lua_State *L, int core, int part) {
    core = lua_absindex(L, core);
    if (lua_getiuservalue(L, core, 1) != LUA_TTABLE) {
        lua_pop(L, 1);
        lua_pushvalue(L, core);
        return;
    }
    lua_rawgeti(L, -1, part + 1);
    lua_remove(L, -2);
}

/// Stores what the parts of the shape on the top refer to in the table `references`, from at + 1
/// on; returns the number of parts.
static int refer(lua_State *L, int references, int at) {
    const cd_shape *shape = &((const cd_shape_object *)lua_touserdata(L, -1))->shape;
    if (!cd_lua_refers(shape))
        return 1;
    lua_getiuservalue(L, -1, 1);
    int parts = shape->kind == CD_COMPOUND ? cd_shape_part_count(shape) : 0;
    for (int i = 0; i < parts; i++) {
        const cd_shape part = cd_shape_part(shape, i);
        if (!cd_lua_refers(&part))
            continue;
        push_reference(L, -1, i);
        lua_rawseti(L, references, at + i + 1);
    }
    if (parts > 0)
        lua_pop(L, 1);
    else
        lua_rawseti(L, references, at + 1);
    return parts > 0 ? parts : 1;
}

/// Copies the shapes of argument 1. Pushes the userdata that holds the copies, and the table of
/// what their parts refer to.
static const cd_shape *check_shapes(lua_State *L, int *count) {
    if (!lua_istable(L, 1))
        cd_lua_type_error(L, 1, "shapes", "a table of shapes");
    lua_Unsigned length = lua_rawlen(L, 1);
    if (length == 0 || length > MAX_PARTS)
        cd_lua_argument_error(L, 1, "shapes must have 1 to %d elements, got %I", (int)MAX_PARTS,
                              (LUAI_UACINT)length);
    *count = (int)length;
    cd_shape *shapes = lua_newuserdatauv(L, length * sizeof *shapes, 0);
    lua_newtable(L);
    const int references = lua_gettop(L);
    lua_Integer parts = 0;
    for (int i = 0; i < *count; i++) {
        lua_rawgeti(L, 1, i + 1);
        cd_lua_element_to_shape(L, 1, "shapes", i);
        const cd_shape_object *object = cd_lua_to(L, -1, TYPE_SHAPE);
        if (object == NULL)
            cd_lua_argument_error(L, 1, "shapes[%d] must be a shape, got %s", i + 1,
                                  cd_lua_describe(L, -1));
        shapes[i] = object->shape;
        if (shapes[i].dim != shapes[0].dim)
            cd_lua_argument_error(L, 1, "shapes[%d] must be %dD like the first, got a %dD shape",
                                  i + 1, shapes[0].dim, shapes[i].dim);
        parts += refer(L, references, (int)parts);
        if (parts > MAX_PARTS)
            cd_lua_argument_error(L, 1, "shapes must have at most %d parts", (int)MAX_PARTS);
        lua_pop(L, 1);
    }
    return shapes;
}

/// Pushes the compound of some shapes; the table of what they refer to is on the top.
static int push_compound(lua_State *L, const cd_shape *shapes, int count,
                         const char *const *names) {
    size_t used;
    const int references = lua_gettop(L);
    void *scratch = lua_newuserdatauv(L, cd_compound_size(shapes, count), 0);
    const cd_set *built = cd_compound_build(shapes, count, scratch, &used);
    const cd_set *set = cd_set_copy(built, lua_newuserdatauv(L, used, 1));
    lua_pushvalue(L, references);
    lua_setiuservalue(L, -2, 1);
    cd_shape shape = cd_set_shape(set);
    return cd_lua_push_valid(L, &shape, -1, names);
}

static int new_compound(lua_State *L) {
    int count;
    const cd_shape *shapes = check_shapes(L, &count);
    return push_compound(L, shapes, count, CD_NAMES("shapes"));
}

// ---------------------------------------------------------------------------------------- outline

/// The loops of outline(points, holes): their points, one loop after the other, in a userdata.
typedef struct {
    cd_vec *points;
    int *ends; ///< of each loop
    int loop_count;
} loops;

/// Reads the loops: pushes the userdata that hold them.
static loops check_loops(lua_State *L) {
    loops all = {.loop_count = 1};
    lua_settop(L, 2);
    if (!lua_isnil(L, 2)) {
        if (!lua_istable(L, 2))
            cd_lua_type_error(L, 2, "holes", "a table of lists of points");
        if (lua_rawlen(L, 2) > MAX_OUTLINE)
            cd_lua_argument_error(L, 2, "holes must have at most %d elements", (int)MAX_OUTLINE);
        all.loop_count += (int)lua_rawlen(L, 2);
    }
    all.ends = lua_newuserdatauv(L, (size_t)all.loop_count * sizeof *all.ends, 0);
    lua_Unsigned total = 0;
    for (int i = 0; i < all.loop_count; i++) {
        if (i == 0)
            lua_pushvalue(L, 1);
        else if (lua_rawgeti(L, 2, i) != LUA_TTABLE)
            cd_lua_argument_error(L, 2, "holes[%d] must be a table of points, got %s", i,
                                  cd_lua_describe(L, -1));
        if (!lua_istable(L, -1))
            cd_lua_type_error(L, 1, "points", "a table of points");
        total += lua_rawlen(L, -1);
        if (total > MAX_OUTLINE)
            cd_lua_argument_error(L, i == 0 ? 1 : 2, "%s must have at most %d points in all",
                                  i == 0 ? "points" : "points and holes", (int)MAX_OUTLINE);
        all.ends[i] = (int)total;
        lua_pop(L, 1);
    }
    all.points = lua_newuserdatauv(L, ((size_t)total + 1) * sizeof *all.points, 0);
    for (int i = 0, at = 0; i < all.loop_count; i++) {
        if (i == 0)
            lua_pushvalue(L, 1);
        else
            lua_rawgeti(L, 2, i);
        for (int k = 1; at < all.ends[i]; k++, at++) {
            int dim = 2;
            lua_rawgeti(L, -1, k);
            if (!cd_lua_read_vec(L, -1, &all.points[at], &dim) || !cd_is_in_range(all.points[at])) {
                const char *came = cd_lua_describe(L, -1);
                if (i == 0)
                    cd_lua_argument_error(L, 1,
                                          "points[%d] must be a 2D vector of numbers up to "
                                          "2^64, got %s",
                                          k, came);
                cd_lua_argument_error(
                    L, 2, "holes[%d][%d] must be a 2D vector of numbers up to 2^64, got %s", i, k,
                    came);
            }
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    return all;
}

/// Pushes "points[3]" or "holes[1][2]" of a point.
static const char *push_point_name(lua_State *L, const loops *all, int point) {
    int loop = 0;
    while (all->ends[loop] <= point)
        loop++;
    if (loop == 0)
        return lua_pushfstring(L, "points[%d]", point + 1);
    return lua_pushfstring(L, "holes[%d][%d]", loop, point - all->ends[loop - 1] + 1);
}

static void raise_outline(lua_State *L, const loops *all, const cd_outline *outline) {
    const int loop = outline->loop;
    if (outline->verdict == CD_OUTLINE_CROSSES) {
        const char *names[4];
        for (int i = 0; i < 4; i++)
            names[i] = push_point_name(L, all, outline->edges[i / 2][i % 2]);
        const int arg = outline->edges[0][0] < all->ends[0] ? 1 : 2;
        cd_lua_argument_error(L, arg,
                              "%s must not cross or touch itself, but the edge from %s to %s meets "
                              "the edge from %s to %s",
                              arg == 1 ? "points" : "holes", names[0], names[1], names[2],
                              names[3]);
    }
    if (outline->verdict == CD_OUTLINE_EMPTY && loop == 0)
        cd_lua_argument_error(L, 1, "points must enclose an area, got %d in one place or line",
                              all->ends[0]);
    if (outline->verdict == CD_OUTLINE_EMPTY)
        cd_lua_argument_error(L, 2, "holes[%d] must enclose an area", loop);
    cd_lua_argument_error(L, 2, "holes[%d] must lie inside the outline and outside other holes",
                          loop);
}

/// Builds a piece: a triangle, or a polygon whose core is pushed.
static cd_shape push_piece(lua_State *L, const loops *all, const int *vertices, int count,
                           cd_vec *corners, void *scratch) {
    for (int i = 0; i < count; i++)
        corners[i] = all->points[vertices[i]];
    if (count == 3) {
        lua_pushnil(L);
        return cd_triangle(2, corners[0], corners[1], corners[2], 0);
    }
    size_t used;
    const cd_polytope *core = cd_polytope_build(2, corners, count, scratch, &used);
    return cd_polytope_shape(cd_polytope_copy(core, lua_newuserdatauv(L, used, 0)), 0);
}

static int longest_piece(const cd_outline *outline) {
    int longest = 0;
    for (int i = 0; i < outline->piece_count; i++) {
        const int count = outline->starts[i + 1] - outline->starts[i];
        longest = count > longest ? count : longest;
    }
    return longest;
}

/// outline(points[, holes])
static int new_outline(lua_State *L) {
    const loops all = check_loops(L);
    void *memory = lua_newuserdatauv(L, cd_outline_size(all.ends[all.loop_count - 1]), 0);
    const cd_outline outline = cd_outline_split(all.points, all.ends, all.loop_count, memory);
    if (outline.verdict != CD_OUTLINE_SPLIT)
        raise_outline(L, &all, &outline);
    const int longest = longest_piece(&outline), count = outline.piece_count;
    cd_vec *corners = lua_newuserdatauv(L, (size_t)longest * sizeof *corners, 0);
    void *scratch = lua_newuserdatauv(L, cd_polytope_size(longest), 0);
    cd_shape *pieces = lua_newuserdatauv(L, (size_t)count * sizeof *pieces, 0);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        const int *vertices = outline.vertices + outline.starts[i];
        pieces[i] = push_piece(L, &all, vertices, outline.starts[i + 1] - outline.starts[i],
                               corners, scratch);
        lua_rawseti(L, -2, i + 1);
    }
    return push_compound(L, pieces, count, CD_NAMES("points", "holes"));
}

// ----------------------------------------------------------------------------------------- fields

int cd_lua_push_triangles(lua_State *L, const cd_shape *mesh) {
    assert(cd_is_mesh(mesh));
    const cd_set *set = mesh->as.set.core;
    lua_createtable(L, set->part_count, 0);
    for (int i = 0; i < set->part_count; i++) {
        cd_lua_push_indices(L, set->triangles[i], 3);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

int cd_lua_push_parts(lua_State *L, int index) {
    const cd_shape *shape = &((const cd_shape_object *)lua_touserdata(L, index))->shape;
    int count = cd_shape_part_count(shape);
    lua_getiuservalue(L, index, 1);
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        const cd_shape part = cd_shape_part(shape, i);
        push_reference(L, -2, i);
        cd_lua_push_owned_shape(L, &part, -1, OWNER_COMPOUND);
        lua_rawseti(L, -3, i + 1);
        lua_pop(L, 1);
    }
    lua_remove(L, -2);
    return 1;
}

const cd_lua_function cd_lua_set_functions[] = {
    {"mesh", new_mesh, 0},       {"solid", new_solid, 0}, {"compound", new_compound, 0},
    {"outline", new_outline, 0}, {NULL, NULL, 0},
};
