// See svg.h.
#include "view/raster/svg.h"

#include "record/allocate.h"
#include "view/raster/convex.h"

#include <assert.h>
#include <stdlib.h>

/// What reaches further is cut. Renderers with 24 bits before the point take 8 million.
static const double far_away = 1e6;

static const double quarter_turn = 1.57079632679489661923;
static const double flatness = 0.02; ///< pixels between a far arc and its chords

typedef struct svg_box {
    double x0, y0, x1, y1;
} svg_box;

cd_canvas cd_svg_begin(cd_svg *svg, int width, int height) {
    assert(width > 0 && height > 0);
    *svg = (cd_svg){.text.middle = {width / 2.0, height / 2.0}};
    cd_bytes_print(&svg->text.out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                   "viewBox=\"0 0 %d %d\" xml:space=\"preserve\">\n",
                   width, height, width, height);
    return (cd_canvas){NULL, width, height, width, {0, 0, width, height}, svg};
}

static void close_clip(cd_svg *svg) {
    if (svg->clip.width > 0)
        cd_svg_append(&svg->text, "</g>\n");
    svg->clip = (cd_rect){0};
}

void cd_svg_end(cd_svg *svg) {
    close_clip(svg);
    cd_svg_append(&svg->text, "</svg>\n");
}

void cd_svg_free(cd_svg *svg) {
    cd_bytes_free(&svg->text.out);
    cd_bytes_free(&svg->text.lit);
}

// ------------------------------------------------------------------------------------------ clip

static svg_box box_of(const cd_point2 *points, int count, double margin) {
    svg_box box = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (int i = 0; i < count; i++) {
        if (!cd_point2_is_finite(points[i]))
            return (svg_box){NAN, NAN, NAN, NAN};
        box.x0 = fmin(box.x0, points[i].x - margin), box.x1 = fmax(box.x1, points[i].x + margin);
        box.y0 = fmin(box.y0, points[i].y - margin), box.y1 = fmax(box.y1, points[i].y + margin);
    }
    return box;
}

static bool is_far(const svg_box *b) {
    return b->x0 < -far_away || b->y0 < -far_away || b->x1 > far_away || b->y1 > far_away;
}

/// Opens the group that an element with these bounds needs for the clip; false where nothing of it
/// is to be seen, or a bound is not a number.
static bool begin_element(cd_canvas *canvas, const svg_box *box, uint32_t color) {
    cd_svg *svg = canvas->svg;
    const cd_rect v = cd_canvas_visible(canvas);
    const double right = (double)v.x + v.width, below = (double)v.y + v.height;
    if (v.width <= 0 || v.height <= 0 || color >> 24 == 0 ||
        !(box->x0 < right && box->x1 > v.x && box->y0 < below && box->y1 > v.y))
        return false;
    if (memcmp(&v, &svg->clip, sizeof v) == 0)
        return true;
    close_clip(svg);
    const bool inside = box->x0 >= v.x && box->y0 >= v.y && box->x1 <= right && box->y1 <= below;
    if (inside || (v.width == canvas->width && v.height == canvas->height))
        return true;
    const int id = svg->text.ids++;
    cd_bytes_print(&svg->text.out,
                   "<clipPath id=\"clip%d\"><rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>"
                   "</clipPath>\n<g clip-path=\"url(#clip%d)\">\n",
                   id, v.x, v.y, v.width, v.height, id);
    svg->clip = v;
    return true;
}

// ------------------------------------------------------------------------------ rounded polygons

/// A convex hull with its interior at the left of its edges, were y to go up, and a radius.
typedef struct rounded {
    const cd_point2 *points;
    int count;
    double radius;
} rounded;

/// The direction of the outward normal of the edge that leaves vertex i.
static double normal_angle(const rounded *r, int i) {
    const cd_point2 p = r->points[i], q = r->points[(i + 1) % r->count];
    return atan2(-(q.x - p.x), q.y - p.y);
}

static cd_point2 on_arc(const rounded *r, int i, double angle) {
    const cd_point2 p = r->points[i];
    return (cd_point2){p.x + r->radius * cos(angle), p.y + r->radius * sin(angle)};
}

