// The interval of times in which a moving core touches another, closed forms first.
#ifndef COLLIDE_CAST_H
#define COLLIDE_CAST_H

#include "collide/separate.h"

/// A ball of `radius` moving along origin + t * direction (not zero) against a shape at rest; with
/// radius 0 a ray. cd_ray_cast fills in the rest:
///   enter, exit  the interval of touch, as in cd_hit
///   enter_face, exit_face  what cd_ray_normal wants to know of them
///   apart        they certainly do not touch at t = 0; where it is false that is for others to say
typedef struct cd_ray {
    cd_vec origin, direction;
    double radius, tmax;
    const cd_shape *shape;
    double enter, exit;
    int enter_face, exit_face;
    bool apart;
} cd_ray;

/// The closed form. CD_UNKNOWN: there is none, or rounding could decide. CD_MISSES: they never
/// touch, or they are apart and touch after tmax only.
cd_verdict cd_ray_cast(cd_ray *ray);

/// The outward unit normal where the ray enters or leaves, at time t, with that face.
cd_vec cd_ray_normal(const cd_ray *ray, double t, int face);

/// Both at once, all of a hit but the points, where the ray certainly starts apart and the hit, if
/// any, is later; else CD_UNKNOWN.
cd_verdict cd_ray_hit(cd_ray *ray, cd_hit *hit);

/// Fills in `ray` with a cast of a ball a against b, or of anything against a ball b, which is a
/// ball that moves the other way (*swapped). False where neither is one.
bool cd_ray_of(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_ray *ray, bool *swapped);

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
