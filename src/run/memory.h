// The runner's allocator: what a script may hold is capped, and hitting the cap is remembered.
#ifndef RUN_MEMORY_H
#define RUN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

/// `limit` bytes in all; `used` so far; `refused` once a request went over. A reserve beyond the
/// limit lets the error handler and the report run.
typedef struct cd_memory {
    size_t used, limit;
    bool refused;
} cd_memory;

/// A lua_Alloc over malloc; `memory` is a cd_memory.
void *cd_memory_alloc(void *memory, void *block, size_t old_size, size_t new_size);

#endif
