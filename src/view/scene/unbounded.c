// See stage.h. A plane seen edge-on is a hatched half of the picture. Any other half-space
// would cover the whole picture, so a square patch of its surface stands for it: centred at the
// projection of the scene's middle, ruled like the grid, fainter from behind, and without what lies
// in the solid of another plane, so that the walls of a room end where they meet. Lines are cut to
// the view.
#include "view/scene/stage.h"

#include <assert.h>
#include <string.h>

/// The sine or cosine of an angle that is 0 but for rounding.
static const double angle_slop = 1e-9;

/// Whether the plane's normal lies in the plane of the picture.
static bool is_edge_on(const cd_stage *stage, const cd_shape *plane) {
    return fabs(cd_dot(plane->as.plane.normal, stage->camera.toward)) < angle_slop;
}

/// The point of the plane nearest to p.
static cd_vec project_on(const cd_shape *plane, cd_vec p) {
    double height = cd_dot(plane->as.plane.normal, p) - plane->as.plane.offset;
    return cd_add_scaled(p, -height, plane->as.plane.normal);
}

// ---------------------------------------------------------------------------------------- planes

/// The piece a-b in the view of a plane seen edge-on, with a margin in canvas pixels; false where
/// it is out of sight, then a is the point nearest to the camera's target.
static bool visible_edge(const cd_stage *stage, const cd_shape *plane, double margin, cd_point2 *a,
                         cd_point2 *b) {
    cd_point2 at = cd_stage_project(stage, project_on(plane, stage->camera.target));
    cd_vec along = cd_cross(plane->as.plane.normal, stage->camera.toward);
    *a = *b = at;
    return cd_canvas_line(&stage->pen->canvas, at,
                          cd_camera_project_direction(&stage->camera, along), margin, a, b);
}

static void stroke_edge(const cd_stage *stage, const cd_shape *plane, double width, bool dashed,
                        uint32_t color) {
    cd_point2 ends[2];
    if (visible_edge(stage, plane, 40, &ends[0], &ends[1]))
        cd_stage_polyline(stage, ends, 2, width, dashed, color);
}

static void draw_half_space(const cd_stage *stage, const cd_shape *plane, const cd_look *look) {
    double unit = stage->pen->scale;
    cd_point2 at = cd_stage_project(stage, project_on(plane, stage->camera.target));
    cd_point2 normal = cd_camera_project_direction(&stage->camera, plane->as.plane.normal);
    // The stripes are anchored at the projected origin of the world, so that they move with it.
    cd_point2 anchor = cd_stage_project(stage, project_on(plane, (cd_vec){0, 0, 0}));
    double fill =
        plane->dim == 2 ? look->fill : 0.5 * look->fill; // the looks of solids are stronger
    cd_paint paint =
        cd_paint_hatch(cd_color_fade(look->color, fmin(1.1 * fill, 1)),
                       cd_color_fade(look->color, 0.25 * fill), anchor, 11 * unit, 1.4 * unit);
    if (fill > 0)
        cd_fill_half_plane(&stage->pen->canvas, at, normal, paint);
    if (look->line > 0)
        stroke_edge(stage, plane, look->width + 0.5, look->dashed,
                    cd_color_fade(look->color, look->line));
}

enum { PATCH_CORNERS = 4 + CD_CUTTING_PLANES };

/// The square of the surface that is shown: its middle and two half sides; and what the other
/// planes leave of it.
typedef struct surface_patch {
    cd_vec middle, u, v;
    int lines; ///< of the ruling, on each side of the middle
    cd_vec corners[PATCH_CORNERS];
    int count;
    bool whole; ///< no plane cuts it
} surface_patch;

/// How far outside of a plane's solid a point is.
static double height_over(const cd_shape *plane, cd_vec p) {
    return cd_dot(plane->as.plane.normal, p) - plane->as.plane.offset;
}

/// Cuts a convex polygon to what is outside of the plane's solid (Sutherland and Hodgman); returns
/// the number of its corners.
static int cut_polygon(cd_vec *corners, int count, const cd_shape *plane) {
    cd_vec left[PATCH_CORNERS];
    int n = 0;
    for (int i = 0; i < count; i++) {
        const cd_vec a = corners[i], b = corners[(i + 1) % count];
        const double ha = height_over(plane, a), hb = height_over(plane, b);
        if (ha >= 0 && n < PATCH_CORNERS)
            left[n++] = a;
        if ((ha < 0) != (hb < 0) && n < PATCH_CORNERS)
            left[n++] = cd_lerp(a, b, ha / (ha - hb));
    }
    memcpy(corners, left, (size_t)n * sizeof *left);
    return n;
}

