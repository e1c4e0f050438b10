// Private to raster*.c: the colours of a paint along a row, and their blending.
#ifndef VIEW_RASTER_RASTER_PAINT_H
#define VIEW_RASTER_RASTER_PAINT_H

#include "view/raster/raster_scan.h"

#define CD_HATCH_SIZE 4096 ///< a hatched clip has width + height <= this

/// A sink that blends a paint into a canvas.
typedef struct cd_painter {
    cd_sink sink; ///< first: the sink is the painter
    cd_canvas *canvas;
    const cd_paint *paint;
    uint32_t *hatch; ///< colour for x + y - hatch_first; only for CD_PAINT_HATCH
    int hatch_first;
} cd_painter;

/// Ready for a clip. hatch: room for CD_HATCH_SIZE colours, may be NULL for other paints.
cd_painter cd_painter_for(cd_canvas *canvas, const cd_paint *paint, cd_rect clip, uint32_t *hatch);

/// One pixel: dst + (color - dst) * alpha / 255, rounded; the result is opaque.
static inline uint32_t cd_blend(uint32_t dst, uint32_t color, uint32_t alpha) {
    // Four channels in the 16-bit lanes of one word: 255 * 255 + 128 still fits a lane.
    const uint64_t even = 0x00ff00ff00ff00ffu;
    color |= 0xff000000u;
    uint64_t d = (dst & 0x00ff00ffu) | (uint64_t)(dst & 0xff00ff00u) << 24;
    uint64_t s = (color & 0x00ff00ffu) | (uint64_t)(color & 0xff00ff00u) << 24;
    uint64_t v = d * (255 - alpha) + s * alpha + 0x0080008000800080u;
    v = ((v + (v >> 8 & even)) >> 8) & even;
    return (uint32_t)(v & 0x00ff00ffu) | (uint32_t)(v >> 24 & 0xff00ff00u);
}

/// Draws a disc within `part` as cd_scan would; false, and nothing done, if the paint or the
/// radius is not one that it knows.
bool cd_fill_disc_narrow(cd_canvas *canvas, cd_rect part, cd_point2 center, double radius,
                         const cd_paint *paint);
#ifdef CD_HAVE_WIDE
/// The same, with the same bits, on processors with AVX2.
bool cd_fill_disc_wide(cd_canvas *canvas, cd_rect part, cd_point2 center, double radius,
                       const cd_paint *paint);
#endif

static inline bool cd_fill_disc_fast(cd_canvas *canvas, cd_rect part, cd_point2 center,
                                     double radius, const cd_paint *paint) {
#ifdef CD_HAVE_WIDE
    if (__builtin_cpu_supports("avx2"))
        return cd_fill_disc_wide(canvas, part, center, radius, paint);
#endif
    return cd_fill_disc_narrow(canvas, part, center, radius, paint);
}

#endif
