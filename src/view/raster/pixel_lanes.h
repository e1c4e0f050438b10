// Several neighbouring pixels at a time: four, or eight if CD_WIDE is set, which needs AVX2. By the
// vector types of GCC and Clang; each lane has the same bits at either width.
#ifndef VIEW_RASTER_PIXEL_LANES_H
#define VIEW_RASTER_PIXEL_LANES_H

#include "collide/simd/lanes.h"

#include <math.h>
#include <string.h>

#ifdef CD_WIDE
#define CD_PIXEL_LANES 8
#define CD_PIXEL_NUMBERS 0, 1, 2, 3, 4, 5, 6, 7
#else
#define CD_PIXEL_LANES CD_LANES
#define CD_PIXEL_NUMBERS 0, 1, 2, 3
#endif

typedef float cd_floats __attribute__((vector_size(4 * CD_PIXEL_LANES)));
typedef int32_t cd_ints __attribute__((vector_size(4 * CD_PIXEL_LANES)));
typedef uint32_t cd_pixels __attribute__((vector_size(4 * CD_PIXEL_LANES)));
typedef uint16_t cd_channels __attribute__((vector_size(4 * CD_PIXEL_LANES)));

static inline cd_floats cd_floats_all(float v) {
#ifdef CD_WIDE
    return (cd_floats){v, v, v, v, v, v, v, v};
#else
    return cd_lanes_all(v);
#endif
}

static inline cd_floats cd_floats_load(const float *from) {
    cd_floats v;
    memcpy(&v, from, sizeof v);
    return v;
}

/// first, first + 1, first + 2, ...
static inline cd_floats cd_floats_from(int first) {
    return __builtin_convertvector(first + (cd_ints){CD_PIXEL_NUMBERS}, cd_floats);
}

static inline cd_floats cd_floats_select(cd_ints mask, cd_floats yes, cd_floats no) {
    return (cd_floats)(((cd_ints)yes & mask) | ((cd_ints)no & ~mask));
}

/// a > b ? a : b
static inline cd_floats cd_floats_max(cd_floats a, cd_floats b) {
#ifdef CD_WIDE
    return __builtin_ia32_maxps256(a, b);
#else
    return cd_lanes_max(a, b);
#endif
}

static inline cd_floats cd_floats_clamp(cd_floats v, cd_floats low, cd_floats high) {
    v = cd_floats_max(v, low);
#ifdef CD_WIDE
    return __builtin_ia32_minps256(v, high);
#else
    return cd_lanes_min(v, high);
#endif
}

/// Square root, 0 of negative lanes.
static inline cd_floats cd_floats_root(cd_floats v) {
    v = cd_floats_max(v, cd_floats_all(0));
#ifdef CD_WIDE
    return __builtin_ia32_sqrtps256(v);
#else
    return (cd_floats){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
#endif
}

static inline cd_pixels cd_pixels_all(uint32_t v) { return v | (cd_pixels){0}; }

/// Rounded towards 0; the lanes are 0 .. 2^31 - 1.
static inline cd_pixels cd_pixels_truncated(cd_floats v) {
    return (cd_pixels) __builtin_convertvector(v, cd_ints);
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

// A body is lit softly, from the upper left and in front, with a small highlight. The vectors are
// units, y down: to the light, and half way between it and the viewer, where the highlight is.
#define CD_LIGHT_X (-0.4685f)
#define CD_LIGHT_Y (-0.6024f)
#define CD_LIGHT_Z 0.6462f
#define CD_SHINE_X (-0.2582f)
#define CD_SHINE_Y (-0.3320f)
#define CD_SHINE_Z 0.9072f

/// How bright a body is where its normal is n: from (1 + n.l)^2 / 4, so never quite dark.
static inline cd_floats cd_floats_lit(cd_floats nx, cd_floats ny, cd_floats nz) {
    cd_floats lit = 0.5f + 0.5f * (nx * CD_LIGHT_X + ny * CD_LIGHT_Y + nz * CD_LIGHT_Z);
    return 0.34f + 0.66f * lit * lit;
}

/// The share of white in the highlight, 0.4 (n.h)^32.
static inline cd_floats cd_floats_shine(cd_floats nx, cd_floats ny, cd_floats nz) {
    cd_floats shine = nx * CD_SHINE_X + ny * CD_SHINE_Y + nz * CD_SHINE_Z;
    shine = cd_floats_max(shine, cd_floats_all(0.1f)); // not 0: its powers would be slow denormals
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine;
    shine *= shine * 0.4f;
    return shine;
}

/// The colour (alpha 0) of a lit body where its normal is (nx, ny, .), y down; r, g, b: 0 .. 255.
static inline cd_pixels cd_pixels_lit(cd_floats nx, cd_floats ny, float r, float g, float b) {
    cd_floats nz = cd_floats_root(1 - nx * nx - ny * ny);
    cd_floats shine = cd_floats_shine(nx, ny, nz);
    cd_floats shade = cd_floats_lit(nx, ny, nz) * (1 - shine), white = 255 * shine + 0.5f;
    return cd_pixels_truncated(r * shade + white) << 16 |
           cd_pixels_truncated(g * shade + white) << 8 | cd_pixels_truncated(b * shade + white);
}

#endif
