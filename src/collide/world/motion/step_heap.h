// The events of a step: a heap of dynamic bodies by the time of their earliest event, equal times
// by the order of bodies. A dynamic body without an event within reach is not in it.
#ifndef COLLIDE_WORLD_MOTION_STEP_HEAP_H
#define COLLIDE_WORLD_MOTION_STEP_HEAP_H

#include "collide/world/motion/dynamic_body.h"

/// Empties the heap.
void cd_heap_clear(cd_world *world);

/// Puts a dynamic body where its events belong after they have changed, which may be out of the
/// heap.
void cd_heap_update(cd_world *world, int dynamic_body);

/// The dynamic body with the earliest event, NULL: none.
const cd_heap_entry *cd_heap_first(const cd_world *world);

#endif
