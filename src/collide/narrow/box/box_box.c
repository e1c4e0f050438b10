// Whether two boxes overlap, and how, or how far apart they are: a short reading of their
// separating axis test. No axis has a gap larger than the distance; so where the features along the
// widest one have a point in common, once they are moved together, its gap is the distance. Boxes
// that are nearest at corners are searched for these (box_box_apart.h).
#include "collide/narrow/box/box_box.h"

#include "collide/narrow/box/aligned_boxes.h"
#include "collide/narrow/box/box_box_apart.h"

#include <assert.h>

CD_HOT cd_verdict cd_separate_boxes(const cd_shape *a, const cd_shape *b, double margin,
                                    cd_separation *s) {
    assert(cd_are_boxes(a, b));
    if (s && cd_are_aligned_boxes(a, b) && cd_separate_aligned_boxes(a, b, s))
        return s->distance <= margin ? CD_MEETS : CD_MISSES;
    cd_box_pair x; // not to be zeroed as a whole: it is large
    cd_box_axis w = {.gap = 0};
    cd_box_features at;
    cd_box_pair_measure(&x, a, b);
    cd_verdict verdict = cd_box_pair_search(&x, margin, &w);
    if (verdict == CD_MISSES || !s)
        return verdict;
    if (verdict == CD_UNKNOWN && cd_box_pair_separate_apart(&x, s))
        return CD_MEETS;
    if (verdict == CD_UNKNOWN && !cd_box_pair_search_apart(&x, &w))
        return CD_UNKNOWN;
    return cd_box_pair_separation(&x, &w, &at, s) ? CD_MEETS : CD_UNKNOWN;
}

void cd_resolve_box_touch(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    assert(cd_are_boxes(a, b));
    cd_box_pair x;
    cd_box_axis w = {.gap = 0};
    cd_box_pair_measure(&x, a, b);
    if (cd_box_pair_search(&x, INFINITY, &w) != CD_MEETS || !w.exact)
        return;
    s->distance = w.gap - (a->radius + b->radius);
    s->normal = cd_vec4_vec(w.n * w.inverse + 0); // no -0
    s->point_a = cd_add_scaled(s->point_b, s->distance, s->normal);
}

// The verdict is as good as random to a branch predictor, so no branch depends on it.
CD_HOT cd_verdict cd_overlap_boxes(const cd_shape *a, const cd_shape *b) {
    assert(cd_are_boxes(a, b));
    cd_verdict aligned = cd_are_aligned_boxes(a, b) ? cd_overlap_aligned_boxes(a, b) : CD_UNKNOWN;
    if (aligned != CD_UNKNOWN)
        return aligned;
    cd_box_pair x;
    cd_box_pair_measure(&x, a, b);
    cd_box_pair_drop_faces_of_edges(&x);
    double gap = cd_box_pair_greatest_gap(&x);
    unsigned misses = gap > a->radius + b->radius + x.noise, meets = gap < -x.noise;
    cd_verdict verdict = misses * CD_MISSES + meets * CD_MEETS;
    return verdict != CD_UNKNOWN && cd_box_pair_in_range(&x) ? verdict
                                                             : cd_separate_boxes(a, b, 0, NULL);
}
