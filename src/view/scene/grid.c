// See stage.h. Lines lie at whole multiples of the step, so panning does not move them in the
// world; each fifth of a major step has a minor line.
#include "view/scene/stage.h"

#include "view/scene/order.h"
#include "view/scene/theme.h"

#include <stdio.h>

#define GIZMO 80.0       ///< the side of its square, logical pixels
#define NUMBER_SIZE 11.0 ///< of the text

/// A logical pixel of the gizmo.
static double gizmo_unit(const cd_stage *stage) {
    return cd_stage_text_size(stage, stage->pen->scale);
}

static const cd_vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

static uint32_t axis_color(int axis) {
    return axis == 0 ? CD_AXIS_X : axis == 1 ? CD_AXIS_Y : CD_AXIS_Z;
}

double cd_grid_step(double zoom, double pixels) {
    double wanted = pixels / zoom, power = pow(10, floor(log10(wanted)));
    if (power >= wanted)
        return power;
    return 2 * power >= wanted ? 2 * power : 5 * power >= wanted ? 5 * power : 10 * power;
}

/// The world axis along a direction of a fixed view; *sign is +-1, its direction.
static int axis_of(cd_vec v, double *sign) {
    int axis = fabs(v.x) > 0.5 ? 0 : fabs(v.y) > 0.5 ? 1 : 2;
    *sign = cd_component(v, axis) > 0 ? 1 : -1;
    return axis;
}

// ------------------------------------------------------------------------------------ fixed views

static void format_number(char out[32], double value, double step) {
    if (fabs(value) < step / 2)
        value = 0;
    snprintf(out, 32, "%.6g", value);
}

/// Whether counting from first to last by ones ends soon; beyond 2^53 k + 1 is k.
static bool is_countable(double first, double last) {
    return last - first < 500 && fabs(first) < 1e15 && fabs(last) < 1e15;
}

/// The multiples k * step that are in view along one direction of the picture.
typedef struct grid_range {
    double first, last; ///< k; none if first > last
    double step, middle;
    double scale; ///< from k * step - middle to pixels along the picture's x or up
} grid_range;

/// sideways: along the picture's x, for the lines that stand upright.
static grid_range visible_range(const cd_camera *c, bool sideways, double step) {
    double sign;
    int axis = axis_of(sideways ? c->right : c->up, &sign);
    double middle = cd_component(c->target, axis);
    double reach = (sideways ? c->viewport.width : c->viewport.height) / 2.0 / c->zoom;
    grid_range r = {ceil((middle - reach) / step), floor((middle + reach) / step), step, middle,
                    sign};
    if (!is_countable(r.first, r.last)) {
        r.first = 1;
        r.last = 0;
    }
    return r;
}

/// Where multiple k lies along the picture's x or up, in pixels from the middle.
static double pixel_of(const grid_range *r, const cd_camera *c, double k) {
    return (k * r->step - r->middle) * r->scale * c->zoom;
}

/// Draws the lines across one direction of the picture, one for each multiple of `step`.
static void draw_rules(const cd_stage *stage, bool sideways, double step, double major,
                       uint32_t color, bool skip_major) {
    const cd_rect *v = &stage->camera.viewport;
    const grid_range r = visible_range(&stage->camera, sideways, step);
    for (double k = r.first; k <= r.last; k++) {
        if (skip_major && fabs(remainder(k * step, major)) < step / 2)
            continue;
        double at = pixel_of(&r, &stage->camera, k);
        // On whole pixels a line one pixel wide is crisp.
        if (sideways)
            cd_fill_rect(&stage->pen->canvas, floor(v->x + v->width / 2.0 + at), v->y,
                         stage->pen->scale, v->height, 0, color);
        else
            cd_fill_rect(&stage->pen->canvas, v->x, floor(v->y + v->height / 2.0 - at), v->width,
                         stage->pen->scale, 0, color);
    }
}

