// Four floats at a time, as any 64-bit processor can. By the vector types of GCC and Clang rather
// than by hoping that a loop is vectorised; each lane has the same bits as the plain operation on
// it.
#ifndef COLLIDE_LANES_H
#define COLLIDE_LANES_H

#include <stdint.h>
#include <string.h>

#define CD_LANES 4

typedef float cd_lanes __attribute__((vector_size(16)));
typedef int32_t cd_lanes_int __attribute__((vector_size(16)));

static inline cd_lanes cd_lanes_all(float v) { return (cd_lanes){v, v, v, v}; }

static inline cd_lanes cd_lanes_load(const float *from) {
    cd_lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline cd_lanes cd_lanes_select(cd_lanes_int mask, cd_lanes yes, cd_lanes no) {
    return (cd_lanes)(((cd_lanes_int)yes & mask) | ((cd_lanes_int)no & ~mask));
}

/// a < b ? a : b
static inline cd_lanes cd_lanes_min(cd_lanes a, cd_lanes b) {
#ifdef __SSE__
    return __builtin_ia32_minps(a, b); // what the other line means, in one instruction for four
#else
    return cd_lanes_select(a < b, a, b);
#endif
}

/// a > b ? a : b
static inline cd_lanes cd_lanes_max(cd_lanes a, cd_lanes b) {
#ifdef __SSE__
    return __builtin_ia32_maxps(a, b);
#else
    return cd_lanes_select(a > b, a, b);
#endif
}

/// Bit k is set where lane k of a comparison is true.
static inline unsigned cd_lanes_bits(cd_lanes_int mask) {
#ifdef __SSE__
    return (unsigned)__builtin_ia32_movmskps((cd_lanes)mask);
#else
    return (mask[0] & 1u) | (mask[1] & 2u) | (mask[2] & 4u) | (mask[3] & 8u);
#endif
}

#endif
