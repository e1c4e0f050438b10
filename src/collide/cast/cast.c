// Shape casts: f(t) = sd(A + t v, B) is convex in t, so Newton's method from outside is monotone:
// it never steps over the first root, and where the slope turns up before f is 0 there is none.
// From the far side the same iteration gives the exit. With rounding ball R it is |A + t v, B| = R.
// Sharp cores, where the direction is lost at the touch, take their times from the axes (sat.c).
#include "collide/cast/cast.h"
#include "collide/cast/swept_sat.h"
#include "collide/narrow/gjk.h"
#include "collide/narrow/separate.h"

#include <float.h>

enum { MOST_STEPS = 256 }; // doubly grazing motions halve the error: 53 steps lose all digits

typedef struct {
    cd_core a, b;
    double radius;   // of both together
    cd_vec motion;   // scaled to about 1; along lines the part that matters
    cd_trace *trace; // may be NULL; its times and distances are scaled back by the powers
    int power, speed;
} cast;

static void record(const cast *c, double t, double distance, cd_vec normal, bool backwards) {
    cd_trace *trace = c->trace;
    if (trace && trace->count == CD_TRACE_STEPS)
        trace->omitted++;
    else if (trace)
        trace->steps[trace->count++] =
            (cd_trace_step){.kind = CD_STEP_NEWTON,
                            .t = ldexp(backwards ? -t : t, -c->power - c->speed),
                            .distance = ldexp(distance, -c->power),
                            .gap = ldexp(distance - c->radius, -c->power),
                            .nearest = normal};
}

// The time at which the slabs across the motion touch first: no touch of a and b is earlier.
static double start(const cast *c, cd_vec v) {
    cd_projection a = cd_core_project(&c->a, v), b = cd_core_project(&c->b, v);
    cd_vec p = cd_core_inside(&c->a, 0), q = cd_core_inside(&c->b, 0);
    cd_vec between = cd_core_between(&c->a, p, &c->b, q);
    double gap = b.min - a.max - cd_dot(between, v);
    return (gap - c->radius * cd_length(v)) / cd_length2(v);
}

// The first touch for motion v, which is +-c->motion; if there is none, where it would be.
static bool first_touch(const cast *c, cd_vec v, double *time, cd_vec *normal) {
    double t = start(c, v);
    cd_vec last = cd_normalized(cd_negate(v), v);
    for (int step = 0; step < MOST_STEPS; step++) {
        cd_gap gap = cd_gjk(&c->a, &c->b, cd_scale(v, t));
        double rounding = 2 * DBL_EPSILON * (gap.apart ? gap.rounding_scale : gap.size);
        double directed = 2 * rounding; // a smaller difference has no direction
        double distance = gap.apart ? gap.distance : 0, f = distance - c->radius;
        if (distance > directed)
            last = gap.normal;
        record(c, t, distance, last, cd_dot(v, c->motion) < 0);
        double slope = cd_dot(last, v);
        double next = slope < 0 ? t - f / slope : t;
        if (f <= rounding || (next == t && slope < 0)) {
            *time = distance > directed ? next : t;
            *normal = last;
            gap = cd_gjk(&c->a, &c->b, cd_scale(v, *time));
            double more = 2 * DBL_EPSILON * (gap.apart ? gap.rounding_scale : gap.size);
            bool beyond = gap.apart && gap.distance - c->radius > cd_max(rounding, more);
            if (beyond && slope > -0x1p-26 * cd_length(v))
                *time = t; // along a graze the slope is but rounding, and so is the last step
            else if (gap.apart && gap.distance > directed)
                *normal = gap.normal;
            return true;
        }
        *time = t;
        *normal = last;
        if (!(slope < 0)) // NaN: beyond all numbers
            return false;
        t = next;
    }
    return true;
}

static bool always(cd_interval *interval) {
    *interval = (cd_interval){-INFINITY, INFINITY, {0, 0, 0}, {0, 0, 0}};
    return true;
}

