// Which parts of a set rounding may turn where the search for its depth moves them to.
#ifndef COLLIDE_SET_TURNED_PARTS_H
#define COLLIDE_SET_TURNED_PARTS_H

#include "collide/collide.h"

/// Whether all parts of a shape are where v moves it to what they were.
bool cd_are_themselves_after(const cd_shape *set, cd_vec v, double size);

/// Whether parts may be turned where the shape is moved by its size.
bool cd_is_fragile(const cd_shape *set, double size);

#endif
