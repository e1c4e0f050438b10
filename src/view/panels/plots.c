// See panel.h. A plot has a scale of its own, from its least to its greatest value in the frames in
// sight, but plots of one unit share theirs. The axis at the right is that of one plot; a click on
// the name of another one shows that. The run before the last edit is drawn fainter.
#include "view/panels/panel.h"

#include "view/panels/chart.h"
#include "view/scene/theme.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEIGHT 100
#define HEIGHT_LOW 68   ///< in a picture with little room
#define LOW_PICTURE 560 ///< has little room
#define PAST_INK 0.4    ///< of the run before
#define SLOT 88         ///< the width of a number at the axis

int cd_plots_height(const cd_screen *screen, int height, double unit) {
    const bool some = screen->recording != NULL && screen->recording->plot_count > 0;
    if (!screen->panels || !some || height < CD_LOW_PLOTS * unit)
        return 0;
    return (int)((height < LOW_PICTURE * unit ? HEIGHT_LOW : HEIGHT) * unit);
}

/// The plots and where they are drawn.
typedef struct plot_layout {
    cd_ui *ui;
    const cd_screen *screen;
    const cd_recording *now, *past; ///< past: NULL, or of the run before the last edit
    cd_frame_axis axis;
    cd_rect rect;
    cd_value_scale scales[CD_PLOTS_MAX];
    int selected; ///< the plot whose axis is shown
    int pointed;  ///< the frame under the mouse; -1: none
} plot_layout;

/// The value in a frame; NaN: there is none.
static double value_at(const cd_plot *plot, const cd_recording *recording, int frame) {
    return plot != NULL && frame >= 0 && frame < recording->count ? plot->values[frame] : NAN;
}

static const cd_plot *past_plot(const plot_layout *p, const cd_plot *plot) {
    return p->past != NULL ? cd_recording_plot(p->past, plot->name, plot->of_state) : NULL;
}

/// The frames in sight of a recording: from axis.first up to this one.
static int last_in_sight(const plot_layout *p, const cd_recording *recording) {
    return p->axis.last < recording->count - 1 ? p->axis.last : recording->count - 1;
}

static void add_values(const plot_layout *p, const cd_plot *plot, const cd_recording *recording,
                       cd_value_scale *scale) {
    const int last = plot != NULL ? last_in_sight(p, recording) : -1;
    for (int i = p->axis.first; i <= last; i++)
        cd_value_scale_add(scale, plot->values[i]);
}

/// The same plot of a variant; NULL: it has none.
static const cd_plot *variant_plot(const plot_layout *p, int variant, const cd_plot *plot,
                                   const cd_recording **of) {
    const cd_version *version = p->screen->variants->list[variant].version;
    *of = version != NULL ? &version->recording : NULL;
    return *of != NULL ? cd_recording_plot(*of, plot->name, plot->of_state) : NULL;
}

static int variant_count(const plot_layout *p) {
    return p->screen->variants != NULL ? p->screen->variants->count : 0;
}

/// Finds the scales of all plots. Those of one unit have that of the first of them.
static void find_scales(plot_layout *p) {
    int first[CD_PLOTS_MAX] = {0};
    for (int i = 0; i < p->now->plot_count; i++) {
        const cd_plot *plot = &p->now->plots[i];
        int k = 0;
        while (k < i && (plot->unit[0] == '\0' || strcmp(plot->unit, p->now->plots[k].unit) != 0))
            k++;
        first[i] = k;
        if (k == i)
            p->scales[i] = cd_value_scale_empty();
        add_values(p, plot, p->now, &p->scales[k]);
        add_values(p, past_plot(p, plot), p->past, &p->scales[k]);
        for (int v = 0; v < variant_count(p) && i == p->selected; v++) {
            const cd_recording *recording;
            const cd_plot *other = variant_plot(p, v, plot, &recording);
            add_values(p, other, recording, &p->scales[k]);
        }
    }
    for (int i = 0; i < p->now->plot_count; i++) {
        p->scales[i] = p->scales[first[i]];
        cd_value_scale_place(&p->scales[i], p->rect, p->ui->pen->scale);
    }
}

/// Adds the lowest and the highest of some frames, in their order; where none is finite, a gap.
static void add_stretch(const plot_layout *p, cd_curve *curve, const cd_value_scale *scale,
                        const cd_plot *plot, int from, int to) {
    int low = -1, high = -1;
    for (int i = from; i < to; i++)
        if (isfinite(plot->values[i])) {
            low = low < 0 || plot->values[i] < plot->values[low] ? i : low;
            high = high < 0 || plot->values[i] > plot->values[high] ? i : high;
        }
    const int one = low < high ? low : high, other = low < high ? high : low;
    if (low < 0) {
        cd_curve_end(p->ui, curve);
        return;
    }
    cd_curve_add(p->ui, curve, cd_frame_axis_x(&p->axis, one),
                 cd_value_scale_y(scale, plot->values[one]));
    if (other != one)
        cd_curve_add(p->ui, curve, cd_frame_axis_x(&p->axis, other),
                     cd_value_scale_y(scale, plot->values[other]));
}

