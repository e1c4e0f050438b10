// Vectors in four lanes, x, y, z and 0, for processors that work on four doubles at once; for
// others the compiler takes them apart. The functions are inline, so it does not matter how vectors
// are passed. Each gives the bits of its namesake in vec.h.
#ifndef COLLIDE_SIMD_VEC4_H
#define COLLIDE_SIMD_VEC4_H

#include "collide/vec.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef double cd_vec4 __attribute__((vector_size(32)));
typedef int64_t cd_vec4_mask __attribute__((vector_size(32)));

// Four lanes of a and b by their indices, of which those of b begin at 4: one shuffle, while from a
// list of lanes GCC makes several where it knows what they were made of.
#if defined(__clang__) || __GNUC__ >= 12
#define CD_VEC4_PICK __builtin_shufflevector
#else
#define CD_VEC4_PICK(a, b, i, j, k, l) __builtin_shuffle(a, b, (cd_vec4_mask){i, j, k, l})
#endif

static inline cd_vec4 cd_vec4_of(cd_vec a) { return (cd_vec4){a.x, a.y, a.z, 0}; }

static inline cd_vec cd_vec4_vec(cd_vec4 a) { return (cd_vec){a[0], a[1], a[2]}; }

/// Asserts that the 32 bytes at a vector that is a member of a struct lie within the struct: so
/// they may be read as four lanes, of which the last is anything.
#define CD_VEC4_READABLE(type, member)                                                             \
    _Static_assert(offsetof(type, member) + sizeof(cd_vec4) <= sizeof(type),                       \
                   #member " must not be the last member of " #type)

/// Asserts that the member `next` follows the vector `member`: so the vector may be written as four
/// lanes, if `next` is written after it.
#define CD_VEC4_WRITABLE(type, member, next)                                                       \
    CD_VEC4_READABLE(type, member);                                                                \
    _Static_assert(offsetof(type, next) == offsetof(type, member) + sizeof(cd_vec),                \
                   #next " must follow " #member " in " #type)

/// Writes a vector that is a member of `object` in one piece, and anything to the number behind it,
/// which has to be written later. CD_VEC4_WRITABLE must hold.
static inline void cd_vec4_put(void *object, size_t offset, cd_vec4 a) {
    memcpy((char *)object + offset, &a, sizeof a);
}

/// a in all lanes
static inline cd_vec4 cd_vec4_all(double a) { return (cd_vec4){a, a, a, a}; }

/// Lane k of a in all lanes; k is a constant.
static inline cd_vec4 cd_vec4_lane(cd_vec4 a, int k) { return cd_vec4_all(a[k]); }

/// Lane by lane: yes where m is all ones, no where it is 0.
static inline cd_vec4 cd_vec4_select(cd_vec4_mask m, cd_vec4 yes, cd_vec4 no) {
    return (cd_vec4)(((cd_vec4_mask)yes & m) | ((cd_vec4_mask)no & ~m));
}

static inline cd_vec4 cd_vec4_abs(cd_vec4 a) { return (cd_vec4)((cd_vec4_mask)a & INT64_MAX); }

/// The largest of the first three lanes.
static inline double cd_vec4_most(cd_vec4 a) { return cd_max(cd_max(a[0], a[1]), a[2]); }

/// a with the sign changed where b has one
static inline cd_vec4 cd_vec4_flip(cd_vec4 a, cd_vec4 b) {
    return (cd_vec4)((cd_vec4_mask)a ^ ((cd_vec4_mask)b & INT64_MIN));
}

/// max(|a.x|, |a.y|, |a.z|)
static inline double cd_vec4_max_abs(cd_vec4 a) { return cd_vec4_most(cd_vec4_abs(a)); }

static inline double cd_vec4_dot(cd_vec4 a, cd_vec4 b) {
    cd_vec4 p = a * b;
    return p[0] + p[1] + p[2];
}

static inline double cd_vec4_length2(cd_vec4 a) { return cd_vec4_dot(a, a); }

/// a * b + c, rounded once
static inline cd_vec4 cd_vec4_fma(cd_vec4 a, cd_vec4 b, cd_vec4 c) {
    cd_vec4 sum;
    for (int k = 0; k < 4; k++)
        sum[k] = fma(a[k], b[k], c[k]);
    return sum;
}

static inline cd_vec4 cd_vec4_sqrt(cd_vec4 a) {
    cd_vec4 root = a;
    for (int k = 0; k < 4; k++)
        root[k] = sqrt(a[k]);
    return root;
}

static inline cd_vec4 cd_vec4_yzx(cd_vec4 a) { return CD_VEC4_PICK(a, a, 1, 2, 0, 3); }

static inline cd_vec4 cd_vec4_zxy(cd_vec4 a) { return CD_VEC4_PICK(a, a, 2, 0, 1, 3); }

/// a x b, each component accurate on its own
static inline cd_vec4 cd_vec4_cross(cd_vec4 a, cd_vec4 b) {
    cd_vec4 second = cd_vec4_zxy(a) * cd_vec4_yzx(b);
    return cd_vec4_fma(cd_vec4_yzx(a), cd_vec4_zxy(b), -second) -
           cd_vec4_fma(cd_vec4_zxy(a), cd_vec4_yzx(b), -second);
}

/// a x b, accurate for its length where a and b are nearly perpendicular
static inline cd_vec4 cd_vec4_cross_plain(cd_vec4 a, cd_vec4 b) {
    return cd_vec4_yzx(a) * cd_vec4_zxy(b) - cd_vec4_zxy(a) * cd_vec4_yzx(b);
}

#endif
