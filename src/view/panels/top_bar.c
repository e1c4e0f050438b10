// See panel.h. It is laid out from both ends inwards: at the left restart, back, play, step and
// the speed; at the right help, views, saving, filming and the clock. What remains is the
// scenario's title, a button that opens the picker.
#include "view/panels/panel.h"

#include "view/scene/theme.h"
#include "view/system/folder.h"

#include <stdio.h>
#include <string.h>

/// Draws a triangle from `back` to `tip`, 2 * half high at its back.
static void draw_triangle(cd_pen *pen, double tip, double back, double y, double half) {
    cd_point2 corners[3] = {{tip, y}, {back, y - half}, {back, y + half}};
    cd_fill_polygon(&pen->canvas, corners, 3, 0.1 * half, cd_paint_flat(CD_INK));
}

/// Draws an upright bar, 2 * half high.
static void draw_upright(cd_pen *pen, double x, double y, double half, double width) {
    cd_fill_rect(&pen->canvas, x - width / 2, y - half, width, 2 * half, 0.2 * width, CD_INK);
}

/// Draws the sign of an action in the middle of a button; `u` is half of its height. on: it goes
/// on. To film is a disc, to end the film a square, to save an arrow into a tray.
static void draw_icon(cd_pen *pen, cd_rect rect, cd_action action, bool on) {
    const bool plays = action != CD_ACTION_FILM && action != CD_ACTION_SAVE;
    const double u = rect.height * (plays ? 0.22 : 0.2), x = rect.x + rect.width / 2.0;
    const double y = rect.y + rect.height / 2.0;
    if (action == CD_ACTION_PLAY && on) {
        draw_upright(pen, x - 0.6 * u, y, u, 0.65 * u);
        draw_upright(pen, x + 0.6 * u, y, u, 0.65 * u);
    } else if (action == CD_ACTION_PLAY) {
        draw_triangle(pen, x + 1.1 * u, x - 0.7 * u, y, u);
    } else if (action == CD_ACTION_STEP) {
        draw_triangle(pen, x + 0.6 * u, x - 0.9 * u, y, u);
        draw_upright(pen, x + 0.9 * u, y, u, 0.35 * u);
    } else if (action == CD_ACTION_BACK) {
        draw_upright(pen, x - 0.9 * u, y, u, 0.35 * u);
        draw_triangle(pen, x - 0.6 * u, x + 0.9 * u, y, u);
    } else if (action == CD_ACTION_RESTART) {
        draw_upright(pen, x - 1.4 * u, y, u, 0.35 * u);
        draw_triangle(pen, x - 1.1 * u, x + 0.1 * u, y, u);
        draw_triangle(pen, x + 0.2 * u, x + 1.4 * u, y, u);
    } else if (action == CD_ACTION_FILM && on) {
        cd_fill_rect(&pen->canvas, x - u, y - u, 2 * u, 2 * u, 0.2 * u, CD_BAD);
    } else if (action == CD_ACTION_FILM) {
        cd_fill_disc(&pen->canvas, (cd_point2){x, y}, 1.1 * u, CD_BAD);
    } else {
        const cd_point2 head[3] = {
            {x, y + 0.5 * u}, {x - 0.8 * u, y - 0.4 * u}, {x + 0.8 * u, y - 0.4 * u}};
        cd_fill_polygon(&pen->canvas, head, 3, 0.05 * u, cd_paint_flat(CD_INK));
        draw_upright(pen, x, y - 0.6 * u, 0.7 * u, 0.4 * u);
        cd_fill_rect(&pen->canvas, x - 1.2 * u, y + 0.9 * u, 2.4 * u, 0.4 * u, 0.1 * u, CD_INK);
    }
}

typedef struct icon_button {
    cd_action action;
    const char *name, *tip;
} icon_button;

static void icon_button_at(cd_ui *ui, double x, double width, const icon_button *button,
                           cd_face face, bool on, cd_wish *wish) {
    const double unit = ui->pen->scale;
    const cd_rect rect = cd_ui_rect(x, 6 * unit, width * unit, 28 * unit);
    const cd_ui_response touch = cd_ui_touch(ui, rect, button->name, button->tip);
    cd_ui_face(ui, rect, &touch, face);
    draw_icon(ui->pen, rect, button->action, on);
    if (touch.clicked)
        wish->action = button->action;
}

