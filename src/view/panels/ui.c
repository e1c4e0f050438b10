// See ui.h. Widgets are touched in the order in which they are drawn; what is drawn later lies over
// what came before, so overlays block what is below them rather than rely on order.
#include "view/panels/ui.h"

#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TIP_AFTER 0.6 ///< seconds

const cd_text_style cd_plain = {CD_TEXT_SANS, CD_TEXT_SIZE}, cd_bold = {CD_TEXT_BOLD, CD_TEXT_SIZE},
                    cd_small = {CD_TEXT_SANS, CD_TEXT_SMALL},
                    cd_mono = {CD_TEXT_MONO, CD_TEXT_SIZE};

cd_rect cd_ui_rect(double x, double y, double width, double height) {
    return (cd_rect){(int)floor(x), (int)floor(y), (int)floor(width), (int)floor(height)};
}

bool cd_ui_inside(cd_rect r, cd_point2 p) {
    return p.x >= r.x && p.y >= r.y && p.x < r.x + r.width && p.y < r.y + r.height;
}

uint32_t cd_ui_id(const char *name) {
    uint32_t h = 2166136261u; // FNV-1a
    for (; *name != '\0'; name++)
        h = (h ^ (uint8_t)*name) * 16777619u;
    return h != 0 ? h : 1;
}

/// A name without what follows ##.
static const char *label_of(const char *name, char out[CD_UI_TEXT_MAX]) {
    const char *end = strstr(name, "##");
    snprintf(out, CD_UI_TEXT_MAX, "%.*s", end != NULL ? (int)(end - name) : CD_UI_TEXT_MAX - 1,
             name);
    return out;
}

// ---------------------------------------------------------------------------------------- passes

void cd_ui_begin(cd_ui *ui, cd_pen *pen, const cd_ui_input *input, double now) {
    ui->pen = pen;
    ui->input = *input;
    ui->now = now;
    ui->widget_count = 0;
    ui->tip = NULL;
    ui->wake = 0;
    ui->blocked = false;
    ui->area = (cd_rect){0, 0, pen->canvas.width, pen->canvas.height};
}

static int place_of(const cd_ui *ui, uint32_t id) {
    for (int i = 0; i < ui->widget_count; i++)
        if (ui->widgets[i].id == id)
            return i;
    return -1;
}

void cd_ui_blur(cd_ui *ui) { ui->focus = ui->edited = 0; }

/// Keys that no widget has used move the focus.
static void move_focus(cd_ui *ui) {
    const cd_ui_key key = ui->input.key;
    const int at = ui->focus != 0 ? place_of(ui, ui->focus) : -1;
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
    cd_fill_rect(canvas, x, y, width, height, 4 * unit, CD_PANEL_RAISED);
    cd_stroke_rect(canvas, x, y, width, height, 4 * unit, unit, CD_PANEL_EDGE);
    cd_ui_text(ui, cd_ui_rect(x + inset, y, width - 2 * inset + 1, height), cd_small, CD_TEXT_LEFT,
               CD_INK, ui->tip);
}

void cd_ui_end(cd_ui *ui) {
    move_focus(ui);
    if (ui->focus != 0 && place_of(ui, ui->focus) < 0)
        cd_ui_blur(ui); // what had the keyboard is no longer there
    if (ui->tip == NULL)
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
    if (ui->focus == 0 || key == CD_KEY_NONE)
        return false;
    return ui->edited != 0 || (key != CD_KEY_BACKSPACE && key != CD_KEY_DELETE);
}

// ---------------------------------------------------------------------------------------- touch

void cd_ui_use_key(cd_ui *ui) { ui->input.key = CD_KEY_NONE; }

