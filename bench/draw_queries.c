// See draw_queries.h. Each row is the whole scene: shapes, what overlaps, folds, queries, labels.
#include "draw_queries.h"

#include "clock.h"

#include "view/scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SHAPES = 2000, QUERIES = 10000, WIDTH = 1280, HEIGHT = 720, ROUNDS_MAX = 101 };

typedef enum question {
    NOTHING,
    FAN,
    FANS,
    HUB,
    HUBS,
    RAYS,
    PAIRS,
    CASTS,
    MIXED,
    QUESTIONS
} question;

static const char *const names[QUESTIONS] = {
    "no query",           "rays from one point", "rays from 50 points",
    "distances of one",   "distances of 50",     "rays from anywhere",
    "distances of pairs", "casts of any",        "some of each"};

typedef struct crowd {
    cd_frame frame;
    cd_scene scene;
    cd_scenery scenery;
    cd_query queries[QUERIES];
    cd_value arguments[QUERIES][4], results[QUERIES][1];
    cd_named_shape shapes[SHAPES];
} crowd;

static double uniform(void) {
    static uint64_t state = 88172645463325252u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17; // Marsaglia's xorshift
    return (double)(state >> 11) / 9007199254740992.0;
}

static int any_shape(void) { return (int)(uniform() * SHAPES); }

static cd_value shape_value(const crowd *c, int i) {
    return (cd_value){.kind = CD_VALUE_SHAPE, .dim = 2, .which = i, .as.shape = c->shapes[i].shape};
}

static void make_ray(crowd *c, int i, cd_vec origin) {
    const double angle = uniform() * 6.283185307179586;
    const cd_vec direction = {cos(angle), sin(angle), 0};
    const int other = any_shape();
    cd_hit hit;
    const bool found = cd_raycast(origin, direction, &c->shapes[other].shape, 300, &hit);
    c->arguments[i][0] = (cd_value){.kind = CD_VALUE_VECTOR, .dim = 2, .as.vector = origin};
    c->arguments[i][1] = (cd_value){.kind = CD_VALUE_VECTOR, .dim = 2, .as.vector = direction};
    c->arguments[i][2] = shape_value(c, other);
    c->arguments[i][3] = (cd_value){.kind = CD_VALUE_NUMBER, .as.number = 300};
    c->results[i][0] = (cd_value){.kind = found ? CD_VALUE_HIT : CD_VALUE_NIL, .dim = 2};
    if (found)
        c->results[i][0].as.hit = hit;
    c->queries[i] = (cd_query){"raycast", "bench.lua", 1, 4, 1, c->arguments[i], c->results[i]};
}

static void make_distance(crowd *c, int i, int a, int b) {
    const double gap = cd_separate(&c->shapes[a].shape, &c->shapes[b].shape).distance;
    c->arguments[i][0] = shape_value(c, a);
    c->arguments[i][1] = shape_value(c, b);
    c->results[i][0] = (cd_value){.kind = CD_VALUE_NUMBER, .as.number = gap};
    c->queries[i] = (cd_query){"distance", "bench.lua", 2, 2, 1, c->arguments[i], c->results[i]};
}

static void make_cast(crowd *c, int i, int a, int b) {
    const cd_vec way = {60 * uniform() - 30, 60 * uniform() - 30, 0};
    cd_hit hit;
    const bool found =
        cd_shapecast(&c->shapes[a].shape, way, &c->shapes[b].shape, (cd_vec){0, 0, 0}, &hit);
    c->arguments[i][0] = shape_value(c, a);
    c->arguments[i][1] = (cd_value){.kind = CD_VALUE_VECTOR, .dim = 2, .as.vector = way};
    c->arguments[i][2] = shape_value(c, b);
    c->results[i][0] = (cd_value){.kind = found ? CD_VALUE_HIT : CD_VALUE_NIL, .dim = 2};
    if (found)
        c->results[i][0].as.hit = hit;
    c->queries[i] = (cd_query){"shapecast", "bench.lua", 3, 3, 1, c->arguments[i], c->results[i]};
}

static void ask(crowd *c, question what) {
    c->frame.query_count = what == NOTHING ? 0 : QUERIES;
    for (int i = 0; i < c->frame.query_count; i++) {
        const question q = what == MIXED ? (question)(FAN + i % (CASTS - FAN + 1)) : what;
        const int a = q == HUB ? 0 : q == HUBS ? i % 50 : any_shape();
        const cd_vec from = c->shapes[q == FAN ? 7 : i % 50].shape.as.center;
        if (q == FAN || q == FANS)
            make_ray(c, i, from);
        else if (q == RAYS)
            make_ray(c, i, (cd_vec){WIDTH * (uniform() - 0.5), HEIGHT * (uniform() - 0.5), 0});
        else if (q == CASTS)
            make_cast(c, i, a, any_shape());
        else
            make_distance(c, i, a, any_shape());
    }
}

static int compare(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

void bench_draw_queries(int rounds, bool markdown) {
    static uint32_t pixels[WIDTH * HEIGHT];
    static crowd c;
    double times[ROUNDS_MAX];
    rounds = rounds < ROUNDS_MAX ? rounds : ROUNDS_MAX;
    cd_pen pen = {cd_canvas_over(pixels, WIDTH, HEIGHT, WIDTH), cd_text_open(1, NULL), 1};
    for (int i = 0; i < SHAPES; i++) {
        const cd_vec at = {WIDTH * (uniform() - 0.5), HEIGHT * (uniform() - 0.5), 0};
        c.shapes[i] = (cd_named_shape){
            .key = "crowd", .shape = cd_sphere(2, at, 5), .style = CD_STYLE_DEFAULT};
    }
    c.frame.shapes = c.shapes;
    c.frame.shape_count = SHAPES;
    c.frame.queries = c.queries;
    c.scene = (cd_scene){.frame = &c.frame, .scenery = &c.scenery, .shown = CD_SHOW_USUAL};
    c.scene.camera = cd_camera_make(CD_VIEW_FRONT, (cd_rect){0, 0, WIDTH, HEIGHT});
    c.scene.camera.zoom = 1;
    printf(markdown ? "\n| 2,000 circles and 10,000 queries | whole scene |\n|---|---|\n"
                    : "\n2,000 circles, 10,000 queries  whole scene\n");
    for (question what = NOTHING; what < QUESTIONS; what++) {
        ask(&c, what);
        cd_scene_draw(&pen, &c.scene); // warm
        for (int i = 0; i < rounds; i++) {
            const double start = bench_now();
            cd_scene_draw(&pen, &c.scene);
            times[i] = (bench_now() - start) / 1e6;
        }
        qsort(times, (size_t)rounds, sizeof times[0], compare);
        const double ms = times[rounds / 2];
        printf(markdown ? "| %s | %.2f ms%s |\n" : "%-30s %8.2f ms%s\n", names[what], ms,
               ms <= 8 ? "" : " (bar: 8)");
    }
    cd_text_close(pen.text);
}
