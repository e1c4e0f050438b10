// A stage with shapes, and whether a rectangle of its canvas lies on one.
#ifndef TESTS_COVERS_H
#define TESTS_COVERS_H

#include "view/scene/stage.h"

/// A stage over the whole picture of a pen, seen from the front, on which a unit has 40 pixels.
static inline cd_stage stage_of(cd_pen *pen, cd_arena *scratch) {
    const cd_rect viewport = {0, 0, pen->canvas.width, pen->canvas.height};
    cd_stage stage = {
        .pen = pen, .camera = cd_camera_make(CD_VIEW_FRONT, viewport), .scratch = scratch};
    stage.camera.zoom = 40;
    return stage;
}

static inline cd_named_shape named(const char *key, cd_shape shape) {
    return (cd_named_shape){.key = key, .style = CD_STYLE_DEFAULT, .shape = shape};
}

static inline bool overlaps(cd_rect a, cd_rect b) {
    const cd_rect both = cd_rect_intersection(a, b);
    return both.width > 0 && both.height > 0;
}

/// Whether a rectangle covers the shape: by points of it, not as the program decides it.
static inline bool covers(const cd_stage *stage, cd_rect rect, const cd_shape *shape) {
    for (int i = 0; i <= 8; i++)
        for (int k = 0; k <= 4; k++) {
            const cd_point2 p = {rect.x + 1 + (rect.width - 2) * i / 8.0,
                                 rect.y + 1 + (rect.height - 2) * k / 4.0};
            const cd_vec at = cd_camera_unproject(&stage->camera, p);
            cd_hit hit;
            const cd_vec from = cd_add_scaled(at, 100, stage->camera.toward);
            const cd_shape point = cd_point(2, (cd_vec){at.x, at.y, 0});
            if (shape->dim == 2
                    ? cd_overlap(&point, shape)
                    : cd_raycast(from, cd_scale(stage->camera.toward, -200), shape, 1, &hit))
                return true;
        }
    return false;
}

#endif