/// Cuts a patch by the other planes. One that lies in their solids altogether stays whole.
static void cut_patch(const cd_stage *stage, const cd_shape *plane, surface_patch *p) {
    cd_vec corners[PATCH_CORNERS];
    int count = p->count;
    memcpy(corners, p->corners, sizeof corners);
    for (int i = 0; i < stage->plane_count && count > 0; i++)
        if (stage->planes[i] != plane)
            count = cut_polygon(corners, count, stage->planes[i]);
    p->whole = count < 3;
    if (p->whole)
        return;
    memcpy(p->corners, corners, sizeof corners);
    p->count = count;
}

/// Cuts a segment of a patch likewise; false where nothing is left.
static bool cut_segment(const cd_stage *stage, const cd_shape *plane, const surface_patch *p,
                        cd_vec *a, cd_vec *b) {
    for (int i = 0; i < stage->plane_count && !p->whole; i++) {
        if (stage->planes[i] == plane)
            continue;
        const double ha = height_over(stage->planes[i], *a), hb = height_over(stage->planes[i], *b);
        if (ha < 0 && hb < 0)
            return false;
        const cd_vec cut = cd_lerp(*a, *b, ha / (ha - hb));
        if (ha < 0)
            *a = cut;
        else if (hb < 0)
            *b = cut;
    }
    return true;
}

/// Extents beyond it are taken as unknown: products with them would overflow.
static const double extent_max = 1e300;

static cd_vec patch_point(const surface_patch *p, double u, double v) {
    return cd_add_scaled(cd_add_scaled(p->middle, u, p->u), v, p->v);
}

static surface_patch patch_of(const cd_stage *stage, const cd_shape *plane) {
    cd_vec normal = plane->as.plane.normal;
    cd_vec middle = stage->extent.some ? cd_extent_middle(&stage->extent) : stage->camera.target;
    double size = cd_extent_size(&stage->extent);
    if (!(size > 0 && size < extent_max))
        size = 0.5 * stage->camera.viewport.width / stage->camera.zoom;
    // The sides run along the world's axes as far as possible, so that a floor lies as its grid.
    cd_vec axis =
        fabs(normal.x) <= fabs(normal.z) + angle_slop ? (cd_vec){1, 0, 0} : (cd_vec){0, 0, 1};
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
    surface_patch p = {.middle = project_on(plane, middle),
                       .u = cd_scale(u, grid * lines),
                       .v = cd_scale(v, grid * lines),
                       .lines = lines,
                       .count = 4};
    // The ruling passes through the projected origin, as the grid does.
    cd_vec from = cd_sub(p.middle, project_on(plane, (cd_vec){0, 0, 0}));
    double du = remainder(cd_dot(from, u), grid), dv = remainder(cd_dot(from, v), grid);
    p.middle = cd_add_scaled(cd_add_scaled(p.middle, -du, u), -dv, v);
    p.corners[0] = patch_point(&p, -1, -1);
    p.corners[1] = patch_point(&p, 1, -1);
    p.corners[2] = patch_point(&p, 1, 1);
    p.corners[3] = patch_point(&p, -1, 1);
    cut_patch(stage, plane, &p);
    return p;
}

/// Writes the corners on the canvas, the first again behind the last; returns how many.
static int patch_outline(const cd_stage *stage, const surface_patch *p,
                         cd_point2 out[PATCH_CORNERS + 1]) {
    for (int i = 0; i <= p->count; i++)
        out[i] = cd_stage_project(stage, p->corners[i % p->count]);
    return p->count + 1;
}

/// Draws short strokes along the edge into the solid, which show where the material is.
static void draw_edge_ticks(const cd_stage *stage, const cd_shape *plane, const surface_patch *p,
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
            cd_vec edge = side & 2 ? patch_point(p, t, e) : patch_point(p, e, t), same = edge;
            if (!cut_segment(stage, plane, p, &edge, &same))
                continue;
            cd_point2 a = cd_stage_project(stage, edge);
            cd_point2 b = {a.x + seen.x, a.y + seen.y};
            cd_stroke_line(&stage->pen->canvas, a, b, stage->pen->scale, color);
        }
}

static void draw_rule(const cd_stage *stage, const cd_shape *plane, const surface_patch *p,
                      cd_vec a, cd_vec b, uint32_t color) {
    if (cut_segment(stage, plane, p, &a, &b))
        cd_stage_line(stage, a, b, 1, color);
}

