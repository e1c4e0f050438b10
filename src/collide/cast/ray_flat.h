// A ray at a rounded flat polygon (ray_flat.c).
#ifndef COLLIDE_CAST_RAY_FLAT_H
#define COLLIDE_CAST_RAY_FLAT_H

#include "collide/cast/interval.h"
#include "collide/narrow/separation.h"

/// Convex, with three or four corners in order, seen from the first; in the plane filled.
typedef struct cd_flat_polygon {
    int dim, count;
    cd_vec corner[4];
    double radius; ///< > 0
} cd_flat_polygon;

/// The times at which the ray origin + t * direction enters and leaves the polygon, with its
/// outward normals there; CD_UNKNOWN where rounding could decide.
cd_verdict cd_ray_flat(const cd_flat_polygon *polygon, cd_vec origin, cd_vec direction,
                       cd_interval *interval);

#endif
