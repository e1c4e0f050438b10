// The last step of GJK is left out where doubles are clearly enough: there it changes distance,
// normal and points by rounding only. Triangles, boxes and segments, some with a short side.
#include "check.h"
#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/gjk/nearest_point.h"
#include "random.h"

#include <math.h>

static double short_or_long(void) { return range(0, 1) < 0.3 ? pow(10, range(-9, -1)) : 1; }

static cd_shape any_shape(int kind) {
    cd_vec p = vector(3, 2), side = cd_scale(vector(3, 1), short_or_long());
    if (kind == 0)
        return cd_triangle(3, p, cd_add(p, side), cd_add(p, vector(3, 1)), 0);
    if (kind == 1)
        return cd_segment(3, p, cd_add(p, side));
    cd_vec half = {range(0.3, 1) * short_or_long(), range(0.3, 1), range(0.3, 1)};
    return cd_box(p, half, cd_quat_from_axis(vector(3, 1), range(-3, 3)), 0);
}

int main(void) {
    int clear = 0, apart = 0, cases = 30000;
    for (int n = 0; n < cases; n++) {
        seed(n);
        cd_shape a = any_shape(n % 3), b = any_shape(n / 3 % 3);
        cd_core_pair pair;
        cd_core_pair_of(&pair, &a, &b);
        cd_gap gap = cd_gjk(&pair.a, &pair.b, (cd_vec){0, 0, 0}), exact = gap;
        apart += gap.apart;
        if (!gap.apart || !cd_is_clear(&pair.a, &pair.b, &gap))
            continue;
        clear++;
        cd_nearest_point(&pair.a, &pair.b, (cd_vec){0, 0, 0}, &exact);
        double rounding = 0x1p-48 * pair.size;
        check_case(exact.apart && fabs(exact.distance - gap.distance) <= rounding, "distance", n);
        check_case(cd_max_abs(cd_sub(exact.normal, gap.normal)) * gap.distance <= rounding,
                   "normal", n);
        check_case(exact.error <= rounding, "error", n);
    }
    CHECK(apart > cases / 2 && clear > apart / 4 && clear < apart * 9 / 10);
    if (failures)
        fprintf(stderr, "%d clear of %d apart\n", clear, apart);
    return failures != 0;
}
