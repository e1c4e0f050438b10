// Traversals of the pairs of parts within a distance. Rounding is added to their limit, not
// subtracted from the bounds: so these give the same order wherever the shapes are.
#include "collide/set/set_distance.h"
#include "collide/math/trace.h"
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/separate.h"

#include <assert.h>

#include <float.h>

// Visits the pairs of parts, a moved by `shift`, whose boxes are no farther apart than `limit`.
static void traverse_within(const cd_shape *a, const cd_shape *b, cd_vec shift, double limit,
                            cd_part_pair_visitor *visit, void *context) {
    const double slack = cd_traversal_slack(a, b, shift);
    cd_traversal t = {
        .shift = shift, .limit = limit + slack, .slack = slack, .visit = visit, .context = context};
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

static void overlap_parts(cd_traversal *t, const cd_shape *a, const cd_shape *b, cd_part part_a,
                          cd_part part_b) {
    bool *found = t->context;
    cd_trace *trace = cd_trace_pause();
    *found = cd_overlap_convex(a, b);
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
