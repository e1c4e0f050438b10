// Piles: many bodies that press on each other. What happens there within a step is solved at its
// start: the bodies get the velocities at which no contact closes before it ends, and keep to the
// straight paths that these lead along. A hit changes the velocity of a body in a pile, but its
// path only from the next step on; who hits it gives way until then.
#ifndef COLLIDE_WORLD_PILE_H
#define COLLIDE_WORLD_PILE_H

#include "collide/world/island.h"

/// So many bodies that press on each other are a pile.
enum { CD_BODIES_OF_PILE = 4 };

/// Whether a body is in a pile, or rests among as many that press on each other.
static inline bool cd_is_pressed(const cd_world *w, const cd_dynamic_body *m) {
    return m->in_pile || (cd_traits(w)[m->index] & CD_TRAIT_PRESSED) != 0;
}

/// Whether a body is in a pile, and the path that it has there leads in this step nowhere into the
/// body at an index, which is static or in a pile, too, or which nothing pushes: all but those that
/// respond by themselves.
static inline bool cd_is_foreseen(const cd_world *w, const cd_dynamic_body *m, int index) {
    if (!m->in_pile)
        return false;
    const cd_body *body = &cd_stored_bodies(w)[index].body;
    return isinf(body->mass) && body->response != CD_PASS && body->response != CD_ASK;
}

/// Whether a body moves along a path that this step has given it.
static inline bool cd_keeps_path(const cd_world *w, const cd_dynamic_body *m) {
    return (m->held && !m->stalled) || (cd_is_pressed(w, m) && !cd_dynamic_is_still(m));
}

/// Whether a hit of a body is one of a pile.
static inline bool cd_hits_in_pile(const cd_world *w, const cd_dynamic_body *m) {
    return !m->stalled && (m->held || cd_is_pressed(w, m));
}

/// Bodies that touch on such paths may close by so much: it is a small part of a margin in a step.
static inline double cd_pressed_speed(const cd_world *w, double margin) {
    return margin / (1024 * w->step.dt);
}

/// Resolves a hit one body of which is in a pile or held. The bodies whose paths have changed are
/// the island afterwards.
void cd_pile_hit(cd_world *world, const cd_collision *hit, double restitution);

/// At the start of a step: all that was held goes on at its velocity. Calls `released` for each.
void cd_release_held(cd_world *world);

#endif