/// Draws a number where all of it is visible, and clear of the head-up text and the gizmo.
static void draw_number(const cd_stage *stage, cd_text_style style, double x, double y,
                        const char *text) {
    cd_pen *pen = stage->pen;
    const cd_rect view = stage->camera.viewport;
    if (!(x >= view.x && x <= view.x + view.width && y >= view.y && y <= view.y + view.height))
        return;
    const cd_rect place = {(int)x, (int)y, cd_text_width(pen->text, style, text),
                           cd_text_measure_line(pen->text, style).line_height};
    const cd_rect seen = cd_rect_intersection(place, view);
    const int corner = (int)(GIZMO * gizmo_unit(stage));
    const cd_rect gizmo = {view.x, view.y + view.height - corner, corner, corner};
    if (seen.width == place.width && seen.height == place.height &&
        cd_rect_intersection(place, stage->text).width <= 0 &&
        cd_rect_intersection(place, gizmo).width <= 0)
        cd_text_draw(pen->text, &pen->canvas, style, x, y, CD_TEXT_LEFT, CD_GRID_LABEL, text);
}

static void draw_numbers(const cd_stage *stage, bool sideways, double step) {
    const cd_rect *v = &stage->camera.viewport;
    cd_pen *pen = stage->pen;
    cd_text_style style = {CD_TEXT_SANS, cd_stage_text_size(stage, NUMBER_SIZE)};
    int height = cd_text_measure_line(pen->text, style).line_height;
    double inset = 4 * pen->scale;
    const grid_range r = visible_range(&stage->camera, sideways, step);
    for (double k = r.first; k <= r.last; k++) {
        char text[32];
        format_number(text, k * step, step);
        double at = pixel_of(&r, &stage->camera, k);
        double x = v->x + inset, y = v->y + v->height - height - inset;
        // Not into the corner, where the gizmo stands.
        if (sideways) {
            x = v->x + v->width / 2.0 + at + inset;
            if (x < v->x + (GIZMO + 4) * gizmo_unit(stage) || x > v->x + v->width - 40 * pen->scale)
                continue;
        } else {
            y = v->y + v->height / 2.0 - at - height;
            if (y > v->y + v->height - (GIZMO + 12) * gizmo_unit(stage) || y < v->y)
                continue;
        }
        draw_number(stage, style, x, y, text);
    }
}

static void draw_axis(const cd_stage *stage, cd_vec direction, int axis) {
    cd_point2 at = cd_stage_project(stage, (cd_vec){0, 0, 0}), a, b;
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
    for (int way = 0; way < 2; way++)
        draw_rules(stage, way == 0, minor, major, CD_GRID_MINOR, true);
    for (int way = 0; way < 2; way++)
        draw_rules(stage, way == 0, major, major, CD_GRID_MAJOR, false);
    for (int i = 0; i < 3; i++)
        if (fabs(cd_dot(axes[i], stage->camera.toward)) < 0.5)
            draw_axis(stage, axes[i], i);
    draw_numbers(stage, true, major);
    draw_numbers(stage, false, major);
}

// ------------------------------------------------------------------------------- turned pictures

/// Draws the lines of the grid that run along one axis of the world, of a view that is turned about
/// its line of sight: across the picture's half diagonal around the target, without numbers.
static void draw_turned_rules(const cd_stage *stage, cd_vec along, cd_vec across, double step,
                              uint32_t color) {
    const cd_camera *c = &stage->camera;
    const double reach = hypot(c->viewport.width, c->viewport.height) / 2 / c->zoom;
    const double middle = cd_dot(c->target, across);
    const double first = ceil((middle - reach) / step), last = floor((middle + reach) / step);
    if (!is_countable(first, last))
        return;
    const cd_vec half = cd_scale(along, reach);
    for (double k = first; k <= last; k++) {
        const cd_vec at = cd_add_scaled(c->target, k * step - middle, across);
        cd_stage_line(stage, cd_sub(at, half), cd_add(at, half), 1, color);
    }
}

static void draw_turned(const cd_stage *stage) {
    const cd_vec toward = stage->camera.toward;
    for (int i = 0; i < 3; i++) {
        if (fabs(cd_dot(axes[i], toward)) > 0.5)
            continue;
        const cd_vec across = cd_cross(axes[i], toward);
        draw_turned_rules(stage, axes[i], across, stage->grid, CD_GRID_MAJOR);
        draw_axis(stage, axes[i], i);
    }
}

// ------------------------------------------------------------------------------------ the orbit

/// How far the grid reaches from its middle at most, in steps.
#define FLOOR_LINES_MAX 40

