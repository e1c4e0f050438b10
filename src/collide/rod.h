// The core of a segment or capsule, made ready for projections.
#ifndef COLLIDE_ROD_H
#define COLLIDE_ROD_H

#include "collide/core.h"

/// d = end[1] - end[0]; inverse is 1 / d.d, or 0 where the rod is a point.
typedef struct cd_rod {
    cd_vec end[2], d;
    double inverse;
} cd_rod;

static inline cd_rod cd_rod_of(const cd_shape *s) {
    cd_rod rod = {{s->as.segment.a, s->as.segment.b}, {0, 0, 0}, 0};
    rod.d = cd_sub(rod.end[1], rod.end[0]);
    double dd = cd_length2(rod.d);
    rod.inverse = dd > 0 ? 1 / dd : 0;
    return rod;
}

/// The end that a point's projection is nearer to.
static inline int cd_rod_nearer(const cd_rod *rod, cd_vec p) {
    return cd_dot(cd_sub(p, rod->end[0]), rod->d) * rod->inverse > 0.5;
}

/// The vector to p from the nearest point of the rod, seen from the nearer end: what is lost on the
/// way from there is no more than what half an ulp in that end does.
static inline cd_vec cd_off_rod(cd_vec p, const cd_rod *rod) {
    int k = cd_rod_nearer(rod, p);
    cd_vec from = cd_sub(p, rod->end[k]);
    double along = cd_clamp(cd_dot(from, rod->d) * rod->inverse, -k, 1 - k);
    return cd_add_scaled(from, -along, rod->d);
}

#endif
