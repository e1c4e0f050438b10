// See step_picture.h. The outline of a difference seen on a plane is found by its support points:
// it is convex, and so is its shadow.
#include "view/explain/step_picture.h"

#include "view/explain/step_chart.h"
#include "view/raster/color.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>

enum { DIRECTIONS = 180, CORNERS_MAX = 4 };

static const cd_text_style words = {CD_TEXT_SANS, CD_TEXT_SMALL};

/// The plane of the picture through the origin, and where it lies in the rectangle.
typedef struct {
    cd_pen *pen;
    cd_rect rect;
    cd_vec u, v;
    double factor, left, top; ///< pixels = left + factor * u
    double low_u, high_u, low_v, high_v;
} plane;

/// Which difference: a - b, or b - a, of the cores or with the radii.
typedef struct {
    cd_shape a, b;
    bool is_cast, is_set;
} shape_difference;

// -------------------------------------------------------------------------------------- difference

static cd_shape core_of(cd_shape s) {
    if (!cd_is_curved(&s))
        s.radius = 0;
    return s;
}

/// What is unbounded, cut off far from the other shape.
static cd_shape cut_off(const cd_shape *s, const cd_shape *other) {
    if (!cd_is_unbounded(s))
        return *s;
    cd_vec at = {0, 0, 0};
    double reach = 1;
    if (!cd_is_unbounded(other)) {
        const cd_bounds box = cd_shape_bounds(other);
        at = cd_lerp(box.min, box.max, 0.5);
        reach = 1 + cd_max_abs(cd_sub(box.max, box.min));
    }
    const cd_shape from = cd_point(s->dim, at);
    const cd_separation gap = cd_separate(&from, s);
    reach = 4 * (reach + fabs(isfinite(gap.distance) ? gap.distance : 0));
    if (s->kind == CD_LINE) {
        const cd_vec way = cd_scale(s->as.line.direction, reach);
        const double along = cd_dot(cd_sub(at, s->as.line.point), s->as.line.direction);
        const cd_vec middle = cd_add_scaled(s->as.line.point, along, s->as.line.direction);
        return cd_capsule(s->dim, cd_sub(middle, way), cd_add(middle, way), s->radius);
    }
    const cd_vec n = s->as.plane.normal;
    const double height = s->as.plane.offset - cd_dot(at, n);
    const cd_vec center = cd_add_scaled(at, height - reach, n), half = {reach, reach, reach};
    return s->dim == 2 ? cd_box2(center, (cd_vec){reach, reach, 0}, atan2(n.y, n.x), 0)
                       : cd_box(center, half, cd_quat_to(n), 0);
}

/// The part that a step of a set has named last before step i; false: it is a set of sets.
static bool take_part(const cd_steps *s, int i, bool of_a, cd_shape *shape) {
    for (int k = i; k >= 0 && cd_is_set(shape); k--) {
        const cd_trace_step *at = &s->how.trace.steps[k];
        const int part = of_a ? at->part_a : at->part_b;
        if (at->kind == CD_STEP_PARTS && at->verdict && part >= 0 &&
            part < cd_shape_part_count(shape))
            *shape = cd_shape_part(shape, part);
    }
    return !cd_is_set(shape);
}

static shape_difference difference_of(const cd_steps *s, int i) {
    shape_difference d = {s->a, s->b, !cd_is_zero(s->motion), false};
    const bool of_a = take_part(s, i, true, &d.a), of_b = take_part(s, i, false, &d.b);
    d.is_set = !of_a || !of_b;
    if (!d.is_set) {
        const cd_shape a = cut_off(&d.a, &d.b), b = cut_off(&d.b, &d.a);
        d.a = a;
        d.b = b;
    }
    return d;
}

static cd_vec support_of(const shape_difference *d, bool rounded, cd_vec n) {
    const cd_shape a = rounded ? d->a : core_of(d->a), b = rounded ? d->b : core_of(d->b);
    const cd_vec to = d->is_cast ? n : cd_negate(n);
    const cd_vec of_b = cd_support(&b, to), of_a = cd_support(&a, cd_negate(to));
    return d->is_cast ? cd_sub(of_b, of_a) : cd_sub(of_a, of_b);
}

// ----------------------------------------------------------------------------------------- plane

static cd_vec corner(const shape_difference *d, const cd_trace_step *at, int k) {
    return d->is_cast ? cd_sub(at->b[k], at->a[k]) : cd_sub(at->a[k], at->b[k]);
}

/// The vector from the origin to what a step has found; zero where it has found none.
static cd_vec found_by(const cd_trace_step *at) {
    switch (at->kind) {
    case CD_STEP_SIMPLEX:
    case CD_STEP_TRANSLATION:
        return at->nearest;
    case CD_STEP_FACE:
        return cd_scale(at->normal, -at->distance);
    default:
        return cd_scale(at->normal, isfinite(at->distance) ? at->distance : 0);
    }
}

