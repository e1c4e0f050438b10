// The queries once more, with a trace where they iterate. The result is that of the query itself;
// the explanation is read from it: which features touch, and what would change the result.
#include "collide/explain.h"
#include "collide/cast/time_of_impact.h"
#include "collide/narrow/box/box_box.h"
#include "collide/narrow/gjk/gjk.h"
#include "collide/narrow/planar/polygon_polygon.h"
#include "collide/narrow/separate.h"
#include "collide/set/set_distance.h"
#include "collide/shape/core.h"

// Vertices belong to one feature where their heights along the normal differ by less than this part
// of the coordinates: some thousand rounding errors.
static const double same_height = 1e-12;

static const char *feature_kind(const cd_core *core, int count) {
    if (core->kind == CD_CORE_LINE)
        return "line";
    if (core->kind == CD_CORE_HALFSPACE)
        return "half-space";
    return count == 1 ? "vertex" : count == 2 ? "edge" : "face";
}

static void find_feature(const cd_shape *shape, cd_vec n, cd_feature *feature) {
    cd_core core;
    cd_core_of(&core, shape);
    *feature = (cd_feature){.next = INFINITY};
    cd_vec corners[CD_CURVED_SUPPORT_POINTS];
    bool curved = core.kind == CD_CORE_CURVED;
    int vertex, corner_count = curved ? cd_curved_support_points(&core, n, same_height, corners)
                                      : core.vertex_count;
    cd_vec highest = cd_core_support_point(&core, n, &vertex);
    double clear = same_height * cd_core_size(shape);
    int count = 0;
    for (int i = 0; i < corner_count; i++) {
        cd_vec v = curved ? corners[i] : cd_core_vertex(&core, i);
        double below = cd_dot(cd_sub(highest, v), n);
        if (below > clear)
            feature->next = cd_min(feature->next, below);
        else if (count++ < CD_FEATURE_POINTS)
            feature->points[feature->count++] = v;
    }
    feature->kind = feature_kind(&core, count);
}

// The parts of two shapes that decide a query: of sets, the nearest or deepest ones.
static void find_deciding_parts(const cd_shape *a, const cd_shape *b, cd_shape *part_a,
                                cd_shape *part_b) {
    cd_part_pair pair;
    bool found = (cd_is_set(a) || cd_is_set(b)) &&
                 cd_set_nearest(a, b, (cd_vec){0, 0, 0}, INFINITY, -INFINITY, &pair);
    *part_a = found ? cd_set_part_at(a, pair.a) : cd_shape_part(a, 0);
    *part_b = found ? cd_set_part_at(b, pair.b) : cd_shape_part(b, 0);
}

// Polygons in the plane and boxes that are apart have closed forms, too; the general method finds
// the same and shows how.
static bool is_shown_closed(const cd_shape *a, const cd_shape *b) {
    cd_separation closed;
    bool boxes = cd_are_boxes(a, b), found = cd_separate_by_closed_form(a, b, &closed);
    return found && !cd_are_polygons(a, b) &&
           !(boxes && closed.distance + a->radius + b->radius > 0);
}

static const char *trace_separation(const cd_shape *a, const cd_shape *b, cd_trace *trace) {
    if (is_shown_closed(a, b))
        return "closed form";
    cd_core core_a, core_b;
    cd_core_of(&core_a, a);
    cd_core_of(&core_b, b);
    if (core_a.kind == CD_CORE_HALFSPACE || core_b.kind == CD_CORE_HALFSPACE)
        return "half-space";
    if (core_a.kind == CD_CORE_LINE && core_b.kind == CD_CORE_LINE &&
        !cd_parallel(core_a.direction, core_b.direction))
        return "lines";
    cd_gap gap = cd_gjk_traced(&core_a, &core_b, (cd_vec){0, 0, 0}, trace);
    double cores = cd_separate_generic(a, b).distance + a->radius + b->radius;
    return gap.apart && cores > 0 ? "gjk" : "axes";
}

cd_separation cd_explain_separation(const cd_shape *a, const cd_shape *b, cd_explanation *e) {
    cd_separation s = cd_separate(a, b);
    cd_shape part_a, part_b;
    find_deciding_parts(a, b, &part_a, &part_b);
    *e = (cd_explanation){.margin = fabs(s.distance)};
    e->path = trace_separation(&part_a, &part_b, &e->trace);
    find_feature(&part_a, cd_negate(s.normal), &e->a);
    find_feature(&part_b, s.normal, &e->b);
    return s;
}

// ------------------------------------------------------------------------------------------- casts

typedef struct {
    const cd_shape *a, *b;
    cd_vec motion; ///< of a, relative to b
} relative_motion;

