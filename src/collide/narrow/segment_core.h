// The core of a segment or capsule, made ready for projections.
#ifndef COLLIDE_NARROW_SEGMENT_CORE_H
#define COLLIDE_NARROW_SEGMENT_CORE_H

#include "collide/shape/core.h"

/// d = end[1] - end[0]; inverse is 1 / d.d, or 0 where the rod is a point.
typedef struct cd_segment_core {
    cd_vec end[2], d;
    double inverse;
} cd_segment_core;

static inline cd_segment_core cd_segment_core_of(const cd_shape *s) {
    cd_segment_core rod = {{s->as.segment.a, s->as.segment.b}, {0, 0, 0}, 0};
    rod.d = cd_sub(rod.end[1], rod.end[0]);
    double dd = cd_length2(rod.d);
    rod.inverse = dd > 0 ? 1 / dd : 0;
    return rod;
}

/// The end that a point's projection is nearer to.
static inline int cd_segment_core_nearer_end(const cd_segment_core *rod, cd_vec p) {
    return cd_dot(cd_sub(p, rod->end[0]), rod->d) * rod->inverse > 0.5;
}

/// The vector to p from the nearest point of the rod, seen from the nearer end: what is lost on the
/// way from there is no more than what half an ulp in that end does.
static inline cd_vec cd_segment_core_offset(cd_vec p, const cd_segment_core *rod) {
    int k = cd_segment_core_nearer_end(rod, p);
    cd_vec from = cd_sub(p, rod->end[k]);
    double along = cd_clamp(cd_dot(from, rod->d) * rod->inverse, -k, 1 - k);
    return cd_add_scaled(from, -along, rod->d);
}

#endif
