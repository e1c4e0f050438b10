// A difference of two polytopes with few features answers by its planes and edges
// (polytope_difference.c), any other by GJK and casts.
#include "collide/set/difference.h"
#include "collide/cast/rounded_cast.h"
#include "collide/cast/time_of_impact.h"
#include "collide/narrow/gjk/gjk.h"
#include "collide/narrow/separate.h"
#include "collide/set/set_distance.h"

#include <assert.h>
#include <float.h>

enum { NEAREST_OF_MANY = 32, STEPS_MAX = 6 };

// -------------------------------------------------------------------------------------- preparing

// Of curved cores casts iterate, too, and more closely than it takes here. A half-space has no use
// for GJK.
static bool needs_iteration(const cd_general_difference *p) {
    const cd_core_kind a = p->core_a.kind, b = p->core_b.kind;
    return (a == CD_CORE_CURVED && b != CD_CORE_HALFSPACE) ||
           (b == CD_CORE_CURVED && a != CD_CORE_HALFSPACE);
}

static double gap_at(const cd_difference *d, cd_vec shift, cd_gap *gap) {
    const cd_general_difference *p = d->general;
    *gap = cd_gjk(&p->core_a, &p->core_b, shift);
    // A smaller distance is rounding alone: the cores are flat and touch.
    bool apart = gap->apart && gap->distance > 2 * DBL_EPSILON * gap->size;
    return apart ? gap->distance - d->radius : -d->radius;
}

// The core of a part, or that of the shape, which is built once, where it is convex.
static const cd_core *core_of(const cd_shape *whole, const cd_core *own, const cd_shape *part,
                              cd_core *room) {
    if (!cd_is_set(whole))
        return own;
    cd_core_of(room, part);
    return room;
}

bool cd_difference_prepare(cd_differences *all, int i) {
    cd_difference *d = &all->all[i];
    if (d->kind != CD_NOT_PREPARED)
        return d->kind != CD_WITHOUT_ROOM;
    cd_shape a = cd_set_part_at(all->a, d->a), b = cd_set_part_at(all->b, d->b);
    d->radius = a.radius + b.radius;
    d->round = d->radius > 0 || cd_is_curved(&a) || cd_is_curved(&b);
    cd_core of_a, of_b;
    const cd_core *core_a = core_of(all->a, &all->core_a, &a, &of_a);
    const cd_core *core_b = core_of(all->b, &all->core_b, &b, &of_b);
    const double size = cd_max_abs(cd_sub(d->box.max, d->box.min)) + cd_max_abs(d->box.max);
    if (cd_polytope_difference_of(&d->polytope, core_a, core_b, d->radius, size, all->pool,
                                  CD_DIFFERENCE_POOL, &all->used)) {
        d->kind = CD_AS_PLANES;
        d->holds_zero = cd_difference_tangent(all, i, (cd_vec){0, 0, 0}).distance <= 0;
        return true;
    }
    d->kind = all->general_count < CD_GENERAL_MAX ? CD_GENERAL : CD_WITHOUT_ROOM;
    if (d->kind == CD_WITHOUT_ROOM)
        return all->complete = false;
    cd_general_difference *g = d->general = &all->general[all->general_count++];
    g->a = a;
    g->b = b;
    cd_core_of(&g->core_a, &a);
    cd_core_of(&g->core_b, &b);
    g->bounds_found = 0;
    g->iterates = needs_iteration(g);
    cd_gap gap;
    d->holds_zero = g->iterates && gap_at(d, (cd_vec){0, 0, 0}, &gap) <= 0;
    return true;
}

// ------------------------------------------------------------------------------------- collecting

static int append_pair(cd_differences *all, const cd_shape *a, const cd_shape *b, cd_part part_a,
                       cd_part part_b) {
    if (all->count == CD_DIFFERENCES_MAX) {
        all->complete = false;
        return -1;
    }
    const cd_bounds of_a = cd_is_set(all->a) ? cd_shape_bounds(a) : all->box_a;
    const cd_bounds of_b = cd_is_set(all->b) ? cd_shape_bounds(b) : all->box_b;
    cd_difference *d = &all->all[all->count]; // not initialised as a whole: it is large
    d->a = part_a;
    d->b = part_b;
    d->box = (cd_bounds){cd_sub(of_b.min, of_a.max), cd_sub(of_b.max, of_a.min)};
    d->kind = CD_NOT_PREPARED;
    return all->count++;
}

static void collect_pair(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                         cd_part part_b) {
    if (append_pair(t->context, a, b, part_a, part_b) < 0)
        t->limit = -INFINITY;
}

int cd_differences_add(cd_differences *all, cd_part part_a, cd_part part_b) {
    cd_shape a = cd_set_part_at(all->a, part_a), b = cd_set_part_at(all->b, part_b);
    const int at = append_pair(all, &a, &b, part_a, part_b);
    return at >= 0 && cd_difference_prepare(all, at) ? at : -1;
}

void cd_differences_collect(cd_differences *all, const cd_shape *a, const cd_shape *b,
                            double reach) {
    all->a = a;
    all->b = b;
    all->reach = reach;
    all->complete = true;
    all->count = all->general_count = all->used = 0;
    if (!cd_is_set(a)) {
        all->box_a = cd_shape_bounds(a);
        cd_core_of(&all->core_a, a);
    }
    if (!cd_is_set(b)) {
        all->box_b = cd_shape_bounds(b);
        cd_core_of(&all->core_b, b);
    }
    cd_set_each_part_pair(a, b, reach, collect_pair, all);
    if (!all->complete) // leaves room for those that are met
        all->count = NEAREST_OF_MANY;
}

