// Casts of a capsule at a capsule or triangle and of a sphere at a triangle, in closed form.
#ifndef COLLIDE_CAST_CAST_CAPSULE_H
#define COLLIDE_CAST_CAST_CAPSULE_H

#include "collide/cast/interval.h"
#include "collide/narrow/gjk/separation.h"

/// cd_touch_interval for two capsules or segments that are rounded; CD_UNKNOWN where both are sharp
/// or rounding could decide.
cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_times asked,
                           cd_interval *interval);

/// The cast of a sphere, or of a rounded triangle, as that of a point at the triangle with the
/// radius of both together; CD_UNKNOWN where that is 0, the triangle is a needle, or rounding could
/// decide. Also sets whether they start apart; the points are those of the sharp triangle.
cd_verdict cd_cast_at_triangle(cd_vec center, cd_vec motion, const cd_shape *triangle,
                               double radius, cd_times asked, cd_interval *interval);

/// cd_touch_interval_closed for a capsule or segment and a triangle, in either order; CD_UNKNOWN
/// where both are sharp, the triangle is a needle, or rounding could decide, and in the plane,
/// where edges inside of the difference lie beside those of its outline.
cd_verdict cd_cast_capsule_triangle(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                    cd_times asked, cd_interval *interval);

#endif
