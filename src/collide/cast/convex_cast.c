// A cast of convex shapes reads the interval of touch (time_of_impact.h) and takes the points from
// the distance query. Its verdict at t = 0, and at the end of the motion, is that of the distance
// query, also where the interval says otherwise by rounding.
#include "collide/cast/convex_cast.h"
#include "collide/cast/least_approach.h"
#include "collide/cast/ray_cast.h"
#include "collide/cast/rounded_cast.h"
#include "collide/cast/time_of_impact.h"
#include "collide/math/trace.h"
#include "collide/narrow/closed_steps.h"
#include "collide/narrow/separate.h"
#include "collide/shape/core.h"
#include "collide/shape/validate.h"

#include <assert.h>
#include <float.h>

// Two shapes of a cast, and their cores once those are needed.
typedef struct {
    const cd_shape *a, *b;
    bool has_cores;
    cd_core_pair cores;
} cast_pair;

// Leaves the cores, which are large, as they are.
static void begin_pair(cast_pair *p, const cd_shape *a, const cd_shape *b) {
    p->a = a;
    p->b = b;
    p->has_cores = false;
}

static const cd_core_pair *cores_of(cast_pair *p) {
    if (!p->has_cores)
        cd_core_pair_of(&p->cores, p->a, p->b);
    p->has_cores = true;
    return &p->cores;
}

static void record(const cd_separation *s) {
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_SEPARATION,
                                  .distance = s->distance,
                                  .normal = s->normal,
                                  .point_a = s->point_a,
                                  .point_b = s->point_b});
}

static inline cd_separation separation_of(cast_pair *p) {
    cd_separation s;
    return cd_separate_by_closed_form(p->a, p->b, &s)
               ? s
               : cd_separate_by_cores(p->a, p->b, cores_of(p));
}

static cd_separation separate(cast_pair *p) {
    if (!CD_TRACES)
        return separation_of(p);
    const cd_separation s = separation_of(p);
    record(&s);
    return s;
}

// The cores after a has moved by v.
static const cd_core_pair *cores_moved(cast_pair *p, cd_vec v) {
    cd_shape moved = *p->a;
    cd_shape_move(&moved, v);
    if (p->has_cores)
        cd_core_pair_replace_a(&p->cores, &moved, p->b);
    else
        cd_core_pair_of(&p->cores, &moved, p->b);
    p->has_cores = true;
    return &p->cores;
}

// The separation after a has moved by v. From then on the cores are those of the moved a, where
// there is no closed form.
static cd_separation separate_moved(cast_pair *p, cd_vec v) {
    cd_shape moved = *p->a;
    cd_separation s;
    cd_shape_move(&moved, v);
    return cd_separate_by_closed_form(&moved, p->b, &s)
               ? s
               : cd_separate_by_cores(&moved, p->b, cores_moved(p, v));
}

// Up to how far apart or deep the shapes may be that touch at hit->t.
static double touch_tolerance(const cast_pair *p, cd_vec motion, double t) {
    double size = p->has_cores ? p->cores.size : cd_pair_size(p->a, p->b);
    double far = p->has_cores ? cd_max_abs(p->cores.origin) : 0;
    return cd_touch_rounding(size) + cd_touch_rounding(far) +
           cd_touch_rounding(t * cd_max_abs(motion));
}

// Shapes that are apart by the distance query though the interval, by rounding, holds t = 0: either
// they are about to touch, or they have just parted. Returns false for the latter.
static bool begin_apart(const cast_pair *p, cd_interval *interval, double distance, cd_vec motion) {
    if (interval->enter > 0 || interval->exit < 0)
        return true;
    double left = interval->exit * cd_dot(interval->exit_normal, motion);
    if (isinf(interval->enter) ||
        (-interval->enter > interval->exit && left <= touch_tolerance(p, motion, 0)))
        return false;
    interval->enter = cd_max(distance / cd_length(motion), DBL_MIN);
    interval->exit = cd_max(interval->exit, interval->enter);
    // Points and normals belong to another time.
    // Without it: tests/collide/cast/approach_spec.lua "is not hit again"
    interval->has_points = interval->is_alone = false;
    return true;
}

