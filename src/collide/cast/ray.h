// What the closed forms of ray casts share: the ray, which may be thick, its interval of touch, the
// quadratic equation, and the sphere, to which the rounded shapes come down. Discriminants are
// taken from the perpendicular, through cross products that stay accurate where the ray starts far
// away (after Haines, Guenther and Akenine-Moeller, Ray Tracing Gems, chapter 7), and a root is
// never the difference of nearly equal numbers.
#ifndef COLLIDE_CAST_RAY_H
#define COLLIDE_CAST_RAY_H

#include "collide/cast/discriminant.h"
#include "collide/cast/interval.h"
#include "collide/math/tolerance.h"
#include "collide/narrow/gjk/separation.h"
#include "collide/simd/vec4.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

// Rare cases stay out of the hot code, and take vectors as every machine passes them.
#define CD_RARE static __attribute__((noinline))

/// A sphere of `radius` that moves along origin + t * direction (not zero) against a shape at rest;
/// with radius 0 a ray.
///   path          the motion of the sphere in the world, where the shape moves as well
///   starts_apart  set by cd_ray_cast: unless the interval holds 0, the two are certainly apart at
///                 t = 0
///   swapped       in truth the shape moves against the sphere: the normals are turned round
typedef struct cd_ray {
    cd_vec origin, direction, path;
    double radius, tmax;
    const cd_shape *shape;
    bool starts_apart, swapped;
} cd_ray;

/// The times at which a ray enters and leaves a shape. It never touches where enter > exit or
/// either is NaN, which compares as false. The normals are unit; that of an infinite time is
/// undefined. starts_apart: as in cd_ray, and the ray certainly does not enter where the faces of a
/// sharp shape meet, which have normals of their own.
typedef struct cd_ray_touch {
    double enter, exit;
    cd_vec4 enter_normal, exit_normal;
    bool starts_apart;
} cd_ray_touch;

static inline bool cd_is_certainly_farther(double distance2, double r) {
    return distance2 > r * r * (1 + CD_CLOSED_FORM_DOUBT);
}

/// The square of a distance that is certainly more than r, computed from an origin at |o|^2 = oo.
static inline double cd_ray_clear_distance2(double oo, double r) {
    return r * r + CD_CLOSED_FORM_DOUBT * (r * r + oo);
}

/// The square of the sine of a milliradian. A ray that enters a surface at a smaller angle may
/// merely graze it, to within rounding.
/// Without it: tests/collide/cast/approach_spec.lua "is that of least approach where several are
/// outward"
static const double CD_RAY_GRAZE = 0x1p-20;

/// Whether the squares of the direction (dd) and of the radius do not underflow, also as a product
/// of two, and the radius does not vanish beside the distance from the origin, whose square is oo.
/// What is out of range is left to the generic path.
static inline bool cd_ray_squares_in_range(double dd, double oo, double r) {
    return (dd >= CD_SMALLEST * CD_SMALLEST) & (r * r > 0x1p-240 + 0x1p-120 * oo);
}

/// The normals at which o + t d enters and leaves the sphere |x| = r. With n = o x d the
/// discriminant is r^2 d.d - n.n (`root`: its square root), and d x n / d.d is the foot of the
/// perpendicular from the centre. That has the digits of its own size wherever the ray starts, so
/// that the normals are unit as they are. scale: 1 / (d.d r).
static inline void cd_ray_sphere_normals(cd_vec4 n, cd_vec4 d, double scale, double root,
                                         cd_ray_touch *touch) {
    cd_vec4 foot = cd_vec4_cross_plain(d, n) * scale, along = d * (root * scale);
    touch->enter_normal = foot - along;
    touch->exit_normal = foot + along;
}

/// Discriminants are certain beyond this, as a part of their squares of speeds; oo: the square of
/// the largest distance from the origin that they are computed from.
static inline double cd_ray_discriminant_doubt(double oo, double r) {
    return CD_CLOSED_FORM_DOUBT * (r * r + oo);
}

