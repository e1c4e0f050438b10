// See ui.h.
#include "view/kit/ui.h"

#include "view/scene/theme.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

// ----------------------------------------------------------------------------------------- buttons

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
    return cd_text_width(ui->pen->text, cd_plain, cd_ui_label(name, label)) +
           (int)(18 * ui->pen->scale);
}

bool cd_ui_button(cd_ui *ui, cd_rect r, const char *name, cd_face face, const char *tip) {
    char label[CD_UI_TEXT_MAX];
    const int inset = (int)(2 * ui->pen->scale);
    cd_ui_response touch = cd_ui_touch(ui, r, name, tip);
    cd_ui_face(ui, r, &touch, face);
    cd_ui_text(ui, (cd_rect){r.x + inset, r.y, r.width - 2 * inset, r.height}, cd_plain,
               CD_TEXT_CENTER, CD_INK, cd_ui_label(name, label));
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
               CD_INK, cd_ui_label(name, label));
    if (touch.focused)
        cd_ui_ring(ui, r);
    return touch.clicked;
}

/// Draws a triangle that points to the left (-1) or to the right (1).
static void draw_arrow(cd_ui *ui, double x, double y, double way, uint32_t color) {
    const double u = 4 * ui->pen->scale;
    cd_point2 corners[3] = {
        {x + way * u, y}, {x - way * u * 0.6, y - u}, {x - way * u * 0.6, y + u}};
    cd_fill_polygon(&ui->pen->canvas, corners, 3, 0.5, cd_paint_flat(color));
}

#define CHOICE_END 20 ///< for the arrow at each end of a choice

/// The width that the longest choice needs between the arrows.
static int choice_width(const cd_ui *ui, const char *const *choices, int count) {
    int widest = 0;
    for (int i = 0; i < count; i++) {
        const int width = cd_text_width(ui->pen->text, cd_plain, choices[i]);
        widest = width > widest ? width : widest;
    }
    return widest + (int)((2 * CHOICE_END + 2) * ui->pen->scale);
}

bool cd_ui_choice_is_wide(const cd_ui *ui, int width, const char *name, const char *const *choices,
                          int count) {
    char label[CD_UI_TEXT_MAX];
    return cd_text_width(ui->pen->text, cd_plain, cd_ui_label(name, label)) +
               (int)(6 * ui->pen->scale) + choice_width(ui, choices, count) >
           width;
}

bool cd_ui_choice(cd_ui *ui, cd_rect r, const char *name, const char *const *choices, int count,
                  int *choice) {
    char label[CD_UI_TEXT_MAX];
    const double unit = ui->pen->scale;
    const int row = (int)(CD_ROW * unit), end = (int)(CHOICE_END * unit);
    const bool two = r.height >= 2 * row;
    const int wanted = choice_width(ui, choices, count), least = r.width * 3 / 5;
    const int width = two ? r.width : wanted < least ? least : wanted < r.width ? wanted : r.width;
    const cd_rect box = {r.x + r.width - width, r.y + r.height - row, width, row};
    const int room = two ? r.width : r.width - width - (int)(6 * unit);
    const char *tip = wanted > width ? choices[*choice] : NULL; // in small letters, it may be cut
    cd_ui_response touch = cd_ui_touch(ui, box, name, tip);
    int by = 0;
    assert(*choice >= 0 && *choice < count);
    if (touch.clicked)
        by = cd_ui_inside(box, ui->input.pointer) && ui->input.pointer.x < box.x + end ? -1 : 1;
    if (touch.key == CD_KEY_LEFT || touch.key == CD_KEY_RIGHT) {
        by = touch.key == CD_KEY_LEFT ? -1 : 1;
        cd_ui_use_key(ui);
    }
    *choice = (*choice + by + count) % count;
    cd_ui_text(ui, (cd_rect){r.x, r.y, room, row}, cd_plain, CD_TEXT_LEFT, CD_INK_DIM,
               cd_ui_label(name, label));
    cd_ui_face(ui, box, &touch, CD_FACE_PLAIN);
    draw_arrow(ui, box.x + end / 2.0, box.y + box.height / 2.0, -1, CD_INK_DIM);
    draw_arrow(ui, box.x + box.width - end / 2.0, box.y + box.height / 2.0, 1, CD_INK_DIM);
    cd_ui_text(ui, (cd_rect){box.x + end, box.y, box.width - 2 * end, box.height},
               tip != NULL ? cd_small : cd_plain, CD_TEXT_CENTER, CD_INK, choices[*choice]);
    return by != 0 && count > 1;
}

// ----------------------------------------------------------------------------------------- sliders

