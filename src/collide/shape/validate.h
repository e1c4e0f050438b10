// What a shape may be after it was moved. cd_shape_error (shape.h) says what is wrong with one.
#ifndef COLLIDE_SHAPE_VALIDATE_H
#define COLLIDE_SHAPE_VALIDATE_H

#include "collide/collide.h"

/// What messages want of numbers that are too large.
#define CD_WANTED_IN_RANGE "at most 2^64 (1.8e19)"

/// Whether a valid shape is still one where v moves it to: its coordinates are in range, and
/// rounding leaves cylinders and cones their axes.
bool cd_is_valid_after(const cd_shape *shape, cd_vec v);

/// The latter alone: for the places that a query looks at.
/// Without it: tests/collide/cast/lost_axis_spec.lua "never meets a face from behind"
bool cd_has_axis_after(const cd_shape *shape, cd_vec v);

#endif
