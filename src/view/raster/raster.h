// The rasteriser: shapes into a caller's 32-bit pixels, anti-aliased by their exact area.
//
// One primitive draws nearly all: a convex polygon rounded by a radius (1 vertex: disc, 2: capsule
// or thick line). A pixel's coverage is the area of the pixel's square inside the shape, computed
// in closed form; it is exact before it is rounded to 8 bits. Coverage is blended in sRGB values,
// not in linear light: as in browsers and design tools, so a colour at 50 % is the expected one.
// Pure C and libm: no allocation, no global state; canvases with disjoint clips can go in parallel.
//
// Coordinates: pixels, x right, y down; pixel (i, j) is the square [i, i+1] x [j, j+1], so its
// middle is (i + 0.5, j + 0.5). Sub-pixel positions count everywhere. Moving a primitive by whole
// pixels moves the same bits; clipping leaves the bits inside the clip as they are.
// A primitive with a NaN or infinite number, or a radius or width < 0, draws nothing; coordinates
// beyond +-1e9 are clamped to it.
#ifndef VIEW_RASTER_RASTER_H
#define VIEW_RASTER_RASTER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct cd_point2 {
    double x, y;
} cd_point2;

/// Pixels x .. x + width - 1, y .. y + height - 1; empty if width or height <= 0.
typedef struct cd_rect {
    int x, y, width, height;
} cd_rect;

// ---------------------------------------------------------------------------------------- canvas

/// Pixels are 0xAARRGGBB (SDL_PIXELFORMAT_ARGB8888) and always opaque: what is drawn writes AA =
/// ff.
typedef struct cd_canvas {
    uint32_t *pixels;
    int width, height;
    int pitch;    ///< pixels from one row to the next
    cd_rect clip; ///< nothing is drawn outside; may exceed the canvas
} cd_canvas;

/// A canvas over the caller's pixels, clip on all of it.
cd_canvas cd_canvas_over(uint32_t *pixels, int width, int height, int pitch);

/// Narrows the clip to its intersection with `rect`, and returns the clip before, to put it back:
/// `cd_rect before = cd_canvas_clip(c, rect); ...; c->clip = before;`
cd_rect cd_canvas_clip(cd_canvas *canvas, cd_rect rect);

cd_rect cd_rect_intersection(cd_rect a, cd_rect b);

// ---------------------------------------------------------------------------------------- colour

/// Colours are 0xAARRGGBB with straight (not premultiplied) alpha.
/// `color` with its alpha multiplied by 0 <= opacity <= 1 (clamped).
uint32_t cd_color_fade(uint32_t color, double opacity);
/// (1 - t) a + t b in each channel, alpha too; t clamped to 0 .. 1.
uint32_t cd_color_mix(uint32_t a, uint32_t b, double t);
/// From components 0 .. 1 (clamped; NaN gives 0).
uint32_t cd_color_from(double r, double g, double b, double a);

typedef enum cd_paint_kind {
    CD_PAINT_FLAT,
    CD_PAINT_ROUND, ///< a ball or capsule lit softly from the upper left
    CD_PAINT_HATCH, ///< 45 degree stripes
    CD_PAINT_KIND_COUNT
} cd_paint_kind;

/// What colour a shape has at each pixel. Make it with the functions below.
typedef struct cd_paint {
    cd_paint_kind kind;
    uint32_t color;   ///< of flat and round; the stripes'
    uint32_t color_b; ///< between the stripes
    cd_point2 a, b;   ///< ends of the round body's axis; a: hatch anchor
    double radius;    ///< of the round body
    double period, width;
} cd_paint;

cd_paint cd_paint_flat(uint32_t color);
/// A lit sphere as an orthographic view shows it.
cd_paint cd_paint_ball(uint32_t color, cd_point2 center, double radius);
/// A lit capsule with the axis a-b in the plane of the picture.
cd_paint cd_paint_capsule(uint32_t color, cd_point2 a, cd_point2 b, double radius);
/// Stripes "/" of `width` pixels in `stripes`, one each `period` pixels (both measured across the
/// stripes), with `ground` (often alpha 0) between. One stripe has its middle on `anchor`: give a
/// projected world point and the pattern moves with the world instead of swimming.
cd_paint cd_paint_hatch(uint32_t stripes, uint32_t ground, cd_point2 anchor, double period,
                        double width);

