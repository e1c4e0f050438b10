// See lua_text.h. As tostring of a shape writes it, but exact and over several lines.
#include "view/inspect/lua_text.h"

#include "view/inspect/describe.h"

#include <stdio.h>
#include <string.h>

void cd_spell(const cd_speller *w, const char *text) {
    cd_bytes_append(w->out, text, strlen(text));
}

static void put(const cd_speller *w, const char *text) { cd_spell(w, text); }

void cd_spell_number(const cd_speller *w, double x) {
    char text[40];
    if (x == trunc(x) && fabs(x) < 1e6 && !(x == 0 && signbit(x)))
        snprintf(text, sizeof text, "%.0f", x);
    else if (isinf(x))
        snprintf(text, sizeof text, "%smath.huge", x < 0 ? "-" : "");
    else
        snprintf(text, sizeof text, "%a", x);
    put(w, text);
}

void cd_spell_vec(const cd_speller *w, cd_vec v, int dim) {
    put(w, "vec(");
    cd_spell_number(w, v.x);
    put(w, ", ");
    cd_spell_number(w, v.y);
    if (dim == 3) {
        put(w, ", ");
        cd_spell_number(w, v.z);
    }
    put(w, ")");
}

// ---------------------------------------------------------------------------------------- shapes

static void put_vertices(const cd_speller *w, const cd_vec *vertices, int count, int dim) {
    put(w, "({\n");
    for (int i = 0; i < count; i++) {
        put(w, "        ");
        cd_spell_vec(w, vertices[i], dim);
        put(w, ",\n");
    }
    put(w, "    }");
}

static void put_moved(const cd_speller *w, cd_vec by, int dim, cd_shape *made) {
    if (cd_is_zero(by))
        return;
    put(w, ":moved(");
    cd_spell_vec(w, by, dim);
    put(w, ")");
    cd_shape_move(made, by);
}

static bool put_polytope(const cd_speller *w, const cd_shape *s, cd_shape *made) {
    const cd_polytope *core = s->as.polytope.core;
    void *memory = cd_arena_alloc(w->arena, cd_polytope_size(core->vertex_count));
    put_vertices(w, core->vertices, core->vertex_count, s->dim);
    if (s->radius > 0) {
        put(w, ", ");
        cd_spell_number(w, s->radius);
    }
    put(w, ")");
    if (memory == NULL)
        return false;
    *made = cd_polytope_shape(
        cd_polytope_build(s->dim, core->vertices, core->vertex_count, memory, NULL), s->radius);
    put_moved(w, s->as.polytope.offset, s->dim, made);
    return true;
}

static bool put_mesh(const cd_speller *w, const cd_shape *s, cd_shape *made) {
    const cd_set *set = s->as.set.core;
    char text[64];
    put_vertices(w, set->vertices, set->vertex_count, s->dim);
    put(w, ", {\n");
    for (int i = 0; i < set->part_count; i++) {
        const int *k = set->triangles[i];
        snprintf(text, sizeof text, "        { %d, %d, %d },\n", k[0] + 1, k[1] + 1, k[2] + 1);
        put(w, text);
    }
    put(w, "    })");
    void *memory = cd_arena_alloc(w->arena, cd_mesh_size(set->vertex_count, set->part_count));
    if (memory == NULL)
        return false;
    *made = cd_set_shape(cd_mesh_build(s->dim, set->vertices, set->vertex_count, set->triangles,
                                       set->part_count, memory, NULL));
    put_moved(w, s->as.set.offset, s->dim, made);
    return true;
}

static bool put_compound(const cd_speller *w, const cd_shape *s, cd_shape *made) {
    const cd_set *set = s->as.set.core;
    cd_shape *parts = cd_arena_alloc(w->arena, (size_t)set->part_count * sizeof *parts);
    if (parts == NULL)
        return false;
    put(w, "({\n");
    for (int i = 0; i < set->part_count; i++) {
        put(w, "    ");
        if (!cd_spell_shape(w, &set->shapes[i], &parts[i]))
            return false;
        put(w, ",\n");
    }
    put(w, "    })");
    void *memory = cd_arena_alloc(w->arena, cd_compound_size(parts, set->part_count));
    if (memory == NULL)
        return false;
    *made = cd_set_shape(cd_compound_build(parts, set->part_count, memory, NULL));
    put_moved(w, s->as.set.offset, s->dim, made);
    return true;
}

