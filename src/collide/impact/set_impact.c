// The path of each part of x is divided into spans of time in which the part stays near one place.
// For each span the tree of y finds the parts of y nearby, and the two convex parts are tested. All
// of this happens in the frame of y, which moves and turns, so the tree stays as it was built.
#include "collide/impact/set_impact.h"

#include "collide/impact/convex_impact.h"
#include "collide/math/elementary.h"
#include "collide/math/trace.h"
#include "collide/set/set_distance.h"
#include "collide/shape/set.h"

typedef struct {
    const cd_moving_sets *sets;
    double reach; ///< how far any point of x comes from the point that y turns about
    cd_set_impact *impact;
    bool found;
} search;

// ------------------------------------------------------------------------------------ unbounded

// What x cannot reach of an unbounded shape is cut off, so that what is left turns at a finite
// speed. A half-space becomes a box with one face in its surface.
static cd_shape cut_off(const cd_shape *s, cd_vec about, double reach) {
    if (s->kind == CD_LINE) {
        const cd_vec u = s->as.line.direction;
        const double along = cd_dot(cd_sub(about, s->as.line.point), u);
        const double half = 2 * reach + s->radius;
        const cd_vec a = cd_add_scaled(s->as.line.point, along - half, u);
        const cd_vec b = cd_add_scaled(s->as.line.point, along + half, u);
        return s->radius > 0 ? cd_capsule(s->dim, a, b, s->radius) : cd_segment(s->dim, a, b);
    }
    const cd_vec n = s->as.plane.normal;
    const double height = s->as.plane.offset - cd_dot(about, n); // of the surface above `about`
    const double half = 2 * reach + fabs(height);
    const cd_vec center = cd_add_scaled(about, height - half, n);
    const cd_vec size = {half, half, s->dim == 3 ? half : 0};
    return s->dim == 3 ? cd_box(center, size, cd_quat_to(n), 0)
                       : cd_box2(center, size, cd_atan2(n.y, n.x), 0);
}

// ------------------------------------------------------------------------------- one part of x

typedef struct {
    search *search;
    const cd_shape *part;
    double from, until;
} part_span;

// The parts that touch earlier than all before, and how that is found.
static void record_impact(const cd_moving_pair *pair, double from, double until, double t,
                          cd_trace *trace) {
    cd_separation separation;
    cd_trace_to(trace);
    cd_trace_put(&(cd_trace_step){
        .kind = CD_STEP_PARTS, .part_a = -1, .part_b = -1, .t = t, .verdict = true});
    cd_convex_impact(pair, from, until, &t, &separation);
    cd_trace_to(NULL);
}

// Holds the part against one of y for the span, until the earliest touch that is known.
static bool visit_part(void *context, const cd_shape *room, const cd_shape *b) {
    const part_span *s = context;
    search *p = s->search;
    const cd_moving_sets *sets = p->sets;
    const cd_shape y = cd_is_unbounded(b) ? cut_off(b, sets->path_y->about, p->reach) : *b;
    const cd_moving_pair pair = {s->part,      &y,          sets->path_x,
                                 sets->path_y, sets->touch, sets->memory};
    double t;
    cd_separation separation;
    const bool traced = CD_TRACES && (cd_is_set(sets->x) || cd_is_set(sets->y));
    cd_trace *trace = traced ? cd_trace_pause() : NULL;
    const double until = p->found ? cd_min(s->until, p->impact->t) : s->until;
    (void)room;
    if (s->from <= until && cd_convex_impact(&pair, s->from, until, &t, &separation) &&
        !(p->found && t >= p->impact->t)) {
        p->found = true;
        p->impact->t = t;
        p->impact->separation = separation;
        p->impact->part = *s->part; // where it is then: see cd_set_impact_of
        if (traced)
            record_impact(&pair, s->from, until, t, trace);
    }
    if (traced)
        cd_trace_resume(trace);
    return true;
}

// The largest speed of a point of the part's core, as seen with y.
static double speed_of(const search *p, const cd_shape *part) {
    const cd_turning *x = p->sets->path_x, *y = p->sets->path_y;
    cd_turning_extent e;
    cd_turning_extent_of(&e, x, part);
    return cd_length(cd_sub(x->motion, y->motion)) +
           cd_length(cd_sub(x->acceleration, y->acceleration)) + x->speed * (e.round ? 0 : e.span) +
           y->speed * p->reach;
}

