// Both cores are seen from one place near them.
#include "collide/narrow/gjk/core_pair.h"

#include "collide/shape/local_frame.h"

void cd_core_pair_replace_a(cd_core_pair *pair, const cd_shape *a, const cd_shape *b) {
    cd_core_seen_from(&pair->a, a, pair->origin);
    pair->size =
        cd_max(cd_max(cd_core_extent(&pair->a), pair->size_b), cd_max(a->radius, b->radius));
    pair->radius_a = a->radius;
    pair->radius_b = b->radius;
}

void cd_core_pair_of(cd_core_pair *pair, const cd_shape *a, const cd_shape *b) {
    pair->origin = cd_local_origin(a, b);
    cd_core_seen_from(&pair->b, b, pair->origin);
    pair->size_b = cd_core_extent(&pair->b);
    cd_core_pair_replace_a(pair, a, b);
}
