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

// Eight short integers at a time.
typedef int16_t cd_shorts __attribute__((vector_size(16)));

static inline cd_shorts cd_shorts_load(const int16_t *from) {
    cd_shorts v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// The integers of a, then of b, towards 0; all fit.
static inline cd_shorts cd_shorts_of(cd_lanes a, cd_lanes b) {
#ifdef __SSE2__
    typedef int32_t v4 __attribute__((vector_size(16)));
    v4 low = (v4)__builtin_ia32_cvttps2dq(a), high = (v4)__builtin_ia32_cvttps2dq(b);
    return (cd_shorts)__builtin_ia32_packssdw128(low, high);
#else
    cd_shorts v;
    for (int i = 0; i < 4; i++)
        v[i] = (int16_t)a[i], v[4 + i] = (int16_t)b[i];
    return v;
#endif
}

/// Four of eight, as floats: from 0 to 32767.
static inline cd_lanes cd_lanes_of_shorts(const int16_t *from) {
#if defined(__SSE2__) && !defined(__clang__) // which has other names for them
    typedef int16_t v8 __attribute__((vector_size(16)));
    typedef long long v2 __attribute__((vector_size(16)));
    long long four;
    memcpy(&four, from, sizeof four);
    v8 low = (v8)(v2){four, 0}, zero = {0};
    return __builtin_ia32_cvtdq2ps((cd_lanes_int)__builtin_ia32_punpcklwd128(low, zero));
#else
    return (cd_lanes){from[0], from[1], from[2], from[3]};
#endif
}

/// The eight bytes of a number, the lowest first.
static inline void cd_lanes_of_bytes(uint64_t bytes, cd_lanes_int of[2]) {
#if defined(__SSE2__) && !defined(__clang__)
    typedef char v16 __attribute__((vector_size(16)));
    typedef int16_t v8 __attribute__((vector_size(16)));
    typedef uint64_t v2 __attribute__((vector_size(16)));
    v8 zero = {0}, shorts = (v8)__builtin_ia32_punpcklbw128((v16)(v2){bytes, 0}, (v16)zero);
    of[0] = (cd_lanes_int)__builtin_ia32_punpcklwd128(shorts, zero);
    of[1] = (cd_lanes_int)__builtin_ia32_punpckhwd128(shorts, zero);
#else
    for (int k = 0; k < 8; k++)
        of[k / 4][k % 4] = (int32_t)(bytes >> 8 * k & 255);
#endif
}

/// Lane k in all; k is a constant.
#ifdef __clang__
#define cd_shorts_spread(v, k) __builtin_shufflevector(v, v, k, k, k, k, k, k, k, k)
#define cd_lanes_spread(v, k) __builtin_shufflevector(v, v, k, k, k, k)
#else
#define cd_shorts_spread(v, k) __builtin_shuffle(v, (cd_shorts){k, k, k, k, k, k, k, k})
#define cd_lanes_spread(v, k) __builtin_shuffle(v, (cd_lanes_int){k, k, k, k})
#endif

/// Bit k is set where lane k of a comparison is true.
static inline unsigned cd_shorts_bits(cd_shorts mask) {
#if defined(__SSE2__) && !defined(__clang__)
    typedef char v16 __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_pmovmskb128(
               (v16)__builtin_ia32_packsswb128(mask, (cd_shorts){0})) &
           255u;
#else
    unsigned bits = 0;
    for (unsigned k = 0; k < 8; k++)
        bits |= mask[k] ? 1u << k : 0;
    return bits;
#endif
}

/// The lowest bit that is set of `bits`, not 0.
static inline int cd_lowest(unsigned bits) { return __builtin_ctz(bits); }

// Two doubles at a time.
typedef double cd_duo __attribute__((vector_size(16)));
typedef int64_t cd_duo_int __attribute__((vector_size(16)));

static inline cd_duo cd_duo_all(double v) { return (cd_duo){v, v}; }

static inline cd_duo cd_duo_load(const double *from) {
    cd_duo v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline cd_duo cd_duo_select(cd_duo_int mask, cd_duo yes, cd_duo no) {
    return (cd_duo)(((cd_duo_int)yes & mask) | ((cd_duo_int)no & ~mask));
}

/// Bit k is set where lane k of a comparison is true.
static inline unsigned cd_duo_bits(cd_duo_int mask) {
#ifdef __SSE2__
    return (unsigned)__builtin_ia32_movmskpd((cd_duo)mask);
#else
    return (mask[0] & 1u) | (mask[1] & 2u);
#endif
}

#endif