/// The step of a slider: that of the range; or about a hundredth of it, 1, 2 or 5 times a power of
/// ten; 0.1 where it has no bounds.
static double step_of(cd_range range) {
    const double part = (range.max - range.min) / 100;
    if (range.step > 0)
        return range.step;
    if (!isfinite(part) || !(part > 0))
        return 0.1;
    const double power = pow(10, floor(log10(part))), digit = part / power;
    return power * (digit < 1.5 ? 1 : digit < 3.5 ? 2 : digit < 7.5 ? 5 : 10);
}

/// Sets a value to the nearest one of its range; false where it stays the same.
static bool set_number(double *value, double to, cd_range range) {
    if (isfinite(to))
        to = cd_range_nearest(range, to);
    const bool changed = isfinite(to) && to != *value;
    if (changed)
        *value = to;
    return changed;
}

/// The number at the right of a slider, which can be typed.
static bool number_entry(cd_ui *ui, cd_rect r, const char *name, double *value, cd_range range) {
    char shown[32], id[CD_UI_TEXT_MAX];
    snprintf(shown, sizeof shown, "%.6g", *value);
    snprintf(id, sizeof id, "%.400s##number", name);
    const int inset = (int)(6 * ui->pen->scale);
    const cd_rect inner = {r.x + inset, r.y, r.width - 2 * inset, r.height};
    cd_ui_response touch = cd_ui_touch(ui, r, id, "type a number");
    bool changed = false;
    if (touch.clicked)
        cd_ui_edit_start(ui, touch.id, shown);
    if (touch.over || ui->edited == touch.id)
        cd_fill_rect(&ui->pen->canvas, r.x, r.y, r.width, r.height, 4 * ui->pen->scale,
                     CD_PANEL_RAISED);
    if (ui->edited == touch.id) {
        if (cd_ui_edit_keys(ui, 32)) {
            char *end;
            const double typed = strtod(ui->text, &end);
            if (end != ui->text && *end == '\0')
                changed = set_number(value, typed, range);
            ui->edited = 0;
        }
        cd_ui_edit_draw(ui, inner);
    } else {
        cd_ui_text(ui, inner, cd_plain, CD_TEXT_RIGHT, CD_INK, shown);
    }
    if (ui->focus == touch.id)
        cd_ui_ring(ui, r);
    return changed;
}

/// The track of a slider, and the keys of it.
static bool slider_track(cd_ui *ui, cd_rect track, const char *name, double *value, cd_range range,
                         double initial) {
    const double unit = ui->pen->scale;
    cd_canvas *canvas = &ui->pen->canvas;
    bool changed = false;
    const double min = range.min, max = range.max, step = step_of(range);
    const bool bounded = isfinite(min) && isfinite(max) && max > min;
    cd_ui_response touch =
        cd_ui_touch(ui, track, name, "drag, or arrow keys; double click: as it was");
    const double knob = 7 * unit, length = track.width - 2 * knob, middle = track.y + 9 * unit;
    if (touch.twice) {
        changed = set_number(value, initial, range);
        ui->held = 0;
    } else if (touch.held && bounded && length > 0) {
        const double at = (ui->input.pointer.x - track.x - knob) / length;
        const double to = min + (max - min) * fmin(fmax(at, 0), 1);
        const bool exact = at <= 0 || at >= 1 || range.step > 0; // else whole half steps
        changed = set_number(value, exact ? to : round(to / (step / 2)) * (step / 2), range);
    }
    if (touch.key == CD_KEY_LEFT || touch.key == CD_KEY_RIGHT) {
        const double by = step * (ui->input.shift ? 10 : 1);
        const double to = *value + (touch.key == CD_KEY_LEFT ? -by : by);
        changed = set_number(value, round(to / by * 1e6) / 1e6 * by, range) || changed;
        cd_ui_use_key(ui);
    } else if (touch.key == CD_KEY_BACKSPACE || touch.key == CD_KEY_DELETE) {
        changed = set_number(value, initial, range) || changed;
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

bool cd_ui_slider(cd_ui *ui, cd_rect r, const char *name, double *value, cd_range range,
                  double initial) {
    char label[CD_UI_TEXT_MAX], shown[32];
    const double unit = ui->pen->scale, row = CD_ROW * unit;
    snprintf(shown, sizeof shown, "%.6g", *value);
    const int wanted = cd_text_width(ui->pen->text, cd_plain, shown) + (int)(13 * unit);
    const int entry = wanted > (int)(78 * unit) ? wanted : (int)(78 * unit);
    cd_ui_text(ui, cd_ui_rect(r.x, r.y, r.width - entry - 4 * unit, row), cd_plain, CD_TEXT_LEFT,
               CD_INK_DIM, cd_ui_label(name, label));
    const bool typed =
        number_entry(ui, cd_ui_rect(r.x + r.width - entry, r.y, entry, row), name, value, range);
    const cd_rect track = cd_ui_rect(r.x, r.y + row, r.width, 18 * unit);
    return slider_track(ui, track, name, value, range, initial) || typed;
}
