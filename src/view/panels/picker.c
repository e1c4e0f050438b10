// See picker.h. Typed text matches a name that has its letters in this order, in upper or lower
// case.
#include "view/panels/picker.h"

#include "view/scene/theme.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 460.0
#define ROW 28.0    ///< height of a name
#define HEAD 56.0   ///< height of the field with its margins
#define ROWS_MAX 12 ///< names in sight

static bool fits(const char *name, const char *typed) {
    for (; *typed != '\0'; typed++) {
        while (*name != '\0' && tolower((unsigned char)*name) != tolower((unsigned char)*typed))
            name++;
        if (*name++ == '\0')
            return false;
    }
    return true;
}

/// Finds the names that fit, and selects the first.
static void narrow(cd_picker *picker) {
    picker->match_count = picker->selected = 0;
    picker->reveal = true;
    for (int i = 0; i < picker->count && picker->match_count < CD_PICKER_MAX; i++)
        if (fits(picker->names[i]->d_name, picker->typed))
            picker->matches[picker->match_count++] = i;
}

void cd_picker_open(cd_picker *picker, const char *path) {
    cd_picker_close(picker);
    picker->open = true;
    const char *base = cd_base_name(path);
    snprintf(picker->folder, sizeof picker->folder, "%.*s", (int)(base - path), path);
    picker->count = cd_folder_list(picker->folder, &picker->names);
    picker->count = picker->count > 0 ? picker->count : 0;
    narrow(picker);
    for (int i = 0; i < picker->match_count; i++)
        if (strcmp(picker->names[i]->d_name, base) == 0)
            picker->selected = i;
}

void cd_picker_close(cd_picker *picker) {
    cd_folder_free_list(picker->names, picker->count);
    *picker = (cd_picker){0};
}

bool cd_picker_chosen(const cd_picker *picker, char out[CD_PATH_MAX]) {
    if (picker->match_count == 0)
        return false;
    const char *name = picker->names[picker->matches[picker->selected]]->d_name;
    return snprintf(out, CD_PATH_MAX, "%s%s", picker->folder, name) < CD_PATH_MAX;
}

// ---------------------------------------------------------------------------------------- picture

/// How many names have room.
static int rows_shown(const cd_picker *picker, int height, double scale) {
    int room = (int)((height - (HEAD + 80) * scale) / (ROW * scale));
    int most = room < ROWS_MAX ? room : ROWS_MAX;
    return picker->match_count < most ? picker->match_count : most;
}

/// Moves the selection, and around the ends.
static void move(cd_picker *picker, int by) {
    const int count = picker->match_count;
    if (count > 0)
        picker->selected = (picker->selected + by + count) % count;
    picker->reveal = true;
}

/// Draws a name; true when it was clicked.
static bool draw_name(cd_picker *picker, cd_ui *ui, cd_rect rect, int match) {
    const double unit = ui->pen->scale;
    const bool on = match == picker->selected;
    const char *name = picker->names[picker->matches[match]]->d_name;
    cd_ui_response touch = cd_ui_touch(ui, rect, name, NULL);
    if (on || touch.over)
        cd_ui_face(ui, rect, &touch, on ? CD_FACE_ON : CD_FACE_QUIET);
    const int inset = (int)(12 * unit);
    cd_ui_text(ui, (cd_rect){rect.x + inset, rect.y, rect.width - 2 * inset, rect.height}, cd_plain,
               CD_TEXT_LEFT, on ? CD_INK : CD_INK_DIM, name);
    if (touch.clicked)
        picker->selected = match;
    return touch.clicked;
}

/// Draws the scenarios that fit, in a list that scrolls; true when one was clicked.
static bool list(cd_picker *picker, cd_ui *ui, cd_rect rect) {
    const double row = ROW * ui->pen->scale, content = picker->match_count * row;
    const double width = rect.width - (content > rect.height ? 10 * ui->pen->scale : 0);
    const double offset = cd_ui_scroll(ui, rect, "scenarios");
    bool clicked = false;
    for (int i = 0; i < picker->match_count; i++) {
        const double y = rect.y + i * row - offset;
        if (y + row > rect.y && y < rect.y + rect.height)
            clicked = draw_name(picker, ui, cd_ui_rect(rect.x, y, width, row), i) || clicked;
    }
    if (picker->reveal)
        cd_ui_scroll_to(ui, "scenarios", picker->selected * row, row);
    picker->reveal = false;
    cd_ui_scroll_end(ui, "scenarios", content, false);
    return clicked;
}

bool cd_picker_pass(cd_picker *picker, cd_ui *ui) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double u = ui->pen->scale;
    const int shown = rows_shown(picker, canvas->height, u);
    const double x = floor((canvas->width - WIDTH * u) / 2), y = 56 * u;
    const double height = (HEAD + ROW * (shown > 0 ? shown : 1) + 12) * u;
    const cd_rect box = cd_ui_rect(x, y, WIDTH * u, height);
    const bool outside = ui->input.pressed && !cd_ui_inside(box, ui->input.pointer);
    cd_fill_rect(canvas, 0, 0, canvas->width, canvas->height, 0, CD_SHADE);
    cd_ui_box(ui, x, y, WIDTH * u, height, 8, CD_PANEL, CD_PANEL_EDGE);
    if (ui->edited == 0)
        cd_ui_focus_field(ui, "picker", picker->typed);
    if (ui->input.key == CD_KEY_UP || ui->input.key == CD_KEY_DOWN) {
        move(picker, ui->input.key == CD_KEY_UP ? -1 : 1);
        cd_ui_use_key(ui);
    }
    char before[sizeof picker->typed];
    strcpy(before, picker->typed);
    bool chosen = cd_ui_field(ui, cd_ui_rect(x + 12 * u, y + 12 * u, (WIDTH - 24) * u, 32 * u),
                              "picker", picker->typed, sizeof picker->typed,
                              "Open a scenario: type a part of its name");
    if (strcmp(before, picker->typed) != 0)
        narrow(picker);
    const cd_rect rows =
        cd_ui_rect(x + 12 * u, y + HEAD * u, (WIDTH - 24) * u, ROW * u * (shown > 0 ? shown : 1));
    if (picker->match_count > 0)
        chosen = list(picker, ui, rows) || chosen;
    else
        cd_ui_text(ui, cd_ui_rect(x + 24 * u, rows.y, (WIDTH - 48) * u, ROW * u), cd_plain,
                   CD_TEXT_LEFT, CD_INK_DIM, "No scenario of this folder fits");
    if (outside || ui->input.key == CD_KEY_ESCAPE) {
        cd_ui_use_key(ui);
        cd_ui_blur(ui);
        cd_picker_close(picker);
        return false;
    }
    return chosen && picker->match_count > 0;
}
