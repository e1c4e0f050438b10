// See step_chart.h.
#include "view/explain/step_chart.h"

#include "view/raster/color.h"
#include "view/scene/theme.h"

#include <math.h>
#include <stdio.h>

enum { SAMPLES = 120, DEPTHS_MAX = 128 };

static const cd_text_style words = {CD_TEXT_SANS, CD_TEXT_SMALL};

static void text(cd_pen *pen, double x, double y, cd_text_align align, uint32_t color,
                 const char *said) {
    if (pen->text != NULL)
        cd_text_draw(pen->text, &pen->canvas, words, x, y, align, color, said);
}

// ------------------------------------------------------------------------------------------ f(t)

typedef struct {
    double t0, t1, low, high;
    cd_rect rect;
} axes;

static cd_point2 place(const axes *x, double t, double f) {
    return (cd_point2){x->rect.x + (t - x->t0) / (x->t1 - x->t0) * x->rect.width,
                       x->rect.y + (x->high - f) / (x->high - x->low) * x->rect.height};
}

/// The times that the chart shows: those of the search, which may have begun very far away, of
/// which only its end is seen.
static void choose_times(const cd_steps *s, int last, axes *x) {
    const cd_trace_step *at = &s->how.trace.steps[last];
    double end = at->t, from = 0;
    for (int i = last; i >= 0 && cd_step_is_in_time(&s->how.trace.steps[i]); i--) {
        const double t = s->how.trace.steps[i].t, way = fabs(t - end);
        if (from > 0 && way > 30 * from)
            break;
        from = fmax(from, way);
    }
    if (from == 0)
        from = fmax(fabs(end), 1e-3);
    x->t0 = end - 1.15 * from;
    x->t1 = end + 0.5 * from;
}

static double gap_at(const cd_steps *s, double t) {
    return cd_is_zero(s->motion) ? NAN : cd_steps_distance_at(s, t);
}

void cd_step_chart_of_time(cd_pen *pen, const cd_steps *s, int last, cd_rect rect) {
    const double unit = pen->scale;
    const cd_trace_step *steps = s->how.trace.steps;
    axes x = {.low = 0, .high = 0, .rect = rect};
    cd_point2 curve[SAMPLES];
    double f[SAMPLES];
    choose_times(s, last, &x);
    const bool is_convex = !cd_is_set(&s->a) && !cd_is_set(&s->b);
    for (int i = 0; i < SAMPLES && is_convex; i++) {
        f[i] = gap_at(s, x.t0 + (x.t1 - x.t0) * i / (SAMPLES - 1));
        x.low = isfinite(f[i]) ? fmin(x.low, f[i]) : x.low;
        x.high = isfinite(f[i]) ? fmax(x.high, f[i]) : x.high;
    }
    for (int i = 0; i <= last; i++)
        if (cd_step_is_in_time(&steps[i]) && steps[i].t >= x.t0 && steps[i].t <= x.t1)
            x.high =
                fmax(x.high, steps[i].kind == CD_STEP_NEWTON ? steps[i].gap : steps[i].distance);
    const double pad = 0.12 * fmax(x.high - x.low, 1e-300);
    x.low -= pad, x.high += pad;
    const cd_point2 zero[2] = {place(&x, x.t0, 0), place(&x, x.t1, 0)};
    cd_stroke_line(&pen->canvas, zero[0], zero[1], unit, CD_GRID_MAJOR);
    text(pen, zero[0].x + 2 * unit, zero[0].y + 2 * unit, CD_TEXT_LEFT, CD_INK_DIM, "0");
    text(pen, rect.x + 2 * unit, rect.y, CD_TEXT_LEFT, CD_INK_DIM, "gap");
    text(pen, rect.x + rect.width, zero[0].y + 2 * unit, CD_TEXT_RIGHT, CD_INK_DIM, "t");
    int count = 0;
    for (int i = 0; i < SAMPLES && is_convex; i++)
        if (isfinite(f[i]))
            curve[count++] = place(&x, x.t0 + (x.t1 - x.t0) * i / (SAMPLES - 1), f[i]);
    if (count > 1)
        cd_stroke_polyline(&pen->canvas, curve, count, 2 * unit, (cd_dash){0}, CD_ACCENT);
    for (int i = 0; i <= last; i++) {
        const cd_trace_step *at = &steps[i];
        if (!cd_step_is_in_time(at) || !(at->t >= x.t0 && at->t <= x.t1))
            continue;
        const bool newton = at->kind == CD_STEP_NEWTON;
        const double gap = newton ? at->gap : at->distance;
        const uint32_t color = i == last ? CD_QUERY : cd_color_fade(CD_QUERY, 0.55);
        if (newton)
            cd_stroke_line(&pen->canvas, place(&x, x.t0, gap + at->slope * (x.t0 - at->t)),
                           place(&x, x.t1, gap + at->slope * (x.t1 - at->t)), unit, color);
        cd_fill_disc(&pen->canvas, place(&x, at->t, gap), (i == last ? 5 : 3) * unit, color);
    }
    char end[64];
    snprintf(end, sizeof end, "%.6g", x.t0);
    text(pen, rect.x + 2 * unit, rect.y + rect.height - 14 * unit, CD_TEXT_LEFT, CD_INK_DIM, end);
    snprintf(end, sizeof end, "%.6g", x.t1);
    text(pen, rect.x + rect.width, rect.y + rect.height - 14 * unit, CD_TEXT_RIGHT, CD_INK_DIM,
         end);
}

// ----------------------------------------------------------------------------------------- shadows