static void choose_plane(plane *p, const cd_steps *s, const shape_difference *d,
                         const cd_trace_step *at) {
    p->u = (cd_vec){1, 0, 0};
    p->v = (cd_vec){0, 1, 0};
    if (s->b.dim == 2)
        return;
    cd_vec first = d->is_cast ? s->motion : found_by(at), second = {0, 0, 0};
    for (int k = 1; k < at->count && k < CORNERS_MAX; k++)
        if (at->kind == CD_STEP_SIMPLEX || at->kind == CD_STEP_FACE || at->kind == CD_STEP_PORTAL)
            second = cd_sub(corner(d, at, k), corner(d, at, 0));
    if (cd_is_zero(first))
        first = !cd_is_zero(at->normal) ? at->normal : d->is_cast ? p->v : s->apart.normal;
    if (d->is_cast && !cd_is_zero(at->normal))
        second = at->normal;
    first = cd_normalized(first, first);
    second = cd_slide(second, first);
    if (!(cd_length(second) > 1e-9))
        second = cd_perpendicular(first, 3);
    second = cd_normalized(second, second);
    p->u = d->is_cast ? first : second;
    p->v = d->is_cast ? second : first;
}

static void include(plane *p, cd_vec w) {
    const double u = cd_dot(w, p->u), v = cd_dot(w, p->v);
    if (!isfinite(u) || !isfinite(v))
        return;
    p->low_u = fmin(p->low_u, u), p->high_u = fmax(p->high_u, u);
    p->low_v = fmin(p->low_v, v), p->high_v = fmax(p->high_v, v);
}

static void fit(plane *p) {
    const double wide = fmax(p->high_u - p->low_u, 1e-300);
    const double high = fmax(p->high_v - p->low_v, 1e-300);
    p->factor = 0.84 * fmin(p->rect.width / wide, p->rect.height / high);
    p->left = p->rect.x + p->rect.width / 2.0 - p->factor * (p->low_u + p->high_u) / 2;
    p->top = p->rect.y + p->rect.height / 2.0 + p->factor * (p->low_v + p->high_v) / 2;
}

static cd_point2 place(const plane *p, cd_vec w) {
    return (cd_point2){p->left + p->factor * cd_dot(w, p->u), p->top - p->factor * cd_dot(w, p->v)};
}

static void mark(const plane *p, cd_vec w, double radius, uint32_t color) {
    cd_fill_disc(&p->pen->canvas, place(p, w), radius * p->pen->scale, color);
}

static void label(const plane *p, cd_vec w, uint32_t color, const char *said) {
    const cd_point2 at = place(p, w);
    const bool right = at.x > p->rect.x + 0.8 * p->rect.width; // else it would be cut
    if (p->pen->text != NULL)
        cd_text_draw_over(p->pen->text, &p->pen->canvas, words,
                          at.x + (right ? -6 : 6) * p->pen->scale, at.y + 2 * p->pen->scale,
                          right ? CD_TEXT_RIGHT : CD_TEXT_LEFT, CD_PANEL, color, said);
}

static void arrow(const plane *p, cd_vec from, cd_vec to, uint32_t color) {
    const double unit = p->pen->scale;
    cd_stroke_arrow(&p->pen->canvas, place(p, from), place(p, to), 2 * unit, 9 * unit, color);
}

// ------------------------------------------------------------------------------- the difference

static void outline(plane *p, const shape_difference *d, bool rounded, cd_vec points[DIRECTIONS]) {
    for (int i = 0; i < DIRECTIONS; i++) {
        const double angle = 6.283185307179586 * i / DIRECTIONS;
        points[i] =
            support_of(d, rounded, cd_add(cd_scale(p->u, cos(angle)), cd_scale(p->v, sin(angle))));
        include(p, points[i]);
    }
}

static void draw_outline(const plane *p, const cd_vec points[DIRECTIONS], bool filled) {
    cd_point2 at[DIRECTIONS];
    for (int i = 0; i < DIRECTIONS; i++)
        at[i] = place(p, points[i]);
    if (filled)
        cd_fill_polygon(&p->pen->canvas, at, DIRECTIONS, 0,
                        cd_paint_flat(cd_color_fade(CD_ACCENT, 0.18)));
    cd_stroke_polygon(&p->pen->canvas, at, DIRECTIONS, 0, 1.5 * p->pen->scale,
                      cd_paint_flat(cd_color_fade(CD_ACCENT, filled ? 0.9 : 0.5)));
}

