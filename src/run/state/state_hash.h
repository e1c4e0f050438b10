// Hashes of a state and of its shapes.
#ifndef RUN_STATE_STATE_HASH_H
#define RUN_STATE_STATE_HASH_H

#include "run/state/framing.h"

#include <lua.h>

/// What a state has among its numbers and vectors.
enum { CD_STATE_NAN = 1, CD_STATE_INFINITE = 2 };

/// The hash of a state after each of its values: what tells later which one has changed. Zeroed at
/// first; `words` is to be freed.
typedef struct cd_hash_trace {
    uint64_t *words;
    size_t count, capacity;
    bool cut; ///< where memory was too short
} cd_hash_trace;

/// A hash of everything that can be reached from the table at an index. Its shapes are added to a
/// framing; *odd: CD_STATE_*; the trace is written anew. Each may be NULL.
uint64_t cd_hash_state(lua_State *L, int index, cd_framing *framing, unsigned *odd,
                       cd_hash_trace *trace);

/// Pushes the path of the first value of the state at an index that is another than when the trace
/// was written: "balls[2].x", "world[3]" for a body. That of the table around it for a value that
/// is gone; "" for the state itself, or where nothing has changed.
void cd_push_changed(lua_State *L, int index, cd_hash_trace *trace);

/// A hash of a frame's shapes and their keys.
uint64_t cd_hash_figure(const cd_frame *frame);

#endif
