// The rows of large still things, of 1,000 to 1,000,000 parts, so that growth shows: rays and balls
// that move at a mesh and at a compound of boxes, and the distance of balls.
#include "scenery.h"
#include "clock.h"
#include "crowds.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { QUERIES = 4096, MOST_ENTRIES = 8, MOST_ROUNDS = 15, FEWEST_ROUNDS = 3 };
#define BUDGET 2e9

static void direction(double d[3]) {
    double z = uniform(-1, 1), angle = uniform(0, 6.283185307179586), r = sqrt(1 - z * z);
    d[0] = r * cos(angle), d[1] = r * sin(angle), d[2] = z;
}

typedef enum {
    RAY,
    CAST,
    DISTANCE,
    OCCLUDED,
    CAPSULE_IN,
    BOX_IN,
    CAPSULE_DEPTH,
    BOX_DEPTH,
    BALL_DEPTH,
    CAPSULE_CAST,
    BOX_CAST,
    BUILD
} question;

typedef struct scenery_row {
    const char *name;
    question asks;
    bool boxes;
    int parts;
    double bar;
} scenery_row;

// clang-format off
static const scenery_row rows[] = {
    {"ray at mesh of 1,000",            RAY,      false,    1000, 2.50},
    {"ray at mesh of 10,000",           RAY,      false,   10000, 2.50},
    {"ray at mesh of 100,000",          RAY,      false,  100000, 2.50},
    {"ray at mesh of 1,000,000",        RAY,      false, 1000000, 2.50},
    {"ray at compound of 1,000",        RAY,      true,     1000, 0.50},
    {"ray at compound of 10,000",       RAY,      true,    10000, 0.50},
    {"ray at compound of 100,000",      RAY,      true,   100000, 0.50},
    {"occluded by mesh of 1,000",       OCCLUDED, false,    1000, 1.50},
    {"occluded by mesh of 10,000",      OCCLUDED, false,   10000, 1.50},
    {"occluded by mesh of 100,000",     OCCLUDED, false,  100000, 1.50},
    {"occluded by mesh of 1,000,000",   OCCLUDED, false, 1000000, 1.50},
    {"occluded by compound of 10,000",  OCCLUDED, true,    10000, 0},
    {"ball cast at mesh of 1,000",      CAST,     false,    1000, 1.00},
    {"ball cast at mesh of 10,000",     CAST,     false,   10000, 1.00},
    {"ball cast at mesh of 100,000",    CAST,     false,  100000, 1.00},
    {"ball cast at mesh of 1,000,000",  CAST,     false, 1000000, 0},
    {"ball near mesh of 1,000",         DISTANCE, false,    1000, 0.50},
    {"ball near mesh of 10,000",        DISTANCE, false,   10000, 0.50},
    {"ball near mesh of 100,000",       DISTANCE, false,  100000, 0.50},
    {"ball near mesh of 1,000,000",     DISTANCE, false, 1000000, 0.50},
    {"capsule in mesh of 10,000",       CAPSULE_IN, false, 10000, 1.00},
    {"box in mesh of 10,000",           BOX_IN,   false,   10000, 1.00},
    {"capsule depth in mesh of 10,000", CAPSULE_DEPTH, false, 10000, 0},
    {"box depth in mesh of 10,000",      BOX_DEPTH, false,  10000, 0},
    {"ball depth in compound of 64",    BALL_DEPTH, true,      64, 2.00},
    {"capsule cast at mesh of 10,000",  CAPSULE_CAST, false, 10000, 1.50},
    {"box cast at mesh of 10,000",      BOX_CAST, false,   10000, 1.50},
    {"ray at compound of 64",           RAY,      true,       64, 1.20},
    {"box cast at compound of 64",      BOX_CAST, true,       64, 1.20},
    {"mesh of 10,000, a triangle",      BUILD,   false,   10000, 2.00},
};
// clang-format on

// ----------------------------------------------------------------------------------------- scenes

void *bench_array(size_t count, size_t size) {
    void *memory = calloc(count, size);
    if (!memory)
        abort();
    return memory;
}