static void draw_simplex(const plane *p, const shape_difference *d, const cd_trace_step *at) {
    cd_point2 points[CORNERS_MAX];
    for (int k = 0; k < at->count && k < CORNERS_MAX; k++)
        points[k] = place(p, corner(d, at, k));
    const uint32_t color = CD_QUERY;
    for (int k = 0; k < at->count; k++)
        for (int j = 0; j < k; j++)
            cd_stroke_line(&p->pen->canvas, points[j], points[k], 2 * p->pen->scale, color);
    if (at->count == 3)
        cd_fill_polygon(&p->pen->canvas, points, 3, 0, cd_paint_flat(cd_color_fade(color, 0.25)));
    for (int k = 0; k < at->count; k++)
        cd_fill_disc(&p->pen->canvas, points[k], 5 * p->pen->scale, color);
}

/// The line of motion, up to where it ends or a little beyond what it meets.
static void draw_motion(const plane *p, const cd_steps *s, const cd_trace_step *at, double until) {
    const cd_vec origin = {0, 0, 0};
    arrow(p, origin, cd_scale(s->motion, until), CD_QUERY);
    if (at->kind == CD_STEP_PORTAL && at->gain != 0)
        return;
    if (at->verdict || at->kind == CD_STEP_PORTAL) {
        const cd_vec hit = cd_scale(s->motion, at->t);
        char said[48];
        snprintf(said, sizeof said, "t = %.6g", at->t);
        mark(p, hit, 5, CD_GOOD);
        arrow(p, hit, cd_add_scaled(hit, 40 * p->pen->scale / p->factor, at->normal), CD_NORMAL);
        label(p, hit, CD_INK, said);
    }
}

static double end_of_motion(const cd_steps *s) {
    const cd_trace_step *result = &s->how.trace.steps[s->how.trace.count - 1];
    const double least = result->verdict ? 1.3 * result->t : 0;
    if (isfinite(s->limit))
        return fmax(s->limit, least);
    const cd_shape point = s->a;
    const double away = cd_distance(&point, &s->b), speed = cd_length(s->motion);
    const cd_bounds box = cd_shape_bounds(&s->b);
    const double size = cd_max_abs(cd_sub(box.max, box.min));
    const double far = (fabs(isfinite(away) ? away : 0) + 2 * (isfinite(size) ? size : 1)) / speed;
    return fmax(far, least);
}

static void draw_difference(plane *p, const cd_steps *s, int i) {
    static const cd_vec origin = {0, 0, 0};
    const cd_trace_step *at = &s->how.trace.steps[i];
    const shape_difference d = difference_of(s, i);
    const bool of_cores = at->kind == CD_STEP_SIMPLEX || at->kind == CD_STEP_FACE ||
                          at->kind == CD_STEP_FEATURES || at->kind == CD_STEP_PORTAL;
    const bool has_corners =
        at->kind == CD_STEP_SIMPLEX || at->kind == CD_STEP_FACE || at->kind == CD_STEP_PORTAL;
    const double until = d.is_cast ? end_of_motion(s) : 0;
    cd_vec core[DIRECTIONS], rounded[DIRECTIONS];
    choose_plane(p, s, &d, at);
    include(p, origin);
    if (!d.is_set) {
        outline(p, &d, false, core);
        outline(p, &d, true, rounded);
    }
    include(p, cd_scale(s->motion, until));
    for (int k = 0; has_corners && k < at->count; k++)
        include(p, corner(&d, at, k));
    fit(p);
    if (!d.is_set) {
        draw_outline(p, core, true);
        draw_outline(p, rounded, false);
    }
    if (has_corners)
        draw_simplex(p, &d, at);
    const bool is_still = !d.is_cast && cd_is_zero(at->normal) && cd_is_zero(at->nearest);
    const cd_vec found = is_still && isfinite(s->apart.distance)
                             ? cd_scale(s->apart.normal, s->apart.distance)
                             : found_by(at);
    if (d.is_cast && (!of_cores || at->kind == CD_STEP_PORTAL))
        draw_motion(p, s, at, until);
    else if (!cd_is_zero(found))
        arrow(p, origin, d.is_cast ? cd_negate(found) : found, CD_GOOD);
    mark(p, origin, 4, CD_BAD);
    label(p, origin, CD_BAD, "origin");
    if (p->pen->text != NULL)
        cd_text_draw(p->pen->text, &p->pen->canvas, words, p->rect.x, p->rect.y, CD_TEXT_LEFT,
                     CD_INK_DIM, d.is_cast ? "b - a" : "a - b");
}

// ---------------------------------------------------------------------------------------- of sets

