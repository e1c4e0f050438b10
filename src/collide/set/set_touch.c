// Traversals whose bound is the time at which two boxes touch first. A touch of two sets is found
// in two steps: the first pair of parts that touches gives its begin; then the touch is extended
// from pair to pair, as long as another one touches where the touch so far ends.
#include "collide/set/set_touch.h"
#include "collide/cast/convex_cast.h"
#include "collide/math/trace.h"
#include "collide/narrow/separate.h"
#include "collide/set/set_distance.h"
#include "collide/set/touch_union.h"

#include <assert.h>
#include <float.h>
#include <limits.h>

enum { SEEN_MAX = 16 };

// All that touches at a time, to so much more than rounding, leaves the motion free.
typedef struct {
    double t, gap;
    bool known;
} free_touch;

typedef struct {
    cd_vec motion, motion_b, relative;
    cd_hit_filter *accepts;
    const void *context;
    cd_hit hit;             ///< of the parts touched first; later only exit and what belongs to it
    double start;           ///< with a filter: their distance at t = 0, of a hit inside
    bool complete;          ///< it has points and normals
    cd_part part_a, part_b; ///< the parts
    bool found;
    bool asks_end; ///< and for how long they touch
    double other;  ///< when the first pair of others touches, of those found by the first step,
    double looked_until;   ///< which finds all that touch by then
    bool extends;          ///< the second step, in which `hit` grows
    int seen_count;        ///< pairs of parts that were cast
    double seen[SEEN_MAX]; ///< when their boxes touch: so many are remembered
    free_touch free;  ///< of the last parts that were looked at so and did not turn the motion away
    double near;      ///< what is no farther counts as touched, too
    bool is_of_parts; ///< the filter decides alone, whatever touches beside two parts
    const cd_shape *a, *b;
    double slack; ///< of their traversals
} set_cast;

// The separation of two convex parts at a time.
static cd_separation separation_at(const set_cast *c, const cd_shape *a, const cd_shape *b,
                                   double t) {
    cd_shape moved = *a;
    cd_shape_move(&moved, cd_scale(c->relative, t));
    return cd_separate_convex(&moved, b);
}

// How far from touching parts are at the time that a cast found: by more than rounding only where
// it iterates.
static double gap_at(const set_cast *c, const cd_shape *a, const cd_shape *b, double t) {
    const bool iterates = cd_is_curved(a) || cd_is_curved(b);
    return cd_max(iterates ? fabs(separation_at(c, a, b, t).distance) : 0, c->near / 2);
}

// What is known of the cast of two parts besides its hit. start: their distance at t = 0.
typedef struct {
    double start;
    bool complete;
} part_cast;

// Whether all that touches at the time of a hit of two parts turns the motion away, which sets the
// normal. Something that slides over many parts touches them at the same time.
// Without it: ./run bench "10 pairs on mesh" (18)
static bool is_blocked_by_all(set_cast *c, double gap, cd_hit *hit) {
    if (c->free.known && c->free.t == hit->t && c->free.gap == gap)
        return false;
    bool blocked = hit->approach > 0;
    const bool touches =
        cd_resolve_hit(c->a, c->relative, c->b, c->motion_b, gap, NULL, hit, &blocked);
    if (touches & !blocked)
        c->free = (free_touch){hit->t, gap, true};
    return blocked && c->accepts(c->context, hit);
}

// Whether a hit of two parts counts. Deeper than they touch, the filter alone decides.
static bool is_accepted(set_cast *c, const cd_shape *a, const cd_shape *b, double start,
                        cd_hit *hit) {
    if (!c->accepts)
        return true;
    const bool is_deep = hit->inside && start < -cd_max(cd_union_tolerance(a, b), c->near);
    if (c->is_of_parts || is_deep)
        return c->accepts(c->context, hit);
    return is_blocked_by_all(c, gap_at(c, a, b, hit->t), hit);
}

// The cast of two parts, without a filter only its times, unless more comes with them: the points
// and normals of few are needed. near: whether they may touch at t = 0. Only that counts there.
static bool find_hit(const set_cast *c, const cd_shape *a, const cd_shape *b, double tmax,
                     bool near, cd_hit *hit, part_cast *cast) {
    *cast = (part_cast){.complete = true};
    if (c->is_of_parts)
        return cd_convex_cast_entry(a, c->motion, b, tmax, hit);
    if (c->accepts)
        return cd_convex_cast_begin(a, c->motion, b, c->motion_b, tmax, near, hit, &cast->start);
    if (near && !c->extends && cd_overlap_convex(a, b)) {
        *hit = (cd_hit){.inside = true};
        cast->complete = false;
        return true;
    }
    return cd_convex_cast_times(a, c->motion, b, c->motion_b, tmax, hit, &cast->complete);
}

