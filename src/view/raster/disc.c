// See disc.h. Each cell of a row is computed by the same formula, without a branch. In the quadrant
// below and right of the centre, the arc cuts the cell [u0, u1] x [v0, v1] between
// a = clamp(half_chord(v1), u0, u1) and b = clamp(half_chord(v0), u0, u1): left of a the cell is
// full, right of b it is empty, between them lie a trapezium and the segment between chord and arc.
// Other quadrants are mirrored; the centre's own row, and its column where the arc cuts it, are
// computed as two parts.
#include "view/raster/disc.h"

#include "view/raster/color.h"
#include "view/raster/pixel_lanes.h"

#include <stddef.h>

// Smaller discs are dots; for larger ones floats are too coarse.
#define RADIUS_MIN 0.5
#define RADIUS_MAX 120
// Beyond it lies no canvas, and a float has no digits left for the fraction of a pixel.
#define CENTER_MAX 1e6
#define COLUMNS_MAX (2 * RADIUS_MAX + 2 + CD_PIXEL_LANES)

typedef struct disc_raster {
    float r, r2, per_r, per_2r; // radius, its square, 1 / r, 1 / (2 r)
    int whole_x, whole_y;       // pixel of the centre
    float rest_x, rest_y;       // where in it: 0 .. 1
    int first, last;            // columns drawn, from whole_x: first <= i < last
    int room;                   // columns from `first` to the end of the clip
    float red, green, blue;
    uint32_t alpha;
    uint32_t color; // opaque
    bool lit;
    // Of each column: the distance of its near edge from the centre (the far edge is at u0 + 1),
    // and the half chords there.
    float u0[COLUMNS_MAX], h0[COLUMNS_MAX], h1[COLUMNS_MAX];
} disc_raster;

// One row, or one of the two parts of the centre's row: the distances of its edges from the centre,
// and the half chords there.
typedef struct disc_row {
    float v0, v1, w0, w1;
} disc_row;

// Half the length of the chord at the distance u from the centre.
static inline cd_floats half_chords(float r, cd_floats u) {
    return cd_floats_root((r - u) * (r + u));
}

static inline float half_chord(float r, float v) {
    float square = (r - v) * (r + v);
    return square > 0 ? sqrtf(square) : 0;
}

static disc_row row_between(const disc_raster *d, float v0, float v1) {
    return (disc_row){v0, v1, half_chord(d->r, v0), half_chord(d->r, v1)};
}

// The covered areas of a row's cells between u0 and u1, where the half chords are h0 >= h1.
//
// The segment over a chord that is seen from the centre at the angle 2 asin(s) is
// r^2 (asin(s) - s sqrt(1 - s^2)) = r^2 s^3 g(s^2). Within a quadrant s^2 <= 1/2; there the cubic
// that interpolates g at the four Chebyshev nodes has an error of at most 1e-4, which is 4e-5 of a
// cell, as no chord is longer than sqrt 2.
static inline cd_floats cell_areas(const disc_raster *d, disc_row s, cd_floats u0, cd_floats u1,
                                   cd_floats h0, cd_floats h1) {
    cd_floats v0 = cd_floats_all(s.v0), v1 = cd_floats_all(s.v1);
    cd_floats a = cd_floats_clamp(cd_floats_all(s.w1), u0, u1), ha = cd_floats_clamp(h0, v0, v1);
    cd_floats b = cd_floats_clamp(cd_floats_all(s.w0), u0, u1), hb = cd_floats_clamp(h1, v0, v1);
    cd_floats sine2 = ((b - a) * (b - a) + (ha - hb) * (ha - hb)) * (d->per_2r * d->per_2r);
    cd_floats g = 0.66660489f + sine2 * (0.20390495f + sine2 * (0.07070072f + sine2 * 0.16713255f));
    cd_floats segment = d->r2 * cd_floats_root(sine2) * sine2 * g;
    return (a - u0) * (v1 - v0) + (b - a) * ((ha + hb) * 0.5f - v0) + segment;
}

// The covered area of the centre's column in a row; the arc may cut it on both sides of the centre.
static float center_area(const disc_raster *d, disc_row s) {
    cd_floats u1 = {1 - d->rest_x, d->rest_x, 0, 0};
    cd_floats areas =
        cell_areas(d, s, cd_floats_all(0), u1, cd_floats_all(d->r), half_chords(d->r, u1));
    return areas[0] + areas[1];
}

static void set_columns(disc_raster *d) {
    for (int i = 0; d->first + i < d->last; i += CD_PIXEL_LANES) {
        cd_floats column = cd_floats_from(d->first + i), left = column - d->rest_x;
        // The centre's column is right as it is, but where the arc cuts it: see center_area.
        cd_floats u0 = cd_floats_select(column < 0, -(left + 1), left), u1 = u0 + 1;
        cd_floats h0 = half_chords(d->r, u0), h1 = half_chords(d->r, u1);
        memcpy(d->u0 + i, &u0, sizeof u0);
        memcpy(d->h0 + i, &h0, sizeof h0);
        memcpy(d->h1 + i, &h1, sizeof h1);
    }
}

