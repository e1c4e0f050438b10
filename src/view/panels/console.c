// See panel.h.
#include "view/panels/complete.h"
#include "view/panels/panel.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LINES 4      ///< of prints in sight
#define LINES_OPEN 6 ///< while a line is being typed
#define ROW 17       ///< height of a line
#define FIELD 32     ///< height of the field with its margins

int cd_console_height(const cd_screen *screen, int height, double unit) {
    const bool some = screen->log != NULL && screen->log->count > 0 && height >= CD_LOW * unit;
    if (!screen->panels || (!some && !screen->console))
        return 0;
    return (int)((12 + ROW * (screen->console ? LINES_OPEN : LINES)) * unit) +
           (screen->console ? (int)(FIELD * unit) : 0);
}

/// The runtime begins what a person typed with "> ", and what went wrong with it, and notes, with
/// "! ".
static uint32_t line_color(const char *line) {
    return strncmp(line, "> ", 2) == 0 ? CD_ACCENT : strncmp(line, "! ", 2) == 0 ? CD_BAD : CD_INK;
}

/// The words that the typed one may become; Tab types what they have in common.
static void complete(cd_ui *ui, const cd_screen *screen, cd_completions *out) {
    *out = (cd_completions){0};
    if (ui->blocked || ui->edited != cd_ui_id("console"))
        return;
    const cd_loaded *loaded = screen->loaded;
    const cd_completion_source source = {screen->scene.frame,
                                         loaded != NULL ? loaded->params : NULL,
                                         loaded != NULL ? loaded->param_count : 0, screen->script};
    cd_complete(ui->text, ui->cursor, &source, out);
    if (ui->input.key == CD_KEY_COMPLETE) {
        ui->input.text = out->common[0] != '\0' ? out->common : NULL;
        cd_ui_use_key(ui);
    }
}

/// Lists the words in a line; returns its height, 0 where there is no choice.
static int list_completions(cd_ui *ui, cd_rect field, const cd_completions *words) {
    char text[CD_UI_TEXT_MAX];
    size_t length = 0;
    const int line = (int)cd_ui_line_height(ui, cd_mono);
    for (int i = 0; i < words->count && length + CD_COMPLETION_SIZE + 3 < sizeof text; i++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", i > 0 ? "  " : "",
                                   words->words[i]);
    if (words->count == 0 || (words->count == 1 && words->common[0] == '\0'))
        return 0;
    const double unit = ui->pen->scale;
    cd_ui_text(ui, cd_ui_rect(field.x + 4 * unit, field.y - line, field.width - 8 * unit, line),
               cd_mono, CD_TEXT_LEFT, CD_ACCENT, text);
    return line;
}

void cd_console(cd_ui *ui, const cd_screen *screen, cd_rect rect, cd_wish *wish) {
    const double unit = ui->pen->scale;
    cd_canvas *canvas = &ui->pen->canvas;
    const int line = (int)cd_ui_line_height(ui, cd_mono);
    const cd_rect before = cd_canvas_clip(canvas, rect);
    cd_ui_panel(ui, rect);
    cd_rect list = {rect.x, rect.y + (int)unit, rect.width, rect.height - (int)unit};
    if (screen->console && screen->line != NULL) {
        const double height = 26 * unit;
        list.height -= (int)(FIELD * unit);
        const cd_rect field =
            cd_ui_rect(rect.x + 8 * unit, rect.y + rect.height - height - 4 * unit,
                       rect.width - 16 * unit, height);
        if (!ui->blocked && ui->edited != 0 &&
            (ui->input.key == CD_KEY_UP || ui->input.key == CD_KEY_DOWN)) {
            wish->recall = ui->input.key == CD_KEY_UP ? -1 : 1;
            cd_ui_use_key(ui);
        }
        cd_completions words;
        complete(ui, screen, &words);
        wish->entered = cd_ui_field(
            ui, field, "console", screen->line, CD_LINE_MAX,
            "Lua in this frame: s is the state, p the params; watch, find, who EXPR; help()");
        list.height -= list_completions(ui, field, &words);
    }
    const int printed = cd_log_count(screen->log, cd_shown_frame(screen));
    const int count =
        printed + (screen->answers != NULL && screen->console ? screen->answers->count : 0);
    const double offset = cd_ui_scroll(ui, list, "log");
    const double content = fmax(count * line + 10 * unit, list.height);
    const double low = list.y + content - 6 * unit - offset; // the end of the newest line
    for (int i = 0; i < count; i++) {
        const double y = low - (count - i) * line;
        const char *text =
            i < printed ? cd_log_text(screen->log, i) : cd_log_text(screen->answers, i - printed);
        char id[40];
        snprintf(id, sizeof id, "log##%d", count - i);
        if (y + line > list.y && y < list.y + list.height)
            cd_place_text(ui, cd_ui_rect(rect.x + 12 * unit, y, rect.width - 24 * unit, line),
                          cd_mono, line_color(text), text, text, id, wish);
    }
    cd_ui_scroll_end(ui, "log", content, true);
    canvas->clip = before;
}
