// See color.h. Channels are computed as numbers 0 .. 255 and rounded to the nearest.
#include "view/raster/color.h"

static double clamp_unit(double v) { return v > 0 ? (v < 1 ? v : 1) : 0; } // NaN gives 0

static uint32_t channel(double v) { return (uint32_t)(clamp_unit(v) * 255 + 0.5); }

uint32_t cd_color_fade(uint32_t color, double opacity) {
    uint32_t alpha = (uint32_t)((color >> 24) * clamp_unit(opacity) + 0.5);
    return (color & 0x00ffffffu) | alpha << 24;
}

uint32_t cd_color_mix(uint32_t a, uint32_t b, double t) {
    uint32_t mixed = 0;
    t = clamp_unit(t);
    for (int shift = 0; shift < 32; shift += 8) {
        double from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (uint32_t)(from + (to - from) * t + 0.5) << shift;
    }
    return mixed;
}

uint32_t cd_color_from(double r, double g, double b, double a) {
    return channel(a) << 24 | channel(r) << 16 | channel(g) << 8 | channel(b);
}
