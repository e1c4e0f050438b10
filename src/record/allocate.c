// See allocate.h. A film is encoded by a thread of its own, hence the atomic count.
#include "record/allocate.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint failures;

static void *noted(void *block) {
    if (block == NULL)
        failures++;
    return block;
}

void *cd_allocate(size_t size) { return noted(malloc(size)); }
void *cd_allocate_zeroed(size_t size) { return noted(calloc(1, size)); }
void *cd_reallocate(void *block, size_t size) { return noted(realloc(block, size)); }

char *cd_duplicate(const char *text) {
    const size_t size = strlen(text) + 1;
    char *copy = cd_allocate(size);
    return copy != NULL ? memcpy(copy, text, size) : NULL;
}

void *cd_grow(void *list, int count, int *capacity, size_t size) {
    if (count < *capacity)
        return list;
    const int room = *capacity > 0 ? 2 * *capacity : 32;
    void *grown = cd_reallocate(list, (size_t)room * size);
    if (grown != NULL)
        *capacity = room;
    return grown;
}

void cd_note_failed_allocation(void) { failures++; }
unsigned cd_allocations_failed(void) { return failures; }
