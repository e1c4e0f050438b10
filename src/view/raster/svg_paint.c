// See svg_paint.h. The light on a sphere depends on its direction to the lamp: over the disc that
// is nearly a function of the distance from the brightest point, and so is the highlight of the
// distance from its middle. So each is a circular gradient around its point, with the values along
// the line through the middle of the disc, and the highlight lies over the other. Gradients are
// defined for the unit disc. The light on the side of a capsule is a linear gradient across it;
// half a sphere lies over each end.
#include "view/raster/svg_paint.h"

#include "view/raster/color.h"
#include "view/raster/pixel_lanes.h"

#include <stdio.h>

enum { LIT_STOPS = 12, SHINE_STOPS = 8, SIDE_STOPS = 16 };

static const double shine_radius = 0.75; ///< where less than 0.0001 of the highlight is left

void cd_svg_append(cd_svg_text *text, const char *string) {
    cd_bytes_append(&text->out, string, strlen(string));
}

/// A number with at most `digits` digits behind the point, and no zeros at its end.
static void append_number(cd_svg_text *text, double value, int digits) {
    char buffer[40];
    int length = snprintf(buffer, sizeof buffer, "%.*f", digits, value);
    while (buffer[length - 1] == '0')
        length--;
    length -= buffer[length - 1] == '.';
    buffer[length] = '\0';
    cd_svg_append(text, strcmp(buffer, "-0") == 0 ? "0" : buffer);
}

void cd_svg_number(cd_svg_text *text, double value) { append_number(text, value, 2); }

void cd_svg_point(cd_svg_text *text, cd_point2 point) {
    cd_svg_number(text, point.x);
    cd_svg_append(text, " ");
    cd_svg_number(text, point.y);
}

static void append_opacity(cd_svg_text *text, const char *name, double opacity) {
    cd_svg_append(text, name);
    append_number(text, opacity, 4);
    cd_svg_append(text, "\"");
}

void cd_svg_color(cd_svg_text *text, const char *name, uint32_t color) {
    cd_bytes_print(&text->out, " %s=\"#%06x\"", name, (unsigned)(color & 0xffffff));
    if (color >> 24 != 255) {
        cd_bytes_print(&text->out, " %s", name);
        append_opacity(text, "-opacity=\"", (color >> 24) / 255.0);
    }
}

// ----------------------------------------------------------------------------------------- light

/// The normal of a lit body at the distance x, in radii, from the middle along a unit direction.
static void normal_along(double x, double ux, double uy, cd_floats *n) {
    n[0] = cd_floats_all((float)(x * ux));
    n[1] = cd_floats_all((float)(x * uy));
    n[2] = cd_floats_root(1 - n[0] * n[0] - n[1] * n[1]);
}

static void append_stop(cd_svg_text *text, double offset) {
    cd_svg_append(text, "<stop offset=\"");
    append_number(text, offset, 4);
    cd_svg_append(text, "\"");
}

static uint32_t scaled_color(uint32_t color, double k) {
    return cd_color_from(k * (color >> 16 & 255) / 255, k * (color >> 8 & 255) / 255,
                         k * (color & 255) / 255, 1);
}

/// Opens a gradient around the point of the unit disc where a vector to the light points.
static void begin_radial(cd_svg_text *text, const char *id, int number, double x, double y,
                         double radius) {
    cd_bytes_print(&text->out, "<radialGradient id=\"%s%d\" gradientUnits=\"userSpaceOnUse\"", id,
                   number);
    cd_bytes_print(&text->out, " cx=\"%.4f\" cy=\"%.4f\" r=\"%.4f\">", x, y, radius);
}

