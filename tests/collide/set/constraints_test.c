// The point in which planes meet lies on all of them to rounding, also where they are nearly
// parallel: 2 epsilon of its coordinates, where the solution by determinants alone is off by up to
// 70,000.
#include "check.h"
#include "collide/set/constraints.h"
#include "random.h"

#include <float.h>

int main(void) {
    int met = 0;
    for (int n = 0; n < 4000; n++) {
        seed(n);
        const int count = 2 + n % 2;
        const double angle = pow(10, range(-7, 0)), margin = 1e-9;
        const cd_vec up = {0, 1, 0}, middle = cd_normalized(vector(3, 1), up);
        cd_constraint planes[3];
        for (int i = 0; i < 3; i++)
            planes[i] = (cd_constraint){
                .normal = cd_normalized(cd_add(middle, vector(3, angle)), middle),
                .level = range(0.5, 1),
            };
        const cd_constraint *c[3] = {&planes[0], &planes[1], &planes[2]};
        cd_vec t;
        if (!cd_intersect_planes(c, count, margin, &t))
            continue;
        met++;
        for (int i = 0; i < count; i++) {
            long double off = (long double)planes[i].level + margin;
            off -= (long double)planes[i].normal.x * t.x + (long double)planes[i].normal.y * t.y +
                   (long double)planes[i].normal.z * t.z;
            check_case(fabsl(off) <= 2 * DBL_EPSILON * cd_max(1, cd_max_abs(t)), "a plane", n);
        }
    }
    CHECK(met > 2500);
    return failures > 0;
}
