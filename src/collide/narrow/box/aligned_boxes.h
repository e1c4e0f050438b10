// Two boxes in 3D that are not rotated, or not across a coordinate axis (aligned_boxes.c).
#ifndef COLLIDE_NARROW_BOX_ALIGNED_BOXES_H
#define COLLIDE_NARROW_BOX_ALIGNED_BOXES_H

#include "collide/narrow/gjk/separation.h"
#include "collide/simd/vec4.h"

/// Whether neither of two boxes is rotated.
static inline bool cd_are_aligned_boxes(const cd_shape *a, const cd_shape *b) {
    return !(a->as.box.rotated | b->as.box.rotated);
}

/// cd_separate for two such boxes. Where they touch or overlap the normal is along the axis of
/// the least overlap, of several the first, and along +axis where the boxes are as deep in each
/// other on both sides. Both points are in the middle of what the boxes share across the normal.
/// False where squares of coordinates could leave the range of numbers.
bool cd_separate_aligned_boxes(const cd_shape *a, const cd_shape *b, cd_separation *separation);

/// Whether they overlap, in the same cases.
cd_verdict cd_overlap_aligned_boxes(const cd_shape *a, const cd_shape *b);

/// Two such boxes along each coordinate axis: their faces, by how far a is above b and b above a,
/// rounded once (negative where the intervals overlap), and the largest coordinate or size.
typedef struct cd_box_gaps {
    cd_vec4 low_a, high_a, low_b, high_b, above, below; // lane 3 has no meaning
    double size;
    int dim;
} cd_box_gaps;

void cd_aligned_box_gaps(const cd_shape *a, const cd_shape *b, cd_box_gaps *gaps);

/// By how far `low`, whose axis i is a coordinate axis, lies above `high`, whose axis j is the
/// same, rounded once; negative where their intervals overlap.
double cd_box_gap_along_coordinate(const cd_shape *low, int i, const cd_shape *high, int j,
                                   int coordinate);

#endif
