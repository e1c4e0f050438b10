// Planes and lines. A half-space that is seen edge-on is a hatched half of the picture; any other
// would cover the whole picture, so a square piece of its surface stands for it: centred where the
// scene's middle falls on it, ruled like the grid, fainter from behind. Lines are cut to the view.
#include "view/scene/solid.h"

#include "view/scene/theme.h"

/// The surface's normal lies in the plane of the picture.
static bool edge_on(const cd_stage *stage, const cd_shape *plane) {
    return fabs(cd_dot(plane->as.plane.normal, stage->camera.toward)) < 1e-9;
}

/// The foot of a point on the plane.
static cd_vec foot(const cd_shape *plane, cd_vec p) {
    double height = cd_dot(plane->as.plane.normal, p) - plane->as.plane.offset;
    return cd_add_scaled(p, -height, plane->as.plane.normal);
}

static cd_dash dashes(const cd_stage *stage, bool dashed) {
    double unit = stage->pen->scale;
    return dashed ? (cd_dash){5 * unit, 4 * unit, 0} : (cd_dash){0};
}

// ---------------------------------------------------------------------------------------- planes

static void stroke_surface(const cd_stage *stage, const cd_shape *plane, double width, bool dashed,
                           uint32_t color) {
    cd_point2 at = cd_camera_project(&stage->camera, foot(plane, stage->camera.target));
    cd_vec along = cd_cross(plane->as.plane.normal, stage->camera.toward);
    cd_point2 ends[2];
    if (cd_canvas_line(&stage->pen->canvas, at, cd_camera_project_direction(&stage->camera, along),
                       40, &ends[0], &ends[1]))
        cd_stroke_polyline(&stage->pen->canvas, ends, 2, width * stage->pen->scale,
                           dashes(stage, dashed), color);
}

static void draw_half(const cd_stage *stage, const cd_shape *plane, const cd_look *look) {
    double unit = stage->pen->scale;
    cd_point2 at = cd_camera_project(&stage->camera, foot(plane, stage->camera.target));
    cd_point2 normal = cd_camera_project_direction(&stage->camera, plane->as.plane.normal);
    // Stripes hang on the projected origin of the world, so they move with it.
    cd_point2 anchor = cd_camera_project(&stage->camera, foot(plane, (cd_vec){0, 0, 0}));
    double fill = look->fill;
    cd_paint paint =
        cd_paint_hatch(cd_color_fade(look->color, fmin(1.1 * fill, 1)),
                       cd_color_fade(look->color, 0.25 * fill), anchor, 11 * unit, 1.4 * unit);
    if (fill > 0)
        cd_fill_half_plane(&stage->pen->canvas, at, normal, &paint);
    if (look->line > 0)
        stroke_surface(stage, plane, look->width + 0.5, look->dashed,
                       cd_color_fade(look->color, look->line));
}

/// The piece of the surface that is shown: its middle and two half sides.
typedef struct patch {
    cd_vec middle, u, v;
    int lines; ///< on each side of the middle
} patch;

static patch patch_of(const cd_stage *stage, const cd_shape *plane) {
    cd_vec normal = plane->as.plane.normal;
    cd_vec middle = stage->extent.some ? cd_extent_middle(&stage->extent) : stage->camera.target;
    double size = cd_extent_size(&stage->extent);
    if (!(size > 0 && size < 1e300))
        size = 0.5 * stage->camera.viewport.width / stage->camera.zoom;
    // Sides along the world's axes as far as possible: a floor lies as its grid does.
    cd_vec axis = fabs(normal.x) <= fabs(normal.z) + 1e-9 ? (cd_vec){1, 0, 0} : (cd_vec){0, 0, 1};
    if (fabs(normal.y) < 0.5)
        axis = (cd_vec){0, 1, 0};
    cd_vec u = cd_normalized(cd_sub(axis, cd_scale(normal, cd_dot(axis, normal))),
                             cd_perpendicular(normal, 3));
    cd_vec v = cd_cross(normal, u);
    double grid = stage->grid > 0 ? stage->grid : size / 8;
    while (size / grid > 80)
        grid *= 2;
    int lines = (int)ceil(0.5 * size / grid);
    lines = lines < 2 ? 2 : lines;
    patch p = {foot(plane, middle), cd_scale(u, grid * lines), cd_scale(v, grid * lines), lines};
    // The ruling goes through the foot of the origin, as the grid does.
    cd_vec from = cd_sub(p.middle, foot(plane, (cd_vec){0, 0, 0}));
    double du = remainder(cd_dot(from, u), grid), dv = remainder(cd_dot(from, v), grid);
    p.middle = cd_add_scaled(cd_add_scaled(p.middle, -du, u), -dv, v);
    return p;
}

