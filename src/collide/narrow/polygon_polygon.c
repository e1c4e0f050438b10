// The distance and separation of two convex polygons: short readings of their separating axes.
#include "collide/narrow/polygon_polygon.h"

#include "collide/narrow/polygon_sat.h"
#include "collide/simd/hot.h"

#include <assert.h>

bool cd_are_polygons(const cd_shape *a, const cd_shape *b) { return cd_are_rings(a, b); }

// The contact of the cores; false also where the rounded shapes may touch exactly.
static inline bool find_contact(const cd_shape *a, const cd_shape *b, cd_ring_pair *x,
                                cd_ring_contact *at) {
    assert(cd_are_rings(a, b));
    double radius = a->radius + b->radius;
    return cd_ring_pair_search(x, a, b) && cd_ring_pair_contact(x, at) &&
           (radius == 0 || fabs(at->distance - radius) > x->noise + cd_ring_rounding * radius);
}

CD_HOT bool cd_separate_polygons(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_ring_pair x; // not to be zeroed as a whole: it is large
    cd_ring_contact at;
    if (!find_contact(a, b, &x, &at))
        return false;
    cd_ring_separation(&x, &at, s);
    cd_inflate(s, a->radius, b->radius);
    return true;
}

CD_HOT bool cd_distance_polygons(const cd_shape *a, const cd_shape *b, double *distance) {
    cd_ring_pair x;
    cd_ring_contact at;
    if (!find_contact(a, b, &x, &at))
        return false;
    *distance = at.distance - (a->radius + b->radius);
    return true;
}
