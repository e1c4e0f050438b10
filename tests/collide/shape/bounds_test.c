// The box around a shape: of polytopes as far as their support points along the axes, of
// half-spaces without end along every axis that is not their normal, however little it differs from
// that.
#include "check.h"
#include "collide/shape/core.h"
#include "hull_points.h"

#include <math.h>
#include <stdlib.h>

static double along(cd_vec v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

static cd_vec axis_of(int axis, double sign) {
    return (cd_vec){axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0};
}

static void of_polytopes(void) {
    for (int n = 0; n < 3000; n++) {
        seed(n);
        const int style = n % HULL_STYLES, dim = style == 2 ? 3 : 2 + n / HULL_STYLES % 2;
        const int count = 1 + (int)range(0, n % 5 == 0 ? 200 : 40);
        cd_vec p[200];
        for (int i = 0; i < count; i++)
            p[i] = hull_point(style, dim);
        void *memory = malloc(cd_polytope_size(count));
        cd_shape s = cd_polytope_shape(cd_polytope_build(dim, p, count, memory, NULL),
                                       n % 3 == 0 ? unit() : 0);
        if (n % 2 == 0)
            cd_shape_move(&s, vector(dim, 1e3));
        const cd_bounds box = cd_shape_bounds(&s);
        for (int i = 0; i < 3; i++) {
            const double most = i < dim ? along(cd_support(&s, axis_of(i, 1)), i) : 0;
            const double least = i < dim ? along(cd_support(&s, axis_of(i, -1)), i) : 0;
            check_case(along(box.max, i) == most && along(box.min, i) == least, "polytope", n);
        }
        free(memory);
    }
}

static void of_half_spaces(void) {
    static const double parts[] = {0, 0, 1e-320, 4e-301, -1e-170, 1e-9, -0.3, 1, -1};
    enum { PARTS = sizeof parts / sizeof parts[0] };
    int ends = 0;
    for (int n = 0; n < 2 * PARTS * PARTS * PARTS; n++) {
        const int dim = 2 + n % 2;
        const cd_vec d = {parts[n / 2 % PARTS], parts[n / 2 / PARTS % PARTS],
                          dim == 3 ? parts[n / 2 / PARTS / PARTS] : 0};
        if (cd_is_zero(d))
            continue;
        const cd_shape s = cd_plane(dim, cd_normalized(d, d), 2.25);
        const cd_bounds box = cd_shape_bounds(&s);
        for (int i = 0; i < 3; i++) {
            const bool up = cd_equal(s.as.plane.normal, axis_of(i, 1));
            const bool down = cd_equal(s.as.plane.normal, axis_of(i, -1));
            const double none = i < dim ? INFINITY : 0;
            check_case(along(box.max, i) == (up ? 2.25 : none), "half-space", n);
            check_case(along(box.min, i) == (down ? -2.25 : -none), "half-space", n);
            ends += up || down;
        }
    }
    CHECK(ends > 20);
}

int main(void) {
    of_polytopes();
    of_half_spaces();
    return failures > 0;
}
