// See panel.h. The charts stand side by side; all curves of one share its scales.
#include "view/panels/panel.h"

#include "view/panels/chart.h"
#include "view/scene/stage.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEIGHT 130
#define HEIGHT_LOW 84
#define LOW_PICTURE 560  ///< has little room
#define CHARTS_MAX 4     ///< as in drawing.lua
#define WIDTH_LEAST 170  ///< of a chart; where there is no room for all, the first ones are shown
#define SLOT 68          ///< the least width of a number at the axis
#define POINTED_REACH 12 ///< pixels

int cd_charts_height(const cd_screen *screen, int height, double unit) {
    const bool some = screen->recording != NULL && screen->recording->charted;
    if (!screen->panels || !some || height < CD_LOW_PLOTS * unit)
        return 0;
    return (int)((height < LOW_PICTURE * unit ? HEIGHT_LOW : HEIGHT) * unit);
}

/// A chart: its curves are those drawings of the frame that have its name.
typedef struct chart_layout {
    cd_ui *ui;
    const cd_frame *frame;
    const cd_drawing *first; ///< its first curve
    cd_value_scale x, y;     ///< x: laid along the width
    cd_rect rect;            ///< of the curves
    bool has_gaps;           ///< points are left out that are not finite
} chart_layout;

static bool is_curve_of(const cd_drawing *drawing, const char *name) {
    return drawing->kind == CD_DRAW_CHART && strcmp(drawing->text, name) == 0;
}

/// The numbers of the drawings that begin a chart; returns how many there are.
static int find_charts(const cd_frame *frame, int found[CHARTS_MAX]) {
    int count = 0;
    for (int i = 0; i < frame->drawing_count && count < CHARTS_MAX; i++) {
        bool known = frame->drawings[i].kind != CD_DRAW_CHART;
        for (int k = 0; k < count && !known; k++)
            known = strcmp(frame->drawings[i].text, frame->drawings[found[k]].text) == 0;
        if (!known)
            found[count++] = i;
    }
    return count;
}

static double x_of(const chart_layout *c, double x) {
    const double half = c->x.high / 2 - c->x.low / 2;
    const double share = half > 0 ? (x - c->x.middle) / half : 0;
    return c->rect.x + c->rect.width / 2.0 * (1 + share);
}

/// Finds the scales of both axes, and whether there are gaps.
static void find_scales(chart_layout *c) {
    c->x = c->y = cd_value_scale_empty();
    for (int i = 0; i < c->frame->drawing_count; i++) {
        const cd_drawing *curve = &c->frame->drawings[i];
        for (int k = 0; is_curve_of(curve, c->first->text) && k < curve->curve_count; k++)
            if (isfinite(curve->curve[2 * k]) && isfinite(curve->curve[2 * k + 1])) {
                cd_value_scale_add(&c->x, curve->curve[2 * k]);
                cd_value_scale_add(&c->y, curve->curve[2 * k + 1]);
            } else {
                c->has_gaps = true;
            }
    }
}

/// The width of the numbers at the vertical axis of a chart that is so wide.
static double slot_of(const chart_layout *c, double width) {
    const double unit = c->ui->pen->scale, ends[] = {c->y.low, c->y.high};
    double slot = SLOT * unit;
    for (int i = 0; i < 2; i++) {
        char text[64];
        cd_value_text(ends[i], c->first->unit, text, sizeof text);
        slot = fmax(slot, cd_text_width(c->ui->pen->text, cd_small, text) + 8 * unit);
    }
    return fmin(slot, width / 3);
}

/// Draws the curves; returns the point nearest to the mouse along x, NULL where that is elsewhere.
static const double *draw_curves(const chart_layout *c) {
    const double *nearest = NULL;
    double least = POINTED_REACH * c->ui->pen->scale;
    int number = 0;
    for (int i = 0; i < c->frame->drawing_count; i++) {
        const cd_drawing *drawing = &c->frame->drawings[i];
        if (!is_curve_of(drawing, c->first->text))
            continue;
        cd_curve curve = {.color = cd_style_color(&drawing->style, cd_plot_color(number++))};
        for (int k = 0; k < drawing->curve_count; k++) {
            const double *point = &drawing->curve[2 * k];
            const bool finite = isfinite(point[0]) && isfinite(point[1]);
            const double x = finite ? x_of(c, point[0]) : NAN;
            const double y = finite ? cd_value_scale_y(&c->y, point[1]) : NAN;
            cd_curve_add(c->ui, &curve, x, y);
            const double away =
                fabs(x - c->ui->input.pointer.x) + 0.25 * fabs(y - c->ui->input.pointer.y);
            if (away < least) // false where it is NaN
                least = away, nearest = point;
        }
        cd_curve_end(c->ui, &curve);
    }
    return nearest;
}

