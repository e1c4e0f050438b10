// See lens.h. A sample is the value at a place and how it changes around it: the distance of two
// shapes changes along its normal. A cell is painted from the sample in its middle; it is flat
// where the samples in the middles of its quarters are what that one foretells.
#include "view/explain/lens.h"

#include "record/allocate.h"
#include "view/explain/bands.h"
#include "view/raster/color.h"
#include "view/raster/raster.h"
#include "view/scene/draw_budget.h"
#include "view/scene/stage.h"
#include "view/scene/theme.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COARSE = 64, CELL = 16 };

/// What is asked everywhere: a query of `a`, moved to each place, and b.
typedef struct {
    cd_lens_kind kind;
    cd_shape a, b;
    cd_vec motion, motion_b, middle; ///< of a
    bool is_ray, is_cast;
    double limit, margin;
    const cd_camera *camera;
    double pixel, scale; ///< the length of a pixel; of time: the longest
    uint32_t *pixels;
    int width, height, asked;
    bool done;
    cd_bands bands;
} lens;

/// value: distance or time (INFINITY: a miss); slope: its change over the place.
typedef struct {
    double value;
    cd_vec slope, normal;
    bool yes;
    bool flips;
} sample;

// --------------------------------------------------------------------------------------- the query

static const cd_value *argument(const cd_query *q, int i, cd_value_kind kind) {
    return cd_query_argument(q, i, kind);
}

/// Takes what is asked from a query; false where it has no two shapes.
static bool take_query(lens *l, const cd_query *q) {
    const bool ray = cd_query_is_ray(q), cast = cd_query_is(q, "shapecast");
    const bool contains = cd_query_is(q, "contains");
    const cd_value *b = argument(q, ray || cast ? 2 : contains ? 0 : 1, CD_VALUE_SHAPE);
    const cd_value *a = argument(q, 0, CD_VALUE_SHAPE);
    const cd_value *at = argument(q, ray ? 0 : 1, CD_VALUE_VECTOR);
    const cd_value *way = argument(q, 1, CD_VALUE_VECTOR), *back = argument(q, 3, CD_VALUE_VECTOR);
    const cd_value *number = argument(q, ray ? 3 : 2, CD_VALUE_NUMBER);
    if (b == NULL || (ray || contains ? at == NULL : a == NULL) || ((ray || cast) && way == NULL))
        return false;
    l->b = b->as.shape;
    l->a = ray || contains ? cd_point(l->b.dim, at->as.vector) : a->as.shape;
    l->is_ray = ray;
    l->is_cast = ray || cast;
    l->motion = l->is_cast ? way->as.vector : (cd_vec){0, 0, 0};
    l->motion_b = cast && back != NULL ? back->as.vector : (cd_vec){0, 0, 0};
    l->limit = ray ? (number != NULL ? number->as.number : INFINITY) : 1;
    l->margin = !ray && number != NULL ? number->as.number : 0;
    l->middle = cd_shape_middle(&l->a);
    return l->a.dim == l->b.dim;
}

static cd_vec place_at(const lens *l, double x, double y) {
    const cd_point2 at = {l->camera->viewport.x + x, l->camera->viewport.y + y};
    cd_vec p = cd_camera_unproject(l->camera, at);
    p = cd_add_scaled(p, cd_dot(cd_sub(l->middle, p), l->camera->toward), l->camera->toward);
    if (l->a.dim == 2)
        p.z = 0;
    return p;
}

static cd_shape moved_to(const lens *l, cd_vec place) {
    cd_shape a = l->a;
    cd_shape_move(&a, cd_sub(place, l->middle));
    return a;
}

static bool cast_from(const lens *l, const cd_shape *a, cd_hit *hit) {
    if (l->is_ray)
        return cd_raycast(a->as.center, l->motion, &l->b, l->limit, hit);
    return cd_shapecast(a, l->motion, &l->b, l->motion_b, hit);
}