// How far a part may go in a span: about as far as it is large, or a small part of y.
static double step_of(const search *p, const cd_shape *part) {
    enum { STEPS_ALONG_SET = 32 };
    const cd_bounds own = cd_shape_bounds(part), all = cd_shape_bounds(p->sets->y);
    const double size = cd_max_abs(cd_sub(all.max, all.min)) / STEPS_ALONG_SET;
    return cd_max(cd_max_abs(cd_sub(own.max, own.min)), isfinite(size) ? size : p->reach);
}

static cd_bounds grown(cd_bounds box, double by, int dim) {
    const cd_vec v = {by, by, dim == 3 ? by : 0};
    return (cd_bounds){cd_sub(box.min, v), cd_add(box.max, v)};
}

// The first time from t on at which the part meets the box around y; false: it never does.
static bool find_box(const search *p, const cd_shape *part, const cd_shape *box, double *t) {
    const cd_moving_sets *sets = p->sets;
    const cd_moving_pair pair = {part, box, sets->path_x, sets->path_y, sets->touch, sets->memory};
    cd_separation separation;
    cd_trace *trace = cd_trace_pause();
    const bool found = cd_convex_impact(&pair, *t, 1, t, &separation);
    cd_trace_resume(trace);
    return found;
}

static cd_shape pose(const cd_moving_sets *s, const cd_shape *part, double t) {
    return cd_turning_pose(part, s->path_x, cd_turning_rotation(s->path_x, t), s->path_y,
                           cd_turning_rotation(s->path_y, t), t, s->memory);
}

static void follow_part(search *p, const cd_shape *part) {
    const cd_moving_sets *sets = p->sets;
    const double speed = speed_of(p, part), step = step_of(p, part);
    const double longest = cd_is_set(sets->y) && speed > step ? step / speed : 1;
    const cd_bounds all = cd_shape_bounds(sets->y);
    const bool bounded = cd_is_set(sets->y) && cd_bounds_are_finite(all);
    const cd_bounds around = grown(all, sets->touch, part->dim);
    const cd_shape box = bounded ? cd_aabb(part->dim, around.min, around.max) : *part;
    double t = sets->from;
    while (t < 1 && !(p->found && p->impact->t <= t) && (!bounded || find_box(p, part, &box, &t))) {
        part_span s = {p, part, t, cd_min(t + longest, 1)};
        const cd_shape posed = pose(sets, part, t);
        const double margin = speed * (s.until - t) + 4 * sets->touch;
        const cd_bounds near = grown(cd_shape_bounds(&posed), margin, part->dim);
        const cd_shape room = cd_aabb(part->dim, near.min, near.max);
        cd_set_each_pair(&room, sets->y, 0, visit_part, &s);
        t = s.until;
    }
}

static void follow_all(search *p, const cd_shape *x) {
    for (int i = 0; i < cd_shape_part_count(x); i++) {
        const cd_shape part = cd_shape_part(x, i);
        if (cd_is_set(&part))
            follow_all(p, &part);
        else
            follow_part(p, &part);
    }
}

// -------------------------------------------------------------------------------------- the sets

size_t cd_set_pose_size(const cd_shape *x) {
    size_t most = 0;
    if (!cd_is_set(x))
        return cd_turning_pose_size(x);
    for (int i = 0; i < cd_shape_part_count(x) && x->kind == CD_COMPOUND; i++) {
        const size_t size = cd_turning_pose_size(&x->as.set.core->shapes[i]);
        most = size > most ? size : most;
    }
    return most;
}

bool cd_set_impact_of(const cd_moving_sets *sets, cd_set_impact *impact) {
    const cd_vec apart = cd_sub(sets->path_x->about, sets->path_y->about);
    const cd_vec v = cd_sub(sets->path_x->motion, sets->path_y->motion);
    const cd_vec a = cd_sub(sets->path_x->acceleration, sets->path_y->acceleration);
    const double reach =
        cd_length(apart) + cd_length(v) + cd_length(a) + cd_turning_reach(sets->path_x, sets->x);
    search p = {sets, reach, impact, false};
    follow_all(&p, sets->x);
    if (p.found)
        impact->part = pose(sets, &impact->part, impact->t);
    return p.found;
}
