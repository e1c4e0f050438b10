// Exact coverage by signed areas, as FreeType's smooth rasteriser accumulates them, with arcs. The
// boundary is two chains, left and right, of lines and arcs on which x and y are monotone. In a
// cell, a piece that goes down by h adds h to the running sum from the next cell on, and to its own
// cell the part of h that lies right of it (a trapezium, and for an arc the circular segment
// besides). The prefix sum of a row is its coverage. Sums are integers, so neither the clip nor the
// order of the pieces changes a bit; cells that no piece enters are emitted as runs.
#include "view/raster/coverage.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>

// A part of the boundary on which x and y are both monotone.
typedef struct boundary_piece {
    bool arc;
    double y1;                    // lower end
    double x0, y0, dx_dy, dy_dx;  // line: its upper end, dx/dy, dy/dx
    double low, high;             // line: bounds of x
    double cx, cy, r, side, half; // arc: side is the sign of x - cx, half of y - cy
} boundary_piece;

// What next_piece tries next at the present vertex.
typedef enum chain_stage { AT_UPPER_ARC, AT_LOWER_ARC, AT_EDGE, AT_END } chain_stage;

// One side of a shape, traversed downwards.
typedef struct boundary_chain {
    const cd_rounded_polygon *shape;
    cd_point2 origin;            // subtracted from every vertex
    double side;                 // +1: right, -1: left
    int sign;                    // of the heights that it adds: -1 where the shape lies left of it
    int index, next, last, step; // present vertex, the one after the present edge, the lowest
    cd_point2 normal;            // outward unit normal of the edge after vertex `index`
    chain_stage stage;
    boundary_piece piece;
    double x, y; // how far the traversal has come; y is infinite after the last piece
} boundary_chain;

// Columns of a row; empty if hi < lo.
typedef struct cell_range {
    int lo, hi;
} cell_range;

// The cells of a row. sum[i] belongs to column left + i and is 0 outside of `touched`, the cells
// that pieces entered.
typedef struct row_cells {
    int32_t sum[CD_COVERAGE_WIDTH + 2];
    int row, left, right; // columns left <= i < right
    cell_range touched;
} row_cells;

static cd_point2 vertex(const boundary_chain *c, int index) {
    cd_point2 p = cd_point2_clamp(c->shape->points[index]);
    return (cd_point2){p.x - c->origin.x, p.y - c->origin.y};
}

static double half_chord(double r, double d) {
    double square = (r - d) * (r + d); // not r*r - d*d: that cancels near the poles
    return square > 0 ? sqrt(square) : 0;
}

static double piece_x(const boundary_piece *p, double y) {
    if (p->arc)
        return p->cx + p->side * half_chord(p->r, y - p->cy);
    double x = p->x0 + (y - p->y0) * p->dx_dy;
    return x < p->low ? p->low : x > p->high ? p->high : x;
}

static double piece_y(const boundary_piece *p, double x) {
    return p->arc ? p->cy + p->half * half_chord(p->r, x - p->cx) : p->y0 + (x - p->x0) * p->dy_dx;
}

// ----------------------------------------------------------------------------------------- chains