static void draw_patch(const cd_stage *stage, const cd_shape *plane, const cd_look *look) {
    cd_canvas *canvas = &stage->pen->canvas;
    double facing = cd_dot(plane->as.plane.normal, stage->camera.toward);
    surface_patch p = patch_of(stage, plane);
    cd_point2 corners[PATCH_CORNERS + 1];
    const int count = patch_outline(stage, &p, corners);
    // Seen from behind, through the solid, the patch must not veil what is in front of it.
    double fill = facing > 0 ? 0.2 * look->fill : 0.06 * look->fill;
    double ruling = facing > 0 ? 0.22 * look->line : 0.08 * look->line;
    if (look->fill > 0)
        cd_fill_polygon(canvas, corners, count - 1, 0,
                        cd_paint_flat(cd_color_fade(look->color, fill)));
    if (look->line <= 0)
        return;
    uint32_t color = cd_color_fade(look->color, ruling);
    for (int i = -p.lines + 1; i < p.lines; i++) {
        double t = (double)i / p.lines;
        draw_rule(stage, plane, &p, patch_point(&p, t, -1), patch_point(&p, t, 1), color);
        draw_rule(stage, plane, &p, patch_point(&p, -1, t), patch_point(&p, 1, t), color);
    }
    draw_edge_ticks(stage, plane, &p, cd_color_fade(look->color, 2 * ruling));
    cd_stage_polyline(stage, corners, count, look->width, look->dashed,
                      cd_color_fade(look->color, (facing > 0 ? 0.8 : 0.35) * look->line));
}

// ---------------------------------------------------------------------------------------- lines

/// The piece a-b of the line in the view. False where it is out of sight, or seen end-on, as the
/// point a.
static bool visible_piece(const cd_stage *stage, const cd_shape *line, cd_point2 *a, cd_point2 *b,
                          bool *end_on) {
    cd_point2 at = cd_stage_project(stage, line->as.line.point);
    cd_vec d = line->as.line.direction;
    cd_point2 direction = {cd_dot(d, stage->camera.right), -cd_dot(d, stage->camera.up)};
    *end_on = hypot(direction.x, direction.y) < angle_slop;
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
            cd_fill_polygon(canvas, ends, count, radius, paint);
        if (look->line > 0 && !look->dashed)
            cd_stroke_polygon(canvas, ends, count, radius, look->width * unit,
                              cd_paint_flat(color));
        color = cd_color_fade(color, 0.5);
    }
    if (end_on)
        cd_fill_disc(canvas, ends[0], 3 * unit, color);
    else
        cd_stage_polyline(stage, ends, 2, look->width, radius > 0 || look->dashed, color);
}

// ---------------------------------------------------------------------------------------- both

void cd_unbounded_draw(const cd_stage *stage, const cd_shape *shape, const cd_look *look) {
    assert(cd_is_unbounded(shape));
    if (shape->kind == CD_LINE)
        draw_line(stage, shape, look);
    else if (is_edge_on(stage, shape))
        draw_half_space(stage, shape, look);
    else
        draw_patch(stage, shape, look);
}

void cd_unbounded_outline(const cd_stage *stage, const cd_shape *shape, double width, bool dashed,
                          uint32_t color) {
    cd_look look = {color, 0, 1, width, dashed};
    if (shape->kind == CD_LINE) {
        draw_line(stage, shape, &look);
    } else if (is_edge_on(stage, shape)) {
        stroke_edge(stage, shape, width, dashed, color);
    } else {
        surface_patch p = patch_of(stage, shape);
        cd_point2 corners[PATCH_CORNERS + 1];
        cd_stage_polyline(stage, corners, patch_outline(stage, &p, corners), width, dashed, color);
    }
}

cd_point2 cd_unbounded_anchor(const cd_stage *stage, const cd_shape *shape) {
    const cd_rect *v = &stage->camera.viewport;
    double inset = 60 * stage->pen->scale, t; // t: where along the visible piece
    cd_point2 a, b;
    bool end_on;
    if (shape->kind == CD_LINE) {
        t = visible_piece(stage, shape, &a, &b, &end_on) ? 0.25 : 0;
    } else if (is_edge_on(stage, shape)) {
        t = visible_edge(stage, shape, 0, &a, &b) ? 0.9 : 0;
    } else {
        surface_patch p = patch_of(stage, shape);
        cd_vec middle = {0, 0, 0};
        for (int i = 0; i < p.count; i++)
            middle = cd_add_scaled(middle, 1.0 / p.count, p.corners[i]);
        a = b = cd_stage_project(stage, cd_lerp(p.corners[0], middle, 0.1));
        t = 0;
    }
    if (t > 0)
        a = (cd_point2){(1 - t) * a.x + t * b.x, (1 - t) * a.y + t * b.y};
    return (cd_point2){fmin(fmax(a.x, v->x + inset), v->x + v->width - inset),
                       fmin(fmax(a.y, v->y + inset / 2), v->y + v->height - inset / 2)};
}