// --------------------------------------------------------------------------------------- distance

cd_tangent cd_difference_tangent(cd_differences *all, int i, cd_vec t) {
    const cd_difference *d = &all->all[i];
    if (d->kind == CD_AS_PLANES)
        return cd_polytope_difference_tangent(&d->polytope, t);
    cd_shape a = cd_set_part_at(all->a, d->a), b = cd_set_part_at(all->b, d->b);
    cd_shape_move(&a, t);
    const cd_separation here = cd_separate_convex(&a, &b);
    return (cd_tangent){here.distance, here.normal};
}

cd_met_difference cd_differences_meet(cd_differences *all, cd_vec t, double margin, bool any) {
    cd_met_difference met = {-1, {margin, {0, 1, 0}}};
    for (int i = 0; i < all->count; i++) {
        const double within = met.at.distance + 0x1p-40 * fabs(margin);
        if (!cd_difference_may_hold(&all->all[i], t, within) || !cd_difference_prepare(all, i))
            continue;
        const cd_tangent at = cd_difference_tangent(all, i, t);
        if (!(at.distance <= met.at.distance))
            continue;
        met = (cd_met_difference){i, at};
        if (any)
            return met;
    }
    return met;
}

// -------------------------------------------------------------------------------------- intervals

// Keeps a plane that bounds D where its normal is known, far enough out that it cuts off nothing.
// Without these planes the depth of two compounds takes 41 % more instructions, and its last digits
// differ (tests/determinism/every_query.lua).
static void keep_bound(cd_general_difference *p, const cd_gap *gap, cd_vec shift, double distance) {
    if (!(gap->distance > 0x1p-20 * gap->size))
        return;
    double level = cd_dot(gap->normal, shift) - distance;
    double doubt = 0x1p-46 * gap->size * cd_max(gap->size / gap->distance, 1);
    p->bounds[p->bounds_found++ % CD_DIFFERENCE_BOUNDS] =
        (cd_outer_plane){gap->normal, level + doubt};
}

// Steps from t, which lies in D or apart from it, towards D along v = sense * d: Newton's method as
// in first_touch.c, but the last step, of a small rest, is not verified: what is left of the way
// counts as D. The planes on the way are kept, so that the next ray nearby starts next to its root.
static bool step_to(const cd_difference *d, cd_vec v, int sense, double limit, double *t) {
    for (int step = 0; step < STEPS_MAX; step++) {
        cd_gap gap;
        double distance = gap_at(d, cd_scale(v, *t), &gap), slope = sense * cd_dot(gap.normal, v);
        if (distance <= 0)
            return true;
        keep_bound(d->general, &gap, cd_scale(v, *t), distance);
        if (!(slope < 0))
            return false;
        *t -= sense * distance / slope;
        if (distance <= 0x1p-13 * limit)
            return true;
    }
    return true;
}

// Cuts off what lies beyond the kept planes; false where nothing is left.
static bool clip_by_bounds(const cd_general_difference *p, cd_vec v, double *enter, double *exit) {
    for (int i = 0; i < p->bounds_found && i < CD_DIFFERENCE_BOUNDS; i++) {
        double along = cd_dot(p->bounds[i].normal, v), t = p->bounds[i].level / along;
        if (along > 0)
            *exit = cd_min(*exit, t);
        else if (along < 0)
            *enter = cd_max(*enter, t);
    }
    return *enter <= *exit;
}

// Where a ray leaves a box; 0 where it misses it. Comparisons leave out NaN, from 0 / 0: then there
// is no bound.
static double leaves_box(const cd_bounds *box, cd_vec v, int dim) {
    const double low[3] = {box->min.x, box->min.y, box->min.z};
    const double high[3] = {box->max.x, box->max.y, box->max.z};
    const double way[3] = {v.x, v.y, v.z};
    double enter = 0, exit = INFINITY;
    for (int k = 0; k < dim; k++) {
        double t = low[k] / way[k], u = high[k] / way[k];
        double near = t < u ? t : u, far = t < u ? u : t;
        enter = near > enter ? near : enter;
        exit = far < exit ? far : exit;
    }
    return enter <= exit ? exit : 0;
}

static bool general_interval(const cd_difference *d, cd_vec v, double limit, double *enter,
                             double *exit) {
    cd_general_difference *p = d->general;
    double far = leaves_box(&d->box, v, p->a.dim);
    if (!(far > 0))
        return false;
    if (p->iterates) {
        *enter = 0;
        *exit = cd_min(far, 4 * limit);
        if (!clip_by_bounds(p, v, enter, exit))
            return false;
        if (d->holds_zero)
            *enter = -INFINITY;
        return step_to(d, v, -1, limit, exit) && *exit > 0 &&
               (d->holds_zero || step_to(d, v, 1, limit, enter));
    }
    cd_interval interval;
    if (!cd_touch_interval(&p->a, v, &p->b, &interval))
        return false;
    *enter = interval.enter;
    *exit = interval.exit;
    return true;
}

bool cd_difference_interval(cd_differences *all, int i, cd_vec v, double limit, double *enter,
                            double *exit) {
    const cd_difference *d = &all->all[i];
    assert(d->kind == CD_AS_PLANES || d->kind == CD_GENERAL);
    bool meets = d->kind == CD_AS_PLANES
                     ? cd_polytope_difference_interval(&d->polytope, v, d->holds_zero, enter, exit)
                     : general_interval(d, v, limit, enter, exit);
    *exit = cd_min(*exit, 4 * limit);
    return meets && *exit > 0;
}
