// Two convex polygons in the plane (polygon_polygon.c).
#ifndef COLLIDE_NARROW_PLANAR_POLYGON_POLYGON_H
#define COLLIDE_NARROW_PLANAR_POLYGON_POLYGON_H

#include "collide/narrow/gjk/separation.h"

/// cd_separate of points, segments, boxes, triangles or polygons of at most eight vertices, with
/// any radius, in 2D. Returns false where they have another closed form (closed_pairs.h), or
/// rounding could decide; *separation is then undefined.
bool cd_separate_polygons(const cd_shape *a, const cd_shape *b, cd_separation *separation);

#endif
