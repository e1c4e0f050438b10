// The separating axis test on moving polytopes. Along each axis the projections overlap during an
// interval of times; the shapes touch in the intersection of these intervals (Eberly, Intersection
// of convex objects: the method of separating axes, 2001): exact, without an iteration. Whether
// they touch at any time is the test of their projections along the motion, on axes perpendicular
// to it.
#include "collide/cast/swept_sat.h"

#include "collide/narrow/gjk/exact_touch.h"

#include <float.h>

// How far b lies above a along an axis, and below it, and the vectors between the vertices there.
typedef struct {
    double above, below;
    cd_vec to_above, to_below;
} axis_gaps;

static axis_gaps gaps_along(const cd_core *a, const cd_core *b, cd_vec n, int a_low, int a_high,
                            int b_low, int b_high) {
    const cd_vec still = {0, 0, 0};
    cd_vec up = cd_support_features_between(
        &(cd_support_features){a, b, still, cd_negate(n), a_high, b_low});
    cd_vec down =
        cd_support_features_between(&(cd_support_features){a, b, still, n, a_low, b_high});
    return (axis_gaps){cd_dot(up, n), -cd_dot(down, n), up, down};
}

// ---------------------------------------------------------------------------------------- interval

typedef struct {
    cd_vec motion;
    cd_interval *interval;
    double enter_rounding, exit_rounding;
    bool apart, slides;
} swept_interval;

// When the planes of vertex `low` of a and `high` of b across n coincide; a moves with `speed`
// along n.
static double touch_time(const cd_sat_search *s, cd_vec axis, cd_vec n, double speed, int low,
                         int high, double *rounding) {
    const swept_interval *swept = s->context;
    cd_support_features features = {s->a, s->b, s->shift, n, low, high};
    cd_vec way = cd_support_features_between(&features);
    cd_vec exact = cd_support_features_axis(&features, axis);
    double time = cd_dot(way, exact) / cd_dot(swept->motion, exact);
    *rounding =
        3 * DBL_EPSILON * (cd_max_abs(way) + fabs(time) * cd_max_abs(swept->motion)) / speed;
    return time;
}

// The motion is perpendicular to n to within rounding: the axis separates them always or never.
static void clip_parallel(const cd_sat_search *s, const cd_axis_extents *e, double speed) {
    swept_interval *swept = s->context;
    // Both overlap on it by more than the heights and the gaps below are rounded.
    if (e->b_max - e->a_min > 2 * s->rounding && e->a_max - e->b_min > 2 * s->rounding)
        return;
    axis_gaps g = gaps_along(s->a, s->b, e->n, e->a_low, e->a_high, e->b_low, e->b_high);
    double size = speed == 0 ? 0 : cd_max_abs(s->between);
    swept->apart |= g.above > 4 * DBL_EPSILON * cd_max(size, cd_max_abs(g.to_above)) ||
                    g.below > 4 * DBL_EPSILON * cd_max(size, cd_max_abs(g.to_below));
    swept->slides |= g.above > 0 || g.below > 0;
}

// With v > 0, a_max + t v reaches b_min at one time and a_min + t v leaves b_max at the other.
static void clip_interval(const cd_sat_search *s, const cd_axis_extents *e) {
    swept_interval *swept = s->context;
    cd_interval *interval = swept->interval;
    double v = cd_dot(swept->motion, e->n);
    double touch = e->b_min - e->a_max, leave = e->b_max - e->a_min;
    if (fabs(v) <= 4 * DBL_EPSILON * cd_length(swept->motion)) {
        clip_parallel(s, e, v);
        return;
    }
    cd_vec n = v > 0 ? e->n : cd_negate(e->n);
    int near_a = v > 0 ? e->a_high : e->a_low, near_b = v > 0 ? e->b_low : e->b_high;
    int far_a = v > 0 ? e->a_low : e->a_high, far_b = v > 0 ? e->b_high : e->b_low;
    double enter = (v > 0 ? touch : leave) / v, exit = (v > 0 ? leave : touch) / v;
    double slack = s->rounding / fabs(v), rounding;
    if (enter > interval->enter - slack) {
        enter = touch_time(s, e->axis, cd_negate(n), fabs(v), near_a, near_b, &rounding);
        if (enter > interval->enter) {
            interval->enter = enter;
            interval->enter_normal = cd_negate(n);
            swept->enter_rounding = rounding;
        }
    }
    if (exit < interval->exit + slack) {
        exit = touch_time(s, e->axis, n, fabs(v), far_a, far_b, &rounding);
        if (exit < interval->exit) {
            interval->exit = exit;
            interval->exit_normal = n;
            swept->exit_rounding = rounding;
        }
    }
}

// Flat cores that move in their own plane touch along an edge: the axis is perpendicular to the
// edge in that plane.
static void clip_in_plane(const cd_sat_search *s, const cd_core *core, cd_vec motion) {
    for (int i = 0; i < core->edge_count; i++) {
        cd_vec e = cd_core_edge(core, i);
        cd_sat_search_axis(s, cd_cross(e, cd_cross(e, motion)));
    }
}

