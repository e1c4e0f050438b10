// Seeded random numbers for the C tests: xorshift64* (Vigna 2016), the same on every machine.
#ifndef TESTS_RANDOM_H
#define TESTS_RANDOM_H

#include "collide/vec.h"

static unsigned long long state;

/// In [0, 1).
static inline double unit(void) {
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (double)((state * 2685821657736338717ull) >> 11) * 0x1p-53;
}

static inline void seed(int n) {
    state = (unsigned long long)n * 0x9E3779B97F4A7C15ull + 1;
    for (int i = 0; i < 4; i++)
        unit();
}

static inline double range(double low, double high) { return low + (high - low) * unit(); }

static inline cd_vec vector(int dim, double size) {
    double x = range(-size, size), y = range(-size, size);
    return (cd_vec){x, y, dim == 3 ? range(-size, size) : 0};
}

#endif
