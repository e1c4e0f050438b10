// Newton's method on f(t) = sd(A + t v, B), which is convex in t: from outside it is monotone,
// never steps over the first root, and where the slope turns up before f is 0 there is none. From
// the far side the same iteration gives the exit. With a rounding radius R the root is that of |A +
// t v, B| = R.
#include "collide/cast/first_touch.h"

#include "collide/cast/interval.h"
#include "collide/math/trace.h"
#include "collide/narrow/gjk/gjk.h"
#include "collide/narrow/separate.h"

#include <float.h>

// A motion that grazes doubly halves the error in each step: 53 steps lose all digits.
enum { STEPS_MAX = 256 };

// A slope below this part of the speed is within rounding of 0: sqrt(DBL_EPSILON), as f is a
// parabola there.
static const double graze_slope = 0x1p-26;

static void record(const cd_core_cast *c, cd_vec v, double t, double distance, cd_vec normal) {
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_NEWTON,
                                  .t = cd_dot(v, c->motion) < 0 ? -t : t,
                                  .distance = distance,
                                  .gap = distance - c->radius,
                                  .slope = cd_dot(normal, c->motion),
                                  .normal = normal});
}

// A lower bound of the first touch: when the slabs around a and b across the motion meet.
static double first_bound(const cd_core_cast *c, cd_vec v) {
    cd_projection a = cd_core_project(c->a, v), b = cd_core_project(c->b, v);
    cd_vec p = cd_core_inside(c->a, 0), q = cd_core_inside(c->b, 0);
    cd_vec between = cd_core_between(c->a, p, c->b, q);
    double gap = b.min - a.max - cd_dot(between, v);
    return (gap - c->radius * cd_length(v)) / cd_length2(v);
}

// The cores where a has moved by a shift. distance: 0 where they overlap, as far as rounding lets
// know; rounding: what it may have done to the distance; error: by how much the distance may be too
// large, as the search ended; point: of b; feature: the nearest one, of polytopes.
typedef struct {
    double distance, rounding, error;
    cd_vec normal, point;
    cd_simplex feature;
} nearest_cores;

// The distance by GJK, unless rounding ended its search early: then by the separation, which is
// slower, but also decides where they touch. A gap of which nobody knows whether it is one is
// never used. from: the nearest cores at another time, where the search begins; or NULL.
// Without it: tests/determinism/every_method.lua "Every method" in 1,000 steps
static nearest_cores nearest_at(const cd_core_cast *c, cd_vec shift, const nearest_cores *from) {
    cd_trace *trace = cd_trace_pause(); // the steps are Newton's
    bool warm = from && from->feature.count > 0;
    cd_gap gap = warm ? cd_gjk_from(c->a, c->b, shift, &from->feature) : cd_gjk(c->a, c->b, shift);
    double size = (gap.apart ? gap.rounding_scale : gap.size) + cd_max_abs(shift);
    double rounding = 2 * DBL_EPSILON * size; // the shift is rounded, too
    bool touch = gap.around.count == 4 || gap.distance <= CD_CONVERGED * gap.size;
    if (gap.apart ? cd_has_converged(c->a, c->b, &gap) : touch) {
        cd_trace_resume(trace);
        return (nearest_cores){gap.apart ? gap.distance : 0,     rounding,   gap.error, gap.normal,
                               cd_gap_point_b(c->a, c->b, &gap), gap.nearest};
    }
    cd_separation s = cd_separate_cores(c->a, c->b, shift);
    cd_trace_resume(trace);
    return (nearest_cores){
        cd_max(s.distance, 0), rounding, CD_CONVERGED * gap.size, s.normal, s.point_b,
        {.count = 0}};
}

// A gap that is smaller has no direction.
// Without it: tests/collide/cast/devices_spec.lua "has a normal against the motion"
static double directed(const nearest_cores *at) { return 2 * at->rounding; }

// A gap between curved cores that nearly touch has a normal that is known to the rounding divided
// by it, and its search ends before that of polytopes would: so where sharp ones meet, the last
// tangent may lead in. The normal of the separation there is that of the features that touch, and f
// is convex: the root of its tangent, seen from inside, is not after that of f.
// Without it: tests/collide/cast/approach_spec.lua "a cylinder or cone that slides on along the
// normal of its hit"
static void refine(const cd_core_cast *c, cd_vec v, double rounding, cd_first_touch *touch) {
    bool curved = c->a->kind == CD_CORE_CURVED || c->b->kind == CD_CORE_CURVED;
    if (!curved || c->radius > 0)
        return;
    cd_trace *trace = cd_trace_pause();
    cd_separation s = cd_separate_cores(c->a, c->b, cd_scale(v, touch->time));
    cd_trace_resume(trace);
    double slope = cd_dot(s.normal, v);
    if (s.distance > rounding || slope > -graze_slope * cd_length(v))
        return;
    if (s.distance < 0)
        touch->time -= s.distance / slope;
    touch->normal = s.normal;
    touch->has_point = true;
    touch->point = s.point_b;
}

// The touch at the root of the last tangent, `next`.
static void finish(const cd_core_cast *c, cd_vec v, double t, double next, double slope,
                   const nearest_cores *at, cd_first_touch *touch) {
    touch->time = at->distance > directed(at) ? next : t;
    nearest_cores end = *at;
    if (touch->time != t)
        end = nearest_at(c, cd_scale(v, touch->time), at);
    bool beyond = end.distance - c->radius > cd_max(at->rounding, end.rounding);
    touch->has_point = false;
    // The slope of a graze is mere rounding, and so was the last step.
    // Without it: tests/collide/cast/devices_spec.lua "ends its touch where the shapes touch"
    if (beyond && slope > -graze_slope * cd_length(v)) {
        touch->time = t;
    } else if (end.distance > directed(&end)) {
        touch->normal = end.normal;
        touch->has_point = true;
        touch->point = end.point;
    }
    if (!beyond)
        refine(c, v, end.rounding, touch);
    if (CD_TRACES && touch->time != t)
        record(c, v, touch->time, end.distance, touch->normal);
}

bool cd_find_first_touch(const cd_core_cast *c, cd_vec v, double last, cd_first_touch *touch) {
    double t = first_bound(c, v);
    nearest_cores at = nearest_at(c, cd_scale(v, t), NULL);
    *touch = (cd_first_touch){
        .begin = t, .time = t, .normal = cd_normalized(cd_negate(v), v), .least_gap = -INFINITY};
    cd_vec approached = touch->normal;
    for (int step = 0; step < STEPS_MAX; step++) {
        double f = at.distance - c->radius;
        if (at.distance > directed(&at))
            touch->normal = at.normal;
        if (CD_TRACES)
            record(c, v, t, at.distance, touch->normal);
        double slope = cd_dot(touch->normal, v);
        double next = slope < 0 ? t - f / slope : t;
        touch->time = t;
        if (at.distance > directed(&at)) { // by the tangent at t
            touch->least_gap = cd_max(touch->least_gap, f - at.error - slope * t);
            touch->is_late = slope < 0 && t > last && touch->least_gap > CD_CLEAR_GAP * c->far;
        }
        if (touch->is_late)
            return false;
        if (f <= at.rounding) {
            finish(c, v, t, next, slope, &at, touch);
            return true;
        }
        if (!(slope < 0)) {
            touch->normal = approached;
            return false;
        }
        approached = touch->normal;
        t = next;
        at = nearest_at(c, cd_scale(v, t), &at);
    }
    return true;
}
