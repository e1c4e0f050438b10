// What lies over the picture: the banner of an error, and the help.
#include "view/panels/screen.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- banner

#define TRACE_LINES 4

/// The first lines of the traceback, without the tabs before them.
static int short_trace(const char *trace, char out[1024]) {
    int lines = 0;
    size_t used = 0;
    out[0] = '\0';
    while (*trace != '\0' && lines < TRACE_LINES) {
        trace += strspn(trace, "\t ");
        const size_t length = strcspn(trace, "\n");
        used += (size_t)snprintf(out + used, 1024 - used, "%s%.*s", lines > 0 ? "\n" : "",
                                 length < 200 ? (int)length : 200, trace);
        trace += length + (trace[length] == '\n');
        lines++;
    }
    return lines;
}

/// The first line: what, where, and at the right what to do about it.
static void banner_head(cd_ui *ui, const cd_notice *n, cd_rect row, cd_wish *wish) {
    const double unit = ui->pen->scale;
    const int gap = (int)(12 * unit), copy = (int)(56 * unit), close = (int)(26 * unit);
    cd_rect button = {row.x + row.width - close, row.y, close, row.height};
    if (cd_ui_button(ui, button, "\u00d7##banner", CD_FACE_PLAIN, "put away (Esc)"))
        wish->action = CD_ACTION_CLOSE;
    button = (cd_rect){button.x - copy - (int)(4 * unit), row.y, copy, row.height};
    if (cd_ui_button(ui, button, "Copy", CD_FACE_PLAIN, "copy all of it (Ctrl+C)"))
        wish->action = CD_ACTION_COPY;
    int room = button.x - row.x - gap;
    int used = cd_ui_text(ui, (cd_rect){row.x, row.y, room, row.height}, cd_bold, CD_TEXT_LEFT,
                          CD_BAD, n->title) +
               gap;
    used += cd_ui_text(ui, (cd_rect){row.x + used, row.y, room - used, row.height}, cd_plain,
                       CD_TEXT_LEFT, CD_INK, n->where) +
            gap;
    const char *words = "the last good version goes on";
    if (n->standing && cd_text_width(ui->pen->text, cd_plain, words) < room - used)
        cd_ui_text(ui, (cd_rect){row.x + used, row.y, room - used, row.height}, cd_plain,
                   CD_TEXT_RIGHT, CD_INK_DIM, words);
}

/// As much of a text as has room in so many lines, and an ellipsis where that is not all; the
/// height of it.
static int cut_lines(cd_pen *pen, int room, int most, const char *text, char *out, size_t size) {
    const int highest = most * cd_text_measure_line(pen->text, cd_plain).line_height;
    size_t length = strlen(text);
    snprintf(out, size, "%s", text);
    int height;
    while ((height = cd_text_draw_lines(pen->text, NULL, cd_plain, 0, 0, room, 0, out)) > highest &&
           length > 0) {
        length -= length > 32 ? length / 16 : 1;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--; // not in the middle of a code point
        snprintf(out, size, "%.*s\u2026", (int)length, text);
    }
    return height;
}

double cd_panel_banner(cd_ui *ui, const cd_screen *screen, cd_rect viewport, cd_wish *wish) {
    const cd_notice *n = screen->notice;
    cd_pen *pen = ui->pen;
    const double unit = pen->scale, margin = 12 * unit, inset = 14 * unit, gap = 4 * unit;
    const int width = viewport.width - (int)(2 * margin), room = width - (int)(2 * inset);
    const int line = cd_text_measure_line(pen->text, cd_plain).line_height;
    const int small_line = cd_text_measure_line(pen->text, cd_small).line_height;
    const double head = 26 * unit;
    char trace[1024];
    int trace_lines = short_trace(n->traceback, trace);
    char words[sizeof n->message + 4];
    const int message = cut_lines(pen, room, 5, n->message, words, sizeof words);
    double height = 2 * 10 * unit + head + gap + message;
    if (n->source[0] != '\0')
        height += gap + line + 6 * unit;
    const double most = 0.7 * viewport.height;
    while (trace_lines > 0 && height + gap + trace_lines * small_line > most)
        trace_lines--;
    height += trace_lines > 0 ? gap + trace_lines * small_line : 0;
    const double x = viewport.x + margin, y = viewport.y + viewport.height - margin - height;
    cd_fill_rect(&pen->canvas, x, y, width, height, 6 * unit, CD_ERROR_GROUND);
    cd_stroke_rect(&pen->canvas, x, y, width, height, 6 * unit, unit, cd_color_fade(CD_BAD, 0.6));
    const double left = x + inset;
    double at = y + 10 * unit;
    banner_head(ui, n, cd_ui_rect(left, at, room, head), wish);
    at += head + gap;
    cd_text_draw_lines(pen->text, &pen->canvas, cd_plain, left, at, room, CD_INK, words);
    at += message + gap;
    if (n->source[0] != '\0') {
        cd_fill_rect(&pen->canvas, left, at, room, line + 6 * unit, 4 * unit, CD_ERROR_SOURCE);
        cd_ui_text(ui, cd_ui_rect(left + 8 * unit, at, room - 16 * unit, line + 6 * unit), cd_mono,
                   CD_TEXT_LEFT, CD_INK, n->source);
        at += line + 6 * unit + gap;
    }
    for (char *text = trace; trace_lines > 0; trace_lines--) {
        const size_t length = strcspn(text, "\n");
        const bool more = text[length] != '\0';
        text[length] = '\0';
        cd_ui_text(ui, cd_ui_rect(left, at, room, small_line), cd_small, CD_TEXT_LEFT, CD_INK_DIM,
                   text);
        at += small_line;
        text += length + more;
    }
    return height + margin;
}

