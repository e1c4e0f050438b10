// The memory of the worlds in the C tests: it counts what is held and can run out at any
// allocation.
#ifndef TESTS_ALLOCATOR_H
#define TESTS_ALLOCATOR_H

#include "collide/world.h"

#include <stdlib.h>
#include <string.h>

static size_t held;
static long allocations_left = -1; // -1: any number

// Allocations start at varying offsets within cache lines; the byte before one holds its offset
// from the block of malloc.
enum { BEFORE = 16 };

static char *block_of(void *memory) {
    return memory ? (char *)memory - ((unsigned char *)memory)[-1] : NULL;
}

static void *reallocate(void *user, void *memory, size_t old_size, size_t size) {
    static int blocks;
    (void)user;
    if (size == 0) {
        held -= old_size;
        free(block_of(memory));
        return NULL;
    }
    if (allocations_left == 0)
        return NULL;
    if (allocations_left > 0)
        allocations_left--;
    size_t before = BEFORE * (size_t)(1 + blocks++ % 4);
    char *moved = malloc(before + size);
    if (!moved)
        return NULL;
    moved += before;
    moved[-1] = (char)before;
    memset(moved, 0xa5, size); // nothing may rely on zeros
    if (memory)
        memcpy(moved, memory, old_size < size ? old_size : size);
    free(block_of(memory));
    held += size - old_size;
    return moved;
}

static const cd_allocator memory = {reallocate, NULL};

#endif
