// Hashes of a state and of its shapes.
#ifndef RUN_STATE_STATE_HASH_H
#define RUN_STATE_STATE_HASH_H

#include "run/state/framing.h"

#include <lua.h>

/// A hash of everything that can be reached from the value at an index. Its shapes are added to a
/// framing, unless that is NULL.
uint64_t cd_hash_state(lua_State *L, int index, cd_framing *framing);

/// A hash of a frame's shapes and their keys.
uint64_t cd_hash_figure(const cd_frame *frame);

#endif
