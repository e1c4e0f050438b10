// See picker.h. What is typed fits a name that has its letters in this order, in either case.
#include "view/picker.h"

#include "view/theme.h"

#include <ctype.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WIDTH 460.0
#define ROW 28.0
#define HEAD 56.0
#define ROWS_MAX 12

static bool fits(const char *name, const char *typed) {
    for (; *typed != '\0'; typed++) {
        while (*name != '\0' && tolower((unsigned char)*name) != tolower((unsigned char)*typed))
            name++;
        if (*name++ == '\0')
            return false;
    }
    return true;
}

static void narrow(cd_picker *picker) {
    picker->match_count = picker->selected = 0;
    for (int i = 0; i < picker->count; i++)
        if (fits(picker->names[i], picker->typed))
            picker->matches[picker->match_count++] = i;
}

static int compare_names(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void cd_picker_open(cd_picker *picker, const char *path) {
    cd_picker_close(picker);
    picker->open = true;
    const char *base = cd_base_name(path);
    snprintf(picker->folder, sizeof picker->folder, "%.*s", (int)(base - path), path);
    DIR *dir = opendir(picker->folder[0] != '\0' ? picker->folder : ".");
    for (struct dirent *e = NULL; dir != NULL && (e = readdir(dir)) != NULL;) {
        if (!cd_is_scenario_name(e->d_name) || picker->count == CD_PICKER_MAX)
            continue;
        char *name = malloc(strlen(e->d_name) + 1);
        if (name == NULL)
            break;
        picker->names[picker->count++] = strcpy(name, e->d_name);
    }
    if (dir != NULL)
        closedir(dir);
    qsort(picker->names, (size_t)picker->count, sizeof picker->names[0], compare_names);
    narrow(picker);
    for (int i = 0; i < picker->match_count; i++)
        if (strcmp(picker->names[i], base) == 0)
            picker->selected = i;
}

void cd_picker_close(cd_picker *picker) {
    for (int i = 0; i < picker->count; i++)
        free(picker->names[i]);
    *picker = (cd_picker){0};
}

void cd_picker_type(cd_picker *picker, const char *text) {
    size_t used = strlen(picker->typed);
    if (used + strlen(text) < sizeof picker->typed)
        strcpy(picker->typed + used, text);
    narrow(picker);
}

void cd_picker_press(cd_picker *picker, cd_picker_key key) {
    size_t used = strlen(picker->typed);
    int last = picker->match_count - 1;
    if (key == CD_PICKER_UP) {
        picker->selected = picker->selected > 0 ? picker->selected - 1 : last;
    } else if (key == CD_PICKER_DOWN) {
        picker->selected = picker->selected < last ? picker->selected + 1 : 0;
    } else if (used > 0) {
        do // a whole code point
            used--;
        while (used > 0 && ((unsigned char)picker->typed[used] & 0xc0) == 0x80);
        picker->typed[used] = '\0';
        narrow(picker);
    }
    if (picker->selected < 0)
        picker->selected = 0;
}

bool cd_picker_chosen(const cd_picker *picker, char out[CD_PATH_MAX]) {
    if (picker->match_count == 0)
        return false;
    const char *name = picker->names[picker->matches[picker->selected]];
    return snprintf(out, CD_PATH_MAX, "%s%s", picker->folder, name) < CD_PATH_MAX;
}

// ---------------------------------------------------------------------------------------- picture

static int rows_shown(const cd_picker *picker, int height, double scale) {
    int room = (int)((height - (HEAD + 80) * scale) / (ROW * scale));
    int most = room < ROWS_MAX ? room : ROWS_MAX;
    return picker->match_count < most ? picker->match_count : most;
}

/// The first row in sight: the selection stays within.
static int first_row(const cd_picker *picker, int shown) {
    int first = picker->selected - shown / 2, last = picker->match_count - shown;
    first = first < last ? first : last;
    return first > 0 ? first : 0;
}

static cd_point2 corner(int width, double scale) {
    return (cd_point2){floor((width - WIDTH * scale) / 2), 56 * scale};
}

bool cd_picker_point(cd_picker *picker, int width, int height, double scale, cd_point2 at) {
    cd_point2 c = corner(width, scale);
    int shown = rows_shown(picker, height, scale);
    double row = floor((at.y - c.y - HEAD * scale) / (ROW * scale));
    if (at.x < c.x || at.x >= c.x + WIDTH * scale || row < 0 || row >= shown)
        return false;
    picker->selected = first_row(picker, shown) + (int)row;
    return true;
}

void cd_picker_draw(const cd_picker *picker, cd_pen *pen) {
    static const cd_text_style plain = {CD_TEXT_SANS, CD_TEXT_SIZE};
    double u = pen->scale;
    cd_canvas *canvas = &pen->canvas;
    int shown = rows_shown(picker, canvas->height, u), first = first_row(picker, shown);
    cd_point2 c = corner(canvas->width, u);
    double height = (HEAD + ROW * (shown > 0 ? shown : 1) + 12) * u;
    cd_fill_rect(canvas, 0, 0, canvas->width, canvas->height, 0, CD_SHADE);
    cd_fill_rect(canvas, c.x, c.y, WIDTH * u, height, 8 * u, CD_PANEL);
    cd_stroke_rect(canvas, c.x, c.y, WIDTH * u, height, 8 * u, u, CD_PANEL_EDGE);
    cd_fill_rect(canvas, c.x + 12 * u, c.y + 12 * u, (WIDTH - 24) * u, 32 * u, 5 * u,
                 CD_PANEL_RAISED);
    bool empty = picker->typed[0] == '\0';
    int line = cd_text_measure_line(pen->text, plain).line_height;
    double y = c.y + 12 * u + floor((32 * u - line) / 2);
    int used = empty ? 0 : cd_text_width(pen->text, plain, picker->typed);
    cd_text_draw_fit(pen->text, canvas, plain, c.x + 24 * u, y, (int)((WIDTH - 60) * u),
                     CD_TEXT_LEFT, empty ? CD_INK_DIM : CD_INK,
                     empty ? "Open a scenario: type a part of its name" : picker->typed);
    cd_fill_rect(canvas, c.x + 23 * u + used, y, u, line, 0, CD_ACCENT); // the cursor
    for (int i = 0; i < shown; i++) {
        double top = c.y + (HEAD + ROW * i) * u;
        bool on = first + i == picker->selected;
        if (on)
            cd_fill_rect(canvas, c.x + 12 * u, top, (WIDTH - 24) * u, ROW * u, 5 * u,
                         cd_color_mix(CD_PANEL, CD_ACCENT, 0.28));
        cd_text_draw_fit(pen->text, canvas, plain, c.x + 24 * u, top + floor((ROW * u - line) / 2),
                         (int)((WIDTH - 48) * u), CD_TEXT_LEFT, on ? CD_INK : CD_INK_DIM,
                         picker->names[picker->matches[first + i]]);
    }
    if (shown == 0)
        cd_text_draw(pen->text, canvas, plain, c.x + 24 * u, c.y + (HEAD + 6) * u, CD_TEXT_LEFT,
                     CD_INK_DIM, "No scenario of this folder fits");
}
