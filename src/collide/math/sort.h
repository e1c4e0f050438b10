// Shell sort (1959), as it needs no memory and queries allocate none: with the gaps of Knuth (The
// Art of Computer Programming 3, 5.2.1). Inlined, so that the comparison is.
#ifndef COLLIDE_MATH_SORT_H
#define COLLIDE_MATH_SORT_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { CD_SORT_MOST_BYTES = 256 };

/// Sorts an array by `before`, a strict total order of elements of at most CD_SORT_MOST_BYTES.
static inline __attribute__((always_inline)) void
cd_sort(void *array, int count, size_t size, bool (*before)(const void *, const void *)) {
    char *items = array, item[CD_SORT_MOST_BYTES];
    int gap = 1;
    assert(size <= sizeof item);
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) {
        const size_t stride = (size_t)gap * size;
        for (size_t i = stride; i < (size_t)count * size; i += size) {
            size_t to = i;
            if (!before(items + i, items + i - stride))
                continue;
            memcpy(item, items + i, size);
            do {
                memcpy(items + to, items + to - stride, size);
                to -= stride;
            } while (to >= stride && before(item, items + to - stride));
            memcpy(items + to, item, size);
        }
    }
}

static inline bool cd_is_lower_index(const void *a, const void *b) {
    return *(const int *)a < *(const int *)b;
}

/// Sorts indices.
static inline void cd_sort_indices(int *indices, int count) {
    cd_sort(indices, count, sizeof *indices, cd_is_lower_index);
}

#endif
