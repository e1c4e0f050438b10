// A triangle in space against another core, and a segment against a box, in closed form
// (triangle.c).
#ifndef COLLIDE_NARROW_TRIANGLE_H
#define COLLIDE_NARROW_TRIANGLE_H

#include "collide/narrow/nearest_points.h"
#include "collide/shape/core.h"

/// Whether two shapes in space are a triangle and a point, segment, box or triangle, or a segment
/// and a box, rounded or not.
static inline bool cd_are_by_features(const cd_shape *a, const cd_shape *b) {
    const bool triangle_a = a->kind == CD_TRIANGLE, triangle_b = b->kind == CD_TRIANGLE;
    const bool box_a = a->kind == CD_BOX, box_b = b->kind == CD_BOX;
    const bool small_a = a->kind <= CD_CAPSULE || box_a, small_b = b->kind <= CD_CAPSULE || box_b;
    if (triangle_a | triangle_b)
        return (small_a | triangle_a) & (small_b | triangle_b);
    return (box_b && cd_has_segment_core(a)) || (box_a && cd_has_segment_core(b));
}
_Static_assert(CD_POINT < CD_CAPSULE && CD_SPHERE < CD_CAPSULE && CD_SEGMENT < CD_CAPSULE &&
                   CD_CAPSULE < CD_LINE && CD_CAPSULE < CD_BOX,
               "so that one comparison tells points, spheres, segments and capsules");

/// The nearest points of such two, or those of the least translation out of a box. Returns false
/// where two overlap without a box, rounding could decide, several are as good, or the cores are
/// too near.
bool cd_nearest_by_features(const cd_shape *a, const cd_shape *b, cd_nearest_points *at);

/// Whether such two overlap.
cd_verdict cd_overlap_by_features(const cd_shape *a, const cd_shape *b);

#endif
