// Discs, the most frequent shape, in a form that vector units run: each cell of a row by the same
// formula, without a branch, as exactly as raster_scan.c does it. In the quadrant below and right
// of the centre, the arc cuts the cell [u0, u1] x [v0, v1] between a = clamp(leg(v1), u0, u1) and
// b = clamp(leg(v0), u0, u1): left of a the cell is full, right of b empty, between them lie a
// trapezium and the segment between chord and arc. Other quadrants are mirrored; the centre's own
// row, and its column where it matters, are taken as two parts.
#include "view/raster/raster_lanes.h"
#include "view/raster/raster_paint.h"

#include <stddef.h>

// Smaller ones are dots; for larger ones floats are too coarse.
#define RADIUS_MIN 0.5
#define RADIUS_MAX 120
#define COLUMNS_MAX (2 * RADIUS_MAX + 2 + CD_LANES)

typedef struct disc {
    float r, r2, per_r, per_2r; // radius, its square, 1 / r, 1 / (2 r)
    int whole_x, whole_y;       // pixel of the centre
    float rest_x, rest_y;       // where in it: 0 .. 1
    int first, last;            // columns drawn, from whole_x: first <= i < last
    int room;                   // columns from `first` on that may be written, as they are
    float red, green, blue;
    uint32_t alpha;
    uint32_t color; // opaque
    bool lit;
    // Of each column: distance from the centre of its near edge, the far one is at u0 + 1; leg()
    // of both.
    float u0[COLUMNS_MAX], h0[COLUMNS_MAX], h1[COLUMNS_MAX];
} disc;

// One row, or one of the two parts of the centre's: distances of its edges, leg() there.
typedef struct strip {
    float v0, v1, w0, w1;
} strip;

// Half the chord at distance u from the centre.
static inline cd_lanes legs(float r, cd_lanes u) { return cd_lanes_root((r - u) * (r + u)); }

static inline float leg(float r, float v) {
    float square = (r - v) * (r + v);
    return square > 0 ? sqrtf(square) : 0;
}

static strip strip_of(const disc *d, float v0, float v1) {
    return (strip){v0, v1, leg(d->r, v0), leg(d->r, v1)};
}

// The cells of a strip between u0 and u1, where leg() is h0 >= h1.
//
// The segment over a chord that is seen from the centre under 2 asin(s) is r^2 (asin(s) - s sqrt(1
// - s^2)) = r^2 s^3 g(s^2). Within a quadrant s^2 <= 1/2; there the cubic that meets g in the four
// Chebyshev nodes is 1e-4 off at most, which is 4e-5 of a cell, as no chord is longer than sqrt 2.
static inline cd_lanes cell_areas(const disc *d, strip s, cd_lanes u0, cd_lanes u1, cd_lanes h0,
                                  cd_lanes h1) {
    cd_lanes v0 = cd_lanes_all(s.v0), v1 = cd_lanes_all(s.v1);
    cd_lanes a = cd_lanes_clamp(cd_lanes_all(s.w1), u0, u1), ha = cd_lanes_clamp(h0, v0, v1);
    cd_lanes b = cd_lanes_clamp(cd_lanes_all(s.w0), u0, u1), hb = cd_lanes_clamp(h1, v0, v1);
    cd_lanes sine2 = ((b - a) * (b - a) + (ha - hb) * (ha - hb)) * (d->per_2r * d->per_2r);
    cd_lanes g = 0.66660489f + sine2 * (0.20390495f + sine2 * (0.07070072f + sine2 * 0.16713255f));
    cd_lanes segment = d->r2 * cd_lanes_root(sine2) * sine2 * g;
    return (a - u0) * (v1 - v0) + (b - a) * ((ha + hb) * 0.5f - v0) + segment;
}

// The whole of the centre's column, in a strip that the arc may cut on both sides of the centre.
static float centre_area(const disc *d, strip s) {
    cd_lanes u1 = {1 - d->rest_x, d->rest_x, 0, 0};
    cd_lanes areas = cell_areas(d, s, cd_lanes_all(0), u1, cd_lanes_all(d->r), legs(d->r, u1));
    return areas[0] + areas[1];
}

static void set_columns(disc *d) {
    for (int i = 0; d->first + i < d->last; i += CD_LANES) {
        cd_lanes column = cd_lanes_from(d->first + i), left = column - d->rest_x;
        // The centre's column stays as it is: right wherever the arc does not cut it.
        cd_lanes u0 = cd_lanes_select(column < 0, -(left + 1), left), u1 = u0 + 1;
        cd_lanes h0 = legs(d->r, u0), h1 = legs(d->r, u1);
        memcpy(d->u0 + i, &u0, sizeof u0);
        memcpy(d->h0 + i, &h0, sizeof h0);
        memcpy(d->h1 + i, &h1, sizeof h1);
    }
}

