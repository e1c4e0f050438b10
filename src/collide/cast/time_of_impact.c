// The interval of touch: of sharp polytopes by portals where these are clear, of all others by
// Newton's method from both sides (first_touch.c); of half-spaces and lines in closed form.
#include "collide/cast/time_of_impact.h"
#include "collide/cast/axis_clip.h"
#include "collide/cast/cast_capsule_box.h"
#include "collide/cast/first_touch.h"
#include "collide/cast/portal.h"
#include "collide/cast/ray_box.h"
#include "collide/cast/ray_cast.h"
#include "collide/cast/rounded_cast.h"
#include "collide/cast/swept_sat.h"
#include "collide/math/trace.h"
#include "collide/narrow/box/aligned_boxes.h"
#include "collide/narrow/gjk/exact_touch.h"
#include "collide/narrow/gjk/gjk.h"
#include "collide/narrow/separate.h"
#include "collide/simd/hot.h"

#include <assert.h>
#include <float.h>

static const cd_interval always = {.enter = -INFINITY, .exit = INFINITY};

// The gap between the core of a shape and a half-space. The level and what is large in the core's
// coordinates are subtracted first, so that a small shape far from the origin keeps its digits.
static double gap_to_halfspace(const cd_core *core, const cd_core *halfspace) {
    cd_vec n = halfspace->normal;
    int vertex = 0;
    cd_vec inside = cd_core_support_inside(core, cd_negate(n), &vertex);
    return cd_dot(core->offset, n) - halfspace->level + cd_dot(inside, n);
}

// Against a half-space on either side the distance is linear in t. *interval comes as `always`.
static bool halfspace_interval(const cd_core_cast *c, cd_interval *interval) {
    cd_separation s = cd_separate_cores(c->a, c->b, (cd_vec){0, 0, 0});
    bool on_b = c->b->kind == CD_CORE_HALFSPACE, bounded = c->a->kind != c->b->kind;
    const cd_core *core = on_b ? c->a : c->b, *halfspace = on_b ? c->b : c->a;
    double slope = cd_dot(s.normal, c->motion), gap = s.distance - c->radius;
    if (gap == -INFINITY)
        return true;
    if (bounded && core->kind != CD_CORE_LINE)
        gap = gap_to_halfspace(core, halfspace) - c->radius;
    if (fabs(slope) <= 4 * DBL_EPSILON * cd_length(c->motion))
        return gap <= 0;
    *interval =
        slope < 0
            ? (cd_interval){.enter = -gap / slope, .exit = INFINITY, .enter_normal = s.normal}
            : (cd_interval){.enter = -INFINITY, .exit = -gap / slope, .exit_normal = s.normal};
    return true;
}

// Two lines in space that are not parallel: only motion along their common perpendicular changes
// their distance. *interval comes as `always`.
static bool crossing_lines_interval(const cd_core_cast *c, cd_interval *interval) {
    cd_vec n = cd_cross(c->a->direction, c->b->direction);
    n = cd_normalized(n, n);
    double speed = cd_dot(c->motion, n);
    if (CD_TRACES)
        cd_trace_formula("the common perpendicular of two lines");
    double height = cd_dot(cd_sub(c->a->storage[0], c->b->storage[0]), n);
    if (fabs(speed) <= 4 * DBL_EPSILON * cd_length(c->motion))
        return fabs(height) <= c->radius;
    n = speed > 0 ? n : cd_negate(n);
    height = speed > 0 ? height : -height;
    speed = fabs(speed);
    *interval = (cd_interval){.enter = (-c->radius - height) / speed,
                              .exit = (c->radius - height) / speed,
                              .enter_normal = cd_negate(n),
                              .exit_normal = n};
    return true;
}

static cd_gap gap_at(const cd_core_cast *c, double t) {
    return cd_gjk(c->a, c->b, cd_scale(c->motion, t));
}

static bool is_touch(const cd_gap *gap, double ulps) {
    return !gap->apart || gap->distance <= ulps * DBL_EPSILON * gap->size;
}

static bool touch_at(const cd_core_cast *c, double t, double ulps) {
    cd_gap gap = gap_at(c, t);
    return is_touch(&gap, ulps);
}

// When cores are nearest between two times: their distance is convex over time.
// Without it: tests/collide/cast/rounding_spec.lua "is that of the touch where a corner passes a
// corner"
static double nearest_between(const cd_core_cast *c, double low, double high) {
    double middle = 0.5 * (low + high), best = middle, least = INFINITY;
    while (least > 0 && middle > low && middle < high) {
        cd_trace *trace = cd_trace_pause();
        cd_gap gap = gap_at(c, middle);
        cd_trace_resume(trace);
        double distance = gap.apart ? gap.distance : 0;
        if (CD_TRACES)
            cd_trace_put(&(cd_trace_step){.kind = CD_STEP_BISECTION,
                                          .t = middle,
                                          .distance = distance,
                                          .normal = gap.normal});
        best = distance < least ? middle : best;
        least = cd_min(least, distance);
        *(cd_dot(gap.normal, c->motion) < 0 ? &low : &high) = middle;
        middle = 0.5 * (low + high);
    }
    return best;
}

