// Exact coverage. The boundary is walked from top to bottom as two chains, left and right, of lines
// and arcs on which x and y are monotone. In each row a piece is cut at every column; the part in a
// cell adds its height to the running sum of the row at the next cell, and to its own cell what of
// that height lies right of the piece (chord's trapezium, and for an arc the segment between chord
// and arc). The prefix sum of a row is then its coverage. Sums are integers, so neither clipping
// nor the order of pieces changes a bit; cells that no piece enters are emitted as runs.
#include "view/raster/raster_scan.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

// A part of the boundary on which x and y are both monotone.
typedef struct piece {
    bool arc;
    double y1;                    // lower end
    double x0, y0, slope, per_x;  // line: its upper end, dx/dy, dy/dx
    double low, high;             // line: bounds of x
    double cx, cy, r, side, half; // arc: side is the sign of x - cx, half of y - cy
} piece;

typedef enum stage { AT_VERTEX, AT_UPPER_ARC, AT_LOWER_ARC, AT_EDGE, AT_END } stage;

// One side of a shape, walked downwards.
typedef struct chain {
    const cd_round *shape;
    cd_point2 origin;            // subtracted from every vertex
    double side;                 // +1: right, -1: left
    int sign;                    // of what it adds: -1 where the shape ends to the right of it
    int index, next, last, step; // present vertex, the one after the present edge, the lowest
    cd_point2 normal;            // outward unit normal of the edge after vertex `index`
    stage stage;                 // what next_piece tries next
    piece piece;
    double x, y; // how far it has been walked
} chain;

// Cells of a row that pieces entered; empty if hi < lo.
typedef struct band {
    int lo, hi;
} band;

// A row's cells. sum[i] belongs to column left + i and is 0 outside of `touched`.
typedef struct cells {
    int32_t sum[CD_SCAN_WIDTH + 2];
    int row, left, right; // columns left <= i < right
    band touched;
} cells;

static cd_point2 vertex(const chain *c, int index) {
    cd_point2 p = c->shape->points[index];
    return (cd_point2){cd_scan_clamp(p.x) - c->origin.x, cd_scan_clamp(p.y) - c->origin.y};
}

static double leg(double r, double d) {
    double square = (r - d) * (r + d); // not r*r - d*d: that cancels near the poles
    return square > 0 ? sqrt(square) : 0;
}

static double piece_x(const piece *p, double y) {
    if (p->arc)
        return p->cx + p->side * leg(p->r, y - p->cy);
    double x = p->x0 + (y - p->y0) * p->slope;
    return x < p->low ? p->low : x > p->high ? p->high : x;
}

static double piece_y(const piece *p, double x) {
    return p->arc ? p->cy + p->half * leg(p->r, x - p->cx) : p->y0 + (x - p->x0) * p->per_x;
}

// ----------------------------------------------------------------------------------------- chains

// Finds the edge that leaves the present vertex, past repeated ones. The last has none: its arc
// ends straight below it.
static void find_edge(chain *c) {
    c->normal = (cd_point2){0, 1};
    for (; c->index != c->last; c->index = c->next) {
        int count = c->shape->count, next = c->index + c->step;
        c->next = next < 0 ? count - 1 : next == count ? 0 : next;
        cd_point2 v = vertex(c, c->index), w = vertex(c, c->next);
        double dx = w.x - v.x, dy = w.y - v.y, length = sqrt(dx * dx + dy * dy);
        if (length > 0) {
            c->normal = (cd_point2){c->side * dy / length, -c->side * dx / length};
            return;
        }
    }
}

// The arc about the present vertex, in its upper (half -1) or lower (+1) part, if it goes down.
static bool take_arc(chain *c, double half) {
    cd_point2 v = vertex(c, c->index);
    double r = c->shape->radius, ny = c->normal.y;
    if (half < 0 && ny > 0)
        ny = 0;
    double y1 = v.y + r * ny;
    if (!(y1 > c->y) || (half > 0 && ny <= 0))
        return false;
    c->piece =
        (piece){.arc = true, .y1 = y1, .cx = v.x, .cy = v.y, .r = r, .side = c->side, .half = half};
    return true;
}

