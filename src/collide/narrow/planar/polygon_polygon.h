// Two convex polygons in the plane (polygon_polygon.c).
#ifndef COLLIDE_NARROW_PLANAR_POLYGON_POLYGON_H
#define COLLIDE_NARROW_PLANAR_POLYGON_POLYGON_H

#include "collide/narrow/gjk/separation.h"

/// Whether both are points, segments, boxes, triangles or polygons of at most eight vertices, with
/// any radius, in 2D, and have no other closed form (closed_pairs.h).
bool cd_are_polygons(const cd_shape *a, const cd_shape *b);

/// cd_separate of two such shapes. Returns false where rounding could decide; *separation is then
/// undefined.
bool cd_separate_polygons(const cd_shape *a, const cd_shape *b, cd_separation *separation);

#endif
