// See raster.h. Every primitive is a rounded polygon, or the difference of two, drawn by a painter;
// plain discs have a faster path in disc.c.
#include "view/raster/raster.h"

#include "view/raster/convex.h"
#include "view/raster/disc.h"
#include "view/raster/painter.h"
#include "view/raster/svg.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- polygons

// Draws in columns, and a hatch in bands of rows besides, that the scratch memory on the stack
// holds.
static void fill_difference(cd_canvas *canvas, const cd_rounded_polygon *shape,
                            const cd_rounded_polygon *minus, const cd_paint *paint) {
    cd_rect clip = cd_canvas_visible(canvas);
    if (clip.width <= 0 || clip.height <= 0 || !cd_paint_is_valid(paint))
        return;
    if (shape->count == 1 && !minus &&
        cd_fill_disc_fast(canvas, clip, shape->points[0], shape->radius, paint))
        return;
    uint32_t hatch[CD_HATCH_SIZE];
    int step_y = paint->kind == CD_PAINT_HATCH ? CD_HATCH_SIZE - CD_COVERAGE_WIDTH : clip.height;
    for (int y = 0; y < clip.height; y += step_y)
        for (int x = 0; x < clip.width; x += CD_COVERAGE_WIDTH) {
            cd_rect part = {clip.x + x, clip.y + y, CD_COVERAGE_WIDTH, step_y};
            part = cd_rect_intersection(clip, part);
            cd_painter painter = cd_painter_for(canvas, paint, part, hatch);
            cd_coverage_scan(part, shape, minus, &painter.sink);
        }
}

void cd_fill_polygon(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                     cd_paint paint) {
    assert(count >= 0 && paint.kind < CD_PAINT_KIND_COUNT);
    if (canvas->svg != NULL)
        cd_svg_fill(canvas, points, count, radius, &paint);
    else
        fill_difference(canvas, &(cd_rounded_polygon){points, count, radius}, NULL, &paint);
}

void cd_stroke_polygon(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                       double width, cd_paint paint) {
    assert(count >= 0 && paint.kind < CD_PAINT_KIND_COUNT);
    if (!(radius >= 0 && width >= 0))
        return;
    if (canvas->svg != NULL) {
        cd_svg_stroke(canvas, points, count, radius, width, paint.color);
        return;
    }
    double inner_radius = radius - width / 2;
    cd_rounded_polygon outer = {points, count, radius + width / 2};
    cd_rounded_polygon inner = {points, count, inner_radius};
    cd_point2 eroded[CD_ERODED_MAX];
    if (inner_radius < 0) {
        inner.count = cd_convex_erode(points, count, -inner_radius, eroded);
        inner.points = eroded;
        inner.radius = 0;
    }
    fill_difference(canvas, &outer, &inner, &paint);
}

void cd_fill_disc(cd_canvas *canvas, cd_point2 center, double radius, uint32_t color) {
    cd_fill_polygon(canvas, &center, 1, radius, cd_paint_flat(color));
}

void cd_stroke_disc(cd_canvas *canvas, cd_point2 center, double radius, double width,
                    uint32_t color) {
    cd_stroke_polygon(canvas, &center, 1, radius, width, cd_paint_flat(color));
}

void cd_stroke_line(cd_canvas *canvas, cd_point2 a, cd_point2 b, double width, uint32_t color) {
    cd_fill_polygon(canvas, (cd_point2[]){a, b}, 2, width / 2, cd_paint_flat(color));
}

// -------------------------------------------------------------------------------------- rectangles

void cd_copy_pixels(cd_canvas *canvas, int x, int y, const uint32_t *pixels, int width,
                    int height) {
    const cd_rect rect =
        cd_rect_intersection(cd_canvas_visible(canvas), (cd_rect){x, y, width, height});
    for (int j = 0; j < rect.height && rect.width > 0 && canvas->pixels != NULL; j++)
        memcpy(canvas->pixels + (ptrdiff_t)(rect.y + j) * canvas->pitch + rect.x,
               pixels + (ptrdiff_t)(rect.y - y + j) * width + (rect.x - x),
               (size_t)rect.width * sizeof *pixels);
}

