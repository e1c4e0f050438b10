// Each thing that can be drawn, at random, and with numbers that may be anything, for the tests of
// the rasteriser and of vector pictures.
#ifndef TESTS_DRAWINGS_H
#define TESTS_DRAWINGS_H

#include "sheet.h"

typedef enum drawing {
    DISCS,
    CAPSULES,
    POLYGONS,
    ROUNDED,
    RINGS,
    OUTLINES,
    ROUNDED_OUTLINES,
    LINES,
    DASHES,
    ARROWS,
    RECTANGLES,
    FRAMES,
    HALF_PLANES,
    HATCHES,
    SPHERES,
    LIT_CAPSULES,
    FAR,
    CLIPPED,
    DRAWING_COUNT
} drawing;

static const char *const names[DRAWING_COUNT] = {
    "discs",        "capsules",         "polygons",      "rounded polygons", "rings",
    "outlines",     "rounded outlines", "polylines",     "dashes",           "arrows",
    "rectangles",   "frames",           "half-planes",   "hatches",          "spheres",
    "lit capsules", "far shapes",       "clipped shapes"};

/// What is added to where everything is drawn.
static cd_point2 offset;

static cd_point2 offset_of(cd_point2 p) { return (cd_point2){p.x + offset.x, p.y + offset.y}; }

static cd_point2 somewhere(void) {
    const double x = grid(uniform(0, SIZE)), y = grid(uniform(0, SIZE));
    return offset_of((cd_point2){x, y});
}

static uint32_t some_color(void) {
    return (uint32_t)uniform(0, 0x1000000) | (uniform(0, 1) < 0.5 ? 0xff000000u : 0x90000000u);
}

/// Draws one thing of a kind; the next numbers of `seed` say which.
static void draw_one(cd_canvas *canvas, drawing kind) {
    shape s = random_shape(SIZE * 0.6);
    for (int i = 0; i < s.count; i++)
        s.points[i] = offset_of(s.points[i]);
    const cd_point2 a = somewhere(), b = somewhere();
    const double radius = uniform(2, 30), width = uniform(0.8, 6);
    const uint32_t color = some_color();
    const cd_paint flat = cd_paint_flat(color);
    const cd_point2 line[4] = {a, b, somewhere(), somewhere()};
    switch (kind) {
    case DISCS:
        cd_fill_disc(canvas, a, radius, color);
        break;
    case CAPSULES:
        cd_fill_polygon(canvas, line, 2, radius, flat);
        break;
    case POLYGONS:
        cd_fill_polygon(canvas, s.points, s.count, 0, flat);
        break;
    case ROUNDED:
        cd_fill_polygon(canvas, s.points, s.count, s.radius, flat);
        break;
    case RINGS:
        cd_stroke_disc(canvas, a, radius, width, color);
        break;
    case OUTLINES:
        cd_stroke_polygon(canvas, s.points, s.count, 0, width, flat);
        break;
    case ROUNDED_OUTLINES:
        cd_stroke_polygon(canvas, s.points, s.count, s.radius, width, flat);
        break;
    case LINES:
        cd_stroke_polyline(canvas, line, 4, width, (cd_dash){0}, color);
        break;
    case DASHES:
        cd_stroke_polyline(canvas, line, 4, width,
                           (cd_dash){uniform(6, 12), uniform(6, 12), uniform(0, 20)}, color);
        break;
    case ARROWS:
        cd_stroke_arrow(canvas, a, b, width, uniform(4, 20), color);
        break;
    case RECTANGLES:
        cd_fill_rect(canvas, a.x, a.y, width * 9, radius * 2, uniform(0, 9), color);
        break;
    case FRAMES:
        cd_stroke_rect(canvas, a.x, a.y, radius * 2, width * 9, 4, width, color);
        break;
    case HALF_PLANES:
        cd_fill_half_plane(canvas, a, (cd_point2){uniform(-1, 1), uniform(-1, 1)}, flat);
        break;
    case HATCHES:
        cd_fill_polygon(canvas, s.points, s.count, s.radius,
                        cd_paint_hatch(color, 0x30ffffffu, (cd_point2){a.x + 0x1p23, a.y},
                                       uniform(6, 12), uniform(1, 3)));
        break;
    case SPHERES:
        cd_fill_polygon(canvas, &a, 1, radius, cd_paint_sphere(color, a, radius));
        break;
    case LIT_CAPSULES:
        cd_fill_polygon(canvas, line, 2, radius, cd_paint_capsule(color, a, b, radius));
        break;
    case FAR: { // larger than renderers reach, and with an edge through the middle
        const double far = uniform(0, 1) < 0.5 ? 3e6 : 3e8, angle = uniform(0, 2 * pi);
        const cd_point2 middle = {a.x + far * cos(angle), a.y + far * sin(angle)};
        const cd_point2 other = {a.x - far * sin(angle), a.y + far * cos(angle)};
        const cd_point2 triangle[3] = {a, middle, other};
        cd_fill_polygon(canvas, triangle, 3, 0, flat);
        cd_fill_disc(canvas, middle, far, color);
        cd_stroke_disc(canvas, middle, far, width, color);
        cd_stroke_polygon(canvas, triangle, 3, radius, width, flat);
        cd_stroke_polyline(canvas, triangle, 3, width, (cd_dash){0}, color);
        cd_stroke_arrow(canvas, middle, b, width, 9, color);
        cd_fill_disc(canvas, middle, far * 0.9, color);
        cd_fill_polygon(canvas, triangle, 3, 0, cd_paint_sphere(color, middle, far * 2));
        break;
    }
    case CLIPPED: {
        const cd_rect before =
            cd_canvas_clip(canvas, (cd_rect){(int)a.x / 2, (int)a.y / 2, (int)b.x / 2, (int)b.y});
        draw_one(canvas, (drawing)uniform(0, CLIPPED));
        canvas->clip = before;
        break;
    }
    case DRAWING_COUNT:
        break;
    }
}

