// Private to raster*.c: from a rounded convex polygon to coverage, row by row.
#ifndef VIEW_RASTER_RASTER_SCAN_H
#define VIEW_RASTER_RASTER_SCAN_H

#include "view/raster/raster.h"

/// Coverage of a pixel that lies inside the shape; none is 0.
#define CD_COVERAGE_BITS 22
#define CD_COVERAGE_FULL (1 << CD_COVERAGE_BITS)
/// The widest clip that cd_scan takes; wider ones are drawn in columns (cd_scan_columns).
#define CD_SCAN_WIDTH 2048

/// All points within `radius` of a convex polygon; count 0 is empty.
typedef struct cd_round {
    const cd_point2 *points;
    int count;
    double radius;
} cd_round;

/// Neighbouring pixels of a row. cells: the coverage of each; NULL: all have `coverage`.
/// Values of cells may lie outside 0 .. CD_COVERAGE_FULL by rounding: clamp with cd_coverage_clamp.
typedef struct cd_pixel_span {
    int x, count;
    const int32_t *cells;
    int32_t coverage;
} cd_pixel_span;
#define CD_SPANS_MAX 9

/// Receives the spans of each row, from top to bottom, x ascending, disjoint, inside the clip.
typedef struct cd_sink {
    void (*row)(struct cd_sink *sink, int y, const cd_pixel_span *spans, int count);
} cd_sink;

/// Coverage of `shape` without `minus` (which must lie inside it; NULL: nothing).
/// clip.width <= CD_SCAN_WIDTH.
void cd_scan(cd_rect clip, const cd_round *shape, const cd_round *minus, cd_sink *sink);

static inline int32_t cd_coverage_clamp(int32_t coverage) {
    return coverage < 0 ? 0 : coverage > CD_COVERAGE_FULL ? CD_COVERAGE_FULL : coverage;
}

/// Coordinates are kept where a double still resolves 1e-7 of a pixel.
static inline double cd_scan_clamp(double v) { return v < -1e9 ? -1e9 : v > 1e9 ? 1e9 : v; }

/// Largest integer <= v, for |v| <= 2e9: without SSE4.1, floor() is a call.
static inline int cd_scan_floor(double v) {
    int i = (int)v;
    return i - (v < i);
}

/// The canvas' clip, cut to its pixels.
cd_rect cd_canvas_visible(const cd_canvas *canvas);

/// The polygon moved inwards by `amount` from every edge; 0 if nothing is left. out: room for
/// CD_ERODED_MAX points; a polygon with more than CD_ERODED_MAX / 2 vertices is thinned out first.
#define CD_ERODED_MAX 1024
int cd_eroded_polygon(const cd_point2 *points, int count, double amount, cd_point2 *out);

/// Blends a row of one colour through spans.
void cd_blend_spans(uint32_t *row, uint32_t color, const cd_pixel_span *spans, int count);

#endif