// How late a touch may begin that adjoins the end of this one to rounding. The time of an end
// nearly along the surface is known less well.
// Without it: tests/collide/cast/devices_spec.lua "a touch of two parts that adjoin to rounding"
// Without it: tests/collide/cast/devices_spec.lua "is one where the motion is nearly along the
// faces between them"
static double latest_adjoining(const set_cast *c) {
    double t = c->hit.exit, speed = cd_length(c->relative);
    double slope = fabs(cd_dot(c->relative, c->hit.exit_normal));
    if (speed == 0)
        return t;
    return t + c->slack / (slope > 0 ? cd_max(slope, 0x1p-30 * speed) : speed) +
           8 * DBL_EPSILON * fabs(t);
}

// Whether the sets are apart between the end of the touch so far and the begin of the next one. An
// end nearly along the surface of its part may lie on the way away from all others.
// Without it: tests/collide/set/rounding_spec.lua "does not join touches that are apart"
static bool parts_before(const set_cast *c, double begin) {
    double middle = 0.5 * (c->hit.exit + begin);
    cd_part_pair any;
    return begin > c->hit.exit &&
           !cd_set_nearest(c->a, c->b, cd_scale(c->relative, middle), c->slack, c->slack, &any);
}

static void keep_hit(set_cast *c, const cd_hit *hit, part_cast cast, cd_part part_a,
                     cd_part part_b) {
    c->hit = *hit;
    c->start = cast.start;
    c->complete = cast.complete;
    c->part_a = part_a;
    c->part_b = part_b;
    c->found = true;
}

// Of parts that are touched at once, one into which the motion leads is better: it has the later
// exit; of those that overlap at t = 0, the deeper one.
// Without it: tests/collide/cast/devices_spec.lua "of two parts that are touched at once"
static bool is_better(const set_cast *c, const cd_hit *hit, double start) {
    if (c->extends)
        return hit->exit > c->hit.exit;
    if (!c->found || hit->t != c->hit.t)
        return !c->found || hit->t < c->hit.t;
    return hit->inside && c->accepts ? start < c->start : hit->exit > c->hit.exit;
}

// Parts that are left earlier do not extend the touch.
static double before_exit(const set_cast *c) { return c->hit.exit * (1 - 16 * DBL_EPSILON); }

static void visit_cast(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                       cd_part part_b) {
    set_cast *c = t->context;
    cd_hit hit;
    if (c->extends && cd_is_same_part(part_a, c->part_a) && cd_is_same_part(part_b, c->part_b))
        return; // it has ended
    if (c->seen_count < SEEN_MAX)
        c->seen[c->seen_count] = t->visited;
    c->seen_count++;
    part_cast cast;
    cd_trace *trace = cd_trace_pause();
    const bool found = find_hit(c, a, b, cd_max(t->limit, 0), t->visited <= 0, &hit, &cast);
    cd_trace_resume(trace);
    if (CD_TRACES)
        cd_trace_put(&(cd_trace_step){.kind = CD_STEP_PARTS,
                                      .part_a = cd_part_number(part_a),
                                      .part_b = cd_part_number(part_b),
                                      .t = found ? hit.t : INFINITY,
                                      .verdict = found && is_better(c, &hit, cast.start)});
    if (!found)
        return;
    const bool better = is_better(c, &hit, cast.start);
    c->other = cd_min(c->other, !better ? hit.t : c->found ? c->hit.t : INFINITY);
    if ((!better && !c->extends) || !is_accepted(c, a, b, cast.start, &hit) ||
        (c->extends && parts_before(c, hit.enter)))
        return;
    if (better)
        keep_hit(c, &hit, cast, part_a, part_b);
    if (c->extends) {
        t->limit = cd_max(t->limit, hit.exit);
        t->begin = before_exit(c);
    } else if (better) // what is touched for a moment is looked beyond at once
        t->limit = c->asks_end && hit.exit == hit.t ? cd_min(t->limit, latest_adjoining(c)) : hit.t;
}

