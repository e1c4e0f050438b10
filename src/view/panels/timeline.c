// The panels at the bottom, as wide as the picture: the strip chart of what the scenario plots, the
// timeline below it on the same scale of frames, and the console.
#include "view/panels/screen.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CHART_HEIGHT 56
#define CONSOLE_LINES 4
#define CONSOLE_LINES_OPEN 6

// ---------------------------------------------------------------------------------------- the
// scale

/// Where frames lie: frame n at x + n * step.
typedef struct scale {
    double x, width, step;
    int last;
} scale;

static int last_frame(const cd_screen *screen) {
    int last = screen->recording != NULL ? screen->recording->count - 1 : 0;
    if (screen->past_count - 1 > last)
        last = screen->past_count - 1; // the run before the edit may have been longer
    return last > 0 ? last : 0;
}

static scale scale_of(const cd_screen *screen, cd_rect rect, double unit) {
    scale s = {.x = rect.x + 16 * unit, .width = rect.width - 32 * unit};
    s.last = last_frame(screen);
    s.step = s.last > 0 ? s.width / s.last : 0;
    return s;
}

static double x_of(const scale *s, int frame) { return s->x + frame * s->step; }

static int shown_frame(const cd_screen *screen) {
    return screen->scene.frame != NULL ? screen->scene.frame->frame : 0;
}

// ---------------------------------------------------------------------------------------- chart

int cd_panel_chart_height(const cd_screen *screen, double unit) {
    const bool some = screen->recording != NULL && screen->recording->plot_count > 0;
    return screen->panels && some ? (int)(CHART_HEIGHT * unit) : 0;
}

static uint32_t plot_color(int i) {
    static const uint32_t colors[] = {CD_ACCENT, CD_NORMAL, CD_QUERY_EXIT, CD_QUERY};
    return colors[i % 4];
}

/// The least and the greatest value; false where there is none.
static bool plot_range(const cd_plot *plot, int count, double *low, double *high) {
    *low = INFINITY, *high = -INFINITY;
    for (int i = 0; i < count; i++)
        if (isfinite(plot->values[i])) {
            *low = fmin(*low, plot->values[i]);
            *high = fmax(*high, plot->values[i]);
        }
    return *low <= *high;
}

/// One plot between its least and greatest value; frames that share a pixel column as their range.
static void draw_plot(cd_ui *ui, const cd_plot *plot, int count, const scale *s, cd_rect r,
                      uint32_t color) {
    enum { POINTS = 512 };
    cd_point2 points[POINTS];
    double low, high;
    const double unit = ui->pen->scale;
    if (!plot_range(plot, count, &low, &high))
        return;
    // A plot that hardly changes is a flat line, not its rounding errors enlarged.
    const double least = 1e-6 * fmax(fabs(low), fabs(high));
    const double middle = (low + high) / 2, half = fmax((high - low) / 2, least);
    const double factor = half > 0 ? (r.height - 8 * unit) / 2 / half : 0;
    const int skip = s->step > 0 && s->step < 0.5 ? (int)ceil(0.5 / s->step) : 1;
    int n = 0;
    for (int i = 0; i < count; i += skip) {
        const double value = plot->values[i];
        if (isfinite(value))
            points[n++] = (cd_point2){x_of(s, i), r.y + r.height / 2.0 - (value - middle) * factor};
        if (n == POINTS || (!isfinite(value) && n > 0)) {
            cd_stroke_polyline(&ui->pen->canvas, points, n, 1.4 * unit, (cd_dash){0}, color);
            points[0] = points[n - 1];
            n = isfinite(value) ? 1 : 0;
        }
    }
    if (n > 0)
        cd_stroke_polyline(&ui->pen->canvas, points, n, 1.4 * unit, (cd_dash){0}, color);
}

void cd_panel_chart(cd_ui *ui, const cd_screen *screen, cd_rect rect) {
    const double unit = ui->pen->scale;
    const cd_recording *recording = screen->recording;
    cd_canvas *canvas = &ui->pen->canvas;
    const scale s = scale_of(screen, rect, unit);
    const cd_rect before = cd_canvas_clip(canvas, rect);
    const int frame = shown_frame(screen);
    cd_fill_rect(canvas, rect.x, rect.y, rect.width, rect.height, 0, CD_PANEL);
    cd_fill_rect(canvas, rect.x, rect.y, rect.width, unit, 0, CD_PANEL_EDGE);
    const int line = cd_text_measure_line(ui->pen->text, cd_small).line_height;
    const cd_rect plots = {rect.x, rect.y + line + (int)(4 * unit), rect.width,
                           rect.height - line - (int)(4 * unit)};
    double x = s.x;
    for (int i = 0; i < recording->plot_count && i < 4; i++) {
        const cd_plot *plot = &recording->plots[i];
        draw_plot(ui, plot, recording->count, &s, plots, plot_color(i));
        char text[96];
        const double value = frame < recording->count ? plot->values[frame] : NAN;
        if (isfinite(value))
            snprintf(text, sizeof text, "%s %.6g", plot->name, value);
        else
            snprintf(text, sizeof text, "%s", plot->name);
        const double room = s.x + s.width - x;
        if (room > 40 * unit)
            x += cd_ui_text(ui, cd_ui_rect(x, rect.y + 3 * unit, room, line), cd_small,
                            CD_TEXT_LEFT, plot_color(i), text) +
                 14 * unit;
    }
    cd_fill_rect(canvas, x_of(&s, frame) - unit / 2, plots.y, unit, plots.height, 0,
                 cd_color_fade(CD_INK, 0.5));
    canvas->clip = before;
}

