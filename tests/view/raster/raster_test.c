// The coverage that the rasteriser computes, over seeded random shapes: it sums to the exact area
// (Steiner's formula), agrees with numerical integration pixel by pixel, and mirrored shapes give
// mirrored pixels. A stroke is the difference of two fills; canvases of any size and both ways to
// fill a disc give the same bits.
#include "sheet.h"

static int largest_difference(const sheet *a, const sheet *b) {
    int most = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++)
            for (int shift = 0; shift < 24; shift += 8) {
                int d = (int)(pixel(a, x, y) >> shift & 255) - (int)(pixel(b, x, y) >> shift & 255);
                most = abs(d) > most ? abs(d) : most;
            }
    return most;
}

static void draw(sheet *s, const shape *p, uint32_t color) {
    cd_paint paint = cd_paint_flat(color);
    cd_fill_polygon(&s->canvas, p->points, p->count, p->radius, paint);
}

// Steiner's formula: area + perimeter r + pi r^2, of the convex hull.
static double exact_area(const shape *p) {
    double area = 0, perimeter = 0;
    for (int i = 0; i < p->count; i++) {
        cd_point2 o = p->points[0], a = p->points[i], b = p->points[(i + 1) % p->count];
        area += ((a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x)) / 2;
        perimeter += hypot(b.x - a.x, b.y - a.y);
    }
    return fabs(area) + perimeter * p->radius + pi * p->radius * p->radius;
}

// -------------------------------------------------------------------------------------------- laws

// Each pixel is rounded to 1/255, so the sum may be off by half of that for each partial pixel. As
// rounding has no preferred direction, the mean error over many shapes must be far smaller.
static void test_area(void) {
    static sheet s;
    double drift = 0, drift_partial = 0;
    for (int i = 0; i < 6000; i++) {
        shape p = random_shape(SIZE * 0.45);
        if (i % 3 == 0) { // every third shape is a disc, which has its own path
            p.count = 1;
            p.radius = exp(uniform(log(0.05), log(SIZE * 0.45)));
        }
        int partial;
        wipe(&s, BLACK);
        draw(&s, &p, WHITE);
        double got = covered(&s, &partial), want = exact_area(&p);
        // Allows for partial pixels whose coverage rounds to 0 or 255.
        double slack = (partial * 1.5 + 12) * 0.51 / 255;
        check(fabs(got - want) <= slack, "coverage is the area", "fill", got, want);
        check(guards_whole(&s), "no write outside", "fill", 0, 0);
        drift += got - want;
        drift_partial += partial;
    }
    drift /= drift_partial;
    printf("  mean error of coverage: %.2g of a level per edge pixel\n", drift * 255);
    check(fabs(drift) * 255 < 0.02, "rounding is unbiased", "per edge pixel", drift * 255, 0);
}

// The coverage of a disc, pixel by pixel, against numerical integration.
static double disc_in_pixel(cd_point2 c, double r, int x, int y) {
    enum { STEPS = 2000 };
    double sum = 0;
    for (int i = 0; i < STEPS; i++) {
        double u = x + (i + 0.5) / STEPS - c.x, square = r * r - u * u;
        if (square <= 0)
            continue;
        double low = c.y - sqrt(square), high = c.y + sqrt(square);
        sum += fmax(0, fmin(high, y + 1) - fmax(low, y));
    }
    return sum / STEPS;
}

static void test_disc_pixels(void) {
    static sheet s;
    double worst = 0;
    for (int i = 0; i < 60; i++) {
        cd_point2 c = {uniform(75, 85), uniform(75, 85)};
        double r = exp(uniform(log(0.2), log(60)));
        wipe(&s, BLACK);
        cd_fill_disc(&s.canvas, c, r, WHITE);
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                double far = hypot(x + 0.5 - c.x, y + 0.5 - c.y);
                if (fabs(far - r) > 1.5 && r > 2)
                    continue;
                double error = fabs(level(&s, x, y) / 255.0 - disc_in_pixel(c, r, x, y));
                worst = error > worst ? error : worst;
            }
    }
    printf("  worst pixel of a disc: %.3f levels (rounding alone: 0.5)\n", worst * 255);
    check(worst * 255 < 0.53, "each pixel of a disc", "levels", worst * 255, 0.5);
}

