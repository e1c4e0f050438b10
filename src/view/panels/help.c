// See panel.h. The keys come from the table of actions.
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/// Draws one line.
static void help_line(cd_ui *ui, double x, double y, double height, const char *keys,
                      const char *words) {
    const double unit = ui->pen->scale;
    cd_ui_text(ui, cd_ui_rect(x, y, 104 * unit, height), cd_bold, CD_TEXT_LEFT, CD_ACCENT, keys);
    cd_ui_text(ui, cd_ui_rect(x + 108 * unit, y, 226 * unit, height), cd_plain, CD_TEXT_LEFT,
               CD_INK, words);
}

void cd_help(cd_ui *ui, const cd_screen *screen, cd_wish *wish) {
    static const cd_text_style title = {CD_TEXT_BOLD, 17};
    static const cd_action_entry mouse[] = {{"Wheel", "zoom where the mouse is"},
                                            {"Right drag", "move the picture (or middle)"},
                                            {"Left drag", "move a shape; else turn the orbit"},
                                            {"Timeline", "click or drag: go to a frame"},
                                            {"Ctrl+Tab", "keyboard to the panels"},
                                            {"Drop a file", "open a scenario"},
                                            {"Other keys", "go to the scenario, in its next step"},
                                            {"Orange", "shapes that overlap or touch"},
                                            {"Ctrl+mouse", "as above: the scenario has it"}};
    enum { ACTIONS = CD_ACTION_COUNT - 1, MOUSE = sizeof mouse / sizeof mouse[0] };
    cd_canvas *canvas = &ui->pen->canvas;
    const int lines = ACTIONS + MOUSE - !screen->mouse_taken, rows = (lines + 1) / 2;
    const double unit = ui->pen->scale, width = 740 * unit;
    const double row = floor(fmin(24 * unit, (canvas->height - 100 * unit) / rows));
    const double height = 72 * unit + rows * row;
    double x = floor((canvas->width - width) / 2), y = floor((canvas->height - height) / 2);
    cd_fill_rect(canvas, 0, 0, canvas->width, canvas->height, 0, CD_SHADE);
    cd_ui_box(ui, x, y, width, height, 8, CD_PANEL, CD_PANEL_EDGE);
    const cd_rect all = {0, 0, canvas->width, canvas->height};
    if (cd_ui_touch(ui, all, "help", NULL).clicked)
        wish->action = CD_ACTION_CLOSE; // a click anywhere puts the help away
    x += 28 * unit, y += 18 * unit;
    cd_text_draw(ui->pen->text, canvas, title, x, y, CD_TEXT_LEFT, CD_INK, "Keys and mouse");
    y += 34 * unit;
    for (int i = 0; i < lines; i++) {
        const cd_action_entry *entry = i < ACTIONS ? &cd_actions[i + 1] : &mouse[i - ACTIONS];
        char keys[64];
        snprintf(keys, sizeof keys, "%s", entry->keys);
        if (i < ACTIONS)
            cd_action_keys(entry->keys, screen->loaded, keys, sizeof keys);
        else if (strcmp(keys, "Ctrl+Tab") == 0 && cd_action_key_is_taken("tab", screen->loaded))
            snprintf(keys, sizeof keys, "Ctrl+Shift+Tab"); // Ctrl+Tab hides the panels then
        help_line(ui, x + i / rows * 352 * unit, y + i % rows * row, row, keys, entry->words);
    }
}
