// Whether two planes, lines or points of small integers are exactly so far apart: as integers say,
// also where the distance or the length of the axis is no integer.
#include "check.h"
#include "collide/narrow/gjk/exact_touch.h"
#include "random.h"

#include <math.h>

static cd_vec integers(int most) {
    return (cd_vec){round(range(-most, most)), round(range(-most, most)),
                    round(range(-most, most))};
}

// A triangle and one that lies k times its axis above it, and a distance: that of both, a little
// more, or that along an axis of another length.
static void triangles_are_exactly_apart(void) {
    int exact = 0, irrational = 0, asked = 0;
    for (int n = 0; n < 4000; n++) {
        seed(n);
        cd_vec p = integers(4), e = integers(3), f = integers(3), axis = cd_cross(e, f);
        if (cd_is_zero(axis))
            continue;
        int k = 1 + n % 3;
        cd_vec q = cd_add_scaled(p, k, axis);
        cd_shape a = cd_triangle(3, q, cd_add(q, e), cd_add(q, f), 0);
        cd_shape b = cd_triangle(3, p, cd_add(p, e), cd_add(p, f), 0);
        cd_core core_a, core_b;
        cd_core_of(&core_a, &a);
        cd_core_of(&core_b, &b);
        double length = cd_length(axis), square = cd_length2(axis);
        bool rational = length == round(length) && length * length == square;
        double distance = n / 3 % 3 == 0 ? k * length : n / 3 % 3 == 1 ? k * length + 1 : 2;
        if (n / 3 % 3 < 2)
            distance = round(distance);
        bool expected = distance * distance == k * k * square;
        asked++;
        exact += expected;
        irrational += !rational;
        cd_vec normal = cd_scale(axis, 1 / length);
        check_case(cd_are_exactly_apart(&core_a, &core_b, normal, distance) == expected,
                   "exactly apart", n);
    }
    CHECK(exact > 100 && irrational > asked / 4 && irrational < asked);
}

int main(void) {
    triangles_are_exactly_apart();
    return failures != 0;
}