/// Draws one plot. Where many frames share a pixel their least and greatest values are drawn.
static void draw_plot(const plot_layout *p, const cd_plot *plot, const cd_recording *recording,
                      const cd_value_scale *scale, uint32_t color) {
    cd_curve curve = {.color = color};
    const double step = p->axis.step;
    const int skip = step > 0 && step < 0.5 ? (int)ceil(1 / step) : 1;
    const int end = last_in_sight(p, recording) + 1;
    for (int i = p->axis.first; i < end; i += skip)
        add_stretch(p, &curve, scale, plot, i, i + skip < end ? i + skip : end);
    cd_curve_end(p->ui, &curve);
}

/// Draws the selected plot of the variants, in their colours.
static void draw_variants(const plot_layout *p) {
    for (int v = 0; v < variant_count(p); v++) {
        const cd_recording *recording;
        const cd_plot *plot = variant_plot(p, v, &p->now->plots[p->selected], &recording);
        if (plot != NULL)
            draw_plot(p, plot, recording, &p->scales[p->selected],
                      cd_color_fade(cd_ghost_color(v, variant_count(p)), 0.8));
    }
}

static void draw_plots(const plot_layout *p) {
    draw_variants(p);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < p->now->plot_count; i++) {
            const cd_plot *plot = &p->now->plots[i], *before = past_plot(p, plot);
            if (pass == 0 && before != NULL)
                draw_plot(p, before, p->past, &p->scales[i],
                          cd_color_fade(cd_plot_color(i), PAST_INK));
            else if (pass == 1)
                draw_plot(p, plot, p->now, &p->scales[i], cd_plot_color(i));
        }
}

/// Draws a line at a frame and a dot on each plot there.
static void draw_mark(const plot_layout *p, int frame, bool dots) {
    cd_canvas *canvas = &p->ui->pen->canvas;
    const double unit = p->ui->pen->scale, x = cd_frame_axis_x(&p->axis, frame);
    if (frame < p->axis.first || frame > p->axis.last)
        return;
    cd_fill_rect(canvas, x - unit / 2, p->rect.y, unit, p->rect.height, 0,
                 cd_color_fade(CD_INK, 0.5));
    for (int i = 0; dots && i < p->now->plot_count; i++) {
        const double value = value_at(&p->now->plots[i], p->now, frame);
        if (isfinite(value))
            cd_fill_disc(canvas, (cd_point2){x, cd_value_scale_y(&p->scales[i], value)}, 3 * unit,
                         cd_plot_color(i));
    }
}

// ---------------------------------------------------------------------------------------- the head

/// What the head says of a plot: its value in a frame, that of the run before, and once where it
/// has none.
static void plot_text(const plot_layout *p, int i, int frame, char *out, size_t size) {
    const cd_plot *plot = &p->now->plots[i];
    const double value = value_at(plot, p->now, frame);
    const double before = value_at(past_plot(p, plot), p->past, frame);
    char text[64] = "", was[64] = "", gap[48] = "";
    if (isfinite(value))
        cd_value_text(value, plot->unit, text, sizeof text);
    if (isfinite(before) && before != value)
        snprintf(was, sizeof was, ", was %.6g", before);
    if (plot->first_infinite >= 0)
        snprintf(gap, sizeof gap, " (not finite in frame %d)", plot->first_infinite);
    snprintf(out, size, "%s %s%s%s", plot->name, text, was, gap);
}

/// Draws names and values; a click on one chooses its axis. Returns where the room for them ends.
static void draw_names(const plot_layout *p, double y, double height, double end) {
    const double unit = p->ui->pen->scale;
    const int frame = p->pointed >= 0 ? p->pointed : cd_shown_frame(p->screen);
    double x = p->axis.x;
    for (int i = 0; i < p->now->plot_count && end - x > 40 * unit; i++) {
        char text[240], id[80];
        plot_text(p, i, frame, text, sizeof text);
        snprintf(id, sizeof id, "%s##plot", p->now->plots[i].name);
        int width = cd_text_width(p->ui->pen->text, cd_small, text) + 2;
        width = width < end - x ? width : (int)(end - x);
        const cd_rect place = cd_ui_rect(x, y, width, height);
        if (p->now->plot_count > 1 && p->screen->time != NULL) {
            const cd_ui_response touch = cd_ui_touch(p->ui, place, id, "show its axis");
            if (touch.clicked)
                snprintf(p->screen->time->plot, sizeof p->screen->time->plot, "%s",
                         p->now->plots[i].name);
            if (touch.over || touch.focused)
                cd_fill_rect(&p->ui->pen->canvas, place.x, place.y + place.height - unit,
                             place.width, unit, 0, cd_plot_color(i));
        }
        cd_ui_text(p->ui, place, cd_small, CD_TEXT_LEFT, cd_plot_color(i), text);
        x += width + 14 * unit;
    }
}