/// The answer as yes or no.
static bool says_yes(const lens *l, cd_vec place) {
    const cd_shape a = moved_to(l, place);
    cd_hit hit;
    return l->is_cast       ? cast_from(l, &a, &hit)
           : l->margin != 0 ? cd_distance(&a, &l->b) <= l->margin
                            : cd_overlap(&a, &l->b);
}

static bool says_yes_at(lens *l, double x, double y) {
    l->asked++;
    return says_yes(l, place_at(l, x, y));
}

/// Whether the answer differs within 4 ulps of the coordinates.
static bool is_fragile(const lens *l, cd_vec place, bool yes) {
    const double far = cd_max_abs(place) > l->pixel ? cd_max_abs(place) : l->pixel;
    const double step = 4 * DBL_EPSILON * far;
    for (int i = 0; i < 4; i++) {
        const cd_vec along = i < 2 ? l->camera->right : l->camera->up;
        if (says_yes(l, cd_add_scaled(place, i % 2 ? -step : step, along)) != yes)
            return true;
    }
    return false;
}

// ---------------------------------------------------------------------------------------- samples

static sample ask_distance(const cd_shape *a, const cd_shape *b) {
    const cd_separation s = cd_separate(a, b);
    return (sample){.value = s.distance, .slope = s.normal, .normal = s.normal};
}

/// Asks about one pixel for whether the answer flips in it: where the distance is 0 nearby, there.
static bool flips_in_pixel(lens *l, cd_vec place, const sample *s) {
    if (!l->is_cast) {
        const double beyond = s->value - l->margin;
        if (fabs(beyond) > l->pixel)
            return false;
        place = cd_add_scaled(place, -beyond, s->normal);
        return is_fragile(l, place, says_yes(l, place));
    }
    if (is_fragile(l, place, s->yes))
        return true;
    for (int i = 0; i < 2; i++) { // what lies between two pixels belongs to one of them
        const cd_vec along = i == 0 ? l->camera->right : l->camera->up;
        if (says_yes(l, cd_add_scaled(place, l->pixel, along)) != s->yes)
            return true;
    }
    return false;
}

static sample ask(lens *l, double x, double y) {
    const cd_vec place = place_at(l, x, y);
    const cd_shape a = moved_to(l, place);
    sample s = {.value = INFINITY};
    l->asked++;
    if (!l->is_cast || l->kind == CD_LENS_DISTANCE)
        s = ask_distance(&a, &l->b);
    if (l->kind == CD_LENS_DISTANCE)
        return s;
    cd_hit hit;
    s.yes = l->is_cast ? cast_from(l, &a, &hit) : s.value <= l->margin;
    if (l->is_cast && s.yes) {
        s.value = hit.t;
        s.normal = hit.normal;
        const double speed = cd_dot(cd_sub(l->motion, l->motion_b), hit.normal);
        s.slope = hit.t > 0 && speed < 0 ? cd_scale(hit.normal, -1 / speed) : (cd_vec){0, 0, 0};
    }
    return s;
}

// ----------------------------------------------------------------------------------------- colours

static uint32_t color_of_normal(const lens *l, cd_vec n) {
    const double x = cd_dot(n, l->camera->right), y = cd_dot(n, l->camera->up);
    const double angle = atan2(y, x), third = 2.0943951023931953, strong = hypot(x, y);
    const uint32_t hue = cd_color_from(0.55 + 0.45 * cos(angle), 0.55 + 0.45 * cos(angle - third),
                                       0.55 + 0.45 * cos(angle + third), 1);
    return cd_color_mix(CD_GROUND, hue, 0.15 + 0.45 * strong);
}

static uint32_t color_of(const lens *l, const sample *s, double value) {
    switch (l->kind) {
    case CD_LENS_NORMAL:
        return l->is_cast && !s->yes ? CD_GROUND : color_of_normal(l, s->normal);
    case CD_LENS_TIME:
        return s->yes ? cd_color_mix(CD_QUERY, CD_GROUND, 0.25 + 0.7 * fmin(value / l->scale, 1))
                      : CD_GROUND;
    case CD_LENS_FRAGILE:
        return s->flips ? CD_BAD : s->yes ? cd_color_mix(CD_GROUND, CD_GOOD, 0.3) : CD_GROUND;
    default:
        break;
    }
    return cd_bands_color(&l->bands, value);
}

