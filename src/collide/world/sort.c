// The first count / 2 rounds build a heap with the last element on top; each further round takes
// the top to the end of what is left and lets its substitute sink.
#include "collide/world/sort.h"

#include "collide/world.h"

#include <assert.h>
#include <string.h>

void cd_sort(void *array, int count, size_t size, bool (*before)(const void *, const void *)) {
    char *items = array, swap[sizeof(cd_body_hit)];
    assert(size <= sizeof swap);
    for (int step = 0; step < count / 2 + count - 1; step++) {
        int end = step < count / 2 ? count : count - 1 - (step - count / 2);
        int parent = step < count / 2 ? count / 2 - 1 - step : 0;
        if (step >= count / 2) {
            memcpy(swap, items, size);
            memcpy(items, items + (size_t)end * size, size);
            memcpy(items + (size_t)end * size, swap, size);
        }
        for (int child; (child = 2 * parent + 1) < end; parent = child) {
            char *c = items + (size_t)child * size, *p = items + (size_t)parent * size;
            if (child + 1 < end && before(c, c + size))
                c += size, child++;
            if (!before(p, c))
                break;
            memcpy(swap, p, size);
            memcpy(p, c, size);
            memcpy(c, swap, size);
        }
    }
    for (int i = 1; i < count; i++)
        assert(!before(items + (size_t)i * size, items + (size_t)(i - 1) * size));
}

static bool index_before(const void *a, const void *b) { return *(const int *)a < *(const int *)b; }

// Insertion sort of few, heap sort of many.
void cd_sort_indices(int *indices, int count) {
    enum { FEW = 32 };
    if (count > FEW) {
        cd_sort(indices, count, sizeof *indices, index_before);
        return;
    }
    for (int i = 1; i < count; i++) {
        int index = indices[i], k = i;
        for (; k > 0 && indices[k - 1] > index; k--)
            indices[k] = indices[k - 1];
        indices[k] = index;
    }
}
