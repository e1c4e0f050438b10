// The primitives, each by way of the rounded polygon; canvas, colours, whole pixels.
#include "view/raster/raster.h"
#include "view/raster/raster_paint.h"
#include "view/raster/raster_scan.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- canvas

cd_canvas cd_canvas_over(uint32_t *pixels, int width, int height, int pitch) {
    return (cd_canvas){pixels, width, height, pitch, {0, 0, width, height}};
}

cd_rect cd_rect_intersection(cd_rect a, cd_rect b) {
    // In 64 bits: x + width of a caller's rectangle may overflow an int.
    int64_t x0 = a.x > b.x ? a.x : b.x, y0 = a.y > b.y ? a.y : b.y;
    int64_t ax = (int64_t)a.x + a.width, bx = (int64_t)b.x + b.width, x1 = ax < bx ? ax : bx;
    int64_t ay = (int64_t)a.y + a.height, by = (int64_t)b.y + b.height, y1 = ay < by ? ay : by;
    if (x1 <= x0 || y1 <= y0)
        return (cd_rect){a.x, a.y, 0, 0};
    return (cd_rect){(int)x0, (int)y0, (int)(x1 - x0), (int)(y1 - y0)};
}

cd_rect cd_canvas_clip(cd_canvas *canvas, cd_rect rect) {
    cd_rect before = canvas->clip;
    canvas->clip = cd_rect_intersection(before, rect);
    return before;
}

cd_rect cd_canvas_visible(const cd_canvas *canvas) {
    return cd_rect_intersection(canvas->clip, (cd_rect){0, 0, canvas->width, canvas->height});
}

// ---------------------------------------------------------------------------------------- colour

static double unit(double v) { return v > 0 ? (v < 1 ? v : 1) : 0; } // NaN gives 0

uint32_t cd_color_fade(uint32_t color, double opacity) {
    uint32_t alpha = (uint32_t)((color >> 24) * unit(opacity) + 0.5);
    return (color & 0x00ffffffu) | alpha << 24;
}

uint32_t cd_color_mix(uint32_t a, uint32_t b, double t) {
    uint32_t mixed = 0;
    t = unit(t);
    for (int shift = 0; shift < 32; shift += 8) {
        double from = a >> shift & 255, to = b >> shift & 255;
        mixed |= (uint32_t)(from + (to - from) * t + 0.5) << shift;
    }
    return mixed;
}

uint32_t cd_color_from(double r, double g, double b, double a) {
    uint32_t red = (uint32_t)(unit(r) * 255 + 0.5), green = (uint32_t)(unit(g) * 255 + 0.5);
    uint32_t blue = (uint32_t)(unit(b) * 255 + 0.5), alpha = (uint32_t)(unit(a) * 255 + 0.5);
    return alpha << 24 | red << 16 | green << 8 | blue;
}

cd_paint cd_paint_flat(uint32_t color) { return (cd_paint){.kind = CD_PAINT_FLAT, .color = color}; }

cd_paint cd_paint_ball(uint32_t color, cd_point2 center, double radius) {
    return cd_paint_capsule(color, center, center, radius);
}

cd_paint cd_paint_capsule(uint32_t color, cd_point2 a, cd_point2 b, double radius) {
    return (cd_paint){.kind = CD_PAINT_ROUND, .color = color, .a = a, .b = b, .radius = radius};
}

cd_paint cd_paint_hatch(uint32_t stripes, uint32_t ground, cd_point2 anchor, double period,
                        double width) {
    return (cd_paint){.kind = CD_PAINT_HATCH,
                      .color = stripes,
                      .color_b = ground,
                      .a = anchor,
                      .period = period,
                      .width = width};
}

// ---------------------------------------------------------------------------------------- polygons

static bool finite2(cd_point2 p) { return isfinite(p.x) && isfinite(p.y); }

// Whether a paint's numbers can be computed with.
static bool paint_valid(const cd_paint *paint) {
    switch (paint->kind) {
    case CD_PAINT_ROUND:
        return finite2(paint->a) && finite2(paint->b) && paint->radius > 0;
    case CD_PAINT_HATCH:
        return finite2(paint->a) && paint->period > 0 && paint->period <= 1e6 &&
               paint->width >= 0 && paint->width <= paint->period;
    case CD_PAINT_FLAT:
    case CD_PAINT_KIND_COUNT:
        break;
    }
    return true;
}

// Scans in columns and bands of rows that the scratch memory on the stack holds.
static void fill_part(cd_canvas *canvas, cd_rect part, const cd_round *shape, const cd_round *minus,
                      const cd_paint *paint) {
    cd_painter painter = cd_painter_for(canvas, paint, part, NULL);
    cd_scan(part, shape, minus, &painter.sink);
}

