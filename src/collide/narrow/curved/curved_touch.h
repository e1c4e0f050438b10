// The points that realise the depth with a curved core (curved_touch.c).
#ifndef COLLIDE_NARROW_CURVED_CURVED_TOUCH_H
#define COLLIDE_NARROW_CURVED_CURVED_TOUCH_H

#include "collide/narrow/gjk/gjk.h"

/// The nearest points of two cores of which at least one is curved, a moved by `shift`, where they
/// are apart by `gap` along a unit normal from b to a and just that is their distance: of the
/// result only the points and blends are valid. Returns false where that is not so to within
/// rounding, a length, or they lie on features of too many vertices.
bool cd_points_along_normal(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec normal,
                            double rounding, cd_gap *gap);

#endif