static cd_point2 patch_point(const cd_stage *stage, const patch *p, double u, double v) {
    cd_vec at = cd_add_scaled(cd_add_scaled(p->middle, u, p->u), v, p->v);
    return cd_camera_project(&stage->camera, at);
}

static void patch_corners(const cd_stage *stage, const patch *p, cd_point2 out[5]) {
    out[0] = out[4] = patch_point(stage, p, -1, -1);
    out[1] = patch_point(stage, p, 1, -1);
    out[2] = patch_point(stage, p, 1, 1);
    out[3] = patch_point(stage, p, -1, 1);
}

/// Short strokes along the edge into the solid: which side is the material.
static void draw_roots(const cd_stage *stage, const cd_shape *plane, const patch *p,
                       uint32_t color) {
    double depth = 9 * stage->pen->scale / stage->camera.zoom;
    cd_vec into = cd_scale(plane->as.plane.normal, -depth);
    cd_point2 seen = cd_camera_project_direction(&stage->camera, into);
    if (hypot(seen.x, seen.y) < 2)
        return;
    int n = 2 * p->lines * 2;
    for (int side = 0; side < 4; side++)
        for (int i = 0; i <= n; i++) {
            double t = -1 + 2.0 * i / n, e = side & 1 ? 1 : -1;
            cd_point2 a = side & 2 ? patch_point(stage, p, t, e) : patch_point(stage, p, e, t);
            cd_point2 b = {a.x + seen.x, a.y + seen.y};
            cd_stroke_line(&stage->pen->canvas, a, b, stage->pen->scale, color);
        }
}

static void draw_patch(const cd_stage *stage, const cd_shape *plane, const cd_look *look) {
    cd_canvas *canvas = &stage->pen->canvas;
    double unit = stage->pen->scale;
    double facing = cd_dot(plane->as.plane.normal, stage->camera.toward);
    patch p = patch_of(stage, plane);
    cd_point2 corners[5];
    patch_corners(stage, &p, corners);
    // Seen from behind, through the solid, it must not veil what is in front of it.
    double fill = facing > 0 ? 0.2 * look->fill : 0.06 * look->fill;
    double ruling = facing > 0 ? 0.22 * look->line : 0.08 * look->line;
    cd_paint paint = cd_paint_flat(cd_color_fade(look->color, fill));
    if (look->fill > 0)
        cd_fill_polygon(canvas, corners, 4, 0, &paint);
    if (look->line <= 0)
        return;
    uint32_t color = cd_color_fade(look->color, ruling);
    for (int i = -p.lines + 1; i < p.lines; i++) {
        double t = (double)i / p.lines;
        cd_stroke_line(canvas, patch_point(stage, &p, t, -1), patch_point(stage, &p, t, 1), unit,
                       color);
        cd_stroke_line(canvas, patch_point(stage, &p, -1, t), patch_point(stage, &p, 1, t), unit,
                       color);
    }
    draw_roots(stage, plane, &p, cd_color_fade(look->color, 2 * ruling));
    cd_stroke_polyline(canvas, corners, 5, look->width * unit, dashes(stage, look->dashed),
                       cd_color_fade(look->color, (facing > 0 ? 0.8 : 0.35) * look->line));
}

// ---------------------------------------------------------------------------------------- lines

/// The line's piece in the view; false where it is out of sight or seen end-on (then a is it).
static bool visible_piece(const cd_stage *stage, const cd_shape *line, cd_point2 *a, cd_point2 *b,
                          bool *end_on) {
    cd_point2 at = cd_camera_project(&stage->camera, line->as.line.point);
    cd_vec d = line->as.line.direction;
    cd_point2 direction = {cd_dot(d, stage->camera.right), -cd_dot(d, stage->camera.up)};
    *end_on = hypot(direction.x, direction.y) < 1e-9;
    *a = *b = at;
    double margin = line->radius * stage->camera.zoom + 40 * stage->pen->scale;
    return !*end_on && cd_canvas_line(&stage->pen->canvas, at, direction, margin, a, b);
}

