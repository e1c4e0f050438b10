// Operations on four doubles that vec4.h leaves out: comparisons, selections and shuffles of lanes
// that need not be a vector. Each is one instruction where the processor has it (see hot.h) and a
// few otherwise. In functions for three numbers, the fourth lane is undefined.
#ifndef COLLIDE_SIMD_VEC4_LANES_H
#define COLLIDE_SIMD_VEC4_LANES_H

#include "collide/simd/vec4.h"

#define CD_VEC4_INLINE static inline __attribute__((always_inline))

CD_VEC4_INLINE cd_vec4 cd_vec4_load(const double *from) {
    cd_vec4 v;
    memcpy(&v, from, sizeof v);
    return v;
}

CD_VEC4_INLINE void cd_vec4_store(double *to, cd_vec4 v) { memcpy(to, &v, sizeof v); }

/// Three numbers, and in the fourth lane whatever follows them in memory. CD_VEC4_READABLE must
/// hold.
CD_VEC4_INLINE cd_vec4 cd_vec4_read(const cd_vec *v) {
    return cd_vec4_load((const double *)(const void *)v);
}

/// A mask for all lanes.
CD_VEC4_INLINE cd_vec4_mask cd_vec4_mask_all(bool condition) {
    return (cd_vec4_mask){-(int64_t)condition, -(int64_t)condition, -(int64_t)condition,
                          -(int64_t)condition};
}

/// v where the mask is set, else a NaN, which loses every comparison.
CD_VEC4_INLINE cd_vec4 cd_vec4_or_nan(cd_vec4_mask mask, cd_vec4 v) {
    return (cd_vec4)((cd_vec4_mask)v | ~mask);
}

/// a < b ? a : b
CD_VEC4_INLINE cd_vec4 cd_vec4_min(cd_vec4 a, cd_vec4 b) { return cd_vec4_select(a < b, a, b); }

/// a > b ? a : b
CD_VEC4_INLINE cd_vec4 cd_vec4_max(cd_vec4 a, cd_vec4 b) { return cd_vec4_select(a > b, a, b); }

/// The two halves: the larger and the smaller lanes of two halves take one instruction.
typedef double cd_half __attribute__((vector_size(16)));
typedef struct cd_halves {
    cd_half low, high;
} cd_halves;

CD_VEC4_INLINE cd_halves cd_vec4_halves(cd_vec4 v) {
    return (cd_halves){{v[0], v[1]}, {v[2], v[3]}};
}

/// a > b ? a : b
CD_VEC4_INLINE cd_half cd_half_max(cd_half a, cd_half b) {
#ifdef __SSE2__
    return __builtin_ia32_maxpd(a, b);
#else
    return (cd_half){cd_max(a[0], b[0]), cd_max(a[1], b[1])};
#endif
}

/// a < b ? a : b
CD_VEC4_INLINE cd_half cd_half_min(cd_half a, cd_half b) {
#ifdef __SSE2__
    return __builtin_ia32_minpd(a, b);
#else
    return (cd_half){cd_min(a[0], b[0]), cd_min(a[1], b[1])};
#endif
}

/// Lane by lane: yes where m is all ones, no where it is 0.
typedef int64_t cd_half_mask __attribute__((vector_size(16)));
CD_VEC4_INLINE cd_half cd_half_select(cd_half_mask m, cd_half yes, cd_half no) {
    return (cd_half)(((cd_half_mask)yes & m) | ((cd_half_mask)no & ~m));
}

/// a with the sign changed where b has one
CD_VEC4_INLINE cd_half cd_half_flip(cd_half a, double b) {
    return (cd_half)((cd_half_mask)a ^ ((cd_half_mask)(cd_half){b, b} & INT64_MIN));
}

/// The larger lanes; NaNs in v are ignored.
CD_VEC4_INLINE cd_halves cd_halves_max(cd_vec4 v, cd_halves most) {
    cd_halves h = cd_vec4_halves(v);
    return (cd_halves){cd_half_max(h.low, most.low), cd_half_max(h.high, most.high)};
}

/// The largest of the first three lanes, and of all four.
CD_VEC4_INLINE double cd_halves_greatest(cd_halves h) {
    return cd_max(cd_max(h.low[0], h.low[1]), h.high[0]);
}

CD_VEC4_INLINE double cd_halves_greatest_of_4(cd_halves h) {
    cd_half most = cd_half_max(h.low, h.high);
    return cd_max(most[0], most[1]);
}

CD_VEC4_INLINE double cd_vec4_sum3(cd_vec4 v) { return v[0] + v[1] + v[2]; }

/// Bit k is set where lane k of a comparison is true.
CD_VEC4_INLINE unsigned cd_vec4_bits(cd_vec4_mask mask) {
#ifdef __SSE2__
    cd_halves h = cd_vec4_halves((cd_vec4)mask);
    return (unsigned)__builtin_ia32_movmskpd(h.low) | (unsigned)__builtin_ia32_movmskpd(h.high)
                                                          << 2;
#else
    return (unsigned)((mask[0] & 1) | (mask[1] & 2) | (mask[2] & 4) | (mask[3] & 8));
#endif
}

/// v.x column[0] + v.y column[1] + v.z column[2]
CD_VEC4_INLINE cd_vec4 cd_vec4_combine(const cd_vec4 column[3], cd_vec4 v) {
    return cd_vec4_lane(v, 0) * column[0] + cd_vec4_lane(v, 1) * column[1] +
           cd_vec4_lane(v, 2) * column[2];
}

/// The columns of three rows.
CD_VEC4_INLINE void cd_vec4_transpose(const cd_vec4 row[3], cd_vec4 column[3]) {
    cd_vec4 even = CD_VEC4_PICK(row[0], row[1], 0, 4, 2, 6);
    cd_vec4 odd = CD_VEC4_PICK(row[0], row[1], 1, 5, 3, 7);
    cd_vec4 last_even = CD_VEC4_PICK(row[2], row[0], 0, 4, 2, 6);
    cd_vec4 last_odd = CD_VEC4_PICK(row[2], row[0], 1, 5, 3, 7);
    column[0] = CD_VEC4_PICK(even, last_even, 0, 1, 4, 5);
    column[1] = CD_VEC4_PICK(odd, last_odd, 0, 1, 4, 5);
    column[2] = CD_VEC4_PICK(even, last_even, 2, 3, 6, 7);
}

/// The dot products of four pairs, a lane each.
CD_VEC4_INLINE cd_vec4 cd_vec4_dots(const cd_vec4 a[4], const cd_vec4 b[4]) {
    cd_vec4 p = a[0] * b[0], q = a[1] * b[1], r = a[2] * b[2], s = a[3] * b[3];
    cd_vec4 even_pq = CD_VEC4_PICK(p, q, 0, 4, 2, 6), even_rs = CD_VEC4_PICK(r, s, 0, 4, 2, 6);
    cd_vec4 odd_pq = CD_VEC4_PICK(p, q, 1, 5, 3, 7), odd_rs = CD_VEC4_PICK(r, s, 1, 5, 3, 7);
    return CD_VEC4_PICK(even_pq, even_rs, 0, 1, 4, 5) + CD_VEC4_PICK(odd_pq, odd_rs, 0, 1, 4, 5) +
           CD_VEC4_PICK(even_pq, even_rs, 2, 3, 6, 7);
}

#endif
