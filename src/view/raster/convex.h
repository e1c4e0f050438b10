// Convex polygons: the hull of points, a cut by a half-plane, and erosion.
#ifndef VIEW_RASTER_CONVEX_H
#define VIEW_RASTER_CONVEX_H

#include "view/raster/canvas.h"

/// The convex hull of n points, in the order that cd_fill_polygon takes: with the interior at the
/// left of its edges in a plane whose y goes up. out: room for n points; may be `in`. Returns the
/// number of vertices: 0 if n <= 0, 1 if all points coincide, 2 if they are collinear. Repeated,
/// collinear and non-finite points are dropped. O(n log n), in place.
int cd_convex_hull2(const cd_point2 *in, int n, cd_point2 *out);

/// The part of a convex polygon where dot(p - origin, normal) <= limit; returns its vertices, at
/// most count + 1 and at most `room`. out is not in.
int cd_convex_cut(const cd_point2 *in, int count, cd_point2 origin, cd_point2 normal, double limit,
                  cd_point2 *out, int room);

/// The polygon moved inwards by `amount` from every edge; 0 if nothing is left. out: room for
/// CD_ERODED_MAX points; a polygon with more than CD_ERODED_MAX / 2 vertices is thinned out first.
#define CD_ERODED_MAX 1024
int cd_convex_erode(const cd_point2 *points, int count, double amount, cd_point2 *out);

#endif
