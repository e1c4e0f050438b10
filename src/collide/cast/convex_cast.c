// A cast of convex shapes reads the interval of touch (time_of_impact.h) and takes the points from
// the distance query. Its verdict at t = 0, and at the end of the motion, is that of the distance
// query, also where the interval says otherwise by rounding.
#include "collide/cast/convex_cast.h"
#include "collide/cast/ray_cast.h"
#include "collide/cast/time_of_impact.h"
#include "collide/narrow/separate.h"
#include "collide/shape/core.h"

#include <assert.h>
#include <float.h>

static cd_shape moved(const cd_shape *shape, cd_vec v) {
    cd_shape s = *shape;
    cd_shape_move(&s, v);
    return s;
}

// The touched point of b at time t, where b has moved to.
static cd_vec touched_point(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                            double t) {
    cd_shape at = moved(a, cd_scale(cd_sub(motion, motion_b), t));
    return cd_add_scaled(cd_separate_convex(&at, b).point_b, t, motion_b);
}

// Writes all of a hit but its points. start: the separation at t = 0.
static bool write_hit(bool touches, cd_interval interval, const cd_separation *start,
                      cd_vec relative, double tmax, cd_hit *hit) {
    if (start->distance <= 0) {
        if (!touches)
            interval = (cd_interval){0, 0, start->normal, start->normal};
        interval.enter = cd_min(interval.enter, 0);
        interval.exit = cd_max(interval.exit, 0);
    } else if (!touches || interval.exit < 0 || interval.enter > tmax || isinf(interval.enter)) {
        return false; // a time too large for a number is never
    }
    *hit = (cd_hit){.enter = interval.enter, .exit = interval.exit};
    hit->inside = hit->enter <= 0;
    hit->t = hit->inside ? 0 : hit->enter;
    hit->normal = cd_add(hit->inside ? start->normal : interval.enter_normal, (cd_vec){0, 0, 0});
    if (isfinite(hit->exit))
        hit->exit_normal = cd_add(interval.exit_normal, (cd_vec){0, 0, 0}); // no -0
    hit->approach = 0 - cd_dot(relative, hit->normal);                      // no -0
    return true;
}

// Moves a time of impact that lies after tmax by rounding only to tmax, if the shapes touch there.
static void clamp_to_end(double tmax, const cd_shape *a, cd_vec relative, const cd_shape *b,
                         cd_interval *interval) {
    if (!(interval->enter > tmax && interval->enter <= tmax * (1 + 8 * DBL_EPSILON)))
        return;
    cd_shape end = moved(a, cd_scale(relative, tmax));
    if (cd_separate_convex(&end, b).distance <= 0)
        interval->enter = tmax;
}

// The shapes touch at t = 0 and the line of motion passes b by, both to rounding. The interval is
// then that of a b which is rounder by that much: as long as the graze lasts.
static bool graze_interval(const cd_shape *a, cd_vec motion, const cd_shape *b,
                           cd_interval *interval) {
    cd_shape rounder = *b;
    double size = cd_max(cd_core_size(a), cd_core_size(b));
    rounder.radius += 8 * DBL_EPSILON * cd_max(size, cd_max(a->radius, b->radius));
    return b->kind != CD_PLANE && cd_touch_interval(a, motion, &rounder, interval);
}

// Finds the interval of touch for 0 <= t <= tmax. Shapes that stand still touch always or never.
static bool find_interval(const cd_shape *a, cd_vec motion, const cd_shape *b,
                          const cd_separation *start, double tmax, cd_interval *interval) {
    if (cd_is_zero(motion)) {
        *interval = (cd_interval){-INFINITY, INFINITY, {0, 0, 0}, {0, 0, 0}};
        return start->distance <= 0;
    }
    if (!cd_touch_interval(a, motion, b, interval) &&
        !(start->distance <= 0 && graze_interval(a, motion, b, interval)))
        return false;
    clamp_to_end(tmax, a, motion, b, interval);
    return true;
}

bool cd_convex_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                       cd_hit *hit) {
    cd_shape point = cd_point(shape->dim, origin);
    cd_separation start = cd_separate_convex(&point, shape);
    cd_interval interval;
    bool touches = find_interval(&point, direction, shape, &start, tmax, &interval);
    if (!write_hit(touches, interval, &start, direction, tmax, hit))
        return false;
    hit->point = cd_add_scaled(origin, hit->t, direction);
    if (isfinite(hit->exit))
        hit->exit_point = cd_add_scaled(origin, hit->exit, direction);
    return true;
}

static cd_verdict cast_sphere(const cd_shape *a, cd_vec relative, const cd_shape *b,
                              cd_vec motion_b, double tmax, cd_hit *hit) {
    cd_ray ray;
    if (!cd_ray_from_cast(a, relative, b, &ray))
        return CD_UNKNOWN;
    ray.tmax = tmax;
    ray.path = ray.swapped ? motion_b : cd_add(ray.direction, motion_b);
    return cd_ray_hit(&ray, hit);
}

static __attribute__((noinline)) bool cast_any(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                               cd_vec motion_b, double tmax, cd_hit *hit) {
    cd_vec relative = cd_sub(motion, motion_b);
    cd_separation start = cd_separate_convex(a, b);
    cd_interval interval;
    bool touches = find_interval(a, relative, b, &start, tmax, &interval);
    if (!write_hit(touches, interval, &start, relative, tmax, hit))
        return false;
    hit->point = hit->inside ? start.point_b : touched_point(a, motion, b, motion_b, hit->t);
    if (isfinite(hit->exit))
        hit->exit_point = touched_point(a, motion, b, motion_b, hit->exit);
    return true;
}

bool cd_convex_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                    double tmax, cd_hit *hit) {
    assert(!cd_is_set(a) && !cd_is_set(b) && a->dim == b->dim && tmax >= 0);
    cd_verdict verdict = cast_sphere(a, cd_sub(motion, motion_b), b, motion_b, tmax, hit);
    return verdict == CD_UNKNOWN ? cast_any(a, motion, b, motion_b, tmax, hit)
                                 : verdict == CD_MEETS;
}
