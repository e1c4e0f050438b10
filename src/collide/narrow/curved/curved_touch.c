// Where the normal is known, the nearest points lie on what supports both cores along it: some
// vertices, a point of each rim, or a cap, which is its centre with a radius in the plane across
// the normal. Those of the vertices and centres come from GJK, which needs but a step or two then.
#include "collide/narrow/curved/curved.h"

#include <assert.h>

enum { FEATURE_VERTICES_MAX = 8 };

// The vertices that support a core, and the radius of the disc around the only one.
typedef struct {
    cd_core core;
    double radius;
} support_feature;

static void add_vertex(support_feature *f, cd_vec vertex) {
    f->core.storage[f->core.vertex_count++] = vertex;
}

// Keeps the vertices of a feature that are as high as the highest one, to within rounding.
static void keep_highest(support_feature *f, cd_vec direction, double rounding) {
    double most = -INFINITY;
    int count = f->core.vertex_count;
    for (int i = 0; i < count; i++)
        most = cd_max(most, cd_dot(f->core.storage[i], direction));
    f->core.vertex_count = 0;
    for (int i = 0; i < count; i++)
        if (cd_dot(f->core.storage[i], direction) >= most - rounding)
            add_vertex(f, f->core.storage[i]);
}

static bool add_polytope(support_feature *f, const cd_core *core, cd_vec direction,
                         double rounding) {
    int highest = cd_core_support(core, direction);
    double most = cd_dot(cd_core_inside(core, highest), direction);
    for (int i = 0; i < core->vertex_count; i++) {
        cd_vec v = cd_core_inside(core, i);
        if (cd_dot(v, direction) < most - rounding)
            continue;
        if (f->core.vertex_count == FEATURE_VERTICES_MAX)
            return false;
        add_vertex(f, v);
    }
    return true;
}

static bool feature_of(support_feature *f, const cd_core *core, cd_vec direction, double rounding) {
    f->radius = 0;
    f->core.kind = CD_CORE_POLYTOPE;
    f->core.dim = 3;
    f->core.vertex_count = f->core.edge_count = f->core.face_count = 0;
    f->core.vertices = f->core.storage;
    f->core.offset = core->offset;
    f->core.far_offset = core->far_offset;
    f->core.half = (cd_vec){0, 0, 0};
    f->core.polytope = NULL;
    if (core->kind != CD_CORE_CURVED)
        return core->kind == CD_CORE_POLYTOPE && add_polytope(f, core, direction, rounding);
    cd_vec points[CD_CURVED_SUPPORT_POINTS];
    if (cd_curved_support_points(core, direction, 4 * DBL_EPSILON, points) == 2) {
        add_vertex(f, points[0]);
        add_vertex(f, points[1]);
        keep_highest(f, direction, rounding);
    } else {
        int top = cd_dot(core->direction, direction) > 0;
        add_vertex(f, core->vertices[top]);
        f->radius = core->rim[top];
    }
    return true;
}

bool cd_points_along_normal(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec normal,
                            double rounding, cd_gap *gap) {
    assert(a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED);
    support_feature f, g;
    if (!feature_of(&f, a, cd_negate(normal), rounding) || !feature_of(&g, b, normal, rounding))
        return false;
    *gap = cd_gjk(&f.core, &g.core, shift);
    cd_vec between = cd_sub(gap->point_b, gap->point_a);
    between = cd_add_scaled(between, -cd_dot(between, normal), normal);
    double beside = cd_length(between), radius = f.radius + g.radius;
    if (!(beside <= radius + rounding))
        return false;
    if (f.radius > 0)
        gap->point_a = cd_add_scaled(gap->point_a, f.radius / radius, between);
    if (g.radius > 0)
        gap->point_b = cd_add_scaled(gap->point_b, -g.radius / radius, between);
    return true;
}
