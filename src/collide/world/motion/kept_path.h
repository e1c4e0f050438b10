// Bodies whose paths in a step are not to be changed by a hit in it: those of piles (pile.h), and
// those that have been given another one.
#ifndef COLLIDE_WORLD_MOTION_KEPT_PATH_H
#define COLLIDE_WORLD_MOTION_KEPT_PATH_H

#include "collide/world/motion/dynamic_body.h"

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

#endif