// The edge after the present vertex, moved outwards by the radius, if it goes down.
static bool take_edge(chain *c) {
    cd_point2 v = vertex(c, c->index), w = vertex(c, c->next);
    double rx = c->shape->radius * c->normal.x, ry = c->shape->radius * c->normal.y;
    double ax = v.x + rx, ay = v.y + ry, bx = w.x + rx, by = w.y + ry;
    if (!(by > c->y && by > ay))
        return false;
    c->piece =
        (piece){.y1 = by, .x0 = ax, .y0 = ay, .low = ax < bx ? ax : bx, .high = ax < bx ? bx : ax};
    c->piece.slope = (bx - ax) / (by - ay);
    c->piece.per_x = (by - ay) / (bx - ax);
    return isfinite(c->piece.slope); // else it is as good as horizontal
}

// Steps to the next piece that goes down from c->y. Others (horizontal edges, arcs of no length,
// rounding noise at collinear vertices) are passed over; whatever the polygon, the walk ends at
// the lowest vertex, so both chains of a shape cover the same rows.
static void next_piece(chain *c) {
    bool taken = false;
    while (!taken && c->stage != AT_END) {
        switch (c->stage) {
        case AT_VERTEX:
            find_edge(c);
            c->stage = AT_UPPER_ARC;
            break;
        case AT_UPPER_ARC:
            taken = take_arc(c, -1);
            c->stage = AT_LOWER_ARC;
            break;
        case AT_LOWER_ARC:
            taken = take_arc(c, +1);
            c->stage = AT_EDGE;
            break;
        case AT_EDGE:
            c->stage = c->index == c->last ? AT_END : AT_VERTEX;
            if (c->stage == AT_END)
                break;
            taken = take_edge(c);
            c->index = c->next;
            break;
        case AT_END:
            break;
        }
    }
    if (taken)
        c->x = piece_x(&c->piece, c->y);
    else
        c->y = INFINITY;
}

// ------------------------------------------------------------------------------------------ cells

static int height_units(double height) {
    return (int)(height * CD_COVERAGE_FULL + 0.5); // height is in 0 .. 1
}

static void touch(cells *row, int i) {
    if (i < row->touched.lo)
        row->touched.lo = i;
    if (i > row->touched.hi)
        row->touched.hi = i;
}

// Area between an arc of radius r and its chord of squared length c2. With s = c / 2r:
// r^2 (asin s - s sqrt(1 - s^2)) = r^2 (2/3 s^3 + 1/5 s^5 + 3/28 s^7 + 5/72 s^9 + 35/704 s^11 +
// ...); the rest is below 2e-5 pixels where the series is used, since c <= sqrt 2.
static double arc_segment(double r, double c2) {
    double s2 = c2 / (4 * r * r), s = sqrt(s2);
    if (s2 < 0.25)
        return r * r * s * s2 *
               (2.0 / 3 + s2 * (1.0 / 5 + s2 * (3.0 / 28 + s2 * (5.0 / 72 + s2 * (35.0 / 704)))));
    return s < 1 ? r * r * (asin(s) - s * sqrt(1 - s2)) : r * r * (3.14159265358979323846 / 2);
}

// One cell: the piece goes down by dy (in units: h), from the fraction f0 across the cell to f1.
static void add_cell(cells *row, int i, int sign, const piece *p, double dy, int h, double f0,
                     double f1) {
    double left = dy * (f0 + f1) * 0.5; // area of the cell left of the piece
    if (p->arc)
        left += p->side * arc_segment(p->r, dy * dy + (f1 - f0) * (f1 - f0));
    int l = (int)(left * CD_COVERAGE_FULL + 0.5);
    l = l < 0 ? 0 : l > h ? h : l;
    row->sum[i - row->left] += sign * (h - l);
    row->sum[i - row->left + 1] += sign * l;
    touch(row, i);
    touch(row, i + 1);
}

// Adds all height from h0 to h1 left of the clip: it counts for every cell of the row.
static void add_before(cells *row, int sign, int h0, int h1) {
    row->sum[0] += sign * (h1 - h0);
    touch(row, row->left);
}

// The height within the row, between y0 and y1, at which a piece crosses the column edge x.
static double crossing(const cells *row, const piece *p, double x, double y0, double y1) {
    double y = piece_y(p, x) - row->row;
    return y < y0 ? y0 : y > y1 ? y1 : y;
}

static void add_rightward(cells *row, const piece *p, int sign, cd_point2 from, cd_point2 to) {
    double x = from.x, y = from.y;
    int h = height_units(y), i = row->left;
    if (x < i) {
        y = crossing(row, p, i, y, to.y);
        add_before(row, sign, h, height_units(y));
        x = i;
        h = height_units(y);
    }
    for (i = cd_scan_floor(x); i + 1 < to.x; i++) {
        double y1 = crossing(row, p, i + 1, y, to.y);
        int h1 = height_units(y1);
        add_cell(row, i, sign, p, y1 - y, h1 - h, x - i, 1);
        if (i + 1 >= row->right)
            return;
        x = i + 1;
        y = y1;
        h = h1;
    }
    add_cell(row, i, sign, p, to.y - y, height_units(to.y) - h, x - i, to.x - i);
}

