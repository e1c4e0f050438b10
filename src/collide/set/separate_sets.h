// The distance query for two shapes of which at least one is a set of convex parts.
#ifndef COLLIDE_SET_SEPARATE_SETS_H
#define COLLIDE_SET_SEPARATE_SETS_H

#include "collide/collide.h"

/// cd_separate where its distance is <= limit; else any distance greater than limit.
cd_separation cd_set_separate(const cd_shape *a, const cd_shape *b, double limit);

/// The same, but where the sets merely touch, the normal is that of any two parts that touch.
cd_separation cd_set_separate_any(const cd_shape *a, const cd_shape *b, double limit);

/// Whether the shapes overlap by more than a depth that is little beside them: far less work than
/// to ask for the depth.
bool cd_set_is_deeper(const cd_shape *a, const cd_shape *b, double depth);

#endif
