// See raster.h. The parts of a stroke overlap, and a translucent colour must not show it: their
// coverage is added tile by tile in a mask (at most to full), and the mask is blended once. An edge
// that continues the one before is a capsule without the disc of their joint, so that on a straight
// or gently bent line the sum is exact; a dash is such a capsule with its own ends.
#include "view/raster/raster.h"

#include "view/raster/painter.h"
#include "view/raster/svg.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

#define TILE_WIDTH 256
#define TILE_HEIGHT 64

typedef struct stroke_tile {
    cd_span_sink sink; // first: the sink is the tile
    cd_rect clip;
    int32_t mask[TILE_HEIGHT][TILE_WIDTH];
    // In each line the pixels lo <= x < hi are drawn; where hi is 0, it is not zeroed yet.
    int lo[TILE_HEIGHT], hi[TILE_HEIGHT];
} stroke_tile;
_Static_assert(offsetof(stroke_tile, sink) == 0, "add_row finds the tile at its sink");

static void add_row(cd_span_sink *sink, int y, const cd_pixel_span *spans, int count) {
    stroke_tile *t = (stroke_tile *)sink;
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
            mask[i] = cd_coverage_clamp(mask[i] + more); // both <= 2^22: no overflow
        }
    }
}

// Adds the coverage of a stroke to a tile.
typedef void draw_in_tile(stroke_tile *t, const void *stroke);

static void begin_tile(stroke_tile *t, cd_rect clip) {
    t->sink.row = add_row;
    t->clip = clip;
    for (int line = 0; line < clip.height; line++) {
        t->lo[line] = TILE_WIDTH;
        t->hi[line] = 0;
    }
}

static void end_tile(stroke_tile *t, cd_canvas *canvas, uint32_t color) {
    for (int line = 0; line < t->clip.height; line++) {
        int lo = t->lo[line], count = t->hi[line] - lo;
        if (count <= 0)
            continue;
        uint32_t *row = canvas->pixels + (ptrdiff_t)(t->clip.y + line) * canvas->pitch;
        cd_blend_spans(row, color, &(cd_pixel_span){t->clip.x + lo, count, t->mask[line] + lo, 0},
                       1);
    }
}

static void draw_tiles(cd_canvas *canvas, cd_rect reach, uint32_t color, draw_in_tile *draw,
                       const void *stroke) {
    stroke_tile t;
    for (int y = 0; y < reach.height; y += TILE_HEIGHT)
        for (int x = 0; x < reach.width; x += TILE_WIDTH) {
            cd_rect part = {reach.x + x, reach.y + y, TILE_WIDTH, TILE_HEIGHT};
            begin_tile(&t, cd_rect_intersection(reach, part));
            draw(&t, stroke);
            end_tile(&t, canvas, color);
        }
}

// ----------------------------------------------------------------------------------------- dashes

// A polyline and its pattern; solid where not dashed.
typedef struct dashed_line {
    const cd_point2 *points;
    int count;
    double radius;
    bool dashed;
    double period, first, length; // the core of dash k begins at first + k * period
} dashed_line;

// Draws the edge from a to b, `edge` long, between the distances from and to along it. joined:
// without the disc at its beginning, which the edge before has drawn.
static void draw_part(stroke_tile *t, cd_point2 a, cd_point2 b, double edge, double from, double to,
                      bool joined, double radius) {
    double f = edge > 0 ? from / edge : 0, g = edge > 0 ? to / edge : 0;
    cd_point2 ends[2] = {{a.x + f * (b.x - a.x), a.y + f * (b.y - a.y)},
                         {a.x + g * (b.x - a.x), a.y + g * (b.y - a.y)}};
    if (from <= 0)
        ends[0] = a;
    if (to >= edge)
        ends[1] = b;
    cd_rounded_polygon part = {ends, 2, radius}, joint = {ends, 1, radius};
    cd_coverage_scan(t->clip, &part, joined ? &joint : NULL, &t->sink);
}

// Finds the interval of the edge (within 0 .. length) that may touch the tile; false if none does.
static bool edge_reach(const stroke_tile *t, cd_point2 a, cd_point2 b, double length, double radius,
                       double *from, double *to) {
    double right = t->clip.x + t->clip.width, below = t->clip.y + t->clip.height, f = 0, g = 1;
    bool reaches = cd_interval_narrow(a.x, b.x - a.x, t->clip.x - radius, right + radius, &f, &g) &&
                   cd_interval_narrow(a.y, b.y - a.y, t->clip.y - radius, below + radius, &f, &g);
    *from = f * length;
    *to = g * length;
    return reaches;
}