// Writes all of a hit but its points and approach. start: the separation at t = 0, with which the
// interval is brought into line.
static bool write_hit(const cast_pair *p, bool touches, cd_interval *interval,
                      const cd_separation *start, cd_vec motion, double tmax, cd_hit *hit) {
    if (start->distance <= 0) {
        if (!touches)
            *interval = (cd_interval){.enter_normal = start->normal, .exit_normal = start->normal};
        interval->has_points &= interval->exit >= 0; // else they belong to another time
        interval->enter = cd_min(interval->enter, 0);
        interval->exit = cd_max(interval->exit, 0);
    } else if (!touches || !begin_apart(p, interval, start->distance, motion) ||
               interval->exit < 0 || interval->enter > tmax || isinf(interval->enter)) {
        return false; // a time too large for a number is never
    }
    *hit = (cd_hit){.enter = interval->enter, .exit = interval->exit};
    hit->inside = hit->enter <= 0;
    hit->t = hit->inside ? 0 : hit->enter;
    hit->normal = cd_add(hit->inside ? start->normal : interval->enter_normal, (cd_vec){0, 0, 0});
    if (isfinite(hit->exit))
        hit->exit_normal = cd_add(interval->exit_normal, (cd_vec){0, 0, 0}); // no -0
    return true;
}

// Whether the normal at the begin of the interval is certainly the only one, or no other one could
// make a graze of the touch: facets of rounded shapes that pass within the tolerance are turned
// from it by no more than the root of 4 tolerance / radius.
static bool has_one_normal(const cast_pair *p, cd_vec motion, const cd_interval *i) {
    if (i->is_alone || !i->has_points)
        return i->is_alone;
    double radius = p->a->radius + p->b->radius, tolerance = touch_tolerance(p, motion, i->enter);
    double turned = 0x1p-20 + 2 * sqrt(4 * tolerance / cd_max(radius, tolerance));
    return -cd_dot(motion, i->enter_normal) > turned * cd_length(motion);
}

// Whether a shape is round and thicker than this.
static bool is_thick(const cd_shape *s, double least) {
    if (!cd_is_curved(s))
        return s->radius > least;
    return s->as.curved.radius > least &&
           cd_max_abs(cd_sub(s->as.curved.b, s->as.curved.a)) > least;
}

// Whether a touch goes no deeper than rounding. The gap falls by the approach at first, and by less
// and less: what is not flat is less deep than approach * duration. knows_end: its end was looked
// for; else the distance tells whether it is over when that product is the tolerance, at a time up
// to 1.
// Without it: tests/collide/cast/approach_spec.lua "a cylinder or cone that slides on along the
// normal of its hit"
static bool is_graze(cast_pair *p, cd_vec motion, bool knows_end, const cd_hit *hit,
                     double tolerance) {
    if (!is_thick(p->a, 4 * tolerance) && !is_thick(p->b, 4 * tolerance))
        return false;
    if (!knows_end) {
        assert(hit->inside && hit->approach > tolerance);
        const cd_vec then = cd_scale(motion, tolerance / hit->approach);
        return cd_has_axis_after(p->a, then) && separate_moved(p, then).distance > 0;
    }
    return (!hit->inside || hit->exit > 0) && hit->approach * (hit->exit - hit->t) <= tolerance;
}

// Sets normal and approach of a hit: of several outward normals the one of least approach. touch:
// the separation at hit->t. ends: the motion is for times up to 1. knows_end: as in is_graze.
static void choose_normal(cast_pair *p, cd_vec motion, const cd_separation *touch, bool ends,
                          bool knows_end, cd_hit *hit) {
    double tolerance = touch_tolerance(p, motion, hit->t);
    double still = cd_still_speed(motion, ends, tolerance);
    if (hit->inside && touch->distance < -tolerance) {
        hit->approach = cd_approach_along(motion, hit->normal, still);
        return;
    }
    const cd_core_pair *cores =
        hit->inside ? cores_of(p) : cores_moved(p, cd_scale(motion, hit->t));
    cd_touching_motion t = {cores, touch, motion, still, tolerance, !hit->inside};
    hit->normal = cd_least_approach(&t, &hit->approach);
    if (hit->approach > 0 && is_graze(p, motion, knows_end, hit, tolerance))
        hit->approach = 0;
}

// The shapes touch at t = 0 and the line of motion passes b by, both to rounding. The interval is
// then that of a b which is rounder by that much: as long as the graze lasts.
// Without it: tests/collide/cast/devices_spec.lua "lasts as long as the shapes touch"
static bool graze_interval(const cd_shape *a, cd_vec motion, const cd_shape *b,
                           cd_interval *interval) {
    cd_shape rounder = *b;
    rounder.radius += 8 * DBL_EPSILON * cd_pair_size(a, b);
    return b->kind != CD_PLANE && cd_touch_interval(a, motion, &rounder, interval);
}

