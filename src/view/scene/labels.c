// See stage.h. The first label to ask gets a place, so the most important ones are drawn first.
#include "view/scene/stage.h"

#include "view/scene/theme.h"

void cd_labels_block(cd_labels *labels, cd_rect rect) {
    if (labels->count < CD_LABELS_MAX)
        labels->taken[labels->count++] = rect;
}

void cd_labels_block_dot(const cd_stage *stage, cd_labels *labels, cd_vec at, double radius) {
    const cd_point2 p = cd_stage_project(stage, at);
    const double r = radius * stage->pen->scale;
    if (fabs(p.x) < CD_LABEL_FAR && fabs(p.y) < CD_LABEL_FAR)
        cd_labels_block(labels, (cd_rect){(int)floor(p.x - r), (int)floor(p.y - r),
                                          (int)ceil(2 * r) + 1, (int)ceil(2 * r) + 1});
}

bool cd_labels_free(const cd_labels *labels, cd_rect rect) {
    cd_rect inside = cd_rect_intersection(labels->within, rect);
    if (inside.width != rect.width || inside.height != rect.height ||
        labels->count >= CD_LABELS_MAX)
        return false;
    for (int i = 0; i < labels->count; i++) {
        cd_rect both = cd_rect_intersection(labels->taken[i], rect);
        if (both.width > 0 && both.height > 0)
            return false;
    }
    return true;
}

int cd_labels_width(cd_pen *pen, double size, const char *string) {
    const cd_text_style style = {CD_TEXT_SANS, size};
    return cd_text_width(pen->text, style, string) + (int)(8 * pen->scale);
}

int cd_labels_height(cd_pen *pen, double size) {
    const cd_text_style style = {CD_TEXT_SANS, size};
    const cd_text_metrics metrics = cd_text_measure_line(pen->text, style);
    return metrics.ascent + metrics.descent + (int)(2 * pen->scale);
}

void cd_labels_put(cd_labels *labels, cd_pen *pen, cd_rect rect, double size, uint32_t color,
                   const char *string) {
    const cd_text_style style = {CD_TEXT_SANS, size};
    if (labels->count < CD_LABELS_MAX)
        labels->labelled[labels->count] = true;
    cd_labels_block(labels, rect);
    cd_text_draw_over(pen->text, &pen->canvas, style, rect.x + rect.width / 2.0,
                      rect.y + pen->scale, CD_TEXT_CENTER, CD_TEXT_GROUND, color, string);
}

bool cd_labels_draw(cd_labels *labels, cd_pen *pen, cd_point2 min, cd_point2 max, double size,
                    uint32_t color, const char *string) {
    // Where the label lies in x and in y: -1 before the box, 0 in its middle, 1 after it.
    static const int sides[][2] = {{0, -1}, {1, 0},   {0, 1},  {-1, 0}, {1, -1},
                                   {1, 1},  {-1, -1}, {-1, 1}, {0, 0}};
    if (string[0] == '\0')
        return false;
    const int width = cd_labels_width(pen, size, string), height = cd_labels_height(pen, size);
    double gap = 3 * pen->scale;
    for (size_t i = 0; i < sizeof sides / sizeof sides[0]; i++) {
        double x = sides[i][0] < 0   ? min.x - gap - width
                   : sides[i][0] > 0 ? max.x + gap
                                     : (min.x + max.x - width) / 2;
        double y = sides[i][1] < 0   ? min.y - gap - height
                   : sides[i][1] > 0 ? max.y + gap
                                     : (min.y + max.y - height) / 2;
        if (!(fabs(x) < CD_LABEL_FAR && fabs(y) < CD_LABEL_FAR))
            continue;
        cd_rect rect = {(int)x, (int)y, width, height};
        if (!cd_labels_free(labels, rect))
            continue;
        cd_labels_put(labels, pen, rect, size, color, string);
        return true;
    }
    return false;
}
