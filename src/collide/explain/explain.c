// The queries once more, in a build that records their steps (math/trace.h): this file is compiled
// with CD_TRACED, so what it calls is that build. The explanation is read from the result: which
// features touch, and what would change it.
#include "collide/explain.h"
#include "collide/math/trace.h"
#include "collide/narrow/closed_steps.h"
#include "collide/narrow/separate.h"
#include "collide/set/set_distance.h"
#include "collide/shape/core.h"

#include <string.h>

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

// ------------------------------------------------------------------------------------------ steps

// Returns where steps were recorded before: a filter of move_and_slide may ask, too.
static cd_trace *begin(cd_explanation *e) {
    e->path = "closed form";
    e->margin = INFINITY;
    e->a = e->b = (cd_feature){.kind = "vertex", .next = INFINITY};
    e->trace.count = e->trace.omitted = 0;
    return cd_trace_to(&e->trace);
}

static void put_result(cd_trace_step result) {
    result.kind = CD_STEP_RESULT;
    cd_trace_put(&result);
    cd_trace_to(NULL); // what the explanation itself asks is no step
}

// Ends the recording with the result. A query that recorded nothing was decided by a closed form
// or, of sets, by the boxes around them.
static void end(cd_explanation *e, const cd_shape *a, const cd_shape *b, bool is_cast,
                cd_trace_step result) {
    if (e->trace.count == 0 && (cd_is_set(a) || cd_is_set(b)))
        cd_trace_formula("the boxes around both");
    else if (e->trace.count == 0 && is_cast)
        cd_trace_closed_cast(a, b, NULL);
    else if (e->trace.count == 0)
        cd_trace_closed(a, b, NULL);
    put_result(result);
}

static const char *path_of_step(const cd_trace_step *s) {
    switch (s->kind) {
    case CD_STEP_SIMPLEX:
    case CD_STEP_FEATURES:
        return "gjk";
    case CD_STEP_FACE:
        return "epa";
    case CD_STEP_AXIS:
        return "axes";
    case CD_STEP_NEWTON:
        return "newton";
    case CD_STEP_BISECTION:
        return "bisection";
    case CD_STEP_PORTAL:
        return "portal";
    case CD_STEP_SWEPT_AXIS:
        return "swept axes";
    case CD_STEP_ADVANCE:
        return "advancement";
    case CD_STEP_SLIDE:
        return "slide";
    case CD_STEP_FORMULA:
        return "closed form";
    case CD_STEP_TRANSLATION:
        return s->name; // of the depth of a set the parts that are left last decide
    default:
        return NULL;
    }
}

// The method that decided: of a cast the one that found the time, else the last but for GJK, which
// finds the points of an overlap.
static const char *path_of(const cd_trace *trace, bool is_cast) {
    const char *path = NULL;
    cd_step_kind best = CD_STEP_RESULT;
    for (int i = 0; i < trace->count; i++) {
        const cd_trace_step *s = &trace->steps[i];
        const char *here = path_of_step(s);
        if (s->kind == CD_STEP_PARTS) // what comes after shows the parts that decide
            path = NULL;
        if (!here || (is_cast && path && s->kind <= CD_STEP_SEPARATION) ||
            (is_cast && s->kind == CD_STEP_TRANSLATION))
            continue;
        if (!is_cast && path && s->kind <= CD_STEP_FEATURES &&
            (best == CD_STEP_FACE || best == CD_STEP_AXIS) && s->kind != CD_STEP_FORMULA)
            continue;
        path = here;
        best = s->kind;
    }
    return path ? path : "closed form";
}

static const char *path_of_pair(const cd_shape *a, const cd_shape *b) {
    const bool plane = a->kind == CD_PLANE || b->kind == CD_PLANE;
    if (plane)
        return "half-space";
    return a->kind == CD_LINE && b->kind == CD_LINE ? "lines" : "closed form";
}

// The runner-up of a closed form without axes is the next feature.
static void find_runner_up(cd_explanation *e) {
    for (int i = 0; i < e->trace.count; i++) {
        cd_trace_step *s = &e->trace.steps[i];
        if (s->kind == CD_STEP_FORMULA && s->runner_up == INFINITY)
            s->runner_up = cd_min(e->a.next, e->b.next);
    }
}

static void explain_features(const cd_shape *a, const cd_shape *b, cd_vec n, cd_explanation *e) {
    cd_shape part_a, part_b;
    find_deciding_parts(a, b, &part_a, &part_b);
    find_feature(&part_a, cd_negate(n), &e->a);
    find_feature(&part_b, n, &e->b);
    if (strcmp(e->path, "closed form") == 0)
        e->path = path_of_pair(&part_a, &part_b);
    find_runner_up(e);
}

