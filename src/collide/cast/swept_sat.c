// Whether polytopes that move touch at any time is the separating axis test of their projections
// along the motion, on axes perpendicular to it.
#include "collide/cast/swept_sat.h"

#include "collide/math/double_double.h"
#include "collide/math/trace.h"
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
    return (axis_gaps){cd_accurate_dot(up, n), -cd_accurate_dot(down, n), up, down};
}

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
    if (CD_TRACES)
        cd_trace_put(
            &(cd_trace_step){.kind = CD_STEP_SWEPT_AXIS,
                             .distance = worst / cd_length(n),
                             .normal = cd_scale(n, (g.above > g.below ? -1 : 1) / cd_length(n)),
                             .a = {cd_core_vertex(s->a, g.above > g.below ? a.high : a.low)},
                             .b = {cd_core_vertex(s->b, g.above > g.below ? b.low : b.high)}});
    s->apart |= worst > 0.25 * slack;
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
