// The painter: computes the colours of a paint along a row, and blends them by their coverage.
#ifndef VIEW_RASTER_PAINTER_H
#define VIEW_RASTER_PAINTER_H

#include "view/raster/coverage.h"
#include "view/raster/paint.h"

#define CD_HATCH_SIZE 4096 ///< a hatched clip has width + height <= this

/// A sink that blends a paint into a canvas.
typedef struct cd_painter {
    cd_span_sink sink; ///< first: the sink is the painter
    cd_canvas *canvas;
    const cd_paint *paint;
    uint32_t *hatch; ///< the colour of pixel (x, y) at x + y - hatch_first; for CD_PAINT_HATCH only
    int hatch_first;
} cd_painter;

/// A painter for one clip. hatch: room for CD_HATCH_SIZE colours; may be NULL for other paints.
cd_painter cd_painter_for(cd_canvas *canvas, const cd_paint *paint, cd_rect clip, uint32_t *hatch);

/// Blends one colour into a row of pixels through spans.
void cd_blend_spans(uint32_t *row, uint32_t color, const cd_pixel_span *spans, int count);

#endif
