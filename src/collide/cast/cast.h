// The interval of times in which a moving core touches another, closed forms first.
#ifndef COLLIDE_CAST_CAST_H
#define COLLIDE_CAST_CAST_H

#include "collide/cast/interval.h"
#include "collide/explain.h"
#include "collide/narrow/separation.h"

/// A ball of `radius` moving along origin + t * direction (not zero) against a shape at rest; with
/// radius 0 a ray. cd_ray_cast fills in `apart`: unless the interval holds 0, they certainly do not
/// touch at t = 0. For a hit, the ball really moves along `path` (and the shape too, if that is
/// another), or the shape moves against the ball, if `swapped`, which turns the normals round.
typedef struct cd_ray {
    cd_vec origin, direction, path;
    double radius, tmax;
    const cd_shape *shape;
    bool apart, swapped;
} cd_ray;

/// The closed form of cd_touch_interval. CD_UNKNOWN: there is none, or rounding could decide.
/// CD_MISSES: they never touch, or they are apart and touch after tmax only.
cd_verdict cd_ray_cast(cd_ray *ray, cd_interval *interval);

/// The same against a cylinder or cone, for radius 0.
cd_verdict cd_ray_curved(cd_ray *ray, cd_interval *interval);

/// The hit, its points on the surface of the ball, where the ray certainly starts apart and the
/// hit, if any, is later; else CD_UNKNOWN. *hit is of no use unless it meets.
cd_verdict cd_ray_hit(const cd_ray *ray, cd_hit *hit);

/// cd_raycast without closed forms.
bool cd_raycast_generic(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                        cd_hit *hit);

/// Fills in `ray`, all but its path, with a cast of a ball a against b, or of anything against a
/// ball b, which is a ball that moves the other way (swapped). False where neither is one.
bool cd_ray_from_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_ray *ray);

/// cd_touch_interval in closed form for two segments or capsules that are rounded.
cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b,
                           cd_interval *interval);

/// When a, moving by t * motion (not zero), touches b; false where it never does.
bool cd_touch_interval(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_interval *interval);

/// Whether it needs no iteration.
bool cd_has_closed_cast(const cd_shape *a, cd_vec motion, const cd_shape *b);

/// cd_touch_interval without closed forms.
bool cd_touch_interval_generic(const cd_shape *a, cd_vec motion, const cd_shape *b,
                               cd_interval *interval);

/// The same, with the steps of Newton's method, if any: forwards for enter, backwards for exit.
bool cd_touch_interval_traced(const cd_shape *a, cd_vec motion, const cd_shape *b,
                              cd_interval *interval, cd_trace *trace);

#endif