/// ` d="..."` of the outline: edges, and an arc around each vertex.
static void append_path(cd_svg_text *text, const rounded *r) {
    for (int i = 0; i < r->count; i++) {
        cd_svg_append(text, i == 0 ? "M" : "L");
        cd_svg_point(text, on_arc(r, i, normal_angle(r, (i + r->count - 1) % r->count)));
        cd_svg_append(text, "A");
        cd_svg_point(text, (cd_point2){r->radius, r->radius});
        cd_svg_append(text, " 0 0 1 ");
        cd_svg_point(text, on_arc(r, i, normal_angle(r, i)));
    }
    cd_svg_append(text, "Z");
}

static void append_points(cd_svg_text *text, const cd_point2 *points, int count) {
    cd_svg_append(text, " points=\"");
    for (int i = 0; i < count; i++) {
        if (i > 0)
            cd_svg_append(text, " ");
        cd_svg_point(text, points[i]);
    }
    cd_svg_append(text, "\"");
}

static void append_attribute(cd_svg_text *text, const char *name, double value) {
    cd_svg_append(text, " ");
    cd_svg_append(text, name);
    cd_svg_append(text, "=\"");
    cd_svg_number(text, value);
    cd_svg_append(text, "\"");
}

/// Appends the element of an outline, up to its colours.
static void append_outline(cd_svg_text *text, const rounded *r) {
    if (r->count == 1) {
        cd_svg_append(text, "<circle");
        append_attribute(text, "cx", r->points[0].x);
        append_attribute(text, "cy", r->points[0].y);
        append_attribute(text, "r", r->radius);
    } else if (r->radius == 0) {
        cd_svg_append(text, "<polygon");
        append_points(text, r->points, r->count);
    } else {
        cd_svg_append(text, "<path d=\"");
        append_path(text, r);
        cd_svg_append(text, "\"");
    }
}

// ------------------------------------------------------------------------------------ far outlines

/// Appends chords of the arc around vertex i to `out`, fine where they may be seen.
static void flatten_arc(const cd_canvas *canvas, const rounded *r, int i, double from, double to,
                        cd_bytes *out) {
    const cd_point2 ends[2] = {on_arc(r, i, from), on_arc(r, i, to)};
    const double sagitta = r->radius * (1 - cos((to - from) / 2));
    const svg_box box = box_of(ends, 2, sagitta);
    const bool seen = box.x0 < canvas->width && box.x1 > 0 && box.y0 < canvas->height && box.y1 > 0;
    if (to - from > quarter_turn || (seen && sagitta > flatness)) {
        flatten_arc(canvas, r, i, from, (from + to) / 2, out);
        flatten_arc(canvas, r, i, (from + to) / 2, to, out);
    } else {
        cd_bytes_append(out, &ends[1], sizeof ends[1]);
    }
}

/// The outline as the vertices of a polygon: cd_point2 in `out`; returns their number.
static int flatten(const cd_canvas *canvas, const rounded *r, cd_bytes *out) {
    for (int i = 0; i < r->count; i++) {
        const double from = r->count == 1 ? 0 : normal_angle(r, (i + r->count - 1) % r->count);
        double to = r->count == 1 ? 4 * quarter_turn : normal_angle(r, i);
        while (to < from)
            to += 4 * quarter_turn;
        const cd_point2 first = on_arc(r, i, from);
        cd_bytes_append(out, &first, sizeof first);
        if (r->radius > 0)
            flatten_arc(canvas, r, i, from, to, out);
    }
    return out->failed ? 0 : (int)(out->size / sizeof(cd_point2));
}

enum { CUT = 8 }; ///< cd_convex_cut adds a vertex each time, and asks for room for two

/// Cuts a polygon at the picture, a margin around it; `out` and `other` have room for count + CUT
/// points each. Returns the number of vertices in `out`.
static int cut_at_picture(const cd_canvas *canvas, const cd_point2 *points, int count,
                          cd_point2 *other, cd_point2 *out) {
    const double w = canvas->width + 2.0, h = canvas->height + 2.0;
    const int room = count + CUT;
    count = cd_convex_cut(points, count, (cd_point2){-2, 0}, (cd_point2){-1, 0}, 0, other, room);
    count = cd_convex_cut(other, count, (cd_point2){w, 0}, (cd_point2){1, 0}, 0, out, room);
    count = cd_convex_cut(out, count, (cd_point2){0, -2}, (cd_point2){0, -1}, 0, other, room);
    return cd_convex_cut(other, count, (cd_point2){0, h}, (cd_point2){0, 1}, 0, out, room);
}