static bool touch_interval(cast_pair *p, cd_vec motion, double tmax, cd_interval *interval) {
    const cd_times asked = {0, tmax};
    cd_verdict verdict = cd_touch_interval_closed(p->a, motion, p->b, asked, interval);
    if (verdict == CD_UNKNOWN)
        verdict = cd_rounded_cast(cores_of(p), motion, asked, interval);
    if (CD_TRACES && verdict != CD_UNKNOWN)
        cd_trace_closed_cast(p->a, p->b,
                             verdict == CD_MEETS ? &(cd_hit){.t = interval->enter,
                                                             .normal = interval->enter_normal,
                                                             .enter = interval->enter,
                                                             .exit = interval->exit}
                                                 : NULL);
    return verdict == CD_UNKNOWN ? cd_touch_interval_of_cores(cores_of(p), motion, asked, interval)
                                 : verdict == CD_MEETS;
}

// Finds the interval of touch and the separation at t = 0; of shapes that are certainly apart then,
// only that they are. Shapes that stand still touch always or never.
static bool find_interval(cast_pair *p, cd_vec motion, double tmax, cd_interval *interval,
                          cd_separation *start) {
    if (CD_TRACES && cd_is_zero(motion))
        cd_trace_formula("nothing moves: the distance");
    if (cd_is_zero(motion)) {
        *interval = (cd_interval){.enter = -INFINITY, .exit = INFINITY};
        *start = separate(p);
        return start->distance <= 0;
    }
    bool touches = touch_interval(p, motion, tmax, interval);
    if (interval->starts_apart)
        *start = (cd_separation){.distance = INFINITY};
    else
        *start = separate(p);
    if (!touches && !(start->distance <= 0 && graze_interval(p->a, motion, p->b, interval)))
        return false;
    // A time of impact may lie after tmax by rounding only: the distance query decides.
    // Without it: tests/collide/cast/devices_spec.lua "a cast that ends where the shapes touch"
    if (interval->enter > tmax && interval->enter <= tmax * (1 + 8 * DBL_EPSILON) &&
        separate_moved(p, cd_scale(motion, tmax)).distance <= 0)
        interval->enter = tmax;
    return true;
}

// Finds the interval and all of a hit that write_hit writes; the cores are not built yet.
static bool find_hit(cast_pair *p, const cd_shape *a, cd_vec motion, const cd_shape *b, double tmax,
                     cd_interval *interval, cd_separation *start, cd_hit *hit) {
    begin_pair(p, a, b);
    bool touches = find_interval(p, motion, tmax, interval, start);
    return write_hit(p, touches, interval, start, motion, tmax, hit);
}

bool cd_convex_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                       cd_hit *hit) {
    cd_shape point = cd_point(shape->dim, origin);
    cast_pair p;
    cd_separation start;
    cd_interval interval;
    if (!find_hit(&p, &point, direction, shape, tmax, &interval, &start, hit))
        return false;
    hit->point = cd_add_scaled(origin, hit->t, direction);
    cd_separation touch = {0, hit->normal, hit->point, hit->point};
    if (!hit->inside && has_one_normal(&p, direction, &interval))
        hit->approach = 0 - cd_dot(direction, hit->normal);
    else
        choose_normal(&p, direction, hit->inside ? &start : &touch, false, true, hit);
    if (isfinite(hit->exit))
        hit->exit_point = cd_add_scaled(origin, hit->exit, direction);
    return true;
}

// The touched point of b at the exit, where b has moved to.
static cd_vec exit_point(cast_pair *p, cd_vec relative, cd_vec motion_b, double t) {
    return cd_add_scaled(separate_moved(p, cd_scale(relative, t)).point_b, t, motion_b);
}

static cd_verdict cast_sphere(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                              double tmax, cd_hit *hit) {
    cd_ray ray;
    if (!cd_has_point_core(a) && !cd_has_point_core(b))
        return CD_UNKNOWN;
    if (!cd_ray_from_cast(a, cd_sub(motion, motion_b), b, &ray) ||
        cd_ray_hardly_moves(cd_max_abs(ray.direction), cd_max_abs(ray.origin), ray.radius))
        return CD_UNKNOWN;
    ray.tmax = tmax;
    ray.path = ray.swapped ? motion_b : motion;
    return cd_ray_hit(&ray, hit);
}

// What a cast asks for besides the hit.
typedef struct {
    bool begins, near; // of cd_convex_cast_begin
    double start;      // its result
} cast_question;

