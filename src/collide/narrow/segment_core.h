// The core of a segment or capsule, prepared for projecting points on it.
#ifndef COLLIDE_NARROW_SEGMENT_CORE_H
#define COLLIDE_NARROW_SEGMENT_CORE_H

#include "collide/shape/core.h"

/// d = end[1] - end[0]; inverse is 1 / d.d, or 0 where the segment is a point.
typedef struct cd_segment_core {
    cd_vec end[2], d;
    double inverse;
} cd_segment_core;

static inline cd_segment_core cd_segment_core_of(const cd_shape *s) {
    cd_segment_core core = {{s->as.segment.a, s->as.segment.b}, {0, 0, 0}, 0};
    core.d = cd_sub(core.end[1], core.end[0]);
    double dd = cd_length2(core.d);
    core.inverse = dd > 0 ? 1 / dd : 0;
    return core;
}

/// The end to which the projection of p is nearer.
static inline int cd_segment_core_nearer_end(const cd_segment_core *core, cd_vec p) {
    return cd_dot(cd_sub(p, core->end[0]), core->d) * core->inverse > 0.5;
}

/// The vector to p from the nearest point of the segment. Measured from the nearer end, its error
/// is no larger than what half an ulp in that end causes.
static inline cd_vec cd_segment_core_offset(cd_vec p, const cd_segment_core *core) {
    int k = cd_segment_core_nearer_end(core, p);
    cd_vec from = cd_sub(p, core->end[k]);
    double along = cd_clamp(cd_dot(from, core->d) * core->inverse, -k, 1 - k);
    return cd_add_scaled(from, -along, core->d);
}

#endif
