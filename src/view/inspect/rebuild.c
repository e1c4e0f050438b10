// See capture.h. Constructors that only copy their arguments are not called.
#include "view/inspect/capture.h"

#include "record/text/print.h"

#include <assert.h>

static void rebuild_box(const cd_shape *s, cd_shape *out) {
    const cd_vec center = s->as.box.center, half = s->as.box.half;
    if (s->as.box.corners) {
        *out = cd_aabb(s->dim, s->as.box.min, s->as.box.max);
        out->radius = s->radius;
    } else if (s->dim == 2) {
        *out = cd_box2(center, half, s->as.box.angle, s->radius);
    } else {
        *out = cd_box(center, half, cd_quat_normalized(s->as.box.rotation), s->radius);
    }
}

static bool rebuild_polytope(const cd_shape *s, cd_arena *arena, cd_shape *out) {
    const cd_polytope *core = s->as.polytope.core;
    const int count = core->vertex_count;
    void *memory = cd_arena_alloc(arena, cd_polytope_size(count));
    if (memory == NULL)
        return false;
    core = cd_polytope_build(s->dim, core->vertices, count, memory, NULL);
    *out = cd_polytope_shape(core, s->radius);
    return true;
}

static bool rebuild_mesh(const cd_shape *s, cd_arena *arena, cd_shape *out) {
    const cd_set *set = s->as.set.core;
    void *memory = cd_arena_alloc(arena, cd_mesh_size(set->vertex_count, set->part_count));
    if (memory == NULL)
        return false;
    *out = cd_set_shape(cd_mesh_build(s->dim, set->vertices, set->vertex_count, set->triangles,
                                      set->part_count, memory, NULL));
    return true;
}

static bool rebuild_compound(const cd_shape *s, cd_arena *arena, cd_shape *out) {
    const cd_set *set = s->as.set.core;
    cd_shape *parts = cd_arena_alloc(arena, (size_t)set->part_count * sizeof *parts);
    for (int i = 0; i < set->part_count; i++)
        if (parts == NULL || !cd_rebuild_shape(&set->shapes[i], arena, &parts[i]))
            return false;
    void *memory = cd_arena_alloc(arena, cd_compound_size(parts, set->part_count));
    if (memory == NULL)
        return false;
    *out = cd_set_shape(cd_compound_build(parts, set->part_count, memory, NULL));
    return true;
}

bool cd_rebuild_shape(const cd_shape *s, cd_arena *arena, cd_shape *out) {
    assert(cd_shape_error(s) == NULL);
    cd_vec offset = {0, 0, 0};
    bool built = true;
    *out = *s;
    if (s->kind == CD_LINE)
        *out = cd_line(s->dim, s->as.line.point, s->as.line.direction, s->radius);
    else if (s->kind == CD_PLANE)
        *out = cd_plane(s->dim, s->as.plane.normal, s->as.plane.offset);
    else if (s->kind == CD_BOX)
        rebuild_box(s, out);
    else if (s->kind == CD_POLYGON || s->kind == CD_HULL)
        built = rebuild_polytope(s, arena, out), offset = s->as.polytope.offset;
    else if (cd_is_set(s))
        built = (s->kind == CD_MESH ? rebuild_mesh : rebuild_compound)(s, arena, out),
        offset = s->as.set.offset;
    if (built && !cd_is_zero(offset))
        cd_shape_move(out, offset);
    return built;
}
