// The interval of touch. Whether there is one tells the shadow along the motion. Its ends are roots
// of the convex f(t) = sd(a + t v, b) - r: every direction n gives a line below f, so its root is
// never late; where the bodies are no longer apart by more than r, it is the root.
#include "problem.h"

#include <float.h>

static condition motion_condition(cd_vec motion, cd_vec motion_b, qvec n) {
    return condition_sum(vector_condition(motion, n), vector_condition(motion_b, n));
}

typedef struct {
    const body *a, *b;
    quad radius;
    qvec motion; // in their frame
} course;

typedef struct {
    bool found, proved;
    quad time;
    qvec normal;
    nearest near;
} touch;

// A time before the touch by the line that direction n gives, so that what is left at it is clear.
static quad before(const course *c, qvec v, qvec n, double size) {
    quad slope = q_dot(n, v);
    if (!(slope < 0))
        return -(quad)INFINITY;
    return (c->radius + 1e-10 * (quad)size - slab_width(c->a, c->b, n)) / slope;
}

// The first root, if a touch is known to exist; not found where f turns up first. `hint`: a normal
// at the touch that may be right, else zero.
static touch first_touch(const course *c, qvec v, qvec hint) {
    touch r = {.proved = true};
    quad vv = q_dot(v, v), size = nearest_size(c->a, c->b) + c->radius;
    // Before the slabs across the motion meet, min b.v - max a.v - t v.v > radius |v|; and a little
    // earlier, where corners are not face to face.
    r.time = (slab_width(c->b, c->a, v) - c->radius * q_sqrt(vv)) / vv;
    r.time -= 0.0371 * size / q_sqrt(vv);
    r.normal = q_unit(q_scale(v, -1));
    hint = q_unit(hint);
    r.time = q_max(r.time, before(c, v, hint, (double)size));
    for (int step = 0; step < 400; step++) {
        body moved = body_moved(c->a, q_scale(v, r.time));
        // No touch is earlier: sharp bodies that have a point in common touch now.
        if (step > 0 && c->radius == 0 && nearest_within(&moved, c->b, r.normal, 1e-23 * size)) {
            r.found = true;
            return r;
        }
        nearest n = nearest_of(&moved, c->b, hint);
        hint = n.distance > 1e-20 * size ? n.normal : hint;
        r.proved = r.proved && (n.proved || n.distance <= 1e-20 * size);
        quad f = n.distance - c->radius;
        if (n.distance > 1e-20 * size || step == 0) {
            r.normal = n.distance > 1e-20 * size ? n.normal : r.normal;
            r.near = n;
        }
        quad slope = q_dot(r.normal, v), next = r.time - f / slope;
        r.found = true;
        if (f <= 1e-23 * size || (slope < 0 && !(next > r.time)))
            return r;
        r.found = false;
        if (!(slope < 0))
            return r;
        r.time = next;
    }
    r.proved = false;
    return r;
}

typedef struct {
    const problem *p;
    const frame *f;
    cd_vec motion, motion_b;
    qvec relative;
    const oracle_hints *hints;
    oracle_interval *result;
} context;

// What a change of the distance does to the time of a touch: level / |slope|, but near a graze,
// where the slope itself changes, the roots for a radius that much larger and smaller.
static double time_change(const course *c, qvec v, const touch *t, double at, quad closest) {
    double slope = fabs((double)q_dot(t->normal, v)), simple = at / slope;
    double speed = (double)q_length(v), size = nearest_size(c->a, c->b) + (double)c->radius;
    if (simple * speed <= 1e-9 * size || (double)c->radius <= at)
        return simple;
    course wide = *c, narrow = *c;
    wide.radius += at;
    narrow.radius -= at;
    touch early = first_touch(&wide, v, t->normal), late = first_touch(&narrow, v, t->normal);
    quad last = late.found ? late.time : closest;
    return (double)q_max(q_abs(early.time - t->time), q_abs(last - t->time));
}

static void one_end(const context *x, const course *c, bool exit, quad closest) {
    oracle_interval *r = x->result;
    qvec v = exit ? q_scale(c->motion, -1) : c->motion;
    qvec hint = exit ? x->hints->exit : x->hints->enter;
    touch t = first_touch(c, v, frame_vector(x->f, hint));
    closest = exit ? -closest : closest;
    if (!t.found) { // a graze to the last digit
        t.time = closest;
        t.proved = t.proved && r->margin > -1e-24 * nearest_size(c->a, c->b);
    }
    qvec normal = frame_back(x->f, t.normal);
    quad time = exit ? -t.time : t.time;
    *(exit ? &r->exit : &r->enter) = time;
    r->proved = r->proved && t.proved;
    if (x->hints->times_only)
        return;
    level l = problem_level(x->p, x->f, &t.near, q_scale(x->relative, time), normal);
    double lasting = fabs((double)time);
    condition at = condition_sum(
        l.distance, condition_times(motion_condition(x->motion, x->motion_b, normal), lasting));
    condition change = {time_change(c, v, &t, at.numbers, closest), 0};
    change.points =
        at.points > at.numbers ? time_change(c, v, &t, at.points, closest) : change.numbers;
    double spread =
        l.spread + lasting * motion_condition(x->motion, x->motion_b, (qvec){1, 1, 1}).points;
    *(exit ? &r->exit_condition : &r->enter_condition) = change;
    *(exit ? &r->exit_spread : &r->enter_spread) = spread;
    *(exit ? &r->exit_normal : &r->enter_normal) = normal;
}

