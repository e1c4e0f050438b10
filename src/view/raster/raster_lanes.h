// Private to raster*.c: four pixels at a time; where CD_WIDE is set, which needs AVX2, eight. Each
// lane has the same bits either way.
#ifndef VIEW_RASTER_RASTER_LANES_H
#define VIEW_RASTER_RASTER_LANES_H

#ifdef CD_WIDE
#include <stdint.h>
#define CD_LANES 8
#define CD_COUNTED 0, 1, 2, 3, 4, 5, 6, 7
typedef float cd_lanes __attribute__((vector_size(32)));
typedef int32_t cd_lanes_int __attribute__((vector_size(32)));

static inline cd_lanes cd_lanes_all(float v) { return (cd_lanes){v, v, v, v, v, v, v, v}; }

static inline cd_lanes cd_lanes_select(cd_lanes_int mask, cd_lanes yes, cd_lanes no) {
    return (cd_lanes)(((cd_lanes_int)yes & mask) | ((cd_lanes_int)no & ~mask));
}

static inline cd_lanes cd_lanes_min(cd_lanes a, cd_lanes b) {
    return __builtin_ia32_minps256(a, b);
}

static inline cd_lanes cd_lanes_max(cd_lanes a, cd_lanes b) {
    return __builtin_ia32_maxps256(a, b);
}
#else
#include "collide/simd/lanes.h"
#define CD_COUNTED 0, 1, 2, 3
#endif

#include <math.h>
#include <string.h>

typedef uint32_t cd_pixels __attribute__((vector_size(4 * CD_LANES)));
typedef uint16_t cd_channels __attribute__((vector_size(4 * CD_LANES)));

/// first, first + 1, first + 2, ...
static inline cd_lanes cd_lanes_from(int first) {
    return __builtin_convertvector(first + (cd_lanes_int){CD_COUNTED}, cd_lanes);
}

static inline cd_lanes cd_lanes_clamp(cd_lanes v, cd_lanes low, cd_lanes high) {
    return cd_lanes_min(cd_lanes_max(v, low), high);
}

/// Square root, 0 of negative lanes.
static inline cd_lanes cd_lanes_root(cd_lanes v) {
    v = cd_lanes_max(v, cd_lanes_all(0));
#ifdef CD_WIDE
    return __builtin_ia32_sqrtps256(v);
#else
    return (cd_lanes){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
#endif
}

static inline cd_pixels cd_pixels_all(uint32_t v) { return v | (cd_pixels){0}; }

/// Truncated; the lanes are 0 .. 2^31 - 1.
static inline cd_pixels cd_lanes_whole(cd_lanes v) {
    return (cd_pixels) __builtin_convertvector(v, cd_lanes_int);
}

static inline cd_pixels cd_pixels_load(const uint32_t *from) {
    cd_pixels v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline void cd_pixels_store(uint32_t *to, cd_pixels v) { memcpy(to, &v, sizeof v); }

/// dst + (src - dst) * alpha / 255 in each channel, rounded; the result is opaque, as src must be.
static inline cd_pixels cd_pixels_blend(cd_pixels dst, cd_pixels src, cd_pixels alpha) {
    const cd_pixels even = cd_pixels_all(0x00ff00ffu);
    // Two channels in the 16-bit halves of each pixel: 255 * 255 + 128 still fits one.
    cd_channels weight = (cd_channels)(alpha | alpha << 16), rest = 255 - weight;
    cd_channels rb = (cd_channels)(dst & even) * rest + (cd_channels)(src & even) * weight + 128;
    cd_channels ag =
        (cd_channels)(dst >> 8 & even) * rest + (cd_channels)(src >> 8 & even) * weight + 128;
    rb = (rb + (rb >> 8)) >> 8;
    ag = (ag + (ag >> 8)) >> 8;
    return (cd_pixels)rb | (cd_pixels)ag << 8 | cd_pixels_all(0xff000000u);
}

/// The colour (alpha 0) of a lit body where its normal is (nx, ny, .), y down; r, g, b: 0 .. 255.
/// Light by (1 + n.l)^2 / 4, which is soft and never quite dark, and a small highlight (n.h)^32.
static inline cd_pixels cd_lit_colors(cd_lanes nx, cd_lanes ny, float r, float g, float b) {
    // l: to the light, upper left, in front. h lies half way from it to the viewer.
    cd_lanes nz = cd_lanes_root(1 - nx * nx - ny * ny);
    cd_lanes lit = 0.5f + 0.5f * (nx * -0.4685f + ny * -0.6024f + nz * 0.6462f);
    cd_lanes shine = nx * -0.2582f + ny * -0.3320f + nz * 0.9072f;
    shine = cd_lanes_max(shine, cd_lanes_all(0.1f)); // not 0: powers of less are slow denormals
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine * 0.4f;
    cd_lanes shade = (0.34f + 0.66f * lit * lit) * (1 - shine), white = 255 * shine + 0.5f;
    return cd_lanes_whole(r * shade + white) << 16 | cd_lanes_whole(g * shade + white) << 8 |
           cd_lanes_whole(b * shade + white);
}

#endif
