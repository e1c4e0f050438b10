// Seeded random numbers: xorshift64* (Vigna 2016), the same on every machine. The state is that of
// the file that includes this.
#ifndef GAUNTLET_RANDOM_H
#define GAUNTLET_RANDOM_H

#include <stdint.h>

static uint64_t random_state;

/// Begins a sequence of its own for every n; what is added to its state must not make that 0.
static inline void random_seed(uint64_t n, uint64_t added) {
    random_state = n * 0x9E3779B97F4A7C15u + added;
}

/// In [0, 1).
static inline double random_unit(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (double)((random_state * 2685821657736338717u) >> 11) * 0x1p-53;
}

static inline double random_range(double low, double high) {
    return low + (high - low) * random_unit();
}

#endif
