// Paints: the colour that a shape has at each of its pixels.
#ifndef VIEW_RASTER_PAINT_H
#define VIEW_RASTER_PAINT_H

#include "view/raster/canvas.h"

typedef enum cd_paint_kind {
    CD_PAINT_FLAT,
    CD_PAINT_LIT,   ///< a sphere or capsule lit softly from the upper left
    CD_PAINT_HATCH, ///< 45 degree stripes
    CD_PAINT_KIND_COUNT
} cd_paint_kind;

/// Made by the functions below.
typedef struct cd_paint {
    cd_paint_kind kind;
    uint32_t color;       ///< of flat and lit; the stripes'
    uint32_t ground;      ///< between the stripes
    cd_point2 a, b;       ///< ends of the lit body's axis; a: where a stripe has its middle
    double radius;        ///< of the lit body
    double period, width; ///< of the stripes
} cd_paint;

cd_paint cd_paint_flat(uint32_t color);
/// A lit sphere as an orthographic view shows it.
cd_paint cd_paint_sphere(uint32_t color, cd_point2 center, double radius);
/// A lit capsule with the axis a-b in the plane of the picture.
cd_paint cd_paint_capsule(uint32_t color, cd_point2 a, cd_point2 b, double radius);
/// Stripes "/" of `width` pixels in `stripes`, one each `period` pixels (both measured across the
/// stripes), with `ground` (often alpha 0) between. One stripe has its middle on `anchor`: give a
/// projected world point and the pattern moves with the world instead of swimming.
cd_paint cd_paint_hatch(uint32_t stripes, uint32_t ground, cd_point2 anchor, double period,
                        double width);

/// Whether all numbers of a paint are finite and in the range that the painter computes with.
bool cd_paint_is_valid(const cd_paint *paint);

#endif
