// Shell sort with the gaps of Knuth, as it needs no memory and queries allocate none.
#ifndef COLLIDE_WORLD_SORT_H
#define COLLIDE_WORLD_SORT_H

#include <stdbool.h>
#include <stddef.h>

/// Sorts an array by `before`, a strict total order. An element is at most as large as a
/// cd_body_hit.
void cd_sort(void *array, int count, size_t size, bool (*before)(const void *, const void *));

/// Sorts indices.
void cd_sort_indices(int *indices, int count);

#endif
