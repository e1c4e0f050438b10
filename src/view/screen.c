// See screen.h. The panels take their room from the viewport; the banner, the help and the toast
// lie over it, so that the camera does not move when they come.
#include "view/screen.h"

#include "view/theme.h"

#include <stdio.h>
#include <string.h>

#define CONSOLE_LINES 4

static double console_height(const cd_screen *screen, double scale) {
    bool some = screen->panels && screen->log != NULL && screen->log->count > 0;
    return some ? (12 + CONSOLE_LINES * 17) * scale : 0;
}

cd_rect cd_screen_viewport(const cd_screen *screen, int width, int height, double scale) {
    if (!screen->panels)
        return (cd_rect){0, 0, width, height};
    int top = (int)(CD_BAR_HEIGHT * scale), side = (int)(CD_SIDE_WIDTH * scale);
    int bottom = (int)console_height(screen, scale);
    return (cd_rect){0, top, width - side, height - top - bottom};
}

cd_view cd_screen_view(const cd_loaded *loaded, cd_view wanted) {
    if (loaded->dim == 2)
        return CD_VIEW_FRONT;
    if (wanted == CD_VIEW_COUNT)
        wanted = cd_view_from_name(loaded->view);
    return wanted == CD_VIEW_COUNT ? CD_VIEW_ORBIT : wanted;
}

bool cd_screen_covers(const cd_screen *screen, cd_rect viewport, cd_point2 at) {
    return screen->help || (screen->picker != NULL && screen->picker->open) || at.x < viewport.x ||
           at.y < viewport.y || at.x >= viewport.x + viewport.width ||
           at.y >= viewport.y + viewport.height;
}

cd_action cd_screen_action_at(const cd_hotspots *hotspots, cd_point2 at) {
    for (int i = hotspots->count - 1; i >= 0; i--) {
        cd_rect r = hotspots->spots[i].rect;
        if (at.x >= r.x && at.y >= r.y && at.x < r.x + r.width && at.y < r.y + r.height)
            return hotspots->spots[i].action;
    }
    return CD_ACTION_NONE;
}

// ---------------------------------------------------------------------------------------- banner

void cd_notice_set(cd_notice *notice, const cd_error *error, const char *path, const char *source,
                   bool standing) {
    static const struct {
        const char *phase, *words;
    } titles[] = {{"load", "Error in load"},
                  {"param", "Wrong parameter"},
                  {"time", "Out of time"},
                  {"memory", "Out of memory"},
                  {"runner", "The script's process ended"}};
    *notice = (cd_notice){.on = true, .standing = standing};
    snprintf(notice->title, sizeof notice->title, "Error in %s", error->phase);
    for (size_t i = 0; i < sizeof titles / sizeof titles[0]; i++)
        if (strcmp(error->phase, titles[i].phase) == 0)
            snprintf(notice->title, sizeof notice->title, "%s", titles[i].words);
    size_t used = strlen(notice->title);
    if (error->frame > 0)
        snprintf(notice->title + used, sizeof notice->title - used, ", frame %d", error->frame);
    cd_error_place(error, path, notice->where, sizeof notice->where);
    snprintf(notice->message, sizeof notice->message, "%s", error->message);
    while (*source == ' ' || *source == '\t')
        source++;
    snprintf(notice->source, sizeof notice->source, "%s", source);
}

/// Returns how much of the viewport's height it covers.
static double draw_banner(cd_pen *pen, const cd_screen *screen, cd_rect viewport) {
    const cd_notice *n = screen->notice;
    static const cd_text_style bold = {CD_TEXT_BOLD, CD_TEXT_SIZE},
                               plain = {CD_TEXT_SANS, CD_TEXT_SIZE},
                               mono = {CD_TEXT_MONO, CD_TEXT_SIZE};
    double unit = pen->scale, margin = 12 * unit, inset = 14 * unit;
    int width = viewport.width - (int)(2 * margin), room = width - (int)(2 * inset);
    int line = cd_text_measure_line(pen->text, plain).line_height;
    int message = cd_text_draw_lines(pen->text, NULL, plain, 0, 0, room, 0, n->message);
    if (message > 5 * line)
        message = 5 * line;
    double gap = 4 * unit, height = 2 * 10 * unit + line + gap + message;
    if (n->source[0] != '\0')
        height += gap + line + 6 * unit;
    double x = viewport.x + margin, y = viewport.y + viewport.height - margin - height;
    cd_fill_rect(&pen->canvas, x, y, width, height, 6 * unit, CD_ERROR_GROUND);
    cd_stroke_rect(&pen->canvas, x, y, width, height, 6 * unit, unit, cd_color_fade(CD_BAD, 0.6));
    double left = x + inset, at = y + 10 * unit;
    int used = cd_text_draw_fit(pen->text, &pen->canvas, bold, left, at, room, CD_TEXT_LEFT, CD_BAD,
                                n->title);
    used += cd_text_draw_fit(pen->text, &pen->canvas, plain, left + used + margin, at,
                             room - used - (int)margin, CD_TEXT_LEFT, CD_INK, n->where);
    if (n->standing)
        cd_text_draw_fit(pen->text, &pen->canvas, plain, left + room, at,
                         room - used - (int)(3 * margin), CD_TEXT_RIGHT, CD_INK_DIM,
                         "the last good version goes on");
    at += line + gap;
    cd_rect before = cd_canvas_clip(&pen->canvas, (cd_rect){(int)left, (int)at, room, message});
    cd_text_draw_lines(pen->text, &pen->canvas, plain, left, at, room, CD_INK, n->message);
    pen->canvas.clip = before;
    at += message + gap;
    if (n->source[0] != '\0') {
        cd_fill_rect(&pen->canvas, left, at, room, line + 6 * unit, 4 * unit, 0xff26100fu);
        cd_text_draw_fit(pen->text, &pen->canvas, mono, left + 8 * unit, at + 3 * unit,
                         room - (int)(16 * unit), CD_TEXT_LEFT, CD_INK, n->source);
    }
    return height + margin;
}

