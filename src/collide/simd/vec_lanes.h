// Four vectors at a time, one to a lane. Each lane has the bits of the plain operation (vec.h).
#ifndef COLLIDE_SIMD_VEC_LANES_H
#define COLLIDE_SIMD_VEC_LANES_H

#include "collide/simd/vec4_lanes.h"

typedef struct cd_vec_lanes {
    cd_vec4 x, y, z;
} cd_vec_lanes;

/// a in all lanes
CD_VEC4_INLINE cd_vec_lanes cd_vec_lanes_all(cd_vec a) {
    return (cd_vec_lanes){cd_vec4_all(a.x), cd_vec4_all(a.y), cd_vec4_all(a.z)};
}

CD_VEC4_INLINE cd_vec_lanes cd_vec_lanes_of(cd_vec a, cd_vec b, cd_vec c, cd_vec d) {
    return (cd_vec_lanes){{a.x, b.x, c.x, d.x}, {a.y, b.y, c.y, d.y}, {a.z, b.z, c.z, d.z}};
}

/// The vector of lane k.
CD_VEC4_INLINE cd_vec cd_vec_lanes_get(const cd_vec_lanes *a, int k) {
    return (cd_vec){a->x[k], a->y[k], a->z[k]};
}

/// Lane k has what was in the next one; the last lane has the first.
CD_VEC4_INLINE cd_vec_lanes cd_vec_lanes_turned(cd_vec_lanes a) {
    return (cd_vec_lanes){CD_VEC4_PICK(a.x, a.x, 1, 2, 3, 0), CD_VEC4_PICK(a.y, a.y, 1, 2, 3, 0),
                          CD_VEC4_PICK(a.z, a.z, 1, 2, 3, 0)};
}

CD_VEC4_INLINE cd_vec_lanes cd_vec_lanes_sub(cd_vec_lanes a, cd_vec_lanes b) {
    return (cd_vec_lanes){a.x - b.x, a.y - b.y, a.z - b.z};
}

/// a + s * b
CD_VEC4_INLINE cd_vec_lanes cd_vec_lanes_add_scaled(cd_vec_lanes a, cd_vec4 s, cd_vec_lanes b) {
    return (cd_vec_lanes){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

CD_VEC4_INLINE cd_vec4 cd_vec_lanes_dot(cd_vec_lanes a, cd_vec_lanes b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

CD_VEC4_INLINE cd_vec4 cd_vec4_difference_of_products(cd_vec4 a, cd_vec4 b, cd_vec4 c, cd_vec4 d) {
    cd_vec4 cd = c * d;
    return cd_vec4_fma(a, b, -cd) - cd_vec4_fma(c, d, -cd);
}

/// a x b, each component accurate on its own
CD_VEC4_INLINE cd_vec_lanes cd_vec_lanes_cross(cd_vec_lanes a, cd_vec_lanes b) {
    return (cd_vec_lanes){cd_vec4_difference_of_products(a.y, b.z, a.z, b.y),
                          cd_vec4_difference_of_products(a.z, b.x, a.x, b.z),
                          cd_vec4_difference_of_products(a.x, b.y, a.y, b.x)};
}

/// a x b, accurate for its length where a and b are nearly perpendicular
CD_VEC4_INLINE cd_vec_lanes cd_vec_lanes_cross_plain(cd_vec_lanes a, cd_vec_lanes b) {
    return (cd_vec_lanes){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

#endif
