// A cheap test that leaves most triangles of a mesh out.
#ifndef COLLIDE_CAST_OFF_PLANE_H
#define COLLIDE_CAST_OFF_PLANE_H

#include "collide/collide.h"

/// Whether a convex shape stays farther than `margin` from the plane of a triangle in space, with its
/// rounding radius, on all of its way along `motion`. False for any other b.
static inline bool cd_stays_off_plane(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                      double margin) {
    if (b->kind != CD_TRIANGLE || b->dim != 3 || cd_is_unbounded(a))
        return false;
    const cd_vec *v = b->as.triangle.v;
    cd_vec n = cd_normalized(cd_cross(cd_sub(v[1], v[0]), cd_sub(v[2], v[0])), (cd_vec){0, 0, 0});
    if (cd_dot(cd_sub(cd_shape_middle(a), v[0]), n) < 0)
        n = cd_negate(n);
    const double gap = cd_dot(cd_sub(cd_support(a, cd_negate(n)), v[0]), n) - b->radius;
    return gap + cd_min(cd_dot(motion, n), 0) > margin;
}

#endif
