// See stage.h.
#include "view/scene/stage.h"

#include <math.h>

static const double least_size = 0.7; ///< of text in a small viewport

double cd_stage_text_size(const cd_stage *stage, double size) {
    const double wide = 480 * stage->pen->scale, high = 320 * stage->pen->scale;
    const cd_rect *v = &stage->camera.viewport;
    return size * fmin(fmax(fmin(v->width / wide, v->height / high), least_size), 1);
}

void cd_stage_line(const cd_stage *stage, cd_vec a, cd_vec b, double width, uint32_t color) {
    cd_stroke_line(&stage->pen->canvas, cd_stage_project(stage, a), cd_stage_project(stage, b),
                   width * stage->pen->scale, color);
}

void cd_stage_arrow(const cd_stage *stage, cd_vec a, cd_vec b, double width, double head,
                    uint32_t color) {
    cd_stroke_arrow(&stage->pen->canvas, cd_stage_project(stage, a), cd_stage_project(stage, b),
                    width * stage->pen->scale, head * stage->pen->scale, color);
}

void cd_stage_polyline(const cd_stage *stage, const cd_point2 *points, int count, double width,
                       bool dashed, uint32_t color) {
    double unit = stage->pen->scale;
    cd_stroke_polyline(&stage->pen->canvas, points, count, width * unit,
                       dashed ? (cd_dash){5 * unit, 4 * unit, 0} : (cd_dash){0}, color);
}
