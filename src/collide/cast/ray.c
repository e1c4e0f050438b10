// Closed forms for a ball (a ray: radius 0) that moves along a line against a rounded point,
// segment, line or box, a sharp triangle and a half-space: the whole interval of touch. Quadratics
// take their discriminant from the perpendicular, through cross products that stay accurate where
// the ray starts far away (after Haines, Guenther and Akenine-Moeller, Ray Tracing Gems, chapter
// 7), and never subtract nearly equal roots. What rounding could decide is left unknown.
//
// Whether a ray hits is as random as the ray, and a wrong guess costs more than all of the work. So
// an empty interval (enter > exit, or NaN, which compares as false) goes all the way.
#include "collide/cast/ray_box.h"
#include "collide/cast/ray_capsule.h"
#include "collide/shape/core.h"

static inline bool sphere(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                          cd_ray_touch *touch) {
    cd_vec4 o = origin - cd_vec4_of(shape->as.center);
    double outer = cd_vec4_length2(o);
    touch->apart = farther(outer, r);
    ball(o, direction, r, touch);
    return tame(cd_vec4_length2(direction), outer, r);
}

// -------------------------------------------------------------------------- triangle, half-space

// The ray passes a triangle on the side of each edge that the volume it spans with the edge tells
// (in the way of Woop, Benthin and Wald 2013, without their projection).
static bool triangle(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                     cd_ray_touch *touch) {
    const cd_vec *p = shape->as.triangle.v, o = cd_vec4_vec(origin), d = cd_vec4_vec(direction);
    cd_vec from[3], n = cd_cross(cd_sub(p[1], p[0]), cd_sub(p[2], p[0]));
    double volume[3], clear = 0;
    for (int i = 0; i < 3; i++) {
        from[i] = cd_sub(p[i], o);
        clear = cd_max(clear, cd_max_abs(from[i]));
    }
    double height = cd_dot(from[0], n), speed = cd_dot(d, n);
    double size = clear, length = cd_max_abs(n), fast = cd_max_abs(d);
    double far = cd_max(cd_max_abs(o), size);
    if (r != 0 || shape->dim != 3 || !(moderate(far, fast, 0) && size > 0x1p-120))
        return false;
    clear *= clear * fast * noise;
    bool left = false, right = false, unclear = false;
    for (int i = 0; i < 3; i++) {
        volume[i] = cd_dot(d, cd_cross(from[(i + 1) % 3], from[(i + 2) % 3]));
        left |= volume[i] > clear;
        right |= volume[i] < -clear;
        unclear |= !(fabs(volume[i]) > clear);
    }
    if (left && right) {
        *touch = (cd_ray_touch){.enter = INFINITY, .exit = -INFINITY, .apart = true};
        return true;
    }
    touch->apart = fabs(height) > noise * length * size;
    if (unclear || !touch->apart || !(fabs(speed) > 0x1p-20 * length * fast))
        return false;
    double outwards = copysign(1 / cd_length(n), speed);
    touch->enter = touch->exit = height / speed;
    touch->exit_normal = cd_vec4_of(n) * outwards;
    touch->enter_normal = -touch->exit_normal;
    return true;
}

static bool halfspace(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                      cd_ray_touch *touch) {
    cd_vec n = shape->as.plane.normal;
    double offset = shape->as.plane.offset, speed = cd_dot(cd_vec4_vec(direction), n);
    double gap = cd_dot(cd_vec4_vec(origin), n) - offset - r, t = -gap / speed;
    double size = cd_max(cd_vec4_max_abs(origin), cd_max(fabs(offset), r));
    double fast = cd_vec4_max_abs(direction);
    if (!moderate(cd_vec4_max_abs(origin), fast, r) || fabs(speed) <= noise * fast)
        return false;
    touch->apart = gap > noise * size;
    touch->enter = speed < 0 ? t : -INFINITY;
    touch->exit = speed < 0 ? INFINITY : t;
    touch->enter_normal = touch->exit_normal = cd_vec4_of(n);
    return true;
}

// ------------------------------------------------------------------------------------------- all

// Finds the interval, which may be empty; false where rounding could decide. r: of shape and ray.
typedef bool caster(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                    cd_ray_touch *touch);

static inline bool any(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                       cd_ray_touch *touch) {
    switch (shape->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return sphere(origin, direction, shape, r, touch);
    case CD_SEGMENT:
    case CD_CAPSULE:
        return capsule(origin, direction, shape, r, touch);
    case CD_LINE:
        return line(origin, direction, shape, r, touch);
    case CD_BOX:
        return box(origin, direction, shape, r, touch);
    case CD_TRIANGLE:
        return triangle(origin, direction, shape, r, touch);
    case CD_PLANE:
        return halfspace(origin, direction, shape, r, touch);
    default:
        return false;
    }
}

CD_HOT cd_verdict cd_ray_cast(cd_ray *ray, cd_interval *interval) {
    cd_ray_touch touch;
    if (cd_is_curved(ray->shape))
        return cd_ray_curved(ray, interval);
    double r = ray->radius + ray->shape->radius;
    if (!any(cd_vec4_of(ray->origin), cd_vec4_of(ray->direction), ray->shape, r, &touch))
        return CD_UNKNOWN;
    const cd_vec zero = {0, 0, 0};
    ray->apart = touch.apart;
    *interval = (cd_interval){touch.enter, touch.exit, zero, zero};
    if (isfinite(touch.enter))
        interval->enter_normal = cd_vec4_vec(touch.enter_normal);
    if (isfinite(touch.exit))
        interval->exit_normal = cd_vec4_vec(touch.exit_normal);
    return touch.enter <= touch.exit ? CD_MEETS : CD_MISSES;
}

