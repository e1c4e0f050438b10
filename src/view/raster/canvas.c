// See canvas.h. Rectangles are cut in 64 bits: x + width of a caller's may overflow an int.
#include "view/raster/canvas.h"

#include <assert.h>
#include <stddef.h>

cd_canvas cd_canvas_over(uint32_t *pixels, int width, int height, int pitch) {
    assert(pixels != NULL && width >= 0 && height >= 0 && pitch >= width);
    return (cd_canvas){pixels, width, height, pitch, {0, 0, width, height}, NULL};
}

cd_rect cd_rect_intersection(cd_rect a, cd_rect b) {
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

bool cd_canvas_line(const cd_canvas *canvas, cd_point2 point, cd_point2 direction, double margin,
                    cd_point2 *a, cd_point2 *b) {
    double length = hypot(direction.x, direction.y), t0 = -INFINITY, t1 = INFINITY;
    if (!cd_point2_is_finite(point) || !isfinite(margin) || !(length > 0 && length <= 1e300))
        return false;
    double dx = direction.x / length, dy = direction.y / length;
    // The parameter is measured from the point of the line nearest to the middle of the canvas, so
    // that a `point` far away costs no digits.
    double along = (canvas->width / 2.0 - point.x) * dx + (canvas->height / 2.0 - point.y) * dy;
    double px = point.x + along * dx, py = point.y + along * dy;
    if (!cd_interval_narrow(px, dx, -margin, canvas->width + margin, &t0, &t1) ||
        !cd_interval_narrow(py, dy, -margin, canvas->height + margin, &t0, &t1))
        return false;
    *a = (cd_point2){px + t0 * dx, py + t0 * dy};
    *b = (cd_point2){px + t1 * dx, py + t1 * dy};
    return true;
}