cd_ui_response cd_ui_touch(cd_ui *ui, cd_rect rect, const char *name, const char *tip) {
    cd_ui_response t = {.id = cd_ui_id(name)};
    if (ui->blocked || rect.width <= 0 || rect.height <= 0)
        return t;
    const cd_rect seen = cd_rect_intersection(rect, ui->area);
    if (ui->widget_count < CD_UI_WIDGETS_MAX) {
        ui->widgets[ui->widget_count].id = t.id;
        ui->widgets[ui->widget_count++].rect = seen;
    }
    const bool inside = cd_ui_inside(seen, ui->input.pointer);
    t.over = inside && (ui->held == 0 || ui->held == t.id);
    if (inside && ui->input.pressed && ui->held == 0) {
        ui->held = t.id;
        if (ui->focus != t.id)
            cd_ui_blur(ui); // a click takes the keyboard from elsewhere, and gives it to no button
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
        ui->tip = tip;
        ui->tip_rect = rect;
    }
    return t;
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

// ---------------------------------------------------------------------------------------- buttons

void cd_ui_face(cd_ui *ui, cd_rect r, const cd_ui_response *touch, cd_face face) {
    uint32_t color = face == CD_FACE_ON      ? cd_color_mix(CD_PANEL, CD_ACCENT, 0.28)
                     : face == CD_FACE_QUIET ? CD_PANEL
                                             : CD_PANEL_RAISED;
    if (touch->held && touch->over)
        color = cd_color_mix(color, CD_ACCENT, 0.2);
    else if (touch->over)
        color = cd_color_mix(color, CD_INK, 0.1);
    cd_fill_rect(&ui->pen->canvas, r.x, r.y, r.width, r.height, 5 * ui->pen->scale, color);
    if (touch->focused)
        cd_ui_ring(ui, r);
}

int cd_ui_button_width(const cd_ui *ui, const char *name) {
    char label[CD_UI_TEXT_MAX];
    return cd_text_width(ui->pen->text, cd_plain, label_of(name, label)) +
           (int)(18 * ui->pen->scale);
}

bool cd_ui_button(cd_ui *ui, cd_rect r, const char *name, cd_face face, const char *tip) {
    char label[CD_UI_TEXT_MAX];
    const int inset = (int)(2 * ui->pen->scale);
    cd_ui_response touch = cd_ui_touch(ui, r, name, tip);
    cd_ui_face(ui, r, &touch, face);
    cd_ui_text(ui, (cd_rect){r.x + inset, r.y, r.width - 2 * inset, r.height}, cd_plain,
               CD_TEXT_CENTER, CD_INK, label_of(name, label));
    return touch.clicked;
}

bool cd_ui_checkbox(cd_ui *ui, cd_rect r, const char *name, bool *value) {
    char label[CD_UI_TEXT_MAX];
    const double unit = ui->pen->scale, side = 16 * unit, y = r.y + floor((r.height - side) / 2);
    cd_canvas *canvas = &ui->pen->canvas;
    cd_ui_response touch = cd_ui_touch(ui, r, name, NULL);
    if (touch.clicked)
        *value = !*value;
    const uint32_t ground = *value ? CD_ACCENT : touch.over ? CD_PANEL_EDGE : CD_PANEL_RAISED;
    cd_fill_rect(canvas, r.x + 2 * unit, y, side, side, 3 * unit, ground);
    cd_stroke_rect(canvas, r.x + 2 * unit, y, side, side, 3 * unit, unit, CD_FAINT);
    if (*value) {
        const double x = r.x + 10 * unit, m = y + side / 2, s = 4 * unit;
        cd_point2 tick[3] = {{x - s, m}, {x - 0.25 * s, m + 0.8 * s}, {x + s, m - 0.8 * s}};
        cd_stroke_polyline(canvas, tick, 3, 2 * unit, (cd_dash){0}, CD_PANEL);
    }
    const int text = (int)(26 * unit);
    cd_ui_text(ui, (cd_rect){r.x + text, r.y, r.width - text, r.height}, cd_plain, CD_TEXT_LEFT,
               CD_INK, label_of(name, label));
    if (touch.focused)
        cd_ui_ring(ui, r);
    return touch.clicked;
}

/// A triangle that points to the left (-1) or to the right (1).
static void draw_arrow(cd_ui *ui, double x, double y, double way, uint32_t color) {
    const double u = 4 * ui->pen->scale;
    cd_paint ink = cd_paint_flat(color);
    cd_point2 corners[3] = {
        {x + way * u, y}, {x - way * u * 0.6, y - u}, {x - way * u * 0.6, y + u}};
    cd_fill_polygon(&ui->pen->canvas, corners, 3, 0.5, &ink);
}

bool cd_ui_choice(cd_ui *ui, cd_rect r, const char *name, const char *const *choices, int count,
                  int *choice) {
    char label[CD_UI_TEXT_MAX];
    const double unit = ui->pen->scale;
    const int half = r.width * 2 / 5, end = (int)(20 * unit);
    const cd_rect box = {r.x + half, r.y, r.width - half, r.height};
    cd_ui_response touch = cd_ui_touch(ui, box, name, NULL);
    int by = 0;
    if (touch.clicked)
        by = cd_ui_inside(box, ui->input.pointer) && ui->input.pointer.x < box.x + end ? -1 : 1;
    if (touch.key == CD_KEY_LEFT || touch.key == CD_KEY_RIGHT) {
        by = touch.key == CD_KEY_LEFT ? -1 : 1;
        cd_ui_use_key(ui);
    }
    *choice = (*choice + by + count) % count;
    cd_ui_text(ui, (cd_rect){r.x, r.y, half - (int)(6 * unit), r.height}, cd_plain, CD_TEXT_LEFT,
               CD_INK_DIM, label_of(name, label));
    cd_ui_face(ui, box, &touch, CD_FACE_PLAIN);
    draw_arrow(ui, box.x + end / 2.0, box.y + box.height / 2.0, -1, CD_INK_DIM);
    draw_arrow(ui, box.x + box.width - end / 2.0, box.y + box.height / 2.0, 1, CD_INK_DIM);
    cd_ui_text(ui, (cd_rect){box.x + end, box.y, box.width - 2 * end, box.height}, cd_plain,
               CD_TEXT_CENTER, CD_INK, choices[*choice]);
    return by != 0 && count > 1;
}

// ---------------------------------------------------------------------------------------- numbers

/// A step of about a hundredth of the range, 1, 2 or 5 times a power of ten; 0.1 without a range.
static double step_of(double min, double max) {
    const double range = (max - min) / 100;
    if (!isfinite(range) || !(range > 0))
        return 0.1;
    const double power = pow(10, floor(log10(range))), digit = range / power;
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

static bool set_number(double *value, double to, double min, double max) {
    to = fmin(fmax(to, min), max);
    const bool changed = isfinite(to) && to != *value;
    if (changed)
        *value = to;
    return changed;
}

static void number_text(double value, char out[32]) { snprintf(out, 32, "%.6g", value); }

/// The number at the right, which can be typed.
static bool number_entry(cd_ui *ui, cd_rect r, const char *name, double *value, double min,
                         double max) {
    char shown[32], id[CD_UI_TEXT_MAX];
    number_text(*value, shown);
    snprintf(id, sizeof id, "%.400s##number", name);
    const int inset = (int)(6 * ui->pen->scale);
    const cd_rect inner = {r.x + inset, r.y, r.width - 2 * inset, r.height};
    cd_ui_response touch = cd_ui_touch(ui, r, id, "type a number");
    bool changed = false;
    if (touch.clicked)
        cd_ui_start_writing(ui, touch.id, shown);
    if (touch.over || ui->edited == touch.id)
        cd_fill_rect(&ui->pen->canvas, r.x, r.y, r.width, r.height, 4 * ui->pen->scale,
                     CD_PANEL_RAISED);
    if (ui->edited == touch.id) {
        if (cd_ui_write_keys(ui, 32)) {
            char *end;
            const double typed = strtod(ui->text, &end);
            if (end != ui->text && *end == '\0')
                changed = set_number(value, typed, min, max);
            ui->edited = 0;
        }
        cd_ui_draw_written(ui, inner);
    } else {
        cd_ui_text(ui, inner, cd_plain, CD_TEXT_RIGHT, CD_INK, shown);
    }
    if (ui->focus == touch.id)
        cd_ui_ring(ui, r);
    return changed;
}

bool cd_ui_slider(cd_ui *ui, cd_rect r, const char *name, double *value, double min, double max,
                  double initial) {
    char label[CD_UI_TEXT_MAX], shown[32];
    const double unit = ui->pen->scale, row = CD_ROW * unit;
    number_text(*value, shown);
    const int wanted = cd_text_width(ui->pen->text, cd_plain, shown) + (int)(13 * unit);
    const int entry = wanted > (int)(78 * unit) ? wanted : (int)(78 * unit);
    cd_canvas *canvas = &ui->pen->canvas;
    cd_ui_text(ui, cd_ui_rect(r.x, r.y, r.width - entry - 4 * unit, row), cd_plain, CD_TEXT_LEFT,
               CD_INK_DIM, label_of(name, label));
    bool changed =
        number_entry(ui, cd_ui_rect(r.x + r.width - entry, r.y, entry, row), name, value, min, max);
    const bool bounded = isfinite(min) && isfinite(max) && max > min;
    const cd_rect track = cd_ui_rect(r.x, r.y + row, r.width, 18 * unit);
    cd_ui_response touch =
        cd_ui_touch(ui, track, name, "drag, or arrow keys; double click: as it was");
    const double knob = 7 * unit, length = track.width - 2 * knob, middle = track.y + 9 * unit;
    if (touch.twice) {
        changed = set_number(value, initial, min, max) || changed;
        ui->held = 0;
    } else if (touch.held && bounded && length > 0) {
        const double at = (ui->input.pointer.x - track.x - knob) / length, step = step_of(min, max);
        const double to = min + (max - min) * fmin(fmax(at, 0), 1);
        const bool end = at <= 0 || at >= 1; // the bounds exactly, else whole steps
        changed =
            set_number(value, end ? to : round(to / (step / 2)) * (step / 2), min, max) || changed;
    }
    if (touch.key == CD_KEY_LEFT || touch.key == CD_KEY_RIGHT) {
        const double by = step_of(min, max) * (ui->input.shift ? 10 : 1);
        const double to = *value + (touch.key == CD_KEY_LEFT ? -by : by);
        changed = set_number(value, round(to / by * 1e6) / 1e6 * by, min, max) || changed;
        cd_ui_use_key(ui);
    } else if (touch.key == CD_KEY_BACKSPACE || touch.key == CD_KEY_DELETE) {
        changed = set_number(value, initial, min, max) || changed;
        cd_ui_use_key(ui);
    }
    const double part = bounded ? (*value - min) / (max - min) : 0.5;
    const double x = track.x + knob + length * fmin(fmax(part, 0), 1);
    cd_fill_rect(canvas, track.x, middle - 2 * unit, track.width, 4 * unit, 2 * unit,
                 CD_PANEL_EDGE);
    if (bounded)
        cd_fill_rect(canvas, track.x, middle - 2 * unit, x - track.x, 4 * unit, 2 * unit,
                     CD_ACCENT);
    cd_fill_disc(canvas, (cd_point2){x, middle}, touch.over || touch.held ? knob : knob - unit,
                 touch.over || touch.held ? CD_INK : CD_INK_DIM);
    if (touch.focused)
        cd_ui_ring(ui, track);
    return changed;
}

// ---------------------------------------------------------------------------------------- lists

static int scroll_of(cd_ui *ui, const char *name) {
    const uint32_t id = cd_ui_id(name);
    int i = 0;
    while (i < ui->scroll_count && ui->scrolls[i].id != id)
        i++;
    if (i == ui->scroll_count && i < CD_UI_SCROLLS_MAX) {
        ui->scrolls[i].id = id;
        ui->scroll_count++;
    }
    return i < CD_UI_SCROLLS_MAX ? i : 0;
}

double cd_ui_scroll(cd_ui *ui, cd_rect r, const char *name) {
    const int i = scroll_of(ui, name);
    const double height = ui->scrolls[i].height;
    double *offset = &ui->scrolls[i].offset;
    ui->area = r;
    ui->reveal = 0;
    ui->scrolls[i].room = r.height;
    if (!ui->blocked && ui->input.wheel != 0 && cd_ui_inside(r, ui->input.pointer)) {
        *offset -= ui->input.wheel * 2 * CD_ROW * ui->pen->scale;
        ui->input.wheel = 0;
    }
    *offset = floor(fmin(fmax(*offset, 0), fmax(height - r.height, 0)));
    if (height > r.height) {
        const double unit = ui->pen->scale;
        const double length = fmax(r.height / height * r.height, 20 * unit);
        const double y = r.y + *offset / (height - r.height) * (r.height - length);
        cd_fill_rect(&ui->pen->canvas, r.x + r.width - 6 * unit, y, 4 * unit, length, 2 * unit,
                     CD_FAINT);
    }
    return *offset;
}

void cd_ui_scroll_to(cd_ui *ui, const char *name, double top, double height) {
    const int i = scroll_of(ui, name);
    const double above = top - ui->scrolls[i].offset;
    if (above < 0)
        ui->reveal = above;
    else if (above + height > ui->scrolls[i].room)
        ui->reveal = above + height - ui->scrolls[i].room;
}

void cd_ui_scroll_end(cd_ui *ui, const char *name, double height, bool sticky) {
    const int i = scroll_of(ui, name);
    const double end = ui->scrolls[i].height - ui->scrolls[i].room;
    if (sticky && ui->scrolls[i].offset >= end - 1)
        ui->scrolls[i].offset = height; // cut to the end by the next pass
    if (ui->reveal != 0 || height != ui->scrolls[i].height)
        ui->wake = ui->now; // lay it out again
    ui->scrolls[i].height = height;
    ui->scrolls[i].offset += ui->reveal;
    ui->reveal = 0;
    ui->area = (cd_rect){0, 0, ui->pen->canvas.width, ui->pen->canvas.height};
}