/// "(a, b", and the numbers that follow.
static void put_points(const cd_speller *w, const cd_vec *points, int count, int dim) {
    put(w, "(");
    for (int i = 0; i < count; i++) {
        put(w, i > 0 ? ", " : "");
        cd_spell_vec(w, points[i], dim);
    }
}

/// An unrotated box moves its corners, its centre and its half extents each for itself. The corners
/// are the truth, but where the centre gives them back exactly, it is written as it was made.
static void put_box(const cd_speller *w, const cd_shape *s, cd_shape *made) {
    const cd_shape corners = cd_aabb(s->dim, s->as.box.min, s->as.box.max);
    const cd_vec center = s->as.box.center, half = s->as.box.half;
    *made = s->dim == 2 ? cd_box2(center, half, s->as.box.angle, s->radius)
                        : cd_box(center, half, cd_quat_normalized(s->as.box.rotation), s->radius);
    const bool same_middle =
        cd_equal(corners.as.box.center, center) && cd_equal(corners.as.box.half, half);
    const bool same_corners =
        cd_equal(made->as.box.min, s->as.box.min) && cd_equal(made->as.box.max, s->as.box.max);
    if (!s->as.box.rotated && (same_middle || !same_corners)) {
        put(w, "aabb");
        put_points(w, (cd_vec[]){s->as.box.min, s->as.box.max}, 2, s->dim);
        *made = corners;
        made->radius = s->radius;
    } else {
        put(w, "box");
        put_points(w, (cd_vec[]){center, half}, 2, s->dim);
        if (s->as.box.rotated && s->dim == 2) {
            put(w, ", ");
            cd_spell_number(w, s->as.box.angle);
        } else if (s->as.box.rotated) {
            const cd_quat q = s->as.box.rotation;
            const double parts[] = {q.x, q.y, q.z, q.w};
            for (int i = 0; i < 4; i++) {
                put(w, i > 0 ? ", " : ", collide.quat(");
                cd_spell_number(w, parts[i]);
            }
            put(w, ")");
        } else if (s->radius > 0) {
            put(w, ", nil");
        }
    }
}

bool cd_spell_shape(const cd_speller *w, const cd_shape *s, cd_shape *made) {
    const int dim = s->dim;
    double radius = s->radius;
    bool round = radius > 0; // the radius is written
    *made = *s;
    put(w, "collide.");
    if (s->kind != CD_BOX)
        put(w, cd_kind_name(s->kind));
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        put_points(w, &s->as.center, 1, dim);
        break;
    case CD_SEGMENT:
    case CD_CAPSULE:
        put_points(w, (cd_vec[]){s->as.segment.a, s->as.segment.b}, 2, dim);
        break;
    case CD_LINE:
        put_points(w, (cd_vec[]){s->as.line.point, s->as.line.direction}, 2, dim);
        *made = cd_line(dim, s->as.line.point, s->as.line.direction, radius);
        break;
    case CD_PLANE:
        put_points(w, &s->as.plane.normal, 1, dim);
        put(w, ", ");
        cd_spell_number(w, s->as.plane.offset);
        *made = cd_plane(dim, s->as.plane.normal, s->as.plane.offset);
        break;
    case CD_BOX:
        put_box(w, s, made);
        break;
    case CD_TRIANGLE:
        put_points(w, s->as.triangle.v, 3, dim);
        break;
    case CD_CYLINDER:
    case CD_CONE:
        put_points(w, (cd_vec[]){s->as.curved.a, s->as.curved.b}, 2, dim);
        radius = s->as.curved.radius;
        break;
    case CD_POLYGON:
    case CD_HULL:
        return put_polytope(w, s, made);
    case CD_MESH:
        return put_mesh(w, s, made);
    case CD_COMPOUND:
        return put_compound(w, s, made);
    case CD_KIND_COUNT:
        return false;
    }
    if (round || s->kind == CD_SPHERE || s->kind == CD_CAPSULE || cd_is_curved(s)) {
        put(w, ", ");
        cd_spell_number(w, radius);
    }
    put(w, ")");
    return true;
}

int cd_spell_lines(const cd_shape *s) {
    if (s->kind == CD_POLYGON || s->kind == CD_HULL)
        return s->as.polytope.core->vertex_count;
    if (!cd_is_set(s))
        return 0;
    int count = s->as.set.core->part_count + s->as.set.core->vertex_count;
    for (int i = 0; s->kind == CD_COMPOUND && i < s->as.set.core->part_count; i++)
        count += cd_spell_lines(&s->as.set.core->shapes[i]);
    return count;
}
