// Two boxes in 3D (box_box.c).
#ifndef COLLIDE_NARROW_BOX_BOX_BOX_H
#define COLLIDE_NARROW_BOX_BOX_BOX_H

#include "collide/narrow/gjk/separation.h"

static inline bool cd_are_boxes(const cd_shape *a, const cd_shape *b) {
    return a->kind == CD_BOX && b->kind == CD_BOX && a->dim == 3;
}

/// Whether two boxes overlap.
cd_verdict cd_overlap_boxes(const cd_shape *a, const cd_shape *b);

/// CD_MISSES: an axis separates the boxes by more than the margin. CD_MEETS: *separation (which may
/// be NULL) is theirs with the radii; they overlap, or a face or two edges are nearest. CD_UNKNOWN:
/// neither is certain.
cd_verdict cd_separate_boxes(const cd_shape *a, const cd_shape *b, double margin,
                             cd_separation *separation);

/// Where boxes touch, to rounding, along a coordinate axis of both, the distance of *separation
/// becomes the gap along it, rounded once, as in the verdicts above. Leaves others as they are.
void cd_resolve_box_touch(const cd_shape *a, const cd_shape *b, cd_separation *separation);

#endif
