// See grid.h. Lines stand at whole multiples of the step, so panning does not move them on the
// world; each tenth or fifth of a major step has a minor line.
#include "view/scene/grid.h"

#include "view/scene/theme.h"

#include <stdio.h>

#define GIZMO 80.0 ///< its side, in a corner of the picture

double cd_grid_step(double zoom, double pixels) {
    double wanted = pixels / zoom, power = pow(10, floor(log10(wanted)));
    if (power >= wanted)
        return power;
    return 2 * power >= wanted ? 2 * power : 5 * power >= wanted ? 5 * power : 10 * power;
}

static uint32_t axis_color(int axis) {
    return axis == 0 ? CD_AXIS_X : axis == 1 ? CD_AXIS_Y : CD_AXIS_Z;
}

/// The world axis along a direction of a fixed view; sign tells which way.
static int axis_of(cd_vec v, double *sign) {
    int axis = fabs(v.x) > 0.5 ? 0 : fabs(v.y) > 0.5 ? 1 : 2;
    *sign = cd_component(v, axis) > 0 ? 1 : -1;
    return axis;
}

// ------------------------------------------------------------------------------------ fixed views

static void number(char out[32], double value, double step) {
    if (fabs(value) < step / 2)
        value = 0;
    snprintf(out, 32, "%.6g", value);
}

/// Whether counting from first to last by ones ends soon; far out k + 1 is k.
static bool countable(double first, double last) {
    return last - first < 500 && fabs(first) < 1e15 && fabs(last) < 1e15;
}

/// The lines across one direction of the picture, one for each multiple of `step`.
/// sideways: the lines stand upright and count along the picture's x.
static void draw_rules(const cd_stage *stage, bool sideways, double step, double major,
                       uint32_t color, bool skip_major) {
    const cd_camera *c = &stage->camera;
    const cd_rect *v = &c->viewport;
    double sign;
    int axis = axis_of(sideways ? c->right : c->up, &sign);
    double middle = cd_component(c->target, axis);
    double reach = (sideways ? v->width : v->height) / 2.0 / c->zoom;
    double first = ceil((middle - reach) / step), last = floor((middle + reach) / step);
    for (double k = first; k <= last && countable(first, last); k++) {
        if (skip_major && fabs(remainder(k * step, major)) < step / 2)
            continue;
        double at = (k * step - middle) * sign * c->zoom;
        // On whole pixels a line one pixel wide is crisp.
        if (sideways)
            cd_fill_rect(&stage->pen->canvas, floor(v->x + v->width / 2.0 + at), v->y,
                         stage->pen->scale, v->height, 0, color);
        else
            cd_fill_rect(&stage->pen->canvas, v->x, floor(v->y + v->height / 2.0 - at), v->width,
                         stage->pen->scale, 0, color);
    }
}

/// A number, where it is in sight as a whole, and clear of the script's words and the gizmo.
static void draw_unit(const cd_stage *stage, cd_text_style style, double x, double y,
                      const char *text) {
    cd_pen *pen = stage->pen;
    const cd_rect place = {(int)x, (int)y, cd_text_width(pen->text, style, text),
                           cd_text_measure_line(pen->text, style).line_height};
    const cd_rect view = stage->camera.viewport, seen = cd_rect_intersection(place, view);
    const int corner = (int)(GIZMO * pen->scale);
    const cd_rect gizmo = {view.x, view.y + view.height - corner, corner, corner};
    if (seen.width == place.width && seen.height == place.height &&
        cd_rect_intersection(place, stage->words).width <= 0 &&
        cd_rect_intersection(place, gizmo).width <= 0)
        cd_text_draw(pen->text, &pen->canvas, style, x, y, CD_TEXT_LEFT, CD_GRID_LABEL, text);
}