// One point is drawn as a disc, two equal points as a polygon: both give the same pixels.
static void test_disc_paths(void) {
    static sheet a, b;
    for (int i = 0; i < 500; i++) {
        cd_point2 c = {uniform(60, 100), uniform(60, 100)}, twice[2] = {c, c};
        double r = exp(uniform(log(1.5), log(130)));
        if (i % 5 == 0)
            c = twice[0] = twice[1] = (cd_point2){floor(c.x), floor(c.y) + 0.5 * (i % 2)};
        cd_paint paint = i % 2 ? cd_paint_flat(0xc0ffffffu) : cd_paint_sphere(0xff4080ffu, c, r);
        wipe(&a, BLACK);
        wipe(&b, BLACK);
        cd_fill_polygon(&a.canvas, &c, 1, r, paint);
        cd_fill_polygon(&b.canvas, twice, 2, r, paint);
        int d = largest_difference(&a, &b);
        check(d <= 1, "both ways to a disc agree", "levels", d, 1);
    }
}

static void test_mirror(void) {
    static sheet a, b;
    for (int i = 0; i < 800; i++) {
        shape p = random_shape(SIZE * 0.4), q = p;
        for (int k = 0; k < p.count; k++) {
            q.points[k].x = i % 2 ? SIZE - p.points[k].x : p.points[k].x;
            q.points[k].y = i % 2 ? p.points[k].y : SIZE - p.points[k].y;
        }
        int most = 0;
        wipe(&a, BLACK);
        wipe(&b, BLACK);
        draw(&a, &p, WHITE);
        draw(&b, &q, WHITE);
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                int mx = i % 2 ? SIZE - 1 - x : x, my = i % 2 ? y : SIZE - 1 - y;
                int d = abs(level(&a, x, y) - level(&b, mx, my));
                most = d > most ? d : most;
            }
        check(most <= 1, "mirrors match", "levels", most, 1);
    }
}

// A stroke is fill(r + w/2) - fill(r - w/2), pixel by pixel, also if the inner fill is empty.
static void test_band(void) {
    static sheet outer, inner, band;
    for (int i = 0; i < 800; i++) {
        shape p = random_shape(SIZE * 0.4), big = p, small = p;
        double w = uniform(0, 2 * p.radius);
        cd_paint paint = cd_paint_flat(WHITE);
        big.radius += w / 2;
        small.radius -= w / 2;
        wipe(&outer, BLACK);
        wipe(&inner, BLACK);
        wipe(&band, BLACK);
        draw(&outer, &big, WHITE);
        draw(&inner, &small, WHITE);
        cd_stroke_polygon(&band.canvas, p.points, p.count, p.radius, w, paint);
        int most = 0;
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                int want = level(&outer, x, y) - level(&inner, x, y);
                int d = abs(level(&band, x, y) - want);
                most = d > most ? d : most;
            }
        check(most <= 2, "a band is the outer without the inner", "levels", most, 2);
    }
    // A square of side 40 with a stroke of 6: its outer corners are round, its inner ones sharp.
    cd_point2 square[4] = {{60.3, 60.7}, {100.3, 60.7}, {100.3, 100.7}, {60.3, 100.7}};
    cd_paint paint = cd_paint_flat(WHITE);
    int partial;
    wipe(&band, BLACK);
    cd_stroke_polygon(&band.canvas, square, 4, 0, 6, paint);
    double got = covered(&band, &partial), want = 4 * 40 * 3 + pi * 9 + 40 * 40 - 34 * 34;
    check(fabs(got - want) < 0.5, "a band about a sharp square", "area", got, want);
}

