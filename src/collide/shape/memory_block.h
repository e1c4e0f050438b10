// One block of memory, cut into arrays, each aligned for whatever it holds.
#ifndef COLLIDE_SHAPE_MEMORY_BLOCK_H
#define COLLIDE_SHAPE_MEMORY_BLOCK_H

#include "collide/build.h"

/// Whether something may be built of so many points or triangles.
static inline bool cd_is_count(int count) { return count >= 1 && count <= CD_COUNT_MAX; }

/// The bytes that an array occupies in a block.
static inline size_t cd_block_share(size_t size) { return (size + 15) & ~(size_t)15; }

/// Takes the next array from the block.
static inline void *cd_block_take(char **at, size_t size) {
    void *result = *at;
    *at += cd_block_share(size);
    return result;
}

#endif
