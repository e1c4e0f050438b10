// See panel.h. From the top: title, place and buttons; the message; the line of the script; the
// first lines of the traceback, as many as have room.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <stdio.h>
#include <string.h>

#define TRACE_LINES 4   ///< of the traceback at most
#define TRACE_BYTES 200 ///< of each
#define MESSAGE_LINES 5
#define HEIGHT_MAX 0.7 ///< of the viewport's height, where the traceback would take more

/// Draws the first line: what has gone wrong, where, and at the right the buttons.
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

/// Copies as much of a text as has room in `most` lines, with an ellipsis where that is not all.
/// Returns the height of it.
static int cut_lines(cd_pen *pen, int room, int most, const char *text, char *out, size_t size) {
    const int highest = most * cd_text_measure_line(pen->text, cd_plain).line_height;
    size_t length = strlen(text);
    snprintf(out, size, "%s", text);
    int height;
    while ((height = cd_text_draw_lines(pen->text, NULL, cd_plain, 0, 0, room, 0, out)) > highest &&
           length > 0) {
        const size_t shorter = length - (length > 32 ? length / 16 : 1);
        length = cd_cut_length(text, length, shorter);
        snprintf(out, size, "%.*s\u2026", (int)length, text);
    }
    return height;
}

static int count_lines(const char *text) {
    int lines = 0;
    for (; *text != '\0'; text += *text == '\n', lines++)
        text += strcspn(text, "\n");
    return lines;
}

double cd_banner(cd_ui *ui, const cd_screen *screen, cd_rect viewport, cd_wish *wish) {
    const cd_notice *n = screen->notice;
    cd_pen *pen = ui->pen;
    const double unit = pen->scale, margin = 12 * unit, inset = 14 * unit, gap = 4 * unit;
    const int width = viewport.width - (int)(2 * margin), room = width - (int)(2 * inset);
    const double line = cd_ui_line_height(ui, cd_plain), small = cd_ui_line_height(ui, cd_small);
    const double head = 26 * unit;
    int trace_lines = count_lines(n->traceback);
    trace_lines = trace_lines < TRACE_LINES ? trace_lines : TRACE_LINES;
    char words[sizeof n->message + 4];
    const int message = cut_lines(pen, room, MESSAGE_LINES, n->message, words, sizeof words);
    double height = 2 * 10 * unit + head + gap + message;
    if (n->source[0] != '\0')
        height += gap + line + 6 * unit;
    const double most = HEIGHT_MAX * viewport.height;
    while (trace_lines > 0 && height + gap + trace_lines * small > most)
        trace_lines--;
    height += trace_lines > 0 ? gap + trace_lines * small : 0;
    const double x = viewport.x + margin, y = viewport.y + viewport.height - margin - height;
    cd_ui_box(ui, x, y, width, height, 6, CD_ERROR_GROUND, cd_color_fade(CD_BAD, 0.6));
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
    for (const char *text = n->traceback; trace_lines > 0; trace_lines--) {
        char shown[TRACE_BYTES + 1];
        text += strspn(text, "\t ");
        const size_t length = strcspn(text, "\n");
        snprintf(shown, sizeof shown, "%.*s", (int)length, text);
        cd_ui_text(ui, cd_ui_rect(left, at, room, small), cd_small, CD_TEXT_LEFT, CD_INK_DIM,
                   shown);
        at += small;
        text += length + (text[length] == '\n');
    }
    return height + margin;
}