/// What a sample at (x, y) foretells of another place.
static double foretold(const lens *l, const sample *s, double dx, double dy) {
    const double right = cd_dot(s->slope, l->camera->right), up = cd_dot(s->slope, l->camera->up);
    return s->value + l->pixel * (right * dx - up * dy);
}

/// Of what is coarse all in one colour.
static void paint_flat(lens *l, int x, int y, int size, const sample *s) {
    const uint32_t color = color_of(l, s, s->value);
    for (int j = y; j < y + size && j < l->height; j++)
        for (int i = x; i < x + size && i < l->width; i++)
            l->pixels[j * l->width + i] = color;
}

static void paint(lens *l, int x, int y, int size, const sample *s) {
    const double right = l->pixel * cd_dot(s->slope, l->camera->right);
    const double down = -l->pixel * cd_dot(s->slope, l->camera->up);
    if ((right == 0 && down == 0) || l->kind == CD_LENS_NORMAL || l->kind == CD_LENS_FRAGILE) {
        paint_flat(l, x, y, size, s);
        return;
    }
    const double middle = size / 2.0;
    for (int j = 0; j < size && y + j < l->height; j++)
        for (int i = 0; i < size && x + i < l->width; i++)
            l->pixels[(y + j) * l->width + x + i] =
                color_of(l, s, s->value + right * (i + 0.5 - middle) + down * (j + 0.5 - middle));
}

// ------------------------------------------------------------------------------------------- cells

/// Whether the sample in the middle of a cell's quarter, of `size` pixels, is what was foretold,
/// and the quarter holds nothing else.
static bool is_flat(const lens *l, const sample *whole, const sample *s, double value, int size) {
    const double reach = 0.7072 * size * l->pixel; // from the middle to a corner
    switch (l->kind) {
    case CD_LENS_DISTANCE:
        return fabs(s->value) > reach && fabs(s->value - value) < 0.25 * l->pixel &&
               cd_dot(whole->normal, s->normal) > 0.9; // else there is a ridge between
    case CD_LENS_NORMAL:
        return whole->yes == s->yes && (l->is_cast || fabs(s->value) > reach) &&
               (!s->yes || cd_dot(whole->normal, s->normal) > 0.9995);
    case CD_LENS_TIME:
        return whole->yes == s->yes && (!s->yes || fabs(s->value - value) < l->scale / 400);
    default:
        return whole->yes == s->yes && (l->is_cast || fabs(s->value - l->margin) > reach);
    }
}

static void refine(lens *l, int x, int y, int size, const sample *whole) {
    if (size == 1) {
        sample s = *whole;
        s.flips =
            l->kind == CD_LENS_FRAGILE && flips_in_pixel(l, place_at(l, x + 0.5, y + 0.5), &s);
        paint(l, x, y, 1, &s);
        return;
    }
    const int half = size / 2;
    sample s[4];
    bool flat = true;
    for (int k = 0; k < 4; k++) {
        const double dx = (k % 2 ? 0.5 : -0.5) * half, dy = (k / 2 ? 0.5 : -0.5) * half;
        s[k] = ask(l, x + half + dx, y + half + dy);
        flat &= is_flat(l, whole, &s[k], foretold(l, whole, dx, dy), half);
    }
    for (int k = 0; k < 4 && flat && l->is_cast && l->kind != CD_LENS_DISTANCE; k++)
        flat = says_yes_at(l, x + k % 2 * size, y + k / 2 * size) == whole->yes;
    for (int k = 0; k < 4; k++) {
        const int left = x + k % 2 * half, top = y + k / 2 * half;
        if (left >= l->width || top >= l->height)
            continue;
        if (flat)
            paint(l, left, top, half, &s[k]);
        else
            refine(l, left, top, half, &s[k]);
    }
}

