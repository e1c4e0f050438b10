// The queries: each a short reading of cd_separate and of the interval of touch.
#include "collide/cast/cast.h"
#include "collide/narrow/box_box.h"
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/separate.h"
#include "collide/set/set.h"

#include <assert.h>
#include <float.h>

// cd_separate, written to its place.
static void separate_to(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    bool done = cd_are_boxes(a, b) ? cd_separate_boxes(a, b, INFINITY, s) == CD_MEETS
                                   : cd_separate_closed(a, b, s);
    if (!done)
        *s = cd_is_set(a) || cd_is_set(b) ? cd_set_separate(a, b, INFINITY)
                                          : cd_separate_generic(a, b);
}

cd_separation cd_separate(const cd_shape *a, const cd_shape *b) {
    assert(a->dim == b->dim && a->radius >= 0 && b->radius >= 0);
    cd_separation s;
    separate_to(a, b, &s);
    return s;
}

double cd_distance(const cd_shape *a, const cd_shape *b) { return cd_separate(a, b).distance; }

static bool has_set(const cd_shape *a, const cd_shape *b) { return cd_is_set(a) || cd_is_set(b); }

bool cd_overlap(const cd_shape *a, const cd_shape *b) {
    cd_part_pair any;
    if (has_set(a, b))
        return cd_set_nearest(a, b, (cd_vec){0, 0, 0}, 0, 0, &any);
    cd_verdict verdict = cd_are_boxes(a, b) ? cd_overlap_boxes(a, b) : CD_UNKNOWN;
    return verdict == CD_UNKNOWN ? cd_distance(a, b) <= 0 : verdict == CD_MEETS;
}

// Not inline, so that cd_contact needs no stack frame for its tail calls.
static __attribute__((noinline)) bool contact_any(const cd_shape *a, const cd_shape *b,
                                                  double margin, cd_separation *contact) {
    if (cd_separate_closed(a, b, contact))
        return contact->distance <= margin;
    if (cd_are_boxes(a, b)) {
        cd_verdict verdict = cd_separate_boxes(a, b, margin, contact);
        if (verdict != CD_UNKNOWN)
            return verdict == CD_MEETS && contact->distance <= margin;
        separate_to(a, b, contact);
    } else if (has_set(a, b)) {
        *contact = cd_set_separate(a, b, cd_max(margin, 0)); // a way out is longer than any part's
    } else {
        *contact = cd_separate_generic(a, b);
    }
    return contact->distance <= margin;
}

bool cd_contact(const cd_shape *a, const cd_shape *b, double margin, cd_separation *contact) {
    if (cd_has_point_core(a) && cd_has_point_core(b))
        return cd_contact_point_cores(a, b, margin, contact, contact_any);
    if (cd_has_point_core(a) && b->kind == CD_BOX)
        return cd_contact_point_core_box(a, b, margin, contact, contact_any);
    if (cd_has_segment_core(a) && cd_has_segment_core(b))
        return cd_contact_segment_cores(a, b, margin, contact, contact_any);
    return contact_any(a, b, margin, contact);
}

bool cd_contains(const cd_shape *shape, cd_vec point) {
    cd_shape p = cd_point(shape->dim, point);
    return cd_overlap(&p, shape);
}

static cd_shape moved(const cd_shape *shape, cd_vec v) {
    cd_shape s = *shape;
    cd_shape_move(&s, v);
    return s;
}

// The touched point of b at time t, where b has moved to.
static cd_vec touched(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                      double t) {
    cd_shape at = moved(a, cd_scale(cd_sub(motion, motion_b), t));
    return cd_add_scaled(cd_separate_convex(&at, b).point_b, t, motion_b);
}

