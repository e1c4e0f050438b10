// A canvas in guarded memory, and random shapes to draw on it, for the tests of the rasteriser.
#ifndef TESTS_SHEET_H
#define TESTS_SHEET_H

#include "view/raster/convex.h"
#include "view/raster/disc.h"
#include "view/raster/raster.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 160
#define GUARD 7
#define PITCH (SIZE + 2 * GUARD)
#define ROWS (SIZE + 2 * GUARD)
#define WHITE 0xffffffffu
#define BLACK 0xff000000u
#define GUARD_PIXEL 0x12345678u

static const double pi = 3.14159265358979323846;

typedef struct sheet {
    uint32_t pixels[ROWS * PITCH];
    cd_canvas canvas;
} sheet;

static int failures, checks;

static void check(bool ok, const char *law, const char *detail, double got, double want) {
    checks++;
    if (!ok && failures++ < 20)
        printf("FAIL %s (%.60s): got %.9g, want %.9g\n", law, detail, got, want);
}

// ------------------------------------------------------------------------------------------ sheets

static void wipe(sheet *s, uint32_t color) {
    for (int i = 0; i < ROWS * PITCH; i++)
        s->pixels[i] = GUARD_PIXEL;
    s->canvas = cd_canvas_over(s->pixels + GUARD * PITCH + GUARD, SIZE, SIZE, PITCH);
    cd_clear(&s->canvas, s->canvas.clip, color);
}

static uint32_t pixel(const sheet *s, int x, int y) { return s->canvas.pixels[y * PITCH + x]; }

static int level(const sheet *s, int x, int y) { return (int)(pixel(s, x, y) & 255); }

static bool guards_whole(const sheet *s) {
    for (int y = 0; y < ROWS; y++)
        for (int x = 0; x < PITCH; x++) {
            bool inside = x >= GUARD && x < GUARD + SIZE && y >= GUARD && y < GUARD + SIZE;
            if (!inside && s->pixels[y * PITCH + x] != GUARD_PIXEL)
                return false;
        }
    return true;
}

// The sum of the coverage of a white drawing on black; *partial counts pixels neither empty nor
// full.
static double covered(const sheet *s, int *partial) {
    double sum = 0;
    *partial = 0;
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            sum += level(s, x, y);
            *partial += level(s, x, y) > 0 && level(s, x, y) < 255;
        }
    return sum / 255;
}

// ------------------------------------------------------------------------------------------ shapes

static uint64_t seed = 0x9e3779b97f4a7c15u;

static double uniform(double low, double high) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return low + (high - low) * (double)(seed >> 11) / 9007199254740992.0;
}

typedef struct shape {
    cd_point2 points[12];
    int count;
    double radius;
} shape;

// A multiple of 2^-20, so that adding whole pixels is exact.
static double grid(double v) { return floor(v * 1048576.0) / 1048576.0; }

// A convex polygon on an ellipse around the middle, in either orientation, with rounded corners.
static shape random_shape(double room) {
    shape s = {.count = (int)uniform(1, 12.99)};
    double scale = exp(uniform(log(0.05), log(room * 0.45)));
    s.radius = uniform(0, 1) < 0.3 && s.count > 2 ? 0 : scale * uniform(0.02, 1);
    double cx = uniform(-3, 3) + SIZE / 2.0, cy = uniform(-3, 3) + SIZE / 2.0;
    double squash = uniform(0, 1) < 0.15 ? 1e-3 : uniform(0.1, 1), tilt = uniform(0, 2 * pi);
    double turn = uniform(0, 1) < 0.5 ? 1 : -1, angle = uniform(0, 2 * pi);
    for (int i = 0; i < s.count; i++) {
        double x = scale * cos(angle), y = scale * squash * sin(angle);
        s.points[i].x = grid(cx + x * cos(tilt) - y * sin(tilt));
        s.points[i].y = grid(cy + x * sin(tilt) + y * cos(tilt));
        if (uniform(0, 1) < 0.9) // otherwise the vertex is repeated
            angle += turn * 2 * pi / s.count * uniform(0.6, 1);
    }
    return s;
}

#endif
