// See panel.h. From the top: what the scenario is about, the keys of the table of actions and the
// mouse in two columns, the toggles in a row, and the legend. In a low picture the rows of keys
// come closer, then the help scrolls.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 740, INSET = 28, KEYS = 116, COLUMN = 352, LINES_MAX = CD_ACTION_COUNT + 16 };

#define ROW_MOST 24.0 ///< height of a row of keys
#define ROW_LEAST 17.0

/// A line of keys and words.
typedef struct help_entry {
    char keys[48];
    const char *words;
} help_entry;

static bool is_toggle(cd_action action) {
    for (int i = 0; i < CD_TOGGLE_COUNT; i++)
        if (cd_toggles[i].action == action)
            return true;
    return false;
}

/// What the mouse does and is no action. While the script has the mouse, the picture's own uses of
/// it are on Ctrl.
static int add_mouse(const cd_screen *screen, help_entry *entries) {
    static const struct {
        bool in_picture;
        const char *keys, *words;
    } all[] = {{true, "click", "pick a query or a shape"},
               {true, "wheel", "zoom where the mouse is"},
               {true, "right drag", "move the picture (or middle)"},
               {true, "left drag", "move a shape, turn the orbit"},
               {false, "timeline", "drag goes there, Shift zooms"},
               {false, "chart", "click goes there, drag zooms in"},
               {false, "right on param", "five other values as ghosts"},
               {false, "Ctrl+Tab", "keyboard to the panels"},
               {false, "drop a file", "open a scenario"},
               {false, "other keys", "go to the scenario"}};
    const int count = sizeof all / sizeof all[0];
    for (int i = 0; i < count; i++) {
        const bool ctrl = all[i].in_picture && screen->mouse_taken;
        snprintf(entries[i].keys, sizeof entries[i].keys, "%s%s", ctrl ? "Ctrl+" : "", all[i].keys);
        if (strcmp(all[i].keys, "Ctrl+Tab") == 0 && cd_action_key_is_taken("tab", screen->loaded))
            snprintf(entries[i].keys, sizeof entries[i].keys, "Ctrl+Shift+Tab"); // else it hides
        if (entries[i].keys[0] >= 'a')
            entries[i].keys[0] += 'A' - 'a';
        entries[i].words = all[i].words;
    }
    return count;
}

/// Whether an action does anything in the scenario: the plane has one view, and not every script
/// has pages.
static bool applies(const cd_screen *screen, cd_action action) {
    if (action == CD_ACTION_NEXT_PAGE || action == CD_ACTION_PAGE_BACK)
        return screen->scene.frame != NULL && cd_scene_pages(screen->scene.frame) > 0;
    return action < CD_ACTION_VIEW_TOP || action > CD_ACTION_VIEW_ORBIT || screen->loaded == NULL ||
           screen->loaded->dim == 3;
}

static int find_entries(const cd_screen *screen, help_entry entries[LINES_MAX]) {
    int count = 0;
    for (int action = 1; action < CD_ACTION_COUNT; action++) {
        if (is_toggle((cd_action)action) || !applies(screen, (cd_action)action))
            continue;
        cd_action_keys(cd_actions[action].keys, screen->loaded, entries[count].keys,
                       sizeof entries[count].keys);
        entries[count++].words = cd_actions[action].words;
    }
    return count + add_mouse(screen, entries + count);
}

/// The toggles, one behind the other; returns the height of their rows.
static double toggle_row(cd_ui *ui, const cd_loaded *loaded, double x, double y, bool drawn) {
    static const char show[] = "Show";
    cd_pen *pen = ui->pen;
    const double u = pen->scale, left = x, top = y, height = cd_ui_line_height(ui, cd_small);
    if (drawn)
        cd_text_draw(pen->text, &pen->canvas, cd_small_bold, x, y, CD_TEXT_LEFT, CD_INK, show);
    x += cd_text_width(pen->text, cd_small_bold, show) + 12 * u;
    for (int i = 0; i < CD_TOGGLE_COUNT; i++) {
        char keys[48];
        if (!cd_toggle_applies(&cd_toggles[i], loaded))
            continue;
        cd_action_keys(cd_actions[cd_toggles[i].action].keys, loaded, keys, sizeof keys);
        const int wide = cd_text_width(pen->text, cd_small_bold, keys) + (int)(4 * u);
        const int all = wide + cd_text_width(pen->text, cd_small, cd_toggles[i].label);
        if (x + all > left + (WIDTH - 2 * INSET) * u)
            x = left, y += height + 2 * u; // without room for one row
        if (drawn) {
            cd_text_draw(pen->text, &pen->canvas, cd_small_bold, x, y, CD_TEXT_LEFT, CD_ACCENT,
                         keys);
            cd_text_draw(pen->text, &pen->canvas, cd_small, x + wide, y, CD_TEXT_LEFT, CD_INK,
                         cd_toggles[i].label);
        }
        x += all + 9 * u;
    }
    return y + height - top;
}

