// Memory from the caller's allocator, which need not align it: a buffer moves its start to the next
// cache line.
#include "collide/world/body/world_memory.h"

#include <string.h>

static void *block_of(const cd_buffer *buffer) {
    return buffer->memory ? (char *)buffer->memory - buffer->before : NULL;
}

static size_t block_size(const cd_buffer *buffer) {
    return buffer->memory ? buffer->size + CD_CACHE_LINE : 0;
}

bool cd_reserve(cd_world *w, cd_buffer *buffer, size_t size) {
    if (size <= buffer->size)
        return true;
    assert(size <= SIZE_MAX / 2);
    size += size / 2;
    size_t old_size = block_size(buffer);
    char *block = w->allocator.reallocate(w->allocator.user, block_of(buffer), old_size,
                                          size + CD_CACHE_LINE);
    if (!block)
        return false;
    size_t before = -(uintptr_t)block % CD_CACHE_LINE;
    if (before != buffer->before)
        memmove(block + before, block + buffer->before, buffer->size);
    *buffer = (cd_buffer){block + before, size, before};
    w->memory += block_size(buffer) - old_size;
    return true;
}

bool cd_reserve_array(cd_world *w, cd_buffer *buffer, size_t count, size_t element) {
    return (count <= INT32_MAX) & (count <= SIZE_MAX / 2 / element) &&
           cd_reserve(w, buffer, count * element);
}

void cd_release(cd_world *w, cd_buffer *buffer) {
    w->memory -= block_size(buffer);
    if (buffer->memory)
        w->allocator.reallocate(w->allocator.user, block_of(buffer), block_size(buffer), 0);
    *buffer = (cd_buffer){0};
}

bool cd_step_reserve(cd_world *w, cd_buffer *buffer, size_t count, size_t element) {
    if (!cd_reserve_array(w, buffer, count, element))
        w->step.failed = true;
    return !w->step.failed;
}

void *cd_step_append(cd_world *w, cd_buffer *buffer, int *count, size_t element) {
    if (!cd_step_reserve(w, buffer, (size_t)*count + 1, element))
        return NULL;
    return (char *)buffer->memory + (size_t)(*count)++ * element;
}