/// Lays out restart, back, play and step; returns their right end.
static double transport(cd_ui *ui, const cd_screen *screen, cd_wish *wish) {
    static const icon_button buttons[] = {{CD_ACTION_RESTART, "restart", "restart (R)"},
                                          {CD_ACTION_BACK, "back", "a frame back (,)"},
                                          {CD_ACTION_PLAY, "play", "play or pause (Space)"},
                                          {CD_ACTION_STEP, "step", "a frame forwards (.)"}};
    double x = CD_GAP * ui->pen->scale;
    for (int i = 0; i < 4; i++, x += 36 * ui->pen->scale) {
        const bool on = buttons[i].action == CD_ACTION_PLAY && screen->playing;
        icon_button_at(ui, x, 32, &buttons[i], on ? CD_FACE_ON : CD_FACE_PLAIN, on, wish);
    }
    return x;
}

/// Lays out the speed between its buttons from `x` on; returns their right end.
static double speed(cd_ui *ui, const cd_screen *screen, double x, cd_wish *wish) {
    const double unit = ui->pen->scale, y = 6 * unit, height = 28 * unit;
    char label[32];
    if (ui->pen->canvas.width < CD_NARROW_SPEED * unit)
        return x;
    if (screen->speed >= 1)
        snprintf(label, sizeof label, "%.0f\u00d7##speed", screen->speed);
    else
        snprintf(label, sizeof label, "1/%.0f\u00d7##speed", 1 / screen->speed);
    x += 4 * unit;
    if (cd_ui_button(ui, cd_ui_rect(x, y, 22 * unit, height), "\u2212##slower", CD_FACE_PLAIN,
                     "slower (-)"))
        wish->action = CD_ACTION_SLOWER;
    if (cd_ui_button(ui, cd_ui_rect(x + 24 * unit, y, 46 * unit, height), label,
                     screen->speed != 1 ? CD_FACE_ON : CD_FACE_QUIET, "speed; click: normal (0)"))
        wish->action = CD_ACTION_SPEED_ONE;
    if (cd_ui_button(ui, cd_ui_rect(x + 72 * unit, y, 22 * unit, height), "+##faster",
                     CD_FACE_PLAIN, "faster (=)"))
        wish->action = CD_ACTION_FASTER;
    return x + 94 * unit;
}

/// Lays out help and, in 3D, the four views; returns their left end.
static double views(cd_ui *ui, const cd_screen *screen, cd_wish *wish) {
    static const char *const labels[] = {"1 Top", "2 Front", "3 Side", "4 Orbit"};
    static const char *const numbers[] = {"1", "2", "3", "4"};
    const double unit = ui->pen->scale, y = 6 * unit, height = 28 * unit;
    double x = ui->pen->canvas.width - (CD_GAP + 28) * unit;
    if (cd_ui_button(ui, cd_ui_rect(x, y, 28 * unit, height), "?",
                     screen->help ? CD_FACE_ON : CD_FACE_PLAIN, "keys and mouse (F1)"))
        wish->action = CD_ACTION_HELP;
    if (screen->loaded == NULL || screen->loaded->dim == 2 ||
        ui->pen->canvas.width < CD_NARROW_VIEWS * unit)
        return x - CD_GAP * unit;
    const bool narrow = ui->pen->canvas.width < 1100 * unit;
    for (int i = 3; i >= 0; i--) {
        const char *label = narrow ? numbers[i] : labels[i];
        const int width = cd_ui_button_width(ui, label);
        x -= width + 4 * unit;
        const bool on = screen->scene.camera.view == (cd_view)i;
        if (cd_ui_button(ui, cd_ui_rect(x, y, width, height), label,
                         on ? CD_FACE_ON : CD_FACE_PLAIN, narrow ? labels[i] + 2 : NULL))
            wish->action = (cd_action)(CD_ACTION_VIEW_TOP + i);
    }
    return x - CD_GAP * unit;
}

/// Lays out the buttons that save the run and make a video, and how long that is, before `right`;
/// returns their left end.
static double saving(cd_ui *ui, const cd_screen *screen, double right, cd_wish *wish) {
    static const icon_button buttons[] = {
        {CD_ACTION_FILM, "film", "begin or end a video (F9)"},
        {CD_ACTION_SAVE, "save", "keep the run in a file (Ctrl+S)"}};
    const double unit = ui->pen->scale;
    if (ui->pen->canvas.width < CD_NARROW_SAVING * unit)
        return right;
    for (int i = 0; i < 2; i++) {
        right -= 32 * unit;
        icon_button_at(ui, right, 28, &buttons[i], CD_FACE_PLAIN, i == 0 && screen->filming != NULL,
                       wish);
    }
    right -= CD_GAP * unit;
    if (screen->filming == NULL)
        return right;
    const int width = cd_text_width(ui->pen->text, cd_mono, "00:00.0");
    cd_ui_text(ui, cd_ui_rect(right - width, 0, width + 1, CD_BAR_HEIGHT * unit), cd_mono,
               CD_TEXT_RIGHT, CD_BAD, screen->filming);
    return right - width - CD_GAP * unit;
}

