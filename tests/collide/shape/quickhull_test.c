// Convex hulls of random, integer, coplanar, collinear, distant and tiny points: the hull is valid,
// obeys Euler's formula or is a ring, contains every point, and its vertices are among the points.
// Guarded by the number of solid and of flat hulls.
#include "check.h"
#include "collide/shape/core.h"
#include "hull_points.h"

#include <math.h>
#include <stdlib.h>

static void hulls_contain_their_points(void) {
    int solid = 0, flat = 0;
    for (int n = 0; n < 14000; n++) {
        seed(n);
        int style = n % 7, dim = style == 2 ? 3 : 2 + (n / 7) % 2, count = 1 + (int)range(0, 30);
        cd_vec p[32];
        for (int i = 0; i < count; i++)
            p[i] = i > 0 && unit() < 0.1 ? p[i - 1] : hull_point(style, dim);
        void *memory = malloc(cd_polytope_size(count));
        size_t used;
        const cd_polytope *hull = cd_polytope_build(dim, p, count, memory, &used);
        check_case(used == cd_polytope_used(hull) && used <= cd_polytope_size(count), "used", n);
        if (dim == 3 && hull->face_count > 1) {
            solid++;
            check_case(hull->vertex_count - hull->edge_count + hull->face_count == 2, "Euler", n);
        } else {
            flat++;
            check_case(hull->edge_count ==
                           (hull->vertex_count > 2 ? hull->vertex_count : hull->vertex_count - 1),
                       "a ring", n);
        }
        cd_shape shape = cd_polytope_shape(hull, 0);
        check_case(cd_shape_error(&shape) == NULL, "valid", n);
        for (int i = 0; i < count; i++) {
            cd_shape point = cd_point(dim, p[i]);
            check_case(cd_distance(&point, &shape) <= 1e-14 * hull->size, "points inside", n);
        }
        for (int i = 0; i < hull->vertex_count; i++) {
            bool found = false;
            for (int k = 0; k < count; k++)
                found = found || cd_equal(hull->vertices[i], p[k]);
            check_case(found, "vertices are points", n);
        }
        free(memory);
    }
    check_case(solid > 2000 && flat > 2000, "both solid and flat", solid);
}

// The faces beside the edges only save time: without them, also in a copy, depths are the same.
static void edges_need_no_faces(void) {
    int deep = 0;
    for (int n = 0; n < 60; n++) {
        seed(n);
        cd_vec p[2][14];
        const cd_polytope *hull[2];
        void *memory[2], *copied = malloc(cd_polytope_size(14));
        for (int k = 0; k < 2; k++) {
            for (int i = 0; i < 14; i++)
                p[k][i] = vector(3, 1);
            memory[k] = malloc(cd_polytope_size(14));
            hull[k] = cd_polytope_build(3, p[k], 14, memory[k], NULL);
        }
        cd_polytope without = *hull[0];
        without.edge_faces = NULL;
        const cd_polytope *copy = cd_polytope_copy(&without, copied);
        CHECK(copy->edge_faces == NULL && hull[0]->edge_faces != NULL);
        cd_shape a = cd_polytope_shape(hull[0], 0), b = cd_polytope_shape(hull[1], 0);
        cd_shape c = cd_polytope_shape(copy, 0);
        double depth = cd_separate(&a, &b).distance, same = cd_separate(&c, &b).distance;
        check_case(fabs(depth - same) < 1e-14, "depth", n);
        deep += depth < -0.1;
        free(memory[0]);
        free(memory[1]);
        free(copied);
    }
    CHECK(deep > 50);
}

int main(void) {
    edges_need_no_faces();
    hulls_contain_their_points();
    return failures > 0;
}
