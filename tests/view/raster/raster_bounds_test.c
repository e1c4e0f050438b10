// Every drawing of the rasteriser, over seeded random shapes: moved by whole pixels it has the same
// bits, a clip changes no pixel inside it, and nothing is written outside the canvas, whatever the
// numbers, NaN and infinity among them. Guard pixels around the canvas show it.
#include "drawings.h"

/// One thing, chosen by the numbers from `from` on and moved by dx, dy.
static void draw_from(cd_canvas *canvas, drawing kind, uint64_t from, double dx, double dy) {
    seed = from;
    offset = (cd_point2){dx, dy};
    draw_one(canvas, kind);
}

static void test_whole_pixels(void) {
    static sheet a, b;
    for (int i = 0; i < 100 * FAR; i++) {
        const uint64_t from = seed + 1;
        int k = i % FAR, dx = (int)uniform(-40, 40), dy = (int)uniform(-40, 40), differ = 0;
        wipe(&a, BLACK);
        wipe(&b, BLACK);
        draw_from(&a.canvas, (drawing)k, from, 0, 0);
        draw_from(&b.canvas, (drawing)k, from, dx, dy);
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++)
                if (x + dx >= 0 && x + dx < SIZE && y + dy >= 0 && y + dy < SIZE)
                    differ += pixel(&a, x, y) != pixel(&b, x + dx, y + dy);
        check(differ == 0, "whole pixels move the same bits", names[k], differ, 0);
    }
}

static void test_clip(void) {
    static sheet a, b;
    long drawn = 0;
    for (int i = 0; i < 60 * DRAWING_COUNT; i++) {
        const uint64_t from = seed + 1;
        int k = i % DRAWING_COUNT, differ = 0;
        double dx = uniform(-60, 60), dy = uniform(-60, 60);
        cd_rect clip = {(int)uniform(-20, 140), (int)uniform(-20, 140), (int)uniform(0, 100),
                        (int)uniform(0, 100)};
        wipe(&a, BLACK);
        wipe(&b, BLACK);
        draw_from(&a.canvas, (drawing)k, from, dx, dy);
        cd_canvas_clip(&b.canvas, clip);
        draw_from(&b.canvas, (drawing)k, from, dx, dy);
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                bool inside = x >= clip.x && x < clip.x + clip.width && y >= clip.y &&
                              y < clip.y + clip.height;
                differ += pixel(&b, x, y) != (inside ? pixel(&a, x, y) : BLACK);
                drawn += inside && pixel(&a, x, y) != BLACK;
            }
        check(differ == 0, "a clip leaves the bits within", names[k], differ, 0);
        check(guards_whole(&a) && guards_whole(&b), "no write outside", names[k], 0, 0);
    }
    check(drawn > 10000, "clips see what is drawn", "pixels", (double)drawn, 10000);
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
