// The contact points of two polygons in the plane (polygon_manifold.c).
#ifndef COLLIDE_MANIFOLD_POLYGON_MANIFOLD_H
#define COLLIDE_MANIFOLD_POLYGON_MANIFOLD_H

#include "collide/narrow/gjk/separation.h"

/// cd_manifold of two sharp polygons with edges: CD_MEETS with the manifold
/// filled in, CD_MISSES where they are farther apart than the margin, CD_UNKNOWN where rounding
/// could decide and for all other shapes.
cd_verdict cd_manifold_polygons(const cd_shape *a, const cd_shape *b, double margin,
                                cd_contact_points *manifold);

#endif