// A corner of a cube's side, of `steps` squares each way, seen from the middle: pushed out to a
// sphere of radius about 10 with bumps.
static void place(int side, int i, int k, int steps, double out[3]) {
    double sign = side % 2 == 0 ? 1 : -1, p[3];
    p[side / 2] = sign;
    p[(side / 2 + 1) % 3] = sign * tan((2.0 * i / steps - 1) * 0.7853981633974483);
    p[(side / 2 + 2) % 3] = tan((2.0 * k / steps - 1) * 0.7853981633974483);
    double length = sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
    double x = p[0] / length, y = p[1] / length, z = p[2] / length;
    double r = 10 + sin(5 * x) * cos(7 * y) + 0.3 * sin(23 * z + 17 * x) + 0.1 * sin(61 * y);
    out[0] = r * x, out[1] = r * y, out[2] = r * z;
}

bench_scene bench_make_scene(int parts) {
    random_state = 1;
    int steps = (int)lround(sqrt(parts / 12.0)), row = steps + 1, side = row * row;
    bench_scene s = {6 * side, 12 * steps * steps, NULL, NULL, NULL, NULL, 0};
    size_t triangles = (size_t)s.triangle_count;
    s.vertices = bench_array((size_t)s.vertex_count, sizeof *s.vertices);
    s.triangles = bench_array(triangles, sizeof *s.triangles);
    s.boxes = bench_array(triangles, sizeof *s.boxes);
    s.turns = bench_array(triangles, sizeof *s.turns);
    s.half = 8 / (double)steps;
    int at = 0;
    for (int i = 0; i < s.vertex_count; i++)
        place(i / side, i % side / row, i % side % row, steps, s.vertices[i]);
    for (int i = 0; i < 6 * steps * steps; i++) {
        int square = i % (steps * steps);
        int a = i / (steps * steps) * side + square / steps * row + square % steps;
        const int corners[2][3] = {{a, a + row, a + 1}, {a + 1, a + row, a + row + 1}};
        for (int k = 0; k < 6; k++)
            s.triangles[at + k / 3][k % 3] = corners[k / 3][k % 3];
        at += 2;
    }
    for (int i = 0; i < s.triangle_count; i++) {
        double q[4], square = 0;
        for (int k = 0; k < 3; k++)
            for (int corner = 0; corner < 3; corner++)
                s.boxes[i][k] += s.vertices[s.triangles[i][corner]][k] / 3;
        for (int k = 0; k < 4; k++) {
            q[k] = uniform(-1, 1);
            square += q[k] * q[k];
        }
        for (int k = 0; k < 4; k++)
            s.turns[i][k] = q[k] / sqrt(square);
    }
    return s;
}

// Boxes are as many as a row says, evenly chosen among those of a finer surface.
static bench_scene make_scene(const scenery_row *row) {
    bench_scene s = bench_make_scene(row->boxes ? row->parts * 3 / 2 : row->parts);
    if (!row->boxes)
        return s;
    for (int i = 0; i < row->parts; i++) {
        const int from = (int)((double)i * s.triangle_count / row->parts);
        memmove(s.boxes[i], s.boxes[from], sizeof s.boxes[i]);
        memmove(s.turns[i], s.turns[from], sizeof s.turns[i]);
    }
    s.triangle_count = row->parts;
    return s;
}

void bench_free_scene(bench_scene *s) {
    free(s->vertices), free(s->triangles), free(s->boxes), free(s->turns);
}

void bench_make_ways(bench_way *ways, int count) {
    for (int i = 0; i < count; i++) {
        double target[3], way[3], far = 12 * cbrt(uniform(0, 1)), near = uniform(9, 11);
        direction(target);
        direction(way);
        for (int k = 0; k < 3; k++) {
            ways[i].from[k] = far * target[k] + 30 * way[k];
            ways[i].to[k] = far * target[k] - 30 * way[k];
            ways[i].near[k] = near * target[k];
        }
    }
}

// ------------------------------------------------------------------------------------------ timing

typedef struct scenery_entry {
    int contender;
    const bench_scenery *scenery;
    void *made;
    double ns, times[MOST_ROUNDS], build; ///< build: ns for one part
    double bytes;                         ///< for one part
    int different;                        ///< queries with another verdict than collide's
    double worst;                         ///< difference of t or distance
    int found;
} scenery_entry;

