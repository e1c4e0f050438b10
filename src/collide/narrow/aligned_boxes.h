// Two boxes in 3D that are not rotated, or not across a coordinate axis (aligned_boxes.c).
#ifndef COLLIDE_NARROW_ALIGNED_BOXES_H
#define COLLIDE_NARROW_ALIGNED_BOXES_H

#include "collide/narrow/separation.h"

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

/// By how far `low`, whose axis i is a coordinate axis, lies above `high`, whose axis j is the
/// same, rounded once; negative where their intervals overlap.
double cd_box_gap_along_coordinate(const cd_shape *low, int i, const cd_shape *high, int j,
                                   int coordinate);

#endif
