// The layout of a shape: kind, dimension, radius, then the fields of its kind. The first shape of a
// message that refers to a polytope is followed by all its features, any later one by its number;
// likewise a set, but without its BVH, which the reader builds again. What is read is checked, the
// indices against their arrays and the whole by cd_shape_error, so that every function of the core
// may be called with it.
#include "record/shape_layout.h"

#include <string.h>

/// The numbers that announce a polytope or set which the message has not had before.
enum { NEW_POLYTOPE = 0xFFFF, NEW_SET = 0xFFFF };

_Static_assert((int)CD_CODEC_POLYTOPES < (int)NEW_POLYTOPE && (int)CD_CODEC_SETS < (int)NEW_SET,
               "no number of a polytope or set announces a new one");

static bool same_polytope(const cd_polytope *a, const cd_polytope *b) {
    return a == b ||
           (a->dim == b->dim && a->vertex_count == b->vertex_count &&
            a->edge_count == b->edge_count && a->face_count == b->face_count &&
            a->point_count == b->point_count &&
            memcmp(a->vertices, b->vertices, (size_t)a->vertex_count * sizeof *a->vertices) == 0);
}

/// The number of a polytope that the message has had before, else NEW_POLYTOPE.
static int known_polytope(const cd_codec *c, const cd_polytope *polytope) {
    for (int i = c->polytope_count - 1; i >= 0; i--)
        if (same_polytope(c->polytopes[i], polytope))
            return i;
    return NEW_POLYTOPE;
}

static void require_index(cd_codec *c, int index, int count) {
    cd_code_require(c, index >= 0 && index < count);
}

/// The arrays of a polytope: those of `p` are written, or `p` gets those that are read.
static void code_features(cd_codec *c, cd_polytope *p) {
    const size_t vec_size = (size_t)p->dim * sizeof(double);
    cd_vec *vertices = cd_code_array(c, p->vertices, &p->vertex_count, sizeof(cd_vec), vec_size);
    for (int i = 0; i < p->vertex_count; i++) {
        cd_code_vec(c, &vertices[i], p->dim);
        cd_code_require(c, cd_is_in_range(vertices[i]));
        p->size = fmax(p->size, cd_max_abs(vertices[i]));
    }
    cd_code_int(c, &p->point_count);
    cd_code_require(c, p->point_count >= p->vertex_count);
    int(*edges)[2] = cd_code_array(c, p->edges, &p->edge_count, sizeof(int[2]), 2 * 4);
    for (int i = 0; i < p->edge_count; i++) {
        for (int end = 0; end < 2; end++) {
            cd_code_int(c, &edges[i][end]);
            require_index(c, edges[i][end], p->vertex_count);
        }
    }
    // A solid has the faces at both sides of each edge.
    int sides = p->edge_faces && p->face_count > 1 ? p->edge_count : 0;
    int(*edge_faces)[2] = cd_code_array(c, p->edge_faces, &sides, sizeof(int[2]), 2 * 4);
    cd_code_require(c, sides == 0 || sides == p->edge_count);
    for (int i = 0; i < sides; i++) {
        cd_code_int(c, &edge_faces[i][0]);
        cd_code_int(c, &edge_faces[i][1]);
    }
    // Each face has a normal, and one vertex in the array behind.
    cd_vec *normals = cd_code_array(c, p->face_normals, &p->face_count, sizeof(cd_vec), 3 * 8 + 4);
    for (int i = 0; i < p->face_count; i++) {
        cd_code_finite_vec(c, &normals[i], 3);
    }
    int face_count = p->face_count;
    int *face_vertices = cd_code_array(c, p->face_vertices, &face_count, sizeof(int), 4);
    cd_code_require(c, face_count == p->face_count);
    for (int i = 0; i < face_count; i++) {
        cd_code_int(c, &face_vertices[i]);
        require_index(c, face_vertices[i], p->vertex_count);
    }
    for (int i = 0; i < sides; i++) {
        require_index(c, edge_faces[i][0], face_count);
        require_index(c, edge_faces[i][1], face_count);
    }
    if (!c->out) {
        p->vertices = vertices;
        p->edges = (const int(*)[2])edges;
        p->edge_faces = sides > 0 ? (const int(*)[2])edge_faces : NULL;
        p->face_normals = normals;
        p->face_vertices = face_vertices;
    }
}

static void remember_polytope(cd_codec *c, const cd_polytope *polytope) {
    if (c->polytope_count < CD_CODEC_POLYTOPES)
        c->polytopes[c->polytope_count++] = polytope;
}

