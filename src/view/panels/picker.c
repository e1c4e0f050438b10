// See picker.h. Only what is in sight is asked for its preview. Typed text matches a name that has
// its letters in this order, in upper or lower case.
#include "view/panels/picker.h"

#include "view/panels/phrase.h"
#include "view/scene/theme.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WIDTH 640.0
#define ROW 64.0    ///< height of a scenario
#define HEAD 56.0   ///< height of the field with its margins
#define ROWS_MAX 10 ///< scenarios in sight
#define ABOUT_LINES 2

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

/// The path of the scenario with this number among the matches; false: it is too long.
static bool path_of(const cd_picker *picker, int match, char out[CD_PATH_MAX]) {
    const char *name = picker->names[picker->matches[match]]->d_name;
    return snprintf(out, CD_PATH_MAX, "%s%s", picker->folder, name) < CD_PATH_MAX;
}

bool cd_picker_chosen(const cd_picker *picker, char out[CD_PATH_MAX]) {
    return picker->match_count > 0 && path_of(picker, picker->selected, out);
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

/// Copies as much of a text as has room in some lines, with an ellipsis where it is cut.
static void fit_lines(cd_pen *pen, cd_text_style style, int width, int lines, const char *text,
                      char out[CD_UI_TEXT_MAX]) {
    const int most = lines * cd_text_draw_lines(pen->text, NULL, style, 0, 0, 0, 0, "x");
    size_t low = 0, high = strlen(text) + 1; // `low` bytes fit, `high` do not
    snprintf(out, CD_UI_TEXT_MAX, "%s", text);
    if (high <= CD_UI_TEXT_MAX &&
        cd_text_draw_lines(pen->text, NULL, style, 0, 0, width, 0, out) <= most)
        return;
    high = high < CD_UI_TEXT_MAX - 4 ? high : CD_UI_TEXT_MAX - 4;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        snprintf(out, CD_UI_TEXT_MAX, "%.*s\u2026", (int)cd_cut_length(text, strlen(text), middle),
                 text);
        if (cd_text_draw_lines(pen->text, NULL, style, 0, 0, width, 0, out) <= most)
            low = middle;
        else
            high = middle;
    }
    snprintf(out, CD_UI_TEXT_MAX, "%.*s\u2026", (int)cd_cut_length(text, strlen(text), low), text);
}

/// The picture of a scenario, or the room for it.
static void draw_picture(cd_ui *ui, double x, double y, const cd_preview *preview) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double u = ui->pen->scale;
    const int width = (int)(CD_PREVIEW_WIDTH * u), height = (int)(CD_PREVIEW_HEIGHT * u);
    const bool some = preview != NULL && preview->pixels != NULL;
    if (some && preview->width == width && preview->height == height)
        cd_copy_pixels(canvas, (int)x, (int)y, preview->pixels, width, height);
    else
        cd_fill_rect(canvas, x, y, width, height, 0, CD_GROUND);
    cd_stroke_rect(canvas, x, y, width, height, 0, u, CD_PANEL_EDGE);
}

/// Title and file in a line, and below what the scenario is about, or what is wrong with it.
static void draw_words(cd_ui *ui, cd_rect rect, const char *name, const cd_preview *preview,
                       bool on) {
    char about[CD_UI_TEXT_MAX];
    const double u = ui->pen->scale, height = cd_ui_line_height(ui, cd_bold);
    const char *title = preview != NULL && preview->title[0] != '\0' ? preview->title : name;
    const int used = cd_ui_text(ui, cd_ui_rect(rect.x, rect.y, rect.width, height), cd_bold,
                                CD_TEXT_LEFT, CD_INK, title);
    if (title != name)
        cd_ui_text(ui, cd_ui_rect(rect.x + used + 8 * u, rect.y, rect.width - used - 8 * u, height),
                   cd_small, CD_TEXT_LEFT, CD_INK_DIM, name);
    const bool wrong = preview != NULL && preview->problem != NULL;
    const char *text = preview == NULL ? "" : wrong ? preview->problem : "";
    if (preview != NULL && !wrong)
        text = cd_phrase_text(preview->about);
    fit_lines(ui->pen, cd_small, rect.width, ABOUT_LINES, text, about);
    cd_text_draw_lines(ui->pen->text, &ui->pen->canvas, cd_small, rect.x, rect.y + height + 2 * u,
                       rect.width,
                       wrong ? CD_BAD
                       : on  ? CD_INK
                             : CD_INK_DIM,
                       about);
}

/// Draws a scenario; true when it was clicked.
static bool draw_entry(cd_picker *picker, cd_ui *ui, cd_previews *previews, cd_rect rect,
                       int match) {
    const double u = ui->pen->scale, inset = 5 * u;
    const bool on = match == picker->selected;
    const char *name = picker->names[picker->matches[match]]->d_name;
    char path[CD_PATH_MAX];
    const cd_preview *preview = NULL;
    if (previews != NULL && path_of(picker, match, path))
        preview = cd_previews_look(previews, path);
    cd_ui_response touch = cd_ui_touch(ui, rect, name, NULL);
    if (on || touch.over)
        cd_ui_face(ui, rect, &touch, on ? CD_FACE_ON : CD_FACE_QUIET);
    draw_picture(ui, floor(rect.x + inset), floor(rect.y + inset), preview);
    const double left = CD_PREVIEW_WIDTH * u + 3 * inset;
    draw_words(ui,
               cd_ui_rect(rect.x + left, rect.y + inset, rect.width - left - inset, rect.height),
               name, preview, on);
    if (touch.clicked)
        picker->selected = match;
    return touch.clicked;
}

/// Draws the scenarios that fit, in a list that scrolls; true when one was clicked.
static bool list(cd_picker *picker, cd_ui *ui, cd_previews *previews, cd_rect rect) {
    const double row = ROW * ui->pen->scale, content = picker->match_count * row;
    const double width = rect.width - (content > rect.height ? 10 * ui->pen->scale : 0);
    const double offset = cd_ui_scroll(ui, rect, "scenarios");
    bool clicked = false;
    for (int i = 0; i < picker->match_count; i++) {
        const double y = rect.y + i * row - offset;
        if (y + row > rect.y && y < rect.y + rect.height)
            clicked =
                draw_entry(picker, ui, previews, cd_ui_rect(rect.x, y, width, row), i) || clicked;
    }
    if (picker->reveal)
        cd_ui_scroll_to(ui, "scenarios", picker->selected * row, row);
    picker->reveal = false;
    cd_ui_scroll_end(ui, "scenarios", content, false);
    return clicked;
}

bool cd_picker_pass(cd_picker *picker, cd_ui *ui, cd_previews *previews) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double u = ui->pen->scale;
    if (previews != NULL)
        cd_previews_begin(previews, u);
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
        chosen = list(picker, ui, previews, rows) || chosen;
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