typedef struct answers {
    bool hits[QUERIES];
    double values[QUERIES];
} answers;

// Builds once more, and releases it: what a row of builds times.
static void build(scenery_entry *e, const scenery_row *row, const bench_scene *scene) {
    void *made = row->boxes ? e->scenery->make_boxes(scene) : e->scenery->make_mesh(scene);
    e->scenery->release(made);
}

static bool is_depth(question asks) {
    return asks == CAPSULE_DEPTH || asks == BOX_DEPTH || asks == BALL_DEPTH;
}

static bench_near body_of(question asks) {
    return asks == BALL_DEPTH                                        ? BENCH_NEAR_BALL
           : asks == BOX_IN || asks == BOX_DEPTH || asks == BOX_CAST ? BENCH_NEAR_BOX
                                                                     : BENCH_NEAR_CAPSULE;
}

static void ask(const scenery_row *row, scenery_entry *e, const bench_way *ways, answers *to) {
    const double radius = 0.1;
    for (int i = 0; i < QUERIES; i++)
        to->hits[i] =
            row->asks == OCCLUDED ? e->scenery->occluded(e->made, &ways[i])
            : row->asks == CAPSULE_IN || row->asks == BOX_IN
                ? e->scenery->overlap(e->made, &ways[i], body_of(row->asks))
            : row->asks == CAPSULE_CAST || row->asks == BOX_CAST
                ? e->scenery->cast_body(e->made, &ways[i], body_of(row->asks), &to->values[i])
            : is_depth(row->asks)
                ? e->scenery->contact(e->made, &ways[i], body_of(row->asks), &to->values[i])
            : row->asks == RAY ? e->scenery->ray(e->made, &ways[i], &to->values[i])
            : row->asks == CAST
                ? e->scenery->cast(e->made, &ways[i], radius, &to->values[i])
                : e->scenery->distance(e->made, ways[i].near, radius, &to->values[i]);
}

