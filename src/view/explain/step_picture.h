// The picture of one step of a query.
#ifndef VIEW_EXPLAIN_STEP_PICTURE_H
#define VIEW_EXPLAIN_STEP_PICTURE_H

#include "view/inspect/steps.h"
#include "view/raster/pen.h"

/// Draws step i, of a step in time with those before it, into a rectangle:
///   the difference a - b of the shapes (of a cast b - a, with the line of motion), in 3D its
///     shadow on the plane through the origin, the nearest point and an edge of the simplex;
///   for an axis the shadows of both shapes on it, and the depths along all axes so far;
///   for a step in time f(t), the distance of the shapes, with the tangents so far;
///   for the tree of a set the boxes opened so far; for its depth the ways out tried so far.
void cd_step_picture(cd_pen *pen, const cd_steps *steps, int i, cd_rect rect);

#endif
