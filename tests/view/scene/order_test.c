// The order of drawing, over keys of all magnitudes with many ties, both zeros and infinities: it
// is a permutation, ascending, and stable. The keys themselves say so; no other sort is trusted.
#include "check.h"
#include "random.h"
#include "view/scene/order.h"

#include <math.h>

/// Keys of all magnitudes, many of them equal, with both zeros.
static void test_order(int count) {
    cd_arena arena = {0};
    double *keys = cd_arena_alloc(&arena, (size_t)count * sizeof *keys);
    for (int i = 0; i < count; i++) {
        const int kind = (int)range(0, 4);
        keys[i] = kind == 0   ? range(-1, 1) * pow(10, range(-300, 300))
                  : kind == 1 ? (int)range(0, 5) - 2
                  : kind == 2 ? ((int)range(0, 2) ? 0.0 : -0.0)
                              : ((int)range(0, 9) ? range(-1, 1) : -INFINITY);
    }
    const int *order = cd_order_of(keys, count, &arena);
    bool *seen = cd_arena_alloc(&arena, (size_t)count * sizeof *seen);
    for (int i = 0; i < count; i++) {
        CHECK(order[i] >= 0 && order[i] < count && !seen[order[i]]);
        seen[order[i]] = true;
        const int before = i > 0 ? order[i - 1] : order[i];
        CHECK(keys[before] <= keys[order[i]]);
        CHECK(i == 0 || keys[before] < keys[order[i]] || before < order[i]);
    }
    cd_arena_free(&arena);
}

int main(void) {
    seed(1);
    for (int i = 0; i < 60; i++)
        test_order(i < 20 ? i : (int)range(0, 3000));
    return failures > 0;
}
