// Four floats at a time, as any 64-bit processor can. By the vector types of GCC and Clang rather
// than by hoping that a loop is vectorised; each lane has the same bits as the plain operation on
// it.
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

/// The numbers of the bits of four that are set; what follows them is any.
static inline cd_lanes_int cd_lanes_set(unsigned bits) {
    static const cd_lanes_int numbers[16] = {
        {0}, {0},    {1},    {0, 1},    {2},    {0, 2},    {1, 2},    {0, 1, 2},
        {3}, {0, 3}, {1, 3}, {0, 1, 3}, {2, 3}, {0, 2, 3}, {1, 2, 3}, {0, 1, 2, 3}};
    return numbers[bits];
}

/// How many of four bits are set.
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

/// The integers of a, then of b, towards 0, of numbers below 32768; what is below -1 is any that is
/// negative.
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

// Sixteen small numbers at a time.
typedef uint8_t cd_bytes __attribute__((vector_size(16)));

static inline cd_bytes cd_bytes_load(const uint8_t *from) {
    cd_bytes v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// The integers, 0 for what is less and 255 for what is more; twice.
static inline cd_bytes cd_bytes_of(cd_shorts v) {
#if defined(__SSE2__) && !defined(__clang__)
    return (cd_bytes)__builtin_ia32_packuswb128(v, v);
#else
    cd_bytes bytes;
    for (int k = 0; k < 8; k++)
        bytes[k] = bytes[8 + k] = (uint8_t)(v[k] < 0 ? 0 : v[k] > 255 ? 255 : v[k]);
    return bytes;
#endif
}

/// Not 0 where a > b.
static inline cd_bytes cd_bytes_beyond(cd_bytes a, cd_bytes b) {
#if defined(__SSE2__) && !defined(__clang__)
    typedef char v16 __attribute__((vector_size(16)));
    return (cd_bytes)__builtin_ia32_psubusb128((v16)a, (v16)b);
#else
    return (cd_bytes)(a > b);
#endif
}

/// Bit k of eight is set where bytes k and 8 + k are 0.
static inline unsigned cd_bytes_zeros(cd_bytes v) {
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

/// Eight small numbers as floats.
static inline void cd_lanes_of_eight(const uint8_t *from, cd_lanes of[2]) {
    uint64_t bytes;
    cd_lanes_int numbers[2];
    memcpy(&bytes, from, sizeof bytes);
    cd_lanes_of_bytes(bytes, numbers);
    for (int half = 0; half < 2; half++)
        of[half] = __builtin_convertvector(numbers[half], cd_lanes);
}

/// Lane k in all; k is a constant. Of bytes, eight times byte j and eight times byte k; the lower
/// half of one and the upper of another.
#ifdef __clang__
#define cd_lanes_spread(v, k) __builtin_shufflevector(v, v, k, k, k, k)
#define cd_bytes_spread(v, j, k)                                                                   \
    __builtin_shufflevector(v, v, j, j, j, j, j, j, j, j, k, k, k, k, k, k, k, k)
#define cd_bytes_halves(a, b)                                                                      \
    __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31)
#else
#define cd_lanes_spread(v, k) __builtin_shuffle(v, (cd_lanes_int){k, k, k, k})
#define cd_bytes_spread(v, j, k)                                                                   \
    __builtin_shuffle(v, (cd_bytes){j, j, j, j, j, j, j, j, k, k, k, k, k, k, k, k})
#define cd_bytes_halves(a, b)                                                                      \
    __builtin_shuffle(a, b, (cd_bytes){0, 1, 2, 3, 4, 5, 6, 7, 24, 25, 26, 27, 28, 29, 30, 31})
#endif

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