#define RECENT 5 ///< frames: a paused picture that is further behind counts as rewound

/// Draws frame and time before `right`, and whether it plays; returns their left end. Where the
/// title needs the room up to `least`, whether it plays is left out, and then the time.
static double draw_clock(cd_ui *ui, const cd_screen *screen, double right, double least) {
    char text[96];
    const cd_frame *frame = screen->scene.frame;
    if (frame == NULL)
        return right;
    const double unit = ui->pen->scale, height = CD_BAR_HEIGHT * unit, gap = 12 * unit;
    // As wide as a run of a minute needs, so that the digits stand still while they count.
    const char *widest = "frame 9999  99.999 s";
    snprintf(text, sizeof text, "frame %d  %.3f s", frame->frame, frame->time);
    if (right - cd_text_width(ui->pen->text, cd_mono, widest) - gap < least) {
        widest = "frame 9999";
        snprintf(text, sizeof text, "frame %d", frame->frame);
    }
    const int wanted = cd_text_width(ui->pen->text, cd_mono, text);
    const int usual = cd_text_width(ui->pen->text, cd_mono, widest);
    const int width = wanted > usual ? wanted : usual;
    cd_ui_text(ui, cd_ui_rect(right - width, 0, width + 1, height), cd_mono, CD_TEXT_LEFT, CD_INK,
               text);
    const int last = screen->recording != NULL ? screen->recording->count - 1 : frame->frame;
    const char *state = screen->playing                ? "playing"
                        : frame->frame + RECENT < last ? "rewound"
                                                       : "paused";
    const double left = right - width - gap;
    const int state_width = cd_text_width(ui->pen->text, cd_plain, "rewound") + 4;
    if (left - state_width - gap < least)
        return left;
    cd_ui_text(ui, cd_ui_rect(left - state_width, 0, state_width, height), cd_plain, CD_TEXT_RIGHT,
               screen->playing ? CD_GOOD : CD_INK_DIM, state);
    return left - state_width - gap;
}

void cd_top_bar(cd_ui *ui, const cd_screen *screen, cd_wish *wish) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double unit = ui->pen->scale, height = CD_BAR_HEIGHT * unit;
    cd_fill_rect(canvas, 0, 0, canvas->width, height, 0, CD_PANEL);
    cd_fill_rect(canvas, 0, height - unit, canvas->width, unit, 0, CD_PANEL_EDGE);
    const double left = speed(ui, screen, transport(ui, screen, wish), wish) + CD_GAP * unit;
    const char *file = cd_base_name(screen->path);
    const bool titled = screen->loaded != NULL && screen->loaded->title[0] != '\0' &&
                        strcmp(screen->loaded->title, file) != 0;
    const char *title = titled ? screen->loaded->title : file;
    char tail[300];
    snprintf(tail, sizeof tail, "%s%s", titled ? file : "", screen->trusted ? "  (trusted)" : "");
    const int inset = (int)(8 * unit);
    int used = cd_text_width(ui->pen->text, cd_bold, title) + 2 * inset;
    const double right =
        draw_clock(ui, screen, saving(ui, screen, views(ui, screen, wish), wish), left + used);
    const int room = (int)(right - left);
    used = used < room ? used : room;
    const cd_rect rect = cd_ui_rect(left, 6 * unit, used, 28 * unit);
    cd_ui_response touch = cd_ui_touch(ui, rect, "title", "open another scenario (Ctrl+O)");
    if (touch.over || touch.focused)
        cd_ui_face(ui, rect, &touch, CD_FACE_QUIET);
    if (touch.clicked)
        wish->action = CD_ACTION_OPEN;
    cd_ui_text(ui, (cd_rect){rect.x + inset, rect.y, rect.width - 2 * inset + 1, rect.height},
               cd_bold, CD_TEXT_LEFT, CD_INK, title);
    if (room - used > 60 * unit)
        cd_ui_text(ui, cd_ui_rect(left + used + 4 * unit, 0, room - used - 4 * unit, height),
                   cd_plain, CD_TEXT_LEFT, CD_INK_DIM, tail);
}
