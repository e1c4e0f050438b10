// The nearest points of two cores from the features on which they lie (nearest_features.c).
#ifndef COLLIDE_NARROW_GJK_NEAREST_FEATURES_H
#define COLLIDE_NARROW_GJK_NEAREST_FEATURES_H

#include "collide/narrow/gjk/gjk.h"

/// Up to three support points of a - b: their parts of a and b, as seen from the offset of each
/// core, and the vertices of these that are not curved.
typedef struct cd_support_simplex {
    int count, a[3], b[3];
    cd_vec p[3], q[3];
} cd_support_simplex;

/// Whether cd_nearest_on_features can be of use: at least one core is curved, and neither is a
/// line.
static inline bool cd_may_have_features(const cd_core *a, const cd_core *b) {
    bool curved = a->kind == CD_CORE_CURVED || b->kind == CD_CORE_CURVED;
    bool bounded = a->kind != CD_CORE_LINE && b->kind != CD_CORE_LINE;
    return curved && bounded;
}

/// Finds the nearest points of two such cores that are apart, a moved by `shift`, where they lie on
/// the features that a simplex is made of: vertices, edges, faces, rims, sides and caps. v: nearly
/// from the nearest point of b to that of a, of any length. Of `gap`, `size` is that of the
/// coordinates so far. Returns false where that is not so, or not known to rounding: the gap is as
/// before then.
bool cd_nearest_on_features(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec v,
                            const cd_support_simplex *simplex, cd_gap *gap);

#endif
