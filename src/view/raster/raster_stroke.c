// Polylines and arrows. Their parts overlap, and a translucent colour must not show it: coverage is
// collected tile by tile in a mask, where parts add up (at most to full), and then blended once.
// An edge that continues the one before is a capsule without the disc of their joint, so that on a
// straight or gently bent line the sum is exact; a dash is the same with its own ends.
#include "view/raster/raster_scan.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#define TILE_WIDTH 256
#define TILE_HEIGHT 64

typedef struct tile {
    cd_sink sink; // first: the sink is the tile
    cd_rect clip;
    int32_t mask[TILE_HEIGHT][TILE_WIDTH];
    int lo[TILE_HEIGHT],
        hi[TILE_HEIGHT]; // drawn to: lo <= x < hi; hi 0: the line is not even zeroed
} tile;

static void collect_row(cd_sink *sink, int y, const cd_pixel_span *spans, int count) {
    tile *t = (tile *)sink;
    int line = y - t->clip.y;
    for (int k = 0; k < count; k++) {
        int x = spans[k].x - t->clip.x, end = x + spans[k].count;
        int32_t *mask = t->mask[line] + x;
        if (t->hi[line] == 0)
            memset(t->mask[line], 0, (size_t)t->clip.width * sizeof(int32_t));
        t->lo[line] = x < t->lo[line] ? x : t->lo[line];
        t->hi[line] = end > t->hi[line] ? end : t->hi[line];
        for (int i = 0; i < spans[k].count; i++) {
            int32_t more = spans[k].cells ? spans[k].cells[i] : spans[k].coverage;
            mask[i] = cd_coverage_clamp(mask[i] + more); // no overflow: both <= 2^22
        }
    }
}

static void begin_tile(tile *t, cd_rect clip) {
    t->sink.row = collect_row;
    t->clip = clip;
    for (int line = 0; line < clip.height; line++) {
        t->lo[line] = TILE_WIDTH;
        t->hi[line] = 0;
    }
}

static void end_tile(tile *t, cd_canvas *canvas, uint32_t color) {
    for (int line = 0; line < t->clip.height; line++) {
        int lo = t->lo[line], count = t->hi[line] - lo;
        if (count <= 0)
            continue;
        uint32_t *row = canvas->pixels + (ptrdiff_t)(t->clip.y + line) * canvas->pitch;
        cd_blend_spans(row, color, &(cd_pixel_span){t->clip.x + lo, count, t->mask[line] + lo, 0},
                       1);
    }
}

// ----------------------------------------------------------------------------------------- dashes

// The line's parameters by which its edges are drawn one after the other.
typedef struct stroke {
    const cd_point2 *points;
    int count;
    double radius;
    bool dashed;
    double period, first, length; // cores of dashes: first + k * period, `length` long
} stroke;

// Draws the edge from a to b between the distances from and to along it.
static void draw_part(tile *t, cd_point2 a, cd_point2 b, double edge, double from, double to,
                      bool joined, double radius) {
    double f = edge > 0 ? from / edge : 0, g = edge > 0 ? to / edge : 0;
    cd_point2 ends[2] = {{a.x + f * (b.x - a.x), a.y + f * (b.y - a.y)},
                         {a.x + g * (b.x - a.x), a.y + g * (b.y - a.y)}};
    if (from <= 0)
        ends[0] = a;
    if (to >= edge)
        ends[1] = b;
    cd_round part = {ends, 2, radius}, joint = {ends, 1, radius};
    cd_scan(t->clip, &part, joined ? &joint : NULL, &t->sink);
}

// Where along the edge (0 .. length) it may touch the tile: false if nowhere.
static bool edge_reach(const tile *t, cd_point2 a, cd_point2 b, double length, double radius,
                       double *from, double *to) {
    double low[2] = {t->clip.x - radius, t->clip.y - radius};
    double high[2] = {t->clip.x + t->clip.width + radius, t->clip.y + t->clip.height + radius};
    double p[2] = {a.x, a.y}, d[2] = {b.x - a.x, b.y - a.y};
    *from = 0;
    *to = length;
    for (int k = 0; k < 2; k++) {
        if (d[k] == 0) {
            if (p[k] < low[k] || p[k] > high[k])
                return false;
            continue;
        }
        double s = (low[k] - p[k]) / d[k] * length, e = (high[k] - p[k]) / d[k] * length;
        double near = s < e ? s : e, far = s < e ? e : s;
        *from = near > *from ? near : *from; // not fmax: a call, for every edge in every tile
        *to = far < *to ? far : *to;
    }
    return *from <= *to;
}

// The dashes of the edge that begins at `start` along the line.
static void draw_dashes(tile *t, const stroke *s, cd_point2 a, cd_point2 b, double start,
                        double edge, bool last, double from, double to) {
    double reach = s->length + 2 * s->radius;
    double k = ceil((start + from - reach - s->first) / s->period);
    for (;; k++) {
        double core = s->first + k * s->period - start, end = core + s->length;
        if (core > to + 2 * s->radius || core > edge || (core == edge && !last))
            return;
        if (end >= 0)
            draw_part(t, a, b, edge, fmax(core, 0), fmin(end, edge), core < 0 && start > 0,
                      s->radius);
    }
}