void cd_code_polytope(cd_codec *c, const cd_polytope **core, int dim) {
    if (c->references) {
        *core = cd_code_pointer(c, CD_REFERENCE_POLYTOPE, *core);
        return;
    }
    int number = c->out ? known_polytope(c, *core) : 0;
    cd_code_int(c, &number);
    if (number != NEW_POLYTOPE) {
        require_index(c, number, c->polytope_count);
        if (!c->out && !c->failed) {
            *core = c->polytopes[number];
            cd_code_require(c, (*core)->dim == dim);
        }
        return;
    }
    cd_polytope copy = {.dim = dim};
    if (c->out)
        copy = **core;
    code_features(c, &copy);
    cd_code_require(c, copy.vertex_count > 0);
    if (c->out) {
        remember_polytope(c, *core);
    } else if (!c->failed) {
        cd_polytope *kept = cd_arena_alloc(c->arena, sizeof *kept);
        cd_code_require(c, kept != NULL);
        if (!kept)
            return;
        *kept = copy;
        *core = kept;
        remember_polytope(c, kept);
    }
}

// ------------------------------------------------------------------------------------------- sets

static void remember_set(cd_codec *c, const cd_set *set) {
    if (c->set_count < CD_CODEC_SETS)
        c->sets[c->set_count++] = set;
}

static int known_set(const cd_codec *c, const cd_set *set) {
    for (int i = c->set_count - 1; i >= 0; i--)
        if (c->sets[i] == set)
            return i;
    return NEW_SET;
}

/// The mesh of the frame before that has these vertices and triangles; NULL: none has.
static const cd_set *same_mesh(const cd_frame *before, const cd_set *mesh) {
    for (int i = 0; before != NULL && i < before->shape_count; i++) {
        const cd_shape *shape = &before->shapes[i].shape;
        const cd_set *set = cd_is_mesh(shape) ? shape->as.set.core : NULL;
        if (set != NULL && set->dim == mesh->dim && set->vertex_count == mesh->vertex_count &&
            set->part_count == mesh->part_count &&
            memcmp(set->vertices, mesh->vertices,
                   (size_t)mesh->vertex_count * sizeof *mesh->vertices) == 0 &&
            memcmp(set->triangles, mesh->triangles,
                   (size_t)mesh->part_count * sizeof *mesh->triangles) == 0)
            return set;
    }
    return NULL;
}

/// Lays a mesh in the arena that has been read: its BVH is copied, or else built. NULL if memory
/// ran out.
static const cd_set *lay_mesh(cd_codec *c, const cd_set *read) {
    const cd_set *same = same_mesh(c->before, read);
    void *memory =
        cd_arena_alloc(c->arena, same != NULL ? cd_set_used(same)
                                              : cd_mesh_size(read->vertex_count, read->part_count));
    if (memory == NULL)
        return NULL;
    return same != NULL ? cd_set_copy(same, memory)
                        : cd_mesh_build(read->dim, read->vertices, read->vertex_count,
                                        read->triangles, read->part_count, memory, NULL);
}

static const cd_set *code_mesh(cd_codec *c, cd_set mesh) {
    const size_t vec_size = (size_t)mesh.dim * sizeof(double);
    cd_vec *vertices =
        cd_code_array(c, mesh.vertices, &mesh.vertex_count, sizeof(cd_vec), vec_size);
    for (int i = 0; i < mesh.vertex_count; i++) {
        cd_code_vec(c, &vertices[i], mesh.dim);
        cd_code_require(c, cd_is_in_range(vertices[i]));
    }
    int(*triangles)[3] = cd_code_array(c, mesh.triangles, &mesh.part_count, sizeof(int[3]), 3 * 4);
    for (int i = 0; i < mesh.part_count; i++) {
        for (int k = 0; k < 3; k++) {
            cd_code_int(c, &triangles[i][k]);
            require_index(c, triangles[i][k], mesh.vertex_count);
        }
    }
    cd_code_require(c, mesh.part_count > 0);
    if (c->out || c->failed)
        return NULL;
    mesh.vertices = vertices;
    mesh.triangles = (const int(*)[3])triangles;
    return lay_mesh(c, &mesh);
}

/// The fewest bytes of a part: kind, dimension, radius.
enum { LEAST_PART = 1 + 1 + 8 };

static const cd_set *code_compound(cd_codec *c, cd_set compound) {
    cd_code_require(c, !c->in_compound); // no part is a compound, so the recursion ends
    if (c->failed)
        return NULL;
    c->in_compound = true;
    cd_shape *parts =
        cd_code_array(c, compound.shapes, &compound.part_count, sizeof(cd_shape), LEAST_PART);
    for (int i = 0; i < compound.part_count && !c->failed; i++) {
        cd_code_shape(c, &parts[i]);
        cd_code_require(c, parts[i].dim == compound.dim);
    }
    c->in_compound = false;
    cd_code_require(c, compound.part_count > 0);
    if (c->out || c->failed)
        return NULL;
    void *memory = cd_arena_alloc(c->arena, cd_compound_size(parts, compound.part_count));
    return memory ? cd_compound_build(parts, compound.part_count, memory, NULL) : NULL;
}

