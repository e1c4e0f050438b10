// Hashes of a state and of its shapes.
#ifndef RUN_STATE_STATE_HASH_H
#define RUN_STATE_STATE_HASH_H

#include "run/state/framing.h"

#include <lua.h>

/// What a state has among its numbers and vectors.
enum { CD_STATE_NAN = 1, CD_STATE_INFINITE = 2 };

/// A hash of everything that can be reached from the table at an index. Its shapes are added to a
/// framing; *odd: CD_STATE_*. Either may be NULL.
uint64_t cd_hash_state(lua_State *L, int index, cd_framing *framing, unsigned *odd);

/// A hash of a frame's shapes and their keys.
uint64_t cd_hash_figure(const cd_frame *frame);

#endif
