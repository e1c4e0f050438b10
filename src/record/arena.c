// An arena is a list of blocks, the newest first. Each is at least as large as all before it
// together, so that a frame takes few allocations.
#include "record/arena.h"

#include "record/allocate.h"

#include <assert.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_BLOCK ((size_t)4096)

struct cd_arena_block {
    struct cd_arena_block *older;
    size_t used, capacity;
    alignas(max_align_t) unsigned char memory[];
};

/// Adds a block with room for `size` bytes; NULL if memory ran out.
static struct cd_arena_block *block_new(cd_arena *arena, size_t size) {
    size_t capacity = arena->used < FIRST_BLOCK ? FIRST_BLOCK : arena->used;
    if (capacity < size)
        capacity = size;
    if (capacity > SIZE_MAX - sizeof(struct cd_arena_block))
        return NULL;
    struct cd_arena_block *block = cd_allocate(sizeof *block + capacity);
    if (!block)
        return NULL;
    *block = (struct cd_arena_block){.older = arena->blocks, .capacity = capacity};
    arena->blocks = block;
    return block;
}

void *cd_arena_alloc(cd_arena *arena, size_t size) {
    const size_t align = alignof(max_align_t);
    if (size > SIZE_MAX - align)
        return NULL;
    size = size ? (size + align - 1) / align * align : align;
    struct cd_arena_block *block = arena->blocks;
    if (!block || block->capacity - block->used < size) {
        block = block_new(arena, size);
        if (!block)
            return NULL;
    }
    void *memory = block->memory + block->used;
    block->used += size;
    arena->used += size;
    return memset(memory, 0, size);
}

char *cd_arena_string(cd_arena *arena, const char *text, size_t length) {
    assert(length < SIZE_MAX);
    char *copy = cd_arena_alloc(arena, length + 1);
    if (copy && length)
        memcpy(copy, text, length);
    return copy;
}

size_t cd_cut_length(const char *text, size_t length, size_t most) {
    assert(text != NULL || length == 0);
    if (length <= most)
        return length;
    // A byte 10xxxxxx continues a code point.
    while (most > 0 && ((unsigned char)text[most] & 0xc0) == 0x80)
        most--;
    return most;
}

void cd_arena_free(cd_arena *arena) {
    while (arena->blocks) {
        struct cd_arena_block *block = arena->blocks;
        arena->blocks = block->older;
        free(block);
    }
    *arena = (cd_arena){0};
}