// Where the distance is linear in t: against a half-space on either side.
static bool linear(const cast *c, cd_interval *interval) {
    cd_separation s = cd_separate_cores(&c->a, &c->b, (cd_vec){0, 0, 0});
    double gap = s.distance - c->radius, slope = cd_dot(s.normal, c->motion);
    if (gap == -INFINITY)
        return always(interval);
    if (fabs(slope) <= 4 * DBL_EPSILON * cd_length(c->motion))
        return gap <= 0 && always(interval);
    *interval = slope < 0 ? (cd_interval){-gap / slope, INFINITY, s.normal, {0, 0, 0}}
                          : (cd_interval){-INFINITY, -gap / slope, {0, 0, 0}, s.normal};
    return true;
}

// Two lines in space keep their distance but for motion along the common perpendicular.
static bool crossing_lines(const cast *c, cd_interval *interval) {
    cd_vec n = cd_cross(c->a.direction, c->b.direction);
    n = cd_normalized(n, n);
    double speed = cd_dot(c->motion, n);
    double height = cd_dot(cd_sub(c->a.storage[0], c->b.storage[0]), n);
    if (fabs(speed) <= 4 * DBL_EPSILON * cd_length(c->motion))
        return fabs(height) <= c->radius && always(interval);
    n = speed > 0 ? n : cd_negate(n);
    height = speed > 0 ? height : -height;
    speed = fabs(speed);
    *interval =
        (cd_interval){(-c->radius - height) / speed, (c->radius - height) / speed, cd_negate(n), n};
    return true;
}

static bool touching_at(const cast *c, double t, double ulps) {
    cd_gap gap = cd_gjk(&c->a, &c->b, cd_scale(c->motion, t));
    return !gap.apart || gap.distance <= ulps * DBL_EPSILON * gap.size;
}

// Sharp cores: the axes give the interval, with the normals of true facets, unless the difference
// is flat. Whether they do is seen where they say that it begins and ends.
static cd_verdict sharp_interval(const cast *c, cd_interval *i) {
    if (c->a.kind == CD_CORE_CURVED || c->b.kind == CD_CORE_CURVED)
        return CD_UNKNOWN;
    double rounding;
    bool slides;
    if (!cd_swept_sat_interval(&c->a, &c->b, c->motion, i, &rounding, &slides))
        return CD_MISSES;
    if (isinf(i->enter) || isinf(i->exit))
        return CD_UNKNOWN;
    bool slim = i->exit - i->enter <= rounding; // flat, or a graze
    cd_verdict shadows = CD_UNKNOWN;
    if (slim || slides)
        shadows = cd_swept_sat_overlap(&c->a, &c->b, c->motion, false);
    bool crossed = i->enter > i->exit;
    if (crossed)
        i->enter = i->exit = 0.5 * (i->enter + i->exit);
    if (crossed && shadows == CD_UNKNOWN)
        return touching_at(c, i->enter, 1) ? CD_MEETS : CD_MISSES;
    if ((slim && shadows != CD_UNKNOWN) || shadows == CD_MISSES)
        return shadows;
    bool line = c->a.kind == CD_CORE_LINE || c->b.kind == CD_CORE_LINE;
    double ulps = line ? 8 : 2; // the nearest point of a line is far along it
    bool both = touching_at(c, i->enter, ulps) && touching_at(c, i->exit, ulps);
    return both ? CD_MEETS : CD_UNKNOWN;
}

// Whether there is a touch as far as is known, though rounding of a slope may hide it.
static bool does_meet(const cast *c) {
    return c->radius == 0 && cd_swept_sat_overlap(&c->a, &c->b, c->motion, true) == CD_MEETS;
}

static bool is_whole(const cd_interval *i) {
    return isfinite(i->enter) && isfinite(i->exit) && i->enter <= i->exit;
}

