// See painter.h. A flat colour is blended span by span, runs of full coverage by plain stores. For
// any other paint the colours of the row are computed first, from pixel indices relative to the
// paint's own anchor, so that neither the clip nor a move by whole pixels changes a bit; then they
// are blended by their coverage.
#include "view/raster/painter.h"

#include "view/raster/color.h"
#include "view/raster/pixel_lanes.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

_Static_assert(offsetof(cd_painter, sink) == 0, "paint_row finds the painter at its sink");

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
        for (; i + CD_PIXEL_LANES <= count; i += CD_PIXEL_LANES)
            cd_pixels_store(dst + i, cd_pixels_blend(cd_pixels_load(dst + i), src, weight));
        for (; i < count; i++)
            dst[i] = cd_color_blend(dst[i], color, alpha);
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
            if (cells[i] > 0) // most cells of a polyline's mask are 0
                dst[i] = cd_color_blend(dst[i], color, alpha_of(cells[i], color_alpha));
    }
}

// Blends colours that all have the same coverage. opaque: every colour has alpha 255.
static void blend_color_run(uint32_t *dst, const uint32_t *src, int count, int32_t coverage,
                            bool opaque) {
    if (opaque && coverage == CD_COVERAGE_FULL) {
        memcpy(dst, src, (size_t)count * sizeof(uint32_t));
        return;
    }
    cd_pixels weight = cd_pixels_all((uint32_t)cd_coverage_clamp(coverage));
    int i = 0;
    for (; i + CD_PIXEL_LANES <= count; i += CD_PIXEL_LANES) {
        cd_pixels color = cd_pixels_load(src + i);
        cd_pixels alpha = ((color >> 24) * weight + CD_COVERAGE_FULL / 2) >> CD_COVERAGE_BITS;
        color |= cd_pixels_all(0xff000000u);
        cd_pixels_store(dst + i, cd_pixels_blend(cd_pixels_load(dst + i), color, alpha));
    }
    for (; i < count; i++)
        dst[i] = cd_color_blend(dst[i], src[i], alpha_of(coverage, src[i] >> 24));
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
                dst[i] = cd_color_blend(dst[i], src[i], alpha_of(cells[i], src[i] >> 24));
    }
}

// --------------------------------------------------------------------------------------- colours

// A coordinate as a whole pixel and the rest: x - whole is exact, so that (x - whole) - rest rounds
// only once.
typedef struct pixel_anchor {
    int whole;
    float rest;
} pixel_anchor;

// The anchor of a coordinate v for the middles of pixels: (x - whole) - rest is x + 0.5 - v.
static pixel_anchor anchor_at(double v) {
    int whole = cd_coordinate_floor(cd_coordinate_clamp(v));
    return (pixel_anchor){whole, (float)(v - whole - 0.5)};
}

static void lit_row(const cd_paint *paint, int y, int x, int count, uint32_t *out) {
    double ax = paint->b.x - paint->a.x, ay = paint->b.y - paint->a.y, len = hypot(ax, ay);
    float ux = len > 0 ? (float)(ax / len) : 0, uy = len > 0 ? (float)(ay / len) : 0;
    pixel_anchor cx = anchor_at(paint->a.x), cy = anchor_at(paint->a.y);
    cd_floats length = cd_floats_all((float)len);
    float scale = (float)(1 / paint->radius);
    float py = (float)(y - cy.whole) - cy.rest;
    uint32_t color = paint->color;
    cd_pixels alpha = cd_pixels_all(color & 0xff000000u);
    float r = (float)(color >> 16 & 255), g = (float)(color >> 8 & 255), b = (float)(color & 255);
    for (int i = 0; i < count; i += CD_PIXEL_LANES) {
        cd_floats px = cd_floats_from(x - cx.whole + i) - cx.rest;
        cd_floats along = cd_floats_clamp(px * ux + py * uy, cd_floats_all(0), length);
        cd_floats nx = (px - along * ux) * scale, ny = (py - along * uy) * scale;
        cd_pixels_store(out + i, cd_pixels_lit(nx, ny, r, g, b) | alpha);
    }
}

// ----------------------------------------------------------------------------------------- hatch

// The second integral, from 0, of a square wave that is 1 on the first `on` of each period. Its
// second difference over u - 1, u, u + 1 is the wave weighted by a triangle of base 2. The area of
// a pixel's square is distributed along x + y as that triangle, so the difference is the exact
// coverage by the stripes.
static double wave_integral(double u, double on, double period) {
    double k = floor(u / period), v = u - k * period;
    double rest = v < on ? v * v / 2 : on * on / 2 + on * (v - on);
    double whole = on * on / 2 + on * (period - on); // of the first period
    return k * whole + on * period * k * (k - 1) / 2 + on * k * v + rest;
}

static void fill_hatch(cd_painter *painter, cd_rect clip) {
    const cd_paint *p = painter->paint;
    // Along u = x + y lengths are sqrt 2 times those across the stripes.
    const double root2 = 1.41421356237309504880;
    double period = p->period * root2, on = p->width * root2;
    double anchor_u = cd_coordinate_clamp(p->a.x) + cd_coordinate_clamp(p->a.y);
    double whole = floor(anchor_u), rest = anchor_u - whole;
    painter->hatch_first = clip.x + clip.y;
    int count = clip.width + clip.height;
    for (int i = 0; i < count; i++) {
        // The middle of a pixel with x + y = k has u = k + 1; the stripe begins on / 2 before the
        // anchor. Only the position within a period matters, and small numbers keep their digits.
        double u = (painter->hatch_first - whole + i) + 1 - rest + on / 2;
        u -= floor(u / period) * period;
        double t = wave_integral(u + 1, on, period) - 2 * wave_integral(u, on, period) +
                   wave_integral(u - 1, on, period);
        painter->hatch[i] = cd_color_mix(p->ground, p->color, t);
    }
}

// ----------------------------------------------------------------------------------------- painter

static void paint_row(cd_span_sink *sink, int y, const cd_pixel_span *spans, int count) {
    const cd_painter *painter = (const cd_painter *)sink;
    const cd_paint *paint = painter->paint;
    uint32_t *row = painter->canvas->pixels + (size_t)y * (size_t)painter->canvas->pitch;
    int x = spans[0].x, end = spans[count - 1].x + spans[count - 1].count;
    uint32_t colors[CD_COVERAGE_WIDTH + CD_PIXEL_LANES]; // painted in whole lanes
    switch (paint->kind) {
    case CD_PAINT_LIT:
        lit_row(paint, y, x, end - x, colors);
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
    assert(clip.width <= CD_COVERAGE_WIDTH);
    assert(paint->kind != CD_PAINT_HATCH || clip.width + clip.height <= CD_HATCH_SIZE);
    cd_painter painter = {{paint_row}, canvas, paint, hatch, 0};
    if (paint->kind == CD_PAINT_HATCH)
        fill_hatch(&painter, clip);
    return painter;
}