void cd_clear(cd_canvas *canvas, cd_rect rect, uint32_t color) {
    rect = cd_rect_intersection(cd_canvas_visible(canvas), rect);
    color |= 0xff000000u;
    if (canvas->svg != NULL)
        cd_svg_fill_rect(canvas, rect.x, rect.y, rect.width, rect.height, 0, color);
    for (int y = 0; y < rect.height && canvas->pixels != NULL; y++) {
        uint32_t *row = canvas->pixels + (ptrdiff_t)(rect.y + y) * canvas->pitch + rect.x;
        for (int x = 0; x < rect.width; x++)
            row[x] = color;
    }
}

// The corners of the rectangle, inset by the radius to which it is rounded; returns that radius.
static double rect_core(double x, double y, double width, double height, double corner,
                        cd_point2 *out) {
    corner = fmin(corner, fmin(width, height) / 2);
    double x0 = x + corner, y0 = y + corner, x1 = x + width - corner, y1 = y + height - corner;
    out[0] = (cd_point2){x0, y0};
    out[1] = (cd_point2){x1, y0};
    out[2] = (cd_point2){x1, y1};
    out[3] = (cd_point2){x0, y1};
    return corner;
}

void cd_fill_rect(cd_canvas *canvas, double x, double y, double width, double height, double corner,
                  uint32_t color) {
    if (!(width >= 0 && height >= 0))
        return;
    if (canvas->svg != NULL) {
        cd_svg_fill_rect(canvas, x, y, width, height, corner, color);
        return;
    }
    cd_point2 core[4];
    corner = rect_core(x, y, width, height, corner, core);
    cd_fill_polygon(canvas, core, 4, corner, cd_paint_flat(color));
}

void cd_stroke_rect(cd_canvas *canvas, double x, double y, double width, double height,
                    double corner, double stroke, uint32_t color) {
    if (!(width >= 0 && height >= 0 && stroke >= 0))
        return;
    if (canvas->svg != NULL) {
        cd_svg_stroke_rect(canvas, x, y, width, height, corner, stroke, color);
        return;
    }
    cd_point2 outer_core[4], inner_core[4];
    cd_paint paint = cd_paint_flat(color);
    corner = rect_core(x, y, width, height, corner, outer_core);
    double inner_width = width - 2 * stroke, inner_height = height - 2 * stroke;
    bool hollow = inner_width > 0 && inner_height > 0;
    double inner_corner = hollow && corner > stroke ? corner - stroke : 0;
    rect_core(x + stroke, y + stroke, inner_width, inner_height, inner_corner, inner_core);
    cd_rounded_polygon outer = {outer_core, 4, corner};
    cd_rounded_polygon inner = {inner_core, hollow ? 4 : 0, inner_corner};
    fill_difference(canvas, &outer, &inner, &paint);
}

// ----------------------------------------------------------------------------- half-planes, masks

void cd_fill_half_plane(cd_canvas *canvas, cd_point2 point, cd_point2 normal, cd_paint paint) {
    double length = hypot(normal.x, normal.y);
    if (!cd_point2_is_finite(point) || !(length > 0 && length <= 1e300))
        return;
    normal = (cd_point2){normal.x / length, normal.y / length};
    // The canvas, not the clip, is cut: the bits must not depend on the clip. The edges of the box
    // lie outside of the pixels, so they leave no trace.
    double w = canvas->width + 2.0, h = canvas->height + 2.0;
    cd_point2 box[4] = {{-2, -2}, {w, -2}, {w, h}, {-2, h}}, cut[8];
    int count = cd_convex_cut(box, 4, point, normal, 0, cut, 8);
    if (count >= 3)
        cd_fill_polygon(canvas, cut, count, 0, paint);
}

void cd_blend_mask(cd_canvas *canvas, int x, int y, const uint8_t *mask, int width, int height,
                   int mask_pitch, uint32_t color) {
    assert(canvas->svg == NULL);
    cd_rect all = {x, y, width, height};
    cd_rect seen = cd_rect_intersection(all, cd_canvas_visible(canvas));
    uint32_t color_alpha = color >> 24;
    for (int k = 0; k < seen.height; k++) {
        const uint8_t *from = mask + (ptrdiff_t)(seen.y - y + k) * mask_pitch + (seen.x - x);
        uint32_t *row = canvas->pixels + (ptrdiff_t)(seen.y + k) * canvas->pitch + seen.x;
        for (int i = 0; i < seen.width; i++) {
            uint32_t alpha = (from[i] * color_alpha + 127) / 255;
            if (alpha)
                row[i] = cd_color_blend(row[i], color, alpha);
        }
    }
}