bool cd_swept_sat_interval(const cd_core *a, const cd_core *b, cd_vec motion, cd_interval *interval,
                           double *rounding, bool *slides) {
    swept_interval swept = {.motion = motion, .interval = interval};
    cd_sat_search s = cd_sat_search_of(a, b, (cd_vec){0, 0, 0});
    s.visit = clip_interval;
    s.context = &swept;
    *interval = (cd_interval){.enter = -INFINITY, .exit = INFINITY};
    cd_sat_search_axes(&s);
    bool lines = a->kind == CD_CORE_LINE || b->kind == CD_CORE_LINE;
    if (!lines && (isinf(interval->enter) || isinf(interval->exit))) {
        clip_in_plane(&s, b, motion);
        clip_in_plane(&s, a, motion);
    }
    *rounding = swept.enter_rounding + swept.exit_rounding;
    *slides =
        swept.slides || *rounding > 0x1p-40 * cd_max(fabs(interval->enter), fabs(interval->exit));
    return !swept.apart && !(interval->enter > interval->exit + *rounding);
}

// --------------------------------------------------------------------------- projections along the
// motion

typedef struct {
    const cd_core *a, *b;
    bool apart;   // some axis separates the projections by more than rounding
    bool unclear; // or by no more than rounding, or overlaps by no more
    bool beside;  // or separates them at all
} swept_overlap;

// Whether an axis of any length across the motion separates the projections. The error is relative
// to the vectors between the vertices on that axis, wherever the shapes are and however long the
// motion; where all products are exact, a mere touch gives 0.
static void test_axis(swept_overlap *s, cd_vec n) {
    if (cd_is_zero(n))
        return;
    cd_projection a = cd_core_project(s->a, n), b = cd_core_project(s->b, n);
    axis_gaps g = gaps_along(s->a, s->b, n, a.low, a.high, b.low, b.high);
    double worst = g.above > g.below ? g.above : g.below;
    double slack =
        DBL_EPSILON * cd_max_abs(g.above > g.below ? g.to_above : g.to_below) * cd_length(n);
    s->apart |= worst > 0.5 * slack;
    s->unclear |= worst > -4 * slack && worst != 0;
    s->beside |= worst > 0;
}

// An axis across the motion that is not perpendicular to what lies across n. Its products are those
// of two coordinates, so that they are exact wherever those of n are.
// Without it: tests/collide/cast/exact_verdicts_test.c "exact_verdict"
static cd_vec axis_beside(cd_vec n, cd_vec motion) {
    double x = fabs(n.x), y = fabs(n.y), z = fabs(n.z);
    cd_vec unit = {x >= y && x >= z, y > x && y >= z, z > x && z > y};
    return cd_cross(motion, unit);
}

// The axes across each edge and, for flat cores, whose projections may lie on one line, one that
// leads along it. Returns whether there are any.
static bool test_edges(swept_overlap *s, const cd_core *core, cd_vec motion, bool flat) {
    bool any = false;
    for (int i = 0; i < core->edge_count && !s->apart; i++) {
        cd_vec across = cd_cross(cd_core_edge(core, i), motion);
        test_axis(s, across);
        if (flat)
            test_axis(s, axis_beside(across, motion));
        any |= !cd_is_zero(across);
    }
    return any;
}

static void test_in_space(swept_overlap *s, cd_vec motion) {
    bool flat = s->a->edge_count + s->b->edge_count <= 6;
    bool of_a = test_edges(s, s->a, motion, flat), of_b = test_edges(s, s->b, motion, flat);
    if (of_a || of_b)
        return;
    cd_vec aside = cd_perpendicular(motion, 3); // the projections are two points
    test_axis(s, aside);
    test_axis(s, cd_cross(motion, aside));
}

cd_verdict cd_swept_sat_overlap(const cd_core *a, const cd_core *b, cd_vec motion, bool decide) {
    swept_overlap s = {.a = a, .b = b};
    const cd_core *line = a->kind == CD_CORE_LINE ? a : b->kind == CD_CORE_LINE ? b : NULL;
    const cd_core *other = line == a ? b : a;
    if (other->kind != CD_CORE_POLYTOPE && other->kind != CD_CORE_LINE)
        return CD_UNKNOWN;
    if (!line && b->kind != CD_CORE_POLYTOPE)
        return CD_UNKNOWN;
    // Across a line and the motion, one axis is left in space and none in the plane.
    if (line && a->dim == 3)
        test_axis(&s, cd_cross(line->direction, motion));
    else if (!line && a->dim == 2)
        test_axis(&s, cd_perp(motion));
    else if (!line)
        test_in_space(&s, motion);
    return s.apart ? CD_MISSES : (decide ? s.beside : s.unclear) ? CD_UNKNOWN : CD_MEETS;
}
