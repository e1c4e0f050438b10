// The canvas: a caller's 32-bit pixels with a clip, and the points and rectangles on it.
//
// Coordinates are pixels, x to the right, y down; pixel (i, j) is the square [i, i+1] x [j, j+1],
// so its middle is (i + 0.5, j + 0.5). Sub-pixel positions count everywhere.
#ifndef VIEW_RASTER_CANVAS_H
#define VIEW_RASTER_CANVAS_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct cd_point2 {
    double x, y;
} cd_point2;

/// Pixels x .. x + width - 1, y .. y + height - 1; empty if width or height <= 0.
typedef struct cd_rect {
    int x, y, width, height;
} cd_rect;

/// Pixels are 0xAARRGGBB (SDL_PIXELFORMAT_ARGB8888) and always opaque: what is drawn writes AA =
/// ff. Or, where `svg` is not NULL, there are none, and what is drawn becomes text: see svg.h.
typedef struct cd_canvas {
    uint32_t *pixels;
    int width, height;
    int pitch;    ///< pixels from one row to the next
    cd_rect clip; ///< nothing is drawn outside of it; it may exceed the canvas
    struct cd_svg *svg;
} cd_canvas;

/// A canvas over the caller's pixels, with all of it as the clip.
cd_canvas cd_canvas_over(uint32_t *pixels, int width, int height, int pitch);

/// Narrows the clip to its intersection with `rect`, and returns the clip before, to put it back:
/// `cd_rect before = cd_canvas_clip(c, rect); ...; c->clip = before;`
cd_rect cd_canvas_clip(cd_canvas *canvas, cd_rect rect);

/// The clip, cut to the canvas' pixels.
cd_rect cd_canvas_visible(const cd_canvas *canvas);

/// The part of the line through `point` along `direction` that lies within `margin` pixels of
/// the canvas; false if there is none. For drawing unbounded lines with cd_stroke_*.
bool cd_canvas_line(const cd_canvas *canvas, cd_point2 point, cd_point2 direction, double margin,
                    cd_point2 *a, cd_point2 *b);

cd_rect cd_rect_intersection(cd_rect a, cd_rect b);

static inline bool cd_point2_is_finite(cd_point2 p) { return isfinite(p.x) && isfinite(p.y); }

/// Coordinates are cut off where a double still resolves 1e-7 of a pixel.
static const double cd_coordinate_max = 1e9;

static inline double cd_coordinate_clamp(double v) {
    return v < -cd_coordinate_max  ? -cd_coordinate_max
           : v > cd_coordinate_max ? cd_coordinate_max
                                   : v;
}

static inline cd_point2 cd_point2_clamp(cd_point2 p) {
    return (cd_point2){cd_coordinate_clamp(p.x), cd_coordinate_clamp(p.y)};
}

/// Narrows [*t0, *t1] to where low <= p + t * d <= high; false where nothing is left.
static inline bool cd_interval_narrow(double p, double d, double low, double high, double *t0,
                                      double *t1) {
    if (d == 0)
        return p >= low && p <= high;
    double a = (low - p) / d, b = (high - p) / d;
    double near = a < b ? a : b, far = a < b ? b : a;
    *t0 = near > *t0 ? near : *t0; // fmax would be a call for every edge in every tile
    *t1 = far < *t1 ? far : *t1;
    return *t0 <= *t1;
}

/// The largest integer <= v, for |v| <= 2e9: without SSE4.1, floor() is a call.
static inline int cd_coordinate_floor(double v) {
    int i = (int)v;
    return i - (v < i);
}

#endif
