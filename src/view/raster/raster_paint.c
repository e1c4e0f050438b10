// Paints. A flat colour is blended span by span, runs of full coverage by plain stores. Other
// paints first give their colours along the row, from pixel indices relative to the paint's own
// anchor so that neither clipping nor moving by whole pixels changes a bit; then coverage is
// multiplied in.
#include "view/raster/raster_paint.h"
#include "view/raster/raster_lanes.h"

#include <string.h>

// --------------------------------------------------------------------------------------- blending

static uint32_t alpha_of(int32_t coverage, uint32_t color_alpha) {
    return ((uint32_t)cd_coverage_clamp(coverage) * color_alpha + CD_COVERAGE_FULL / 2) >>
           CD_COVERAGE_BITS;
}

static void blend_run(uint32_t *dst, int count, uint32_t color, uint32_t alpha) {
    if (alpha == 255) {
        color |= 0xff000000u;
        for (int i = 0; i < count; i++)
            dst[i] = color;
    } else if (alpha > 0) {
        cd_pixels src = cd_pixels_all(color | 0xff000000u), weight = cd_pixels_all(alpha);
        int i = 0;
        for (; i + CD_LANES <= count; i += CD_LANES)
            cd_pixels_store(dst + i, cd_pixels_blend(cd_pixels_load(dst + i), src, weight));
        for (; i < count; i++)
            dst[i] = cd_blend(dst[i], color, alpha);
    }
}

void cd_blend_spans(uint32_t *row, uint32_t color, const cd_pixel_span *spans, int count) {
    uint32_t color_alpha = color >> 24;
    for (int k = 0; k < count; k++) {
        uint32_t *dst = row + spans[k].x;
        const int32_t *cells = spans[k].cells;
        if (!cells) {
            blend_run(dst, spans[k].count, color, alpha_of(spans[k].coverage, color_alpha));
            continue;
        }
        for (int i = 0; i < spans[k].count; i++)
            if (cells[i] > 0) // the masks of polylines are mostly empty
                dst[i] = cd_blend(dst[i], color, alpha_of(cells[i], color_alpha));
    }
}

// A run of paint, coverage alike. opaque: every colour has alpha 255.
static void blend_color_run(uint32_t *dst, const uint32_t *src, int count, int32_t coverage,
                            bool opaque) {
    if (opaque && coverage == CD_COVERAGE_FULL) {
        memcpy(dst, src, (size_t)count * sizeof(uint32_t));
        return;
    }
    cd_pixels weight = cd_pixels_all((uint32_t)cd_coverage_clamp(coverage));
    int i = 0;
    for (; i + CD_LANES <= count; i += CD_LANES) {
        cd_pixels color = cd_pixels_load(src + i);
        cd_pixels alpha = ((color >> 24) * weight + CD_COVERAGE_FULL / 2) >> CD_COVERAGE_BITS;
        color |= cd_pixels_all(0xff000000u);
        cd_pixels_store(dst + i, cd_pixels_blend(cd_pixels_load(dst + i), color, alpha));
    }
    for (; i < count; i++)
        dst[i] = cd_blend(dst[i], src[i], alpha_of(coverage, src[i] >> 24));
}

static void blend_colors(uint32_t *row, const uint32_t *colors, bool opaque,
                         const cd_pixel_span *spans, int count) {
    int first = spans[0].x;
    for (int k = 0; k < count; k++) {
        uint32_t *dst = row + spans[k].x;
        const uint32_t *src = colors + (spans[k].x - first);
        const int32_t *cells = spans[k].cells;
        if (!cells)
            blend_color_run(dst, src, spans[k].count, spans[k].coverage, opaque);
        else
            for (int i = 0; i < spans[k].count; i++)
                dst[i] = cd_blend(dst[i], src[i], alpha_of(cells[i], src[i] >> 24));
    }
}

// --------------------------------------------------------------------------------------- colours

// A coordinate as a whole pixel and the rest, so that x - (whole + rest) has one rounding only.
typedef struct anchor {
    int whole;
    float rest;
} anchor;

// The anchor of pixel middles: (x - whole) - rest is x + 0.5 - v.
static anchor anchor_at(double v) {
    int whole = cd_scan_floor(cd_scan_clamp(v));
    return (anchor){whole, (float)(v - whole - 0.5)};
}

