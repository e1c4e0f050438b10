// What the builders of sets (set.c) know of a shape's extent, for those who bound rounding by it.
#ifndef COLLIDE_SHAPE_SET_H
#define COLLIDE_SHAPE_SET_H

#include "collide/collide.h"

/// The largest absolute coordinate of a shape, convex or a set, where it lies: of the box around
/// the bounded parts, and of the unbounded ones.
double cd_set_largest_coordinate(const cd_shape *shape);

/// The same of two shapes.
static inline double cd_largest_coordinate_of(const cd_shape *a, const cd_shape *b) {
    return cd_max(cd_set_largest_coordinate(a), cd_set_largest_coordinate(b));
}

/// Whether a shape is a line or plane, or holds one.
static inline bool cd_has_unbounded(const cd_shape *s) {
    return cd_is_set(s) ? s->as.set.core->unbounded_count > 0 : cd_is_unbounded(s);
}

/// The largest absolute coordinate of a polytope, or of one in a set, where it was built, before it
/// was moved; else 0.
double cd_built_size(const cd_shape *shape);

#endif
