// See panel.h.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>

/// Draws the track, up to the frame on the screen in the accent, and the frames whose checks
/// failed.
static void draw_track(cd_ui *ui, const cd_screen *screen, const cd_frame_axis *axis, double y,
                       double height) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double unit = ui->pen->scale;
    const cd_recording *recording = screen->recording;
    cd_fill_rect(canvas, axis->x, y, axis->width, height, 3 * unit, CD_PANEL_RAISED);
    const int count = recording != NULL ? recording->count : cd_shown_frame(screen) + 1;
    cd_fill_rect(canvas, axis->x, y, cd_frame_axis_x(axis, count - 1) - axis->x, height, 3 * unit,
                 CD_PANEL_EDGE);
    if (recording == NULL)
        return;
    cd_fill_rect(canvas, axis->x, y, cd_frame_axis_x(axis, cd_shown_frame(screen)) - axis->x,
                 height, 3 * unit, cd_color_mix(CD_PANEL_EDGE, CD_ACCENT, 0.35));
    if (screen->way.frame != NULL) // how far the new version is
        cd_fill_rect(canvas, axis->x, y, cd_frame_axis_x(axis, screen->made - 1) - axis->x, height,
                     3 * unit, CD_ACCENT);
    for (int i = 0; i < count; i++) {
        if (!recording->moments[i].failed)
            continue;
        int end = i;
        while (end + 1 < count && recording->moments[end + 1].failed)
            end++;
        const double x = cd_frame_axis_x(axis, i) - unit,
                     width = cd_frame_axis_x(axis, end) - x + unit;
        cd_fill_rect(canvas, x, y - 2 * unit, fmax(width, 2 * unit), height + 4 * unit, 0, CD_BAD);
        i = end;
    }
}

/// Draws a flag at the first frame that an edit has changed.
static void draw_divergence(cd_ui *ui, double x, double y, double height) {
    const double unit = ui->pen->scale;
    cd_canvas *canvas = &ui->pen->canvas;
    const cd_point2 flag[3] = {{x, y}, {x + 8 * unit, y + 3.5 * unit}, {x, y + 7 * unit}};
    cd_fill_rect(canvas, x - 0.75 * unit, y, 1.5 * unit, height, 0, CD_PAST);
    cd_fill_polygon(canvas, flag, 3, 0.5, cd_paint_flat(CD_PAST));
}

/// Draws a cross over the frame that could not be made.
static void draw_stop(cd_ui *ui, double x, double y, double height) {
    const double unit = ui->pen->scale, r = 3.5 * unit;
    cd_canvas *canvas = &ui->pen->canvas;
    cd_fill_rect(canvas, x - 0.75 * unit, y, 1.5 * unit, height, 0, CD_BAD);
    for (int way = -1; way <= 1; way += 2)
        cd_stroke_line(canvas, (cd_point2){x - r, y - way * r}, (cd_point2){x + r, y + way * r},
                       2 * unit, CD_BAD);
}

/// Draws what is below the track: its ends, and news of a seek or an edit.
static void draw_labels(cd_ui *ui, const cd_screen *screen, const cd_frame_axis *axis, cd_rect rect,
                        double y) {
    const double unit = ui->pen->scale, height = rect.y + rect.height - y;
    char left[160], right[32];
    snprintf(right, sizeof right, "%d", axis->last);
    snprintf(left, sizeof left, "%d", axis->first);
    if (screen->way.frame != NULL)
        snprintf(left, sizeof left, "the new version at frame %d of %d", screen->way.frame->frame,
                 screen->make - 1);
    else if (screen->seeking >= 0)
        snprintf(left, sizeof left, "making frame %d again\u2026", screen->seeking);
    else if (screen->past_count > 0 && screen->diverges >= 0)
        snprintf(left, sizeof left, "the edit shows from frame %d on", screen->diverges);
    else if (screen->past_count > 0)
        snprintf(left, sizeof left, "no frame is different from before the edit");
    const int used = cd_ui_text(ui, cd_ui_rect(axis->x, y, axis->width, height), cd_small,
                                CD_TEXT_RIGHT, CD_INK_DIM, right);
    const bool news = screen->way.frame == NULL && screen->past_count > 0 && screen->diverges >= 0;
    cd_ui_text(ui, cd_ui_rect(axis->x, y, axis->width - used - 12 * unit, height), cd_small,
               CD_TEXT_LEFT, news ? CD_PAST : CD_INK_DIM, left);
}

void cd_timeline(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale;
    cd_canvas *canvas = &ui->pen->canvas;
    const cd_frame_axis axis = cd_frame_axis_of(screen, rect, unit);
    const int frame = cd_shown_frame(screen), last = axis.total;
    cd_ui_panel(ui, rect);
    const cd_rect place = cd_ui_rect(rect.x, rect.y + unit, rect.width, 26 * unit);
    cd_ui_response touch = cd_ui_touch(ui, place, "timeline", NULL);
    const bool zooming = cd_time_zoom(ui, screen, &axis, &touch, place, ui->input.shift);
    const bool may_zoom = screen->time != NULL && screen->time->dragged == touch.id;
    if (touch.held && axis.step > 0 && !zooming && !may_zoom) {
        wish->seek = cd_frame_axis_at(&axis, ui->input.pointer.x);
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
    const double y = rect.y + 14 * unit, height = 7 * unit, margin = 8 * unit;
    const cd_rect before = cd_canvas_clip(
        canvas, cd_ui_rect(axis.x - margin, rect.y, axis.width + 2 * margin, rect.height));
    draw_track(ui, screen, &axis, y, height);
    if (screen->diverges >= 0)
        draw_divergence(ui, cd_frame_axis_x(&axis, screen->diverges), y - 8 * unit,
                        height + 8 * unit);
    if (screen->notice != NULL && screen->notice->on && screen->notice->frame > 0)
        draw_stop(
            ui, cd_frame_axis_x(&axis, screen->notice->frame < last ? screen->notice->frame : last),
            y - 6 * unit, height + 8 * unit);
    if (screen->seeking >= 0)
        cd_stroke_disc(canvas, (cd_point2){cd_frame_axis_x(&axis, screen->seeking), y + height / 2},
                       6 * unit, 1.5 * unit, CD_ACCENT);
    const double x = cd_frame_axis_x(&axis, frame);
    cd_fill_rect(canvas, x - unit, y - 6 * unit, 2 * unit, height + 12 * unit, unit, CD_INK);
    cd_fill_disc(canvas, (cd_point2){x, y + height / 2},
                 touch.held || touch.over ? 7 * unit : 6 * unit, touch.held ? CD_ACCENT : CD_INK);
    canvas->clip = before;
    if (touch.focused)
        cd_ui_ring(ui, (cd_rect){place.x + 2, place.y, place.width - 4, place.height});
    draw_labels(ui, screen, &axis, rect, rect.y + 26 * unit);
}