static void draw_units(const cd_stage *stage, bool sideways, double step) {
    const cd_camera *c = &stage->camera;
    const cd_rect *v = &c->viewport;
    cd_pen *pen = stage->pen;
    cd_text_style style = {CD_TEXT_SANS, 11};
    int height = cd_text_measure_line(pen->text, style).line_height;
    double sign, inset = 4 * pen->scale;
    int axis = axis_of(sideways ? c->right : c->up, &sign);
    double middle = cd_component(c->target, axis);
    double reach = (sideways ? v->width : v->height) / 2.0 / c->zoom;
    double first = ceil((middle - reach) / step), last = floor((middle + reach) / step);
    for (double k = first; k <= last && countable(first, last); k++) {
        char text[32];
        number(text, k * step, step);
        double at = (k * step - middle) * sign * c->zoom;
        double x = v->x + inset, y = v->y + v->height - height - inset;
        // Not into the corner, where the gizmo stands.
        if (sideways) {
            x = v->x + v->width / 2.0 + at + inset;
            if (x < v->x + 84 * pen->scale || x > v->x + v->width - 40 * pen->scale)
                continue;
        } else {
            y = v->y + v->height / 2.0 - at - height;
            if (y > v->y + v->height - 92 * pen->scale || y < v->y)
                continue;
        }
        draw_unit(stage, style, x, y, text);
    }
}

static void draw_axis(const cd_stage *stage, cd_vec direction, int axis) {
    cd_point2 at = cd_camera_project(&stage->camera, (cd_vec){0, 0, 0}), a, b;
    cd_point2 d = {cd_dot(direction, stage->camera.right), -cd_dot(direction, stage->camera.up)};
    double unit = stage->pen->scale;
    if (hypot(d.x, d.y) > 1e-3 && cd_canvas_line(&stage->pen->canvas, at, d, 4, &a, &b)) {
        // Half a pixel aside, on the line of the grid below.
        if (stage->camera.view != CD_VIEW_ORBIT) {
            a.x = floor(a.x) + 0.5 * unit, b.x = floor(b.x) + 0.5 * unit;
            a.y = floor(a.y) + 0.5 * unit, b.y = floor(b.y) + 0.5 * unit;
        }
        cd_stroke_line(&stage->pen->canvas, a, b, 1.5 * unit, cd_color_fade(axis_color(axis), 0.6));
    }
}

static void draw_fixed(const cd_stage *stage) {
    double major = stage->grid, minor = major / 5;
    draw_rules(stage, true, minor, major, CD_GRID_MINOR, true);
    draw_rules(stage, false, minor, major, CD_GRID_MINOR, true);
    draw_rules(stage, true, major, major, CD_GRID_MAJOR, false);
    draw_rules(stage, false, major, major, CD_GRID_MAJOR, false);
    static const cd_vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++)
        if (fabs(cd_dot(axes[i], stage->camera.toward)) < 0.5)
            draw_axis(stage, axes[i], i);
    draw_units(stage, true, major);
    draw_units(stage, false, major);
}

// ------------------------------------------------------------------------------------ the orbit

static void draw_floor_line(const cd_stage *stage, cd_vec a, cd_vec b, uint32_t color) {
    cd_stroke_line(&stage->pen->canvas, cd_camera_project(&stage->camera, a),
                   cd_camera_project(&stage->camera, b), stage->pen->scale, color);
}

/// How far the grid reaches from the middle, in steps: it goes a little beyond the things.
#define FLOOR_LINES_MAX 40