/// Makes the normals unit that follow from a discriminant with all its digits and a foot with
/// fewer. Without it: tests/collide/cast/tangent_spec.lua "has unit normals at balls of any size"
CD_RARE void cd_ray_normalize(cd_ray_touch *touch, cd_vec d) {
    touch->enter_normal = cd_vec4_of(cd_normalized(cd_vec4_vec(touch->enter_normal), cd_negate(d)));
    touch->exit_normal = cd_vec4_of(cd_normalized(cd_vec4_vec(touch->exit_normal), d));
}

/// Where |o + t d| = r; leaves starts_apart alone. Both times are taken from sums of terms of one
/// sign; NaN where it is nowhere.
static inline void cd_ray_sphere(cd_vec4 o, cd_vec4 d, double r, cd_ray_touch *touch) {
    double dd = cd_vec4_length2(d), oo = cd_vec4_length2(o), od = cd_vec4_dot(o, d);
    cd_vec4 n = cd_vec4_cross(o, d);
    double discriminant = fma(r * r, dd, -cd_vec4_length2(n));
    bool settled = fabs(discriminant) < cd_ray_discriminant_doubt(oo, r) * dd;
    if (settled)
        discriminant = cd_sphere_discriminant(cd_vec4_vec(o), cd_vec4_vec(d), r);
    double root = sqrt(discriminant), q = -(od + copysign(root, od)), far = q / dd;
    double near = root == 0 ? far : (oo - r * r) / q;
    cd_ray_sphere_normals(n, d, 1 / (dd * r), root, touch);
    if (settled)
        cd_ray_normalize(touch, cd_vec4_vec(d));
    touch->enter = cd_min(near, far);
    touch->exit = cd_max(near, far);
}

/// How the points and normals of a hit follow from its times: a sphere of radius r moves along
/// origin + t * path in the world; sign: -1 turns the normals round. A ray: r 0, sign 1.
typedef struct cd_ray_view {
    cd_vec4 origin, path;
    double r, sign;
} cd_ray_view;

static inline cd_vec4 cd_ray_touched_point(cd_ray_view from, double t, cd_vec4 normal) {
    cd_vec4 at = from.origin + t * from.path;
    return from.r > 0 ? at - from.r * normal : at;
}

// cd_ray_write_hit writes the fields in this order.
CD_VEC4_WRITABLE(cd_hit, point, normal);
CD_VEC4_WRITABLE(cd_hit, normal, enter);
CD_VEC4_WRITABLE(cd_hit, exit_point, exit_normal);
CD_VEC4_WRITABLE(cd_hit, exit_normal, inside);
_Static_assert(offsetof(cd_hit, approach) >= offsetof(cd_hit, exit_normal) + sizeof(cd_vec4),
               "only inside may follow exit_normal");

/// CD_MEETS or CD_MISSES, without a branch.
static inline cd_verdict cd_ray_verdict(int meets) { return (cd_verdict)(CD_MISSES + meets); }

/// Writes the hit of a ray that starts apart, all but `approach`.
static inline void cd_ray_write_hit(cd_hit *hit, cd_ray_view from, const cd_ray_touch *touch) {
    const cd_vec4 zero = {0, 0, 0, 0}; // added to a vector it makes 0 of -0
    cd_vec4 in = touch->enter_normal, out = touch->exit_normal;
    cd_vec4_put(hit, offsetof(cd_hit, point), cd_ray_touched_point(from, touch->enter, in));
    cd_vec4_put(hit, offsetof(cd_hit, normal), from.sign * in + zero);
    cd_vec4_put(hit, offsetof(cd_hit, exit_point), cd_ray_touched_point(from, touch->exit, out));
    cd_vec4_put(hit, offsetof(cd_hit, exit_normal), from.sign * out + zero);
    hit->t = hit->enter = touch->enter;
    hit->exit = touch->exit;
    hit->inside = false;
}

#endif