static void fill_far(cd_canvas *canvas, const rounded *r, const cd_paint *paint) {
    cd_bytes outline = {0};
    const int count = flatten(canvas, r, &outline);
    const size_t room = ((size_t)count + CUT) * sizeof(cd_point2);
    cd_point2 *rest = cd_allocate(room), *spare = cd_allocate(room);
    if (rest != NULL && spare != NULL) {
        const int left =
            cut_at_picture(canvas, (const cd_point2 *)(void *)outline.data, count, spare, rest);
        if (left >= 3)
            cd_svg_fill(canvas, rest, left, 0, paint);
    }
    free(rest);
    free(spare);
    cd_bytes_free(&outline);
}

static void stroke_far(cd_canvas *canvas, const rounded *r, double width, uint32_t color) {
    cd_bytes outline = {0};
    const int count = flatten(canvas, r, &outline);
    if (count > 0) {
        const cd_point2 start = *(const cd_point2 *)(void *)outline.data;
        cd_bytes_append(&outline, &start, sizeof start); // closes the line
    }
    if (!outline.failed)
        cd_svg_polyline(canvas, (const cd_point2 *)(void *)outline.data, count + 1, width, 0, 0, 0,
                        color);
    cd_bytes_free(&outline);
}

// ------------------------------------------------------------------------------- fills and strokes

/// The hull of the points, in memory that the caller frees; count 0 where there is none.
static rounded hull_of(const cd_point2 *points, int count, double radius, cd_point2 **memory) {
    *memory = cd_allocate((size_t)count * sizeof **memory);
    const int kept = *memory != NULL ? cd_convex_hull2(points, count, *memory) : 0;
    return (rounded){*memory, kept, fmin(radius, cd_coordinate_max)};
}

static void fill_hull(cd_canvas *canvas, const rounded *r, const cd_paint *paint) {
    const svg_box box = box_of(r->points, r->count, r->radius);
    cd_svg_text element = {0};
    const uint32_t either = paint->color | paint->ground; // opaque bits of one of them
    if (r->count == 0 || (r->radius == 0 && r->count < 3))
        return;
    if (is_far(&box)) {
        fill_far(canvas, r, paint);
        return;
    }
    if (!begin_element(canvas, &box, paint->kind == CD_PAINT_HATCH ? either : paint->color))
        return;
    append_outline(&element, r);
    cd_bytes_append(&element.out, "", 1);
    if (element.out.failed)
        canvas->svg->text.out.failed = true;
    else
        cd_svg_painted(&canvas->svg->text, (const char *)element.out.data, r->count, paint);
    cd_bytes_free(&element.out);
}

void cd_svg_fill(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                 const cd_paint *paint) {
    cd_point2 *memory;
    const svg_box box = box_of(points, count, 0);
    if (count < 1 || isnan(box.x0) || !(radius >= 0 && isfinite(radius)) ||
        !cd_paint_is_valid(paint))
        return;
    const rounded r = hull_of(points, count, radius, &memory);
    if (r.count == 2 && paint->kind == CD_PAINT_FLAT)
        cd_svg_polyline(canvas, r.points, 2, 2 * r.radius, 0, 0, 0, paint->color);
    else
        fill_hull(canvas, &r, paint);
    free(memory);
}

/// The attributes of a stroke, and the end of its element.
static void append_stroke(cd_svg_text *text, double width, uint32_t color, const char *more) {
    cd_svg_append(text, " fill=\"none\"");
    cd_svg_color(text, "stroke", color);
    append_attribute(text, "stroke-width", width);
    cd_svg_append(text, more);
    cd_svg_append(text, "/>\n");
}