/// A square of the floor around what there is, with its units along two sides.
static void draw_floor(const cd_stage *stage) {
    const cd_camera *c = &stage->camera;
    double step = stage->grid, size = cd_extent_size(&stage->extent);
    double reach =
        fmin(fmax(0.6 * size, 300 * stage->pen->scale / c->zoom), FLOOR_LINES_MAX * step);
    cd_vec around = stage->extent.some ? cd_extent_middle(&stage->extent) : c->target;
    double x0 = floor((around.x - reach) / step), x1 = ceil((around.x + reach) / step);
    double z0 = floor((around.z - reach) / step), z1 = ceil((around.z + reach) / step);
    if (!countable(x0, x1) || !countable(z0, z1))
        return;
    for (double k = x0; k <= x1; k++)
        draw_floor_line(stage, (cd_vec){k * step, 0, z0 * step}, (cd_vec){k * step, 0, z1 * step},
                        k == 0 ? cd_color_fade(CD_AXIS_Z, 0.7) : CD_GRID_MAJOR);
    for (double k = z0; k <= z1; k++)
        draw_floor_line(stage, (cd_vec){x0 * step, 0, k * step}, (cd_vec){x1 * step, 0, k * step},
                        k == 0 ? cd_color_fade(CD_AXIS_X, 0.7) : CD_GRID_MAJOR);
    draw_floor_line(stage, (cd_vec){0, 0, 0}, (cd_vec){0, step * 2, 0},
                    cd_color_fade(CD_AXIS_Y, 0.7));
    if (fabs(c->pitch) < 0.12)
        return; // seen from the side the numbers would lie on one another
    // Along the sides that are nearer to the person.
    double x = c->toward.x > 0 ? x1 : x0, z = c->toward.z > 0 ? z1 : z0;
    double across = 5 * stage->pen->scale;
    cd_text_style style = {CD_TEXT_SANS, 11};
    for (int side = 0; side < 2; side++) {
        double from = side ? z0 : x0, to = side ? z1 : x1;
        double every = fmax(1, ceil((to - from) / 12));
        for (double k = ceil(from / every) * every; k <= to; k += every) {
            char text[32];
            if (k == (side ? z : x))
                continue; // at the corner it would be a number of both sides
            number(text, k * step, step);
            cd_vec at = side ? (cd_vec){x * step, 0, k * step} : (cd_vec){k * step, 0, z * step};
            cd_point2 p = cd_camera_project(c, at);
            draw_unit(stage, style, p.x - cd_text_width(stage->pen->text, style, text) / 2.0,
                      c->pitch > 0 ? p.y + across : p.y - 4 * across, text);
        }
    }
}

void cd_grid_draw(const cd_stage *stage) {
    if (stage->camera.view == CD_VIEW_ORBIT)
        draw_floor(stage);
    else
        draw_fixed(stage);
}

// ------------------------------------------------------------------------------------ the gizmo

cd_rect cd_gizmo_draw(const cd_stage *stage) {
    static const cd_vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    static const char *const letters[3] = {"x", "y", "z"};
    const cd_camera *c = &stage->camera;
    cd_pen *pen = stage->pen;
    double unit = pen->scale, length = 24 * unit;
    cd_point2 middle = {c->viewport.x + 38 * unit, c->viewport.y + c->viewport.height - 44 * unit};
    cd_text_style style = {CD_TEXT_BOLD, 12};
    int height = cd_text_measure_line(pen->text, style).line_height;
    int order[3] = {0, 1, 2}; // the ones that point away are drawn first
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2 - i; k++)
            if (cd_dot(axes[order[k]], c->toward) > cd_dot(axes[order[k + 1]], c->toward)) {
                int swap = order[k];
                order[k] = order[k + 1];
                order[k + 1] = swap;
            }
    for (int i = 0; i < 3; i++) {
        cd_vec axis = axes[order[i]];
        cd_point2 tip = {middle.x + length * cd_dot(axis, c->right),
                         middle.y - length * cd_dot(axis, c->up)};
        double seen = hypot(tip.x - middle.x, tip.y - middle.y);
        if (seen < 0.15 * length)
            continue; // it points at the person, or away
        uint32_t color = axis_color(order[i]);
        cd_stroke_line(&pen->canvas, middle, tip, 2.5 * unit, color);
        double out = (seen + 9 * unit) / seen;
        cd_text_draw(pen->text, &pen->canvas, style, middle.x + (tip.x - middle.x) * out,
                     middle.y + (tip.y - middle.y) * out - height / 2.0, CD_TEXT_CENTER, color,
                     letters[order[i]]);
    }
    int size = (int)(GIZMO * unit);
    return (cd_rect){c->viewport.x, c->viewport.y + c->viewport.height - size, size, size};
}