static inline cd_lanes lanes_at(const float *from) {
    cd_lanes v;
    memcpy(&v, from, sizeof v);
    return v;
}

// The colours of the lanes from column `first + at`.
static inline cd_pixels lane_colors(const disc *d, int at, float ny) {
    if (!d->lit)
        return cd_pixels_all(d->color);
    cd_lanes nx = (cd_lanes_from(d->first + at) + (0.5f - d->rest_x)) * d->per_r;
    return cd_lit_colors(nx, cd_lanes_all(ny), d->red, d->green, d->blue) |
           cd_pixels_all(0xff000000u);
}

// room: how many pixels there are, if fewer than lanes.
static inline void blend_lanes(uint32_t *dst, cd_pixels src, cd_pixels alpha, int room) {
    if (room >= CD_LANES) {
        cd_pixels_store(dst, cd_pixels_blend(cd_pixels_load(dst), src, alpha));
        return;
    }
    for (int i = 0; i < room; i++)
        dst[i] = cd_blend(dst[i], src[i], alpha[i]);
}

static void draw_row(const disc *d, uint32_t *row, int y) {
    float top = (float)y - d->rest_y, bottom = top + 1;
    float ny = ((float)y + (0.5f - d->rest_y)) * d->per_r;
    strip part = y < 0 ? strip_of(d, -bottom, -top) : strip_of(d, top, bottom), other = part;
    if (y == 0) {
        part = strip_of(d, 0, bottom);
        other = strip_of(d, 0, -top);
    }
    // No cell farther than w0 from the centre is covered; all nearer than `inside` are full.
    float inside = (other.w1 < part.w1 ? other.w1 : part.w1) - 1e-3f;
    int from = cd_scan_floor(d->rest_x - part.w0) - d->first, count = d->last - d->first;
    int to = cd_scan_floor(d->rest_x + part.w0) + 1 - d->first, centre = -d->first;
    from = from < 0 ? 0 : from / CD_LANES * CD_LANES;
    to = to > count ? count : to;
    for (int at = from; at < to; at += CD_LANES) {
        float left = (float)(d->first + at) - d->rest_x;
        cd_pixels src = lane_colors(d, at, ny);
        if (-left <= inside && left + CD_LANES <= inside) {
            blend_lanes(row + at, src, cd_pixels_all(d->alpha), d->room - at);
            continue;
        }
        cd_lanes u0 = lanes_at(d->u0 + at), u1 = u0 + 1;
        cd_lanes h0 = lanes_at(d->h0 + at), h1 = lanes_at(d->h1 + at);
        cd_lanes area = cell_areas(d, part, u0, u1, h0, h1);
        if (y == 0)
            area += cell_areas(d, other, u0, u1, h0, h1);
        if (inside < 1 && at <= centre && centre < at + CD_LANES)
            area[centre - at] = centre_area(d, part) + (y == 0 ? centre_area(d, other) : 0);
        blend_lanes(row + at, src, cd_lanes_whole(area * (float)d->alpha + 0.5f), d->room - at);
    }
}

// This file is compiled twice.
#ifdef CD_WIDE
#define FILL_DISC cd_fill_disc_wide
#else
#define FILL_DISC cd_fill_disc_narrow
#endif

bool FILL_DISC(cd_canvas *canvas, cd_rect part, cd_point2 center, double radius,
               const cd_paint *paint) {
    bool lit = paint->kind == CD_PAINT_ROUND && paint->a.x == center.x && paint->a.y == center.y &&
               paint->b.x == center.x && paint->b.y == center.y && paint->radius == radius;
    if (!(radius >= RADIUS_MIN && radius <= RADIUS_MAX) || !(lit || paint->kind == CD_PAINT_FLAT))
        return false;
    // NaN is for the general way to find out.
    if (!(fabs(center.x) < 1e6 && fabs(center.y) < 1e6))
        return false;
    disc d;
    d.whole_x = cd_scan_floor(center.x);
    d.whole_y = cd_scan_floor(center.y);
    double rest_x = center.x - d.whole_x, rest_y = center.y - d.whole_y;
    int left = part.x - d.whole_x, top = part.y - d.whole_y;
    int first = cd_scan_floor(rest_x - radius), last = cd_scan_floor(rest_x + radius) + 1;
    int upper = cd_scan_floor(rest_y - radius), lower = cd_scan_floor(rest_y + radius) + 1;
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