/// The number of the gradient that lights a sphere of a colour; defines it the first time.
static int lit_gradient(cd_svg_text *text, uint32_t color) {
    color |= 0xff000000u;
    const int count = (int)(text->lit.size / sizeof color);
    for (int i = count; i > 0; i--)
        if (memcmp(text->lit.data + (size_t)(i - 1) * sizeof color, &color, sizeof color) == 0)
            return i - 1;
    cd_bytes_append(&text->lit, &color, sizeof color);
    const double far = hypot((double)CD_LIGHT_X, (double)CD_LIGHT_Y), radius = 1 + far;
    begin_radial(text, "lit", count, CD_LIGHT_X, CD_LIGHT_Y, radius);
    for (int i = 0; i <= LIT_STOPS; i++) {
        cd_floats n[3];
        normal_along(far - radius * i / LIT_STOPS, CD_LIGHT_X / far, CD_LIGHT_Y / far, n);
        append_stop(text, (double)i / LIT_STOPS);
        cd_svg_color(text, "stop-color", scaled_color(color, cd_floats_lit(n[0], n[1], n[2])[0]));
        cd_svg_append(text, "/>");
    }
    cd_svg_append(text, "</radialGradient>\n");
    return count;
}

static void define_shine(cd_svg_text *text) {
    if (text->shine)
        return;
    text->shine = true;
    const double far = hypot((double)CD_SHINE_X, (double)CD_SHINE_Y);
    begin_radial(text, "shine", 0, CD_SHINE_X, CD_SHINE_Y, shine_radius);
    for (int i = 0; i <= SHINE_STOPS; i++) {
        cd_floats n[3];
        normal_along(far - shine_radius * i / SHINE_STOPS, CD_SHINE_X / far, CD_SHINE_Y / far, n);
        append_stop(text, (double)i / SHINE_STOPS);
        const double white = i < SHINE_STOPS ? cd_floats_shine(n[0], n[1], n[2])[0] : 0;
        append_opacity(text, " stop-color=\"#fff\" stop-opacity=\"", white);
        cd_svg_append(text, "/>");
    }
    cd_svg_append(text, "</radialGradient>\n");
}

/// A light beyond this is the same all over the picture: numbers of gradients are to be smaller.
static const double far_away = 1e6;

static bool is_far(const cd_paint *paint) {
    const double reach =
        fmax(fmax(fabs(paint->a.x), fabs(paint->a.y)), fmax(fabs(paint->b.x), fabs(paint->b.y)));
    return reach + paint->radius > far_away;
}

/// The colour of a lit body at a point.
static uint32_t shade_at(const cd_paint *paint, cd_point2 at) {
    const double x = paint->b.x - paint->a.x, y = paint->b.y - paint->a.y, square = x * x + y * y;
    double t = ((at.x - paint->a.x) * x + (at.y - paint->a.y) * y) / square;
    t = square > 0 ? fmin(fmax(t, 0), 1) : 0;
    const double nx = (at.x - paint->a.x - t * x) / paint->radius;
    const double ny = (at.y - paint->a.y - t * y) / paint->radius;
    const cd_pixels color = cd_pixels_lit(
        cd_floats_all((float)nx), cd_floats_all((float)ny), (float)(paint->color >> 16 & 255),
        (float)(paint->color >> 8 & 255), (float)(paint->color & 255));
    return color[0] | (paint->color & 0xff000000u);
}

/// Appends the part of a lit sphere that an element covers, in the coordinates of the unit disc.
static void append_lit(cd_svg_text *text, cd_point2 center, double radius, int gradient,
                       const char *element) {
    cd_svg_append(text, "<g transform=\"translate(");
    cd_svg_point(text, center);
    cd_svg_append(text, ") scale(");
    cd_svg_number(text, radius);
    cd_bytes_print(&text->out, ")\">%s fill=\"url(#lit%d)\"/>%s fill=\"url(#shine0)\"/></g>",
                   element, gradient, element);
}

/// Defines the gradient across a capsule whose axis has the unit direction (ux, uy); its number.
static int side_gradient(cd_svg_text *text, const cd_paint *paint, double ux, double uy) {
    const int id = text->ids++;
    const cd_point2 a = paint->a;
    cd_bytes_print(&text->out, "<linearGradient id=\"side%d\" gradientUnits=\"userSpaceOnUse\"",
                   id);
    const double r = paint->radius;
    cd_bytes_print(&text->out, " x1=\"%.3f\" y1=\"%.3f\" x2=\"%.3f\" y2=\"%.3f\">", a.x + r * uy,
                   a.y - r * ux, a.x - r * uy, a.y + r * ux);
    for (int i = 0; i <= SIDE_STOPS; i++) {
        const double x = 2.0 * i / SIDE_STOPS - 1;
        const cd_point2 at = {a.x - x * r * uy, a.y + x * r * ux};
        append_stop(text, (double)i / SIDE_STOPS);
        cd_svg_color(text, "stop-color", shade_at(paint, at) | 0xff000000u);
        cd_svg_append(text, "/>");
    }
    cd_svg_append(text, "</linearGradient>\n");
    return id;
}