static bool interval_of(cast *c, cd_interval *interval) {
    if (c->a.kind == CD_CORE_HALFSPACE || c->b.kind == CD_CORE_HALFSPACE)
        return linear(c, interval);
    double speed = cd_length(c->motion);
    bool lines = c->a.kind == CD_CORE_LINE && c->b.kind == CD_CORE_LINE;
    if (lines && !cd_parallel(c->a.direction, c->b.direction)) {
        if (c->a.dim == 2)
            return always(interval);
        return crossing_lines(c, interval);
    } else if (c->a.kind == CD_CORE_LINE) {
        c->motion = cd_slide(c->motion, c->a.direction);
    } else if (c->b.kind == CD_CORE_LINE) {
        c->motion = cd_slide(c->motion, c->b.direction);
    }
    if (cd_length(c->motion) <= 4 * DBL_EPSILON * speed) {
        cd_separation s = cd_separate_cores(&c->a, &c->b, (cd_vec){0, 0, 0});
        return s.distance <= c->radius && always(interval);
    }
    cd_verdict sharp = c->radius > 0 ? CD_UNKNOWN : sharp_interval(c, interval);
    if (sharp != CD_UNKNOWN)
        return sharp == CD_MEETS;
    const cd_interval axes = *interval;
    if (!first_touch(c, c->motion, &interval->enter, &interval->enter_normal)) {
        if (!does_meet(c))
            return false;
        if (is_whole(&axes)) {
            *interval = axes;
            return true;
        }
    } else if (first_touch(c, cd_negate(c->motion), &interval->exit, &interval->exit_normal)) {
        interval->exit = cd_max(-interval->exit, interval->enter);
        return true;
    } else if (is_whole(&axes) && does_meet(c)) {
        interval->exit = cd_max(axes.exit, interval->enter);
        interval->exit_normal = axes.exit_normal;
        return true;
    }
    interval->exit = interval->enter; // grazing: one moment to rounding
    interval->exit_normal = interval->enter_normal;
    return true;
}

bool cd_touch_interval_generic(const cd_shape *a, cd_vec motion, const cd_shape *b,
                               cd_interval *interval) {
    return cd_touch_interval_traced(a, motion, b, interval, NULL);
}

bool cd_touch_interval_traced(const cd_shape *a, cd_vec motion, const cd_shape *b,
                              cd_interval *interval, cd_trace *trace) {
    int power = cd_range_power(a, b), speed = ilogb(cd_max_abs(motion));
    cast c = {.radius = ldexp(a->radius, power) + ldexp(b->radius, power),
              .trace = trace,
              .power = power,
              .speed = speed};
    cd_core_of(&c.a, a, power);
    cd_core_of(&c.b, b, power);
    c.motion = (cd_vec){ldexp(motion.x, -speed), ldexp(motion.y, -speed), ldexp(motion.z, -speed)};
    always(interval);
    if (!interval_of(&c, interval))
        return false;
    interval->enter = ldexp(interval->enter, -power - speed);
    interval->exit = ldexp(interval->exit, -power - speed);
    return true;
}

bool cd_ray_from_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_ray *ray) {
    bool swapped = !cd_has_point_core(a);
    const cd_shape *ball = swapped ? b : a;
    *ray = (cd_ray){.origin = ball->as.center,
                    .direction = swapped ? cd_negate(motion) : motion,
                    .radius = ball->radius,
                    .tmax = INFINITY,
                    .shape = swapped ? a : b,
                    .swapped = swapped};
    return cd_has_point_core(ball);
}

static cd_verdict ball_interval(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                cd_interval *i) {
    cd_ray ray;
    if (!cd_ray_from_cast(a, motion, b, &ray))
        return CD_UNKNOWN;
    cd_verdict verdict = cd_ray_cast(&ray, i);
    if (ray.swapped) {
        i->enter_normal = cd_negate(i->enter_normal);
        i->exit_normal = cd_negate(i->exit_normal);
    }
    return verdict;
}

static cd_verdict closed_interval(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                  cd_interval *i) {
    return cd_has_segment_core(a) && cd_has_segment_core(b) ? cd_cast_capsule(a, motion, b, i)
                                                            : ball_interval(a, motion, b, i);
}

bool cd_has_closed_cast(const cd_shape *a, cd_vec motion, const cd_shape *b) {
    cd_interval interval;
    return closed_interval(a, motion, b, &interval) != CD_UNKNOWN;
}

bool cd_touch_interval(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_interval *i) {
    cd_verdict verdict = closed_interval(a, motion, b, i);
    return verdict == CD_UNKNOWN ? cd_touch_interval_generic(a, motion, b, i) : verdict == CD_MEETS;
}
