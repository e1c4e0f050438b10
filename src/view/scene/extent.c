// See extent.h.
#include "view/scene/extent.h"

#include "view/scene/queries.h"
#include "view/scene/stage.h"
#include "view/scene/theme.h"

#include <math.h>
#include <string.h>

static void add_shape(const cd_shape *shape, cd_extent *extent) {
    if (shape->kind == CD_LINE) { // as a piece as long as it is thick
        double r = shape->radius;
        cd_extent_add(extent, cd_sub(shape->as.line.point, (cd_vec){r, r, 0}));
        cd_extent_add(extent, cd_add(shape->as.line.point, (cd_vec){r, r, 0}));
    }
    for (int i = 0; shape->kind == CD_COMPOUND && i < cd_shape_part_count(shape); i++) {
        cd_shape part = cd_shape_part(shape, i);
        add_shape(&part, extent);
    }
    if (cd_is_unbounded(shape) || shape->kind == CD_COMPOUND)
        return;
    cd_bounds bounds = cd_shape_bounds(shape);
    cd_extent_add(extent, bounds.min);
    cd_extent_add(extent, bounds.max);
}

/// What lies farther from the shapes than this many times their size is not in the picture. A curve
/// or a cloud of points ends where its data do; a line of two points may stand for an endless one.
static const double far_off = 10, far_curve = 100;

/// Adds the box of a drawing or of casts. What reaches far off, as a ray or a drawn line without an
/// end, is cut to three times the size of the shapes, so that these are large enough to be seen.
static void add_near(const cd_extent *shapes, const cd_extent *more, double most,
                     cd_extent *extent) {
    if (!more->some)
        return;
    cd_vec min = more->min, max = more->max;
    const double out =
        fmax(cd_max_abs(cd_sub(min, shapes->min)), cd_max_abs(cd_sub(max, shapes->max)));
    const double reach = cd_extent_size(shapes);
    if (shapes->some && reach > 0 && !(out <= most * reach)) {
        cd_vec low = cd_sub(shapes->min, (cd_vec){reach, reach, reach});
        cd_vec high = cd_add(shapes->max, (cd_vec){reach, reach, reach});
        min = (cd_vec){fmax(min.x, low.x), fmax(min.y, low.y), fmax(min.z, low.z)};
        max = (cd_vec){fmin(max.x, high.x), fmin(max.y, high.y), fmin(max.z, high.z)};
    }
    cd_extent_add(extent, min);
    cd_extent_add(extent, max);
}

/// A plane adds the point of its surface nearest to the shapes, unless it is far off: so a sphere
/// is seen with its floor.
static void add_planes(const cd_frame *frame, cd_extent *shapes) {
    const cd_extent finite = *shapes;
    const cd_vec middle = cd_extent_middle(&finite);
    for (int i = 0; i < frame->shape_count && finite.some; i++) {
        const cd_shape *shape = &frame->shapes[i].shape;
        if (frame->shapes[i].style.hidden || shape->kind != CD_PLANE)
            continue;
        cd_vec n = shape->as.plane.normal;
        double height = cd_dot(n, middle) - shape->as.plane.offset;
        if (fabs(height) <= far_off * cd_extent_size(&finite))
            cd_extent_add(shapes, cd_add_scaled(middle, -height, n));
    }
}

/// The texts of a frame at the top left, on its first page.
static void add_texts(const cd_frame *frame, cd_extent *extent) {
    double letters = 0, lines = 0;
    for (int i = 0; i < frame->drawing_count; i++) {
        const cd_drawing *d = &frame->drawings[i];
        if (d->kind != CD_DRAW_TEXT || d->point_count > 0 || d->page > 1)
            continue;
        const double size = d->style.width < 0 ? 1 : d->style.width / CD_TEXT_SIZE;
        for (const char *line = d->text;; line++) {
            const size_t length = strcspn(line, "\n");
            letters = fmax(letters, size * (double)length);
            lines += size;
            line += length;
            if (*line == '\0')
                break;
        }
    }
    extent->letters = fmax(extent->letters, letters);
    extent->lines = fmax(extent->lines, lines);
}

