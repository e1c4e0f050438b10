// What a shape may be after it was moved. cd_shape_error (collide.h) says what is wrong with one.
#ifndef COLLIDE_SHAPE_VALIDATE_H
#define COLLIDE_SHAPE_VALIDATE_H

#include "collide/collide.h"

/// Whether a valid shape is still one where v moves it to: its coordinates are finite, and rounding
/// leaves cylinders and cones their axes.
bool cd_is_valid_after(const cd_shape *shape, cd_vec v);

#endif