static void draw_line(const cd_stage *stage, const cd_shape *line, const cd_look *look) {
    cd_canvas *canvas = &stage->pen->canvas;
    double unit = stage->pen->scale, radius = line->radius * stage->camera.zoom;
    cd_point2 ends[2];
    bool end_on;
    if (!visible_piece(stage, line, &ends[0], &ends[1], &end_on) && !end_on)
        return;
    int count = end_on ? 1 : 2;
    uint32_t color = cd_color_fade(look->color, look->line);
    if (radius > 0) {
        uint32_t inside = cd_color_fade(look->color, 0.8 * look->fill);
        cd_paint paint = cd_paint_flat(inside);
        if (line->dim == 3)
            paint = end_on ? cd_paint_sphere(inside, ends[0], radius)
                           : cd_paint_capsule(inside, ends[0], ends[1], radius);
        if (look->fill > 0)
            cd_fill_polygon(canvas, ends, count, radius, &paint);
        paint = cd_paint_flat(color);
        if (look->line > 0 && !look->dashed)
            cd_stroke_polygon(canvas, ends, count, radius, look->width * unit, &paint);
        color = cd_color_fade(color, 0.5);
    }
    if (end_on)
        cd_fill_disc(canvas, ends[0], 3 * unit, color);
    else
        cd_stroke_polyline(canvas, ends, 2, look->width * unit,
                           dashes(stage, radius > 0 || look->dashed), color);
}

// ---------------------------------------------------------------------------------------- both

void cd_unbounded_draw(const cd_stage *stage, const cd_shape *shape, const cd_look *look) {
    if (shape->kind == CD_LINE)
        draw_line(stage, shape, look);
    else if (edge_on(stage, shape))
        draw_half(stage, shape, look);
    else
        draw_patch(stage, shape, look);
}

void cd_unbounded_outline(const cd_stage *stage, const cd_shape *shape, double width, bool dashed,
                          uint32_t color) {
    cd_look look = {color, 0, 1, width, dashed};
    if (shape->kind == CD_LINE) {
        draw_line(stage, shape, &look);
    } else if (edge_on(stage, shape)) {
        stroke_surface(stage, shape, width, dashed, color);
    } else {
        patch p = patch_of(stage, shape);
        cd_point2 corners[5];
        patch_corners(stage, &p, corners);
        cd_stroke_polyline(&stage->pen->canvas, corners, 5, width * stage->pen->scale,
                           dashes(stage, dashed), color);
    }
}

cd_point2 cd_unbounded_anchor(const cd_stage *stage, const cd_shape *shape) {
    const cd_rect *v = &stage->camera.viewport;
    double inset = 60 * stage->pen->scale;
    cd_point2 at = cd_camera_project(&stage->camera, stage->camera.target), a = at, b = at;
    bool end_on;
    if (shape->kind == CD_LINE) {
        if (visible_piece(stage, shape, &a, &b, &end_on))
            at = (cd_point2){0.75 * a.x + 0.25 * b.x, 0.75 * a.y + 0.25 * b.y};
        else
            at = a;
    } else if (edge_on(stage, shape)) {
        at = cd_camera_project(&stage->camera, foot(shape, stage->camera.target));
        cd_vec along = cd_cross(shape->as.plane.normal, stage->camera.toward);
        cd_point2 direction = cd_camera_project_direction(&stage->camera, along);
        if (cd_canvas_line(&stage->pen->canvas, at, direction, 0, &a, &b))
            at = (cd_point2){0.1 * a.x + 0.9 * b.x, 0.1 * a.y + 0.9 * b.y};
    } else {
        patch p = patch_of(stage, shape);
        at = patch_point(stage, &p, -0.9, -0.9);
    }
    at.x = fmin(fmax(at.x, v->x + inset), v->x + v->width - inset);
    at.y = fmin(fmax(at.y, v->y + inset / 2), v->y + v->height - inset / 2);
    return at;
}
