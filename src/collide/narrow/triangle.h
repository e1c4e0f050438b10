// A triangle in space against another core, and a segment against a box, in closed form
// (triangle.c).
#ifndef COLLIDE_NARROW_TRIANGLE_H
#define COLLIDE_NARROW_TRIANGLE_H

#include "collide/narrow/nearest_points.h"
#include "collide/shape/core.h"

/// Whether two shapes in space are a triangle and a point, segment, box or triangle, or a segment
/// and a box, rounded or not.
static inline bool cd_are_by_features(const cd_shape *a, const cd_shape *b) {
    const bool small_a = cd_has_point_core(a) || cd_has_segment_core(a) || a->kind == CD_BOX;
    const bool small_b = cd_has_point_core(b) || cd_has_segment_core(b) || b->kind == CD_BOX;
    if (a->dim != 3)
        return false;
    if (a->kind == CD_TRIANGLE || b->kind == CD_TRIANGLE)
        return (small_a || a->kind == CD_TRIANGLE) && (small_b || b->kind == CD_TRIANGLE);
    return (cd_has_segment_core(a) && b->kind == CD_BOX) ||
           (a->kind == CD_BOX && cd_has_segment_core(b));
}

/// The nearest points of such two, or those of the least translation that parts them. Returns false
/// where rounding could decide, several are as good, or the cores are too near.
bool cd_nearest_by_features(const cd_shape *a, const cd_shape *b, cd_nearest_points *at);

/// Whether such two overlap.
cd_verdict cd_overlap_by_features(const cd_shape *a, const cd_shape *b);

#endif