static void add_leftward(cells *row, const piece *p, int sign, cd_point2 from, cd_point2 to) {
    double x = from.x, y = from.y;
    if (x > row->right) {
        x = row->right;
        y = crossing(row, p, x, y, to.y);
    }
    int h = height_units(y), i = cd_scan_floor(x);
    if (i == row->right)
        i--;
    for (; i > to.x; i--) {
        double y1 = crossing(row, p, i, y, to.y);
        int h1 = height_units(y1);
        add_cell(row, i, sign, p, y1 - y, h1 - h, x - i, 0);
        x = i;
        y = y1;
        h = h1;
        if (i == row->left) {
            add_before(row, sign, h, height_units(to.y));
            return;
        }
    }
    add_cell(row, i, sign, p, to.y - y, height_units(to.y) - h, x - i, to.x - i);
}

// Adds the part of a chain in the row.
static void walk_row(chain *c, cells *row) {
    double bottom = row->row + 1;
    while (c->y < bottom) {
        const piece *p = &c->piece;
        double y1 = p->y1 < bottom ? p->y1 : bottom, x1 = piece_x(p, y1);
        cd_point2 from = {c->x, c->y - row->row}, to = {x1, y1 - row->row};
        bool rightward = from.x <= to.x;
        if ((rightward ? to.x : from.x) <= row->left)
            add_before(row, c->sign, height_units(from.y), height_units(to.y));
        else if ((rightward ? from.x : to.x) >= row->right)
            ; // right of the clip: counts for no cell of it
        else if (rightward)
            add_rightward(row, p, c->sign, from, to);
        else
            add_leftward(row, p, c->sign, from, to);
        c->x = x1;
        c->y = y1;
        if (y1 == p->y1)
            next_piece(c);
    }
}

// ------------------------------------------------------------------------------------------- rows

// Sorts the bands and joins those that (nearly) touch: a run must be worth its while.
static int join_bands(band *bands, int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && bands[k].lo < bands[k - 1].lo; k--) {
            band b = bands[k];
            bands[k] = bands[k - 1];
            bands[k - 1] = b;
        }
    int joined = 0;
    for (int i = 0; i < count; i++) {
        if (joined > 0 && bands[i].lo <= bands[joined - 1].hi + 4) {
            if (bands[i].hi > bands[joined - 1].hi)
                bands[joined - 1].hi = bands[i].hi;
        } else {
            bands[joined++] = bands[i];
        }
    }
    return joined;
}

// Turns the sums into coverage in place, and lists it.
static int row_spans(cells *row, const band *bands, int count, int origin_x, cd_pixel_span *spans) {
    int32_t cover = 0;
    int x = row->left, n = 0;
    for (int b = 0; b < count; b++) {
        if (cover > 0 && bands[b].lo > x)
            spans[n++] = (cd_pixel_span){x + origin_x, bands[b].lo - x, NULL, cover};
        int32_t *sum = row->sum - row->left;
        for (x = bands[b].lo; x <= bands[b].hi && x < row->right; x++)
            sum[x] = cover += sum[x];
        spans[n++] = (cd_pixel_span){bands[b].lo + origin_x, x - bands[b].lo, sum + bands[b].lo, 0};
    }
    if (cover > 0 && x < row->right)
        spans[n++] = (cd_pixel_span){x + origin_x, row->right - x, NULL, cover};
    return n;
}

static void emit_row(cells *row, chain *chains, int count, cd_point2 origin, cd_sink *sink) {
    band bands[4];
    int used = 0;
    for (int i = 0; i < count; i++) {
        row->touched = (band){row->right, row->left - 1};
        walk_row(&chains[i], row);
        if (row->touched.lo <= row->touched.hi && row->touched.lo < row->right)
            bands[used++] = row->touched;
    }
    used = join_bands(bands, used);
    cd_pixel_span spans[CD_SPANS_MAX];
    int n = row_spans(row, bands, used, (int)origin.x, spans);
    if (n > 0)
        sink->row(sink, row->row + (int)origin.y, spans, n);
    for (int b = 0; b < used; b++)
        memset(row->sum + (bands[b].lo - row->left), 0,
               (size_t)(bands[b].hi - bands[b].lo + 1) * sizeof(int32_t));
}

