// See ui.h. Widgets get events in the order in which they are drawn. As what is drawn later lies on
// top, an overlay blocks the widgets below it.
#include "view/kit/ui.h"

#include "view/scene/theme.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define TIP_AFTER 0.6 ///< seconds that the mouse rests on a widget

const cd_text_style cd_plain = {CD_TEXT_SANS, CD_TEXT_SIZE}, cd_bold = {CD_TEXT_BOLD, CD_TEXT_SIZE},
                    cd_small = {CD_TEXT_SANS, CD_TEXT_SMALL},
                    cd_small_bold = {CD_TEXT_BOLD, CD_TEXT_SMALL},
                    cd_mono = {CD_TEXT_MONO, CD_TEXT_SIZE};

cd_rect cd_ui_rect(double x, double y, double width, double height) {
    return (cd_rect){(int)floor(x), (int)floor(y), (int)floor(width), (int)floor(height)};
}

bool cd_ui_inside(cd_rect r, cd_point2 p) {
    return p.x >= r.x && p.y >= r.y && p.x < r.x + r.width && p.y < r.y + r.height;
}

uint32_t cd_ui_id(const char *name) {
    uint32_t h = 2166136261u; // FNV-1a (Fowler, Noll, Vo), 32 bits
    for (; *name != '\0'; name++)
        h = (h ^ (uint8_t)*name) * 16777619u;
    return h != 0 ? h : 1; // 0 stands for no widget
}

const char *cd_ui_label(const char *name, char out[CD_UI_TEXT_MAX]) {
    const char *end = strstr(name, "##");
    snprintf(out, CD_UI_TEXT_MAX, "%.*s", end != NULL ? (int)(end - name) : CD_UI_TEXT_MAX - 1,
             name);
    return out;
}

// ---------------------------------------------------------------------------------------- passes

void cd_ui_begin(cd_ui *ui, cd_pen *pen, const cd_ui_input *input, double now) {
    assert(pen->scale > 0);
    ui->pen = pen;
    ui->input = *input;
    ui->now = now;
    ui->widget_count = 0;
    ui->tip[0] = '\0';
    ui->wake = 0;
    ui->blocked = false;
    ui->area = (cd_rect){0, 0, pen->canvas.width, pen->canvas.height};
}

/// The number of a widget in this pass; -1: it is not there.
static int index_of(const cd_ui *ui, uint32_t id) {
    for (int i = 0; i < ui->widget_count; i++)
        if (ui->widgets[i].id == id)
            return i;
    return -1;
}

void cd_ui_blur(cd_ui *ui) { ui->focus = ui->edited = 0; }

/// Moves the focus by a key that no widget has used.
static void move_focus(cd_ui *ui) {
    const cd_ui_key key = ui->input.key;
    const int at = ui->focus != 0 ? index_of(ui, ui->focus) : -1;
    const bool arrows = ui->focus != 0;
    int to = -2;
    if (key == CD_KEY_NEXT || (arrows && (key == CD_KEY_DOWN || key == CD_KEY_RIGHT)))
        to = at + 1 < ui->widget_count ? at + 1 : 0;
    else if (key == CD_KEY_PREVIOUS || (arrows && (key == CD_KEY_UP || key == CD_KEY_LEFT)))
        to = at > 0 ? at - 1 : ui->widget_count - 1;
    else if (key == CD_KEY_ESCAPE && arrows)
        cd_ui_blur(ui);
    if (to >= 0 && to < ui->widget_count) {
        ui->focus = ui->widgets[to].id;
        ui->edited = 0;
    }
}

static void draw_tip(cd_ui *ui) {
    cd_canvas *canvas = &ui->pen->canvas;
    const double unit = ui->pen->scale, inset = 8 * unit;
    const int room = canvas->width - (int)(4 * inset);
    int width = cd_text_width(ui->pen->text, cd_small, ui->tip);
    width = (width < room ? width : room) + (int)(2 * inset);
    const double height = 24 * unit;
    double x = ui->tip_rect.x, y = ui->tip_rect.y + ui->tip_rect.height + 4 * unit;
    x = fmax(fmin(x, canvas->width - width - inset), inset);
    if (y + height > canvas->height)
        y = ui->tip_rect.y - height - 4 * unit;
    cd_ui_box(ui, x, y, width, height, 4, CD_PANEL_RAISED, CD_PANEL_EDGE);
    cd_ui_text(ui, cd_ui_rect(x + inset, y, width - 2 * inset + 1, height), cd_small, CD_TEXT_LEFT,
               CD_INK, ui->tip);
}

