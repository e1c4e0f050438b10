// Whether two hulls overlap is what their distance says, at any size, where faces that are nearly
// parallel are so near to each other that a support point in single precision is often another.
#include "check.h"
#include "collide/collide.h"
#include "random.h"

#include <math.h>

enum { CORNERS = 8, ROOM = 1 << 14 };

// A frustum whose larger end is at z = top, scaled, turned and moved to `middle`.
static cd_shape frustum(cd_vec middle, double size, cd_quat q, double top, double *memory) {
    cd_vec points[2 * CORNERS];
    for (int i = 0; i < CORNERS; i++) {
        double x = cos(i * 0.25 * 3.14159265358979), y = sin(i * 0.25 * 3.14159265358979);
        points[i] = cd_add_scaled(middle, size, cd_quat_rotate(q, (cd_vec){x, y, top}));
        points[CORNERS + i] =
            cd_add_scaled(middle, size, cd_quat_rotate(q, (cd_vec){0.8 * x, 0.8 * y, -top}));
    }
    CHECK(cd_polytope_size(2 * CORNERS) <= ROOM * sizeof *memory);
    return cd_polytope_shape(cd_polytope_build(3, points, 2 * CORNERS, memory, NULL), 0);
}

int main(void) {
    static double memory[2][ROOM];
    int overlaps = 0, gaps = 0;
    for (int n = 0; n < 4000; n++) {
        seed(n);
        double size = pow(10, range(0, 12)), wanted = size * pow(10, range(-12, -4));
        cd_quat q = cd_quat_from_axis(vector(3, 1), range(-3, 3));
        cd_quat tilt = cd_quat_from_axis(vector(3, 1), pow(10, range(-10, -4)));
        cd_vec above = cd_quat_rotate(q, (cd_vec){range(-0.5, 0.5), range(-0.5, 0.5), 2});
        cd_shape a = frustum((cd_vec){0, 0, 0}, size, q, 1, memory[0]);
        cd_shape b = frustum(cd_scale(above, size), size, cd_quat_mul(tilt, q), -1, memory[1]);
        cd_separation s = cd_separate(&a, &b);
        cd_shape_move(&a, cd_scale(s.normal, (n % 2 ? wanted : -wanted) - s.distance));
        double distance = cd_distance(&a, &b);
        CHECK(cd_overlap(&a, &b) == (distance <= 0));
        overlaps += distance < 0;
        gaps += distance > 0;
    }
    CHECK(overlaps > 1800 && gaps > 1800);
    if (failures == 0)
        printf("gjk_guess: all passed\n");
    return failures != 0;
}
