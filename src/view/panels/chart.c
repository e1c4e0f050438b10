// See chart.h.
#include "view/panels/chart.h"

#include "record/recording.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>

#define WIDTH 1.4 ///< of a line
#define FLAT 1e-6 ///< changes that are smaller, relative to the values, count as rounding errors
#define INSET 4   ///< between the least or greatest value and the edge

cd_value_scale cd_value_scale_empty(void) {
    return (cd_value_scale){.low = INFINITY, .high = -INFINITY};
}

void cd_value_scale_add(cd_value_scale *scale, double value) {
    if (isfinite(value)) {
        scale->low = fmin(scale->low, value);
        scale->high = fmax(scale->high, value);
    }
}

void cd_value_scale_place(cd_value_scale *scale, cd_rect rect, double unit) {
    scale->rect = rect;
    if (scale->low > scale->high)
        return;
    // Halves, as a difference of large numbers may be infinite.
    const double least = FLAT * fmax(fabs(scale->low), fabs(scale->high));
    const double half = fmax(scale->high / 2 - scale->low / 2, least);
    scale->middle = scale->low / 2 + scale->high / 2;
    scale->factor = half > 0 ? (rect.height / 2.0 - INSET * unit) / half : 0;
}

double cd_value_scale_y(const cd_value_scale *scale, double value) {
    return scale->rect.y + scale->rect.height / 2.0 - (value - scale->middle) * scale->factor;
}

void cd_value_text(double value, const char *unit, char *out, size_t size) {
    snprintf(out, size, "%.6g%s%s", value, unit[0] != '\0' ? " " : "", unit);
}

static void draw_line(cd_ui *ui, const cd_value_scale *scale, double value) {
    cd_fill_rect(&ui->pen->canvas, scale->rect.x, floor(cd_value_scale_y(scale, value)),
                 scale->rect.width, ui->pen->scale, 0, cd_color_fade(CD_INK_DIM, 0.35));
}

void cd_value_scale_draw_lines(cd_ui *ui, const cd_value_scale *scale) {
    if (scale->low > scale->high)
        return;
    draw_line(ui, scale, scale->high);
    if (scale->low < scale->high)
        draw_line(ui, scale, scale->low);
    if (scale->low < 0 && scale->high > 0)
        draw_line(ui, scale, 0);
}

static void draw_number(cd_ui *ui, cd_rect place, double value, const char *unit, uint32_t color) {
    char text[64];
    cd_value_text(value, unit, text, sizeof text);
    cd_ui_text(ui, place, cd_small, CD_TEXT_RIGHT, color, text);
}

void cd_value_scale_draw_numbers(cd_ui *ui, const cd_value_scale *scale, cd_rect high, cd_rect low,
                                 const char *unit, uint32_t color) {
    if (scale->low > scale->high)
        return;
    draw_number(ui, high, scale->high, unit, color);
    if (scale->low < scale->high)
        draw_number(ui, low, scale->low, unit, color);
}

// ---------------------------------------------------------------------------------------- curves

void cd_curve_end(cd_ui *ui, cd_curve *curve) {
    if (curve->count > 0)
        cd_stroke_polyline(&ui->pen->canvas, curve->points, curve->count, WIDTH * ui->pen->scale,
                           (cd_dash){0}, curve->color);
    curve->count = 0;
}

void cd_curve_add(cd_ui *ui, cd_curve *curve, double x, double y) {
    if (!isfinite(x) || !isfinite(y)) {
        cd_curve_end(ui, curve);
        return;
    }
    const cd_point2 point = {x, y};
    if (curve->count == CD_CURVE_POINTS) {
        const cd_point2 last = curve->points[CD_CURVE_POINTS - 1];
        cd_curve_end(ui, curve);
        curve->points[curve->count++] = last;
    }
    curve->points[curve->count++] = point;
}

uint32_t cd_plot_color(int i) {
    const uint32_t colors[CD_PLOTS_MAX] = {CD_ACCENT,  CD_NORMAL, CD_QUERY_EXIT, CD_QUERY,
                                           CD_OVERLAP, CD_PAST,   CD_SCENERY,    CD_VELOCITY};
    return colors[i % CD_PLOTS_MAX];
}
