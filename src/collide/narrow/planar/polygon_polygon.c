// The separation of two convex polygons: a short reading of their separating axes.
#include "collide/narrow/planar/polygon_polygon.h"

#include "collide/narrow/planar/polygon_sat.h"
#include "collide/simd/hot.h"

// False also where the rounded shapes may touch exactly.
static inline bool find_separation(const cd_shape *a, const cd_shape *b, bool boxes,
                                   cd_separation *s) {
    cd_ring_pair x; // not to be zeroed as a whole: it is large
    cd_ring_contact at;
    const double radius = a->radius + b->radius;
    if (!cd_ring_pair_search(&x, a, b, boxes) || !cd_ring_pair_contact(&x, &at) ||
        (radius > 0 && fabs(at.distance - radius) <= x.noise + CD_CLOSED_FORM_DOUBT * radius))
        return false;
    cd_ring_separation(&x, &at, s);
    cd_inflate(s, a->radius, b->radius);
    return true;
}

// Two boxes have a function of their own, in which the numbers of edges are constants.

CD_HOT static bool separate_any(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return find_separation(a, b, false, s);
}

CD_HOT static bool separate_boxes(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return find_separation(a, b, true, s);
}

bool cd_separate_polygons(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    const bool boxes = a->kind == CD_BOX && b->kind == CD_BOX;
    return cd_are_rings(a, b) && (boxes ? separate_boxes(a, b, s) : separate_any(a, b, s));
}
