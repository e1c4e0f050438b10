// See ui.h.
#include "view/kit/ui.h"

#include "record/arena.h"
#include "view/scene/theme.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SELECTED 0.4 ///< how much of the accent is in the ground of selected text

/// The start of the code point before `at`.
static int before(const char *text, int at) {
    return at > 0 ? (int)cd_cut_length(text, strlen(text), (size_t)at - 1) : 0;
}

/// The start of the code point behind the one at `at`.
static int after(const char *text, int at) {
    if (text[at] != '\0')
        at++;
    while (((unsigned char)text[at] & 0xc0) == 0x80)
        at++;
    return at;
}

void cd_ui_edit_start(cd_ui *ui, uint32_t id, const char *text) {
    ui->focus = ui->edited = id;
    snprintf(ui->text, sizeof ui->text, "%s", text);
    ui->mark = 0;
    ui->cursor = (int)strlen(ui->text);
}

void cd_ui_focus_field(cd_ui *ui, const char *name, const char *text) {
    cd_ui_edit_start(ui, cd_ui_id(name), text);
}

/// Replaces what is selected by `text`, if that has room.
static void replace_selection(cd_ui *ui, const char *text, int size) {
    assert(size <= CD_UI_TEXT_MAX);
    const int from = ui->cursor < ui->mark ? ui->cursor : ui->mark;
    const int to = ui->cursor < ui->mark ? ui->mark : ui->cursor;
    const int length = (int)strlen(ui->text), added = (int)strlen(text);
    if (length - (to - from) + added >= size)
        return;
    memmove(ui->text + from + added, ui->text + to, (size_t)(length - to + 1));
    memcpy(ui->text + from, text, (size_t)added);
    ui->cursor = ui->mark = from + added;
}

bool cd_ui_edit_keys(cd_ui *ui, int size) {
    const cd_ui_key key = ui->input.key;
    const int cursor = ui->cursor;
    if (ui->input.text != NULL)
        replace_selection(ui, ui->input.text, size);
    if (key == CD_KEY_BACKSPACE || key == CD_KEY_DELETE) {
        if (ui->cursor == ui->mark)
            ui->mark = key == CD_KEY_DELETE ? after(ui->text, cursor) : before(ui->text, cursor);
        replace_selection(ui, "", size);
    } else if (key == CD_KEY_LEFT || key == CD_KEY_RIGHT || key == CD_KEY_HOME ||
               key == CD_KEY_END) {
        ui->cursor = key == CD_KEY_LEFT    ? before(ui->text, cursor)
                     : key == CD_KEY_RIGHT ? after(ui->text, cursor)
                     : key == CD_KEY_HOME  ? 0
                                           : (int)strlen(ui->text);
        if (!ui->input.shift)
            ui->mark = ui->cursor;
    } else if (key != CD_KEY_ENTER) {
        return false;
    }
    cd_ui_use_key(ui);
    return key == CD_KEY_ENTER;
}

/// The width of ui->text from byte `start` up to byte `end`.
static int width_of(const cd_ui *ui, int start, int end) {
    return end > start
               ? cd_text_width_of(ui->pen->text, cd_plain, ui->text + start, (size_t)(end - start))
               : 0;
}

void cd_ui_edit_draw(cd_ui *ui, cd_rect r) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double unit = ui->pen->scale;
    const int from = ui->cursor < ui->mark ? ui->cursor : ui->mark;
    const int to = ui->cursor < ui->mark ? ui->mark : ui->cursor;
    const int line = cd_text_measure_line(ui->pen->text, cd_plain).line_height;
    int start = 0; // the text is shown from here, so that the cursor fits
    while (width_of(ui, start, ui->cursor) > r.width - 2 * unit)
        start = after(ui->text, start);
    const double y = r.y + floor((r.height - line) / 2.0);
    const int left = width_of(ui, start, from), right = width_of(ui, start, to);
    const int cursor = width_of(ui, start, ui->cursor);
    cd_rect clip = cd_canvas_clip(canvas, r);
    if (to > from)
        cd_fill_rect(canvas, r.x + left, y, right - left, line, 0,
                     cd_color_mix(CD_PANEL, CD_ACCENT, SELECTED));
    cd_ui_text(ui, r, cd_plain, CD_TEXT_LEFT, CD_INK, ui->text + start);
    cd_fill_rect(canvas, r.x + cursor, y, fmax(unit, 1), line, 0, CD_ACCENT);
    canvas->clip = clip;
}

bool cd_ui_field(cd_ui *ui, cd_rect r, const char *name, char *text, int size, const char *hint) {
    const double unit = ui->pen->scale;
    const int inset = (int)(8 * unit);
    const cd_rect inner = {r.x + inset, r.y, r.width - 2 * inset, r.height};
    bool entered = false;
    cd_ui_response touch = cd_ui_touch(ui, r, name, NULL);
    if (touch.pressed || (touch.focused && ui->edited != touch.id)) {
        cd_ui_edit_start(ui, touch.id, text);
        ui->mark = ui->cursor;
    }
    if (ui->edited == touch.id && !ui->blocked) {
        if (strcmp(ui->text, text) != 0)
            cd_ui_edit_start(ui, touch.id, text); // the caller has changed it
        entered = cd_ui_edit_keys(ui, size < CD_UI_TEXT_MAX ? size : CD_UI_TEXT_MAX);
        snprintf(text, (size_t)size, "%s", ui->text);
    }
    cd_fill_rect(&ui->pen->canvas, r.x, r.y, r.width, r.height, 5 * unit, CD_PANEL_RAISED);
    if (ui->edited == touch.id)
        cd_ui_edit_draw(ui, inner);
    if (text[0] == '\0' || ui->edited != touch.id)
        cd_ui_text(ui, inner, cd_plain, CD_TEXT_LEFT, text[0] == '\0' ? CD_INK_DIM : CD_INK,
                   text[0] == '\0' ? hint : text);
    if (touch.focused)
        cd_ui_ring(ui, r);
    return entered;
}