// Finds the edge that leaves the present vertex, skipping repeated vertices. The lowest vertex has
// none: its arc ends straight below it.
static void find_edge(boundary_chain *c) {
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

// Takes the upper (half -1) or lower (+1) part of the arc about the present vertex as the next
// piece; false if no part of it goes down from c->y.
static bool take_arc(boundary_chain *c, double half) {
    cd_point2 v = vertex(c, c->index);
    double r = c->shape->radius, ny = c->normal.y;
    if (half < 0 && ny > 0)
        ny = 0;
    double y1 = v.y + r * ny;
    if (!(y1 > c->y) || (half > 0 && ny <= 0))
        return false;
    c->piece = (boundary_piece){
        .arc = true, .y1 = y1, .cx = v.x, .cy = v.y, .r = r, .side = c->side, .half = half};
    return true;
}

// Takes the edge after the present vertex, moved outwards by the radius, as the next piece; false
// if it does not go down from c->y.
static bool take_edge(boundary_chain *c) {
    cd_point2 v = vertex(c, c->index), w = vertex(c, c->next);
    double rx = c->shape->radius * c->normal.x, ry = c->shape->radius * c->normal.y;
    double ax = v.x + rx, ay = v.y + ry, bx = w.x + rx, by = w.y + ry;
    if (!(by > c->y && by > ay))
        return false;
    c->piece = (boundary_piece){
        .y1 = by, .x0 = ax, .y0 = ay, .low = ax < bx ? ax : bx, .high = ax < bx ? bx : ax};
    c->piece.dx_dy = (bx - ax) / (by - ay);
    c->piece.dy_dx = (by - ay) / (bx - ax);
    return isfinite(c->piece.dx_dy); // else it is horizontal up to rounding
}

// Steps to the next piece that goes down from c->y. It skips all others: horizontal edges, arcs of
// no length, rounding noise at collinear vertices. Whatever the polygon, the chain ends at the
// lowest vertex, so both chains of a shape cover the same rows.
static void next_piece(boundary_chain *c) {
    bool taken = false;
    while (!taken && c->stage != AT_END) {
        if (c->stage != AT_EDGE) {
            taken = take_arc(c, c->stage == AT_UPPER_ARC ? -1 : +1);
            c->stage++;
        } else if (c->index == c->last) {
            c->stage = AT_END;
        } else {
            taken = take_edge(c);
            c->index = c->next;
            find_edge(c);
            c->stage = AT_UPPER_ARC;
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

// Pieces entered the columns first .. last.
static void mark_touched(row_cells *row, int first, int last) {
    if (first < row->touched.lo)
        row->touched.lo = first;
    if (last > row->touched.hi)
        row->touched.hi = last;
}

// The area between an arc of radius r and its chord of squared length c2. With s = c / 2r it is
// r^2 (asin s - s sqrt(1 - s^2)) = r^2 (2/3 s^3 + 1/5 s^5 + 3/28 s^7 + 5/72 s^9 + 35/704 s^11 +
// ...). Where the series is used (s < 1/2) its remainder is below 2e-5 pixels, since c <= sqrt 2.
static double arc_segment(double r, double c2) {
    double s2 = c2 / (4 * r * r), s = sqrt(s2);
    if (s2 < 0.25)
        return r * r * s * s2 *
               (2.0 / 3 + s2 * (1.0 / 5 + s2 * (3.0 / 28 + s2 * (5.0 / 72 + s2 * (35.0 / 704)))));
    return s < 1 ? r * r * (asin(s) - s * sqrt(1 - s2)) : r * r * (3.14159265358979323846 / 2);
}

// Adds one cell: the piece goes down by dy (h in units of coverage), and across the cell from the
// fraction f0 to f1. The caller marks the cell and the next one.
static void add_cell(row_cells *row, int i, int sign, const boundary_piece *p, double dy, int h,
                     double f0, double f1) {
    double left = dy * (f0 + f1) * 0.5; // area of the cell left of the piece
    if (p->arc)
        left += p->side * arc_segment(p->r, dy * dy + (f1 - f0) * (f1 - f0));
    int l = (int)(left * CD_COVERAGE_FULL + 0.5);
    l = l < 0 ? 0 : l > h ? h : l;
    row->sum[i - row->left] += sign * (h - l);
    row->sum[i - row->left + 1] += sign * l;
}

// Adds the height from h0 to h1 of a piece left of the clip: it counts for every cell of the row.
static void add_before(row_cells *row, int sign, int h0, int h1) {
    row->sum[0] += sign * (h1 - h0);
    mark_touched(row, row->left, row->left);
}

// The height within the row, between y0 and y1, at which a piece crosses the column edge x.
static double crossing(const row_cells *row, const boundary_piece *p, double x, double y0,
                       double y1) {
    double y = piece_y(p, x) - row->row;
    return y < y0 ? y0 : y > y1 ? y1 : y;
}

static void add_rightward(row_cells *row, const boundary_piece *p, int sign, cd_point2 from,
                          cd_point2 to) {
    double x = from.x, y = from.y;
    int h = height_units(y), i = row->left;
    if (x < i) {
        y = crossing(row, p, i, y, to.y);
        add_before(row, sign, h, height_units(y));
        x = i;
        h = height_units(y);
    }
    const int first = cd_coordinate_floor(x);
    for (i = first; i + 1 < to.x && i < row->right; i++) {
        double y1 = crossing(row, p, i + 1, y, to.y);
        int h1 = height_units(y1);
        add_cell(row, i, sign, p, y1 - y, h1 - h, x - i, 1);
        x = i + 1;
        y = y1;
        h = h1;
    }
    if (i < row->right)
        add_cell(row, i, sign, p, to.y - y, height_units(to.y) - h, x - i, to.x - i);
    mark_touched(row, first, i < row->right ? i + 1 : i);
}

static void add_leftward(row_cells *row, const boundary_piece *p, int sign, cd_point2 from,
                         cd_point2 to) {
    double x = from.x, y = from.y;
    if (x > row->right) {
        x = row->right;
        y = crossing(row, p, x, y, to.y);
    }
    int h = height_units(y), i = cd_coordinate_floor(x);
    if (i == row->right)
        i--;
    const int last = i + 1;
    for (; i > to.x && i >= row->left; i--) {
        double y1 = crossing(row, p, i, y, to.y);
        int h1 = height_units(y1);
        add_cell(row, i, sign, p, y1 - y, h1 - h, x - i, 0);
        x = i;
        y = y1;
        h = h1;
    }
    if (i >= row->left)
        add_cell(row, i, sign, p, to.y - y, height_units(to.y) - h, x - i, to.x - i);
    else
        add_before(row, sign, h, height_units(to.y));
    mark_touched(row, i < row->left ? row->left : i, last);
}

// Adds the part of a chain that lies in the row.
static void scan_row(boundary_chain *c, row_cells *row) {
    double bottom = row->row + 1;
    while (c->y < bottom) {
        const boundary_piece *p = &c->piece;
        double y1 = p->y1 < bottom ? p->y1 : bottom, x1 = piece_x(p, y1);
        cd_point2 from = {c->x, c->y - row->row}, to = {x1, y1 - row->row};
        bool rightward = from.x <= to.x;
        if ((rightward ? to.x : from.x) <= row->left)
            add_before(row, c->sign, height_units(from.y), height_units(to.y));
        else if ((rightward ? from.x : to.x) >= row->right)
            ; // a piece right of the clip counts for no cell of it
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

// Two ranges with fewer cells between them are joined: so short a run would cost more than it
// saves.
enum { RUN_MIN = 4 };

// Sorts the ranges and joins neighbours; returns how many are left.
static int join_ranges(cell_range *ranges, int count) {
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && ranges[k].lo < ranges[k - 1].lo; k--) {
            cell_range swap = ranges[k];
            ranges[k] = ranges[k - 1];
            ranges[k - 1] = swap;
        }
    int joined = 0;
    for (int i = 0; i < count; i++) {
        if (joined > 0 && ranges[i].lo <= ranges[joined - 1].hi + RUN_MIN) {
            if (ranges[i].hi > ranges[joined - 1].hi)
                ranges[joined - 1].hi = ranges[i].hi;
        } else {
            ranges[joined++] = ranges[i];
        }
    }
    return joined;
}

// Turns the sums into coverage in place, and lists it as spans; returns their number.
static int row_spans(row_cells *row, const cell_range *ranges, int count, int origin_x,
                     cd_pixel_span *spans) {
    int32_t cover = 0;
    int x = row->left, n = 0;
    for (int b = 0; b < count; b++) {
        if (cover > 0 && ranges[b].lo > x)
            spans[n++] = (cd_pixel_span){x + origin_x, ranges[b].lo - x, NULL, cover};
        int32_t *sums = row->sum + (ranges[b].lo - row->left), *sum = sums;
        for (x = ranges[b].lo; x <= ranges[b].hi && x < row->right; x++, sum++)
            *sum = cover += *sum;
        spans[n++] = (cd_pixel_span){ranges[b].lo + origin_x, x - ranges[b].lo, sums, 0};
    }
    if (cover > 0 && x < row->right)
        spans[n++] = (cd_pixel_span){x + origin_x, row->right - x, NULL, cover};
    return n;
}

// How many rows from this one on are alike: all pieces in them are upright lines that span them. At
// least 1; most rows have a piece that leans, so it comes first.
static int rows_alike(const boundary_chain *chains, int count, int row, int bottom) {
    double end = bottom;
    for (int i = 0; i < count && end >= row + 2; i++) {
        const boundary_chain *c = &chains[i];
        const bool upright = !c->piece.arc && c->piece.low == c->piece.high && c->y == row;
        const double until = upright ? c->piece.y1 : c->y; // without a piece until then
        end = until < end ? until : end;
    }
    return end >= row + 2 ? (int)end - row : 1;
}

// Emits a row, and those after it that are like it but for the last of them, in which pieces may
// end; returns how many.
static int emit_rows(row_cells *row, boundary_chain *chains, int count, int bottom,
                     cd_point2 origin, cd_span_sink *sink) {
    const int alike = rows_alike(chains, count, row->row, bottom), rows = alike > 2 ? alike - 1 : 1;
    cell_range ranges[4];
    int used = 0;
    for (int i = 0; i < count; i++) {
        row->touched = (cell_range){row->right, row->left - 1};
        scan_row(&chains[i], row);
        if (row->touched.lo <= row->touched.hi && row->touched.lo < row->right)
            ranges[used++] = row->touched;
    }
    for (int i = 0; i < count && rows > 1; i++)
        if (chains[i].y == row->row + 1)
            chains[i].y += rows - 1;
    used = join_ranges(ranges, used);
    cd_pixel_span spans[CD_SPANS_MAX];
    int n = row_spans(row, ranges, used, (int)origin.x, spans);
    for (int y = 0; y < rows && n > 0; y++)
        sink->row(sink, row->row + y + (int)origin.y, spans, n);
    for (int b = 0; b < used; b++)
        memset(row->sum + (ranges[b].lo - row->left), 0,
               (size_t)(ranges[b].hi - ranges[b].lo + 1) * sizeof(int32_t));
    return rows;
}

// ------------------------------------------------------------------------------------------ shapes

// Radii up to here are drawn.
static const double radius_max = 1e18;

// The bounds of a shape; false if a number is not finite or the shape covers nothing.
static bool shape_bounds(const cd_rounded_polygon *shape, cd_point2 *min, cd_point2 *max) {
    if (!(shape->radius >= 0 && shape->radius <= radius_max))
        return false;
    *min = (cd_point2){cd_coordinate_max, cd_coordinate_max};
    *max = (cd_point2){-cd_coordinate_max, -cd_coordinate_max};
    for (int i = 0; i < shape->count; i++) {
        cd_point2 p = shape->points[i];
        if (!cd_point2_is_finite(p))
            return false;
        p = cd_point2_clamp(p);
        *min = (cd_point2){p.x < min->x ? p.x : min->x, p.y < min->y ? p.y : min->y};
        *max = (cd_point2){p.x > max->x ? p.x : max->x, p.y > max->y ? p.y : max->y};
    }
    double r = shape->radius;
    *min = (cd_point2){min->x - r, min->y - r};
    *max = (cd_point2){max->x + r, max->y + r};
    return shape->count > 0 && min->x < max->x && min->y < max->y;
}

// Twice the area; positive if the vertices go clockwise on the screen.
static double winding(const boundary_chain *c) {
    double sum = 0;
    cd_point2 a = vertex(c, 0);
    for (int i = 2; i < c->shape->count; i++) {
        cd_point2 b = vertex(c, i - 1), d = vertex(c, i);
        sum += (b.x - a.x) * (d.y - a.y) - (b.y - a.y) * (d.x - a.x);
    }
    return sum;
}

// Starts both chains of a shape at the height `y`, or at their top if that lies below it.
static void start_chains(boundary_chain *chains, const cd_rounded_polygon *shape, cd_point2 origin,
                         int sign, double y) {
    boundary_chain c = {.shape = shape, .origin = origin, .stage = AT_UPPER_ARC};
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
        find_edge(&chains[k]);
        next_piece(&chains[k]);
    }
}

// No canvas is that large: origins stay in the range of int.
static const double origin_max = 1e6;

void cd_coverage_scan(cd_rect clip, const cd_rounded_polygon *shape,
                      const cd_rounded_polygon *minus, cd_span_sink *sink) {
    cd_point2 min, max, inner_min, inner_max;
    assert(clip.width <= CD_COVERAGE_WIDTH);
    if (clip.width <= 0 || clip.height <= 0 || !shape_bounds(shape, &min, &max))
        return;
    if (max.x <= clip.x || max.y <= clip.y || min.x >= clip.x + clip.width ||
        min.y >= clip.y + clip.height)
        return;
    // The origin is a whole number of pixels near the shape. Relative to it every later number, and
    // so every bit, is the same wherever the shape lies.
    cd_point2 origin = {cd_coordinate_floor(fmin(fmax(min.x, -origin_max), origin_max)),
                        cd_coordinate_floor(fmin(fmax(min.y, -origin_max), origin_max))};
    int left = clip.x - (int)origin.x, right = left + clip.width;
    int top = clip.y - (int)origin.y, bottom = top + clip.height;
    left = (int)fmax(left, floor(min.x - origin.x));
    right = (int)fmin(right, floor(max.x - origin.x) + 1);
    top = (int)fmax(top, floor(min.y - origin.y));
    bottom = (int)fmin(bottom, floor(max.y - origin.y) + 1);

    boundary_chain chains[4];
    int count = 2;
    start_chains(chains, shape, origin, 1, top);
    if (minus && shape_bounds(minus, &inner_min, &inner_max)) {
        start_chains(chains + 2, minus, origin, -1, top);
        count = 4;
    }
    row_cells row;
    row.left = left;
    row.right = right;
    memset(row.sum, 0, (size_t)(right - left + 2) * sizeof(int32_t));
    for (row.row = top; row.row < bottom;)
        row.row += emit_rows(&row, chains, count, bottom, origin, sink);
}