static bool are_polytopes(const cd_core_cast *c) {
    return c->a->kind == CD_CORE_POLYTOPE && c->b->kind == CD_CORE_POLYTOPE;
}

// At t = 0, before or after the interval, sharp cores are apart by at least the way along the
// normal until they touch, or since then.
static double gap_at_start(const cd_interval *i, cd_vec motion) {
    return cd_max(-i->enter * cd_dot(i->enter_normal, motion),
                  -i->exit * cd_dot(i->exit_normal, motion));
}

static cd_verdict portal_interval(const cd_core_cast *c, cd_times asked, cd_interval *i) {
    cd_portal enter, exit;
    cd_verdict verdict = CD_UNKNOWN;
    if (!are_polytopes(c))
        return CD_UNKNOWN;
    if (cd_has_few_axes(c->a, c->b))
        verdict = cd_axis_clip(c->a, c->b, c->motion, asked, &enter, &exit);
    if (verdict == CD_UNKNOWN)
        verdict = cd_portal_cast(c->a, c->b, c->motion, &enter, &exit);
    i->starts_apart = verdict == CD_MISSES;
    if (verdict == CD_MEETS)
        *i = (cd_interval){.enter = enter.time,
                           .exit = exit.time,
                           .enter_normal = enter.normal,
                           .exit_normal = exit.normal,
                           .is_alone = enter.is_alone,
                           .has_points = true,
                           .enter_point = enter.point,
                           .exit_point = exit.point};
    if (verdict == CD_MEETS)
        i->starts_apart = gap_at_start(i, c->motion) > CD_CLEAR_GAP * c->far;
    return verdict;
}

static bool is_sharp(const cd_core_cast *c) {
    return c->radius == 0 && c->a->kind != CD_CORE_CURVED && c->b->kind != CD_CORE_CURVED;
}

// Sharp cores: portals where these are clear; else the projections along the motion tell whether
// they touch.
static cd_verdict sharp_interval(const cd_core_cast *c, cd_times asked, cd_interval *i) {
    cd_verdict verdict = portal_interval(c, asked, i);
    if (verdict != CD_UNKNOWN)
        return verdict;
    // Newton's method takes a gap of two roundings for a touch.
    // Without it: tests/collide/cast/rounding_spec.lua "is told by the swept axes where points
    // pass", tests/collide/cast/devices_spec.lua "passes by a face that is two ulps below"
    return cd_swept_sat_overlap(c->a, c->b, c->motion, false) == CD_MISSES ? CD_MISSES : CD_UNKNOWN;
}

// When sharp cores touch though Newton's method finds none, whose slopes are but rounding there:
// where they are nearest, if they touch then, or by the projections along the motion. INFINITY:
// they do not.
// Without it: tests/collide/cast/ray_spec.lua "leads through no edge that two triangles share"
static double time_of_graze(const cd_core_cast *c, const cd_first_touch *first) {
    if (!is_sharp(c))
        return INFINITY;
    cd_verdict swept = cd_swept_sat_overlap(c->a, c->b, c->motion, true);
    if (swept == CD_MISSES)
        return INFINITY;
    double t = nearest_between(c, first->begin, first->time);
    return swept == CD_MEETS || touch_at(c, t, 1) ? t : INFINITY;
}

// The touched point of b from that of its core.
static cd_vec on_surface(const cd_core_cast *c, const cd_first_touch *touch) {
    return cd_add_scaled(touch->point, c->radius_b, touch->normal);
}

// When the planes of the features coincide that are nearest along a normal, of sharp polytopes: on
// a grid, exactly; else t, to rounding.
// Without it: tests/collide/character/room_spec.lua "everything stays inside, in %dD"
static double time_of_planes(const cd_core_cast *c, cd_vec n, double t) {
    if (!is_sharp(c) || !are_polytopes(c))
        return t;
    const cd_support_features features = {
        c->a, c->b, {0, 0, 0}, n, cd_core_project(c->a, n).low, cd_core_project(c->b, n).high};
    cd_vec way = cd_support_features_between(&features);
    cd_vec axis = cd_support_features_passed_axis(&features, c->motion);
    double speed = cd_dot(c->motion, axis), exact = cd_dot(way, axis) / speed;
    bool known = fabs(speed) > 0x1p-44 * cd_length(c->motion) * cd_length(axis);
    return known && fabs(exact - t) * cd_length(c->motion) < 0x1p-30 * c->far ? exact : t;
}