static void draw_tile(tile *t, const stroke *s) {
    double start = 0;
    for (int i = 0; i + 1 < s->count; i++) {
        cd_point2 a = s->points[i], b = s->points[i + 1];
        a = (cd_point2){cd_scan_clamp(a.x), cd_scan_clamp(a.y)};
        b = (cd_point2){cd_scan_clamp(b.x), cd_scan_clamp(b.y)};
        double edge = s->dashed || i == 0 ? hypot(b.x - a.x, b.y - a.y) : 1, from, to;
        if (edge_reach(t, a, b, edge, s->radius, &from, &to)) {
            if (s->dashed)
                draw_dashes(t, s, a, b, start, edge, i + 2 == s->count, from, to);
            else
                draw_part(t, a, b, edge, 0, edge, i > 0, s->radius);
        }
        start += edge;
    }
}

// The visible pixels that the points, thickened, can touch.
static cd_rect reach_of(const cd_canvas *canvas, const cd_point2 *points, int count,
                        double radius) {
    cd_rect visible = cd_canvas_visible(canvas), none = {0, 0, 0, 0};
    double x0 = 1e9, y0 = 1e9, x1 = -1e9, y1 = -1e9;
    for (int i = 0; i < count; i++) {
        if (!isfinite(points[i].x) || !isfinite(points[i].y))
            return none;
        x0 = fmin(x0, points[i].x);
        y0 = fmin(y0, points[i].y);
        x1 = fmax(x1, points[i].x);
        y1 = fmax(y1, points[i].y);
    }
    x0 = fmax(floor(x0 - radius), visible.x);
    y0 = fmax(floor(y0 - radius), visible.y);
    x1 = fmin(floor(x1 + radius) + 1, visible.x + visible.width);
    y1 = fmin(floor(y1 + radius) + 1, visible.y + visible.height);
    if (!(x0 < x1 && y0 < y1))
        return none;
    return (cd_rect){(int)x0, (int)y0, (int)(x1 - x0), (int)(y1 - y0)};
}

void cd_stroke_polyline(cd_canvas *canvas, const cd_point2 *points, int count, double width,
                        cd_dash dash, uint32_t color) {
    stroke s = {.points = points, .count = count, .radius = width / 2};
    if (count < 1 || !(width >= 0 && width <= 1e9))
        return;
    if (count == 1) {
        cd_fill_disc(canvas, points[0], width / 2, color);
        return;
    }
    s.period = dash.on + dash.off;
    // Dashes that no eye can tell apart, or whose round caps close the gaps, are a line. So no tile
    // ever sees more than a few hundred.
    s.dashed = dash.on > 0 && dash.off > 0 && s.period >= fmax(1, width) && s.period <= 1e9;
    if (!s.dashed && count == 2) {
        cd_stroke_line(canvas, points[0], points[1], width, color);
        return;
    }
    double cap = fmin(s.radius, dash.on / 2);
    s.first = isfinite(dash.phase) ? cap - fmod(dash.phase, s.period) : cap;
    s.length = dash.on - 2 * cap;
    cd_rect reach = reach_of(canvas, points, count, s.radius);
    tile t;
    for (int y = 0; y < reach.height; y += TILE_HEIGHT)
        for (int x = 0; x < reach.width; x += TILE_WIDTH) {
            cd_rect part = {reach.x + x, reach.y + y, TILE_WIDTH, TILE_HEIGHT};
            begin_tile(&t, cd_rect_intersection(reach, part));
            draw_tile(&t, &s);
            end_tile(&t, canvas, color);
        }
}

// ------------------------------------------------------------------------------------------ arrows

void cd_stroke_arrow(cd_canvas *canvas, cd_point2 a, cd_point2 b, double width, double head,
                     uint32_t color) {
    double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
    if (!(width >= 0 && width <= 1e9 && head >= 0) || !isfinite(length))
        return;
    if (length < width || length == 0) {
        cd_stroke_line(canvas, a, b, width, color);
        return;
    }
    dx /= length;
    dy /= length;
    head = fmin(head, length / 1.5);
    double half = head * 0.38, radius = width / 2;
    // The shaft's round end lies inside the head, which is as wide as the shaft there or wider.
    double end = fmin(length, fmax(head * 0.8, radius / 0.38));
    cd_point2 base = {b.x - head * dx, b.y - head * dy};
    cd_point2 tip[3] = {
        b, {base.x - half * dy, base.y + half * dx}, {base.x + half * dy, base.y - half * dx}};
    cd_point2 line[2] = {a, {b.x - end * dx, b.y - end * dy}};
    cd_round shaft = {line, 2, radius}, point = {tip, 3, 0};
    cd_rect reach = reach_of(canvas, (cd_point2[]){a, b}, 2, fmax(radius, half));
    tile t;
    for (int y = 0; y < reach.height; y += TILE_HEIGHT)
        for (int x = 0; x < reach.width; x += TILE_WIDTH) {
            cd_rect part = {reach.x + x, reach.y + y, TILE_WIDTH, TILE_HEIGHT};
            begin_tile(&t, cd_rect_intersection(reach, part));
            cd_scan(t.clip, &shaft, NULL, &t.sink);
            cd_scan(t.clip, &point, NULL, &t.sink);
            end_tile(&t, canvas, color);
        }
}