static void round_row(const cd_paint *paint, int y, int x, int count, uint32_t *out) {
    double ax = paint->b.x - paint->a.x, ay = paint->b.y - paint->a.y, len = hypot(ax, ay);
    float ux = len > 0 ? (float)(ax / len) : 0, uy = len > 0 ? (float)(ay / len) : 0;
    anchor cx = anchor_at(paint->a.x), cy = anchor_at(paint->a.y);
    cd_lanes length = cd_lanes_all((float)len);
    float scale = (float)(1 / paint->radius);
    float py = (float)(y - cy.whole) - cy.rest;
    uint32_t color = paint->color;
    cd_pixels alpha = cd_pixels_all(color & 0xff000000u);
    float r = (float)(color >> 16 & 255), g = (float)(color >> 8 & 255), b = (float)(color & 255);
    for (int i = 0; i < count; i += CD_LANES) {
        cd_lanes px = cd_lanes_from(x - cx.whole + i) - cx.rest;
        cd_lanes along = cd_lanes_clamp(px * ux + py * uy, cd_lanes_all(0), length);
        cd_lanes nx = (px - along * ux) * scale, ny = (py - along * uy) * scale;
        cd_pixels_store(out + i, cd_lit_colors(nx, ny, r, g, b) | alpha);
    }
}

// ----------------------------------------------------------------------------------------- hatch

// The second integral, from 0, of a square wave that is 1 on the first `on` of each period. Its
// second difference over u - 1, u, u + 1 is the wave weighted by a triangle of base 2: that is how
// a pixel's square spreads along x + y, so it is the exact coverage by the stripes.
static double wave_integral(double u, double on, double period) {
    double k = floor(u / period), v = u - k * period;
    double rest = v < on ? v * v / 2 : on * on / 2 + on * (v - on);
    double whole = on * on / 2 + on * (period - on); // rise of the integral in the first period
    return k * whole + on * period * k * (k - 1) / 2 + on * k * v + rest;
}

static void fill_hatch(cd_painter *painter, cd_rect clip) {
    const cd_paint *p = painter->paint;
    // Along u = x + y, lengths across the stripes are sqrt 2 times longer.
    const double root2 = 1.41421356237309504880;
    double period = p->period * root2, on = p->width * root2;
    double anchor_u = cd_scan_clamp(p->a.x) + cd_scan_clamp(p->a.y);
    double whole = floor(anchor_u), rest = anchor_u - whole;
    painter->hatch_first = clip.x + clip.y;
    int count = clip.width + clip.height;
    for (int i = 0; i < count; i++) {
        // Middle of the pixels with x + y = k has u = k + 1; the stripe begins on / 2 before the
        // anchor. Only the place within a period matters, and small numbers keep the digits.
        double u = (painter->hatch_first - whole + i) + 1 - rest + on / 2;
        u -= floor(u / period) * period;
        double t = wave_integral(u + 1, on, period) - 2 * wave_integral(u, on, period) +
                   wave_integral(u - 1, on, period);
        painter->hatch[i] = cd_color_mix(p->color_b, p->color, t);
    }
}

// ----------------------------------------------------------------------------------------- painter

static void paint_row(cd_sink *sink, int y, const cd_pixel_span *spans, int count) {
    const cd_painter *painter = (const cd_painter *)sink;
    const cd_paint *paint = painter->paint;
    uint32_t *row = painter->canvas->pixels + (size_t)y * (size_t)painter->canvas->pitch;
    int x = spans[0].x, end = spans[count - 1].x + spans[count - 1].count;
    uint32_t colors[CD_SCAN_WIDTH + CD_LANES]; // painted in whole lanes
    switch (paint->kind) {
    case CD_PAINT_ROUND:
        round_row(paint, y, x, end - x, colors);
        blend_colors(row, colors, paint->color >> 24 == 255, spans, count);
        break;
    case CD_PAINT_HATCH:
        blend_colors(row, painter->hatch + (x + y - painter->hatch_first), false, spans, count);
        break;
    case CD_PAINT_FLAT:
    case CD_PAINT_KIND_COUNT:
        cd_blend_spans(row, paint->color, spans, count);
        break;
    }
}

cd_painter cd_painter_for(cd_canvas *canvas, const cd_paint *paint, cd_rect clip, uint32_t *hatch) {
    cd_painter painter = {{paint_row}, canvas, paint, hatch, 0};
    if (paint->kind == CD_PAINT_HATCH)
        fill_hatch(&painter, clip);
    return painter;
}