// Without a branch.
static inline cd_verdict told(int meets) { return (cd_verdict)(CD_MISSES + meets); }

static inline cd_verdict hit_by(caster *cast, sight from, cd_vec4 direction, const cd_shape *shape,
                                double tmax, cd_hit *hit) {
    cd_ray_touch touch;
    if (!cast(from.origin, direction, shape, from.r + shape->radius, &touch) || !touch.apart)
        return CD_UNKNOWN;
    double enter = touch.enter, exit = touch.exit;
    if (enter >= INFINITY)
        return CD_MISSES;
    if (cd_max(-exit, enter) <= 0) // it holds 0: one comparison, which is foreseen
        return CD_UNKNOWN;
    put_hit(hit, from, &touch);
    hit->approach = 0 - cd_vec4_dot(direction, touch.enter_normal);
    if (exit >= INFINITY)
        hit->exit_normal = hit->exit_point = (cd_vec){0, 0, 0};
    return told((enter > 0) & (enter <= exit) & (enter <= tmax));
}

// The same for a ball. From outside a ray goes in, if at all, where o.d < 0, so that q has its
// digits; what lies behind it has enter < 0. batch_ray.c does the same for four balls in four
// lanes.
static inline cd_verdict hit_ball(sight from, cd_vec4 d, const cd_shape *shape, double tmax,
                                  cd_hit *hit) {
    cd_vec4 o = from.origin - cd_vec4_of(shape->as.center), n = cd_vec4_cross(o, d);
    double r = shape->radius + from.r, dd = cd_vec4_length2(d), oo = cd_vec4_length2(o);
    double root = sqrt(square_times_minus(r, dd, cd_vec4_length2(n))), q = root - cd_vec4_dot(o, d);
    if (nearly_equal(q, dd, oo) || !surely_outside(dd, oo, r))
        return CD_UNKNOWN;
    double enter = (oo - r * r) / q, exit = cd_max(enter, q / dd);
    put_ball_hit(hit, from, n, d, dd, r, root, enter, exit);
    return told((enter > 0) & (enter <= tmax));
}

CD_HOT cd_verdict cd_ray_hit(const cd_ray *ray, cd_hit *hit) {
    sight from = {cd_vec4_of(ray->origin), cd_vec4_of(ray->path), ray->radius,
                  ray->swapped ? -1 : 1};
    cd_vec4 direction = cd_vec4_of(ray->direction);
    return cd_has_point_core(ray->shape) ? hit_ball(from, direction, ray->shape, ray->tmax, hit)
                                         : hit_by(any, from, direction, ray->shape, ray->tmax, hit);
}

static inline bool answered(cd_verdict verdict, const cd_vec *origin, const cd_vec *direction,
                            const cd_shape *shape, double tmax, cd_hit *hit) {
    return verdict == CD_UNKNOWN ? cd_raycast_generic(*origin, *direction, shape, tmax, hit)
                                 : verdict == CD_MEETS;
}

static inline bool raycast(caster *cast, const cd_vec *origin, const cd_vec *direction,
                           const cd_shape *shape, double tmax, cd_hit *hit) {
    sight from = {cd_vec4_of(*origin), cd_vec4_of(*direction), 0, 1};
    cd_verdict verdict = hit_by(cast, from, from.path, shape, tmax, hit);
    return answered(verdict, origin, direction, shape, tmax, hit);
}

// A function for each of the hot kinds has less to keep in registers.
CD_HOT static bool at_ball(const cd_vec *o, const cd_vec *d, const cd_shape *s, double tmax,
                           cd_hit *hit) {
    sight from = {cd_vec4_of(*o), cd_vec4_of(*d), 0, 1};
    return answered(hit_ball(from, from.path, s, tmax, hit), o, d, s, tmax, hit);
}

CD_HOT static bool at_rod(const cd_vec *o, const cd_vec *d, const cd_shape *s, double tmax,
                          cd_hit *hit) {
    return raycast(capsule, o, d, s, tmax, hit);
}

CD_HOT static bool at_box(const cd_vec *o, const cd_vec *d, const cd_shape *s, double tmax,
                          cd_hit *hit) {
    return raycast(box, o, d, s, tmax, hit);
}

CD_HOT static bool at_any(const cd_vec *o, const cd_vec *d, const cd_shape *s, double tmax,
                          cd_hit *hit) {
    return raycast(any, o, d, s, tmax, hit);
}

bool cd_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax, cd_hit *hit) {
    if (cd_has_point_core(shape))
        return at_ball(&origin, &direction, shape, tmax, hit);
    if (cd_has_segment_core(shape))
        return at_rod(&origin, &direction, shape, tmax, hit);
    if (shape->kind == CD_BOX)
        return at_box(&origin, &direction, shape, tmax, hit);
    return at_any(&origin, &direction, shape, tmax, hit);
}
