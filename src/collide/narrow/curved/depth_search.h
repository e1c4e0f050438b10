// A search for the least depth among candidates of normals (depth_search.c).
#ifndef COLLIDE_NARROW_CURVED_DEPTH_SEARCH_H
#define COLLIDE_NARROW_CURVED_DEPTH_SEARCH_H

#include "collide/narrow/gjk/sat.h"

/// How far a box or a curved core reaches: its middle, and from there half of each edge, or half of
/// the axis with the radius at either end. Of other cores the heights need a search of vertices:
/// these are not `known`.
typedef struct cd_core_halves {
    bool known;
    int count;
    cd_vec middle, half[3], axis;
    double rim[2];
} cd_core_halves;

/// The depth of a, moved by `shift`, in b, as far as it is known: where `found`, `best`.
typedef struct cd_depth_search {
    const cd_core *a, *b;
    cd_vec shift, between; // between the middles of a and b
    cd_core_halves of_a, of_b;
    double rounding; // of depths
    bool found;
    cd_penetration best;
} cd_depth_search;

/// Whether a core has the directions of three edges and faces alone.
static inline bool cd_is_box_core(const cd_core *core) {
    return !core->polytope && core->face_count == 3;
}

cd_depth_search cd_depth_search_of(const cd_core *a, const cd_core *b, cd_vec shift);

/// Whether the depth may be less than the best so far where a feature allows for this one.
static inline bool cd_may_be_less(const cd_depth_search *s, double depth) {
    return !s->found || depth < s->best.depth;
}

/// Keeps the depth along a normal, nearly unit, if it is less than the best so far.
void cd_try_normal(cd_depth_search *s, cd_vec n);

/// The same for an axis of any length, in both directions; none where it is zero.
void cd_try_axis(cd_depth_search *s, cd_vec axis);

#endif
