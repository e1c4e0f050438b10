// See stage.h.
#include "view/scene/stage.h"

#include <math.h>

static const double least_size = 0.7; ///< of text in a small viewport

double cd_text_share(cd_rect viewport, double scale) {
    const double fits = fmin(viewport.width / (480 * scale), viewport.height / (320 * scale));
    return fmin(fmax(fits, least_size), 1);
}

double cd_stage_text_size(const cd_stage *stage, double size) {
    return size * cd_text_share(stage->camera.viewport, stage->pen->scale);
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