static void start_cast(set_cast *c, const cd_shape *a, cd_vec motion, const cd_shape *b,
                       cd_vec motion_b) {
    // Not initialised as a whole: it is large.
    cd_vec v = cd_sub(motion, motion_b);
    c->a = a;
    c->b = b;
    c->slack = cd_traversal_slack(a, b, (cd_vec){0, 0, 0});
    c->motion = motion;
    c->motion_b = motion_b;
    c->relative = v;
    c->accepts = NULL;
    c->context = NULL;
    c->start = c->near = 0;
    c->found = c->asks_end = c->extends = c->is_of_parts = false;
    c->free.known = false;
    c->part_a = c->part_b = (cd_part){INT_MIN, INT_MIN}; // none yet
    c->seen_count = 0;
    c->other = INFINITY;
    c->looked_until = -INFINITY;
}

// Asks the parts of the hit once more, for its steps.
static void show_cast(const set_cast *c, double tmax) {
    cd_shape a = cd_set_part_at(c->a, c->part_a), b = cd_set_part_at(c->b, c->part_b);
    cd_hit hit;
    cd_convex_cast(&a, c->motion, &b, c->motion_b, tmax, &hit);
}

// Finds the points and normals of the hit that was found.
static void complete_hit(set_cast *c, double tmax) {
    if (CD_TRACES)
        show_cast(c, tmax);
    if (c->complete)
        return;
    cd_trace *trace = cd_trace_pause();
    cd_shape a = cd_set_part_at(c->a, c->part_a), b = cd_set_part_at(c->b, c->part_b);
    cd_convex_cast(&a, c->motion, &b, c->motion_b, tmax, &c->hit);
    cd_trace_resume(trace);
}

// cd_set_extend_exit, of a cast that may have found that nothing adjoins.
static void extend_exit(set_cast *c, cd_hit *hit) {
    c->extends = true;
    c->asks_end = c->found = false;
    c->hit = *hit;
    cd_traversal t = {.slack = c->slack, .motion = &c->relative, .visit = visit_cast, .context = c};
    t.limit = latest_adjoining(c);
    bool may_adjoin = t.limit > c->looked_until || t.limit >= c->other;
    while (may_adjoin && c->hit.exit < INFINITY) {
        const double before = c->hit.exit;
        t.begin = before_exit(c);
        t.limit = latest_adjoining(c);
        cd_traverse(&t, c->a, c->b);
        may_adjoin = c->hit.exit > before;
    }
    if (!c->found) // none ends later
        return;
    complete_hit(c, cd_max(t.limit, 0));
    assert(c->hit.exit >= hit->exit); // a touch is extended, never cut off
    hit->exit = c->hit.exit;
    hit->exit_point = c->hit.exit_point;
    hit->exit_normal = c->hit.exit_normal;
}

void cd_set_extend_exit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                        cd_hit *hit) {
    set_cast c;
    cd_trace *trace = cd_trace_pause();
    start_cast(&c, a, motion, b, motion_b);
    extend_exit(&c, hit);
    cd_trace_resume(trace);
}

static double gap_of_hit(const set_cast *c) {
    cd_trace *trace = cd_trace_pause();
    cd_shape a = cd_set_part_at(c->a, c->part_a), b = cd_set_part_at(c->b, c->part_b);
    const double gap = gap_at(c, &a, &b, c->hit.t);
    cd_trace_resume(trace);
    return gap;
}

// Whether no other parts than those of the hit touch then: all others that were cast have boxes
// that touch later, and the rest had no need to be.
static bool is_alone(const set_cast *c) {
    int count = 0;
    for (int i = 0; i < c->seen_count && i < SEEN_MAX; i++)
        count += c->seen[i] <= c->hit.t;
    return count == 1 && c->seen_count <= SEEN_MAX;
}

static bool find_first_hit(set_cast *c, double tmax) {
    cd_traversal t = {.limit = tmax,
                      .slack = c->slack,
                      .motion = &c->relative,
                      .visit = visit_cast,
                      .context = c};
    assert(tmax >= 0);
    c->found = false;
    c->seen_count = 0;
    cd_traverse(&t, c->a, c->b);
    c->looked_until = t.limit;
    assert(!c->found || (c->hit.t >= 0 && c->hit.t <= tmax));
    return c->found;
}

static bool first_hit(set_cast *c, double tmax, cd_hit_filter *accepts, const void *context,
                      cd_hit *hit) {
    assert(accepts);
    c->accepts = accepts;
    c->context = context;
    const bool found = find_first_hit(c, tmax);
    if (found)
        *hit = c->hit;
    return found;
}

