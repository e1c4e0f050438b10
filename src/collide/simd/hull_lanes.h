// The vertices of a polytope as structure-of-arrays floats, for searching support points: x, y and
// z of four vertices, then of the next four (the last four are filled up with the first vertex),
// relative to the middle of their bounds and multiplied by a power of two so that they are below 1.
#ifndef COLLIDE_SIMD_HULL_LANES_H
#define COLLIDE_SIMD_HULL_LANES_H

#include "collide/simd/lanes.h"

#include <assert.h>
#include <math.h>

/// A direction, each component in all lanes.
typedef struct cd_hull_direction {
    cd_lanes x, y, z;
} cd_hull_direction;

static inline cd_hull_direction cd_hull_direction_of(float x, float y, float z) {
    return (cd_hull_direction){cd_lanes_all(x), cd_lanes_all(y), cd_lanes_all(z)};
}

/// The heights of the next four vertices along a direction.
static inline cd_lanes cd_hull_lanes_heights(const float *lanes, const cd_hull_direction *d) {
    return cd_lanes_load(lanes) * d->x + cd_lanes_load(lanes + CD_LANES) * d->y +
           cd_lanes_load(lanes + 2 * CD_LANES) * d->z;
}

static inline float cd_lanes_greatest(cd_lanes v) {
    float m = v[0] > v[1] ? v[0] : v[1], n = v[2] > v[3] ? v[2] : v[3];
    return m > n ? m : n;
}

/// The vertex farthest along (x, y, z), or one as far to single precision.
static inline int cd_hull_lanes_support(const float *lanes, int count, float x, float y, float z) {
    const cd_hull_direction d = cd_hull_direction_of(x, y, z);
    cd_lanes most = cd_lanes_all(-INFINITY);
    cd_lanes_int at = {0, 0, 0, 0}, now = {0, 1, 2, 3};
    for (int i = 0; i < count; i += CD_LANES, lanes += 3 * CD_LANES) {
        cd_lanes h = cd_hull_lanes_heights(lanes, &d);
        cd_lanes_int higher = h > most;
        most = cd_lanes_max(h, most);
        at = (now & higher) | (at & ~higher);
        now += CD_LANES;
    }
    // Not 0, as no lane of `most` is NaN. The copies that fill up the last four are as high as the
    // first vertex, which is in the first lane.
    unsigned highest = cd_lanes_bits(most == cd_lanes_all(cd_lanes_greatest(most)));
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
    const cd_hull_direction d = cd_hull_direction_of(x, y, z);
    cd_lanes most = cd_lanes_all(-INFINITY), heights[64 / CD_LANES];
    for (int i = 0; i < count; i += CD_LANES, lanes += 3 * CD_LANES) {
        cd_lanes h = cd_hull_lanes_heights(lanes, &d);
        heights[i / CD_LANES] = h;
        most = cd_lanes_max(h, most);
    }
    float slack = cd_hull_lanes_rounding * (fabsf(x) + fabsf(y) + fabsf(z));
    cd_lanes least = cd_lanes_all(cd_lanes_greatest(most) - slack);
    uint64_t top = 0;
    for (int i = 0; i < count; i += CD_LANES)
        top |= (uint64_t)cd_lanes_bits(heights[i / CD_LANES] >= least) << i;
    return top & (~(uint64_t)0 >> (64 - count));
}

/// The height along (x, y, z) above which lie all vertices that may be the farthest, of any number.
static inline float cd_hull_lanes_least(const float *lanes, int count, float x, float y, float z) {
    const cd_hull_direction d = cd_hull_direction_of(x, y, z);
    cd_lanes most = cd_lanes_all(-INFINITY);
    for (int i = 0; i < count; i += CD_LANES, lanes += 3 * CD_LANES)
        most = cd_lanes_max(cd_hull_lanes_heights(lanes, &d), most);
    return cd_lanes_greatest(most) - cd_hull_lanes_rounding * (fabsf(x) + fabsf(y) + fabsf(z));
}

/// Bit i is set where the first, second, ... of the next four vertices lies at `least` or above.
static inline unsigned cd_hull_lanes_above(const float *lanes, float x, float y, float z,
                                           float least) {
    const cd_hull_direction d = cd_hull_direction_of(x, y, z);
    return cd_lanes_bits(cd_hull_lanes_heights(lanes, &d) >= cd_lanes_all(least));
}

#endif