// ---------------------------------------------------------------------------------------- overlays

/// One line of the help: "F1 ?" is shown as "F1 or ?".
static void draw_help_line(cd_pen *pen, double x, double y, const char *keys, const char *words) {
    static const cd_text_style plain = {CD_TEXT_SANS, CD_TEXT_SIZE},
                               bold = {CD_TEXT_BOLD, CD_TEXT_SIZE};
    char shown[48];
    const char *space = strchr(keys, ' ');
    if (space != NULL)
        snprintf(shown, sizeof shown, "%.*s or %s", (int)(space - keys), keys, space + 1);
    else
        snprintf(shown, sizeof shown, "%s", keys);
    double unit = pen->scale;
    cd_text_draw_fit(pen->text, &pen->canvas, bold, x, y, (int)(100 * unit), CD_TEXT_LEFT,
                     CD_ACCENT, shown);
    cd_text_draw_fit(pen->text, &pen->canvas, plain, x + 106 * unit, y, (int)(210 * unit),
                     CD_TEXT_LEFT, CD_INK, words);
}

static void draw_help(cd_pen *pen) {
    static const cd_text_style title = {CD_TEXT_BOLD, 17};
    // No-break spaces: these are one word each.
    static const cd_action_entry mouse[] = {{"Wheel", "zoom where the mouse is"},
                                            {"Right\u00a0drag", "move the picture (or middle)"},
                                            {"Left\u00a0drag", "turn the orbit"},
                                            {"Drop\u00a0a\u00a0file", "open a scenario"},
                                            {"Other\u00a0keys", "go to the scenario"}};
    enum { ACTIONS = CD_ACTION_COUNT - 1, MOUSE = sizeof mouse / sizeof mouse[0] };
    int lines = ACTIONS + MOUSE, rows = (lines + 1) / 2;
    double unit = pen->scale, width = 700 * unit, row = 24 * unit, height = 76 * unit + rows * row;
    double x = floor((pen->canvas.width - width) / 2), y = floor((pen->canvas.height - height) / 2);
    cd_fill_rect(&pen->canvas, 0, 0, pen->canvas.width, pen->canvas.height, 0, CD_SHADE);
    cd_fill_rect(&pen->canvas, x, y, width, height, 8 * unit, CD_PANEL);
    cd_stroke_rect(&pen->canvas, x, y, width, height, 8 * unit, unit, CD_PANEL_EDGE);
    x += 28 * unit, y += 20 * unit;
    cd_text_draw(pen->text, &pen->canvas, title, x, y, CD_TEXT_LEFT, CD_INK, "Keys");
    y += 36 * unit;
    for (int i = 0; i < lines; i++) {
        const cd_action_entry *entry = i < ACTIONS ? &cd_actions[i + 1] : &mouse[i - ACTIONS];
        draw_help_line(pen, x + i / rows * 340 * unit, y + i % rows * row, entry->keys,
                       entry->words);
    }
}

static void draw_toast(cd_pen *pen, const char *text, cd_rect viewport) {
    static const cd_text_style plain = {CD_TEXT_SANS, CD_TEXT_SIZE};
    double unit = pen->scale;
    int width = cd_text_width(pen->text, plain, text);
    int most = viewport.width - (int)(60 * unit);
    width = width < most ? width : most;
    double x = viewport.x + floor((viewport.width - width) / 2.0);
    double y = viewport.y + viewport.height - 52 * unit;
    cd_fill_rect(&pen->canvas, x - 14 * unit, y, width + 28 * unit, 32 * unit, 6 * unit,
                 CD_PANEL_RAISED);
    cd_stroke_rect(&pen->canvas, x - 14 * unit, y, width + 28 * unit, 32 * unit, 6 * unit, unit,
                   CD_PANEL_EDGE);
    cd_text_draw_fit(pen->text, &pen->canvas, plain, x, y + 8 * unit, width, CD_TEXT_LEFT, CD_INK,
                     text);
}

// ---------------------------------------------------------------------------------------- all

void cd_screen_draw(cd_pen *pen, const cd_screen *screen, cd_hotspots *hotspots) {
    int width = pen->canvas.width, height = pen->canvas.height;
    cd_rect viewport = cd_screen_viewport(screen, width, height, pen->scale);
    if (hotspots != NULL)
        hotspots->count = 0;
    cd_scene scene = screen->scene;
    scene.camera.viewport = viewport;
    cd_scene_draw(pen, &scene);
    if (screen->panels) {
        cd_panel_bar(pen, screen, hotspots);
        cd_panel_side(
            pen, screen,
            (cd_rect){viewport.width, viewport.y, width - viewport.width, height - viewport.y},
            hotspots);
        int bottom = viewport.y + viewport.height;
        if (bottom < height)
            cd_panel_console(pen, screen, (cd_rect){0, bottom, viewport.width, height - bottom});
    }
    double banner = 0;
    if (screen->notice != NULL && screen->notice->on)
        banner = draw_banner(pen, screen, viewport);
    viewport.height -= (int)banner;
    if (screen->toast != NULL)
        draw_toast(pen, screen->toast, viewport);
    if (screen->picker != NULL && screen->picker->open)
        cd_picker_draw(screen->picker, pen);
    if (screen->help)
        draw_help(pen);
}
