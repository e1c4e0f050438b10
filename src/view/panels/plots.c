// See panel.h. Each plot has a scale of its own, from its least to its greatest value.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>

#define HEIGHT 56
#define WIDTH 1.4 ///< of a line
#define FLAT 1e-6 ///< changes that are smaller, relative to the values, count as rounding errors

int cd_plots_height(const cd_screen *screen, int height, double unit) {
    const bool some = screen->recording != NULL && screen->recording->plot_count > 0;
    return screen->panels && some && height >= CD_LOW_PLOTS * unit ? (int)(HEIGHT * unit) : 0;
}

/// A colour for each plot: a scenario has at most CD_PLOTS_MAX (drawing.lua).
static uint32_t plot_color(int i) {
    const uint32_t colors[CD_PLOTS_MAX] = {CD_ACCENT,  CD_NORMAL, CD_QUERY_EXIT, CD_QUERY,
                                           CD_OVERLAP, CD_PAST,   CD_SCENERY,    CD_VELOCITY};
    return colors[i];
}

/// The least and the greatest finite value; false where there is none.
static bool plot_range(const cd_plot *plot, int count, double *low, double *high) {
    *low = INFINITY, *high = -INFINITY;
    for (int i = 0; i < count; i++)
        if (isfinite(plot->values[i])) {
            *low = fmin(*low, plot->values[i]);
            *high = fmax(*high, plot->values[i]);
        }
    return *low <= *high;
}

/// Draws one plot between its least and its greatest value. Where more than two frames share a
/// pixel only some are drawn; a value that is not finite leaves a gap.
static void draw_plot(cd_ui *ui, const cd_plot *plot, int count, const cd_frame_axis *axis,
                      cd_rect r, uint32_t color) {
    enum { POINTS = 512 };
    cd_point2 points[POINTS];
    double low, high;
    const double unit = ui->pen->scale;
    if (!plot_range(plot, count, &low, &high))
        return;
    // Rounding errors are not enlarged: what hardly changes is a flat line.
    const double least = FLAT * fmax(fabs(low), fabs(high));
    const double middle = (low + high) / 2, half = fmax((high - low) / 2, least);
    const double factor = half > 0 ? (r.height - 8 * unit) / 2 / half : 0;
    const int skip = axis->step > 0 && axis->step < 0.5 ? (int)ceil(0.5 / axis->step) : 1;
    int n = 0;
    for (int i = 0; i < count; i += skip) {
        const double value = plot->values[i];
        if (isfinite(value))
            points[n++] = (cd_point2){cd_frame_axis_x(axis, i),
                                      r.y + r.height / 2.0 - (value - middle) * factor};
        if (n == POINTS || (!isfinite(value) && n > 0)) {
            cd_stroke_polyline(&ui->pen->canvas, points, n, WIDTH * unit, (cd_dash){0}, color);
            points[0] = points[n - 1];
            n = isfinite(value) ? 1 : 0;
        }
    }
    if (n > 0)
        cd_stroke_polyline(&ui->pen->canvas, points, n, WIDTH * unit, (cd_dash){0}, color);
}

void cd_plots(cd_ui *ui, const cd_screen *screen, cd_rect rect) {
    const double unit = ui->pen->scale;
    const cd_recording *recording = screen->recording;
    cd_canvas *canvas = &ui->pen->canvas;
    const cd_frame_axis axis = cd_frame_axis_of(screen, rect, unit);
    const cd_rect before = cd_canvas_clip(canvas, rect);
    const int frame = cd_shown_frame(screen);
    cd_ui_panel(ui, rect);
    const int line = (int)cd_ui_line_height(ui, cd_small);
    const cd_rect plots = {rect.x, rect.y + line + (int)(4 * unit), rect.width,
                           rect.height - line - (int)(4 * unit)};
    double x = axis.x;
    for (int i = 0; i < recording->plot_count; i++) {
        const cd_plot *plot = &recording->plots[i];
        draw_plot(ui, plot, recording->count, &axis, plots, plot_color(i));
        char text[96];
        const double value = frame < recording->count ? plot->values[frame] : NAN;
        if (isfinite(value))
            snprintf(text, sizeof text, "%s %.6g", plot->name, value);
        else
            snprintf(text, sizeof text, "%s", plot->name);
        const double room = axis.x + axis.width - x;
        if (room > 40 * unit)
            x += cd_ui_text(ui, cd_ui_rect(x, rect.y + 3 * unit, room, line), cd_small,
                            CD_TEXT_LEFT, plot_color(i), text) +
                 14 * unit;
    }
    cd_fill_rect(canvas, cd_frame_axis_x(&axis, frame) - unit / 2, plots.y, unit, plots.height, 0,
                 cd_color_fade(CD_INK, 0.5));
    canvas->clip = before;
}
