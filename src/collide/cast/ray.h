// What the closed forms of rays share: the answer, and the ball, which others end in.
#ifndef COLLIDE_CAST_RAY_H
#define COLLIDE_CAST_RAY_H

#include "collide/cast/cast.h"
#include "collide/simd/vec4.h"

#include <float.h>
#include <stddef.h>
#include <string.h>

// cd_put_hit writes them in this order.
CD_VEC4_WRITABLE(cd_hit, point, normal);
CD_VEC4_WRITABLE(cd_hit, normal, enter);
CD_VEC4_WRITABLE(cd_hit, exit_point, exit_normal);
CD_VEC4_WRITABLE(cd_hit, exit_normal, inside);
_Static_assert(offsetof(cd_hit, approach) >= offsetof(cd_hit, exit_normal) + sizeof(cd_vec4),
               "only inside may follow exit_normal");

/// When a ray touches: never where enter > exit or either is NaN, which compares as false. The
/// normals are unit, and of no use where the time is infinite. apart: unless the interval holds 0,
/// they certainly do not touch at t = 0.
typedef struct cd_ray_touch {
    double enter, exit;
    cd_vec4 enter_normal, exit_normal;
    bool apart;
} cd_ray_touch;

// Heights and distances known to some roundings of their size: what is larger is certain.
static const double noise = 64 * DBL_EPSILON;

static inline bool farther(double square, double r) { return square > r * r * (1 + noise); }

// Squares of extreme numbers, and radii that vanish beside the rest, are left to the generic path,
// which scales.
static inline bool tame(double dd, double oo, double r) {
    return (dd > 0x1p-240) & (dd + oo + r * r < 0x1p240) & (r * r > 0x1p-240 + 0x1p-120 * oo);
}

static inline bool surely_outside(double dd, double oo, double r) {
    return dd > 0x1p-240 && dd + oo < 0x1p240 && r * r > 0x1p-240 + 0x1p-120 * oo && farther(oo, r);
}

// p * p * a - k2 with the error of the square put back: exact for small integers, so that a ray
// that grazes exactly is a hit.
static inline double square_times_minus(double p, double a, double k2) {
    double square = p * p, rest = fma(p, p, -square);
    return fma(square, a, -k2) + rest * a;
}

// The difference of nearly equal numbers has lost its digits to their rounding.
static inline bool nearly_equal(double q, double a, double outer) {
    return q * q <= 0x1p-20 * a * outer;
}

// a t^2 + 2 b t + c = 0 with root^2 = b^2 - a c, and outer the positive part of c: both roots from
// sums of what has one sign; NaN where root is.
static inline void solve(double a, double b, double c, double outer, double root, double t[2]) {
    double signed_root = copysign(root, b), q = -(b + signed_root), far = q / a;
    double near = nearly_equal(q, a, outer) ? (signed_root - b) / a : c / q;
    t[0] = cd_min(near, far);
    t[1] = cd_max(near, far);
}

// Where |o + t d| = r. With n = o x d the discriminant is r^2 d.d - n.n, and d x n / d.d is the
// foot of the perpendicular from the centre: it has the digits of its own size, wherever the ray
// starts, so that the normals are unit as they are. root: of the discriminant.
static inline void ball_normals(cd_vec4 n, cd_vec4 d, double scale, double root,
                                cd_ray_touch *touch) {
    cd_vec4 foot = cd_vec4_cross_plain(d, n) * scale, along = d * (root * scale);
    touch->enter_normal = foot - along;
    touch->exit_normal = foot + along;
}

static inline double ball_scale(double dd, double r) { return 1 / (dd * r); }

static inline void ball(cd_vec4 o, cd_vec4 d, double r, cd_ray_touch *touch) {
    double dd = cd_vec4_length2(d), oo = cd_vec4_length2(o), od = cd_vec4_dot(o, d), t[2];
    cd_vec4 n = cd_vec4_cross(o, d);
    double root = sqrt(square_times_minus(r, dd, cd_vec4_length2(n)));
    ball_normals(n, d, ball_scale(dd, r), root, touch);
    solve(dd, od, oo - r * r, oo, root, t);
    touch->enter = t[0];
    touch->exit = t[1];
}

// What is seen of a ball with the radius r that moves along `path`; turn: -1 for normals the other
// way. A ray: its direction, 0, 1.
typedef struct {
    cd_vec4 origin, path;
    double r, turn;
} sight;

static inline cd_vec4 touched_at(sight from, double t, cd_vec4 normal) {
    cd_vec4 at = from.origin + t * from.path;
    return from.r > 0 ? at - from.r * normal : at;
}

// The hit of what starts apart, but for `approach`.
static inline void put_hit(cd_hit *hit, sight from, const cd_ray_touch *touch) {
    const cd_vec4 zero = {0, 0, 0, 0}; // added to a vector it makes 0 of -0
    cd_vec4 in = touch->enter_normal, out = touch->exit_normal;
    cd_vec4_put(hit, offsetof(cd_hit, point), touched_at(from, touch->enter, in));
    cd_vec4_put(hit, offsetof(cd_hit, normal), from.turn * in + zero);
    cd_vec4_put(hit, offsetof(cd_hit, exit_point), touched_at(from, touch->exit, out));
    cd_vec4_put(hit, offsetof(cd_hit, exit_normal), from.turn * out + zero);
    hit->t = hit->enter = touch->enter;
    hit->exit = touch->exit;
    hit->inside = false;
}

// The same of a ball, by what ball_normals asks for.
static inline void put_ball_hit(cd_hit *hit, sight from, cd_vec4 n, cd_vec4 direction, double dd,
                                double r, double root, double enter, double exit) {
    cd_ray_touch touch = {.enter = enter, .exit = exit};
    double scale = ball_scale(dd, r);
    ball_normals(n, direction, scale, root, &touch);
    put_hit(hit, from, &touch);
    hit->approach = root * scale * dd;
}

#endif
