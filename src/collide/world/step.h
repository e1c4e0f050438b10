// What the files of the step share: step.c runs it, predict.c tells what movers meet,
// response.c answers hits.
#ifndef COLLIDE_WORLD_STEP_H
#define COLLIDE_WORLD_STEP_H

#include "collide/world/state.h"

enum { CD_FEWEST_BUCKETS = 512 };

/// They lie at the start of lines of the cache.
static inline cd_mover *cd_mover_at(const cd_world *w, int mover) {
    char *first = w->step.movers.memory;
    return (cd_mover *)(void *)(first + (size_t)mover * CD_MOVER_STRIDE);
}

static inline cd_mover_contact *cd_touches(const cd_world *w) { return w->step.touches.memory; }
static inline int *cd_mover_of(const cd_world *w) { return w->step.mover_of.memory; }

/// mover -> its place in the heap, -1: nothing is due
static inline int *cd_places(const cd_world *w) { return w->step.places.memory; }

/// mover -> the next one in the list of its bucket
static inline int *cd_nexts(const cd_world *w) { return w->step.nexts.memory; }

/// The hits of the body in a slot in this step.
static inline int *cd_hits_of(const cd_world *w, int index) {
    return (int *)w->step.hits.memory + cd_slot_of(w)[index];
}

/// When the first of what a mover waits for happens.
static inline double cd_due(const cd_mover *m) {
    return cd_min(m->cell_due, cd_min(m->still_due, m->body_due));
}

/// Where a mover is now.
static inline cd_vec cd_mover_position(const cd_world *w, const cd_mover *m) {
    return cd_add_scaled(m->x, w->step.now - m->t, m->v);
}

/// Moves a mover to the present.
void cd_mover_advance(cd_world *world, cd_mover *mover);

/// The shape of a mover where it is now.
cd_shape cd_mover_shape(const cd_world *world, const cd_mover *mover);

/// Finds all that a mover waits for, anew; of other movers only those from `from` on. `first`: the
/// step begins, and bodies that overlap are noted.
void cd_mover_predict(cd_world *world, int mover, int from, bool first);

/// Adds v to the velocities of all movers at once, which changes nothing among them, and finds anew
/// when they leave their cells and meet still bodies. False where one fits in no cell: then no more
/// than places and velocities have changed.
bool cd_movers_accelerate(cd_world *world, cd_vec v);

/// Chooses the cells for the movers that there are, and empties them.
void cd_choose_cells(cd_world *world);

/// Stops a mover for the rest of the step; the body keeps its velocity.
void cd_mover_stall(cd_world *world, cd_mover *mover);

/// Puts a mover into the cell that it is in, or in the next.
void cd_mover_enter_cell(cd_world *world, int mover);
void cd_mover_change_cell(cd_world *world, int mover);

/// Tells that the bodies are no longer where the last step left them, or move otherwise.
static inline void cd_step_forget(cd_world *w) { w->step.kept = false; }

/// Tells the heap that what a mover waits for has changed.
void cd_heap_update(cd_world *world, int mover);

/// Changes velocities as the bodies' responses want; `how` is the answer of the one that was asked,
/// which may have changed them before.
void cd_respond(cd_world *world, const cd_collision *meeting, cd_response how);

/// The speed that gravity makes in a step: a hit no faster does not bounce.
static inline double cd_fall_speed(const cd_world *w) {
    return cd_norm(w->gravity) * w->step.dt * (1 + 1e-9);
}

/// Calls `found` for each other mover in the cells around that of a mover.
void cd_mover_around(const cd_world *world, int mover,
                     void (*found)(void *context, int mover, int other), void *context);

/// Answers the contacts of a pile together: that of a meeting, what its bodies touch and what they
/// would meet in this step, no faster than they fall. Returns how many movers now move otherwise,
/// the first in step.piled.
int cd_resolve_island(cd_world *world, const cd_collision *meeting);

/// Pushes out the bodies that overlapped when the step began and still do.
void cd_correct_positions(cd_world *world);

#endif
