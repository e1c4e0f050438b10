// The interval of times in which a moving core touches another, closed forms first.
#ifndef COLLIDE_CAST_H
#define COLLIDE_CAST_H

#include "collide/separate.h"

/// The closed form for a ray against this shape; false where there is none. `meets` tells whether
/// the line of the ray touches the shape at all.
bool cd_ray_interval(cd_vec origin, cd_vec direction, const cd_shape *shape, bool *meets,
                     cd_interval *interval);

/// When a, moving by t * motion (not zero), touches b; false where it never does.
bool cd_touch_interval(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_interval *interval);

/// cd_touch_interval without closed forms.
bool cd_touch_interval_generic(const cd_shape *a, cd_vec motion, const cd_shape *b,
                               cd_interval *interval);

#endif