/// Draws a square of the floor around the shapes, with numbers along two sides.
static void draw_floor(const cd_stage *stage) {
    const cd_camera *c = &stage->camera;
    double step = stage->grid, size = cd_extent_size(&stage->extent);
    double reach =
        fmin(fmax(0.6 * size, 300 * stage->pen->scale / c->zoom), FLOOR_LINES_MAX * step);
    cd_vec around = stage->extent.some ? cd_extent_middle(&stage->extent) : c->target;
    double x0 = floor((around.x - reach) / step), x1 = ceil((around.x + reach) / step);
    double z0 = floor((around.z - reach) / step), z1 = ceil((around.z + reach) / step);
    if (!is_countable(x0, x1) || !is_countable(z0, z1))
        return;
    for (double k = x0; k <= x1; k++)
        cd_stage_line(stage, (cd_vec){k * step, 0, z0 * step}, (cd_vec){k * step, 0, z1 * step}, 1,
                      k == 0 ? cd_color_fade(CD_AXIS_Z, 0.7) : CD_GRID_MAJOR);
    for (double k = z0; k <= z1; k++)
        cd_stage_line(stage, (cd_vec){x0 * step, 0, k * step}, (cd_vec){x1 * step, 0, k * step}, 1,
                      k == 0 ? cd_color_fade(CD_AXIS_X, 0.7) : CD_GRID_MAJOR);
    cd_stage_line(stage, (cd_vec){0, 0, 0}, (cd_vec){0, step * 2, 0}, 1,
                  cd_color_fade(CD_AXIS_Y, 0.7));
    if (fabs(c->pitch) < 0.12)
        return; // seen from the side the numbers would overlap
    // Along the sides that are nearer to the viewer.
    double x = c->toward.x > 0 ? x1 : x0, z = c->toward.z > 0 ? z1 : z0;
    double across = 5 * stage->pen->scale;
    cd_text_style style = {CD_TEXT_SANS, cd_stage_text_size(stage, NUMBER_SIZE)};
    for (int side = 0; side < 2; side++) {
        double from = side ? z0 : x0, to = side ? z1 : x1;
        double every = fmax(1, ceil((to - from) / 12));
        for (double k = ceil(from / every) * every; k <= to; k += every) {
            char text[32];
            if (k == (side ? z : x))
                continue; // the corner would have the numbers of both sides
            format_number(text, k * step, step);
            cd_vec at = side ? (cd_vec){x * step, 0, k * step} : (cd_vec){k * step, 0, z * step};
            cd_point2 p = cd_camera_project(c, at);
            draw_number(stage, style, p.x - cd_text_width(stage->pen->text, style, text) / 2.0,
                        c->pitch > 0 ? p.y + across : p.y - 4 * across, text);
        }
    }
}

void cd_grid_draw(const cd_stage *stage) {
    if (stage->camera.view == CD_VIEW_ORBIT)
        draw_floor(stage);
    else if (stage->camera.roll != 0)
        draw_turned(stage);
    else
        draw_fixed(stage);
}

// ------------------------------------------------------------------------------------ the gizmo

cd_rect cd_gizmo_draw(const cd_stage *stage) {
    static const char *const letters[3] = {"x", "y", "z"};
    const cd_camera *c = &stage->camera;
    cd_pen *pen = stage->pen;
    double unit = gizmo_unit(stage), length = 24 * unit;
    cd_point2 middle = {c->viewport.x + 38 * unit, c->viewport.y + c->viewport.height - 44 * unit};
    cd_text_style style = {CD_TEXT_BOLD, cd_stage_text_size(stage, 12)};
    int height = cd_text_measure_line(pen->text, style).line_height;
    double depths[3];
    for (int i = 0; i < 3; i++)
        depths[i] = cd_dot(axes[i], c->toward);
    const int *order = cd_order_of(depths, 3, stage->scratch); // axes that point away come first
    for (int i = 0; i < 3 && order != NULL; i++) {
        cd_vec axis = axes[order[i]];
        cd_point2 tip = {middle.x + length * cd_dot(axis, c->right),
                         middle.y - length * cd_dot(axis, c->up)};
        double seen = hypot(tip.x - middle.x, tip.y - middle.y);
        if (seen < 0.15 * length)
            continue; // it points at the viewer, or away
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
