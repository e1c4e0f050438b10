// The normals along which a shape may leave another that it touches (touch_normals.c).
#ifndef COLLIDE_NARROW_TOUCH_TOUCH_NORMALS_H
#define COLLIDE_NARROW_TOUCH_TOUCH_NORMALS_H

#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/gjk/separation.h"

enum { CD_TOUCH_NORMALS_MAX = 64 };

/// Writes the unit normals of b, which point to a, of the facets of b - a whose planes pass within
/// `tolerance` of the origin: the directions along which touching shapes do not approach each other
/// at all. a, b: convex, of one dimension; they touch, apart or overlapping by no more than
/// `tolerance` (a length >= 0; below some ulps of the coordinates rounding may hide a facet). At
/// least one is written if there is room: the normal of the separation where no facet is near.
/// Where b - a is flat to within the tolerance, both sides of its plane are written, n and -n, and
/// on its boundary those across that, in its plane; of a line or a point, both directions along
/// each axis of a basis across it: who knows on which side a lies leaves the others out. Curved
/// surfaces and rounded ones have one normal, besides those of the facets that they pass into.
/// Returns how many were written, at most `room`. No two are equal to within rounding. What is left
/// out for want of room makes a motion seem less free, never more.
/// touch: their separation. has_facet: false where rounded shapes touch at a vertex or an edge
/// alone, so that their one normal turns as they move.
int cd_touch_facets(const cd_shape *a, const cd_shape *b, const cd_separation *touch,
                    double tolerance, cd_vec *normals, int room, bool *has_facet);

/// Receives a normal; some may come twice.
typedef void cd_touch_normal_visitor(void *context, cd_vec normal);

/// The same for cores that are built, with all normals but those across the boundary of a flat
/// difference: visits each. touch: a separation of the two shapes, of which the normal and the
/// points are read; the normal is any that separates them. motion (may be NULL, any length): of a
/// against b. Then the normal across the motion counts where it separates them, and of the circle
/// of normals round the tip of a cone the one along which the motion approaches least. Returns
/// whether the difference is flat, a line or a point: then normals come in pairs, n and -n.
bool cd_each_touch_normal(const cd_core_pair *pair, const cd_separation *touch,
                          const cd_vec *motion, double tolerance, cd_touch_normal_visitor *visit,
                          void *context);

/// Whether the shapes of a pair lie on either side of a plane with the unit normal n, to within the
/// tolerance.
bool cd_separates_along(const cd_core_pair *pair, cd_vec n, double tolerance);

#endif