// Draws the dashes of an edge that begins at the distance `start` along the line.
static void draw_dashes(stroke_tile *t, const dashed_line *s, cd_point2 a, cd_point2 b,
                        double start, double edge, bool last, double from, double to) {
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

static void draw_edges(stroke_tile *t, const void *stroke) {
    const dashed_line *s = stroke;
    double start = 0;
    for (int i = 0; i + 1 < s->count; i++) {
        cd_point2 a = cd_point2_clamp(s->points[i]), b = cd_point2_clamp(s->points[i + 1]);
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

// The visible pixels that lie within `radius` of the points' bounds.
static cd_rect reach_of(const cd_canvas *canvas, const cd_point2 *points, int count,
                        double radius) {
    cd_rect visible = cd_canvas_visible(canvas), none = {0, 0, 0, 0};
    double x0 = cd_coordinate_max, y0 = x0, x1 = -x0, y1 = -x0;
    for (int i = 0; i < count; i++) {
        if (!cd_point2_is_finite(points[i]))
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
    dashed_line s = {.points = points, .count = count, .radius = width / 2};
    assert(count < 1 || points != NULL);
    if (count < 1 || !(width >= 0 && width <= cd_coordinate_max))
        return;
    if (count == 1) {
        cd_fill_disc(canvas, points[0], width / 2, color);
        return;
    }
    s.period = dash.on + dash.off;
    // Dashes too short to be seen as such, or whose round caps close the gaps, are drawn as a solid
    // line. So no tile ever has more than a few hundred dashes.
    s.dashed =
        dash.on > 0 && dash.off > 0 && s.period >= fmax(1, width) && s.period <= cd_coordinate_max;
    if (!s.dashed && count == 2) {
        cd_stroke_line(canvas, points[0], points[1], width, color);
        return;
    }
    double cap = fmin(s.radius, dash.on / 2);
    s.first = isfinite(dash.phase) ? cap - fmod(dash.phase, s.period) : cap;
    s.length = dash.on - 2 * cap;
    if (canvas->svg != NULL) {
        cd_svg_polyline(canvas, points, count, width, s.dashed ? s.length : 0,
                        s.dashed ? s.period - s.length : 0, s.first, color);
        return;
    }
    cd_rect reach = reach_of(canvas, points, count, s.radius);
    draw_tiles(canvas, reach, color, draw_edges, &s);
}

// ------------------------------------------------------------------------------------------ arrows

// Draws the shaft and the head of an arrow.
static void draw_both(stroke_tile *t, const void *stroke) {
    const cd_rounded_polygon *parts = stroke;
    cd_coverage_scan(t->clip, &parts[0], NULL, &t->sink);
    cd_coverage_scan(t->clip, &parts[1], NULL, &t->sink);
}

void cd_stroke_arrow(cd_canvas *canvas, cd_point2 a, cd_point2 b, double width, double head,
                     uint32_t color) {
    double dx = b.x - a.x, dy = b.y - a.y, length = hypot(dx, dy);
    if (!(width >= 0 && width <= cd_coordinate_max && head >= 0) || !isfinite(length))
        return;
    if (length < width || length == 0) {
        cd_stroke_line(canvas, a, b, width, color);
        return;
    }
    dx /= length;
    dy /= length;
    head = fmin(head, length / 1.5);
    const double slenderness = 0.38; // of the head: half its width over its length
    double half = head * slenderness, radius = width / 2;
    // The shaft ends, round, inside the head, where the head is at least as wide as the shaft.
    double end = fmin(length, fmax(head * 0.8, radius / slenderness));
    cd_point2 base = {b.x - head * dx, b.y - head * dy};
    cd_point2 tip[3] = {
        b, {base.x - half * dy, base.y + half * dx}, {base.x + half * dy, base.y - half * dx}};
    cd_point2 line[2] = {a, {b.x - end * dx, b.y - end * dy}};
    if (canvas->svg != NULL) {
        cd_svg_arrow(canvas, line, width, tip, color);
        return;
    }
    cd_rounded_polygon shaft = {line, 2, radius}, point = {tip, 3, 0};
    cd_rect reach = reach_of(canvas, (cd_point2[]){a, b}, 2, fmax(radius, half));
    draw_tiles(canvas, reach, color, draw_both, (cd_rounded_polygon[]){shaft, point});
}