// Many collinear pieces give one line without seams, and dashes have the length given.
static void test_polyline(void) {
    static sheet a, b;
    for (int i = 0; i < 300; i++) {
        cd_point2 from = {uniform(20, 140), uniform(20, 140)};
        cd_point2 to = {uniform(20, 140), uniform(20, 140)}, parts[40];
        double width = uniform(0.5, 9);
        int n = (int)uniform(3, 40);
        for (int k = 0; k < n; k++) {
            double t = k / (n - 1.0);
            parts[k] = (cd_point2){from.x + t * (to.x - from.x), from.y + t * (to.y - from.y)};
        }
        wipe(&a, BLACK);
        wipe(&b, BLACK);
        cd_stroke_line(&a.canvas, from, to, width, 0x80ffffffu);
        cd_stroke_polyline(&b.canvas, parts, n, width, (cd_dash){0}, 0x80ffffffu);
        int d = largest_difference(&a, &b);
        check(d <= 1, "pieces of a line are the line", "levels", d, 1);
    }
    for (int i = 0; i < 100; i++) {
        double w = uniform(1, 4), on = uniform(5, 12), off = uniform(3, 9), y = uniform(10, 150);
        int partial, count = 6;
        cd_point2 bent[3] = {{10, y}, {20.5, y}, {10 + count * (on + off), y}};
        if (bent[2].x > SIZE)
            continue;
        wipe(&a, BLACK);
        cd_stroke_polyline(&a.canvas, bent, 3, w, (cd_dash){on, off, 0}, WHITE);
        double got = covered(&a, &partial), want = count * ((on - w) * w + pi * w * w / 4);
        check(fabs(got - want) < 1 + 0.01 * want, "dashes are as long as they say", "area", got,
              want);
    }
}

static void test_half_plane(void) {
    static sheet s;
    for (int i = 0; i < 200; i++) {
        double angle = uniform(0, 2 * pi), scale = exp(uniform(-20, 20));
        cd_point2 normal = {cos(angle), sin(angle)}, a, b;
        cd_point2 point = {uniform(0, SIZE), uniform(0, SIZE)};
        cd_paint paint = cd_paint_flat(WHITE);
        wipe(&s, BLACK);
        cd_fill_half_plane(&s.canvas, point, (cd_point2){normal.x * scale, normal.y * scale},
                           paint);
        int wrong = 0;
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                double d = (x + 0.5 - point.x) * normal.x + (y + 0.5 - point.y) * normal.y;
                wrong += (d > 0.8 && level(&s, x, y) != 0) || (d < -0.8 && level(&s, x, y) != 255);
            }
        check(wrong == 0, "half-plane", "pixels", wrong, 0);
        bool crosses = cd_canvas_line(&s.canvas, point, normal, 5, &a, &b);
        check(crosses && hypot(a.x - b.x, a.y - b.y) > 5, "line through the canvas", "length", 0,
              5);
    }
}

static void test_hatch(void) {
    static sheet s;
    for (int i = 0; i < 50; i++) {
        double period = uniform(3, 20), width = period * uniform(0.05, 0.95);
        cd_point2 anchor = {uniform(-500, 500), uniform(-500, 500)};
        cd_paint paint = cd_paint_hatch(WHITE, BLACK, anchor, period, width);
        int partial;
        wipe(&s, BLACK);
        cd_fill_half_plane(&s.canvas, (cd_point2){0, 900}, (cd_point2){0, 1}, paint);
        double got = covered(&s, &partial) / (SIZE * SIZE), want = width / period;
        check(fabs(got - want) < 0.015, "share of the stripes", "hatch", got, want);
    }
}

// ------------------------------------------------------------------------------------------- hull