// A short touch of sharp cores that is no deeper than rounding is one moment: that at which the
// plane which is passed faster is touched, and the other one to rounding. There they have all
// normals of the corner at which they touch, of which the motion may lead past by one.
// Without it: tests/collide/cast/approach_spec.lua "is not hit again"
static void join_ends(const cd_core_cast *c, cd_interval *i) {
    double in = -cd_dot(i->enter_normal, c->motion), out = cd_dot(i->exit_normal, c->motion);
    double lasts = i->exit - i->enter, way = fabs(i->enter) * cd_length(c->motion);
    if (lasts > 0x1p-42 * fabs(i->enter) || cd_min(in, out) * lasts > DBL_EPSILON * way)
        return;
    i->enter = i->exit = in > out ? i->enter : i->exit;
    i->has_points = false;
}

// Newton's method from both sides.
static bool newton_interval(const cd_core_cast *c, double last_asked, cd_interval *interval) {
    cd_first_touch first, last;
    bool found = cd_find_first_touch(c, c->motion, last_asked, &first);
    interval->starts_apart = first.least_gap > CD_CLEAR_GAP * c->far;
    if (!found) {
        first.time = first.is_late ? INFINITY : time_of_graze(c, &first);
        if (first.time == INFINITY)
            return false;
        first.has_point = false;
    }
    interval->enter = time_of_planes(c, first.normal, first.time);
    interval->exit = interval->enter; // a graze: one moment to rounding
    interval->enter_normal = first.normal;
    if (cd_find_first_touch(c, cd_negate(c->motion), INFINITY, &last)) {
        last.time = time_of_planes(c, last.normal, -last.time);
        interval->exit = cd_max(last.time, interval->enter);
        interval->starts_apart |= last.least_gap > CD_CLEAR_GAP * c->far;
        // The other core of a line was moved across it only, and to find the points of curved cores
        // takes more than the search for a gap.
        interval->has_points = are_polytopes(c) && first.has_point && last.has_point;
        interval->enter_point = on_surface(c, &first);
        interval->exit_point = on_surface(c, &last);
    }
    interval->exit_normal = last.normal;
    if (is_sharp(c))
        join_ends(c, interval);
    return true;
}

// *interval comes as `always`.
static bool find_interval(cd_core_cast *c, cd_times asked, cd_interval *interval) {
    if (c->a->kind == CD_CORE_HALFSPACE || c->b->kind == CD_CORE_HALFSPACE)
        return halfspace_interval(c, interval);
    double speed = cd_length(c->motion);
    bool lines = c->a->kind == CD_CORE_LINE && c->b->kind == CD_CORE_LINE;
    if (lines && !cd_parallel(c->a->direction, c->b->direction)) {
        if (CD_TRACES && c->a->dim == 2)
            cd_trace_formula("two lines that cross");
        if (c->a->dim == 2)
            return true;
        return crossing_lines_interval(c, interval);
    } else if (c->a->kind == CD_CORE_LINE) {
        c->motion = cd_slide(c->motion, c->a->direction);
    } else if (c->b->kind == CD_CORE_LINE) {
        c->motion = cd_slide(c->motion, c->b->direction);
    }
    if (cd_length(c->motion) <= 4 * DBL_EPSILON * speed) {
        cd_separation s = cd_separate_cores(c->a, c->b, (cd_vec){0, 0, 0});
        return s.distance <= c->radius;
    }
    cd_verdict sharp = is_sharp(c) ? sharp_interval(c, asked, interval) : CD_UNKNOWN;
    return sharp == CD_UNKNOWN ? newton_interval(c, asked.last, interval) : sharp == CD_MEETS;
}

bool cd_touch_interval_of_cores(const cd_core_pair *pair, cd_vec motion, cd_times asked,
                                cd_interval *interval) {
    assert(pair->a.dim == pair->b.dim && !cd_is_zero(motion));
    cd_core_cast c = {.a = &pair->a,
                      .b = &pair->b,
                      .radius = pair->radius_a + pair->radius_b,
                      .radius_b = pair->radius_b,
                      .far = pair->size + cd_max_abs(pair->origin),
                      .motion = motion};
    *interval = always;
    // Tangents pass by a touch by rounding, more so near a graze: what comes so little later than
    // asked for is looked for all the same, and has the time that it has whatever is asked for.
    const double late = 0x1p-20 * (fabs(asked.last) + c.far / cd_length(motion));
    const int from = CD_TRACES ? cd_trace_length() : 0;
    const bool found =
        find_interval(&c, (cd_times){asked.first - late, asked.last + late}, interval);
    if (CD_TRACES)
        cd_trace_shift(from, pair->origin);
    if (!found)
        return false;
    if (interval->has_points) {
        interval->enter_point = cd_core_pair_point(pair, interval->enter_point);
        interval->exit_point = cd_core_pair_point(pair, interval->exit_point);
    }
    return true;
}

