// Discs, the most frequent shape, by vector instructions. Their coverage is that of
// cd_coverage_scan, to 4e-5 of a pixel.
#ifndef VIEW_RASTER_DISC_H
#define VIEW_RASTER_DISC_H

#include "view/raster/paint.h"

/// Draws a disc within the part of the canvas; false, and nothing drawn, where this file does not
/// know the paint (flat, or lit as a sphere of this disc) or the radius (0.5 .. 120 pixels).
bool cd_fill_disc_narrow(cd_canvas *canvas, cd_rect part, cd_point2 center, double radius,
                         const cd_paint *paint);
#ifdef CD_HAVE_WIDE
/// The same, with the same bits, on processors with AVX2.
bool cd_fill_disc_wide(cd_canvas *canvas, cd_rect part, cd_point2 center, double radius,
                       const cd_paint *paint);
#endif

/// The faster one of the two on this processor.
static inline bool cd_fill_disc_fast(cd_canvas *canvas, cd_rect part, cd_point2 center,
                                     double radius, const cd_paint *paint) {
#ifdef CD_HAVE_WIDE
    if (__builtin_cpu_supports("avx2"))
        return cd_fill_disc_wide(canvas, part, center, radius, paint);
#endif
    return cd_fill_disc_narrow(canvas, part, center, radius, paint);
}

#endif