void cd_code_set(cd_codec *c, const cd_set **core, int dim, bool compound) {
    if (c->references) {
        *core = cd_code_pointer(c, CD_REFERENCE_SET, *core);
        return;
    }
    int number = c->out ? known_set(c, *core) : 0;
    cd_code_int(c, &number);
    if (number != NEW_SET) {
        require_index(c, number, c->set_count);
        if (!c->out && !c->failed)
            *core = c->sets[number];
        return;
    }
    const cd_set source = c->out ? **core : (cd_set){.dim = dim};
    const cd_set *read = (compound ? code_compound : code_mesh)(c, source);
    cd_code_require(c, read != NULL);
    if (!c->out)
        *core = read;
    if (!c->failed)
        remember_set(c, *core);
}

static void code_box(cd_codec *c, cd_shape *shape) {
    static const cd_vec unit[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const cd_quat identity = {0, 0, 0, 1};
    cd_code_vec(c, &shape->as.box.center, shape->dim);
    cd_code_vec(c, &shape->as.box.half, shape->dim);
    cd_code_vec(c, &shape->as.box.min, shape->dim);
    cd_code_vec(c, &shape->as.box.max, shape->dim);
    cd_code_bool(c, &shape->as.box.rotated);
    cd_code_bool(c, &shape->as.box.corners);
    // Most boxes are not rotated and need none of these 14 numbers.
    bool plain = memcmp(shape->as.box.axes, unit, sizeof unit) == 0 &&
                 memcmp(&shape->as.box.rotation, &identity, sizeof identity) == 0 &&
                 shape->as.box.angle == 0 && !signbit(shape->as.box.angle);
    cd_code_bool(c, &plain);
    if (plain && !c->out) {
        memcpy(shape->as.box.axes, unit, sizeof unit);
        shape->as.box.rotation = identity;
    }
    if (plain)
        return;
    for (int i = 0; i < 3; i++)
        cd_code_vec(c, &shape->as.box.axes[i], 3);
    cd_code_double(c, &shape->as.box.rotation.x);
    cd_code_double(c, &shape->as.box.rotation.y);
    cd_code_double(c, &shape->as.box.rotation.z);
    cd_code_double(c, &shape->as.box.rotation.w);
    cd_code_double(c, &shape->as.box.angle);
}

static void code_core(cd_codec *c, cd_shape *shape) {
    const int dim = shape->dim;
    switch (shape->kind) {
    case CD_POINT:
    case CD_SPHERE:
        cd_code_vec(c, &shape->as.center, dim);
        break;
    case CD_SEGMENT:
    case CD_CAPSULE:
        cd_code_vec(c, &shape->as.segment.a, dim);
        cd_code_vec(c, &shape->as.segment.b, dim);
        break;
    case CD_LINE:
        cd_code_vec(c, &shape->as.line.point, dim);
        cd_code_vec(c, &shape->as.line.direction, dim);
        break;
    case CD_PLANE:
        cd_code_vec(c, &shape->as.plane.normal, dim);
        cd_code_double(c, &shape->as.plane.offset);
        break;
    case CD_BOX:
        code_box(c, shape);
        break;
    case CD_TRIANGLE:
        for (int i = 0; i < 3; i++)
            cd_code_vec(c, &shape->as.triangle.v[i], dim);
        break;
    case CD_POLYGON:
    case CD_HULL:
        cd_code_vec(c, &shape->as.polytope.offset, dim);
        cd_code_polytope(c, &shape->as.polytope.core, dim);
        break;
    case CD_CYLINDER:
    case CD_CONE:
        cd_code_vec(c, &shape->as.curved.a, dim);
        cd_code_vec(c, &shape->as.curved.b, dim);
        cd_code_double(c, &shape->as.curved.radius);
        break;
    case CD_MESH:
    case CD_COMPOUND:
    case CD_SOLID:
        cd_code_vec(c, &shape->as.set.offset, dim);
        cd_code_set(c, &shape->as.set.core, dim, shape->kind == CD_COMPOUND);
        break;
    }
}

void cd_code_shape(cd_codec *c, cd_shape *shape) {
    shape->kind = (cd_kind)cd_code_kind(c, (int)shape->kind, CD_KIND_COUNT);
    cd_code_dim(c, &shape->dim);
    cd_code_double(c, &shape->radius);
    if (c->failed)
        return;
    code_core(c, shape);
    if (!c->out && !c->failed)
        cd_code_require(c, cd_shape_error(shape) == NULL);
}
