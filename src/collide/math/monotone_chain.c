// Andrew's monotone chain (1979): the lower hull from left to right, then the upper hull back.
#include "collide/math/monotone_chain.h"

#include "collide/math/predicates.h"
#include "collide/math/sort.h"

#include <assert.h>

static bool comes_before(const void *a, const void *b) {
    const cd_numbered_point *p = a, *q = b;
    return cd_equal(p->point, q->point) ? p->number < q->number : cd_before(p->point, q->point);
}

void cd_sort_points(cd_numbered_point *list, int count) {
    cd_sort(list, count, sizeof *list, comes_before);
}

int cd_monotone_chain(const cd_vec *points, int count, cd_numbered_point *sorted, int *out) {
    for (int i = 0; i < count; i++)
        sorted[i] = (cd_numbered_point){points[i], i};
    cd_sort_points(sorted, count);
    int size = 0;
    for (int pass = 0, floor = 1; pass < 2; pass++, floor = size) {
        for (int i = 0; i < count; i++) {
            int p = sorted[pass == 0 ? i : count - 1 - i].number;
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
