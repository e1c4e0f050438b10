// A zonotope that is beyond a distance from a triangle is farther away, or less deep in it, than
// that, and one that passes a triangle is not hit by the cast: random, degenerate and needle-like
// triangles of all sizes.
#include "collide/narrow/zonotope.h"

#include "cases.h"
#include "check.h"
#include "random.h"

#include <float.h>

static cd_shape mover(int n, double size) {
    const cd_vec p = vector(3, size), q = cd_add(p, vector(3, size));
    if (n % 3 == 0)
        return cd_sphere(3, p, size * unit());
    if (n % 3 == 1)
        return cd_capsule(3, p, unit() < 0.2 ? p : q, size * unit());
    return cd_box(p, (cd_vec){size * unit(), size * unit() * (unit() < 0.8), size * unit()},
                  (cd_quat){unit(), unit(), unit(), 0.5}, unit() < 0.5 ? 0 : size * unit());
}

int main(void) {
    int apart = 0, told = 0, passed = 0, missed = 0, deep = 0, told_deep = 0;
    for (int n = 0; n < cases(6000); n++) {
        seed(n);
        const double size = n % 7 == 0   ? 0x1p60
                            : n % 7 == 1 ? 1e-9
                                         : 1,
                     own = n % 11 == 0 ? 1e-9 : 1;
        cd_vec v[3];
        for (int i = 0; i < 3; i++)
            v[i] = i > 0 && unit() < 0.1 ? v[i - 1] : vector(3, size);
        if (unit() < 0.1)
            v[2] = cd_lerp(v[0], v[1], unit());
        const cd_shape a = mover(n / 11, size * own), b = cd_triangle(3, v[0], v[1], v[2], 0);
        cd_zonotope z;
        CHECK(cd_zonotope_of(&z, &a));
        const double distance = cd_distance(&a, &b), rounding = 64 * DBL_EPSILON * size;
        const double near = distance + range(-0.2, 0.2) * size;
        check_case(!cd_zonotope_is_beyond(&z, v, distance + rounding), "beyond", n);
        check_case(!cd_zonotope_is_beyond(&z, v, near) || near <= distance + rounding, "near", n);
        apart += distance > 0;
        told += cd_zonotope_is_beyond(&z, v, 0);
        deep += distance < -0.01 * size;
        told_deep += cd_zonotope_is_beyond(&z, v, distance - 0.01 * size);
        const cd_vec motion = vector(3, 2 * size);
        cd_hit hit;
        const bool hits = cd_shapecast(&a, motion, &b, (cd_vec){0, 0, 0}, &hit);
        const bool passes =
            cd_zonotope_passes_triangle(&z, motion, v, 64 * DBL_EPSILON * size, 0, 1);
        check_case(!(hits && passes), "passes", n);
        passed += passes;
        missed += !hits;
    }
    CHECK(told > apart * 8 / 10 && apart > cases(6000) / 6);
    CHECK(told_deep > deep / 2 && deep > cases(6000) / 20);
    CHECK(passed > missed / 2 && missed > cases(6000) / 6);
    cd_zonotope z;
    const cd_shape flat = cd_sphere(2, (cd_vec){0, 0, 0}, 1);
    CHECK(!cd_zonotope_of(&z, &flat));
    return failures > 0;
}