void cd_svg_stroke(cd_canvas *canvas, const cd_point2 *points, int count, double radius,
                   double width, uint32_t color) {
    cd_point2 *memory;
    const svg_box given = box_of(points, count, 0);
    if (count < 1 || isnan(given.x0) || !(radius >= 0 && width > 0 && isfinite(radius + width)))
        return;
    const rounded r = hull_of(points, count, radius, &memory);
    const svg_box box = box_of(r.points, r.count, r.radius + width / 2);
    if (r.count > 0 && is_far(&box)) {
        stroke_far(canvas, &r, width, color);
    } else if (r.count == 1 && r.radius < width / 2) { // a disc, which has no hole
        cd_svg_fill(canvas, r.points, 1, r.radius + width / 2, &(cd_paint){.color = color});
    } else if (begin_element(canvas, &box, color)) {
        append_outline(&canvas->svg->text, &r);
        append_stroke(&canvas->svg->text, width, color, " stroke-linejoin=\"round\"");
    }
    free(memory);
}

void cd_svg_arrow(cd_canvas *canvas, const cd_point2 *line, double width, const cd_point2 *head,
                  uint32_t color) {
    cd_point2 tip[3];
    const rounded shaft = {line, 2, width / 2};
    const svg_box a = box_of(line, 2, width / 2), b = box_of(head, 3, 0);
    const svg_box both = {fmin(a.x0, b.x0), fmin(a.y0, b.y0), fmax(a.x1, b.x1), fmax(a.y1, b.y1)};
    if (is_far(&both)) {
        cd_svg_polyline(canvas, line, 2, width, 0, 0, 0, color);
        cd_svg_fill(canvas, head, 3, 0, &(cd_paint){.color = color});
        return;
    }
    if (!begin_element(canvas, &both, color))
        return;
    cd_svg_text *text = &canvas->svg->text;
    const int corners = cd_convex_hull2(head, 3, tip); // turns as the shaft: what both cover counts
    cd_svg_append(text, "<path d=\"");
    append_path(text, &shaft);
    for (int i = 0; i < corners; i++) {
        cd_svg_append(text, i == 0 ? "M" : "L");
        cd_svg_point(text, tip[i]);
    }
    cd_svg_append(text, "Z\"");
    cd_svg_color(text, "fill", color);
    cd_svg_append(text, "/>\n");
}

/// Appends the element of a rectangle `in` inside of another, up to its colours; false where there
/// is nothing to see.
static bool begin_rect(cd_canvas *canvas, double x, double y, double width, double height,
                       double corner, double in, uint32_t color) {
    const cd_point2 ends[2] = {{x, y}, {x + width, y + height}};
    const svg_box box = box_of(ends, 2, 0);
    if (!(width > 0 && height > 0) || is_far(&box) || !begin_element(canvas, &box, color))
        return false;
    cd_svg_text *text = &canvas->svg->text;
    cd_svg_append(text, "<rect");
    append_attribute(text, "x", x + in);
    append_attribute(text, "y", y + in);
    append_attribute(text, "width", width - 2 * in);
    append_attribute(text, "height", height - 2 * in);
    corner = fmin(corner, fmin(width, height) / 2);
    if (corner > in)
        append_attribute(text, "rx", corner - in);
    return true;
}

void cd_svg_fill_rect(cd_canvas *canvas, double x, double y, double width, double height,
                      double corner, uint32_t color) {
    if (!begin_rect(canvas, x, y, width, height, corner, 0, color))
        return;
    cd_svg_color(&canvas->svg->text, "fill", color);
    cd_svg_append(&canvas->svg->text, "/>\n");
}

void cd_svg_stroke_rect(cd_canvas *canvas, double x, double y, double width, double height,
                        double corner, double stroke, uint32_t color) {
    const double in = fmin(stroke, fmin(width, height)) / 2;
    if (in > 0 && begin_rect(canvas, x, y, width, height, corner, in, color))
        append_stroke(&canvas->svg->text, 2 * in, color, "");
}

// --------------------------------------------------------------------------------------- polylines

/// A line that is being cut into the runs of its points that may be seen.
typedef struct run_of_points {
    cd_canvas *canvas;
    cd_bytes points; ///< cd_point2
    double start;    ///< of the run, along the line
    double width, dash, gap, first;
    uint32_t color;
} run_of_points;