/// All passes; it may be ended at any time, and what was painted stays.
static void look(void *context) {
    lens *l = context;
    for (int size = COARSE; size >= CELL; size = size == COARSE ? CELL : 0)
        for (int y = 0; y < l->height; y += size)
            for (int x = 0; x < l->width; x += size) {
                const sample s = ask(l, x + size / 2.0, y + size / 2.0);
                paint_flat(l, x, y, size, &s);
            }
    for (int y = 0; y < l->height; y += CELL)
        for (int x = 0; x < l->width; x += CELL) {
            const sample s = ask(l, x + CELL / 2.0, y + CELL / 2.0);
            refine(l, x, y, CELL, &s);
        }
    l->done = true;
}

// ----------------------------------------------------------------------------------------- picture

static const char *const names[CD_LENS_COUNT] = {"off", "distance", "normal", "time", "fragile"};

cd_lens_kind cd_lens_from_name(const char *name) {
    for (int i = CD_LENS_DISTANCE; i < CD_LENS_COUNT; i++)
        if (strcmp(names[i], name) == 0)
            return (cd_lens_kind)i;
    return CD_LENS_COUNT;
}

const char *cd_lens_name(cd_lens_kind kind) { return names[kind]; }

/// How long the longest time counts: the limit of a cast, or the way across the picture.
static double time_scale(const lens *l) {
    const double speed = cd_length(cd_sub(l->motion, l->motion_b));
    const double across = hypot(l->width, l->height) * l->pixel / (speed > 0 ? speed : 1);
    return isfinite(l->limit) && l->limit < across ? (l->limit > 0 ? l->limit : 1) : across;
}

static void run(lens *l, const cd_camera *camera, double seconds) {
    l->camera = camera;
    l->pixel = 1 / camera->zoom;
    l->width = camera->viewport.width;
    l->height = camera->viewport.height;
    cd_bands_mix(&l->bands, hypot(l->width, l->height) * l->pixel, cd_grid_step(camera->zoom, 24),
                 0.75 * l->pixel);
    l->scale = time_scale(l);
    for (int i = 0; i < l->width * l->height; i++)
        l->pixels[i] = CD_GROUND;
    cd_draw_budget budget = cd_draw_budget_of(seconds);
    cd_draw_budget_run(&budget, CD_DRAW_BOXES, look, l);
}

void cd_lens_draw(cd_pen *pen, const cd_inspector *n, cd_lens_kind kind, const cd_camera *camera,
                  double seconds, cd_lens_report *report) {
    *report = (cd_lens_report){.asked = 0};
    const cd_frame *frame = n->frame;
    const cd_rect view = camera->viewport;
    if (kind == CD_LENS_OFF || frame == NULL || view.width <= 0 || view.height <= 0)
        return;
    const int which = n->query >= 0 ? n->query : 0;
    if (which >= frame->query_count) {
        snprintf(report->said, sizeof report->said, "Lens: no query was asked in this frame");
        return;
    }
    const cd_query *q = &frame->queries[which];
    lens *l = cd_allocate_zeroed(sizeof *l);
    if (l == NULL)
        return;
    l->kind = kind;
    if (!take_query(l, q)) {
        snprintf(report->said, sizeof report->said, "Lens: %s met none of its shapes", q->name);
    } else if (kind == CD_LENS_TIME && !l->is_cast) {
        snprintf(report->said, sizeof report->said, "Lens: %s has no time; a cast has", q->name);
    } else if (pen->canvas.pixels == NULL) {
        snprintf(report->said, sizeof report->said, "Lens: a picture of vectors has none");
    } else if ((l->pixels = cd_allocate((size_t)view.width * (size_t)view.height *
                                        sizeof *l->pixels)) != NULL) {
        run(l, camera, seconds);
        cd_copy_pixels(&pen->canvas, view.x, view.y, l->pixels, view.width, view.height);
        report->asked = l->asked;
        report->coarse = !l->done;
        snprintf(report->said, sizeof report->said, "Lens: %s of %s, line %d%s", names[kind],
                 q->name, q->line, l->done ? "" : " (coarse: there is no time for more)");
        free(l->pixels);
    }
    free(l);
}