// Against a half-space f is linear.
static void linear(context *x, nearest n, qvec v) {
    oracle_interval *r = x->result;
    quad speed = q_length(v), slope = q_dot(n.normal, v), f = n.distance - r->radius;
    level l = problem_level(x->p, x->f, &n, (qvec){0, 0, 0}, n.normal);
    if (q_abs(slope) <= 4e-15 * speed) {
        r->stable = r->stable && q_abs(slope) <= 1e-30 * speed;
        r->margin = f;
        r->margin_condition = l.distance;
        r->always = f <= 0;
        r->never = f > 0;
        return;
    }
    quad t = -f / slope;
    l = problem_level(x->p, x->f, &n, q_scale(v, t), n.normal);
    condition of_motion = motion_condition(x->motion, x->motion_b, n.normal);
    condition at = condition_sum(l.distance, condition_times(of_motion, fabs((double)t)));
    r->margin = -1;
    r->enter = slope < 0 ? t : -(quad)INFINITY;
    r->exit = slope < 0 ? (quad)INFINITY : t;
    *(slope < 0 ? &r->enter_condition : &r->exit_condition) =
        condition_times(at, 1 / fabs((double)slope));
    *(slope < 0 ? &r->enter_spread : &r->exit_spread) = at.points;
    *(slope < 0 ? &r->enter_normal : &r->exit_normal) = n.normal;
}

static void bounded(context *x, qvec motion) {
    oracle_interval *r = x->result;
    const problem *p = x->p;
    frame shadow = p->lines;
    frame_add(&shadow, motion);
    r->stable = r->stable && shadow.stable;
    body a = frame_shadow(x->f, &p->a), b = frame_shadow(x->f, &p->b);
    course c = {&a, &b, r->radius, frame_vector(x->f, motion)};
    quad closest = 0;
    if (shadow.along_count == x->f->along_count) { // along the lines: nothing changes
        nearest n = nearest_of(&a, &b, frame_vector(x->f, x->hints->enter));
        level l = problem_level(p, x->f, &n, (qvec){0, 0, 0}, frame_back(x->f, n.normal));
        r->margin = n.distance - r->radius;
        r->margin_condition = l.distance;
        r->always = r->margin <= 0;
        r->never = !r->always;
        return;
    }
    r->margin = -(quad)DBL_MAX;
    if (shadow.across_count > 0) {
        body sa = frame_shadow(&shadow, &p->a), sb = frame_shadow(&shadow, &p->b);
        nearest n = nearest_of(&sa, &sb, frame_vector(&shadow, x->hints->enter));
        qvec normal = frame_back(&shadow, n.normal);
        level l = problem_level(p, &shadow, &n, (qvec){0, 0, 0}, normal);
        closest = l.time / q_length(motion);
        r->proved = n.proved;
        r->margin = n.distance - r->radius;
        condition of_motion = motion_condition(x->motion, x->motion_b, normal);
        r->margin_condition =
            condition_sum(l.distance, condition_times(of_motion, fabs((double)closest)));
        r->never = r->margin > 1e-30 * nearest_size(&a, &b); // less is its own rounding
        if (r->never)
            return;
    }
    one_end(x, &c, false, closest);
    one_end(x, &c, true, closest);
}

oracle_interval oracle_cast(const subject *a, cd_vec motion, const subject *b, cd_vec motion_b,
                            qvec change, oracle_hints hints) {
    oracle_interval r = {.proved = true, .radius = subject_radius(a) + subject_radius(b)};
    problem p = problem_of(a, b);
    qvec v = q_add(q_sub(exactly(motion), exactly(motion_b)), change);
    context x = {&p, &p.lines, motion, motion_b, v, &hints, &r};
    bool inseparable = false, half = p.a.sort == BODY_HALFSPACE || p.b.sort == BODY_HALFSPACE;
    r.stable = p.lines.stable;
    if (half) {
        nearest n = problem_nearest(&p, hints.enter, &inseparable, &r.stable);
        if (!inseparable)
            linear(&x, n, v);
    } else if (p.lines.across_count == 0) {
        inseparable = true;
    } else {
        bounded(&x, v);
    }
    if (inseparable) {
        r.always = true;
        r.margin = -(quad)DBL_MAX;
    }
    return r;
}