// The colours of the pixels from column `first + at`.
static inline cd_pixels lane_colors(const disc_raster *d, int at, float ny) {
    if (!d->lit)
        return cd_pixels_all(d->color);
    cd_floats nx = (cd_floats_from(d->first + at) + (0.5f - d->rest_x)) * d->per_r;
    return cd_pixels_lit(nx, cd_floats_all(ny), d->red, d->green, d->blue) |
           cd_pixels_all(0xff000000u);
}

// room: how many pixels are left in the clip.
static inline void blend_lanes(uint32_t *dst, cd_pixels src, cd_pixels alpha, int room) {
    if (room >= CD_PIXEL_LANES) {
        cd_pixels_store(dst, cd_pixels_blend(cd_pixels_load(dst), src, alpha));
        return;
    }
    for (int i = 0; i < room; i++)
        dst[i] = cd_color_blend(dst[i], src[i], alpha[i]);
}

static void draw_row(const disc_raster *d, uint32_t *row, int y) {
    float top = (float)y - d->rest_y, bottom = top + 1;
    float ny = ((float)y + (0.5f - d->rest_y)) * d->per_r;
    disc_row part = y < 0 ? row_between(d, -bottom, -top) : row_between(d, top, bottom),
             other = part;
    if (y == 0) {
        part = row_between(d, 0, bottom);
        other = row_between(d, 0, -top);
    }
    // No cell farther than w0 from the centre is covered; all nearer than `inside` are full, but
    // for float rounding, which 1e-3 covers.
    float inside = (other.w1 < part.w1 ? other.w1 : part.w1) - 1e-3f;
    int from = cd_coordinate_floor(d->rest_x - part.w0) - d->first, count = d->last - d->first;
    int to = cd_coordinate_floor(d->rest_x + part.w0) + 1 - d->first, centre = -d->first;
    from = from < 0 ? 0 : from / CD_PIXEL_LANES * CD_PIXEL_LANES;
    to = to > count ? count : to;
    for (int at = from; at < to; at += CD_PIXEL_LANES) {
        float left = (float)(d->first + at) - d->rest_x;
        cd_pixels src = lane_colors(d, at, ny);
        if (-left <= inside && left + CD_PIXEL_LANES <= inside) {
            blend_lanes(row + at, src, cd_pixels_all(d->alpha), d->room - at);
            continue;
        }
        cd_floats u0 = cd_floats_load(d->u0 + at), u1 = u0 + 1;
        cd_floats h0 = cd_floats_load(d->h0 + at), h1 = cd_floats_load(d->h1 + at);
        cd_floats area = cell_areas(d, part, u0, u1, h0, h1);
        if (y == 0)
            area += cell_areas(d, other, u0, u1, h0, h1);
        if (inside < 1 && at <= centre && centre < at + CD_PIXEL_LANES)
            area[centre - at] = center_area(d, part) + (y == 0 ? center_area(d, other) : 0);
        blend_lanes(row + at, src, cd_pixels_truncated(area * (float)d->alpha + 0.5f),
                    d->room - at);
    }
}

// This file is compiled twice, for each width of the lanes.
#ifdef CD_WIDE
#define FILL_DISC cd_fill_disc_wide
#else
#define FILL_DISC cd_fill_disc_narrow
#endif

bool FILL_DISC(cd_canvas *canvas, cd_rect part, cd_point2 center, double radius,
               const cd_paint *paint) {
    bool lit = paint->kind == CD_PAINT_LIT && paint->a.x == center.x && paint->a.y == center.y &&
               paint->b.x == center.x && paint->b.y == center.y && paint->radius == radius;
    if (!(radius >= RADIUS_MIN && radius <= RADIUS_MAX) || !(lit || paint->kind == CD_PAINT_FLAT))
        return false;
    if (!(fabs(center.x) < CENTER_MAX && fabs(center.y) < CENTER_MAX)) // also NaN
        return false;
    disc_raster d;
    d.whole_x = cd_coordinate_floor(center.x);
    d.whole_y = cd_coordinate_floor(center.y);
    double rest_x = center.x - d.whole_x, rest_y = center.y - d.whole_y;
    int left = part.x - d.whole_x, top = part.y - d.whole_y;
    int first = cd_coordinate_floor(rest_x - radius),
        last = cd_coordinate_floor(rest_x + radius) + 1;
    int upper = cd_coordinate_floor(rest_y - radius),
        lower = cd_coordinate_floor(rest_y + radius) + 1;
    d.first = first > left ? first : left;
    d.last = last < left + part.width ? last : left + part.width;
    upper = upper > top ? upper : top;
    lower = lower < top + part.height ? lower : top + part.height;
    if (d.first >= d.last || upper >= lower)
        return true;
    d.rest_x = (float)rest_x;
    d.rest_y = (float)rest_y;
    d.r = (float)radius;
    d.r2 = d.r * d.r;
    d.per_r = 1 / d.r;
    d.per_2r = d.per_r / 2;
    d.color = paint->color | 0xff000000u;
    d.red = (float)(paint->color >> 16 & 255);
    d.green = (float)(paint->color >> 8 & 255);
    d.blue = (float)(paint->color & 255);
    d.alpha = paint->color >> 24;
    d.lit = lit;
    d.room = left + part.width - d.first;
    set_columns(&d);
    for (int y = upper; y < lower; y++) {
        uint32_t *row = canvas->pixels + (ptrdiff_t)(d.whole_y + y) * canvas->pitch;
        draw_row(&d, row + d.whole_x + d.first, y);
    }
    return true;
}
