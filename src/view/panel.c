// The panels: the bar at the top, checks and parameters at the right, the console at the bottom.
// Each is laid out from its edges inwards; what does not fit is cut with an ellipsis, never drawn
// over its neighbour.
#include "view/screen.h"

#include "view/theme.h"

#include <stdio.h>
#include <string.h>

static const cd_text_style plain = {CD_TEXT_SANS, CD_TEXT_SIZE};
static const cd_text_style bold = {CD_TEXT_BOLD, CD_TEXT_SIZE};
static const cd_text_style small = {CD_TEXT_SANS, CD_TEXT_SMALL};
static const cd_text_style mono = {CD_TEXT_MONO, CD_TEXT_SIZE};

/// Draws a text in the middle of a band of `height` pixels.
static int draw_centred(cd_pen *pen, cd_text_style style, double x, double top, double height,
                        int width, cd_text_align align, uint32_t color, const char *text) {
    cd_text_metrics m = cd_text_measure_line(pen->text, style);
    double y = top + floor((height - m.ascent - m.descent) / 2);
    return cd_text_draw_fit(pen->text, &pen->canvas, style, x, y, width, align, color, text);
}

// ---------------------------------------------------------------------------------------- buttons

static bool inside(cd_rect r, cd_point2 p) {
    return p.x >= r.x && p.y >= r.y && p.x < r.x + r.width && p.y < r.y + r.height;
}

static void add_hotspot(cd_hotspots *hotspots, cd_rect rect, cd_action action) {
    if (hotspots != NULL && hotspots->count < CD_HOTSPOTS_MAX)
        hotspots->spots[hotspots->count++] = (cd_hotspot){rect, action};
}

/// The ground of a button, lighter under the mouse.
static void draw_button(cd_pen *pen, const cd_screen *screen, cd_hotspots *hotspots, cd_rect rect,
                        cd_action action, bool pressed) {
    bool hot = inside(rect, screen->pointer);
    uint32_t color = pressed ? cd_color_mix(CD_PANEL, CD_ACCENT, 0.28)
                     : hot   ? cd_color_mix(CD_PANEL_RAISED, CD_INK, 0.1)
                             : CD_PANEL_RAISED;
    cd_fill_rect(&pen->canvas, rect.x, rect.y, rect.width, rect.height, 5 * pen->scale, color);
    add_hotspot(hotspots, rect, action);
}

static void draw_triangle(cd_pen *pen, double tip, double back, double y, double half) {
    cd_paint ink = cd_paint_flat(CD_INK);
    cd_point2 corners[3] = {{tip, y}, {back, y - half}, {back, y + half}};
    cd_fill_polygon(&pen->canvas, corners, 3, 0.1 * half, &ink);
}

static void draw_upright(cd_pen *pen, double x, double y, double half, double width) {
    cd_fill_rect(&pen->canvas, x - width / 2, y - half, width, 2 * half, 0.2 * width, CD_INK);
}

/// The signs of every recorder, about the middle of the button; `u` is half of their height.
static void draw_icon(cd_pen *pen, cd_rect rect, cd_action action, bool playing) {
    double u = rect.height * 0.22, x = rect.x + rect.width / 2.0, y = rect.y + rect.height / 2.0;
    if (action == CD_ACTION_PLAY && playing) {
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
    } else {
        draw_upright(pen, x - 1.4 * u, y, u, 0.35 * u);
        draw_triangle(pen, x - 1.1 * u, x + 0.1 * u, y, u);
        draw_triangle(pen, x + 0.2 * u, x + 1.4 * u, y, u);
    }
}

// ---------------------------------------------------------------------------------------- the bar

static double draw_transport(cd_pen *pen, const cd_screen *screen, cd_hotspots *hotspots) {
    static const cd_action actions[] = {CD_ACTION_RESTART, CD_ACTION_BACK, CD_ACTION_PLAY,
                                        CD_ACTION_STEP};
    double unit = pen->scale, x = CD_GAP * unit;
    for (int i = 0; i < 4; i++) {
        cd_rect rect = {(int)x, (int)(6 * unit), (int)(32 * unit), (int)(28 * unit)};
        bool pressed = actions[i] == CD_ACTION_PLAY && screen->playing;
        draw_button(pen, screen, hotspots, rect, actions[i], pressed);
        draw_icon(pen, rect, actions[i], screen->playing);
        x += 36 * unit;
    }
    return x + CD_GAP * unit;
}

