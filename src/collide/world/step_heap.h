// The events of a step: a heap of movers by the time of their earliest event, equal times by the
// order of bodies. A mover without an event within reach is not in it.
#ifndef COLLIDE_WORLD_STEP_HEAP_H
#define COLLIDE_WORLD_STEP_HEAP_H

#include "collide/world/mover.h"

/// Empties the heap.
void cd_heap_clear(cd_world *world);

/// Puts a mover where its events belong after they have changed, which may be out of the heap.
void cd_heap_update(cd_world *world, int mover);

/// The mover with the earliest event, NULL: none.
const cd_heap_entry *cd_heap_first(const cd_world *world);

#endif
