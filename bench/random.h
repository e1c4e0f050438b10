// Seeded random numbers: splitmix64 (Steele, Lea, Flood 2014), the same on every machine. The state
// is that of the file that includes this.
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

static uint64_t random_state;

static inline uint64_t random_bits(void) {
    uint64_t z = random_state += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static inline double uniform(double low, double high) {
    return low + (high - low) * ((double)(random_bits() >> 11) * 0x1p-53);
}

#endif
