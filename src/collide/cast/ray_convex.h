// A thick ray against any convex shape that has a closed form, and the hit that follows: inline, so
// that hot kinds get functions of their own (ray_cast.c, query/raycast.c).
//
// Whether a ray hits is as random as the ray, and a mispredicted branch costs as much as the work.
// So an empty interval (enter > exit, or NaN, which compares as false) goes all the way, but where
// a cheap test finds most of them.
#ifndef COLLIDE_CAST_RAY_CONVEX_H
#define COLLIDE_CAST_RAY_CONVEX_H

#include "collide/cast/ray_box.h"
#include "collide/cast/ray_capsule.h"
#include "collide/cast/ray_curved.h"
#include "collide/cast/ray_triangle.h"
#include "collide/simd/hot.h"

/// Finds the interval of touch, which may be empty; false where there is no closed form, or
/// rounding could decide. r: the radii of the shape and of the ray together.
typedef bool cd_ray_closed_form(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                                cd_ray_touch *touch);

static inline bool cd_ray_point_core(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape,
                                     double r, cd_ray_touch *touch) {
    cd_vec4 o = origin - cd_vec4_of(shape->as.center);
    double outer = cd_vec4_length2(o);
    touch->starts_apart = cd_is_certainly_farther(outer, r);
    cd_ray_sphere(o, direction, r, touch);
    return cd_ray_squares_in_range(cd_vec4_length2(direction), outer, r);
}

static inline bool cd_ray_halfspace(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape,
                                    double r, cd_ray_touch *touch) {
    cd_vec n = shape->as.plane.normal;
    double offset = shape->as.plane.offset, speed = cd_dot(cd_vec4_vec(direction), n);
    double gap = cd_dot(cd_vec4_vec(origin), n) - offset - r, t = -gap / speed;
    double size = cd_max(cd_vec4_max_abs(origin), cd_max(fabs(offset), r));
    double fast = cd_vec4_max_abs(direction);
    if (fast < CD_SMALLEST || fabs(speed) <= CD_CLOSED_FORM_DOUBT * fast)
        return false;
    touch->starts_apart = gap > CD_CLOSED_FORM_DOUBT * size;
    touch->enter = speed < 0 ? t : -INFINITY;
    touch->exit = speed < 0 ? INFINITY : t;
    touch->enter_normal = touch->exit_normal = cd_vec4_of(n);
    return true;
}

static inline bool cd_ray_any_kind(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape,
                                   double r, cd_ray_touch *touch) {
    switch (shape->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return cd_ray_point_core(origin, direction, shape, r, touch);
    case CD_SEGMENT:
    case CD_CAPSULE:
        return cd_ray_capsule(origin, direction, shape, r, touch);
    case CD_LINE:
        return cd_ray_line(origin, direction, shape, r, touch);
    case CD_BOX:
        return cd_ray_box(origin, direction, shape, r, touch);
    case CD_TRIANGLE:
        return cd_ray_triangle(origin, direction, shape, r, touch);
    case CD_PLANE:
        return cd_ray_halfspace(origin, direction, shape, r, touch);
    case CD_CYLINDER:
        return r == 0 && cd_ray_curved(origin, direction, shape, false, touch);
    case CD_CONE:
        return r == 0 && cd_ray_curved(origin, direction, shape, true, touch);
    default:
        return false;
    }
}

// -------------------------------------------------------------------------------------------- hits

/// The hit by a closed form. CD_UNKNOWN where that knows nothing, the ray does not certainly start
/// apart, or several normals may be outward. *hit is undefined unless it is CD_MEETS.
static inline cd_verdict cd_ray_hit_by(cd_ray_closed_form *find, cd_ray_view from,
                                       cd_vec4 direction, const cd_shape *shape, double tmax,
                                       cd_hit *hit) {
    cd_ray_touch touch;
    if (!find(from.origin, direction, shape, from.r + shape->radius, &touch) || !touch.starts_apart)
        return CD_UNKNOWN;
    double enter = touch.enter, exit = touch.exit;
    if (enter >= INFINITY)
        return CD_MISSES;
    if (cd_max(-exit, enter) <= 0) // the interval holds 0: one comparison, which is well predicted
        return CD_UNKNOWN;
    cd_ray_write_hit(hit, from, &touch);
    hit->approach = 0 - cd_vec4_dot(direction, touch.enter_normal);
    if (exit >= INFINITY)
        hit->exit_normal = hit->exit_point = (cd_vec){0, 0, 0};
    double approach2 = hit->approach * hit->approach;
    bool meets = (enter > 0) & (enter <= exit) & (enter <= tmax);
    if (meets & (approach2 <= CD_RAY_GRAZE * cd_vec4_length2(direction)))
        return CD_UNKNOWN;
    return cd_ray_verdict(meets);
}

/// The same for a shape with a point core. From outside a ray enters, if at all, where o.d < 0, so
/// that q has its digits; a sphere behind the ray has enter < 0. Rays that certainly miss are worth
/// a branch: they save a root and two divisions.
static inline cd_verdict cd_ray_hit_point_core(cd_ray_view from, cd_vec4 d, const cd_shape *shape,
                                               double tmax, cd_hit *hit) {
    cd_vec4 o = from.origin - cd_vec4_of(shape->as.center), n = cd_vec4_cross(o, d);
    double r = shape->radius + from.r, dd = cd_vec4_length2(d), oo = cd_vec4_length2(o);
    double nn = cd_vec4_length2(n);
    if (!cd_ray_squares_in_range(dd, oo, r) || !cd_is_certainly_farther(oo, r))
        return CD_UNKNOWN;
    if (nn > cd_ray_clear_distance2(oo, r) * dd)
        return CD_MISSES;
    double root = sqrt(fma(r * r, dd, -nn)), q = root - cd_vec4_dot(o, d), scale = 1 / (dd * r);
    if (!(root * root > CD_RAY_GRAZE * (r * r * dd)))
        return CD_UNKNOWN; // a root of less than 0 may be a tangent's
    double enter = (oo - r * r) / q;
    cd_ray_touch touch = {.enter = enter, .exit = cd_max(enter, q / dd)};
    cd_ray_sphere_normals(n, d, scale, root, &touch);
    cd_ray_write_hit(hit, from, &touch);
    hit->approach = root * scale * dd;
    return cd_ray_verdict((enter > 0) & (enter <= tmax));
}

#endif