static cd_shape moved_to(const relative_motion *p, double t) {
    cd_shape moved = *p->a;
    cd_shape_move(&moved, cd_scale(p->motion, t));
    return moved;
}

// The signed distance at time t; of sets that of the nearest or deepest parts.
static double distance_at(const relative_motion *p, double t) {
    cd_shape moved = moved_to(p, t);
    cd_part_pair pair;
    if (!cd_is_set(p->a) && !cd_is_set(p->b))
        return cd_separate_convex(&moved, p->b).distance;
    bool some = cd_set_nearest(&moved, p->b, (cd_vec){0, 0, 0}, INFINITY, -INFINITY, &pair);
    return some ? pair.separation.distance : INFINITY;
}

// By how often a bracket is doubled: beyond, the distance falls for ever.
enum { DOUBLINGS = 64 };

// Widens a bracket until the distance rises on both sides; false where it falls without end, as
// that from a half-space does.
static bool bracket_least(const relative_motion *p, double *low, double *high) {
    double step = *high - *low;
    int i = 0;
    for (; i < DOUBLINGS && distance_at(p, *low - step) < distance_at(p, *low); i++, step *= 2)
        *low -= step;
    if (i == DOUBLINGS)
        return false;
    step = *high - *low;
    for (i = 0; i < DOUBLINGS && distance_at(p, *high + step) < distance_at(p, *high); i++)
        *high += step, step *= 2;
    *low -= step;
    *high += step;
    return i < DOUBLINGS;
}

// The time of the least distance on the whole line of motion, infinite where there is none; the
// distance of convex shapes is convex in t. Narrows the bracket by golden section search (Kiefer
// 1953).
static double closest_time(const relative_motion *p, double low, double high) {
    const double section = 0.61803398874989485;
    if (!bracket_least(p, &low, &high))
        return INFINITY;
    double s = high - section * (high - low), t = low + section * (high - low);
    double at_s = distance_at(p, s), at_t = distance_at(p, t);
    for (int i = 0; i < 100 && s < t; i++) {
        if (at_s <= at_t) {
            high = t;
            t = s;
            at_t = at_s;
            s = high - section * (high - low);
            at_s = distance_at(p, s);
        } else {
            low = s;
            s = t;
            at_s = at_t;
            t = low + section * (high - low);
            at_t = distance_at(p, t);
        }
    }
    return at_s <= at_t ? s : t;
}

static const char *trace_cast(const relative_motion *p, cd_trace *trace) {
    if (cd_is_zero(p->motion))
        return "still";
    cd_interval interval;
    if (cd_touch_interval_closed(p->a, p->motion, p->b, CD_ALWAYS, &interval) != CD_UNKNOWN)
        return "closed form";
    if (p->a->kind == CD_PLANE || p->b->kind == CD_PLANE)
        return "half-space";
    cd_touch_interval_generic(p->a, p->motion, p->b, &interval, trace);
    return trace->count > 0 ? "newton" : "axes";
}

static void explain_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, const cd_hit *hit,
                         cd_explanation *e) {
    relative_motion whole = {a, b, motion};
    bool ends = hit && isfinite(hit->enter) && isfinite(hit->exit);
    double nearest = ends                 ? closest_time(&whole, hit->enter, hit->exit)
                     : cd_is_zero(motion) ? 0
                                          : closest_time(&whole, 0, 1);
    *e = (cd_explanation){.margin = INFINITY};
    if (isfinite(nearest)) {
        cd_shape there = moved_to(&whole, nearest);
        e->margin = fabs(cd_distance(&there, b));
    }
    double t = hit ? hit->t : isfinite(nearest) ? nearest : 0;
    cd_shape moved = moved_to(&whole, t), part_a, part_b;
    find_deciding_parts(&moved, b, &part_a, &part_b);
    cd_vec n = hit ? hit->normal : cd_separate(&moved, b).normal;
    find_feature(&part_a, cd_negate(n), &e->a);
    find_feature(&part_b, n, &e->b);
    cd_shape_move(&part_a, cd_scale(motion, -t));
    relative_motion parts = {&part_a, &part_b, motion};
    e->path = trace_cast(&parts, &e->trace);
}

bool cd_explain_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                        cd_hit *hit, cd_explanation *e) {
    cd_shape point = cd_point(shape->dim, origin);
    bool hits = cd_raycast(origin, direction, shape, tmax, hit);
    explain_cast(&point, direction, shape, hits ? hit : NULL, e);
    return hits;
}

bool cd_explain_shapecast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          cd_hit *hit, cd_explanation *e) {
    bool hits = cd_shapecast(a, motion, b, motion_b, hit);
    explain_cast(a, cd_sub(motion, motion_b), b, hits ? hit : NULL, e);
    return hits;
}