static void end_run(run_of_points *run) {
    const cd_point2 *points = (const cd_point2 *)(void *)run->points.data;
    const int count = run->points.failed ? 0 : (int)(run->points.size / sizeof *points);
    const svg_box box = box_of(points, count, run->width / 2);
    if (count >= 2 && begin_element(run->canvas, &box, run->color)) {
        cd_svg_text *text = &run->canvas->svg->text;
        cd_svg_append(text, "<polyline");
        append_points(text, points, count);
        if (run->dash > 0 || run->gap > 0) {
            cd_svg_append(text, " stroke-dasharray=\"");
            cd_svg_point(text, (cd_point2){run->dash, run->gap});
            cd_svg_append(text, "\"");
            append_attribute(text, "stroke-dashoffset",
                             fmod(run->start - run->first, run->dash + run->gap));
        }
        append_stroke(text, run->width, run->color,
                      " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    }
    run->points.size = 0;
}

static void add_point(run_of_points *run, cd_point2 a, cd_point2 b, double t) {
    const cd_point2 p = {a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
    cd_bytes_append(&run->points, t == 0 ? &a : t == 1 ? &b : &p, sizeof p);
}

void cd_svg_polyline(cd_canvas *canvas, const cd_point2 *points, int count, double width,
                     double dash, double gap, double first, uint32_t color) {
    run_of_points run = {.canvas = canvas, .width = width, .color = color};
    const svg_box box = box_of(points, count, 0);
    const double margin = width + 1;
    double along = 0;
    if (count < 1 || isnan(box.x0) || !(width > 0 && width <= far_away))
        return;
    run.dash = dash, run.gap = gap, run.first = first;
    for (int i = 0; i + 1 < count; i++) {
        const cd_point2 a = cd_point2_clamp(points[i]), b = cd_point2_clamp(points[i + 1]);
        const double length = hypot(b.x - a.x, b.y - a.y);
        double t0 = 0, t1 = 1;
        const bool seen =
            cd_interval_narrow(a.x, b.x - a.x, -margin, canvas->width + margin, &t0, &t1) &&
            cd_interval_narrow(a.y, b.y - a.y, -margin, canvas->height + margin, &t0, &t1);
        if (!seen || t0 > 0)
            end_run(&run);
        if (seen && run.points.size == 0) {
            run.start = along + t0 * length;
            add_point(&run, a, b, t0);
        }
        if (seen)
            add_point(&run, a, b, t1);
        along += length;
    }
    end_run(&run);
    if (run.points.failed)
        canvas->svg->text.out.failed = true;
    cd_bytes_free(&run.points);
}

// -------------------------------------------------------------------------------------------- text

static void append_escaped(cd_svg_text *text, const char *string, size_t length) {
    for (size_t i = 0; i < length; i++) {
        const char c = string[i], plain[2] = {c, '\0'};
        cd_svg_append(text, c == '&'   ? "&amp;"
                            : c == '<' ? "&lt;"
                            : c == '>' ? "&gt;"
                            : c == '"' ? "&quot;"
                                       : plain);
    }
}

void cd_svg_write(cd_canvas *canvas, const cd_svg_line *line, uint32_t color, const char *string,
                  size_t length) {
    const svg_box box = {line->x - line->size, line->baseline - line->ascent,
                         line->x + line->width + line->size, line->baseline + line->descent};
    if (!begin_element(canvas, &box, color))
        return;
    cd_svg_text *text = &canvas->svg->text;
    cd_svg_append(text, "<text");
    append_attribute(text, "x", line->x);
    append_attribute(text, "y", line->baseline);
    append_attribute(text, "textLength", line->width);
    append_attribute(text, "font-size", line->size);
    cd_svg_append(text, " font-family=\"");
    if (line->font != NULL) { // in quotation marks of CSS
        cd_svg_append(text, "'");
        for (const char *c = line->font; *c != '\0'; c++)
            if (*c != '\'' && *c != '\\')
                append_escaped(text, c, 1);
        cd_svg_append(text, "', ");
    }
    cd_svg_append(text, line->generic);
    cd_svg_append(text, line->bold ? "\" font-weight=\"bold\"" : "\"");
    cd_svg_color(text, "fill", color);
    if (line->rim > 0) {
        cd_svg_color(text, "stroke", color);
        append_attribute(text, "stroke-width", 2 * line->rim);
        cd_svg_append(text, " stroke-linejoin=\"round\"");
    }
    cd_svg_append(text, ">");
    append_escaped(text, string, length);
    cd_svg_append(text, "</text>\n");
}