// ---------------------------------------------------------------------------------------- timeline

/// What is marked on the track: runs of frames that failed, and those that are not in memory.
static void draw_track(cd_ui *ui, const cd_screen *screen, const scale *s, double y,
                       double height) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double unit = ui->pen->scale;
    const cd_recording *recording = screen->recording;
    cd_fill_rect(canvas, s->x, y, s->width, height, 3 * unit, CD_PANEL_RAISED);
    const int count = recording != NULL ? recording->count : shown_frame(screen) + 1;
    cd_fill_rect(canvas, s->x, y, x_of(s, count - 1) - s->x, height, 3 * unit, CD_PANEL_EDGE);
    if (recording == NULL)
        return;
    cd_fill_rect(canvas, s->x, y, x_of(s, shown_frame(screen)) - s->x, height, 3 * unit,
                 cd_color_mix(CD_PANEL_EDGE, CD_ACCENT, 0.35));
    for (int i = 0; i < count; i++) {
        if (!recording->moments[i].failed)
            continue;
        int end = i;
        while (end + 1 < count && recording->moments[end + 1].failed)
            end++;
        const double x = x_of(s, i) - unit, width = x_of(s, end) - x + unit;
        cd_fill_rect(canvas, x, y - 2 * unit, fmax(width, 2 * unit), height + 4 * unit, 0, CD_BAD);
        i = end;
    }
}

/// A flag at the first frame in which an edit shows.
static void draw_divergence(cd_ui *ui, double x, double y, double height) {
    const double unit = ui->pen->scale;
    cd_canvas *canvas = &ui->pen->canvas;
    const cd_point2 flag[3] = {{x, y}, {x + 8 * unit, y + 3.5 * unit}, {x, y + 7 * unit}};
    cd_paint paint = cd_paint_flat(CD_PAST);
    cd_fill_rect(canvas, x - 0.75 * unit, y, 1.5 * unit, height, 0, CD_PAST);
    cd_fill_polygon(canvas, flag, 3, 0.5, &paint);
}

/// A cross over the frame that could not be made.
static void draw_stop(cd_ui *ui, double x, double y, double height) {
    const double unit = ui->pen->scale, r = 3.5 * unit;
    cd_canvas *canvas = &ui->pen->canvas;
    cd_fill_rect(canvas, x - 0.75 * unit, y, 1.5 * unit, height, 0, CD_BAD);
    for (int way = -1; way <= 1; way += 2)
        cd_stroke_line(canvas, (cd_point2){x - r, y - way * r}, (cd_point2){x + r, y + way * r},
                       2 * unit, CD_BAD);
}

static void draw_labels(cd_ui *ui, const cd_screen *screen, const scale *s, cd_rect rect,
                        double y) {
    const double unit = ui->pen->scale, height = rect.y + rect.height - y;
    char left[160], right[32];
    snprintf(right, sizeof right, "%d", s->last);
    snprintf(left, sizeof left, "0");
    if (screen->seeking >= 0)
        snprintf(left, sizeof left, "making frame %d again\u2026", screen->seeking);
    else if (screen->past_count > 0 && screen->diverges >= 0)
        snprintf(left, sizeof left, "the edit shows from frame %d on", screen->diverges);
    else if (screen->past_count > 0)
        snprintf(left, sizeof left, "no frame is different from before the edit");
    const int used = cd_ui_text(ui, cd_ui_rect(s->x, y, s->width, height), cd_small, CD_TEXT_RIGHT,
                                CD_INK_DIM, right);
    const bool news = screen->past_count > 0 && screen->diverges >= 0;
    cd_ui_text(ui, cd_ui_rect(s->x, y, s->width - used - 12 * unit, height), cd_small, CD_TEXT_LEFT,
               news ? CD_PAST : CD_INK_DIM, left);
}

