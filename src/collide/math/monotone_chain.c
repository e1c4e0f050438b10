// Andrew's monotone chain (1979): the lower hull from left to right, then the upper hull back.
#include "collide/math/monotone_chain.h"

#include "collide/math/predicates.h"

#include <assert.h>

// Heap sort of point indices in lexicographic order: in place, and never quadratic.
static void sift(const cd_vec *points, int *order, int root, int count) {
    for (int child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && cd_before(points[order[child]], points[order[child + 1]]))
            child++;
        if (!cd_before(points[order[root]], points[order[child]]))
            return;
        int swap = order[root];
        order[root] = order[child];
        order[child] = swap;
    }
}

static void sort_points(const cd_vec *points, int *order, int count) {
    for (int i = count / 2 - 1; i >= 0; i--)
        sift(points, order, i, count);
    for (int last = count - 1; last > 0; last--) {
        int swap = order[0];
        order[0] = order[last];
        order[last] = swap;
        sift(points, order, 0, last);
    }
}

int cd_monotone_chain(const cd_vec *points, int count, int *order, int *out) {
    for (int i = 0; i < count; i++)
        order[i] = i;
    sort_points(points, order, count);
    int size = 0;
    for (int pass = 0, floor = 1; pass < 2; pass++, floor = size) {
        for (int i = 0; i < count; i++) {
            int p = order[pass == 0 ? i : count - 1 - i];
            if (size > 0 && cd_equal(points[p], points[out[size - 1]]))
                continue;
            while (size > floor &&
                   cd_orient2(points[out[size - 2]], points[out[size - 1]], points[p]) <= 0)
                size--;
            out[size++] = p;
        }
    }
    assert(size > 1);
    return size - 1; // the last repeats the first
}