// ---------------------------------------------------------------------------------------- help

/// One line of the help: "F1 ?" is shown as "F1 or ?".
static void help_line(cd_ui *ui, double x, double y, double height, const char *keys,
                      const char *words) {
    char shown[64];
    const char *space = strchr(keys, ' ');
    if (space != NULL)
        snprintf(shown, sizeof shown, "%.*s or %s", (int)(space - keys), keys, space + 1);
    else
        snprintf(shown, sizeof shown, "%s", keys);
    const double unit = ui->pen->scale;
    cd_ui_text(ui, cd_ui_rect(x, y, 104 * unit, height), cd_bold, CD_TEXT_LEFT, CD_ACCENT, shown);
    cd_ui_text(ui, cd_ui_rect(x + 108 * unit, y, 226 * unit, height), cd_plain, CD_TEXT_LEFT,
               CD_INK, words);
}

void cd_panel_help(cd_ui *ui, cd_wish *wish) {
    static const cd_text_style title = {CD_TEXT_BOLD, 17};
    // No-break spaces: these are one word each.
    static const cd_action_entry mouse[] = {
        {"Wheel", "zoom where the mouse is"},
        {"Right\u00a0drag", "move the picture (or middle)"},
        {"Left\u00a0drag", "move a shape; else turn the orbit"},
        {"Timeline", "click or drag: go to a frame"},
        {"Ctrl+Tab", "keyboard to the panels"},
        {"Drop\u00a0a\u00a0file", "open a scenario"},
        {"Other\u00a0keys", "go to the scenario, in its next step"},
        {"Orange", "shapes that overlap or touch"}};
    enum { ACTIONS = CD_ACTION_COUNT - 1, MOUSE = sizeof mouse / sizeof mouse[0] };
    cd_canvas *canvas = &ui->pen->canvas;
    const int lines = ACTIONS + MOUSE, rows = (lines + 1) / 2;
    const double unit = ui->pen->scale, width = 740 * unit;
    const double row = floor(fmin(24 * unit, (canvas->height - 100 * unit) / rows));
    const double height = 72 * unit + rows * row;
    double x = floor((canvas->width - width) / 2), y = floor((canvas->height - height) / 2);
    cd_fill_rect(canvas, 0, 0, canvas->width, canvas->height, 0, CD_SHADE);
    cd_fill_rect(canvas, x, y, width, height, 8 * unit, CD_PANEL);
    cd_stroke_rect(canvas, x, y, width, height, 8 * unit, unit, CD_PANEL_EDGE);
    const cd_rect all = {0, 0, canvas->width, canvas->height};
    if (cd_ui_touch(ui, all, "help", NULL).clicked)
        wish->action = CD_ACTION_CLOSE; // a click anywhere puts the help away
    x += 28 * unit, y += 18 * unit;
    cd_text_draw(ui->pen->text, canvas, title, x, y, CD_TEXT_LEFT, CD_INK, "Keys and mouse");
    y += 34 * unit;
    for (int i = 0; i < lines; i++) {
        const cd_action_entry *entry = i < ACTIONS ? &cd_actions[i + 1] : &mouse[i - ACTIONS];
        help_line(ui, x + i / rows * 352 * unit, y + i % rows * row, row, entry->keys,
                  entry->words);
    }
}