void cd_scene_extent(const cd_frame *frame, cd_extent *extent) {
    cd_extent shapes = {0}, queries = {0};
    for (int i = 0; i < frame->shape_count; i++)
        if (!frame->shapes[i].style.hidden)
            add_shape(&frame->shapes[i].shape, &shapes);
    add_planes(frame, &shapes);
    add_near(&shapes, &shapes, 1, extent);
    for (int i = 0; i < frame->drawing_count; i++) {
        const cd_drawing *d = &frame->drawings[i];
        cd_extent drawn = {0};
        for (int k = 0; k < d->point_count; k++)
            cd_extent_add(&drawn, d->points[k]);
        if (d->kind == CD_DRAW_SHAPE)
            add_shape(&d->shape, &drawn);
        add_near(&shapes, &drawn, d->point_count > 2 ? far_curve : far_off, extent);
    }
    add_texts(frame, extent);
    cd_queries_extent(frame, &queries);
    add_near(&shapes, &queries, 1, extent);
}

/// One axis of the extent at the start, as the box that the run keeps has moved and grown along it.
static void follow_axis(double *min, double *max, double low, double high, double now_low,
                        double now_high) {
    const double pan = now_low > low ? now_low - low : now_high < high ? now_high - high : 0;
    *min = now_low < low ? fmin(*min + pan, now_low) : *min + pan;
    *max = now_high > high ? fmax(*max + pan, now_high) : *max + pan;
}

cd_extent cd_scene_framed(const cd_extent *start, const cd_kept *first, const cd_frame *frame) {
    const cd_kept *now = &frame->kept;
    cd_extent e = *start;
    if (!now->some)
        return e;
    if (!e.some || !first->some) {
        cd_extent_add(&e, now->box.min);
        cd_extent_add(&e, now->box.max);
        return e;
    }
    const cd_bounds *a = &first->box, *b = &now->box;
    follow_axis(&e.min.x, &e.max.x, a->min.x, a->max.x, b->min.x, b->max.x);
    follow_axis(&e.min.y, &e.max.y, a->min.y, a->max.y, b->min.y, b->max.y);
    follow_axis(&e.min.z, &e.max.z, a->min.z, a->max.z, b->min.z, b->max.z);
    return e;
}

/// Free pixels around the things when everything is shown in a viewport.
static double frame_margin(cd_rect viewport, double scale) {
    const double usual = 56, share = 0.12; // of a small viewport's shorter side
    return fmin(usual * scale, share * fmin(viewport.width, viewport.height));
}

/// A camera that shows an extent in a part of its viewport.
static cd_camera aimed(const cd_camera *camera, const cd_extent *start, const cd_extent *extent,
                       cd_rect part, double scale) {
    cd_camera c = *camera;
    const cd_rect all = camera->viewport;
    const double margin = frame_margin(all, scale);
    c.viewport = part;
    cd_camera_frame(&c, start, margin);
    cd_camera_keep(&c, extent, margin);
    c.viewport = all;
    cd_camera_pan(&c, part.x + part.width / 2.0 - (all.x + all.width / 2.0),
                  part.y + part.height / 2.0 - (all.y + all.height / 2.0));
    return c;
}

void cd_scene_aim(const cd_frame *frame, const cd_extent *start, const cd_extent *extent,
                  double scale, cd_camera *camera) {
    static const double least_part = 0.15; ///< of the height, which texts leave to the margin
    const cd_rect all = camera->viewport;
    if (frame->aim.set) {
        cd_camera_aim(camera, &frame->aim);
        return;
    }
    // What the texts take beyond the margin.
    const double size = CD_TEXT_SIZE * cd_text_share(all, scale) * scale,
                 margin = frame_margin(all, scale);
    const double width = fmin(0.62 * size * start->letters + 18 * scale - margin, all.width / 2.0);
    const double height = fmin(1.3 * size * start->lines + 14 * scale - margin, all.height / 2.0);
    if (height + margin < least_part * all.height || width < 0 || height < 0) {
        *camera = aimed(camera, start, extent, all, scale);
        return;
    }
    cd_rect below = all, beside = all;
    below.y += (int)height, below.height -= (int)height;
    beside.x += (int)width, beside.width -= (int)width;
    const cd_camera a = aimed(camera, start, extent, below, scale);
    const cd_camera b = aimed(camera, start, extent, beside, scale);
    *camera = a.zoom >= b.zoom ? a : b;
}
