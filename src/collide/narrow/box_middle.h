// The distance between two cores where a box is long beside it (box_middle.c).
#ifndef COLLIDE_NARROW_BOX_MIDDLE_H
#define COLLIDE_NARROW_BOX_MIDDLE_H

#include "collide/narrow/gjk.h"

/// Sets the distance of a gap anew, along its normal, where one of the cores is a box whose corners
/// all lie much farther from it than the middle of its face or edge does.
void cd_measure_at_middles(const cd_core *a, const cd_core *b, cd_vec shift, cd_gap *gap);

#endif