void cd_ui_end(cd_ui *ui) {
    move_focus(ui);
    if (ui->focus != 0 && index_of(ui, ui->focus) < 0)
        cd_ui_blur(ui); // its widget is no longer there
    if (ui->tip[0] == '\0')
        ui->tipped = 0;
    else if (ui->held == 0 && ui->now - ui->tipped_since >= TIP_AFTER)
        draw_tip(ui);
    else
        ui->wake = fmin(ui->wake > 0 ? ui->wake : INFINITY, ui->tipped_since + TIP_AFTER);
    if (ui->input.released)
        ui->held = 0;
    ui->input = (cd_ui_input){.pointer = ui->input.pointer};
}

bool cd_ui_types(const cd_ui *ui) { return ui->edited != 0; }

bool cd_ui_takes_key(const cd_ui *ui, cd_ui_key key) {
    if (key == CD_KEY_NEXT || key == CD_KEY_PREVIOUS)
        return true;
    if (key == CD_KEY_COMPLETE)
        return ui->edited != 0;
    if (ui->focus == 0 || key == CD_KEY_NONE)
        return false;
    return ui->edited != 0 || (key != CD_KEY_BACKSPACE && key != CD_KEY_DELETE);
}

// ------------------------------------------------------------------------------------------- touch

void cd_ui_use_key(cd_ui *ui) { ui->input.key = CD_KEY_NONE; }

cd_ui_response cd_ui_touch(cd_ui *ui, cd_rect rect, const char *name, const char *tip) {
    cd_ui_response t = {.id = cd_ui_id(name)};
    if (ui->blocked || rect.width <= 0 || rect.height <= 0)
        return t;
    const cd_rect seen = cd_rect_intersection(rect, ui->area);
    if (ui->widget_count < CD_UI_WIDGETS_MAX)
        ui->widgets[ui->widget_count++] = (cd_ui_widget){t.id, seen};
    const bool inside = cd_ui_inside(seen, ui->input.pointer);
    t.over = inside && (ui->held == 0 || ui->held == t.id);
    if (inside && ui->input.pressed && ui->held == 0) {
        ui->held = t.id;
        if (ui->focus != t.id)
            cd_ui_blur(ui); // a click takes the keyboard from other widgets, and gives it to none
        t.pressed = true;
        t.twice = ui->input.twice;
    }
    t.held = ui->held == t.id;
    t.clicked = t.held && ui->input.released && inside;
    t.focused = ui->focus == t.id;
    if (t.focused && rect.y < ui->area.y)
        ui->reveal = rect.y - ui->area.y;
    else if (t.focused && rect.y + rect.height > ui->area.y + ui->area.height)
        ui->reveal = rect.y + rect.height - ui->area.y - ui->area.height;
    if (t.focused && ui->edited != t.id) {
        t.key = ui->input.key;
        if (t.key == CD_KEY_ENTER || t.key == CD_KEY_SPACE) {
            t.clicked = true;
            cd_ui_use_key(ui);
        }
    }
    if (t.over && tip != NULL) {
        if (ui->tipped != t.id)
            ui->tipped_since = ui->now;
        ui->tipped = t.id;
        snprintf(ui->tip, sizeof ui->tip, "%s", tip);
        ui->tip_rect = rect;
    }
    return t;
}

// ----------------------------------------------------------------------------------------- drawing

double cd_ui_line_height(const cd_ui *ui, cd_text_style style) {
    return cd_text_measure_line(ui->pen->text, style).line_height;
}

void cd_ui_box(cd_ui *ui, double x, double y, double width, double height, double radius,
               uint32_t fill, uint32_t edge) {
    const double unit = ui->pen->scale;
    cd_fill_rect(&ui->pen->canvas, x, y, width, height, radius * unit, fill);
    cd_stroke_rect(&ui->pen->canvas, x, y, width, height, radius * unit, unit, edge);
}

void cd_ui_panel(cd_ui *ui, cd_rect r) {
    cd_fill_rect(&ui->pen->canvas, r.x, r.y, r.width, r.height, 0, CD_PANEL);
    cd_fill_rect(&ui->pen->canvas, r.x, r.y, r.width, ui->pen->scale, 0, CD_PANEL_EDGE);
}

void cd_ui_ring(cd_ui *ui, cd_rect r) {
    const double unit = ui->pen->scale;
    cd_stroke_rect(&ui->pen->canvas, r.x, r.y, r.width, r.height, 5 * unit, 2 * unit, CD_ACCENT);
}

int cd_ui_text(cd_ui *ui, cd_rect r, cd_text_style style, cd_text_align align, uint32_t color,
               const char *text) {
    const cd_text_metrics m = cd_text_measure_line(ui->pen->text, style);
    const double y = r.y + floor((r.height - m.ascent - m.descent) / 2.0);
    const double x = align == CD_TEXT_LEFT     ? r.x
                     : align == CD_TEXT_CENTER ? r.x + r.width / 2.0
                                               : r.x + r.width;
    return cd_text_draw_fit(ui->pen->text, &ui->pen->canvas, style, x, y, r.width, align, color,
                            text);
}
