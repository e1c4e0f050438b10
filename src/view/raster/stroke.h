// Polylines, solid or dashed, and arrows: strokes whose parts overlap without showing it.
#ifndef VIEW_RASTER_STROKE_H
#define VIEW_RASTER_STROKE_H

#include "view/raster/canvas.h"

/// A pattern of dashes along a polyline, its corners included; {0} is a solid line.
typedef struct cd_dash {
    double on, off; ///< pixels; round caps lie within `on`
    double phase;   ///< where in the pattern the line starts; growing, it moves the dashes back
} cd_dash;

/// A polyline with round joints and ends; where it overlaps itself a translucent colour is not
/// doubled. count 1: a dot. An edge may be of any length, also far out of the picture.
/// Like the primitives of raster.h, it draws nothing where a number is not finite or negative.
void cd_stroke_polyline(cd_canvas *canvas, const cd_point2 *points, int count, double width,
                        cd_dash dash, uint32_t color);

/// A line from a to b that ends in a filled head, its tip exactly on b. `head` is the head's
/// length in pixels; it shrinks when the arrow is shorter than 1.5 heads.
void cd_stroke_arrow(cd_canvas *canvas, cd_point2 a, cd_point2 b, double width, double head,
                     uint32_t color);

#endif
