// See trails.h. A velocity is the displacement of a shape's middle since the frame before, over the
// time of a frame.
#include "record/text/shape_label.h"
#include "view/scene/trails.h"

#include "view/scene/theme.h"

#define TOUCH_LENGTH 11 ///< logical pixels
#define TOUCH_PART 0.2  ///< of a small shape, half the length

static void draw_edge(const cd_stage *stage, cd_vec a, cd_vec b) {
    const double unit = stage->pen->scale;
    const cd_point2 ends[2] = {cd_stage_project(stage, a), cd_stage_project(stage, b)};
    cd_stroke_polyline(&stage->pen->canvas, ends, 2, 1.2 * unit, (cd_dash){3 * unit, 3 * unit, 0},
                       CD_BOUNDS);
}

/// The corner at the maximum of the axes whose bits are set.
static cd_vec bounds_corner(const cd_bounds *b, int bits) {
    return (cd_vec){bits & 1 ? b->max.x : b->min.x, bits & 2 ? b->max.y : b->min.y,
                    bits & 4 ? b->max.z : b->min.z};
}

void cd_marks_bounds(const cd_stage *stage, const cd_frame *frame) {
    for (int i = 0; i < frame->shape_count; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        if (named->style.hidden || cd_is_unbounded(&named->shape))
            continue;
        const cd_bounds bounds = cd_shape_bounds(&named->shape);
        if (!cd_is_finite(bounds.min) ||
            !cd_is_finite(bounds.max)) // a set with a plane or line among its parts
            continue;
        const int axes = named->shape.dim;
        for (int from = 0; from < 1 << axes; from++)
            for (int axis = 0; axis < axes; axis++)
                if (!(from & 1 << axis))
                    draw_edge(stage, bounds_corner(&bounds, from),
                              bounds_corner(&bounds, from | 1 << axis));
    }
}

void cd_marks_velocities(const cd_stage *stage, const cd_frame *frame, const cd_trails *trails) {
    const double dt = frame->frame > 0 ? frame->time / frame->frame : 0;
    for (int i = 0; i < frame->shape_count && dt > 0; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        cd_vec before;
        if (named->style.hidden || cd_is_unbounded(&named->shape) ||
            !cd_trails_before(trails, frame, i, &before))
            continue;
        const cd_vec at = cd_shape_middle(&named->shape);
        const cd_vec to = cd_add_scaled(at, CD_VELOCITY_SECONDS / dt, cd_sub(at, before));
        if (!cd_equal(at, before) && cd_is_finite(to))
            cd_stage_arrow(stage, at, to, 2, 10, CD_VELOCITY);
    }
}

void cd_marks_touches(const cd_stage *stage, const cd_overlaps *overlaps) {
    const double most = cd_stage_text_size(stage, TOUCH_LENGTH) * stage->pen->scale / 2;
    for (int i = 0; i < overlaps->touch_count; i++) {
        const cd_touch_mark *touch = &overlaps->touches[i];
        const cd_point2 p = cd_stage_project(stage, touch->point);
        const cd_point2 n = cd_camera_project_direction(&stage->camera, touch->normal);
        const double half = fmin(most, TOUCH_PART * touch->size * stage->camera.zoom);
        const double length = hypot(n.x, n.y), part = length > 0 ? half / length : 0;
        if (cd_is_finite(touch->point))
            cd_stroke_line(&stage->pen->canvas, (cd_point2){p.x - part * n.y, p.y + part * n.x},
                           (cd_point2){p.x + part * n.y, p.y - part * n.x},
                           fmin(2 * stage->pen->scale, half), CD_INK);
    }
}

// ---------------------------------------------------------------------------------------- away

enum { ARROWS_MAX = 8 };

static const double arrow_length = 22, arrow_edge = 8; ///< logical pixels

/// Whether a finite shape lies beyond the extent that the picture is to show. It may be seen even
/// so, where the picture is wider.
static bool is_beyond(const cd_extent *extent, const cd_shape *shape) {
    const cd_bounds b = cd_shape_bounds(shape);
    return cd_bounds_are_finite(b) && !cd_bounds_meet(b, (cd_bounds){extent->min, extent->max});
}

/// The point of the canvas where a shape lies that is not seen; false: it is seen.
static bool find_unseen(const cd_stage *stage, const cd_shape *shape, cd_point2 *at) {
    const cd_rect *v = &stage->camera.viewport;
    cd_point2 min, max;
    if (!cd_solid_bounds(stage, shape, &min, &max))
        return false;
    *at = (cd_point2){(min.x + max.x) / 2, (min.y + max.y) / 2};
    return min.x > v->x + v->width || max.x < v->x || min.y > v->y + v->height || max.y < v->y;
}

/// Draws an arrow at the edge of the viewport that points at a place outside, with a name.
static void draw_arrow(const cd_stage *stage, cd_labels *labels, cd_point2 at, const char *name) {
    cd_pen *pen = stage->pen;
    const cd_rect *v = &stage->camera.viewport;
    const double x = v->x + v->width / 2.0, y = v->y + v->height / 2.0;
    const double edge = arrow_edge * pen->scale, length = arrow_length * pen->scale;
    const double dx = at.x - x, dy = at.y - y, far = hypot(dx, dy);
    const double part =
        fmin((v->width / 2.0 - edge) / fabs(dx), (v->height / 2.0 - edge) / fabs(dy));
    if (!(far > 0 && part > 0 && isfinite(far)))
        return;
    const cd_point2 head = {x + part * dx, y + part * dy};
    const cd_point2 tail = {head.x - length * dx / far, head.y - length * dy / far};
    const double size = cd_stage_text_size(stage, CD_TEXT_SMALL);
    const cd_point2 min = {fmin(head.x, tail.x), fmin(head.y, tail.y)},
                    max = {fmax(head.x, tail.x), fmax(head.y, tail.y)};
    cd_stroke_arrow(&pen->canvas, tail, head, 2 * pen->scale, 9 * pen->scale, CD_INK);
    cd_labels_draw(labels, pen, min, max, size, CD_INK, name);
}

void cd_marks_away(const cd_stage *stage, const cd_frame *frame, cd_labels *labels) {
    int count = 0;
    for (int i = 0; i < frame->shape_count && count < ARROWS_MAX; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        char label[CD_SHAPE_LABEL_MAX];
        cd_point2 at;
        if (named->style.hidden || !is_beyond(&stage->extent, &named->shape) ||
            !find_unseen(stage, &named->shape, &at))
            continue;
        cd_shape_label(NULL, named->key, label);
        draw_arrow(stage, labels, at, named->name != NULL ? named->name : label);
        count++;
    }
}