static bool overlap_at_start(cast_pair *p, cast_question *q, cd_separation *start) {
    if (!q->begins || !q->near)
        return false;
    *start = separate(p);
    q->start = start->distance;
    return start->distance <= 0;
}

static __attribute__((noinline)) bool cast_any(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                               cd_vec motion_b, double tmax, cast_question *q,
                                               cd_hit *hit) {
    cd_vec relative = cd_sub(motion, motion_b);
    cast_pair p;
    cd_separation start;
    cd_interval interval;
    begin_pair(&p, a, b);
    const bool knows_end = !overlap_at_start(&p, q, &start);
    bool touches = knows_end && find_interval(&p, relative, tmax, &interval, &start);
    if (!write_hit(&p, touches, &interval, &start, relative, tmax, hit))
        return false;
    if (!cd_has_axis_after(a, cd_scale(relative, hit->t))) {
        hit->approach = cd_approach_along(relative, hit->normal, 0);
        hit->point = cd_add_scaled(cd_support(b, hit->normal), hit->t, motion_b);
        return true;
    }
    cd_separation touch = {0, hit->normal, interval.enter_point, interval.enter_point};
    if (hit->inside)
        touch = start;
    else if (!interval.has_points)
        touch = separate_moved(&p, cd_scale(relative, hit->t));
    if (!hit->inside && a->radius + b->radius == 0) // a touch of sharp shapes has any normal
        touch.normal = hit->normal;
    if (!hit->inside && has_one_normal(&p, relative, &interval))
        hit->approach = 0 - cd_dot(relative, hit->normal);
    else
        choose_normal(&p, relative, &touch, true, knows_end, hit);
    hit->point = cd_add_scaled(touch.point_b, hit->t, motion_b);
    if (isfinite(hit->exit) && !q->begins)
        hit->exit_point = interval.has_points
                              ? cd_add_scaled(interval.exit_point, hit->exit, motion_b)
                              : exit_point(&p, relative, motion_b, hit->exit);
    return true;
}

static cd_verdict cast_closed(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                              double tmax, cd_hit *hit) {
    assert(!cd_is_set(a) && !cd_is_set(b) && a->dim == b->dim && tmax >= 0);
    cd_verdict verdict = cast_sphere(a, motion, b, motion_b, tmax, hit);
    if (CD_TRACES && verdict != CD_UNKNOWN)
        cd_trace_closed_cast(a, b, verdict == CD_MEETS ? hit : NULL);
    return verdict;
}

bool cd_convex_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                    double tmax, cd_hit *hit) {
    cd_verdict verdict = cast_closed(a, motion, b, motion_b, tmax, hit);
    if (verdict != CD_UNKNOWN)
        return verdict == CD_MEETS;
    return cast_any(a, motion, b, motion_b, tmax, &(cast_question){.begins = false}, hit);
}

bool cd_convex_cast_begin(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          double tmax, bool near, cd_hit *hit, double *start) {
    cd_verdict verdict = cast_closed(a, motion, b, motion_b, tmax, hit);
    *start = INFINITY;
    if (verdict != CD_UNKNOWN)
        return verdict == CD_MEETS;
    cast_question q = {true, near, INFINITY};
    bool touches = cast_any(a, motion, b, motion_b, tmax, &q, hit);
    *start = q.start;
    return touches;
}

bool cd_convex_cast_times(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          double tmax, cd_hit *hit, bool *complete) {
    cd_verdict verdict = cast_sphere(a, motion, b, motion_b, tmax, hit);
    cast_pair p;
    cd_separation start;
    cd_interval interval;
    *complete = verdict != CD_UNKNOWN;
    return *complete ? verdict == CD_MEETS
                     : find_hit(&p, a, cd_sub(motion, motion_b), b, tmax, &interval, &start, hit);
}

bool cd_convex_cast_entry(const cd_shape *a, cd_vec motion, const cd_shape *b, double tmax,
                          cd_hit *hit) {
    cd_verdict verdict = cast_sphere(a, motion, b, (cd_vec){0, 0, 0}, tmax, hit);
    cast_pair p;
    cd_separation start;
    cd_interval interval;
    if (verdict != CD_UNKNOWN)
        return verdict == CD_MEETS;
    if (!find_hit(&p, a, motion, b, tmax, &interval, &start, hit))
        return false;
    hit->approach = 0 - cd_dot(motion, hit->normal);
    hit->point = interval.has_points && !hit->inside
                     ? interval.enter_point
                     : separate_moved(&p, cd_scale(motion, hit->t)).point_b;
    return true;
}
