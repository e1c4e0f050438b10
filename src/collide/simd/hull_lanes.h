// The vertices of a polytope as structure-of-arrays floats, for searching support points: x, y and
// z of four vertices, then of the next four (the last four are filled up with the first vertex),
// relative to the middle of their bounds and multiplied by a power of two so that they are below 1.
#ifndef COLLIDE_SIMD_HULL_LANES_H
#define COLLIDE_SIMD_HULL_LANES_H

#include "collide/simd/lanes.h"

#include <assert.h>
#include <math.h>

/// The vertex farthest along (x, y, z), or one as far to single precision.
static inline int cd_hull_lanes_support(const float *lanes, int count, float x, float y, float z) {
    cd_lanes all_x = cd_lanes_all(x), all_y = cd_lanes_all(y), all_z = cd_lanes_all(z);
    cd_lanes most = cd_lanes_all(-INFINITY);
    cd_lanes_int at = {0, 0, 0, 0}, now = {0, 1, 2, 3};
    for (int i = 0; i < count; i += CD_LANES, lanes += 3 * CD_LANES) {
        cd_lanes h = cd_lanes_load(lanes) * all_x + cd_lanes_load(lanes + CD_LANES) * all_y +
                     cd_lanes_load(lanes + 2 * CD_LANES) * all_z;
        cd_lanes_int higher = h > most;
        most = cd_lanes_max(h, most);
        at = (now & higher) | (at & ~higher);
        now += CD_LANES;
    }
    float m = most[0] > most[1] ? most[0] : most[1], n = most[2] > most[3] ? most[2] : most[3];
    // Not 0, as no lane of `most` is NaN. The copies that fill up the last four are as high as the
    // first vertex, which is in the first lane.
    unsigned highest = cd_lanes_bits(most == cd_lanes_all(m > n ? m : n));
    int32_t index[CD_LANES];
    memcpy(index, &at, sizeof index);
    int best = index[__builtin_ctz(highest)];
    assert(best < count);
    return best;
}

/// The rounding of heights in single precision, by |x| + |y| + |z|: five roundings of 2^-24 each,
/// up or down, of two heights that are compared.
static const float cd_hull_lanes_rounding = 0x1p-20f;

/// Bit i is set where vertex i of at most 64 may be the farthest along (x, y, z).
static inline uint64_t cd_hull_lanes_candidates(const float *lanes, int count, float x, float y,
                                                float z) {
    cd_lanes all_x = cd_lanes_all(x), all_y = cd_lanes_all(y), all_z = cd_lanes_all(z);
    cd_lanes most = cd_lanes_all(-INFINITY), heights[64 / CD_LANES];
    for (int i = 0; i < count; i += CD_LANES, lanes += 3 * CD_LANES) {
        cd_lanes h = cd_lanes_load(lanes) * all_x + cd_lanes_load(lanes + CD_LANES) * all_y +
                     cd_lanes_load(lanes + 2 * CD_LANES) * all_z;
        heights[i / CD_LANES] = h;
        most = cd_lanes_max(h, most);
    }
    float m = most[0] > most[1] ? most[0] : most[1], n = most[2] > most[3] ? most[2] : most[3];
    float slack = cd_hull_lanes_rounding * (fabsf(x) + fabsf(y) + fabsf(z));
    cd_lanes least = cd_lanes_all((m > n ? m : n) - slack);
    uint64_t top = 0;
    for (int i = 0; i < count; i += CD_LANES)
        top |= (uint64_t)cd_lanes_bits(heights[i / CD_LANES] >= least) << i;
    return top & (~(uint64_t)0 >> (64 - count));
}

/// The height along (x, y, z) above which lie all vertices that may be the farthest, of any number.
static inline float cd_hull_lanes_least(const float *lanes, int count, float x, float y, float z) {
    cd_lanes all_x = cd_lanes_all(x), all_y = cd_lanes_all(y), all_z = cd_lanes_all(z);
    cd_lanes most = cd_lanes_all(-INFINITY);
    for (int i = 0; i < count; i += CD_LANES, lanes += 3 * CD_LANES)
        most = cd_lanes_max(cd_lanes_load(lanes) * all_x + cd_lanes_load(lanes + CD_LANES) * all_y +
                                cd_lanes_load(lanes + 2 * CD_LANES) * all_z,
                            most);
    float m = most[0] > most[1] ? most[0] : most[1], n = most[2] > most[3] ? most[2] : most[3];
    return (m > n ? m : n) - cd_hull_lanes_rounding * (fabsf(x) + fabsf(y) + fabsf(z));
}

/// Bit i is set where the first, second, ... of the next four vertices lies at `least` or above.
static inline unsigned cd_hull_lanes_above(const float *lanes, float x, float y, float z,
                                           float least) {
    cd_lanes h = cd_lanes_load(lanes) * cd_lanes_all(x) +
                 cd_lanes_load(lanes + CD_LANES) * cd_lanes_all(y) +
                 cd_lanes_load(lanes + 2 * CD_LANES) * cd_lanes_all(z);
    return cd_lanes_bits(h >= cd_lanes_all(least));
}

#endif