static cd_trace_step step_of(const char *name, bool verdict, const cd_separation *s) {
    return (cd_trace_step){.name = name,
                           .verdict = verdict,
                           .distance = s->distance,
                           .normal = s->normal,
                           .point_a = s->point_a,
                           .point_b = s->point_b};
}

// Ends the explanation of a query about a distance, whose answer changes at `margin`. known: the
// separation, if the query has found it.
static void explain_separation(const cd_shape *a, const cd_shape *b, const cd_separation *known,
                               double margin, cd_explanation *e, cd_trace *outer) {
    const cd_separation s = known ? *known : cd_separate(a, b);
    e->margin = fabs(isfinite(margin) ? s.distance - margin : s.distance);
    e->path = path_of(&e->trace, false);
    explain_features(a, b, s.normal, e);
    cd_trace_to(outer);
}

// ------------------------------------------------------------------------------------- separations

bool cd_explain_overlap(const cd_shape *a, const cd_shape *b, cd_explanation *e) {
    cd_trace *outer = begin(e);
    const bool overlaps = cd_overlap(a, b);
    end(e, a, b, false, (cd_trace_step){.name = "overlap", .verdict = overlaps});
    explain_separation(a, b, NULL, 0, e, outer);
    return overlaps;
}

double cd_explain_distance(const cd_shape *a, const cd_shape *b, cd_explanation *e) {
    cd_trace *outer = begin(e);
    const double distance = cd_distance(a, b);
    end(e, a, b, false, (cd_trace_step){.name = "distance", .verdict = true, .distance = distance});
    explain_separation(a, b, NULL, 0, e, outer);
    return distance;
}

cd_separation cd_explain_separation(const cd_shape *a, const cd_shape *b, cd_explanation *e) {
    cd_trace *outer = begin(e);
    const cd_separation s = cd_separate(a, b);
    end(e, a, b, false, step_of("closest", true, &s));
    explain_separation(a, b, &s, 0, e, outer);
    return s;
}

bool cd_explain_contact(const cd_shape *a, const cd_shape *b, double margin, cd_separation *contact,
                        cd_explanation *e) {
    cd_trace *outer = begin(e);
    const bool found = cd_contact(a, b, margin, contact);
    end(e, a, b, false,
        found ? step_of("contact", true, contact) : (cd_trace_step){.name = "contact"});
    explain_separation(a, b, found ? contact : NULL, margin, e, outer);
    return found;
}

bool cd_explain_manifold(const cd_shape *a, const cd_shape *b, double margin,
                         cd_contact_points *manifold, cd_explanation *e) {
    cd_trace *outer = begin(e);
    const bool found = cd_manifold(a, b, margin, manifold);
    cd_trace_step result = {.name = "manifold"};
    if (found) {
        result = step_of("manifold", true, &manifold->contact);
        result.count = manifold->count;
    }
    end(e, a, b, false, result);
    explain_separation(a, b, found ? &manifold->contact : NULL, margin, e, outer);
    return found;
}

bool cd_explain_contains(const cd_shape *shape, cd_vec point, cd_explanation *e) {
    const cd_shape p = cd_point(shape->dim, point);
    cd_trace *outer = begin(e);
    const bool contains = cd_contains(shape, point);
    end(e, &p, shape, false, (cd_trace_step){.name = "contains", .verdict = contains});
    explain_separation(&p, shape, NULL, 0, e, outer);
    return contains;
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

// Margin and features of a cast; hit: NULL where there is none.
static void explain_cast(const cd_shape *a, cd_vec motion, const cd_shape *b, const cd_hit *hit,
                         cd_explanation *e) {
    relative_motion whole = {a, b, motion};
    bool ends = hit && isfinite(hit->enter) && isfinite(hit->exit);
    double nearest = ends                 ? closest_time(&whole, hit->enter, hit->exit)
                     : cd_is_zero(motion) ? 0
                                          : closest_time(&whole, 0, 1);
    if (isfinite(nearest)) {
        cd_shape there = moved_to(&whole, nearest);
        e->margin = fabs(cd_distance(&there, b));
    }
    e->path = cd_is_zero(motion) ? "still" : path_of(&e->trace, true);
    cd_shape moved = moved_to(&whole, hit ? hit->t : isfinite(nearest) ? nearest : 0);
    explain_features(&moved, b, hit ? hit->normal : cd_separate(&moved, b).normal, e);
}

static cd_trace_step step_of_hit(const char *name, bool hits, const cd_hit *hit) {
    if (!hits)
        return (cd_trace_step){.name = name};
    return (cd_trace_step){.name = name,
                           .verdict = true,
                           .t = hit->t,
                           .normal = hit->normal,
                           .point_b = hit->point,
                           .enter = hit->enter,
                           .exit = hit->exit};
}

bool cd_explain_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                        cd_hit *hit, cd_explanation *e) {
    const cd_shape point = cd_point(shape->dim, origin);
    cd_trace *outer = begin(e);
    const bool hits = cd_raycast(origin, direction, shape, tmax, hit);
    end(e, &point, shape, true, step_of_hit("raycast", hits, hit));
    explain_cast(&point, direction, shape, hits ? hit : NULL, e);
    cd_trace_to(outer);
    return hits;
}

