// See memory.h. Lua promises that shrinking never fails, so only growing is refused.
#include "run/memory.h"

#include <stdlib.h>

void *cd_memory_alloc(void *memory, void *block, size_t old_size, size_t new_size) {
    cd_memory *m = memory;
    size_t old = block ? old_size : 0; // for a new block it tells the type, not a size
    if (new_size == 0) {
        free(block);
        m->used -= old;
        return NULL;
    }
    if (new_size > old && new_size - old > m->limit - (m->used < m->limit ? m->used : m->limit)) {
        m->refused = true;
        return NULL;
    }
    void *moved = realloc(block, new_size);
    if (moved)
        m->used += new_size - old;
    else
        m->refused = true;
    return moved;
}
