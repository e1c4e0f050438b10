// See stage.h.
#include "view/scene/stage.h"
#include "view/scene/theme.h"

#include <math.h>

enum { ARROWS_MAX = 8 };

static const double arrow_length = 22, arrow_edge = 8; ///< logical pixels

/// Whether a finite shape lies beyond the extent that the picture is to show. It may be seen even
/// so, where the picture is wider.
static bool is_beyond(const cd_extent *extent, const cd_shape *shape) {
    const cd_bounds b = cd_shape_bounds(shape);
    return cd_is_finite(b.min) && cd_is_finite(b.max) &&
           (b.min.x > extent->max.x || b.max.x < extent->min.x || b.min.y > extent->max.y ||
            b.max.y < extent->min.y || b.min.z > extent->max.z || b.max.z < extent->min.z);
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

void cd_away_draw(const cd_stage *stage, const cd_frame *frame, cd_labels *labels) {
    int count = 0;
    for (int i = 0; i < frame->shape_count && count < ARROWS_MAX; i++) {
        const cd_named_shape *named = &frame->shapes[i];
        cd_point2 at;
        if (named->style.hidden || !is_beyond(&stage->extent, &named->shape) ||
            !find_unseen(stage, &named->shape, &at))
            continue;
        draw_arrow(stage, labels, at, named->name != NULL ? named->name : named->key);
        count++;
    }
}