static void fill_hatched_part(cd_canvas *canvas, cd_rect part, const cd_round *shape,
                              const cd_round *minus, const cd_paint *paint) {
    uint32_t hatch[CD_HATCH_SIZE];
    cd_painter painter = cd_painter_for(canvas, paint, part, hatch);
    cd_scan(part, shape, minus, &painter.sink);
}

static void fill_round(cd_canvas *canvas, const cd_round *shape, const cd_round *minus,
                       const cd_paint *paint) {
    cd_rect clip = cd_canvas_visible(canvas);
    if (clip.width <= 0 || clip.height <= 0 || !paint_valid(paint))
        return;
    if (shape->count == 1 && !minus &&
        cd_fill_disc_fast(canvas, clip, shape->points[0], shape->radius, paint))
        return;
    bool hatched = paint->kind == CD_PAINT_HATCH;
    int step_y = hatched ? CD_HATCH_SIZE - CD_SCAN_WIDTH : clip.height;
    for (int y = 0; y < clip.height; y += step_y)
        for (int x = 0; x < clip.width; x += CD_SCAN_WIDTH) {
            cd_rect part = {clip.x + x, clip.y + y, CD_SCAN_WIDTH, step_y};
            part = cd_rect_intersection(clip, part);
            (hatched ? fill_hatched_part : fill_part)(canvas, part, shape, minus, paint);
        }
}

void cd_fill_polygon(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                     const cd_paint *paint) {
    cd_round shape = {points, count, radius};
    fill_round(canvas, &shape, NULL, paint);
}

void cd_stroke_polygon(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                       double width, const cd_paint *paint) {
    if (!(radius >= 0 && width >= 0))
        return;
    double inner_radius = radius - width / 2;
    cd_round outer = {points, count, radius + width / 2}, inner = {points, count, inner_radius};
    cd_point2 eroded[CD_ERODED_MAX];
    if (inner_radius < 0) {
        inner.count = cd_eroded_polygon(points, count, -inner_radius, eroded);
        inner.points = eroded;
        inner.radius = 0;
    }
    fill_round(canvas, &outer, &inner, paint);
}

void cd_fill_disc(cd_canvas *canvas, cd_point2 center, double radius, uint32_t color) {
    cd_paint paint = cd_paint_flat(color);
    cd_fill_polygon(canvas, &center, 1, radius, &paint);
}

void cd_stroke_disc(cd_canvas *canvas, cd_point2 center, double radius, double width,
                    uint32_t color) {
    cd_paint paint = cd_paint_flat(color);
    cd_stroke_polygon(canvas, &center, 1, radius, width, &paint);
}

void cd_fill_ball(cd_canvas *canvas, cd_point2 center, double radius, uint32_t color) {
    cd_paint paint = cd_paint_ball(color, center, radius);
    cd_fill_polygon(canvas, &center, 1, radius, &paint);
}

void cd_stroke_line(cd_canvas *canvas, cd_point2 a, cd_point2 b, double width, uint32_t color) {
    cd_paint paint = cd_paint_flat(color);
    cd_fill_polygon(canvas, (cd_point2[]){a, b}, 2, width / 2, &paint);
}

// -------------------------------------------------------------------------------------- rectangles

// The rectangle as a polygon inset by its corners' radius.
static void rect_core(double x, double y, double width, double height, double corner,
                      cd_point2 *out) {
    double x1 = x + width - corner, y1 = y + height - corner;
    x += corner;
    y += corner;
    out[0] = (cd_point2){x, y};
    out[1] = (cd_point2){x1, y};
    out[2] = (cd_point2){x1, y1};
    out[3] = (cd_point2){x, y1};
}

static double corner_within(double corner, double width, double height) {
    double most = (width < height ? width : height) / 2;
    return corner < most ? corner : most;
}

void cd_fill_rect(cd_canvas *canvas, double x, double y, double width, double height, double corner,
                  uint32_t color) {
    if (!(width >= 0 && height >= 0))
        return;
    cd_point2 core[4];
    cd_paint paint = cd_paint_flat(color);
    corner = corner_within(corner, width, height);
    rect_core(x, y, width, height, corner, core);
    cd_fill_polygon(canvas, core, 4, corner, &paint);
}

