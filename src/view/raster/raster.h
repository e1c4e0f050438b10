// The rasteriser: filled and outlined shapes into a caller's pixels, anti-aliased by their exact
// area.
//
// One primitive draws nearly all: a convex polygon rounded by a radius (1 vertex: disc, 2: capsule
// or thick line). Its coverage is exact before it is rounded to 8 bits.
// Pure C and libm: no allocation, no global state; canvases with disjoint clips can go in parallel.
// On a canvas without pixels all of it becomes the text of an SVG file, which allocates (svg.h).
// A primitive with a NaN or infinite number, or a radius or width < 0, draws nothing; coordinates
// beyond +-1e9 are clamped to it.
// The face of raster.c and stroke.c.
#ifndef VIEW_RASTER_RASTER_H
#define VIEW_RASTER_RASTER_H

#include "view/raster/color.h"
#include "view/raster/paint.h"

/// Sets the pixels of `rect`, without blending; alpha is ignored.
void cd_clear(cd_canvas *canvas, cd_rect rect, uint32_t color);

/// Copies `height` rows of `width` pixels to where (x, y) is their upper left corner. Not on a
/// canvas without pixels.
void cd_copy_pixels(cd_canvas *canvas, int x, int y, const uint32_t *pixels, int width, int height);

/// All points within `radius` of the convex polygon. count >= 1: a disc; 2: a capsule; else the
/// vertices in convex order, either way round; repeated and collinear ones are fine.
void cd_fill_polygon(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                     cd_paint paint);

/// The band `width` wide about the rounded polygon's outline: distance between radius - width / 2
/// and radius + width / 2 from the polygon, outside counted positive, inside negative.
/// Outer corners are round; where radius < width / 2 the inner ones are sharp.
void cd_stroke_polygon(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                       double width, cd_paint paint);

// The same in one flat colour, for the common cases.
void cd_fill_disc(cd_canvas *canvas, cd_point2 center, double radius, uint32_t color);
void cd_stroke_disc(cd_canvas *canvas, cd_point2 center, double radius, double width,
                    uint32_t color);
/// A line with round ends that reach width / 2 beyond a and b.
void cd_stroke_line(cd_canvas *canvas, cd_point2 a, cd_point2 b, double width, uint32_t color);

/// An axis-aligned rectangle with its corners rounded to `corner` (at most half a side).
/// width, height < 0: nothing.
void cd_fill_rect(cd_canvas *canvas, double x, double y, double width, double height, double corner,
                  uint32_t color);
/// The band inside the same rectangle's edge, `stroke` wide: draws nothing outside of it.
void cd_stroke_rect(cd_canvas *canvas, double x, double y, double width, double height,
                    double corner, double stroke, uint32_t color);

/// All of the canvas (within the clip) where dot(p - point, normal) <= 0. normal: not 0.
void cd_fill_half_plane(cd_canvas *canvas, cd_point2 point, cd_point2 normal, cd_paint paint);

/// Blends `color` through 8-bit coverage; mask rows are `mask_pitch` bytes apart. Not on a canvas
/// without pixels.
void cd_blend_mask(cd_canvas *canvas, int x, int y, const uint8_t *mask, int width, int height,
                   int mask_pitch, uint32_t color);

// --------------------------------------------------------------------------------------- stroke.c
//
// Polylines, solid or dashed, and arrows: strokes whose parts overlap without showing it.

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
