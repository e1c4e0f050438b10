// Cores are built with power 0 first; only for extreme sizes, which that shows, once more.
#include "collide/narrow/gjk/core_pair.h"

#include "collide/shape/local_frame.h"

void cd_core_pair_replace_a(cd_core_pair *pair, const cd_shape *a, const cd_shape *b) {
    cd_core_seen_from(&pair->a, a, pair->origin, 0);
    pair->size =
        cd_max(cd_max(cd_core_extent(&pair->a), pair->size_b), cd_max(a->radius, b->radius));
    int power = cd_range_power_of_size(pair->size);
    if (power != 0)
        cd_core_seen_from(&pair->a, a, pair->origin, power);
    if (power != pair->power)
        cd_core_seen_from(&pair->b, b, pair->origin, power);
    pair->power = power;
    pair->radius_a = ldexp(a->radius, power);
    pair->radius_b = ldexp(b->radius, power);
}

void cd_core_pair_of(cd_core_pair *pair, const cd_shape *a, const cd_shape *b) {
    pair->origin = cd_local_origin(a, b);
    cd_core_seen_from(&pair->b, b, pair->origin, 0);
    pair->size_b = cd_core_extent(&pair->b);
    pair->power = 0;
    cd_core_pair_replace_a(pair, a, b);
}
