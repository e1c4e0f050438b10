// Traversals whose bound is the signed distance of two boxes: no parts within are nearer, nor
// deeper in each other. Rounding is added to their limit, not subtracted from the bounds: so these
// give the same order wherever the shapes are.
#include "collide/set/set_distance.h"
#include "collide/math/trace.h"
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/separate.h"

#include <assert.h>

#include <float.h>

// The distance of two points across a line, less the half diagonal of the box around one of them.
static double line_bound(cd_bounds box, const cd_shape *line) {
    cd_vec middle = cd_lerp(box.min, box.max, 0.5);
    cd_vec v = cd_cross(cd_sub(middle, line->as.line.point), line->as.line.direction);
    return cd_length(v) - cd_length(cd_sub(box.max, middle)) - line->radius;
}

static double unbounded_bound(const cd_shape *unbounded, cd_bounds box) {
    if (unbounded->kind == CD_LINE)
        return line_bound(box, unbounded);
    return cd_lowest_of_box(box, unbounded->as.plane.normal) - unbounded->as.plane.offset;
}

static double box_bound(cd_bounds a, cd_bounds b, int dim) {
    double x = cd_max(b.min.x - a.max.x, a.min.x - b.max.x);
    double y = cd_max(b.min.y - a.max.y, a.min.y - b.max.y);
    double z = dim == 3 ? cd_max(b.min.z - a.max.z, a.min.z - b.max.z) : -INFINITY;
    double most = cd_max(cd_max(x, y), z);
    if (!(most > 0)) // overlapping
        return most;
    x = cd_max(x, 0), y = cd_max(y, 0), z = cd_max(z, 0);
    return sqrt(x * x + y * y + z * z);
}

static double distance_bound(const cd_traversal *t, const cd_node_volume *a,
                             const cd_node_volume *b) {
    if (a->unbounded && b->unbounded)
        return -INFINITY;
    if (b->unbounded)
        return unbounded_bound(b->unbounded, a->box);
    if (!a->unbounded)
        return box_bound(a->box, b->box, t->a.shape->dim);
    cd_bounds back = {cd_sub(b->box.min, t->shift), cd_sub(b->box.max, t->shift)};
    return unbounded_bound(a->unbounded, back);
}

// Visits the pairs of parts, a moved by `shift`, whose boxes are no farther apart than `limit`.
static void traverse_within(const cd_shape *a, const cd_shape *b, cd_vec shift, double limit,
                            cd_part_pair_visitor *visit, void *context) {
    const double slack = cd_traversal_slack(a, b, shift);
    cd_traversal t = {.shift = shift,
                      .limit = limit + slack,
                      .slack = slack,
                      .bound = distance_bound,
                      .visit = visit,
                      .context = context};
    cd_traverse(&t, a, b);
}

// ----------------------------------------------------------------------------------------- nearest

typedef struct {
    cd_part_pair *pair;
    bool found;
    double limit, enough;
} nearest_search;

static void record_parts(cd_part a, cd_part b, double distance, bool verdict) {
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_PARTS,
                                  .part_a = cd_part_number(a),
                                  .part_b = cd_part_number(b),
                                  .distance = distance,
                                  .verdict = verdict});
}

static void visit_nearest(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                          cd_part part_b) {
    nearest_search *search = t->context;
    cd_trace *trace = cd_trace_pause();
    cd_separation s = cd_separate_convex(a, b);
    cd_trace_resume(trace);
    if (CD_TRACES)
        record_parts(part_a, part_b, s.distance, s.distance <= search->limit);
    if (s.distance > search->limit || (s.distance == search->limit && search->found))
        return;
    search->found = true;
    search->limit = s.distance;
    *search->pair = (cd_part_pair){part_a, part_b, s};
    t->limit = s.distance <= search->enough ? -INFINITY : s.distance + t->slack;
}

bool cd_set_nearest(const cd_shape *a, const cd_shape *b, cd_vec shift, double limit, double enough,
                    cd_part_pair *pair) {
    nearest_search search = {.pair = pair, .limit = limit, .enough = enough};
    traverse_within(a, b, shift, limit, visit_nearest, &search);
    return search.found;
}

bool cd_parts_within(const cd_shape *a, const cd_shape *b, double margin) {
    cd_separation s;
    if (cd_separate_closed(a, b, &s))
        return s.distance <= margin;
    cd_verdict verdict = cd_within_generic(a, b, margin);
    return verdict == CD_UNKNOWN ? cd_separate_convex(a, b).distance <= margin
                                 : verdict == CD_MEETS;
}

// -------------------------------------------------------------------------------------------- each

typedef struct {
    cd_pair_visitor *visit;
    void *context;
} pair_visit;

static void visit_each(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                       cd_part part_b) {
    pair_visit *each = t->context;
    (void)part_a, (void)part_b;
    if (!each->visit(each->context, a, b))
        t->limit = -INFINITY;
}

void cd_set_each_pair(const cd_shape *a, const cd_shape *b, double limit, cd_pair_visitor *visit,
                      void *context) {
    pair_visit each = {visit, context};
    traverse_within(a, b, (cd_vec){0, 0, 0}, limit, visit_each, &each);
}

void cd_set_each_part_pair(const cd_shape *a, const cd_shape *b, double limit,
                           cd_part_pair_visitor *visit, void *context) {
    traverse_within(a, b, (cd_vec){0, 0, 0}, limit, visit, context);
}

// Pairs without bounds may come after one that overlaps.
static void overlap_parts(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                          cd_part part_b) {
    bool *found = t->context;
    cd_trace *trace = cd_trace_pause();
    *found = *found || cd_overlap_convex(a, b);
    cd_trace_resume(trace);
    if (*found)
        t->limit = -INFINITY;
    if (CD_TRACES) {
        record_parts(part_a, part_b, 0, *found);
        if (*found)
            cd_overlap_convex(a, b);
    } else
        (void)part_a, (void)part_b;
}

bool cd_set_overlap(const cd_shape *a, const cd_shape *b) {
    bool found = false;
    cd_set_each_part_pair(a, b, 0, overlap_parts, &found);
    return found;
}

bool cd_are_surfaces(const cd_shape *a, const cd_shape *b) {
    return cd_is_set(a) && a->as.set.core->has_surface && cd_is_set(b) &&
           b->as.set.core->has_surface;
}