/// Draws the greatest and the least value over and under the right ends of their lines. Returns
/// where the room of the first ends in the head, which does not move when the number grows.
static double draw_numbers(const plot_layout *p, double y, double height) {
    const double unit = p->ui->pen->scale, slot = fmin(SLOT * unit, p->axis.width / 3);
    const cd_rect high = cd_ui_rect(p->axis.x + p->axis.width - slot, y, slot, height);
    const cd_rect low = {high.x, p->rect.y + p->rect.height, high.width,
                         (int)cd_ui_line_height(p->ui, cd_small)};
    cd_value_scale_draw_numbers(p->ui, &p->scales[p->selected], high, low,
                                p->now->plots[p->selected].unit,
                                p->now->plot_count > 1 ? cd_plot_color(p->selected) : CD_INK_DIM);
    return high.x;
}

/// Draws a button at the right of the head, if there is room; returns whether it was clicked.
static bool head_button(const plot_layout *p, double y, double height, double *end,
                        const char *name, const char *tip) {
    const double unit = p->ui->pen->scale, width = cd_ui_button_width(p->ui, name);
    if (*end - width < p->axis.x + p->axis.width / 2)
        return false;
    *end -= width;
    const bool clicked =
        cd_ui_button(p->ui, cd_ui_rect(*end, y, width, height), name, CD_FACE_PLAIN, tip);
    *end -= 6 * unit;
    return clicked;
}

static void draw_head(const plot_layout *p, double y, double height, cd_wish *wish) {
    double end = draw_numbers(p, y, height);
    if (p->screen->time != NULL) {
        if (head_button(p, y, height, &end, "CSV##plots", "save the numbers of all frames"))
            wish->save_plots = true;
        if (cd_time_is_zoomed(p->screen) &&
            head_button(p, y, height, &end, "Whole run", "double click"))
            cd_time_show_all(p->screen->time);
    }
    if (p->pointed >= 0 && p->screen->loaded != NULL) {
        char text[64];
        snprintf(text, sizeof text, "frame %d, %.4g s", p->pointed,
                 p->pointed * p->screen->loaded->dt);
        end -= cd_ui_text(p->ui, cd_ui_rect(p->axis.x, y, end - p->axis.x, height), cd_small,
                          CD_TEXT_RIGHT, CD_INK_DIM, text) +
               8 * p->ui->pen->scale;
    }
    draw_names(p, y, height, end);
}

// --------------------------------------------------------------------------------------- the panel

static int selected_plot(const cd_screen *screen) {
    for (int i = 0; screen->time != NULL && i < screen->recording->plot_count; i++)
        if (strcmp(screen->recording->plots[i].name, screen->time->plot) == 0)
            return i;
    return 0;
}

void cd_plots(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    assert(screen->recording != NULL);
    const double unit = ui->pen->scale, line = cd_ui_line_height(ui, cd_small);
    const double head = line + 4 * unit;
    const cd_rect before = cd_canvas_clip(&ui->pen->canvas, rect);
    plot_layout p = {.ui = ui,
                     .screen = screen,
                     .now = screen->recording,
                     .past = screen->past,
                     .axis = cd_frame_axis_of(screen, rect, unit),
                     .selected = selected_plot(screen),
                     .pointed = -1};
    p.rect = cd_ui_rect(p.axis.x, rect.y + head + 2 * unit, p.axis.width,
                        rect.height - head - line - 3 * unit);
    cd_ui_panel(ui, rect);
    const cd_ui_response touch =
        cd_ui_touch(ui, cd_ui_rect(rect.x, p.rect.y, rect.width, p.rect.height), "plots", NULL);
    const bool zooming = cd_time_zoom(ui, screen, &p.axis, &touch, p.rect, true);
    if (touch.over || zooming)
        p.pointed = cd_frame_axis_at(&p.axis, ui->input.pointer.x);
    if (touch.clicked && touch.over && !zooming)
        wish->seek = p.pointed;
    find_scales(&p);
    cd_value_scale_draw_lines(ui, &p.scales[p.selected]);
    draw_plots(&p);
    draw_mark(&p, cd_shown_frame(screen), false);
    if (p.pointed >= 0)
        draw_mark(&p, p.pointed, true);
    draw_head(&p, rect.y + 2 * unit, head, wish);
    ui->pen->canvas.clip = before;
}
