// Memory for the viewer and the recording. Failed allocations are counted, because most callers go
// on without the memory: a picture then lacks a part, and whoever shows or writes it must say so.
#ifndef RECORD_ALLOCATE_H
#define RECORD_ALLOCATE_H

#include <stddef.h>

/// As malloc, calloc(1, size), realloc and strdup; to be freed by free.
void *cd_allocate(size_t size);
void *cd_allocate_zeroed(size_t size);
void *cd_reallocate(void *block, size_t size);
char *cd_duplicate(const char *text);

/// A list with room for one element more than `count`: twice as large where it is full. NULL
/// without memory; then the list is as it was.
void *cd_grow(void *list, int count, int *capacity, size_t size);

/// Counts a call of another library that has failed for want of memory, as those that make glyphs.
void cd_note_failed_allocation(void);
/// How many of all these calls have failed in this process.
unsigned cd_allocations_failed(void);

#endif
