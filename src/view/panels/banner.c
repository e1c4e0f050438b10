// See panel.h. From the top: title, place and buttons; the message; the line of the script; the
// first lines of the traceback. If there is too little room, the last ones go.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TRACE_LINES 4   ///< of the traceback at most
#define TRACE_BYTES 200 ///< of each
#define MESSAGE_LINES 5
#define HEIGHT_MAX 0.45 ///< of the height of the scene without it
#define PADDING 10
#define INSET 14 ///< of the texts at both sides
#define HEAD 26
#define GAP 4 ///< between its parts
#define SOURCE_PADDING 6

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
    used += cd_place_text(ui, (cd_rect){row.x + used, row.y, room - used, row.height}, cd_plain,
                          CD_INK, n->where, n->where, "where##banner", wish) +
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

/// What of a notice has room.
typedef struct layout {
    char words[sizeof((cd_notice *)NULL)->message + 4]; ///< of the message
    int message;                                        ///< their height
    bool source;
    int trace_lines;
    double height; ///< of all
} layout;

/// Lays a notice out in a height. Head and one line of the message need no leave.
static void lay_out(cd_pen *pen, const cd_notice *n, int width, double most, layout *out) {
    const double unit = pen->scale, gap = GAP * unit;
    const double line = cd_text_measure_line(pen->text, cd_plain).line_height;
    const double small = cd_text_measure_line(pen->text, cd_small).line_height;
    const double head = (2 * PADDING + HEAD + GAP) * unit;
    const int room = width - (int)(2 * INSET * unit);
    int lines = (int)((most - head) / line);
    lines = lines < 1 ? 1 : lines < MESSAGE_LINES ? lines : MESSAGE_LINES;
    out->message = cut_lines(pen, room, lines, n->message, out->words, sizeof out->words);
    out->height = head + out->message;
    const double source = n->source[0] != '\0' ? gap + line + SOURCE_PADDING * unit : 0;
    out->source = source > 0 && out->height + source <= most;
    out->height += out->source ? source : 0;
    const bool all = out->source || source == 0;
    int trace = all ? (int)((most - out->height - gap) / small) : 0;
    trace = trace < TRACE_LINES ? trace : TRACE_LINES;
    trace = trace < count_lines(n->traceback) ? trace : count_lines(n->traceback);
    out->trace_lines = trace > 0 ? trace : 0;
    out->height += trace > 0 ? gap + trace * small : 0;
}

int cd_banner_height(cd_pen *pen, const cd_screen *screen, cd_rect viewport) {
    layout l;
    if (screen->notice == NULL || !screen->notice->on)
        return 0;
    lay_out(pen, screen->notice, viewport.width, HEIGHT_MAX * viewport.height, &l);
    return (int)ceil(l.height);
}

void cd_banner(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const cd_notice *n = screen->notice;
    cd_pen *pen = ui->pen;
    const double unit = pen->scale, gap = GAP * unit, left = rect.x + INSET * unit;
    const double line = cd_ui_line_height(ui, cd_plain), small = cd_ui_line_height(ui, cd_small);
    const int room = rect.width - (int)(2 * INSET * unit);
    layout l;
    lay_out(pen, n, rect.width, rect.height, &l);
    cd_fill_rect(&pen->canvas, rect.x, rect.y, rect.width, rect.height, 0, CD_ERROR_GROUND);
    cd_fill_rect(&pen->canvas, rect.x, rect.y, rect.width, unit, 0, cd_color_fade(CD_BAD, 0.6));
    double at = rect.y + PADDING * unit;
    banner_head(ui, n, cd_ui_rect(left, at, room, HEAD * unit), wish);
    at += HEAD * unit + gap;
    cd_text_draw_lines(pen->text, &pen->canvas, cd_plain, left, at, room, CD_INK, l.words);
    at += l.message + gap;
    if (l.source) {
        const double height = line + SOURCE_PADDING * unit;
        cd_fill_rect(&pen->canvas, left, at, room, height, 4 * unit, CD_ERROR_SOURCE);
        cd_ui_text(ui, cd_ui_rect(left + 8 * unit, at, room - 16 * unit, height), cd_mono,
                   CD_TEXT_LEFT, CD_INK, n->source);
        at += height + gap;
    }
    const char *text = n->traceback;
    for (int i = 0; i < l.trace_lines; i++) {
        char shown[TRACE_BYTES + 1];
        text += strspn(text, "\t ");
        const size_t length = strcspn(text, "\n");
        snprintf(shown, sizeof shown, "%.*s", (int)length, text);
        char id[40];
        snprintf(id, sizeof id, "trace##banner%d", i);
        cd_place_text(ui, cd_ui_rect(left, at, room, small), cd_small, CD_INK_DIM, shown, shown, id,
                      wish);
        at += small;
        text += length + (text[length] == '\n');
    }
}
