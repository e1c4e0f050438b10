// Spheres, capsules and boxes are zonotopes with a radius: a middle, some segments, and a ball.
// Along an axis such a shape extends by the sum of what its segments and its ball do, so a triangle
// is told apart from it along several axes at once, an edge of the triangle to a lane. Any axis
// bounds the distance, so rounding of an axis does no harm.
#ifndef COLLIDE_NARROW_ZONOTOPE_H
#define COLLIDE_NARROW_ZONOTOPE_H

#include "collide/collide.h"

typedef struct cd_zonotope {
    cd_vec middle, half[4];
    int count; ///< of half[]; of three or four the first three are perpendicular to each other
    double radius;
} cd_zonotope;

/// Whether a shape in 3D is one.
bool cd_zonotope_of(cd_zonotope *z, const cd_shape *shape);

/// Whether the signed distance of a zonotope and a triangle is certainly more than that, to
/// rounding.
bool cd_zonotope_is_beyond(const cd_zonotope *z, const cd_vec triangle[3], double distance);

/// Whether a zonotope that moves by `motion` times t certainly does not come within `slack` of a
/// triangle, to rounding, for any t from `begin` to `end`.
bool cd_zonotope_passes_triangle(const cd_zonotope *z, cd_vec motion, const cd_vec triangle[3],
                                 double slack, double begin, double end);

#endif