// --------------------------------------------------------------------------------- strange numbers

static double strange(void) {
    static const double values[] = {0,    -0.0,     1,         -1,   0.5,   1e-300,      -1e-12,
                                    79.5, 80,       160,       161,  -161,  1e6,         -1e6,
                                    1e9,  -1e9,     3e9,       1e18, -1e18, 1e300,       -1e300,
                                    NAN,  INFINITY, -INFINITY, 1e-5, 2048,  2147483648.0};
    double v = values[(int)uniform(0, sizeof values / sizeof *values - 0.001)];
    return uniform(0, 1) < 0.3 ? v + uniform(-1, 1) : uniform(0, 1) < 0.3 ? uniform(-50, 210) : v;
}

static cd_point2 strange_point(void) { return (cd_point2){strange(), strange()}; }

static cd_paint strange_paint(void) {
    cd_point2 a = strange_point(), b = strange_point();
    switch ((int)uniform(0, 4)) {
    case 0:
        return cd_paint_sphere(0x80ff00ffu, a, strange());
    case 1:
        return cd_paint_capsule(0xffff00ffu, a, b, strange());
    case 2:
        return cd_paint_hatch(0xff00ff00u, 0x10ff00ffu, a, strange(), strange());
    default:
        return cd_paint_flat(0xe0ff8000u);
    }
}

static void draw_strange(cd_canvas *canvas) {
    cd_point2 p[6], a = strange_point(), b = strange_point();
    double radius;
    int count = (int)uniform(0, 6.99);
    for (int k = 0; k < count; k++)
        p[k] = strange_point();
    cd_paint paint = strange_paint();
    switch ((int)uniform(0, 11)) {
    case 0:
        cd_fill_polygon(canvas, p, count, strange(), paint);
        break;
    case 1:
        cd_stroke_polygon(canvas, p, count, strange(), strange(), paint);
        break;
    case 2:
        radius = strange();
        paint = cd_paint_sphere(0xff8090a0u, a, radius);
        cd_fill_polygon(canvas, &a, 1, radius, paint);
        break;
    case 3:
        cd_stroke_line(canvas, a, b, strange(), 0xff8090a0u);
        break;
    case 4:
        cd_fill_rect(canvas, a.x, a.y, b.x, b.y, strange(), 0x808090a0u);
        cd_stroke_rect(canvas, a.x, a.y, b.x, b.y, strange(), strange(), 0x808090a0u);
        break;
    case 5:
        cd_stroke_polyline(canvas, p, count, strange(), (cd_dash){0}, 0xff8090a0u);
        break;
    case 6:
        cd_stroke_polyline(canvas, p, count, strange(), (cd_dash){strange(), strange(), strange()},
                           0xff8090a0u);
        break;
    case 7:
        cd_stroke_arrow(canvas, a, b, strange(), strange(), 0xff8090a0u);
        break;
    case 8:
        cd_fill_half_plane(canvas, a, b, paint);
        break;
    case 9:
        if (cd_canvas_line(canvas, a, b, strange(), &p[0], &p[1]))
            cd_stroke_line(canvas, p[0], p[1], 1, 0xff8090a0u);
        break;
    default:
        cd_fill_disc(canvas, a, strange(), 0xff8090a0u);
        break;
    }
}

#endif