typedef struct {
    double low, high;
} shadow;

static shadow shadow_of(const cd_shape *shape, cd_vec n) {
    const cd_vec top = cd_support(shape, n), bottom = cd_support(shape, cd_negate(n));
    return (shadow){cd_dot(bottom, n), cd_dot(top, n)};
}

/// Both shadows on the axis, one above the other, and between them where they overlap or the gap.
static void draw_shadows(cd_pen *pen, const cd_steps *s, const cd_trace_step *at, cd_rect rect) {
    const double unit = pen->scale;
    cd_shape a = s->a, b = s->b;
    if (!cd_is_curved(&a))
        a.radius = 0;
    if (!cd_is_curved(&b))
        b.radius = 0;
    const shadow of_a = shadow_of(&a, at->normal), of_b = shadow_of(&b, at->normal);
    double low = fmin(of_a.low, of_b.low), high = fmax(of_a.high, of_b.high);
    if (!isfinite(low) || !isfinite(high)) {
        low = fmax(fmin(of_a.low, of_b.low), fmin(of_a.high, of_b.high) - 4);
        high = fmin(fmax(of_a.high, of_b.high), fmax(of_a.low, of_b.low) + 4);
    }
    const double wide = high > low ? high - low : 1, factor = rect.width / (1.1 * wide);
    const double middle = (low + high) / 2, center = rect.x + rect.width / 2.0;
#define X(value) (center + (fmin(fmax(value, low), high) - middle) * factor)
    const double thick = 14 * unit, ya = rect.y + 20 * unit, yb = ya + 3 * thick;
    const double from = X(fmax(of_a.low, of_b.low)), to = X(fmin(of_a.high, of_b.high));
    const bool apart = from > to;
    cd_fill_rect(&pen->canvas, fmin(from, to), ya, fabs(to - from), yb + thick - ya, 0,
                 cd_color_fade(apart ? CD_GOOD : CD_OVERLAP, 0.3));
    cd_fill_rect(&pen->canvas, X(of_a.low), ya, fmax(X(of_a.high) - X(of_a.low), 2 * unit), thick,
                 2 * unit, CD_ACCENT);
    cd_fill_rect(&pen->canvas, X(of_b.low), yb, fmax(X(of_b.high) - X(of_b.low), 2 * unit), thick,
                 2 * unit, CD_NORMAL);
#undef X
    char said[64];
    snprintf(said, sizeof said, "%.6g", fabs(at->distance));
    text(pen, (from + to) / 2, ya + 1.4 * thick, CD_TEXT_CENTER, CD_INK, said);
    text(pen, rect.x, ya - 18 * unit, CD_TEXT_LEFT, CD_INK_DIM, "shadow of a");
    text(pen, rect.x, yb + thick + 2 * unit, CD_TEXT_LEFT, CD_INK_DIM, "shadow of b");
}

/// The depths along all axes up to this step, as columns; the least is marked.
static void draw_depths(cd_pen *pen, const cd_steps *s, int last, cd_rect rect) {
    const cd_trace_step *steps = s->how.trace.steps;
    const double unit = pen->scale;
    const cd_step_kind kind = steps[last].kind;
    int first = last, until = last, least = last;
    while (first > 0 && steps[first - 1].kind == kind)
        first--;
    while (until + 1 < s->how.trace.count && steps[until + 1].kind == kind)
        until++;
    double low = 0, high = 0;
    for (int i = first; i <= until; i++) {
        low = fmin(low, steps[i].distance);
        high = fmax(high, steps[i].distance);
        if (i <= last && (kind == CD_STEP_AXIS ? steps[i].distance < steps[least].distance
                                               : steps[i].distance > steps[least].distance))
            least = i;
    }
    const double wide = rect.width / (double)(until - first + 1);
    const double factor = (rect.height - 34 * unit) / fmax(high - low, 1e-300);
    const double zero = rect.y + 18 * unit + high * factor;
    text(pen, rect.x, rect.y, CD_TEXT_LEFT, CD_INK_DIM,
         kind == CD_STEP_AXIS ? "depth along each axis" : "gap along each axis");
    for (int i = first; i <= last; i++) {
        const double height = steps[i].distance * factor;
        const uint32_t color = i == last    ? CD_QUERY
                               : i == least ? CD_GOOD
                                            : cd_color_fade(CD_INK_DIM, 0.6);
        cd_fill_rect(&pen->canvas, rect.x + (i - first) * wide, height > 0 ? zero - height : zero,
                     fmax(wide - fmin(2 * unit, wide / 3), 1), fmax(fabs(height), unit), 0, color);
        if (i == least)
            cd_fill_rect(&pen->canvas, rect.x + (i - first) * wide, zero + 4 * unit,
                         fmax(wide - fmin(2 * unit, wide / 3), 1), 3 * unit, 0, CD_GOOD);
    }
    cd_fill_rect(&pen->canvas, rect.x, zero, rect.width, unit, 0, CD_GRID_MAJOR);
}

void cd_step_chart_of_axes(cd_pen *pen, const cd_steps *s, int last, cd_rect rect) {
    cd_rect upper = rect, lower = rect;
    upper.height = (int)(100 * pen->scale);
    upper.height = upper.height < rect.height / 2 ? upper.height : rect.height / 2;
    lower.y += upper.height + (int)(10 * pen->scale);
    lower.height -= upper.height + (int)(10 * pen->scale);
    if (!cd_is_set(&s->a) && !cd_is_set(&s->b))
        draw_shadows(pen, s, &s->how.trace.steps[last], upper);
    draw_depths(pen, s, last, lower);
}
