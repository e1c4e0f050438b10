// What a shape stands on: what it touches from above, to rounding, and that is no steeper than
// max_slope.
#include "check.h"
#include "collide/character.h"

#include <math.h>

static const cd_character_options options = {.up = {0, 1, 0}, .max_slope = 0.75};

static bool stands(cd_vec center, const cd_shape *ground) {
    cd_shape ball = cd_sphere(3, center, 0.5);
    return cd_stands_on(&ball, ground, &options);
}

int main(void) {
    cd_shape floor = cd_aabb(3, (cd_vec){-2, -1, -2}, (cd_vec){2, 0, 2});
    CHECK(stands((cd_vec){0, 0.5, 0}, &floor));
    CHECK(stands((cd_vec){0, nextafter(0.5, 1), 0}, &floor));
    CHECK(!stands((cd_vec){0, 0.5 + 1e-9, 0}, &floor));
    CHECK(!stands((cd_vec){0, 0.25, 0}, &floor));   // in it
    CHECK(!stands((cd_vec){0, -1.5, 0}, &floor));   // below it
    CHECK(!stands((cd_vec){2.5, -0.5, 0}, &floor)); // beside it
    for (int steeper = 0; steeper < 2; steeper++) {
        double slope = steeper ? 0.75 + 1e-9 : 0.75;
        cd_vec n = {sin(slope), cos(slope), 0};
        cd_shape plane = cd_plane(3, n, 0);
        CHECK(stands(cd_scale(n, 0.5), &plane) == !steeper);
    }
    return failures > 0;
}
