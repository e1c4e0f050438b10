// Four floats at a time (and eight short integers, sixteen bytes), which any 64-bit
// processor can do. They use the vector types of GCC and Clang instead of relying on vectorised
// loops; each lane has the bits of the plain operation on it.
#ifndef COLLIDE_SIMD_LANES_H
#define COLLIDE_SIMD_LANES_H

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
    return __builtin_ia32_minps(a, b); // the expression below in one instruction
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

/// The indices of the set bits among four, in order; the lanes behind them are undefined.
static inline cd_lanes_int cd_lanes_set(unsigned bits) {
    static const cd_lanes_int numbers[16] = {
        {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
        {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    return numbers[bits];
}

/// The number of set bits among four.
static inline unsigned cd_lanes_count(unsigned bits) {
    static const unsigned char count[16] = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return count[bits];
}

/// Writes a[0], b[0], a[1], b[1] and so on.
static inline void cd_lanes_write_pairs(cd_lanes_int a, cd_lanes_int b, void *to) {
#ifdef __clang__
    cd_lanes_int pairs[2] = {__builtin_shufflevector(a, b, 0, 4, 1, 5),
                             __builtin_shufflevector(a, b, 2, 6, 3, 7)};
#else
    cd_lanes_int pairs[2] = {__builtin_shuffle(a, b, (cd_lanes_int){0, 4, 1, 5}),
                             __builtin_shuffle(a, b, (cd_lanes_int){2, 6, 3, 7})};
#endif
    memcpy(to, pairs, sizeof pairs);
}

// Eight short integers at a time.
typedef int16_t cd_shorts __attribute__((vector_size(16)));

/// The numbers of a, then of b, truncated towards 0; they must be below 32768. Numbers below -1
/// become some negative number.
static inline cd_shorts cd_shorts_of(cd_lanes a, cd_lanes b) {
#ifdef __SSE2__
    typedef int32_t v4 __attribute__((vector_size(16)));
    v4 low = (v4)__builtin_ia32_cvttps2dq(a), high = (v4)__builtin_ia32_cvttps2dq(b);
    return (cd_shorts)__builtin_ia32_packssdw128(low, high);
#else
    cd_shorts v;
    for (int i = 0; i < 4; i++)
        v[i] = (int16_t)(a[i] > -1 ? a[i] : -1), v[4 + i] = (int16_t)(b[i] > -1 ? b[i] : -1);
    return v;
#endif
}

// Sixteen bytes at a time.
typedef uint8_t cd_byte_lanes __attribute__((vector_size(16)));

static inline cd_byte_lanes cd_byte_lanes_load(const uint8_t *from) {
    cd_byte_lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// The integers clamped to [0, 255], twice.
static inline cd_byte_lanes cd_byte_lanes_of(cd_shorts v) {
#if defined(__SSE2__) && !defined(__clang__)
    return (cd_byte_lanes)__builtin_ia32_packuswb128(v, v);
#else
    cd_byte_lanes bytes;
    for (int k = 0; k < 8; k++)
        bytes[k] = bytes[8 + k] = (uint8_t)(v[k] < 0 ? 0 : v[k] > 255 ? 255 : v[k]);
    return bytes;
#endif
}

/// Nonzero where a > b.
static inline cd_byte_lanes cd_byte_lanes_beyond(cd_byte_lanes a, cd_byte_lanes b) {
#if defined(__SSE2__) && !defined(__clang__)
    typedef char v16 __attribute__((vector_size(16)));
    return (cd_byte_lanes)__builtin_ia32_psubusb128((v16)a, (v16)b);
#else
    return (cd_byte_lanes)(a > b);
#endif
}

/// Bit k of eight is set where bytes k and 8 + k are 0.
static inline unsigned cd_byte_lanes_zeros(cd_byte_lanes v) {
#if defined(__SSE2__) && !defined(__clang__)
    typedef char v16 __attribute__((vector_size(16)));
    unsigned bits = (unsigned)__builtin_ia32_pmovmskb128((v16)(v == 0));
    return bits & bits >> 8;
#else
    unsigned bits = 0;
    for (unsigned k = 0; k < 8; k++)
        bits |= (v[k] | v[8 + k]) == 0 ? 1u << k : 0;
    return bits;
#endif
}

/// The eight bytes of a number as integers, the lowest first.
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

/// Eight bytes as floats.
static inline void cd_lanes_of_eight(const uint8_t *from, cd_lanes of[2]) {
    uint64_t bytes;
    cd_lanes_int numbers[2];
    memcpy(&bytes, from, sizeof bytes);
    cd_lanes_of_bytes(bytes, numbers);
    for (int half = 0; half < 2; half++)
        of[half] = __builtin_convertvector(numbers[half], cd_lanes);
}

/// Lane k in all lanes, where k is a constant; byte j eight times and byte k eight times; the lower
/// half of a and the upper half of b.
#ifdef __clang__
#define cd_lanes_spread(v, k) __builtin_shufflevector(v, v, k, k, k, k)
#define cd_byte_lanes_spread(v, j, k)                                                              \
    __builtin_shufflevector(v, v, j, j, j, j, j, j, j, j, k, k, k, k, k, k, k, k)
#define cd_byte_lanes_halves(a, b)                                                                 \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31)
#else
#define cd_lanes_spread(v, k) __builtin_shuffle(v, (cd_lanes_int){k, k, k, k})
#define cd_byte_lanes_spread(v, j, k)                                                              \
    __builtin_shuffle(v, (cd_byte_lanes){j, j, j, j, j, j, j, j, k, k, k, k, k, k, k, k})
#define cd_byte_lanes_halves(a, b)                                                                 \
    __builtin_shuffle(a, b, (cd_byte_lanes){0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31})
#endif

/// The index of the lowest set bit; bits must not be 0.
static inline int cd_lowest(unsigned bits) { return __builtin_ctz(bits); }

#endif
