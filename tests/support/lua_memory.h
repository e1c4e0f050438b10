// The memory of a Lua state in the C tests: it counts what is held, and allocations fail when a
// test asks for it.
#ifndef TESTS_LUA_MEMORY_H
#define TESTS_LUA_MEMORY_H

#include "faults.h"

#include <stdbool.h>
#include <stdlib.h>

typedef struct lua_memory {
    long fail_at, times; ///< the first allocation that fails, from 1, and how many do
    size_t least;        ///< only those of so many bytes count
    long count;
    size_t held;
} lua_memory;

static inline void *lua_allocate(void *memory, void *block, size_t old_size, size_t size) {
    lua_memory *m = memory;
    old_size = block != NULL ? old_size : 0;
    if (size == 0) {
        m->held -= old_size;
        free(block);
        return NULL;
    }
    const bool counts = size > old_size && size >= m->least; // Lua relies on shrinking
    m->count += counts;
    if (counts && m->count >= m->fail_at && m->count - m->fail_at < m->times)
        return NULL;
    void *moved = reallocate_safely(block, size);
    if (moved == NULL)
        abort();
    m->held += size - old_size;
    return moved;
}

#endif
