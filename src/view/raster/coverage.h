// Exact coverage: from a rounded convex polygon to spans of coverage, row by row.
//
// The coverage of a pixel is the area of its square inside the shape, computed in closed form and
// kept as an integer. Moving a shape by whole pixels moves the same bits, and a smaller clip leaves
// the bits inside of it as they are.
#ifndef VIEW_RASTER_COVERAGE_H
#define VIEW_RASTER_COVERAGE_H

#include "view/raster/canvas.h"

/// Coverage of a pixel that lies inside the shape; that of one outside is 0.
#define CD_COVERAGE_BITS 22
#define CD_COVERAGE_FULL (1 << CD_COVERAGE_BITS)
/// The widest clip that cd_coverage_scan takes; a wider one is drawn in columns.
#define CD_COVERAGE_WIDTH 2048

/// All points within `radius` of a convex polygon; none if count is 0.
typedef struct cd_rounded_polygon {
    const cd_point2 *points;
    int count;
    double radius;
} cd_rounded_polygon;

/// Neighbouring pixels of a row. cells: the coverage of each; NULL: all have `coverage`.
/// Rounding may take a value of `cells` out of 0 .. CD_COVERAGE_FULL: see cd_coverage_clamp.
typedef struct cd_pixel_span {
    int x, count;
    const int32_t *cells;
    int32_t coverage;
} cd_pixel_span;
#define CD_SPANS_MAX 9

/// Receives the spans of each row, from top to bottom, x ascending, disjoint, inside the clip.
typedef struct cd_span_sink {
    void (*row)(struct cd_span_sink *sink, int y, const cd_pixel_span *spans, int count);
} cd_span_sink;

/// Gives the coverage of `shape` without `minus` to the sink. `minus` lies inside `shape`, or is
/// NULL. clip.width <= CD_COVERAGE_WIDTH. A shape with a number that is not finite covers nothing.
void cd_coverage_scan(cd_rect clip, const cd_rounded_polygon *shape,
                      const cd_rounded_polygon *minus, cd_span_sink *sink);

static inline int32_t cd_coverage_clamp(int32_t coverage) {
    return coverage < 0 ? 0 : coverage > CD_COVERAGE_FULL ? CD_COVERAGE_FULL : coverage;
}

#endif
