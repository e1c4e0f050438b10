// Memory for the worlds of the C tests, which counts what is held and may end at any moment.
#ifndef TESTS_ALLOCATOR_H
#define TESTS_ALLOCATOR_H

#include "collide/world.h"

#include <stdlib.h>

static size_t held;
static long allocations_left = -1; // -1: as many as wanted

static void *reallocate(void *user, void *block, size_t old_size, size_t size) {
    (void)user;
    if (size == 0) {
        held -= old_size;
        free(block);
        return NULL;
    }
    if (allocations_left == 0)
        return NULL;
    if (allocations_left > 0)
        allocations_left--;
    void *moved = realloc(block, size);
    if (moved)
        held += size - old_size;
    return moved;
}

static const cd_allocator memory = {reallocate, NULL};

#endif
