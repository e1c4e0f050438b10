// See field.h. A cell's values lie between those at its corners. Seen along z it is painted pixel
// by pixel; turned, it is one polygon in the colour of its middle.
#include "view/explain/field.h"

#include "record/allocate.h"
#include "view/explain/bands.h"
#include "view/scene/stage.h"

#include <stdlib.h>

enum { NUMBERS = 8 }; ///< of a cell

typedef struct {
    cd_pen *pen;
    const cd_camera *camera;
    cd_bands bands;
    double z, alpha;
} field;

static double value_at(const double *cell, double s, double t) {
    const double low = cell[4] + s * (cell[5] - cell[4]), high = cell[6] + s * (cell[7] - cell[6]);
    return low + t * (high - low);
}

static cd_point2 corner(const field *f, const double *cell, double s, double t) {
    return cd_camera_project(f->camera,
                             (cd_vec){cell[0] + s * cell[2], cell[1] + t * cell[3], f->z});
}

/// How much the value changes over a pixel: so near to 0 is the line.
static double step_of(const field *f, const double *cell) {
    const double along = fmax(fabs(cell[5] - cell[4]), fabs(cell[7] - cell[6])) / cell[2];
    const double up = fmax(fabs(cell[6] - cell[4]), fabs(cell[7] - cell[5])) / cell[3];
    return hypot(along, up) / f->camera->zoom;
}

/// The edge of a pixel nearest to x, of those that are seen: of a cell that is as far away as
/// 1e300.
static int nearest_pixel(double x, int from, int count) {
    return (int)fmin(fmax(floor(x + 0.5), from), (double)from + count);
}

static void paint_pixels(field *f, const double *cell) {
    const cd_point2 a = corner(f, cell, 0, 0), b = corner(f, cell, 1, 1);
    const cd_rect seen = cd_canvas_visible(&f->pen->canvas);
    const int left = nearest_pixel(fmin(a.x, b.x), seen.x, seen.width),
              right = nearest_pixel(fmax(a.x, b.x), seen.x, seen.width),
              top = nearest_pixel(fmin(a.y, b.y), seen.y, seen.height),
              bottom = nearest_pixel(fmax(a.y, b.y), seen.y, seen.height);
    const uint32_t alpha = (uint32_t)(255 * f->alpha + 0.5);
    f->bands.zero = 0.75 * step_of(f, cell);
    for (int y = top; y < bottom; y++)
        for (int x = left; x < right; x++) {
            const double s = (x + 0.5 - a.x) / (b.x - a.x), t = (y + 0.5 - a.y) / (b.y - a.y);
            uint32_t *out = &f->pen->canvas.pixels[y * f->pen->canvas.pitch + x];
            *out = cd_color_blend(*out, cd_bands_color(&f->bands, value_at(cell, s, t)), alpha);
        }
}

static void paint_polygon(field *f, const double *cell) {
    const cd_point2 corners[4] = {corner(f, cell, 0, 0), corner(f, cell, 1, 0),
                                  corner(f, cell, 1, 1), corner(f, cell, 0, 1)};
    double low = INFINITY, high = -INFINITY;
    for (int i = 4; i < NUMBERS; i++) {
        low = fmin(low, cell[i]);
        high = fmax(high, cell[i]);
    }
    f->bands.zero = 0.75 * step_of(f, cell);
    const bool crossed = low <= 0 && high >= 0 && cell[2] * f->camera->zoom < 4;
    const uint32_t color = crossed ? CD_INK : cd_bands_color(&f->bands, value_at(cell, 0.5, 0.5));
    cd_fill_polygon(&f->pen->canvas, corners, 4, 0, cd_paint_flat(cd_color_fade(color, f->alpha)));
}

static bool is_whole(const double *cell) {
    bool whole = cell[2] > 0 && cell[3] > 0;
    for (int i = 0; i < NUMBERS; i++)
        whole &= isfinite(cell[i]);
    return whole;
}

/// The largest value, and how wide bands of a distance would be.
static void choose_bands(field *f, const cd_drawing *d) {
    double most = 0;
    for (int i = 2; i + NUMBERS <= 2 * d->curve_count; i += NUMBERS)
        for (int k = 4; k < NUMBERS && is_whole(&d->curve[i]); k++)
            most = fmax(most, fabs(d->curve[i + k]));
    most = most > 0 ? most : 1;
    cd_bands_mix(&f->bands, most, cd_grid_step(1 / most, 1.0 / 12), 0);
}

static void draw_field(field *f, const cd_drawing *d) {
    const cd_camera *c = f->camera;
    const bool straight = fabs(c->toward.z) == 1 && (c->right.x == 0 || c->right.y == 0) &&
                          c->right.y == 0 && f->pen->canvas.pixels != NULL;
    if (d->curve_count < 1)
        return;
    f->z = d->curve[0];
    f->alpha = d->style.a >= 0 ? d->style.a : 1;
    choose_bands(f, d);
    for (int i = 2; i + NUMBERS <= 2 * d->curve_count; i += NUMBERS) {
        if (!is_whole(&d->curve[i]))
            continue;
        if (straight)
            paint_pixels(f, &d->curve[i]);
        else
            paint_polygon(f, &d->curve[i]);
    }
}

void cd_fields_draw(cd_pen *pen, const cd_camera *camera, const cd_frame *frame, int page) {
    field *f = NULL;
    for (int i = 0; frame != NULL && i < frame->drawing_count; i++) {
        const cd_drawing *d = &frame->drawings[i];
        if (d->kind != CD_DRAW_FIELD || (d->page != 0 && d->page != (page > 1 ? page : 1)))
            continue;
        if (f == NULL && (f = cd_allocate_zeroed(sizeof *f)) == NULL)
            return;
        f->pen = pen;
        f->camera = camera;
        draw_field(f, d);
    }
    free(f);
}
