// See panel.h. Each line that the frame has executed, in order, with the locals that it changed;
// the text comes from a worker (src/run/cases/ask.lua): "file.lua:12", then a tab
// before each local.
#include "view/panels/page.h"

#include "view/scene/theme.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NUMBER 34 ///< width of the line numbers

/// A row of the text.
typedef struct line_row {
    char place[CD_PATH_MAX + 16]; ///< "": it is a remark
    size_t file;                  ///< length of the file's name in it
    const char *locals;           ///< or the remark: `length` bytes
    size_t length;
    int count; ///< of locals
} line_row;

/// Reads the row at a text; returns the next one.
static const char *read_row(const char *text, line_row *out) {
    const size_t length = strcspn(text, "\n"), place = strcspn(text, "\t\n");
    const char *colon = NULL;
    for (size_t i = 0; i < place; i++)
        colon = text[i] == ':' ? text + i : colon;
    const bool is_place = colon != NULL && text[0] != '!' && place < sizeof out->place;
    const size_t skip = is_place ? place : 0;
    *out = (line_row){.file = is_place ? (size_t)(colon - text) : 0,
                      .locals = text + skip,
                      .length = length - skip};
    snprintf(out->place, sizeof out->place, "%.*s", (int)skip, text);
    for (size_t i = skip; i < length; i++)
        out->count += text[i] == '\t';
    return text + length + (text[length] == '\n');
}

/// The name of a file, where it is another one than that of the row before.
static bool begins_file(const line_row *row, const line_row *before) {
    return row->file > 0 &&
           (row->file != before->file || strncmp(row->place, before->place, row->file) != 0);
}

/// Draws a row of which the top is p->y.
static void draw_row(cd_page *p, const cd_screen *screen, const line_row *row, int index,
                     double height) {
    char source[200] = "", path[CD_PATH_MAX], id[32], text[400];
    const double left = p->x + (NUMBER + 8) * p->unit, room = p->width - (NUMBER + 8) * p->unit;
    snprintf(text, sizeof text, "%.*s", (int)(row->length < 300 ? row->length : 300), row->locals);
    if (row->file == 0) {
        cd_ui_text(p->ui, cd_ui_rect(p->x, p->y, p->width, height), cd_small, CD_TEXT_LEFT,
                   row->locals[0] == '!' ? CD_BAD : CD_INK_DIM, text);
        return;
    }
    snprintf(path, sizeof path, "%.*s", (int)row->file, row->place);
    const char *number = row->place + row->file + 1;
    if (screen->files == NULL ||
        !cd_watch_line(screen->files, path, atoi(number), source, sizeof source))
        snprintf(source, sizeof source, "line %s", number);
    snprintf(id, sizeof id, "line##%d", index);
    cd_ui_text(p->ui, cd_ui_rect(p->x, p->y, NUMBER * p->unit, height), cd_small, CD_TEXT_RIGHT,
               CD_INK_DIM, number);
    cd_place_text(p->ui, cd_ui_rect(left, p->y, room, height), cd_small, CD_INK,
                  source + strspn(source, " \t"), row->place, id, p->wish);
    const char *local = row->locals, *end = row->locals + row->length;
    for (int i = 1; i <= row->count; i++) {
        local += 1;
        const size_t length = strcspn(local, "\t\n");
        snprintf(text, sizeof text, "%.*s", (int)cd_cut_length(local, length, sizeof text - 1),
                 local);
        cd_ui_text(p->ui, cd_ui_rect(left, p->y + i * height, room, height), cd_small, CD_TEXT_LEFT,
                   CD_ACCENT, text);
        local += length;
    }
    assert(local <= end);
    (void)end;
}

void cd_lines_page(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale, height = cd_ui_line_height(ui, cd_small) + 2 * unit;
    cd_page p = {.ui = ui,
                 .wish = wish,
                 .unit = unit,
                 .x = rect.x + 14 * unit,
                 .width = rect.width - (int)(28 * unit)};
    char head[80];
    const bool is_old = screen->lines == NULL || screen->lines_frame != cd_shown_frame(screen);
    if (cd_shown_frame(screen) == 0)
        snprintf(head, sizeof head, "Frame 0 is made by load");
    else if (is_old && screen->playing)
        snprintf(head, sizeof head, "A pause shows the lines of its frame");
    else if (is_old)
        snprintf(head, sizeof head, "Frame %d is played again\u2026", cd_shown_frame(screen));
    else
        snprintf(head, sizeof head, "Frame %d", screen->lines_frame);
    p.y = rect.y + 8 * unit;
    const double title = cd_ui_line_height(ui, cd_bold);
    cd_ui_text(ui, cd_ui_rect(p.x, p.y, p.width, title), cd_bold, CD_TEXT_LEFT, CD_INK, head);
    p.y += title + 6 * unit;
    if (is_old || cd_shown_frame(screen) == 0)
        return;
    const cd_rect list = cd_ui_rect(rect.x, p.y, rect.width, rect.y + rect.height - p.y);
    const double top = list.y - cd_ui_scroll(ui, list, "lines");
    line_row row, before = {0};
    int index = 0;
    p.y = top;
    for (const char *text = screen->lines; *text != '\0'; index++) {
        text = read_row(text, &row);
        if (begins_file(&row, &before)) {
            char name[CD_PATH_MAX];
            snprintf(name, sizeof name, "%.*s", (int)row.file, row.place);
            p.y += 4 * unit;
            if (p.y + height > list.y && p.y < list.y + list.height)
                cd_ui_text(ui, cd_ui_rect(p.x, p.y, p.width, height), cd_small_bold, CD_TEXT_LEFT,
                           CD_INK_DIM, cd_base_name(name));
            p.y += height;
        }
        const double room = (1 + row.count) * height;
        if (p.y + room > list.y && p.y < list.y + list.height)
            draw_row(&p, screen, &row, index, height);
        p.y += room;
        before = row;
    }
    cd_ui_scroll_end(ui, "lines", p.y - top + 12 * unit, false);
}