static void compare(scenery_entry *e, const answers *ours, const answers *theirs) {
    for (int i = 0; i < QUERIES; i++) {
        e->found += theirs->hits[i];
        e->different += theirs->hits[i] != ours->hits[i];
        if (theirs->hits[i] && ours->hits[i] && theirs->values[i] >= 0)
            e->worst = fmax(e->worst, fabs(theirs->values[i] - ours->values[i]));
    }
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool can(const bench_scenery *s, const scenery_row *row) {
    bool asked = row->asks == RAY                                     ? s->ray != NULL
                 : row->asks == CAST                                  ? s->cast != NULL
                 : row->asks == OCCLUDED                              ? s->occluded != NULL
                 : row->asks == CAPSULE_IN || row->asks == BOX_IN     ? s->overlap != NULL
                 : is_depth(row->asks)                                ? s->contact != NULL
                 : row->asks == CAPSULE_CAST || row->asks == BOX_CAST ? s->cast_body != NULL
                 : row->asks == BUILD                                 ? s->builds
                                                                      : s->distance != NULL;
    return asked && row->parts <= s->most && (row->boxes ? s->make_boxes : s->make_mesh) != NULL;
}

static int run(const scenery_row *row, scenery_entry *entries, bool quick) {
    static bench_way ways[QUERIES];
    static answers ours, theirs;
    bench_scene scene = make_scene(row);
    bench_make_ways(ways, QUERIES);
    int count = 0, rounds = 0;
    for (int k = 0; k < BENCH_CONTENDERS; k++)
        for (const bench_scenery *s = bench_contenders[k].sceneries; s && s->how; s++) {
            if (!can(s, row) || count == MOST_ENTRIES)
                continue;
            double start = bench_now();
            void *made = row->boxes ? s->make_boxes(&scene) : s->make_mesh(&scene);
            double parts = scene.triangle_count;
            entries[count++] =
                (scenery_entry){.contender = k,
                                .scenery = s,
                                .made = made,
                                .build = (bench_now() - start) / parts,
                                .bytes = s->bytes ? (double)s->bytes(made) / parts : 0};
        }
    double begin = bench_now();
    for (int round = -1; round < (quick ? 1 : MOST_ROUNDS); round++) { // the first warms up
        if (round >= FEWEST_ROUNDS && round % 2 == 1 && bench_now() - begin > BUDGET)
            break;
        for (int i = 0; i < count; i++) {
            double start = bench_now();
            if (row->asks == BUILD)
                build(&entries[i], row, &scene);
            else
                ask(row, &entries[i], ways, i == 0 ? &ours : &theirs);
            if (round >= 0)
                entries[i].times[round] =
                    (bench_now() - start) /
                    (row->asks == BUILD ? (double)scene.triangle_count : QUERIES);
            else if (row->asks != BUILD)
                compare(&entries[i], &ours, i == 0 ? &ours : &theirs);
        }
        rounds = round + 1;
    }
    for (int i = 0; i < count; i++) {
        qsort(entries[i].times, (size_t)rounds, sizeof entries[i].times[0], by_value);
        entries[i].ns = entries[i].times[rounds / 2];
        entries[i].scenery->release(entries[i].made);
    }
    bench_free_scene(&scene);
    return count;
}

// ------------------------------------------------------------------------------------------ output

static const scenery_entry *fastest(const scenery_entry *entries, int count, int contender) {
    const scenery_entry *best = NULL;
    for (int i = 0; i < count; i++) {
        const scenery_entry *e = &entries[i];
        if ((contender < 0 ? e->contender > 0 : e->contender == contender) &&
            e->different <= BENCH_SAME * QUERIES && (!best || e->ns < best->ns))
            best = e;
    }
    return best;
}

enum { SHOWN = 5 };
static const int shown[SHOWN] = {0, 1, 2, 3, BENCH_CONTENDERS - 1};

static bench_verdict print_row(bool markdown, const scenery_row *row, const scenery_entry *entries,
                               int count) {
    const scenery_entry *peer = fastest(entries, count, -1);
    bench_line line = {row->name, {0}, SHOWN, peer ? peer->ns : 0, row->bar, 0};
    for (int i = 0; i < SHOWN; i++) {
        const scenery_entry *e = fastest(entries, count, shown[i]);
        line.ns[i] = e ? e->ns : 0;
    }
    return bench_print_line(markdown, &line);
}

static void print_head(bool markdown) {
    const char *names[SHOWN];
    for (int i = 0; i < SHOWN; i++)
        names[i] = bench_contenders[shown[i]].column.name;
    printf("\nLarge still things: ns for one query.\n\n");
    bench_print_titles(markdown, "still", names, SHOWN);
}

static void print_details(bool markdown, const char *name, const scenery_entry *entries,
                          int count) {
    for (int i = 0; i < count; i++) {
        const scenery_entry *e = &entries[i];
        char bytes[32] = "";
        if (e->bytes > 0)
            snprintf(bytes, sizeof bytes, "%.0f", e->bytes);
        printf(markdown ? "| %s | %s | `%s` | %.1f | %d | %d | %.0e | %.0f | %s |\n"
                        : "%-31s%-10s%-21s%10.1f%7d%8d%8.0e%8.0f%8s\n",
               name, bench_contenders[e->contender].column.name, e->scenery->how, e->ns, e->found,
               e->different, e->worst, e->build, bytes);
    }
}

void bench_run_sceneries(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                         bench_tally *tally) {
    enum { ROWS = sizeof rows / sizeof rows[0] };
    static scenery_entry entries[ROWS][MOST_ENTRIES];
    int counts[ROWS] = {0}, any = 0;
    for (int i = 0; i < ROWS; i++) {
        if (!chosen(options, rows[i].name))
            continue;
        if (any++ == 0)
            print_head(markdown);
        counts[i] = run(&rows[i], entries[i], quick);
        bench_count(tally, print_row(markdown, &rows[i], entries[i], counts[i]));
    }
    if (any > 0)
        printf(markdown ? "\n| still | | function | ns | hits | differ | t | build | bytes |\n"
                          "|---|---|---|--:|--:|--:|--:|--:|--:|\n"
                        : "\n%-31s%-10s%-21s%10s%7s%8s%8s%8s%8s\n",
               "the same work?", "", "function", "ns", "hits", "differ", "t", "build", "bytes");
    for (int i = 0; i < ROWS; i++)
        print_details(markdown, rows[i].name, entries[i], counts[i]);
}
