// Every drawing of the rasteriser, over seeded random shapes: moved by whole pixels it has the same
// bits, a clip changes no pixel inside it, and nothing is written outside the canvas, whatever the
// numbers, NaN and infinity among them. Guard pixels around the canvas show it.
#include "sheet.h"

typedef void (*drawing)(cd_canvas *canvas, const shape *p, double dx, double dy);

static shape moved(const shape *p, double dx, double dy) {
    shape q = *p;
    for (int i = 0; i < q.count; i++)
        q.points[i] = (cd_point2){p->points[i].x + dx, p->points[i].y + dy};
    return q;
}

static void draw_fill(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_paint paint = cd_paint_flat(0x90ff8040u);
    cd_fill_polygon(canvas, q.points, q.count, q.radius, paint);
}

static void draw_disc(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_fill_disc(canvas, q.points[0], p->radius + 3, 0x90ff8040u);
}

static void draw_stroke(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_paint paint = cd_paint_flat(0x90ff8040u);
    cd_stroke_polygon(canvas, q.points, q.count, q.radius, 2.5, paint);
}

static void draw_sphere(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_paint paint = cd_paint_sphere(0xff40c0e0u, q.points[0], p->radius + 3);
    cd_fill_polygon(canvas, q.points, 1, p->radius + 3, paint);
}

static void draw_lit_capsule(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_point2 b = q.points[q.count - 1], ends[2] = {q.points[0], b};
    cd_paint paint = cd_paint_capsule(0xd040c0e0u, ends[0], b, p->radius + 1);
    cd_fill_polygon(canvas, ends, 2, p->radius + 1, paint);
}

static void draw_hatched(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_paint paint = cd_paint_hatch(0xff40c0e0u, 0x40ffffffu, q.points[0], 7.3, 1.6);
    cd_fill_polygon(canvas, q.points, q.count, q.radius + 2, paint);
}

static void draw_polyline(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_stroke_polyline(canvas, q.points, q.count, 2.5, (cd_dash){0}, 0x90ff8040u);
}

static void draw_dashed(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_stroke_polyline(canvas, q.points, q.count, 1.5, (cd_dash){6, 4, 1.25}, 0x90ff8040u);
}

static void draw_arrow(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_stroke_arrow(canvas, q.points[0], q.points[q.count - 1], 1.5, 9, 0x90ff8040u);
}

static void draw_rect(cd_canvas *canvas, const shape *p, double dx, double dy) {
    shape q = moved(p, dx, dy);
    cd_fill_rect(canvas, q.points[0].x, q.points[0].y, 40.3, 17.7, p->radius, 0x90ff8040u);
    cd_stroke_rect(canvas, q.points[0].x - 3, q.points[0].y - 3, 46, 24, 5, 1.5, 0xffffffffu);
}

static const struct {
    const char *name;
    drawing draw;
} drawings[] = {
    {"fill", draw_fill},     {"disc", draw_disc},       {"stroke", draw_stroke},
    {"ball", draw_sphere},   {"lit", draw_lit_capsule}, {"hatch", draw_hatched},
    {"line", draw_polyline}, {"dashes", draw_dashed},   {"arrow", draw_arrow},
    {"rect", draw_rect},
};
enum { DRAWINGS = sizeof drawings / sizeof drawings[0] };

static void test_whole_pixels(void) {
    static sheet a, b;
    for (int i = 0; i < 100 * DRAWINGS; i++) {
        shape p = random_shape(SIZE * 0.3);
        int k = i % DRAWINGS, dx = (int)uniform(-40, 40), dy = (int)uniform(-40, 40), differ = 0;
        wipe(&a, BLACK);
        wipe(&b, BLACK);
        drawings[k].draw(&a.canvas, &p, 0, 0);
        drawings[k].draw(&b.canvas, &p, dx, dy);
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++)
                if (x + dx >= 0 && x + dx < SIZE && y + dy >= 0 && y + dy < SIZE)
                    differ += pixel(&a, x, y) != pixel(&b, x + dx, y + dy);
        check(differ == 0, "whole pixels move the same bits", drawings[k].name, differ, 0);
    }
}

static void test_clip(void) {
    static sheet a, b;
    long drawn = 0;
    for (int i = 0; i < 100 * DRAWINGS; i++) {
        shape p = random_shape(SIZE * 0.6);
        int k = i % DRAWINGS, differ = 0;
        double dx = uniform(-60, 60), dy = uniform(-60, 60);
        cd_rect clip = {(int)uniform(-20, 140), (int)uniform(-20, 140), (int)uniform(0, 100),
                        (int)uniform(0, 100)};
        wipe(&a, BLACK);
        wipe(&b, BLACK);
        drawings[k].draw(&a.canvas, &p, dx, dy);
        cd_canvas_clip(&b.canvas, clip);
        drawings[k].draw(&b.canvas, &p, dx, dy);
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                bool inside = x >= clip.x && x < clip.x + clip.width && y >= clip.y &&
                              y < clip.y + clip.height;
                differ += pixel(&b, x, y) != (inside ? pixel(&a, x, y) : BLACK);
                drawn += inside && pixel(&a, x, y) != BLACK;
            }
        check(differ == 0, "a clip leaves the bits within", drawings[k].name, differ, 0);
        check(guards_whole(&a) && guards_whole(&b), "no write outside", drawings[k].name, 0, 0);
    }
    check(drawn > 10000, "clips see what is drawn", "pixels", (double)drawn, 10000);
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

static void test_strange(void) {
    static sheet s;
    int drawn = 0;
    wipe(&s, BLACK);
    for (int i = 0; i < 60000; i++) {
        draw_strange(&s.canvas);
        drawn += pixel(&s, 80, 80) != BLACK;
        if (i % 50 == 0) {
            check(guards_whole(&s), "no write outside", "strange numbers", i, 0);
            wipe(&s, BLACK);
        }
    }
    check(drawn > 1000, "strange numbers draw something", "times", drawn, 1000);
    wipe(&s, BLACK);
    cd_fill_disc(&s.canvas, (cd_point2){NAN, 80}, 30, WHITE);
    cd_fill_disc(&s.canvas, (cd_point2){80, 80}, NAN, WHITE);
    cd_fill_disc(&s.canvas, (cd_point2){80, 80}, -3, WHITE);
    cd_stroke_line(&s.canvas, (cd_point2){0, INFINITY}, (cd_point2){80, 80}, 3, WHITE);
    int partial;
    check(covered(&s, &partial) == 0, "NaN draws nothing", "coverage", 0, 0);
    // Edges whose height is too small for a slope.
    cd_stroke_line(&s.canvas, (cd_point2){1e6, 0}, (cd_point2){-1e9, 1e-300}, 0, WHITE);
    cd_stroke_line(&s.canvas, (cd_point2){-1e9, 0}, (cd_point2){1e6, 1e-300}, 0, WHITE);
    check(covered(&s, &partial) == 0 && guards_whole(&s), "no height", "coverage", 0, 0);
    // A ray from far away through the middle of the canvas.
    cd_stroke_line(&s.canvas, (cd_point2){-9e8, -9e8}, (cd_point2){9e8, 9e8}, 4, WHITE);
    check(level(&s, 80, 80) == 255 && level(&s, 10, 10) == 255 && level(&s, 10, 30) == 0,
          "a far line goes where it should", "level", level(&s, 80, 80), 255);
}

int main(void) {
    test_whole_pixels();
    test_clip();
    test_strange();
    printf("raster_bounds: %d checks, %d failed\n", checks, failures);
    return failures ? 1 : 0;
}
