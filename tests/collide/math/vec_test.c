// What directions and rotations are where there is none to go by.
#include "check.h"
#include "collide/vec.h"

static void zero_has_a_perpendicular(void) {
    for (int dim = 2; dim <= 3; dim++)
        CHECK(cd_equal(cd_perpendicular((cd_vec){0, 0, 0}, dim), (cd_vec){0, 1, 0}));
}

static void zero_is_no_rotation(void) {
    cd_quat q = cd_quat_normalized((cd_quat){0, 0, 0, 0});
    CHECK(q.x == 0 && q.y == 0 && q.z == 0 && q.w == 1);
}

int main(void) {
    zero_has_a_perpendicular();
    zero_is_no_rotation();
    return failures != 0;
}