static void test_hull(void) {
    for (int i = 0; i < 2000; i++) {
        cd_point2 in[40], out[40];
        int n = (int)uniform(1, 40.99), kind = i % 4;
        for (int k = 0; k < n; k++) {
            in[k] = (cd_point2){uniform(-9, 9), uniform(-9, 9)};
            if (kind == 1) // many equal and collinear points
                in[k] = (cd_point2){floor(in[k].x / 6), floor(in[k].y / 6)};
            if (kind == 2)
                in[k] = (cd_point2){floor(in[k].x), 3 - 2 * floor(in[k].x)};
            if (kind == 3 && uniform(0, 1) < 0.2)
                in[k].x = NAN;
        }
        int count = cd_convex_hull2(in, n, out), outside = 0;
        for (int k = 0; k < n && count > 2; k++)
            for (int e = 0; e < count; e++) {
                cd_point2 a = out[e], b = out[(e + 1) % count];
                double side = (b.x - a.x) * (in[k].y - a.y) - (b.y - a.y) * (in[k].x - a.x);
                outside += side < -1e-9;
            }
        check(outside == 0, "hull holds its points", "points", outside, 0);
        for (int e = 0; e < count && count > 2; e++) {
            cd_point2 a = out[e], b = out[(e + 1) % count], c = out[(e + 2) % count];
            double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
            check(turn > 0, "hull turns one way", "cross product", turn, 0);
        }
        if (kind == 2)
            check(count <= 2, "collinear points", "vertices", count, 2);
        check(cd_convex_hull2(in, n, in) == count && !memcmp(in, out, sizeof *in * (size_t)count),
              "hull in place", "vertices", 0, 0);
    }
    cd_point2 same[5] = {{1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}};
    check(cd_convex_hull2(same, 5, same) == 1, "one point", "vertices", 0, 1);
    check(cd_convex_hull2(same, 0, same) == 0, "no point", "vertices", 0, 0);
}

// On a canvas larger than any scratch memory, columns must join without a seam.
static void test_large(void) {
    int width = 5000, height = 2600;
    uint32_t *pixels = malloc(sizeof *pixels * (size_t)width * (size_t)height);
    cd_canvas canvas = cd_canvas_over(pixels, width, height, width);
    cd_paint flat = cd_paint_flat(0xff336699u);
    cd_paint hatch = cd_paint_hatch(0xff336699u, 0xff336699u, (cd_point2){0, 0}, 9, 2);
    for (int k = 0; k < 2; k++) {
        cd_clear(&canvas, canvas.clip, BLACK);
        cd_fill_half_plane(&canvas, (cd_point2){0, 0}, (cd_point2){-1, -1e-9}, k ? hatch : flat);
        long wrong = 0;
        for (long i = 0; i < (long)width * height; i++)
            wrong += pixels[i] != 0xff336699u;
        check(wrong == 0, "a large canvas is filled", k ? "hatch" : "flat", (double)wrong, 0);
    }
    free(pixels);
}

// Rows between upright sides are alike and are emitted together: they have the bits that each has
// where it is drawn alone, in a clip of its own. Rectangles and polygons with upright sides, filled
// and as outlines, also about one another and with rounded corners.
static void draw_upright(cd_canvas *canvas, const double *n, int kind) {
    const double x0 = 40 * n[0], y0 = 40 * n[1], x1 = x0 + 20 * n[2], y1 = y0 + 60 * n[3];
    const cd_point2 p[5] = {
        {x0, y0}, {x1, y0 - 9 * n[4]}, {x1, y1}, {(x0 + x1) / 2, y1 + 9 * n[5]}, {x0, y1}};
    const double round = kind % 2 == 0 ? 0 : 4 * n[6];
    if (kind < 2)
        cd_fill_polygon(canvas, p, 5, round, cd_paint_flat(0x90ff8040u));
    else if (kind < 4)
        cd_stroke_polygon(canvas, p, 5, round, 6 * n[7], cd_paint_flat(0x90ff8040u));
    else
        cd_stroke_rect(canvas, x0, y0, x1 - x0, y1 - y0, round, 4 * n[7], 0x90ff8040u);
}