// ------------------------------------------------------------------------------------ primitives

/// All points within `radius` of the convex polygon. count >= 1: a disc; 2: a capsule; else the
/// vertices in convex order, either way round; repeated and collinear ones are fine.
void cd_fill_polygon(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                     const cd_paint *paint);

/// The band `width` wide about the rounded polygon's outline: distance between radius - width / 2
/// and radius + width / 2 from the polygon, outside counted positive, inside negative.
/// Outer corners are round; where radius < width / 2 the inner ones are sharp.
void cd_stroke_polygon(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                       double width, const cd_paint *paint);

// The same in one flat colour, for the common cases.
void cd_fill_disc(cd_canvas *canvas, cd_point2 center, double radius, uint32_t color);
void cd_stroke_disc(cd_canvas *canvas, cd_point2 center, double radius, double width,
                    uint32_t color);
/// A shaded sphere: cd_fill_polygon with cd_paint_ball.
void cd_fill_ball(cd_canvas *canvas, cd_point2 center, double radius, uint32_t color);
/// A line with round ends that reach width / 2 beyond a and b.
void cd_stroke_line(cd_canvas *canvas, cd_point2 a, cd_point2 b, double width, uint32_t color);

/// An axis-aligned rectangle with its corners rounded to `corner` (at most half a side).
/// width, height < 0: nothing.
void cd_fill_rect(cd_canvas *canvas, double x, double y, double width, double height, double corner,
                  uint32_t color);
/// The band inside the same rectangle's edge, `stroke` wide: draws nothing outside of it.
void cd_stroke_rect(cd_canvas *canvas, double x, double y, double width, double height,
                    double corner, double stroke, uint32_t color);

/// A pattern of dashes along a polyline, its corners included; {0} is a solid line.
typedef struct cd_dash {
    double on, off; ///< pixels; round caps lie within `on`
    double phase;   ///< where in the pattern the line starts; let it grow and the dashes walk back
} cd_dash;

/// A polyline with round joints and ends; where it overlaps itself a translucent colour is not
/// doubled. count 1: a dot. An edge may be of any length, also far out of the picture.
void cd_stroke_polyline(cd_canvas *canvas, const cd_point2 *points, int count, double width,
                        cd_dash dash, uint32_t color);

/// A line from a to b that ends in a filled head, its tip exactly on b. `head` is the head's
/// length in pixels; it shrinks when the arrow is shorter than 1.5 heads.
void cd_stroke_arrow(cd_canvas *canvas, cd_point2 a, cd_point2 b, double width, double head,
                     uint32_t color);

/// All of the canvas (within the clip) where dot(p - point, normal) <= 0. normal: not 0.
void cd_fill_half_plane(cd_canvas *canvas, cd_point2 point, cd_point2 normal,
                        const cd_paint *paint);
/// The part of the line through `point` along `direction` that lies within `margin` pixels of
/// the canvas; false if there is none. For drawing unbounded lines with cd_stroke_*.
bool cd_canvas_line(const cd_canvas *canvas, cd_point2 point, cd_point2 direction, double margin,
                    cd_point2 *a, cd_point2 *b);

// ------------------------------------------------------------------------------------ whole pixels

/// Sets pixels, without blending; alpha is ignored.
void cd_clear(cd_canvas *canvas, cd_rect rect, uint32_t color);

/// Blends `color` through 8-bit coverage; mask rows are `mask_pitch` bytes apart.
void cd_blend_mask(cd_canvas *canvas, int x, int y, const uint8_t *mask, int width, int height,
                   int mask_pitch, uint32_t color);

// ---------------------------------------------------------------------------------------- geometry

/// The convex hull of n points, as cd_fill_polygon wants it. out: room for n points, may be `in`.
/// Returns the vertices: 0 if n <= 0, 1 if all points coincide, 2 if they are collinear.
/// Repeated, collinear and non-finite points are dropped. O(n log n), in place.
int cd_convex_outline(const cd_point2 *in, int n, cd_point2 *out);

#endif