void cd_stroke_rect(cd_canvas *canvas, double x, double y, double width, double height,
                    double corner, double stroke, uint32_t color) {
    if (!(width >= 0 && height >= 0 && stroke >= 0))
        return;
    cd_point2 outer_core[4], inner_core[4];
    cd_paint paint = cd_paint_flat(color);
    corner = corner_within(corner, width, height);
    rect_core(x, y, width, height, corner, outer_core);
    double inner_width = width - 2 * stroke, inner_height = height - 2 * stroke;
    bool hollow = inner_width > 0 && inner_height > 0;
    double inner_corner = hollow && corner > stroke ? corner - stroke : 0;
    rect_core(x + stroke, y + stroke, inner_width, inner_height, inner_corner, inner_core);
    cd_round outer = {outer_core, 4, corner}, inner = {inner_core, hollow ? 4 : 0, inner_corner};
    fill_round(canvas, &outer, &inner, &paint);
}

// --------------------------------------------------------------------------------------
// half-planes

void cd_fill_half_plane(cd_canvas *canvas, cd_point2 point, cd_point2 normal,
                        const cd_paint *paint) {
    double length = hypot(normal.x, normal.y);
    if (!finite2(point) || !(length > 0 && length <= 1e300))
        return;
    normal = (cd_point2){normal.x / length, normal.y / length};
    // The canvas, not the clip, is cut: the bits must not depend on the clip. Its edges lie
    // outside of the pixels, so they leave no trace.
    double w = canvas->width + 2.0, h = canvas->height + 2.0;
    cd_point2 box[4] = {{-2, -2}, {w, -2}, {w, h}, {-2, h}}, cut[8];
    int count = 0;
    for (int i = 0; i < 4; i++) {
        cd_point2 a = box[i], b = box[(i + 1) % 4];
        double da = (a.x - point.x) * normal.x + (a.y - point.y) * normal.y;
        double db = (b.x - point.x) * normal.x + (b.y - point.y) * normal.y;
        if (da <= 0)
            cut[count++] = a;
        if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
            double t = da / (da - db);
            cut[count++] = (cd_point2){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
    }
    if (count >= 3)
        cd_fill_polygon(canvas, cut, count, 0, paint);
}

// Narrows [*t0, *t1] to where low <= p + t * d <= high.
static bool narrow(double p, double d, double low, double high, double *t0, double *t1) {
    if (d == 0)
        return p >= low && p <= high;
    double ta = (low - p) / d, tb = (high - p) / d;
    *t0 = fmax(*t0, fmin(ta, tb));
    *t1 = fmin(*t1, fmax(ta, tb));
    return *t0 <= *t1;
}

bool cd_canvas_line(const cd_canvas *canvas, cd_point2 point, cd_point2 direction, double margin,
                    cd_point2 *a, cd_point2 *b) {
    double length = hypot(direction.x, direction.y), t0 = -INFINITY, t1 = INFINITY;
    if (!finite2(point) || !isfinite(margin) || !(length > 0 && length <= 1e300))
        return false;
    double dx = direction.x / length, dy = direction.y / length;
    // From the point of the line nearest to the canvas' middle, so that far points do no harm.
    double along = (canvas->width / 2.0 - point.x) * dx + (canvas->height / 2.0 - point.y) * dy;
    double px = point.x + along * dx, py = point.y + along * dy;
    if (!narrow(px, dx, -margin, canvas->width + margin, &t0, &t1) ||
        !narrow(py, dy, -margin, canvas->height + margin, &t0, &t1))
        return false;
    *a = (cd_point2){px + t0 * dx, py + t0 * dy};
    *b = (cd_point2){px + t1 * dx, py + t1 * dy};
    return true;
}

// ------------------------------------------------------------------------------------ whole pixels

void cd_clear(cd_canvas *canvas, cd_rect rect, uint32_t color) {
    rect = cd_rect_intersection(cd_canvas_visible(canvas), rect);
    color |= 0xff000000u;
    for (int y = 0; y < rect.height; y++) {
        uint32_t *row = canvas->pixels + (ptrdiff_t)(rect.y + y) * canvas->pitch + rect.x;
        for (int x = 0; x < rect.width; x++)
            row[x] = color;
    }
}

void cd_blend_mask(cd_canvas *canvas, int x, int y, const uint8_t *mask, int width, int height,
                   int mask_pitch, uint32_t color) {
    cd_rect all = {x, y, width, height};
    cd_rect seen = cd_rect_intersection(all, cd_canvas_visible(canvas));
    uint32_t color_alpha = color >> 24;
    for (int k = 0; k < seen.height; k++) {
        const uint8_t *from = mask + (ptrdiff_t)(seen.y - y + k) * mask_pitch + (seen.x - x);
        uint32_t *row = canvas->pixels + (ptrdiff_t)(seen.y + k) * canvas->pitch + seen.x;
        for (int i = 0; i < seen.width; i++) {
            uint32_t alpha = (from[i] * color_alpha + 127) / 255;
            if (alpha)
                row[i] = cd_blend(row[i], color, alpha);
        }
    }
}
