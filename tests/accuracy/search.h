// What a search for the nearest points knows, and its slabs.
#ifndef ACCURACY_SEARCH_H
#define ACCURACY_SEARCH_H

#include "nearest.h"

#include <float.h>

typedef struct feature {
    int count;
    int index[3];
} feature;

typedef struct {
    const body *a, *b;
    double size;
    cd_vec at_a[MOST_VERTICES], at_b[MOST_VERTICES];
    double along_a[MOST_VERTICES], along_b[MOST_VERTICES]; // on the direction of the best
    quad best2;
    double best, margin;
    qvec difference;
    nearest *result;
} search;

typedef struct {
    double a_low, a_high, b_low, b_high;
} extents;

static inline void project(int count, const cd_vec *at, cd_vec n, double *along, double *low,
                           double *high) {
    *low = DBL_MAX;
    *high = -DBL_MAX;
    for (int i = 0; i < count; i++) {
        along[i] = cd_dot(at[i], n);
        *low = smaller(*low, along[i]);
        *high = larger(*high, along[i]);
    }
}

/// Where both lie along a direction, and each of their vertices.
static inline extents look_along(search *s, cd_vec direction) {
    extents e;
    double length = cd_length(direction);
    cd_vec n = cd_scale(direction, length > 0 ? 1 / length : 0);
    project(s->a->vertex_count, s->at_a, n, s->along_a, &e.a_low, &e.a_high);
    project(s->b->vertex_count, s->at_b, n, s->along_b, &e.b_low, &e.b_high);
    return e;
}

/// slab_width of a unit n.
quad exact_width(search *s, qvec n);

/// The widest slab over all face normals, pairs of edges, and in the plane edges; false where there
/// is none.
bool widest_slab(search *s, quad *width, qvec *normal);

#endif
