// What the parts share that find the velocities of an island.
#ifndef COLLIDE_WORLD_CONTACT_CONTACT_PROBLEM_H
#define COLLIDE_WORLD_CONTACT_CONTACT_PROBLEM_H

#include "collide/world/contact/island.h"

/// An island whose velocities at the end of the step are to be found.
typedef struct cd_contact_problem {
    cd_world *world;
    bool whole;  ///< all that touches, for the step; else what a hit has changed
    double left; ///< of the step
    int count;   ///< of the contacts that count, which come first
} cd_contact_problem;

static inline cd_dynamic_body *cd_dynamic_of_island(const cd_world *w, const cd_island_body *b) {
    assert(b->dynamic_body >= 0);
    return cd_dynamic_at(w, b->dynamic_body);
}

/// The acceleration of a body of an island that nothing supports.
static inline cd_vec cd_island_fall(const cd_world *w, const cd_island_body *b) {
    return b->inverse_mass > 0 ? cd_dynamic_fall(w, cd_dynamic_of_island(w, b)) : (cd_vec){0, 0, 0};
}

#endif
