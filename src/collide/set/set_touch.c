// Traversals whose bound is the time at which two boxes touch first. A touch of two sets is found
// in two steps: the first pair of parts that touches gives its begin; then the touch is extended
// from pair to pair, as long as another one touches where the touch so far ends.
#include "collide/set/set_touch.h"
#include "collide/cast/convex_cast.h"

#include <assert.h>
#include <float.h>

typedef struct {
    cd_vec motion, motion_b, relative;
    cd_vec inverse; ///< 1 / relative
    cd_hit_filter *accepts;
    const void *context;
    cd_hit hit; ///< of the part touched first; later only exit and what belongs to it
    bool found;
    bool extends; ///< the second step, in which `hit` grows
} set_cast;

// Clips the interval in which one coordinate of the difference is between low and high. Comparisons
// leave out NaN, from 0 * infinity: then there is no bound.
static void clip_interval(double low, double high, double inverse, double *enter, double *exit) {
    double t = low * inverse, u = high * inverse;
    double near = t < u ? t : u, far = t < u ? u : t;
    if (near > *enter)
        *enter = near;
    if (far < *exit)
        *exit = far;
}

static bool clip_axis(double low, double high, double v, double inverse, double *enter,
                      double *exit) {
    if (v == 0)
        return low <= 0 && high >= 0;
    clip_interval(low, high, inverse, enter, exit);
    return true;
}

// When the boxes, grown by the slack, touch first. Infinite where that is never or in the past, or
// where they part again before the touch ends that is being extended: no part within extends it.
static double box_time(const cd_traversal *t, cd_bounds a, cd_bounds b) {
    const set_cast *c = t->context;
    double enter = -INFINITY, exit = INFINITY, s = t->slack;
    cd_vec low = cd_sub(b.min, a.max), high = cd_sub(b.max, a.min);
    bool meets = clip_axis(low.x - s, high.x + s, c->relative.x, c->inverse.x, &enter, &exit) &&
                 clip_axis(low.y - s, high.y + s, c->relative.y, c->inverse.y, &enter, &exit) &&
                 clip_axis(low.z - s, high.z + s, c->relative.z, c->inverse.z, &enter, &exit);
    bool over = c->extends && exit * (1 + 8 * DBL_EPSILON) <= c->hit.exit;
    return meets && enter <= exit && exit >= 0 && !over ? enter : INFINITY;
}

// When a box that moves by v reaches a half-space.
static double plane_time(const cd_traversal *t, const cd_shape *plane, cd_bounds box, cd_vec v) {
    double gap = cd_lowest_of_box(box, plane->as.plane.normal) - plane->as.plane.offset - t->slack;
    double slope = cd_dot(plane->as.plane.normal, v);
    if (gap <= 0)
        return -INFINITY;
    return slope < 0 ? gap / -slope * (1 - 8 * DBL_EPSILON) : INFINITY;
}

static double time_bound(const cd_traversal *t, const cd_node_volume *a, const cd_node_volume *b) {
    const cd_shape *plane = a->unbounded ? a->unbounded : b->unbounded;
    if (!plane)
        return box_time(t, a->box, b->box);
    cd_vec relative = ((const set_cast *)t->context)->relative;
    // A slope of which rounding could turn the sign gives no bound, nor does a line.
    double slope = plane->kind == CD_PLANE ? cd_dot(plane->as.plane.normal, relative) : 0;
    if ((a->unbounded && b->unbounded) || fabs(slope) <= 16 * DBL_EPSILON * cd_norm(relative))
        return -INFINITY;
    return a->unbounded ? plane_time(t, plane, b->box, cd_negate(relative))
                        : plane_time(t, plane, a->box, relative);
}

static void visit_cast(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                       cd_part part_b) {
    set_cast *c = t->context;
    cd_hit hit;
    (void)part_a, (void)part_b;
    if (!cd_convex_cast(a, c->motion, b, c->motion_b, cd_max(t->limit, 0), &hit) ||
        (c->accepts && !c->accepts(c->context, &hit)))
        return;
    if (c->extends) {
        if (hit.exit > c->hit.exit) {
            c->hit.exit = hit.exit;
            c->hit.exit_point = hit.exit_point;
            c->hit.exit_normal = hit.exit_normal;
        }
        t->limit = cd_max(t->limit, hit.exit);
    } else if (!c->found || hit.t < c->hit.t || (hit.t == c->hit.t && hit.exit > c->hit.exit)) {
        // Of parts touched at once, one into which the motion leads; it has the later exit.
        c->hit = hit;
        c->found = true;
        t->limit = hit.t;
    }
}

static set_cast cast_of(cd_vec motion, cd_vec motion_b) {
    cd_vec v = cd_sub(motion, motion_b);
    return (set_cast){.motion = motion,
                      .motion_b = motion_b,
                      .relative = v,
                      .inverse = {1 / v.x, 1 / v.y, 1 / v.z}};
}

// How late a touch may begin that adjoins the end of this one to rounding. The time of an end
// nearly along the surface is known less well.
static double latest_adjoining(const set_cast *c, double slack) {
    double t = c->hit.exit, speed = cd_norm(c->relative);
    double slope = fabs(cd_dot(c->relative, c->hit.exit_normal));
    if (speed == 0)
        return t;
    return t + slack / (slope > 0 ? cd_max(slope, 0x1p-30 * speed) : speed) +
           8 * DBL_EPSILON * fabs(t);
}

void cd_set_extend_exit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                        cd_hit *hit) {
    set_cast c = cast_of(motion, motion_b);
    c.extends = true;
    c.hit = *hit;
    cd_traversal t = {.bound = time_bound, .visit = visit_cast, .context = &c};
    double before;
    do {
        before = c.hit.exit;
        t.limit = latest_adjoining(&c, cd_traversal_slack(a, b));
        cd_traverse(&t, a, b);
    } while (c.hit.exit > before && c.hit.exit < INFINITY);
    *hit = c.hit;
}

bool cd_set_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                      double tmax, cd_hit_filter *accepts, const void *context, cd_hit *hit) {
    assert(tmax >= 0);
    set_cast c = cast_of(motion, motion_b);
    c.accepts = accepts;
    c.context = context;
    cd_traversal t = {.limit = tmax, .bound = time_bound, .visit = visit_cast, .context = &c};
    cd_traverse(&t, a, b);
    *hit = c.hit;
    return c.found;
}

double cd_set_first_touch(const cd_shape *a, cd_vec motion, const cd_shape *b) {
    cd_hit hit;
    cd_vec still = {0, 0, 0};
    return cd_set_first_hit(a, motion, b, still, INFINITY, NULL, NULL, &hit) ? hit.t : INFINITY;
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