bool cd_explain_occluded(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax,
                         cd_explanation *e) {
    const cd_shape point = cd_point(shape->dim, origin);
    cd_trace *outer = begin(e);
    const bool occluded = cd_occluded(origin, direction, shape, tmax);
    end(e, &point, shape, true, (cd_trace_step){.name = "occluded", .verdict = occluded});
    cd_hit hit;
    const bool hits = cd_raycast(origin, direction, shape, tmax, &hit);
    explain_cast(&point, direction, shape, hits ? &hit : NULL, e);
    cd_trace_to(outer);
    return occluded;
}

bool cd_explain_shapecast(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b,
                          cd_hit *hit, cd_explanation *e) {
    cd_trace *outer = begin(e);
    const bool hits = cd_shapecast(a, motion, b, motion_b, hit);
    end(e, a, b, true, step_of_hit("shapecast", hits, hit));
    explain_cast(a, cd_sub(motion, motion_b), b, hits ? hit : NULL, e);
    cd_trace_to(outer);
    return hits;
}

void cd_explain_raycast_all(const cd_shape *const *shapes, cd_vec origin, cd_vec direction,
                            double tmax, const cd_batch_hit *hits, int count, cd_explanation *e) {
    cd_trace *outer = begin(e);
    for (int i = 0; i < count; i++) {
        cd_hit hit;
        cd_trace_put(&(cd_trace_step){.kind = CD_STEP_PARTS,
                                      .part_a = -1,
                                      .part_b = hits[i].index,
                                      .t = hits[i].hit.t,
                                      .verdict = true});
        cd_raycast(origin, direction, shapes[hits[i].index], tmax, &hit);
    }
    if (count == 0)
        cd_trace_formula("the boxes around all shapes");
    cd_trace_step result = step_of_hit("raycast_all", count > 0, &hits[0].hit);
    result.count = count;
    put_result(result);
    e->path = path_of(&e->trace, true);
    if (count > 0) {
        const cd_shape point = cd_point(shapes[hits[0].index]->dim, origin);
        explain_cast(&point, direction, shapes[hits[0].index], &hits[0].hit, e);
    }
    cd_trace_to(outer);
}

bool cd_explain_time_of_impact(const cd_shape *a, const cd_path *path_a, const cd_shape *b,
                               const cd_path *path_b, void *memory, cd_hit *hit,
                               cd_explanation *e) {
    cd_trace *outer = begin(e);
    const bool hits = cd_time_of_impact(a, path_a, b, path_b, memory, hit);
    end(e, a, b, true, step_of_hit("time_of_impact", hits, hit));
    e->path = path_of(&e->trace, true);
    const cd_trace_step *last = NULL;
    for (int i = 0; i < e->trace.count; i++)
        if (e->trace.steps[i].kind == CD_STEP_ADVANCE)
            last = &e->trace.steps[i];
    if (last == NULL) // nothing turns, or they overlap at the start
        explain_cast(a, cd_sub(path_a->motion, path_b->motion), b, hits ? hit : NULL, e);
    else if (!hits)
        e->margin = last->distance;
    cd_trace_to(outer);
    return hits;
}

cd_character_move cd_explain_move_and_slide(cd_shape *shape, cd_vec motion,
                                            const cd_obstacles *obstacles,
                                            const cd_character_options *options,
                                            cd_character_hit *hits, cd_explanation *e) {
    cd_trace *outer = begin(e);
    const cd_character_move move = cd_move_and_slide(shape, motion, obstacles, options, hits);
    cd_trace_step result = {.name = "move_and_slide",
                            .verdict = move.has_ground,
                            .count = move.hit_count,
                            .nearest = move.moved,
                            .distance = cd_length(move.moved)};
    if (e->trace.count == 0)
        cd_trace_formula("nothing moves");
    if (move.has_ground) {
        result.normal = move.ground.hit.normal;
        result.point_b = move.ground.hit.point;
    }
    put_result(result);
    e->path = path_of(&e->trace, true);
    cd_trace_to(outer);
    return move;
}
