// See stage.h. The theme chooses what a script leaves open.
#include "view/scene/stage.h"

#include "view/scene/theme.h"

#include <string.h>

enum {
    TEXTS_MAX = 1000,
    CLOUD_MIN = 61,  ///< points in one call that are drawn small
    BLOCKED_MAX = 64 ///< points of a frame that labels keep off
};

uint32_t cd_style_color(const cd_style *style, uint32_t theme) {
    return style->r < 0 ? theme : cd_theme_color(cd_color_from(style->r, style->g, style->b, 1));
}

double cd_style_opacity(const cd_style *style, double theme) {
    return style->a < 0 ? theme : style->a;
}

double cd_style_width(const cd_style *style, double theme) {
    return style->width < 0 ? theme : style->width;
}

static uint32_t color_of(const cd_style *style) {
    return cd_color_fade(cd_style_color(style, CD_INK), cd_style_opacity(style, 1));
}

static void draw_polyline(const cd_stage *stage, const cd_drawing *d) {
    cd_point2 *points = cd_arena_alloc(stage->scratch, (size_t)d->point_count * sizeof *points);
    if (points == NULL)
        return;
    for (int i = 0; i < d->point_count; i++)
        points[i] = cd_stage_project(stage, d->points[i]);
    cd_stage_polyline(stage, points, d->point_count, cd_style_width(&d->style, 1.8),
                      d->style.dashed, color_of(&d->style));
}

/// The diameter of a point, in logical pixels.
static double point_size(const cd_drawing *d) {
    return cd_style_width(&d->style, d->point_count >= CLOUD_MIN ? 3.5 : 7);
}

static void draw_points(const cd_stage *stage, const cd_drawing *d) {
    const double size = point_size(d) * stage->pen->scale;
    for (int i = 0; i < d->point_count; i++) {
        cd_point2 p = cd_stage_project(stage, d->points[i]);
        if (d->style.outline)
            cd_stroke_disc(&stage->pen->canvas, p, size / 2, 1.5 * stage->pen->scale,
                           color_of(&d->style));
        else
            cd_fill_disc(&stage->pen->canvas, p, size / 2, color_of(&d->style));
    }
}

void cd_drawings_draw(const cd_stage *stage, const cd_frame *frame) {
    for (int i = 0; i < frame->drawing_count; i++) {
        const cd_drawing *d = &frame->drawings[i];
        if (d->kind == CD_DRAW_LINE)
            draw_polyline(stage, d);
        else if (d->kind == CD_DRAW_POINTS)
            draw_points(stage, d);
        else if (d->kind == CD_DRAW_ARROW && d->point_count == 2)
            cd_stage_arrow(stage, d->points[0], d->points[1], cd_style_width(&d->style, 2.2), 11,
                           color_of(&d->style));
    }
}

void cd_drawings_block(const cd_stage *stage, const cd_frame *frame, cd_labels *labels) {
    int blocked = 0;
    for (int i = 0; i < frame->drawing_count; i++) {
        const cd_drawing *d = &frame->drawings[i];
        const int count =
            d->kind == CD_DRAW_POINTS && d->point_count < CLOUD_MIN ? d->point_count : 0;
        for (int k = 0; k < count && blocked < BLOCKED_MAX; k++, blocked++)
            cd_labels_block_dot(stage, labels, d->points[k], point_size(d) / 2);
    }
}

/// The size that the script asks for, or the theme's.
static double text_size(const cd_stage *stage, const cd_style *style) {
    return style->width < 0 ? cd_stage_text_size(stage, CD_TEXT_SIZE)
                            : fmin(fmax(style->width, 6), 96);
}

/// The width of the longest of a text's lines.
static int lines_width(cd_text *text, cd_text_style style, const char *line) {
    int widest = 0;
    for (size_t length;; line += length + 1) {
        length = strcspn(line, "\n");
        const int width = cd_text_width_of(text, style, line, length);
        widest = width > widest ? width : widest;
        if (line[length] == '\0')
            return widest;
    }
}

/// Texts that are drawn, on which later ones do not lie; those beyond TEXTS_MAX are left out.
typedef struct drawn_texts {
    cd_rect rects[TEXTS_MAX];
    int count;
} drawn_texts;

static bool meet(cd_rect a, cd_rect b) {
    const cd_rect both = cd_rect_intersection(a, b);
    return both.width > 0 && both.height > 0;
}

static bool is_covered(const drawn_texts *texts, cd_rect rect) {
    for (int i = 0; i < texts->count; i++)
        if (meet(texts->rects[i], rect))
            return true;
    return false;
}

/// Moves the place of a text down, or up, by its own height where it would lie on one before it;
/// false where it lies on one in all three.
static bool find_row(const drawn_texts *texts, cd_rect *rect) {
    const int rows[] = {0, rect->height, -rect->height}, top = rect->y;
    for (int i = 0; i < 3; i++) {
        rect->y = top + rows[i];
        if (!is_covered(texts, *rect))
            return true;
    }
    return false;
}

