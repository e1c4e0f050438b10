// The distance and separation of two convex polygons: short readings of their separating axes.
#include "collide/narrow/planar/polygon_polygon.h"

#include "collide/narrow/planar/polygon_sat.h"
#include "collide/simd/hot.h"

#include <assert.h>

bool cd_are_polygons(const cd_shape *a, const cd_shape *b) { return cd_are_rings(a, b); }

// The contact of the cores; false also where the rounded shapes may touch exactly.
static inline bool find_contact(const cd_shape *a, const cd_shape *b, bool boxes, cd_ring_pair *x,
                                cd_ring_contact *at) {
    assert(cd_are_rings(a, b));
    double radius = a->radius + b->radius;
    return cd_ring_pair_search(x, a, b, boxes) && cd_ring_pair_contact(x, at) &&
           (radius == 0 || fabs(at->distance - radius) > x->noise + CD_CLOSED_FORM_DOUBT * radius);
}

static inline bool find_separation(const cd_shape *a, const cd_shape *b, bool boxes,
                                   cd_separation *s) {
    cd_ring_pair x; // not to be zeroed as a whole: it is large
    cd_ring_contact at;
    if (!find_contact(a, b, boxes, &x, &at))
        return false;
    cd_ring_separation(&x, &at, s);
    cd_inflate(s, a->radius, b->radius);
    return true;
}

static inline bool find_distance(const cd_shape *a, const cd_shape *b, bool boxes,
                                 double *distance) {
    cd_ring_pair x;
    cd_ring_contact at;
    if (!find_contact(a, b, boxes, &x, &at))
        return false;
    *distance = at.distance - (a->radius + b->radius);
    return true;
}

// Two boxes have functions of their own, in which the numbers of edges are constants.

static bool are_boxes(const cd_shape *a, const cd_shape *b) {
    return a->kind == CD_BOX && b->kind == CD_BOX;
}

CD_HOT static bool separate_any(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return find_separation(a, b, false, s);
}

CD_HOT static bool separate_boxes(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return find_separation(a, b, true, s);
}

bool cd_separate_polygons(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return are_boxes(a, b) ? separate_boxes(a, b, s) : separate_any(a, b, s);
}

CD_HOT static bool distance_of_any(const cd_shape *a, const cd_shape *b, double *distance) {
    return find_distance(a, b, false, distance);
}

CD_HOT static bool distance_of_boxes(const cd_shape *a, const cd_shape *b, double *distance) {
    return find_distance(a, b, true, distance);
}

bool cd_distance_polygons(const cd_shape *a, const cd_shape *b, double *distance) {
    return are_boxes(a, b) ? distance_of_boxes(a, b, distance) : distance_of_any(a, b, distance);
}
