// Bodies of no thickness: points, segments, triangles, flat boxes and hulls, meshes. Two of them
// that touch have a distance of 0 on both sides, and rounding would choose between these. So each
// has a margin against others that are thin, far thinner than anyone sees: they meet where their
// margins do, and while they touch, the gap between them tells on which side they are.
#ifndef COLLIDE_WORLD_THIN_H
#define COLLIDE_WORLD_THIN_H

#include "collide/world/body.h"
#include "collide/world/first_hit.h"

/// Whether a valid shape is thinner than its margin somewhere.
bool cd_shape_is_thin(const cd_shape *shape);

/// Recomputes whether a body is thin, after its shape has changed otherwise than by moving.
void cd_body_update_thin(cd_world *world, int index);

/// Whether the bodies at two indices meet with their margins.
static inline bool cd_are_thin(const cd_world *w, int a, int b) {
    return (cd_traits(w)[a] & cd_traits(w)[b] & CD_TRAIT_THIN) != 0;
}

/// The thickness of the margin of a thin body: 2^-38 of its bounding sphere's radius, and 2^-43 of
/// its coordinates and of its way in a step. Both faces of two margins are then four times farther
/// apart than what counts as touching to within rounding (cd_union_tolerance).
double cd_thin_margin(const cd_world *world, int index);

/// The shape of the body at an index, which may have moved, with its margin.
void cd_add_margin(const cd_world *world, int index, cd_shape *shape);

/// Gives the shapes of two bodies their margins, if both are thin.
static inline void cd_add_margins(const cd_world *w, int a, cd_shape *shape_a, int b,
                                  cd_shape *shape_b) {
    if (!cd_are_thin(w, a, b))
        return;
    cd_add_margin(w, a, shape_a);
    cd_add_margin(w, b, shape_b);
}

/// Gaps and depths of two bodies up to this are touches: a fourth of the margins of two that are
/// thin, else cd_touch_tolerance(reach).
static inline double cd_pair_tolerance(const cd_world *w, int a, int b, double reach) {
    return cd_are_thin(w, a, b) ? (cd_thin_margin(w, a) + cd_thin_margin(w, b)) / 4
                                : cd_touch_tolerance(reach);
}

#endif