/// The heights of the parts; that of `about` is 0 where the scenario says nothing.
typedef struct help_layout {
    double about, title, row, toggles, legend, all;
    int rows;
} help_layout;

static help_layout lay_out(cd_ui *ui, const cd_screen *screen, int lines) {
    cd_pen *pen = ui->pen;
    const double u = pen->scale, gap = 10 * u, width = (WIDTH - 2 * INSET) * u;
    help_layout l = {.title = 30 * u, .rows = (lines + 1) / 2};
    l.about = cd_about(pen, screen->loaded, 0, 0, (int)width, false);
    l.about += l.about > 0 ? l.title + 8 * u : 0; // under the title of the scenario
    l.toggles = toggle_row(ui, screen->loaded, 0, 0, false) + gap;
    l.legend = cd_legend(pen, CD_SHOW_ALL, 0, 0, (int)width, false) + gap;
    const double room = pen->canvas.height - 60 * u - l.title - l.toggles;
    const double row = (room - l.about - l.legend) / l.rows;
    l.row = floor(fmax(ROW_LEAST * u, fmin(ROW_MOST * u, row)));
    l.all = 36 * u + l.about + l.title + l.rows * l.row + l.toggles + l.legend;
    return l;
}

void cd_help(cd_ui *ui, const cd_screen *screen, cd_wish *wish) {
    static const cd_text_style title = {CD_TEXT_BOLD, 17};
    help_entry entries[LINES_MAX];
    const int lines = find_entries(screen, entries);
    const help_layout l = lay_out(ui, screen, lines);
    cd_pen *pen = ui->pen;
    cd_canvas *canvas = &pen->canvas;
    const double u = pen->scale, width = WIDTH * u;
    const double high = floor(fmin(l.all, canvas->height - 24 * u));
    double x = floor((canvas->width - width) / 2), y = floor((canvas->height - high) / 2);
    cd_fill_rect(canvas, 0, 0, canvas->width, canvas->height, 0, CD_SHADE);
    cd_ui_box(ui, x, y, width, high, 8, CD_PANEL, CD_PANEL_EDGE);
    const cd_rect all = {0, 0, canvas->width, canvas->height};
    if (cd_ui_touch(ui, all, "help", NULL).clicked)
        wish->action = CD_ACTION_CLOSE; // a click anywhere puts the help away
    const cd_rect list = cd_ui_rect(x, y + 4 * u, width, high - 8 * u);
    x += INSET * u, y += 18 * u - cd_ui_scroll(ui, list, "help");
    const int inner = (int)(width - 2 * INSET * u);
    if (l.about > 0) {
        cd_text_draw(pen->text, canvas, title, x, y, CD_TEXT_LEFT, CD_INK, screen->loaded->title);
        cd_about(pen, screen->loaded, x, y + l.title, inner, true);
    }
    y += l.about;
    cd_text_draw(pen->text, canvas, title, x, y, CD_TEXT_LEFT, CD_INK, "Keys and mouse");
    y += l.title;
    for (int i = 0; i < lines; i++) {
        const double left = x + i / l.rows * COLUMN * u, top = y + i % l.rows * l.row;
        cd_ui_text(ui, cd_ui_rect(left, top, (KEYS - 4) * u, l.row), cd_bold, CD_TEXT_LEFT,
                   CD_ACCENT, entries[i].keys);
        cd_ui_text(ui, cd_ui_rect(left + KEYS * u, top, (COLUMN - KEYS - 12) * u, l.row), cd_plain,
                   CD_TEXT_LEFT, CD_INK, entries[i].words);
    }
    y += l.rows * l.row + 10 * u;
    toggle_row(ui, screen->loaded, x, y, true);
    cd_legend(pen, CD_SHOW_ALL, x, y + l.toggles, inner, true);
    cd_ui_scroll_end(ui, "help", l.all - 8 * u, false);
}
