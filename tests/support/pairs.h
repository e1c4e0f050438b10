// The pairs of a world by brute force.
#ifndef TESTS_PAIRS_H
#define TESTS_PAIRS_H

#include "collide/collide.h"
#include "collide/world.h"

static inline bool collide(const cd_body *a, const cd_body *b) {
    return (a->group & b->mask) && (b->group & a->mask) && cd_overlap(&a->shape, &b->shape);
}

/// Whether the pairs are those of bodies that collide and overlap, in order, once each.
static inline bool are_all(const cd_world *w, const cd_pair *pairs, int count) {
    int at = 0;
    for (int a = cd_world_next(w, -1); a >= 0; a = cd_world_next(w, a))
        for (int b = cd_world_next(w, a); b >= 0; b = cd_world_next(w, b))
            if (collide(cd_world_body(w, a), cd_world_body(w, b))) {
                if (at == count || pairs[at].a != a || pairs[at].b != b)
                    return false;
                at++;
            }
    return at == count;
}

#endif