static bool box_of(const cd_trace_step *at, const cd_steps *s, cd_bounds *box) {
    if (at->kind == CD_STEP_NODE) {
        *box = (cd_bounds){at->a[0], at->a[1]};
        return true;
    }
    const cd_shape *set = at->part_b >= 0 ? &s->b : &s->a;
    const int part = at->part_b >= 0 ? at->part_b : at->part_a;
    if (part < 0 || part >= cd_shape_part_count(set) || !cd_is_set(set))
        return false;
    const cd_shape shape = cd_shape_part(set, part);
    *box = cd_shape_bounds(&shape);
    return isfinite(cd_max_abs(box->min)) && isfinite(cd_max_abs(box->max));
}

static void draw_box(const plane *p, cd_bounds box, double width, uint32_t color) {
    const cd_point2 low = place(p, box.min), high = place(p, box.max);
    cd_stroke_rect(&p->pen->canvas, fmin(low.x, high.x), fmin(low.y, high.y),
                   fmax(fabs(high.x - low.x), 2), fmax(fabs(high.y - low.y), 2), 0,
                   width * p->pen->scale, color);
}

/// The boxes that were opened and the parts that were asked, along the two axes on which the first
/// box is largest; yellow: this step's.
static void draw_tree(plane *p, const cd_steps *s, int last) {
    const cd_trace_step *steps = s->how.trace.steps;
    cd_bounds box, other = cd_shape_bounds(cd_is_set(&s->b) ? &s->a : &s->b);
    const bool bounded = isfinite(cd_max_abs(other.min)) && isfinite(cd_max_abs(other.max));
    bool first = true;
    for (int i = 0; i <= last; i++) {
        if (!cd_step_is_of_tree(&steps[i]) || !box_of(&steps[i], s, &box))
            continue;
        const cd_vec size = cd_sub(box.max, box.min);
        if (first && s->b.dim == 3 && size.z > fmin(size.x, size.y)) {
            p->u = size.x < size.y ? (cd_vec){0, 0, 1} : p->u;
            p->v = size.x < size.y ? p->v : (cd_vec){0, 0, 1};
        }
        if (first)
            p->low_u = p->low_v = INFINITY, p->high_u = p->high_v = -INFINITY;
        first = false;
        include(p, box.min);
        include(p, box.max);
    }
    if (bounded) {
        include(p, other.min);
        include(p, other.max);
    }
    fit(p);
    for (int i = 0; i <= last; i++)
        if (cd_step_is_of_tree(&steps[i]) && box_of(&steps[i], s, &box))
            draw_box(p, box, i == last ? 2.5 : 1,
                     i == last                        ? CD_QUERY
                     : steps[i].kind == CD_STEP_PARTS ? CD_GOOD
                                                      : cd_color_fade(CD_INK_DIM, 0.7));
    if (!bounded)
        return;
    draw_box(p, other, 2, CD_ACCENT);
    const cd_vec middle = cd_lerp(other.min, other.max, 0.5);
    if (!cd_is_zero(s->motion)) // of a, as b sees it
        arrow(p, middle,
              cd_add_scaled(middle, cd_is_set(&s->b) ? end_of_motion(s) : -end_of_motion(s),
                            s->motion),
              CD_QUERY);
}

static void draw_translations(plane *p, const cd_steps *s, int last) {
    static const cd_vec origin = {0, 0, 0};
    const cd_trace_step *steps = s->how.trace.steps;
    choose_plane(p, s, &(shape_difference){.is_cast = false}, &steps[last]);
    include(p, origin);
    for (int i = 0; i < s->how.trace.count; i++)
        if (steps[i].kind == CD_STEP_TRANSLATION)
            include(p, steps[i].nearest);
    fit(p);
    for (int i = 0; i <= last; i++)
        if (steps[i].kind == CD_STEP_TRANSLATION)
            mark(p, steps[i].nearest, 3.5, steps[i].verdict ? CD_GOOD : CD_OVERLAP);
    arrow(p, origin, steps[last].nearest, CD_QUERY);
    mark(p, origin, 4, CD_BAD);
}

void cd_step_picture(cd_pen *pen, const cd_steps *s, int i, cd_rect rect) {
    plane p = {.pen = pen, .rect = rect, .u = {1, 0, 0}, .v = {0, 1, 0}};
    const cd_trace_step *at = &s->how.trace.steps[i];
    const cd_rect before = cd_canvas_clip(&pen->canvas, rect);
    if (cd_step_is_in_time(at))
        cd_step_chart_of_time(pen, s, i, rect);
    else if (cd_step_is_axis(at))
        cd_step_chart_of_axes(pen, s, i, rect);
    else if (cd_step_is_of_tree(at))
        draw_tree(&p, s, i);
    else if (at->kind == CD_STEP_TRANSLATION)
        draw_translations(&p, s, i);
    else
        draw_difference(&p, s, i);
    pen->canvas.clip = before;
}
