// Casts of a sphere, or of a point as a ray, against a convex shape, in closed form.
#ifndef COLLIDE_CAST_RAY_CAST_H
#define COLLIDE_CAST_RAY_CAST_H

#include "collide/cast/ray.h"

/// The interval of times in which the sphere touches the shape, on its unbounded line of motion, in
/// closed form. Sets ray->starts_apart.
///   CD_UNKNOWN  there is no closed form, or rounding could decide
///   CD_MISSES   they never touch, or they start apart and touch after tmax only
cd_verdict cd_ray_cast(cd_ray *ray, cd_interval *interval);

/// The hit, with its points on the surface of the sphere. CD_UNKNOWN also where the sphere does not
/// certainly start apart from the shape. *hit is undefined unless it is CD_MEETS.
cd_verdict cd_ray_hit(const cd_ray *ray, cd_hit *hit);

/// Whether a motion hardly leads anywhere, beside the coordinates and the radius: then no cast of a
/// sphere has a closed form.
static inline bool cd_ray_hardly_moves(double fast, double far, double radius) {
    return fast <= 0x1p-30 * cd_max(far, radius);
}

/// Fills in `ray`, all but its path, with the cast of a against b moving by t * motion, where a is
/// a sphere or point, or else b is, which then moves the other way (swapped). False where neither
/// is one.
bool cd_ray_from_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_ray *ray);

#endif