/// Help and, in space, the four views; returns their left end.
static double draw_views(cd_pen *pen, const cd_screen *screen, cd_hotspots *hotspots) {
    static const char *const labels[] = {"1 Top", "2 Front", "3 Side", "4 Orbit"};
    double unit = pen->scale, x = pen->canvas.width - CD_GAP * unit - 28 * unit;
    cd_rect rect = {(int)x, (int)(6 * unit), (int)(28 * unit), (int)(28 * unit)};
    draw_button(pen, screen, hotspots, rect, CD_ACTION_HELP, screen->help);
    draw_centred(pen, bold, rect.x + rect.width / 2.0, rect.y, rect.height, rect.width,
                 CD_TEXT_CENTER, CD_INK, "?");
    if (screen->loaded == NULL || screen->loaded->dim == 2)
        return x - CD_GAP * unit;
    bool narrow = pen->canvas.width < 1000 * unit; // the number alone
    for (int i = 3; i >= 0; i--) {
        char label[16];
        snprintf(label, sizeof label, "%.*s", narrow ? 1 : 15, labels[i]);
        int width = cd_text_width(pen->text, plain, label) + (int)(16 * unit);
        x -= width + 4 * unit;
        rect = (cd_rect){(int)x, (int)(6 * unit), width, (int)(28 * unit)};
        bool on = screen->scene.camera.view == (cd_view)i;
        draw_button(pen, screen, hotspots, rect, (cd_action)(CD_ACTION_VIEW_TOP + i), on);
        draw_centred(pen, plain, rect.x + rect.width / 2.0, rect.y, rect.height, rect.width,
                     CD_TEXT_CENTER, on ? CD_INK : CD_INK_DIM, label);
    }
    return x - CD_GAP * unit;
}

#define RECENT 5 ///< frames that a run may be ahead of the picture when it is paused

/// Frame and time, right-aligned before `right`; returns their left end.
static double draw_clock(cd_pen *pen, const cd_screen *screen, double right) {
    char text[96];
    const cd_frame *frame = screen->scene.frame;
    if (frame == NULL)
        return right;
    snprintf(text, sizeof text, "frame %d  %.3f s", frame->frame, frame->time);
    int width = cd_text_width(pen->text, mono, text);
    // As wide as a minute's run needs, so that it does not twitch while it counts.
    int least = cd_text_width(pen->text, mono, "frame 9999  99.999 s");
    width = width > least ? width : least;
    draw_centred(pen, mono, right - width, 0, CD_BAR_HEIGHT * pen->scale, width + 1, CD_TEXT_LEFT,
                 CD_INK, text);
    const char *state = screen->playing                              ? "playing"
                        : frame->frame + RECENT < screen->last_frame ? "rewound"
                                                                     : "paused";
    double left = right - width - 12 * pen->scale;
    int state_width = cd_text_width(pen->text, plain, "rewound");
    draw_centred(pen, plain, left, 0, CD_BAR_HEIGHT * pen->scale, state_width + 4, CD_TEXT_RIGHT,
                 screen->playing ? CD_GOOD : CD_INK_DIM, state);
    return left - state_width - 12 * pen->scale;
}

