// No ray leaks between the triangles of a closed mesh: each ray through a point of a shared edge or
// a vertex, from the inside out or the outside in, hits; as a ray at the mesh, as the cast of a
// point, and among the triangles as parts of a compound.
#include "cases.h"
#include "check.h"
#include "collide/collide.h"
#include "random.h"

#include <stdlib.h>

enum { RAYS = 3000, MAX_VERTICES = 6 }; // rays at each solid

typedef struct solid {
    int vertex_count, triangle_count;
    cd_vec vertices[MAX_VERTICES];
    int triangles[8][3];
} solid;

static const solid tetrahedron = {
    .vertex_count = 4,
    .triangle_count = 4,
    .vertices = {{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
    .triangles = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}},
};

static const solid octahedron = {
    .vertex_count = 6,
    .triangle_count = 8,
    .vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
    .triangles =
        {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}},
};

static solid turned(const solid *source, cd_vec offset) {
    solid s = *source;
    cd_quat q = cd_quat_from_axis(vector(3, 1), range(-3, 3));
    for (int i = 0; i < s.vertex_count; i++)
        s.vertices[i] = cd_add(cd_quat_rotate(q, s.vertices[i]), offset);
    return s;
}

static void cast_rays(const solid *s, cd_vec middle, int from) {
    cd_shape triangles[8];
    int n = s->triangle_count;
    for (int i = 0; i < n; i++) {
        const int *t = s->triangles[i];
        triangles[i] = cd_triangle(3, s->vertices[t[0]], s->vertices[t[1]], s->vertices[t[2]], 0);
    }
    void *mesh_memory = malloc(cd_mesh_size(s->vertex_count, n));
    void *compound_memory = malloc(cd_compound_size(triangles, n));
    cd_shape mesh = cd_set_shape(
        cd_mesh_build(3, s->vertices, s->vertex_count, s->triangles, n, mesh_memory, NULL));
    cd_shape compound = cd_set_shape(cd_compound_build(triangles, n, compound_memory, NULL));
    for (int i = from; i < from + cases(RAYS); i++) {
        const int *t = s->triangles[(int)(unit() * n)];
        int k = (int)(unit() * 3);
        double u = unit() < 0.5 ? 0 : unit();
        cd_vec through = cd_lerp(s->vertices[t[k]], s->vertices[t[(k + 1) % 3]], u);
        cd_vec inside = cd_add(middle, vector(3, 0.1));
        cd_vec outside = cd_add_scaled(through, range(1, 5), cd_sub(through, inside));
        bool outwards = unit() < 0.5;
        cd_vec origin = outwards ? inside : outside, end = outwards ? outside : inside;
        cd_vec d = cd_sub(end, origin);
        cd_shape point = cd_point(3, origin);
        cd_hit hit;
        check_case(cd_raycast(origin, d, &mesh, 1, &hit), "a ray at a mesh", i);
        check_case(cd_raycast(origin, d, &compound, 1, &hit), "a ray at a compound", i);
        check_case(cd_shapecast(&point, d, &mesh, (cd_vec){0, 0, 0}, &hit), "a point cast", i);
    }
    free(mesh_memory);
    free(compound_memory);
}

int main(void) {
    const solid *solids[] = {&tetrahedron, &octahedron};
    const double offsets[] = {0, 10, 1000};
    for (int i = 0; i < 12; i++) {
        seed(i);
        cd_vec offset = vector(3, offsets[i / 2 % 3]);
        solid s = turned(solids[i % 2], offset);
        cast_rays(&s, offset, i * RAYS);
    }
    return failures > 0;
}
