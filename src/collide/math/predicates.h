// Exact orientation predicates: the true sign for any doubles, except where triple products
// underflow (those of multiples of 2^-300 do not). A floating-point filter decides nearly
// always; otherwise expansions carry the determinant exactly (Shewchuk 1997).
#ifndef COLLIDE_MATH_PREDICATES_H
#define COLLIDE_MATH_PREDICATES_H

#include "collide/vec.h"

/// The sign of (b - a) x (c - a) in the XY plane: 1 where a, b, c turn counter-clockwise.
int cd_orient2(cd_vec a, cd_vec b, cd_vec c);

/// The sign of (b - a) x (c - a) . (d - a): 1 where d lies on the side to which the normal of the
/// counter-clockwise triangle a, b, c points.
int cd_orient3(cd_vec a, cd_vec b, cd_vec c, cd_vec d);

/// The sign of the volume that a closed surface encloses, the sum of a x b . c over its triangles:
/// 1 where most of it is enclosed by triangles that run counter-clockwise as seen from outside.
int cd_volume_sign(const cd_vec *vertices, const int (*triangles)[3], int count);

/// The coordinates in x and y that are left of p without that of an axis, in the order that keeps
/// the sense of turning as it is seen from the axis' positive end.
static inline cd_vec cd_projected_along(cd_vec p, int axis) {
    return axis == 0   ? (cd_vec){p.y, p.z, 0}
           : axis == 1 ? (cd_vec){p.z, p.x, 0}
                       : (cd_vec){p.x, p.y, 0};
}

#endif
