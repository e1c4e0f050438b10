// The first touch of two cores, of which one moves, by Newton's method (first_touch.c).
#ifndef COLLIDE_CAST_FIRST_TOUCH_H
#define COLLIDE_CAST_FIRST_TOUCH_H

#include "collide/shape/core.h"

/// a moves by t * motion; they touch where their distance is `radius`, that of both together.
///   far     the largest coordinate
///   motion  along lines the part that matters
typedef struct cd_core_cast {
    const cd_core *a, *b;
    double radius, radius_b, far;
    cd_vec motion;
} cd_core_cast;

///   begin      where the search began: they touch at no time before
///   normal     of b; where they do not touch, the last one along which they approached
///   has_point  whether `point`, of b's core and nearest to a's core then, is known
///   least_gap  at t = 0 they are apart by at least this; may be negative
///   is_late    there may be one, but certainly not up to the last time asked for
typedef struct cd_first_touch {
    double begin, time;
    cd_vec normal;
    bool has_point, is_late;
    cd_vec point;
    double least_gap;
} cd_first_touch;

/// Finds the first touch for motion v, which is +-c->motion, with times up to `last`. Returns false
/// where there is none.
bool cd_find_first_touch(const cd_core_cast *c, cd_vec v, double last, cd_first_touch *touch);

#endif
