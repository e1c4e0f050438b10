// Colours 0xAARRGGBB with straight (not premultiplied) alpha.
//
// They are blended as sRGB values, not in linear light: as in browsers and design tools, so that a
// colour at 50 % is the expected one.
#ifndef VIEW_RASTER_COLOR_H
#define VIEW_RASTER_COLOR_H

#include <stdint.h>

/// `color` with its alpha multiplied by 0 <= opacity <= 1 (clamped).
uint32_t cd_color_fade(uint32_t color, double opacity);
/// (1 - t) a + t b in each channel, alpha too; t clamped to 0 .. 1.
uint32_t cd_color_mix(uint32_t a, uint32_t b, double t);
/// From components 0 .. 1 (clamped; NaN gives 0).
uint32_t cd_color_from(double r, double g, double b, double a);

/// dst + (color - dst) * alpha / 255 in each channel, rounded; the result is opaque.
static inline uint32_t cd_color_blend(uint32_t dst, uint32_t color, uint32_t alpha) {
    // Four channels in the 16-bit lanes of one word: 255 * 255 + 128 still fits a lane.
    const uint64_t even = 0x00ff00ff00ff00ffu;
    color |= 0xff000000u;
    uint64_t d = (dst & 0x00ff00ffu) | (uint64_t)(dst & 0xff00ff00u) << 24;
    uint64_t s = (color & 0x00ff00ffu) | (uint64_t)(color & 0xff00ff00u) << 24;
    uint64_t v = d * (255 - alpha) + s * alpha + 0x0080008000800080u;
    v = ((v + (v >> 8 & even)) >> 8) & even;
    return (uint32_t)(v & 0x00ff00ffu) | (uint32_t)(v >> 24 & 0xff00ff00u);
}

#endif