void cd_panel_timeline(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale;
    cd_canvas *canvas = &ui->pen->canvas;
    const scale s = scale_of(screen, rect, unit);
    const int frame = shown_frame(screen), last = s.last;
    cd_fill_rect(canvas, rect.x, rect.y, rect.width, rect.height, 0, CD_PANEL);
    cd_fill_rect(canvas, rect.x, rect.y, rect.width, unit, 0, CD_PANEL_EDGE);
    const cd_rect place = cd_ui_rect(rect.x, rect.y + unit, rect.width, 26 * unit);
    cd_ui_response touch = cd_ui_touch(ui, place, "timeline", NULL);
    if (touch.held && s.step > 0) {
        const int to = (int)lround((ui->input.pointer.x - s.x) / s.step);
        wish->seek = to < 0 ? 0 : to > last ? last : to;
        if (wish->seek == frame && !touch.pressed)
            wish->seek = -1;
    }
    const int leap = last / 10 > 1 ? last / 10 : 1, step = ui->input.shift ? 10 : 1;
    const int from = screen->seeking >= 0 ? screen->seeking : frame;
    const int to = touch.key == CD_KEY_LEFT        ? from - step
                   : touch.key == CD_KEY_RIGHT     ? from + step
                   : touch.key == CD_KEY_PAGE_UP   ? from - leap
                   : touch.key == CD_KEY_PAGE_DOWN ? from + leap
                   : touch.key == CD_KEY_HOME      ? 0
                   : touch.key == CD_KEY_END       ? last
                                                   : -1;
    if (to != -1 || touch.key == CD_KEY_LEFT || touch.key == CD_KEY_PAGE_UP) {
        wish->seek = to < 0 ? 0 : to;
        cd_ui_use_key(ui);
    }
    const double y = rect.y + 14 * unit, height = 7 * unit;
    draw_track(ui, screen, &s, y, height);
    if (screen->diverges >= 0)
        draw_divergence(ui, x_of(&s, screen->diverges), y - 8 * unit, height + 8 * unit);
    if (screen->notice != NULL && screen->notice->on && screen->notice->frame > 0)
        draw_stop(ui, x_of(&s, screen->notice->frame < last ? screen->notice->frame : last),
                  y - 6 * unit, height + 8 * unit);
    if (screen->seeking >= 0)
        cd_stroke_disc(canvas, (cd_point2){x_of(&s, screen->seeking), y + height / 2}, 6 * unit,
                       1.5 * unit, CD_ACCENT);
    const double x = x_of(&s, frame);
    cd_fill_rect(canvas, x - unit, y - 6 * unit, 2 * unit, height + 12 * unit, unit, CD_INK);
    cd_fill_disc(canvas, (cd_point2){x, y + height / 2},
                 touch.held || touch.over ? 7 * unit : 6 * unit, touch.held ? CD_ACCENT : CD_INK);
    if (touch.focused)
        cd_ui_ring(ui, (cd_rect){place.x + 2, place.y, place.width - 4, place.height});
    draw_labels(ui, screen, &s, rect, rect.y + 26 * unit);
}

// ---------------------------------------------------------------------------------------- console

int cd_panel_console_height(const cd_screen *screen, double unit) {
    const bool some = screen->log != NULL && screen->log->count > 0;
    if (!screen->panels || (!some && !screen->console))
        return 0;
    return (int)((12 + 17 * (screen->console ? CONSOLE_LINES_OPEN : CONSOLE_LINES)) * unit) +
           (screen->console ? (int)(32 * unit) : 0);
}

/// The runtime marks what a person typed and what went wrong with it.
static uint32_t line_color(const char *line) {
    return strncmp(line, "> ", 2) == 0 ? CD_ACCENT : strncmp(line, "! ", 2) == 0 ? CD_BAD : CD_INK;
}

void cd_panel_console(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale;
    cd_canvas *canvas = &ui->pen->canvas;
    const int line = cd_text_measure_line(ui->pen->text, cd_mono).line_height;
    const cd_rect before = cd_canvas_clip(canvas, rect);
    cd_fill_rect(canvas, rect.x, rect.y, rect.width, rect.height, 0, CD_PANEL);
    cd_fill_rect(canvas, rect.x, rect.y, rect.width, unit, 0, CD_PANEL_EDGE);
    cd_rect list = {rect.x, rect.y + (int)unit, rect.width, rect.height - (int)unit};
    if (screen->console && screen->line != NULL) {
        const double height = 26 * unit;
        list.height -= (int)(32 * unit);
        const cd_rect field =
            cd_ui_rect(rect.x + 8 * unit, rect.y + rect.height - height - 4 * unit,
                       rect.width - 16 * unit, height);
        if (!ui->blocked && ui->edited != 0 &&
            (ui->input.key == CD_KEY_UP || ui->input.key == CD_KEY_DOWN)) {
            wish->recall = ui->input.key == CD_KEY_UP ? -1 : 1;
            cd_ui_use_key(ui);
        }
        wish->entered = cd_ui_field(ui, field, "console", screen->line, CD_LINE_MAX,
                                    "Lua in this frame: s is the state, p the params");
    }
    const int count = cd_log_count(screen->log, shown_frame(screen));
    const double offset = cd_ui_scroll(ui, list, "log");
    const double content = fmax(count * line + 10 * unit, list.height);
    cd_canvas_clip(canvas, list);
    const double low = list.y + content - 6 * unit - offset; // the end of the newest line
    for (int i = 0; i < count; i++) {
        const double y = low - (count - i) * line;
        const char *text = cd_log_text(screen->log, i);
        if (y + line > list.y && y < list.y + list.height)
            cd_ui_text(ui, cd_ui_rect(rect.x + 12 * unit, y, rect.width - 24 * unit, line), cd_mono,
                       CD_TEXT_LEFT, line_color(text), text);
    }
    cd_ui_scroll_end(ui, "log", content, true);
    canvas->clip = before;
}