bool cd_touch_interval_generic(const cd_shape *a, cd_vec motion, const cd_shape *b,
                               cd_interval *interval) {
    assert(!cd_is_set(a) && !cd_is_set(b));
    cd_core_pair pair;
    cd_core_pair_of(&pair, a, b);
    return cd_touch_interval_of_cores(&pair, motion, CD_ALWAYS, interval);
}

// ------------------------------------------------------------------------------------ closed forms

static cd_verdict sphere_interval(const cd_shape *a, cd_vec motion, const cd_shape *b,
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

// The touched point of b, on its faces that the normal leaves and in the middle of what both share
// along the other axes.
static inline cd_vec shared_point(const cd_box_gaps *g, cd_vec4 way, cd_vec4 n, double r) {
    cd_vec4 middle =
        0.5 * (cd_vec4_max(g->low_a + way, g->low_b) + cd_vec4_min(g->high_a + way, g->high_b));
    cd_vec4 p = cd_vec4_select(n > 0, g->high_b, cd_vec4_select(n < 0, g->low_b, middle));
    return cd_vec4_vec(p + r * n);
}

// The difference of two boxes that are not rotated is a box: the gaps between them are how far its
// faces are from the origin, rounded once, and the motion is a ray at it.
CD_HOT static cd_verdict aligned_boxes_interval(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                                cd_interval *i) {
    cd_box_gaps gaps;
    cd_ray_touch touch;
    const double r = a->radius + b->radius, fast = cd_max_abs(motion);
    cd_aligned_box_gaps(a, b, &gaps);
    if (fast < CD_SMALLEST || (r > 0 && r <= 0x1p-40 * gaps.size))
        return CD_UNKNOWN;
    cd_ray_slabs slabs = {.low = gaps.below, .high = -gaps.above, .v = cd_vec4_of(motion)};
    cd_ray_slabs_touch(&slabs, b->as.box.axes, false, b->dim, r, fast, gaps.size, &touch);
    double doubt = 4 * DBL_EPSILON * cd_max(fabs(touch.enter), fabs(touch.exit));
    i->starts_apart = touch.starts_apart;
    if (touch.enter - touch.exit > doubt || touch.exit == -INFINITY)
        return CD_MISSES;
    if (!(touch.exit - touch.enter > doubt))
        return CD_UNKNOWN;
    *i = (cd_interval){.enter = touch.enter,
                       .exit = touch.exit,
                       .enter_normal = cd_vec4_vec(touch.enter_normal),
                       .exit_normal = cd_vec4_vec(touch.exit_normal),
                       .starts_apart = touch.starts_apart,
                       .has_points = true};
    cd_vec4 v = slabs.v, in = touch.enter_normal, out = touch.exit_normal;
    i->enter_point = shared_point(&gaps, touch.enter * v, in, b->radius);
    i->exit_point = shared_point(&gaps, touch.exit * v, out, b->radius);
    double speed = cd_vec4_dot(in, v);
    bool clear = touch.starts_apart && speed * speed > 0x1p-18 * cd_vec4_length2(v);
    i->is_alone = r > 0 ? cd_has_clear_normal(i, motion, r, gaps.size) : clear;
    return CD_MEETS;
}

cd_verdict cd_touch_interval_closed(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                    cd_times asked, cd_interval *i) {
    *i = (cd_interval){.enter = 0};
    if (a->kind == CD_BOX && b->kind == CD_BOX && cd_are_aligned_boxes(a, b))
        return aligned_boxes_interval(a, motion, b, i);
    if ((cd_has_segment_core(a) && b->kind == CD_BOX) ||
        (cd_has_segment_core(b) && a->kind == CD_BOX))
        return cd_cast_capsule_box(a, motion, b, asked, i);
    return sphere_interval(a, motion, b, i);
}

bool cd_touch_interval(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_interval *i) {
    cd_core_pair pair;
    cd_verdict verdict = cd_touch_interval_closed(a, motion, b, CD_ALWAYS, i);
    if (verdict != CD_UNKNOWN)
        return verdict == CD_MEETS;
    cd_core_pair_of(&pair, a, b);
    verdict = cd_rounded_cast(&pair, motion, CD_ALWAYS, i);
    return verdict == CD_UNKNOWN ? cd_touch_interval_of_cores(&pair, motion, CD_ALWAYS, i)
                                 : verdict == CD_MEETS;
}
