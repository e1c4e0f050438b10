// Rotating shapes. Rotated points are rounded one by one, so polytopes and sets, which refer to
// points, are built anew from them.
#include "collide/collide.h"
#include "collide/math/elementary.h"

#include <assert.h>

typedef struct {
    cd_vec axes[3], about;
    cd_quat rotation;
    double angle;
} rigid_rotation;

static cd_vec rotate_direction(const rigid_rotation *t, cd_vec v) {
    return cd_add(cd_add(cd_scale(t->axes[0], v.x), cd_scale(t->axes[1], v.y)),
                  cd_scale(t->axes[2], v.z));
}

static cd_vec rotate_point(const rigid_rotation *t, cd_vec p) {
    return cd_add(t->about, rotate_direction(t, cd_sub(p, t->about)));
}

// Rotated vertices are rounded, and their hull has other small faces than the old one.
static cd_shape rotate_polytope(const cd_shape *s, const rigid_rotation *t, void *memory) {
    const cd_polytope *source = s->as.polytope.core;
    int count = source->vertex_count;
    cd_vec *rotated = (cd_vec *)(void *)((char *)memory + cd_polytope_size(count));
    for (int i = 0; i < count; i++)
        rotated[i] = rotate_point(t, cd_add(source->vertices[i], s->as.polytope.offset));
    const cd_polytope *core = cd_polytope_build(s->dim, rotated, count, memory, NULL);
    ((cd_polytope *)memory)->point_count = source->point_count;
    return cd_polytope_shape(core, s->radius);
}

static cd_shape rotate_mesh(const cd_shape *s, const rigid_rotation *t, void *memory) {
    const cd_set *set = s->as.set.core;
    int count = set->vertex_count, triangles = set->part_count;
    cd_vec *rotated = (cd_vec *)(void *)((char *)memory + cd_mesh_size(count, triangles));
    for (int i = 0; i < count; i++)
        rotated[i] = rotate_point(t, cd_add(set->vertices[i], s->as.set.offset));
    cd_shape result = cd_set_shape(
        cd_mesh_build(s->dim, rotated, count, set->triangles, triangles, memory, NULL));
    result.kind = s->kind; // rounded vertices bound a solid as well
    return result;
}

static cd_shape rotate(const cd_shape *shape, const rigid_rotation *t, void *memory);

// The memory holds the compound, then the rotated parts, then the memory that those are built in.
static cd_shape rotate_compound(const cd_shape *s, const rigid_rotation *t, void *memory) {
    int count = cd_shape_part_count(s);
    size_t size = cd_compound_size(s->as.set.core->shapes, count);
    cd_shape *parts = (cd_shape *)(void *)((char *)memory + size);
    char *at = (char *)(parts + count);
    for (int i = 0; i < count; i++) {
        cd_shape part = cd_shape_part(s, i);
        parts[i] = rotate(&part, t, at);
        at += cd_shape_rotated_size(&part);
    }
    return cd_set_shape(cd_compound_build(parts, count, memory, NULL));
}

size_t cd_shape_rotated_size(const cd_shape *s) {
    size_t size = 0;
    if (cd_is_polytope(s)) {
        int count = s->as.polytope.core->vertex_count;
        size = cd_polytope_size(count) + (size_t)count * sizeof(cd_vec);
    } else if (cd_is_mesh(s)) {
        const cd_set *set = s->as.set.core;
        size = cd_mesh_size(set->vertex_count, set->part_count) +
               (size_t)set->vertex_count * sizeof(cd_vec);
    } else if (s->kind == CD_COMPOUND) {
        int count = cd_shape_part_count(s);
        size = cd_compound_size(s->as.set.core->shapes, count) + (size_t)count * sizeof(cd_shape);
        for (int i = 0; i < count; i++)
            size += cd_shape_rotated_size(&s->as.set.core->shapes[i]);
    }
    return (size + 15) & ~(size_t)15;
}

static cd_shape rotate(const cd_shape *shape, const rigid_rotation *t, void *memory) {
    cd_shape s = *shape;
    switch (s.kind) {
    case CD_POINT:
    case CD_SPHERE:
        s.as.center = rotate_point(t, s.as.center);
        break;
    case CD_SEGMENT:
    case CD_CAPSULE:
        s.as.segment.a = rotate_point(t, s.as.segment.a);
        s.as.segment.b = rotate_point(t, s.as.segment.b);
        break;
    case CD_LINE:
        return cd_line(s.dim, rotate_point(t, s.as.line.point),
                       rotate_direction(t, s.as.line.direction), s.radius);
    case CD_PLANE:
        return cd_plane_through(s.dim, rotate_direction(t, s.as.plane.normal),
                                rotate_point(t, cd_shape_middle(&s)));
    case CD_BOX:
        if (s.dim == 2)
            return cd_box2(rotate_point(t, s.as.box.center), s.as.box.half,
                           s.as.box.angle + t->angle, s.radius);
        return cd_box(rotate_point(t, s.as.box.center), s.as.box.half,
                      cd_quat_mul(t->rotation, s.as.box.rotation), s.radius);
    case CD_TRIANGLE:
        for (int i = 0; i < 3; i++)
            s.as.triangle.v[i] = rotate_point(t, s.as.triangle.v[i]);
        break;
    case CD_POLYGON:
    case CD_HULL:
        return rotate_polytope(&s, t, memory);
    case CD_CYLINDER:
    case CD_CONE:
        s.as.curved.a = rotate_point(t, s.as.curved.a);
        s.as.curved.b = rotate_point(t, s.as.curved.b);
        break;
    case CD_MESH:
    case CD_SOLID:
        return rotate_mesh(&s, t, memory);
    default:
        assert(s.kind == CD_COMPOUND);
        return rotate_compound(&s, t, memory);
    }
    return s;
}

cd_shape cd_shape_rotated(const cd_shape *shape, cd_quat rotation, double angle, cd_vec about,
                          void *memory) {
    rigid_rotation t = {.about = about, .rotation = rotation, .angle = angle};
    if (shape->dim == 3) {
        cd_quat_axes(rotation, t.axes);
    } else {
        t.axes[0] = (cd_vec){cd_cos(angle), cd_sin(angle), 0};
        t.axes[1] = cd_perp(t.axes[0]);
        t.axes[2] = (cd_vec){0, 0, 1};
    }
    return rotate(shape, &t, memory);
}
