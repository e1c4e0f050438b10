// The distance between two cores where a box is long beside it (box_middle.c).
#ifndef COLLIDE_NARROW_BOX_BOX_MIDDLE_H
#define COLLIDE_NARROW_BOX_BOX_MIDDLE_H

#include "collide/narrow/gjk/gjk.h"

/// A length less than this part of another one: else both are rounded about equally.
static const double cd_much_less = 0x1p-4;

/// Whether middles may be much nearer to a gap than corners are, of which half an edge or a
/// coordinate is at most `largest`.
static inline bool cd_middles_may_be_nearer(double distance, double largest) {
    return distance <= 2 * cd_much_less * largest;
}

/// Sets the distance of a gap anew, along its normal, where one of the cores is a box whose corners
/// all lie much farther from it than the middle of its face or edge does.
void cd_measure_at_middles(const cd_core *a, const cd_core *b, cd_vec shift, cd_gap *gap);

#endif