void cd_panel_bar(cd_pen *pen, const cd_screen *screen, cd_hotspots *hotspots) {
    double unit = pen->scale, height = CD_BAR_HEIGHT * unit;
    cd_fill_rect(&pen->canvas, 0, 0, pen->canvas.width, height, 0, CD_PANEL);
    cd_fill_rect(&pen->canvas, 0, height - unit, pen->canvas.width, unit, 0, CD_PANEL_EDGE);
    double left = draw_transport(pen, screen, hotspots);
    double right = draw_clock(pen, screen, draw_views(pen, screen, hotspots));
    int room = (int)(right - left);
    const char *file = cd_base_name(screen->path);
    const char *title =
        screen->loaded != NULL && screen->loaded->title[0] != '\0' ? screen->loaded->title : file;
    int used = draw_centred(pen, bold, left, 0, height, room, CD_TEXT_LEFT, CD_INK, title);
    add_hotspot(hotspots, (cd_rect){(int)left, 0, used, (int)height}, CD_ACTION_OPEN);
    char tail[300];
    snprintf(tail, sizeof tail, "%s%s", title == file ? "" : file,
             screen->trusted ? "  (trusted)" : "");
    room -= used + (int)(12 * unit);
    if (room > 60 * unit)
        draw_centred(pen, plain, left + used + 12 * unit, 0, height, room, CD_TEXT_LEFT, CD_INK_DIM,
                     tail);
}

// ---------------------------------------------------------------------------------------- the side

/// A column that is filled from the top; `y` runs down to `end`.
typedef struct column {
    cd_pen *pen;
    double x, y, end;
    int width;
} column;

static double line_height(const column *c, cd_text_style style) {
    return cd_text_measure_line(c->pen->text, style).line_height;
}

static void heading(column *c, const char *text, const char *right, uint32_t color) {
    double height = line_height(c, bold) + 6 * c->pen->scale;
    if (c->y + 2 * height > c->end)
        return;
    int used = cd_text_draw_fit(c->pen->text, &c->pen->canvas, bold, c->x, c->y, c->width,
                                CD_TEXT_LEFT, CD_INK, text);
    cd_text_draw_fit(c->pen->text, &c->pen->canvas, plain, c->x + c->width, c->y,
                     c->width - used - 8, CD_TEXT_RIGHT, color, right);
    c->y += height;
}

/// A tick or a cross, drawn: it looks the same whatever the fonts have.
static void draw_mark(column *c, bool good) {
    double unit = c->pen->scale, x = c->x + 6 * unit, y = c->y + 9 * unit, r = 3.6 * unit;
    cd_canvas *canvas = &c->pen->canvas;
    if (good) {
        cd_point2 tick[3] = {{x - r, y}, {x - 0.25 * r, y + 0.8 * r}, {x + r, y - 0.9 * r}};
        cd_stroke_polyline(canvas, tick, 3, 2 * unit, (cd_dash){0}, CD_GOOD);
    } else {
        r *= 0.85;
        cd_stroke_line(canvas, (cd_point2){x - r, y - r}, (cd_point2){x + r, y + r}, 2 * unit,
                       CD_BAD);
        cd_stroke_line(canvas, (cd_point2){x - r, y + r}, (cd_point2){x + r, y - r}, 2 * unit,
                       CD_BAD);
    }
}

static bool has_failed(const cd_check *check) {
    return check->first_failure >= 0 || !check->passed;
}

#define ROW_TEXT 140 ///< bytes of a check's name or message that are shown

/// A text that is too long for its row, cut between two code points.
static void shorten(char out[ROW_TEXT + 4], const char *text) {
    size_t length = strlen(text), n = length < ROW_TEXT ? length : ROW_TEXT;
    while (n > 0 && n < length && ((unsigned char)text[n] & 0xc0) == 0x80)
        n--;
    snprintf(out, ROW_TEXT + 4, "%.*s%s", (int)n, text, n < length ? "\u2026" : "");
}

/// The name, and where it has failed, since when and why.
static void check_row(column *c, const cd_check *check) {
    double unit = c->pen->scale, indent = 20 * unit;
    int width = c->width - (int)indent;
    bool good = !has_failed(check);
    char name[ROW_TEXT + 4], message[ROW_TEXT + 4], why[ROW_TEXT + 64];
    shorten(name, check->name);
    draw_mark(c, good);
    c->y += cd_text_draw_lines(c->pen->text, &c->pen->canvas, plain, c->x + indent, c->y, width,
                               good ? CD_INK : CD_BAD, name);
    if (!good) {
        shorten(message, check->message);
        snprintf(why, sizeof why, "first failed in frame %d%s%s", check->first_failure,
                 message[0] != '\0' ? ": " : "", message);
        c->y += cd_text_draw_lines(c->pen->text, &c->pen->canvas, small, c->x + indent, c->y, width,
                                   CD_BAD, why);
    }
    c->y += 4 * unit;
}