static void paint_capsule(cd_svg_text *text, const char *element, int count, const cd_paint *paint,
                          int gradient) {
    const double length = hypot(paint->b.x - paint->a.x, paint->b.y - paint->a.y);
    const double ux = length > 0 ? (paint->b.x - paint->a.x) / length : 1;
    const double uy = length > 0 ? (paint->b.y - paint->a.y) / length : 0;
    const int side = side_gradient(text, paint, ux, uy);
    cd_bytes_print(&text->out, "%s fill=\"url(#side%d)\"/>", element, side);
    for (int end = 0; end < 2 && count == 2; end++) {
        char half[160];
        const double x = end == 0 ? ux : -ux, y = end == 0 ? uy : -uy;
        snprintf(half, sizeof half, "<path d=\"M%.4f %.4fA1 1 0 0 1 %.4f %.4fZ\"", -y, x, y, -x);
        append_lit(text, end == 0 ? paint->a : paint->b, paint->radius, gradient, half);
    }
}

static void paint_lit(cd_svg_text *text, const char *element, int count, const cd_paint *paint) {
    define_shine(text);
    const int gradient = lit_gradient(text, paint->color);
    cd_svg_append(text, "<g");
    if (paint->color >> 24 != 255)
        append_opacity(text, " opacity=\"", (paint->color >> 24) / 255.0);
    cd_svg_append(text, ">");
    if (count == 1)
        append_lit(text, paint->a, paint->radius, gradient, "<circle r=\"1\"");
    else
        paint_capsule(text, element, count, paint, gradient);
    cd_svg_append(text, "</g>\n");
}

// ----------------------------------------------------------------------------------------- hatch

/// Stripes are the same along x + y: an anchor near the origin.
static double near_anchor(const cd_paint *paint) {
    const double period = paint->period * 1.41421356237309504880;
    return fmod(cd_coordinate_clamp(paint->a.x) + cd_coordinate_clamp(paint->a.y), period);
}

static void paint_hatch(cd_svg_text *text, const char *element, const cd_paint *paint) {
    const int id = text->ids++;
    cd_bytes_print(&text->out,
                   "<pattern id=\"hatch%d\" patternUnits=\"userSpaceOnUse\" width=\"%.4f\" "
                   "height=\"%.4f\" patternTransform=\"translate(%.3f 0) rotate(45) "
                   "translate(%.4f 0)\">",
                   id, paint->period, paint->period, near_anchor(paint), -paint->width / 2);
    if (paint->ground >> 24 != 0) {
        cd_bytes_print(&text->out, "<rect width=\"%.4f\" height=\"%.4f\"", paint->period,
                       paint->period);
        cd_svg_color(text, "fill", paint->ground);
        cd_svg_append(text, "/>");
    }
    cd_bytes_print(&text->out, "<rect width=\"%.4f\" height=\"%.4f\"", paint->width, paint->period);
    cd_svg_color(text, "fill", paint->color);
    cd_bytes_print(&text->out, "/></pattern>\n%s fill=\"url(#hatch%d)\"/>\n", element, id);
}

void cd_svg_painted(cd_svg_text *text, const char *element, int count, const cd_paint *paint) {
    const bool lit = paint->kind == CD_PAINT_LIT, far = lit && is_far(paint);
    if (lit && !far) {
        paint_lit(text, element, count, paint);
    } else if (paint->kind == CD_PAINT_HATCH) {
        paint_hatch(text, element, paint);
    } else {
        cd_svg_append(text, element);
        cd_svg_color(text, "fill", far ? shade_at(paint, text->middle) : paint->color);
        cd_svg_append(text, "/>\n");
    }
}