bool cd_set_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                      double tmax, double near, cd_hit_filter *accepts, const void *context,
                      cd_hit *hit) {
    set_cast c;
    start_cast(&c, a, motion, b, motion_b);
    c.near = near;
    return first_hit(&c, tmax, accepts, context, hit);
}

bool cd_set_first_hit_of_parts(const cd_shape *a, cd_vec motion, const cd_shape *b, double tmax,
                               cd_hit_filter *accepts, const void *context, cd_hit *hit) {
    set_cast c;
    start_cast(&c, a, motion, b, (cd_vec){0, 0, 0});
    c.is_of_parts = true;
    return first_hit(&c, tmax, accepts, context, hit);
}

bool cd_set_first_touching_pair(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                cd_vec motion_b, double tmax, bool asks_end, cd_hit *hit,
                                cd_touching_pair *pair) {
    set_cast c;
    start_cast(&c, a, motion, b, motion_b);
    c.asks_end = asks_end;
    if (!find_first_hit(&c, tmax))
        return false;
    complete_hit(&c, tmax);
    *hit = c.hit;
    pair->part[0] = c.part_a;
    pair->part[1] = c.part_b;
    pair->alone = is_alone(&c);
    pair->gap = pair->alone ? 0 : gap_of_hit(&c);
    if (asks_end) {
        cd_trace *trace = cd_trace_pause();
        extend_exit(&c, hit);
        cd_trace_resume(trace);
    }
    return true;
}

typedef struct {
    cd_part_visitor *visit;
    void *context;
} part_visit;

static void visit_each_part(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                            cd_part part_b) {
    part_visit *each = t->context;
    (void)a, (void)part_a;
    if (!each->visit(each->context, b, part_b))
        t->limit = -INFINITY;
}

// Of a set that is a line or plane, too, nothing is left out.
static void visit_all_parts(const cd_shape *b, cd_part_visitor *visit, void *context) {
    for (int i = 0; i < cd_shape_part_count(b); i++) {
        const cd_shape part = cd_set_part_at(b, (cd_part){i, CD_WHOLE});
        const bool mesh = cd_is_mesh(&part);
        for (int k = 0; k < (mesh ? cd_shape_part_count(&part) : 1); k++) {
            const cd_part name = {i, mesh ? k : CD_WHOLE};
            const cd_shape convex = cd_set_part_at(b, name);
            if (!visit(context, &convex, name))
                return;
        }
    }
}

void cd_set_each_touched_part(const cd_shape *a, cd_vec motion, const cd_shape *b, double tmax,
                              cd_part_visitor *visit, void *context) {
    part_visit each = {visit, context};
    cd_shape box = *a; // of a set the box around it, so that each part is visited once
    if (cd_is_set(a)) {
        const cd_bounds around = cd_shape_bounds(a);
        if (!cd_is_finite(cd_add(around.min, around.max))) {
            visit_all_parts(b, visit, context);
            return;
        }
        box = cd_aabb(a->dim, around.min, around.max);
        box.radius = cd_traversal_slack(a, b, (cd_vec){0, 0, 0});
    }
    cd_traversal t = {.limit = tmax,
                      .slack = cd_traversal_slack(&box, b, (cd_vec){0, 0, 0}),
                      .motion = &motion,
                      .visit = visit_each_part,
                      .context = &each};
    cd_traverse(&t, &box, b);
}

double cd_set_first_touch(const cd_shape *a, cd_vec motion, const cd_shape *b) {
    set_cast c;
    start_cast(&c, a, motion, b, (cd_vec){0, 0, 0});
    return find_first_hit(&c, INFINITY) ? c.hit.t : INFINITY;
}

double cd_set_touch_begin(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b) {
    cd_hit back = {.exit = 0}; // the touch begins where the way back ends
    cd_set_extend_exit(a, cd_negate(motion), b, cd_negate(motion_b), &back);
    return back.exit > 0 ? -back.exit : 0;
}

void cd_set_touch(const cd_shape *a, cd_vec motion, const cd_shape *b, double *enter,
                  double *exit) {
    cd_vec still = {0, 0, 0};
    cd_hit hit = {.exit = 0};
    cd_set_extend_exit(a, motion, b, still, &hit);
    *exit = hit.exit;
    *enter = cd_set_touch_begin(a, motion, b, still);
}
