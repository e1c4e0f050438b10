// See panel.h: the axis of frames of the timeline and the plots, and what part of it is shown.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <assert.h>
#include <math.h>

#define DRAG_LEAST 4   ///< pixels that the mouse moves before a click becomes a drag
#define NOTCH 1.25     ///< by which a notch of the wheel zooms
#define FRAMES_LEAST 4 ///< that are shown

bool cd_time_is_zoomed(const cd_screen *screen) {
    return screen->time != NULL && screen->time->to > screen->time->from;
}

void cd_time_show_all(cd_time_view *time) { time->from = time->to = 0; }

cd_frame_axis cd_frame_axis_of(const cd_screen *screen, cd_rect rect, double unit) {
    int total = screen->recording != NULL ? screen->recording->count - 1 : 0;
    if (screen->past_count - 1 > total)
        total = screen->past_count - 1; // the run before the edit may have been longer
    total = total > 0 ? total : 0;
    cd_frame_axis axis = {
        .x = rect.x + 16 * unit, .width = rect.width - 32 * unit, .last = total, .total = total};
    if (cd_time_is_zoomed(screen) && screen->time->from < total) {
        axis.first = screen->time->from;
        axis.last = screen->time->to < total ? screen->time->to : total;
    }
    axis.step = axis.last > axis.first ? axis.width / (axis.last - axis.first) : 0;
    return axis;
}

double cd_frame_axis_x(const cd_frame_axis *axis, int frame) {
    assert(frame >= -1); // -1: the end of an empty recording
    return axis->x + (frame - axis->first) * axis->step;
}

int cd_frame_axis_at(const cd_frame_axis *axis, double x) {
    const double frame = axis->step > 0 ? round((x - axis->x) / axis->step) : 0;
    return axis->first + (int)fmin(fmax(frame, 0), axis->last - axis->first);
}

int cd_shown_frame(const cd_screen *screen) {
    return screen->scene.frame != NULL ? screen->scene.frame->frame : 0;
}

void cd_time_follow(cd_time_view *time, int frame) {
    const int span = time->to - time->from;
    if (span <= 0 || (frame >= time->from && frame <= time->to))
        return;
    time->from = frame < time->from ? frame : frame - span / 8;
    time->to = time->from + span;
}

/// Shows `factor` times as many frames; what lies under the mouse stays there.
static void zoom(cd_time_view *time, const cd_frame_axis *axis, double x, double factor) {
    const int span = axis->last - axis->first;
    const int wanted = (int)fmax(FRAMES_LEAST, ceil(span * factor));
    if (wanted >= axis->total) {
        cd_time_show_all(time);
        return;
    }
    const double share = fmin(fmax((x - axis->x) / axis->width, 0), 1);
    const int from = axis->first + (int)lround(share * (span - wanted));
    const int most = axis->total - wanted;
    time->from = from < 0 ? 0 : from < most ? from : most;
    time->to = time->from + wanted;
}

bool cd_time_zoom(cd_ui *ui, const cd_screen *screen, const cd_frame_axis *axis,
                  const cd_ui_response *touch, cd_rect place, bool by_drag) {
    cd_time_view *time = screen->time;
    const double x = ui->input.pointer.x;
    if (time == NULL || axis->total == 0)
        return false;
    if (touch->over && ui->input.wheel != 0) {
        zoom(time, axis, x, pow(NOTCH, -ui->input.wheel));
        ui->input.wheel = 0;
    }
    if (touch->pressed) {
        time->dragged = by_drag ? touch->id : 0;
        time->pressed_x = x;
        if (touch->twice)
            cd_time_show_all(time);
    }
    if (time->dragged != touch->id || !touch->held)
        return false;
    const bool moved = fabs(x - time->pressed_x) > DRAG_LEAST * ui->pen->scale;
    const int a = cd_frame_axis_at(axis, fmin(x, time->pressed_x));
    const int b = cd_frame_axis_at(axis, fmax(x, time->pressed_x));
    const double left = cd_frame_axis_x(axis, a);
    if (moved)
        cd_fill_rect(&ui->pen->canvas, left, place.y, cd_frame_axis_x(axis, b) - left, place.height,
                     0, cd_color_fade(CD_ACCENT, 0.25));
    if (ui->input.released)
        time->dragged = 0;
    if (ui->input.released && moved && b > a) {
        time->from = a;
        time->to = b - a < FRAMES_LEAST ? a + FRAMES_LEAST : b;
    }
    return moved;
}
