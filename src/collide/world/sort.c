#include "collide/world/sort.h"

#include "collide/world.h"

#include <assert.h>
#include <string.h>

void cd_sort(void *array, int count, size_t size, bool (*before)(const void *, const void *)) {
    char *items = array, item[sizeof(cd_body_hit)];
    int gap = 1;
    assert(size <= sizeof item);
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) {
        const size_t stride = (size_t)gap * size;
        for (size_t i = stride; i < (size_t)count * size; i += size) {
            size_t to = i;
            memcpy(item, items + i, size);
            for (; to >= stride && before(item, items + to - stride); to -= stride)
                memcpy(items + to, items + to - stride, size);
            memcpy(items + to, item, size);
        }
    }
}

static bool index_before(const void *a, const void *b) { return *(const int *)a < *(const int *)b; }

void cd_sort_indices(int *indices, int count) {
    cd_sort(indices, count, sizeof *indices, index_before);
}