static void draw_text(const cd_stage *stage, const cd_drawing *d, cd_labels *labels,
                      drawn_texts *texts) {
    cd_pen *pen = stage->pen;
    const cd_rect *v = &stage->camera.viewport;
    const cd_text_style style = {CD_TEXT_SANS, text_size(stage, &d->style)};
    const double unit = pen->scale;
    cd_point2 p = cd_stage_project(stage, d->points[0]);
    if (!(fabs(p.x) < CD_LABEL_FAR && fabs(p.y) < CD_LABEL_FAR))
        return;
    const double top = floor(p.y - cd_text_measure_line(pen->text, style).ascent / 2.0);
    const int width = lines_width(pen->text, style, d->text);
    const int height = cd_text_draw_lines(pen->text, NULL, style, 0, 0, 0, 0, d->text);
    if (p.x > v->x && p.x < v->x + v->width) // a text that begins in the view is not cut off
        p.x = fmax(fmin(p.x, v->x + v->width - width - 6 * unit), v->x + 6 * unit);
    const int gap = (int)ceil(3 * unit);
    cd_rect rect = {(int)floor(p.x) - gap, (int)top, width + 2 * gap, height};
    if (!meet(*v, rect) || texts->count == TEXTS_MAX || !find_row(texts, &rect))
        return;
    cd_text_draw_lines_over(pen->text, &pen->canvas, style, rect.x + gap, rect.y, 0, CD_TEXT_GROUND,
                            color_of(&d->style), d->text);
    cd_labels_block(labels, rect);
    texts->rects[texts->count++] = rect;
}

/// Where a text stands: on the canvas, and how near to the viewer.
typedef struct text_anchor {
    const cd_drawing *text;
    cd_point2 at;
    double depth;
} text_anchor;

/// Whether another text stands before one, at the same place of the picture: in a row seen from its
/// end only the nearest text can be read.
static bool is_behind(const cd_stage *stage, const text_anchor *texts, int count, int which) {
    const text_anchor *behind = &texts[which];
    const double near = text_size(stage, &behind->text->style) * stage->pen->scale;
    const double apart = near / stage->camera.zoom;
    for (int i = 0; i < count; i++)
        if (fabs(texts[i].at.x - behind->at.x) < near &&
            fabs(texts[i].at.y - behind->at.y) < near && texts[i].depth > behind->depth + apart)
            return true;
    return false;
}

void cd_drawings_text(const cd_stage *stage, const cd_frame *frame, cd_labels *labels) {
    drawn_texts texts = {.rects = {stage->text}, .count = 1}; // the head-up text is there
    const size_t room = (size_t)frame->drawing_count;
    text_anchor *anchors = cd_arena_alloc(stage->scratch, room * sizeof *anchors);
    int count = 0;
    for (int i = 0; i < frame->drawing_count && anchors != NULL; i++) {
        const cd_drawing *d = &frame->drawings[i];
        if (d->kind == CD_DRAW_TEXT && d->point_count > 0)
            anchors[count++] = (text_anchor){d, cd_stage_project(stage, d->points[0]),
                                             cd_camera_depth(&stage->camera, d->points[0])};
    }
    for (int i = 0; i < count; i++)
        if (count > TEXTS_MAX || !is_behind(stage, anchors, count, i))
            draw_text(stage, anchors[i].text, labels, &texts);
}

cd_rect cd_drawings_head_up(const cd_stage *stage, const cd_frame *frame, bool drawn) {
    cd_pen *pen = stage->pen;
    const cd_rect *v = &stage->camera.viewport;
    const double unit = pen->scale, x = v->x + 12 * unit, top = v->y + 10 * unit;
    const int room = v->width - (int)(24 * unit);
    double widest = 0, y = top;
    for (int i = 0; i < frame->drawing_count && y < v->y + v->height; i++) {
        const cd_drawing *d = &frame->drawings[i];
        if (d->kind != CD_DRAW_TEXT || d->point_count > 0)
            continue;
        // Monospaced, since scripts align their numbers by spaces.
        const cd_text_style style = {CD_TEXT_MONO, text_size(stage, &d->style)};
        const double width = fmin(cd_text_width(pen->text, style, d->text), room);
        const int height = cd_text_draw_lines(pen->text, NULL, style, x, y, room, 0, d->text);
        if (drawn && width > 0)
            cd_text_draw_lines_over(pen->text, &pen->canvas, style, x, y, room, CD_TEXT_GROUND,
                                    color_of(&d->style), d->text);
        widest = fmax(widest, width);
        y += height;
    }
    if (y == top)
        return (cd_rect){0, 0, 0, 0};
    return (cd_rect){(int)(x - 6 * unit), (int)(top - 4 * unit), (int)(widest + 12 * unit),
                     (int)(y - top + 8 * unit)};
}
