// See order.h. A radix sort from the lowest digit up. The bits of a double, with the sign bit
// flipped, or all bits if the double is negative, are integers in the same order as the doubles.
#include "view/scene/order.h"

#include <string.h>

enum { DIGIT_BITS = 11, DIGITS = 6, VALUES = 1 << DIGIT_BITS };
_Static_assert(DIGIT_BITS *DIGITS >= 64, "the digits cover the key");

typedef struct sort_item {
    uint64_t key;
    int index;
} sort_item;

static uint64_t ordered_bits(double v) {
    uint64_t bits;
    v += 0; // -0 becomes 0
    memcpy(&bits, &v, sizeof bits);
    return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static unsigned digit_of(uint64_t key, int digit) {
    return (unsigned)(key >> (digit * DIGIT_BITS)) & (VALUES - 1);
}

int *cd_order_of(const double *keys, int count, cd_arena *arena) {
    const size_t size = (size_t)count;
    sort_item *from = cd_arena_alloc(arena, size * sizeof *from);
    sort_item *to = cd_arena_alloc(arena, size * sizeof *to);
    int *order = cd_arena_alloc(arena, size * sizeof *order);
    int(*counts)[VALUES] = cd_arena_alloc(arena, DIGITS * sizeof *counts);
    if (from == NULL || to == NULL || order == NULL || counts == NULL)
        return NULL;
    for (int i = 0; i < count; i++) {
        from[i] = (sort_item){ordered_bits(keys[i]), i};
        for (int d = 0; d < DIGITS; d++)
            counts[d][digit_of(from[i].key, d)]++;
    }
    for (int d = 0; d < DIGITS && count > 0; d++) {
        if (counts[d][digit_of(from[0].key, d)] == count)
            continue; // all keys have the same digit
        for (int v = 0, at = 0; v < VALUES; v++) {
            const int here = counts[d][v];
            counts[d][v] = at;
            at += here;
        }
        for (int i = 0; i < count; i++)
            to[counts[d][digit_of(from[i].key, d)]++] = from[i];
        sort_item *swap = from;
        from = to;
        to = swap;
    }
    for (int i = 0; i < count; i++)
        order[i] = from[i].index;
    return order;
}
