// The steps of the grid, over zooms of sixteen decades: each is 1, 2 or 5 times a power of ten, and
// on the screen no smaller than what was wanted and less than 2.5 times as large.
#include "check.h"
#include "random.h"
#include "view/scene/stage.h"

#include <math.h>

static bool near(double a, double b, double size) { return fabs(a - b) <= 1e-9 * (size + 1); }

static void test_grid(void) {
    for (int i = 0; i < 2000; i++) {
        double zoom = pow(10, range(-8, 8)), step = cd_grid_step(zoom, 64);
        double digit = step / pow(10, floor(log10(step * (1 + 1e-12))));
        CHECK(near(digit, 1, 1) || near(digit, 2, 1) || near(digit, 5, 1));
        CHECK(step * zoom >= 64 * (1 - 1e-9) && step * zoom < 64 * 2.5 * (1 + 1e-9));
    }
}

int main(void) {
    seed(1);
    test_grid();
    return failures > 0;
}
