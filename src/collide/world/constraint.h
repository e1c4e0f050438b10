// Contacts that hold are constraints: they do not let their bodies accelerate into each other.
#ifndef COLLIDE_WORLD_CONSTRAINT_H
#define COLLIDE_WORLD_CONSTRAINT_H

#include "collide/world/island.h"

/// An island whose velocities at the end of the step are to be found.
typedef struct cd_constraint {
    cd_world *world;
    bool whole;  ///< all that touches, for the step; else what a hit has changed
    double left; ///< of the step
    int count;   ///< of the contacts that count, which come first
} cd_constraint;

static inline cd_dynamic_body *cd_dynamic_of_island(const cd_world *w, const cd_island_body *b) {
    assert(b->dynamic_body >= 0);
    return cd_dynamic_at(w, b->dynamic_body);
}

/// The acceleration of a body of an island that nothing supports.
static inline cd_vec cd_island_fall(const cd_world *w, const cd_island_body *b) {
    return b->inverse_mass > 0 ? cd_dynamic_fall(w, cd_dynamic_of_island(w, b)) : (cd_vec){0, 0, 0};
}

/// Gives the bodies of an island that have changed the accelerations at which no contact that holds
/// closes, those beside them going on as they do until the step ends.
void cd_constrain(cd_world *world);

/// At the start of a step: the same for the bodies that touched others when the last one ended,
/// unless neither moves, and for all that they hold on to or may meet. Calls `changed`, if it is
/// not NULL, for each that has changed.
void cd_constrain_touching(cd_world *world, void (*changed)(cd_world *, int dynamic_body));

#endif
