// The bounding sphere is the smallest one: it contains every point, and its centre lies in the
// convex hull of the points on its surface, so that it has no way to shrink. Over random, integer,
// coplanar, collinear, distant and tiny points.
#include "check.h"
#include "collide/shape/core.h"
#include "hull_points.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

static void bounding_spheres_are_smallest(void) {
    for (int n = 0; n < 7000; n++) {
        seed(n);
        int style = n % 7, dim = style == 2 ? 3 : 2 + (n / 7) % 2, count = 1 + (int)range(0, 40);
        cd_vec p[48], on[48];
        int order[48], touching = 0;
        double size = 0;
        for (int i = 0; i < count; i++) {
            p[i] = hull_point(style, dim);
            size = fmax(size, cd_max_abs(p[i]));
        }
        cd_shape ball = cd_bounding_sphere(dim, p, count, order);
        double slack = 1e-12 * ball.radius + 8 * DBL_EPSILON * size;
        for (int i = 0; i < count; i++) {
            double d = cd_length(cd_sub(p[i], ball.as.center));
            check_case(cd_contains(&ball, p[i]), "sphere contains", n);
            if (d >= ball.radius - slack)
                on[touching++] = p[i];
        }
        void *memory = malloc(cd_polytope_size(touching));
        cd_shape support = cd_polytope_shape(cd_polytope_build(dim, on, touching, memory, NULL), 0);
        cd_shape center = cd_point(dim, ball.as.center);
        check_case(cd_distance(&center, &support) <= 1e-6 * ball.radius + slack, "smallest", n);
        free(memory);
    }
}

// Points a few ulps apart, of which rounding may choose three on a line or four in a plane for the
// surface: there is no such sphere.
static void of_points_within_rounding(void) {
    for (int n = 0; n < 200000; n++) {
        seed(n);
        int dim = 2 + n % 2, count = 3 + (int)range(0, 10), order[12];
        cd_vec p[12], middle = vector(dim, 1);
        for (int i = 0; i < count; i++)
            p[i] = cd_add(middle, cd_scale(rounded(vector(dim, 2.5)), 0x1p-54));
        cd_shape ball = cd_bounding_sphere(dim, p, count, order);
        for (int i = 0; i < count; i++)
            check_case(cd_contains(&ball, p[i]), "sphere contains", n);
        check_case(ball.radius <= 8 * DBL_EPSILON, "small", n);
    }
}

int main(void) {
    bounding_spheres_are_smallest();
    of_points_within_rounding();
    return failures > 0;
}