// ------------------------------------------------------------------------------------------ shapes

// The box of a shape, or false if a number is not finite or nothing can be covered.
static bool shape_box(const cd_round *shape, cd_point2 *min, cd_point2 *max) {
    if (!(shape->radius >= 0 && shape->radius <= 1e18))
        return false;
    *min = (cd_point2){1e9, 1e9};
    *max = (cd_point2){-1e9, -1e9};
    for (int i = 0; i < shape->count; i++) {
        cd_point2 p = shape->points[i];
        if (!isfinite(p.x) || !isfinite(p.y))
            return false;
        p = (cd_point2){cd_scan_clamp(p.x), cd_scan_clamp(p.y)};
        *min = (cd_point2){p.x < min->x ? p.x : min->x, p.y < min->y ? p.y : min->y};
        *max = (cd_point2){p.x > max->x ? p.x : max->x, p.y > max->y ? p.y : max->y};
    }
    double r = shape->radius;
    *min = (cd_point2){min->x - r, min->y - r};
    *max = (cd_point2){max->x + r, max->y + r};
    return shape->count > 0 && min->x < max->x && min->y < max->y;
}

// Twice the area; positive if the vertices go clockwise on the screen.
static double winding(const chain *c) {
    double sum = 0;
    cd_point2 a = vertex(c, 0);
    for (int i = 2; i < c->shape->count; i++) {
        cd_point2 b = vertex(c, i - 1), d = vertex(c, i);
        sum += (b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x);
    }
    return sum;
}

// Starts both chains of a shape at the height `y`, or at their top if that is lower.
static void start_chains(chain *chains, const cd_round *shape, cd_point2 origin, int sign,
                         double y) {
    chain c = {.shape = shape, .origin = origin, .stage = AT_VERTEX};
    bool clockwise = winding(&c) >= 0;
    for (int k = 0; k < 2; k++) {
        c.side = k == 0 ? -1 : 1;
        c.sign = k == 0 ? sign : -sign;
        c.step = (c.side > 0) == clockwise ? 1 : -1;
        c.index = c.last = 0;
        for (int i = 1; i < shape->count; i++) {
            cd_point2 p = vertex(&c, i), top = vertex(&c, c.index), bottom = vertex(&c, c.last);
            double further_top = c.side * (p.x - top.x), further = c.side * (p.x - bottom.x);
            if (p.y < top.y || (p.y == top.y && further_top > 0))
                c.index = i;
            if (p.y > bottom.y || (p.y == bottom.y && further > 0))
                c.last = i;
        }
        double top = vertex(&c, c.index).y - shape->radius;
        chains[k] = c;
        chains[k].y = top > y ? top : y;
        next_piece(&chains[k]);
    }
}

void cd_scan(cd_rect clip, const cd_round *shape, const cd_round *minus, cd_sink *sink) {
    cd_point2 min, max, inner_min, inner_max;
    if (clip.width <= 0 || clip.height <= 0 || !shape_box(shape, &min, &max))
        return;
    if (max.x <= clip.x || max.y <= clip.y || min.x >= clip.x + clip.width ||
        min.y >= clip.y + clip.height)
        return;
    // A whole number of pixels near the shape: with it gone, every later number, and so every bit,
    // is the same wherever the shape lies.
    cd_point2 origin = {cd_scan_floor(fmin(fmax(min.x, -1e6), 1e6)),
                        cd_scan_floor(fmin(fmax(min.y, -1e6), 1e6))};
    int left = clip.x - (int)origin.x, right = left + clip.width;
    int top = clip.y - (int)origin.y, bottom = top + clip.height;
    left = (int)fmax(left, floor(min.x - origin.x));
    right = (int)fmin(right, floor(max.x - origin.x) + 1);
    top = (int)fmax(top, floor(min.y - origin.y));
    bottom = (int)fmin(bottom, floor(max.y - origin.y) + 1);

    chain chains[4];
    int count = 2;
    start_chains(chains, shape, origin, 1, top);
    if (minus && shape_box(minus, &inner_min, &inner_max)) {
        start_chains(chains + 2, minus, origin, -1, top);
        count = 4;
    }
    cells row;
    row.left = left;
    row.right = right;
    memset(row.sum, 0, (size_t)(right - left + 2) * sizeof(int32_t));
    for (row.row = top; row.row < bottom; row.row++)
        emit_row(&row, chains, count, origin, sink);
}
