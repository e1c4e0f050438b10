// Hashes of a state and of its shapes.
#ifndef RUN_STATE_STATE_HASH_H
#define RUN_STATE_STATE_HASH_H

#include "record/frame.h"

#include <lua.h>

/// A hash of everything that can be reached from the value at an index.
uint64_t cd_hash_state(lua_State *L, int index);

/// A hash of a frame's shapes and their keys.
uint64_t cd_hash_figure(const cd_frame *frame);

#endif
