// The face of the folder: the penetration depth with a curved core (depth_curved.c) and the points
// that realise it (curved_touch.c).
#ifndef COLLIDE_NARROW_CURVED_CURVED_H
#define COLLIDE_NARROW_CURVED_CURVED_H

#include "collide/narrow/gjk/gjk.h"
#include "collide/narrow/gjk/sat.h"

/// cd_sat_penetration where at least one core is curved and neither is a half-space.
cd_penetration cd_curved_penetration(const cd_core *a, const cd_core *b, cd_vec shift);

/// The nearest points of two cores of which at least one is curved, a moved by `shift`, where they
/// are apart by `gap` along a unit normal from b to a and just that is their distance: of the
/// result only the points and blends are valid. Returns false where that is not so to within
/// rounding, a length, or they lie on features of too many vertices.
bool cd_points_along_normal(const cd_core *a, const cd_core *b, cd_vec shift, cd_vec normal,
                            double rounding, cd_gap *gap);

/// The normals of a round side or of an edge form a circle: n . axis = sine, and the part across
/// the axis is `cosine` long, which of a flat cone is less than the rounding of its sine.
/// Without it: tests/collide/narrow/depth_curved_spec.lua "a cone that is nearly flat"
typedef struct {
    cd_vec axis;
    double sine, cosine;
} cd_normal_circle;

/// The outward normals of the side of a curved core.
cd_normal_circle cd_side_normals(const cd_core *core);

/// The normals across an edge; axis: along it, unit.
static inline cd_normal_circle cd_edge_normals(cd_vec axis) {
    return (cd_normal_circle){axis, 0, 1};
}

/// The same circle for outward normals of the other core, which point the other way.
static inline cd_normal_circle cd_seen_from_other(cd_normal_circle c) {
    c.sine = -c.sine;
    return c;
}

/// The normals that two circles have in common: nearly unit. Returns how many, 0 or 2; none where
/// the axes are parallel.
int cd_common_normals(const cd_normal_circle *c, const cd_normal_circle *d, cd_vec normals[2]);

#endif
