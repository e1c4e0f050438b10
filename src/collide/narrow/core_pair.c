// Cores are built with power 0 first; only for extreme sizes, which that shows, once more.
#include "collide/narrow/core_pair.h"

void cd_core_pair_replace_a(cd_core_pair *pair, const cd_shape *a, const cd_shape *b) {
    cd_core_of(&pair->a, a, 0);
    pair->size =
        cd_max(cd_max(cd_core_extent(&pair->a), pair->size_b), cd_max(a->radius, b->radius));
    int power = cd_range_power_of_size(pair->size);
    if (power != 0)
        cd_core_of(&pair->a, a, power);
    if (power != pair->power)
        cd_core_of(&pair->b, b, power);
    pair->power = power;
    pair->radius_a = ldexp(a->radius, power);
    pair->radius_b = ldexp(b->radius, power);
}

void cd_core_pair_of(cd_core_pair *pair, const cd_shape *a, const cd_shape *b) {
    cd_core_of(&pair->b, b, 0);
    pair->size_b = cd_core_extent(&pair->b);
    pair->power = 0;
    cd_core_pair_replace_a(pair, a, b);
}
