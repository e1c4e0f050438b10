// The buffers of a world: they only grow, and every allocation goes through here. A step notes here
// that memory ran out, and ends in one place (cd_world_next_hit).
#ifndef COLLIDE_WORLD_BODY_WORLD_MEMORY_H
#define COLLIDE_WORLD_BODY_WORLD_MEMORY_H

#include "collide/world/body/state.h"

/// Makes room for `size` bytes and half as many again; what was there stays. False without memory.
bool cd_reserve(cd_world *world, cd_buffer *buffer, size_t size);

/// The same for an array; false, too, where its count is no int or its size does not fit in a
/// size_t.
bool cd_reserve_array(cd_world *world, cd_buffer *buffer, size_t count, size_t element);

/// Frees the memory of a buffer, which is then empty.
void cd_release(cd_world *world, cd_buffer *buffer);

/// cd_reserve_array for the buffers of a step. Without memory the step has failed.
bool cd_step_reserve(cd_world *world, cd_buffer *buffer, size_t count, size_t element);

/// Room for one more element of an array of `*count`, which it counts up. NULL without memory: then
/// the step has failed.
void *cd_step_append(cd_world *world, cd_buffer *buffer, int *count, size_t element);

#endif