/// Draws the ends of the horizontal axis with its title between them.
static void draw_x_axis(const chart_layout *c, double y, double height) {
    char low[48], high[48];
    if (c->x.low > c->x.high)
        return;
    snprintf(low, sizeof low, "%.6g", c->x.low);
    snprintf(high, sizeof high, "%.6g", c->x.high);
    const cd_rect row = cd_ui_rect(c->rect.x, y, c->rect.width, height);
    cd_text *fonts = c->ui->pen->text;
    const int left = cd_ui_text(c->ui, row, cd_small, CD_TEXT_LEFT, CD_INK_DIM, low);
    const int right = cd_text_width(fonts, cd_small, high), gap = (int)(8 * c->ui->pen->scale);
    if (left + right + gap > row.width)
        return;
    cd_ui_text(c->ui, row, cd_small, CD_TEXT_RIGHT, CD_INK_DIM, high);
    const cd_rect middle = {row.x + left + gap, row.y, row.width - left - right - 2 * gap,
                            row.height};
    if (middle.width > 0)
        cd_ui_text(c->ui, middle, cd_small, CD_TEXT_CENTER, CD_INK_DIM, c->first->x_title);
}

/// Draws the greatest and the least value left of their lines.
static void draw_y_axis(const chart_layout *c, double x, double line) {
    const double unit = c->ui->pen->scale, width = c->rect.x - 4 * unit - x;
    cd_value_scale_draw_numbers(
        c->ui, &c->y, cd_ui_rect(x, cd_value_scale_y(&c->y, c->y.high) - line / 2, width, line),
        cd_ui_rect(x, cd_value_scale_y(&c->y, c->y.low) - line / 2, width, line), c->first->unit,
        CD_INK_DIM);
}

static void draw_chart(chart_layout *c, cd_rect place) {
    const double unit = c->ui->pen->scale, line = cd_ui_line_height(c->ui, cd_small);
    char text[300], value[64];
    find_scales(c);
    const double slot = slot_of(c, place.width);
    c->rect = cd_ui_rect(place.x + slot, place.y + line + 6 * unit, place.width - slot,
                         place.height - 2 * line - 10 * unit);
    cd_value_scale_place(&c->x, c->rect, unit);
    cd_value_scale_place(&c->y, c->rect, unit);
    cd_value_scale_draw_lines(c->ui, &c->y);
    const bool over = !c->ui->blocked && cd_ui_inside(place, c->ui->input.pointer);
    const double *pointed = draw_curves(c);
    draw_y_axis(c, place.x, line);
    draw_x_axis(c, place.y + place.height - line - 2 * unit, line);
    snprintf(text, sizeof text, "%.200s%s", c->first->text,
             c->has_gaps ? " (with points that are not finite)" : "");
    if (over && pointed != NULL) {
        const double x = x_of(c, pointed[0]), y = cd_value_scale_y(&c->y, pointed[1]);
        cd_fill_disc(&c->ui->pen->canvas, (cd_point2){x, y}, 3 * unit, CD_INK);
        cd_value_text(pointed[1], c->first->unit, value, sizeof value);
        snprintf(text, sizeof text, "%.120s: %s at %.6g", c->first->text, value, pointed[0]);
    }
    cd_ui_text(c->ui, cd_ui_rect(place.x, place.y, place.width, line), cd_small, CD_TEXT_LEFT,
               CD_INK, text);
}

void cd_charts(cd_ui *ui, const cd_screen *screen, cd_rect rect) {
    const double unit = ui->pen->scale, margin = 16 * unit;
    const cd_rect before = cd_canvas_clip(&ui->pen->canvas, rect);
    int found[CHARTS_MAX];
    cd_ui_panel(ui, rect);
    const cd_frame *frame = screen->scene.frame;
    int count = frame != NULL ? find_charts(frame, found) : 0;
    const int room = (int)(rect.width / (WIDTH_LEAST * unit));
    count = count < room || room < 1 ? count : room;
    const double width = count > 0 ? (rect.width - margin) / count : 0;
    for (int i = 0; i < count; i++) {
        chart_layout c = {.ui = ui, .frame = frame, .first = &frame->drawings[found[i]]};
        draw_chart(&c, cd_ui_rect(rect.x + margin + i * width, rect.y + 3 * unit, width - margin,
                                  rect.height - 3 * unit));
    }
    ui->pen->canvas.clip = before;
}
