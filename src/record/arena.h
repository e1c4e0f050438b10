// Memory that is freed as a whole: all of a frame, built or decoded, lies in one arena.
#ifndef RECORD_ARENA_H
#define RECORD_ARENA_H

#include <stddef.h>

/// {0} is an empty arena.
typedef struct cd_arena {
    struct cd_arena_block *blocks;
    size_t used; ///< bytes allocated in all
} cd_arena;

/// Zeroed memory aligned for any type, also for size 0. NULL if memory ran out.
void *cd_arena_alloc(cd_arena *arena, size_t size);

/// A copy of a text with a zero byte behind it. NULL if memory ran out.
char *cd_arena_string(cd_arena *arena, const char *text, size_t length);

/// The length to which a UTF-8 text is cut so that it has at most `most` bytes and no code point is
/// cut in two.
size_t cd_cut_length(const char *text, size_t length, size_t most);

/// Frees everything; the arena is empty again.
void cd_arena_free(cd_arena *arena);

#endif
