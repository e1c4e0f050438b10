// Whether a rectangle of the canvas lies on a shape.
#ifndef TESTS_COVERS_H
#define TESTS_COVERS_H

#include "view/scene/stage.h"

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