static void test_rows(void) {
    static sheet whole, rows;
    int painted = 0;
    for (int i = 0; i < 120; i++) {
        double n[8];
        for (int k = 0; k < 8; k++)
            n[k] = i % 3 == 0 ? floor(uniform(0, 9)) / 8 : uniform(0, 1);
        wipe(&whole, BLACK);
        wipe(&rows, BLACK);
        draw_upright(&whole.canvas, n, i % 6);
        for (int y = 0; y < SIZE; y++) {
            const cd_rect before = cd_canvas_clip(&rows.canvas, (cd_rect){0, y, SIZE, 1});
            draw_upright(&rows.canvas, n, i % 6);
            rows.canvas.clip = before;
        }
        int wrong = 0;
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++) {
                wrong += pixel(&whole, x, y) != pixel(&rows, x, y);
                painted += level(&whole, x, y) > 0;
            }
        check(wrong == 0, "rows drawn together", "pixels", wrong, 0);
    }
    check(painted > 20000, "rows drawn together", "painted", painted, 20000);
}

static void test_pixels(void) {
    static sheet s;
    uint8_t mask[16] = {0, 255, 128, 1, 0, 255, 128, 1, 0, 255, 128, 1, 0, 255, 128, 1};
    wipe(&s, BLACK);
    cd_blend_mask(&s.canvas, -1, -1, mask, 4, 4, 4, WHITE);
    cd_blend_mask(&s.canvas, SIZE - 2, SIZE - 2, mask, 4, 4, 4, WHITE);
    check(guards_whole(&s), "no write outside", "mask", 0, 0);
    check(level(&s, 0, 0) == 255 && level(&s, 1, 0) == 128 && level(&s, SIZE - 1, SIZE - 1) == 255,
          "mask is coverage", "level", level(&s, 1, 0), 128);
    check(cd_color_from(1, 0.5, NAN, 2) == 0xffff8000u, "colour from components", "", 0, 0);
    check(cd_color_fade(0x80123456u, 0.5) == 0x40123456u, "colour fades", "", 0, 0);
    check(cd_color_mix(0xff000000u, 0xff0000ffu, 1) == 0xff0000ffu, "colours mix", "", 0, 0);
}

// Both ways to fill discs (with and without AVX2) give the same bits, whatever the clip.
static void test_wide(void) {
#ifdef CD_HAVE_WIDE
    enum { SIDE = 96 };
    static uint32_t narrow[SIDE * SIDE], wide[SIDE * SIDE];
    int painted = 0;
    for (int i = 0; i < 4000 && __builtin_cpu_supports("avx2"); i++) {
        cd_canvas a = cd_canvas_over(narrow, SIDE, SIDE, SIDE);
        cd_canvas b = cd_canvas_over(wide, SIDE, SIDE, SIDE);
        cd_clear(&a, a.clip, (uint32_t)i * 4099);
        cd_clear(&b, b.clip, (uint32_t)i * 4099);
        const double radius = pow(10, uniform(-0.3, i % 8 == 0 ? 2.07 : 1.2));
        const cd_point2 center = {uniform(-5, SIDE + 5), uniform(-5, SIDE + 5)};
        const uint32_t color = (uint32_t)(uniform(0, 1) * 4294967295.0);
        const cd_rect part =
            i % 2 ? (cd_rect){7, 11, 1 + i % 83, 1 + i % 71} : (cd_rect){0, 0, SIDE, SIDE};
        const cd_paint paint =
            i % 3 ? cd_paint_sphere(color, center, radius) : cd_paint_flat(color);
        const bool both = cd_fill_disc_narrow(&a, part, center, radius, &paint) &&
                          cd_fill_disc_wide(&b, part, center, radius, &paint);
        check(both, "wide", "it knows all discs", radius, radius);
        check(memcmp(narrow, wide, sizeof narrow) == 0, "wide", "the same bits", radius, radius);
        cd_clear(&b, b.clip, (uint32_t)i * 4099);
        painted += memcmp(narrow, wide, sizeof narrow) != 0;
    }
    check(painted > 1500 || !__builtin_cpu_supports("avx2"), "wide", "painted", painted, 4000);
#endif
}

int main(void) {
    test_area();
    test_disc_pixels();
    test_disc_paths();
    test_mirror();
    test_band();
    test_polyline();
    test_half_plane();
    test_hatch();
    test_hull();
    test_large();
    test_rows();
    test_pixels();
    test_wide();
    printf("raster: %d checks, %d failed\n", checks, failures);
    return failures ? 1 : 0;
}