// What a ray and a shape cast share, up to the points. `start`: the separation at t = 0.
static bool read_interval(bool meets, cd_interval interval, cd_separation start, cd_vec relative,
                          double tmax, cd_hit *hit) {
    if (start.distance <= 0) { // the verdict at t = 0 is that of every other query
        if (!meets)
            interval = (cd_interval){0, 0, start.normal, start.normal};
        interval.enter = cd_min(interval.enter, 0);
        interval.exit = cd_max(interval.exit, 0);
    } else if (!meets || interval.exit < 0 || interval.enter > tmax || isinf(interval.enter)) {
        return false; // a time too large for a number is never
    }
    *hit = (cd_hit){.enter = interval.enter, .exit = interval.exit};
    hit->inside = hit->enter <= 0;
    hit->t = hit->inside ? 0 : hit->enter;
    hit->normal = cd_add(hit->inside ? start.normal : interval.enter_normal, (cd_vec){0, 0, 0});
    if (isfinite(hit->exit))
        hit->exit_normal = cd_add(interval.exit_normal, (cd_vec){0, 0, 0}); // no -0
    hit->approach = 0 - cd_dot(relative, hit->normal);                      // no -0
    return true;
}

// The verdict at the end of a motion, too, is that of every other query.
static void settle_end(double tmax, const cd_shape *a, cd_vec relative, const cd_shape *b,
                       cd_interval *interval) {
    if (!(interval->enter > tmax && interval->enter <= tmax * (1 + 8 * DBL_EPSILON)))
        return;
    cd_shape end = moved(a, cd_scale(relative, tmax));
    if (cd_separate_convex(&end, b).distance <= 0)
        interval->enter = tmax;
}

// They touch at t = 0, and the line of motion passes b by: both to rounding. So much rounder, b is
// met, for as long as the graze lasts.
static bool graze(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_interval *interval) {
    cd_shape rounder = *b;
    double size = cd_max(cd_core_size(a), cd_core_size(b));
    rounder.radius += 8 * DBL_EPSILON * cd_max(size, cd_max(a->radius, b->radius));
    return b->kind != CD_PLANE && cd_touch_interval(a, motion, &rounder, interval);
}

// Standing still, shapes touch always or never.
static bool touch(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_separation start,
                  cd_interval *interval) {
    if (!cd_is_zero(motion))
        return cd_touch_interval(a, motion, b, interval) ||
               (start.distance <= 0 && graze(a, motion, b, interval));
    *interval = (cd_interval){-INFINITY, INFINITY, {0, 0, 0}, {0, 0, 0}};
    return start.distance <= 0;
}

bool cd_raycast_generic(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                        cd_hit *hit) {
    cd_shape point = cd_point(shape->dim, origin);
    if (cd_is_set(shape)) {
        if (!cd_set_cast(&point, direction, shape, (cd_vec){0, 0, 0}, tmax, hit))
            return false;
    } else {
        cd_separation start = cd_separate(&point, shape);
        cd_interval interval;
        bool meets = touch(&point, direction, shape, start, &interval);
        if (meets)
            settle_end(tmax, &point, direction, shape, &interval);
        if (!read_interval(meets, interval, start, direction, tmax, hit))
            return false;
    }
    hit->point = cd_add_scaled(origin, hit->t, direction);
    if (isfinite(hit->exit))
        hit->exit_point = cd_add_scaled(origin, hit->exit, direction);
    return true;
}

static cd_verdict cast_ball(const cd_shape *a, cd_vec relative, const cd_shape *b, cd_vec motion_b,
                            double tmax, cd_hit *hit) {
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
    bool meets = touch(a, relative, b, start, &interval);
    if (meets)
        settle_end(tmax, a, relative, b, &interval);
    if (!read_interval(meets, interval, start, relative, tmax, hit))
        return false;
    hit->point = hit->inside ? start.point_b : touched(a, motion, b, motion_b, hit->t);
    if (isfinite(hit->exit))
        hit->exit_point = touched(a, motion, b, motion_b, hit->exit);
    return true;
}

bool cd_convex_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                    double tmax, cd_hit *hit) {
    cd_verdict verdict = cast_ball(a, cd_sub(motion, motion_b), b, motion_b, tmax, hit);
    return verdict == CD_UNKNOWN ? cast_any(a, motion, b, motion_b, tmax, hit)
                                 : verdict == CD_MEETS;
}

bool cd_shapecast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                  cd_hit *hit) {
    return has_set(a, b) ? cd_set_cast(a, motion, b, motion_b, 1, hit)
                         : cd_convex_cast(a, motion, b, motion_b, 1, hit);
}
