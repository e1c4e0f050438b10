// See paint.h.
#include "view/raster/paint.h"

// A hatch's period is at most this many pixels.
static const double period_max = 1e6;

cd_paint cd_paint_flat(uint32_t color) { return (cd_paint){.kind = CD_PAINT_FLAT, .color = color}; }

cd_paint cd_paint_sphere(uint32_t color, cd_point2 center, double radius) {
    return cd_paint_capsule(color, center, center, radius);
}

cd_paint cd_paint_capsule(uint32_t color, cd_point2 a, cd_point2 b, double radius) {
    return (cd_paint){.kind = CD_PAINT_LIT, .color = color, .a = a, .b = b, .radius = radius};
}

cd_paint cd_paint_hatch(uint32_t stripes, uint32_t ground, cd_point2 anchor, double period,
                        double width) {
    return (cd_paint){.kind = CD_PAINT_HATCH,
                      .color = stripes,
                      .ground = ground,
                      .a = anchor,
                      .period = period,
                      .width = width};
}

bool cd_paint_is_valid(const cd_paint *paint) {
    if (paint->kind == CD_PAINT_LIT)
        return cd_point2_is_finite(paint->a) && cd_point2_is_finite(paint->b) && paint->radius > 0;
    if (paint->kind == CD_PAINT_HATCH)
        return cd_point2_is_finite(paint->a) && paint->period > 0 && paint->period <= period_max &&
               paint->width >= 0 && paint->width <= paint->period;
    return true;
}