/// A check before the first update.
static void announced_row(column *c, const char *name) {
    double unit = c->pen->scale, indent = 20 * unit;
    char shown[ROW_TEXT + 4];
    shorten(shown, name);
    c->y += cd_text_draw_lines(c->pen->text, &c->pen->canvas, plain, c->x + indent, c->y,
                               c->width - (int)indent, CD_INK_DIM, shown);
    c->y += 4 * unit;
}

static void draw_checks(column *c, const cd_screen *screen) {
    const cd_frame *frame = screen->scene.frame;
    int count = frame != NULL ? frame->check_count : 0, failed = 0;
    int announced = screen->loaded != NULL ? screen->loaded->check_count : 0;
    for (int i = 0; i < count; i++)
        failed += has_failed(&frame->checks[i]);
    char state[48];
    if (failed > 0)
        snprintf(state, sizeof state, "%d of %d failed", failed, count);
    else
        snprintf(state, sizeof state, count == 1 ? "passes" : "all %d pass", count);
    heading(c, "Checks",
            count > 0       ? state
            : announced > 0 ? "not yet made"
                            : "none",
            count == 0   ? CD_INK_DIM
            : failed > 0 ? CD_BAD
                         : CD_GOOD);
    int names = count > 0 ? count : announced, drawn = 0;
    double end = c->y + 0.6 * (c->end - c->y); // the rest is for the other sections
    for (int pass = 0; pass < 2; pass++)       // those that failed come first
        for (int i = 0; i < names && c->y < end; i++) {
            if (count > 0 && has_failed(&frame->checks[i]) != (pass == 0))
                continue;
            if (count == 0 && pass == 0)
                continue;
            if (count > 0)
                check_row(c, &frame->checks[i]);
            else
                announced_row(c, screen->loaded->checks[i]);
            drawn++;
        }
    if (drawn < names) {
        char more[32];
        snprintf(more, sizeof more, "and %d more", names - drawn);
        cd_text_draw(c->pen->text, &c->pen->canvas, small, c->x + 20 * c->pen->scale, c->y,
                     CD_TEXT_LEFT, CD_INK_DIM, more);
        c->y += line_height(c, small);
    }
    c->y += 12 * c->pen->scale;
}

static void value_row(column *c, const char *name, const char *value) {
    if (c->y + line_height(c, plain) > c->end)
        return;
    int room = c->width - cd_text_width(c->pen->text, plain, value) - (int)(10 * c->pen->scale);
    if (room < c->width / 3)
        room = c->width / 3;
    int used = cd_text_draw_fit(c->pen->text, &c->pen->canvas, plain, c->x, c->y, room,
                                CD_TEXT_LEFT, CD_INK_DIM, name);
    cd_text_draw_fit(c->pen->text, &c->pen->canvas, plain, c->x + c->width, c->y,
                     c->width - used - (int)(10 * c->pen->scale), CD_TEXT_RIGHT, CD_INK, value);
    c->y += line_height(c, plain) + 3 * c->pen->scale;
}

static void draw_params(column *c, const cd_screen *screen) {
    int count = screen->loaded != NULL ? screen->loaded->param_count : 0;
    if (count == 0)
        return;
    heading(c, "Parameters", "", CD_INK_DIM);
    for (int i = 0; i < count; i++) {
        const cd_param *p = &screen->loaded->params[i];
        char number[32];
        snprintf(number, sizeof number, "%.6g", p->number);
        value_row(c, p->name,
                  p->kind == CD_PARAM_NUMBER    ? number
                  : p->kind == CD_PARAM_BOOLEAN ? (p->boolean ? "yes" : "no")
                                                : p->choices[p->choice]);
    }
    c->y += 12 * c->pen->scale;
}

