// The normals that are perpendicular to two rims (rim_normals.c).
#ifndef COLLIDE_NARROW_CURVED_RIM_NORMALS_H
#define COLLIDE_NARROW_CURVED_RIM_NORMALS_H

#include "collide/narrow/curved/valleys.h"
#include "collide/vec.h"

/// The rim of a disc: a circle of this radius, > 0, around its centre, in the plane across its unit
/// axis. Its solid is supported there along normals n with n . axis >= -below alone.
typedef struct {
    cd_vec center, axis;
    double radius, below;
} cd_rim;

enum { CD_RIM_NORMALS_MAX = CD_VALLEYS_MAX };

/// The directions of the lines that are perpendicular to two rims where these are locally nearest
/// to each other, but for those where they are farther apart than `most`. They are of any length
/// and sign, 0 where the rims meet at a tangent. most <= 0: there is no such limit. The rims' axes
/// are not parallel; `small` has no larger radius than `large`, `between` leads from the centre of
/// the small one to that of the large one. Returns their number.
int cd_rim_normals(const cd_rim *small, const cd_rim *large, cd_vec between, double most,
                   cd_vec normals[CD_RIM_NORMALS_MAX]);

#endif