static void draw_counts(column *c, const cd_screen *screen) {
    const cd_frame *frame = screen->scene.frame;
    if (frame == NULL)
        return;
    char number[48];
    heading(c, "This frame", "", CD_INK_DIM);
    snprintf(number, sizeof number, "%d", frame->shape_count);
    value_row(c, "shapes", number);
    snprintf(number, sizeof number, "%d", frame->query_count);
    value_row(c, "queries", number);
    if (frame->omitted > 0) {
        snprintf(number, sizeof number, "%d", frame->omitted);
        value_row(c, "not recorded", number);
    }
    snprintf(number, sizeof number, "%016llx", (unsigned long long)frame->hash);
    value_row(c, "state", number);
    c->y += 12 * c->pen->scale;
}

/// The toggles, as small buttons that wrap.
static void draw_toggles(column *c, const cd_screen *screen, cd_hotspots *hotspots) {
    static const struct {
        cd_action action;
        unsigned bit;
        const char *label;
    } toggles[] = {{CD_ACTION_QUERIES, CD_SHOW_QUERIES, "queries"},
                   {CD_ACTION_NORMALS, CD_SHOW_NORMALS, "normals"},
                   {CD_ACTION_TRAILS, CD_SHOW_TRAILS, "trails"},
                   {CD_ACTION_NAMES, CD_SHOW_NAMES, "names"},
                   {CD_ACTION_GRID, CD_SHOW_GRID, "grid"}};
    double unit = c->pen->scale, x = c->x, height = 24 * unit;
    if (c->y + 4 * height > c->end)
        return;
    heading(c, "Show", "", CD_INK_DIM);
    for (size_t i = 0; i < sizeof toggles / sizeof toggles[0]; i++) {
        int width = cd_text_width(c->pen->text, small, toggles[i].label) + (int)(16 * unit);
        if (x + width > c->x + c->width) {
            x = c->x;
            c->y += height + 4 * unit;
        }
        bool on = screen->scene.shown & toggles[i].bit;
        cd_rect rect = {(int)x, (int)c->y, width, (int)height};
        draw_button(c->pen, screen, hotspots, rect, toggles[i].action, on);
        draw_centred(c->pen, small, x + width / 2.0, c->y, height, width, CD_TEXT_CENTER,
                     on ? CD_INK : CD_INK_DIM, toggles[i].label);
        x += width + 4 * unit;
    }
    c->y += height + 16 * unit;
}

void cd_panel_side(cd_pen *pen, const cd_screen *screen, cd_rect rect, cd_hotspots *hotspots) {
    double unit = pen->scale;
    cd_rect before = cd_canvas_clip(&pen->canvas, rect);
    cd_fill_rect(&pen->canvas, rect.x, rect.y, rect.width, rect.height, 0, CD_PANEL);
    cd_fill_rect(&pen->canvas, rect.x, rect.y, unit, rect.height, 0, CD_PANEL_EDGE);
    column c = {pen, rect.x + 14 * unit, rect.y + 12 * unit, rect.y + rect.height - 8 * unit,
                rect.width - (int)(28 * unit)};
    draw_checks(&c, screen);
    draw_params(&c, screen);
    draw_toggles(&c, screen, hotspots);
    draw_counts(&c, screen);
    pen->canvas.clip = before;
}

// ---------------------------------------------------------------------------------------- console

void cd_panel_console(cd_pen *pen, const cd_screen *screen, cd_rect rect) {
    double unit = pen->scale;
    cd_text_metrics m = cd_text_measure_line(pen->text, mono);
    cd_rect before = cd_canvas_clip(&pen->canvas, rect);
    cd_fill_rect(&pen->canvas, rect.x, rect.y, rect.width, rect.height, 0, CD_PANEL);
    cd_fill_rect(&pen->canvas, rect.x, rect.y, rect.width, unit, 0, CD_PANEL_EDGE);
    int frame = screen->scene.frame != NULL ? screen->scene.frame->frame : 0;
    int count = cd_log_count(screen->log, frame);
    double y = rect.y + rect.height - 6 * unit - m.line_height;
    for (int i = count - 1; i >= 0 && y > rect.y; i--, y -= m.line_height)
        cd_text_draw_fit(pen->text, &pen->canvas, mono, rect.x + 12 * unit, y,
                         rect.width - (int)(24 * unit), CD_TEXT_LEFT, CD_INK,
                         cd_log_line(screen->log, i));
    pen->canvas.clip = before;
}
