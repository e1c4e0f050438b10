// The rows of bodies that fall and come to rest: stacks of ten boxes, boxes on a floor of
// triangles, piles of balls, boxes and capsules in a pit. Each is timed twice: while it falls and
// settles, where peers may not let anything sleep, and six seconds later, where they may.
#include "motion.h"

#include "clock.h"
#include "crowds.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SETTLING = 120, TO_REST = 240, AT_REST = 60, MOST_ROUNDS = 3, MOVERS = 2 };
#define DT (1.0 / 60)
#define REST_GUIDE 20 // ns

static const bench_mover *const movers[MOVERS] = {
    &bench_collide_mover,
#ifdef BENCH_BULLET
    &bench_bullet_mover,
#endif
};

// ---------------------------------------------------------------------------------------- layouts

static void put(bench_thing *t, bench_kind kind, double x, double y, double z, double half) {
    *t = (bench_thing){kind, {x, y, z}, {half, half, half}};
}

static void stacks(bench_scene_of_things *s) {
    const int side = (int)ceil(sqrt(s->count / 10.0));
    for (int i = 0; i < s->count; i++)
        put(&s->things[i], BENCH_BOX, 2 * (i / 10 % side - side / 2.0), 0.51 + 1.01 * (i % 10),
            2 * (i / 10 / side - side / 2.0), 0.5);
}

static void on_mesh(bench_scene_of_things *s) {
    const int side = (int)ceil(sqrt(s->count));
    s->mesh_side = 2 * side;
    s->mesh_size = 1;
    for (int i = 0; i < s->count; i++)
        put(&s->things[i], BENCH_BOX, 1.5 * (i % side - side / 2.0), uniform(0.6, 1.5),
            1.5 * (i / side - side / 2.0), uniform(0.3, 0.6));
}

static void pile(bench_scene_of_things *s) {
    const int side = (int)ceil(cbrt(s->count) * 1.2);
    s->wall = 0.55 * side + 0.5;
    for (int i = 0; i < s->count; i++) {
        bench_thing *t = &s->things[i];
        put(t, (bench_kind)(i % 3), 1.1 * (i % side - (side - 1) / 2.0) + uniform(-0.05, 0.05),
            0.6 + 1.1 * (i / side / side), 1.1 * (i / side % side - (side - 1) / 2.0),
            uniform(0.3, 0.45));
        if (t->kind == BENCH_CAPSULE)
            t->half[0] = t->half[1] = t->half[0] / 2 + 0.05;
    }
}

typedef struct motion_row {
    const char *name;
    int count;
    void (*lay_out)(bench_scene_of_things *);
} motion_row;

static const motion_row rows[] = {
    {"step: stacks, 1,000", 1000, stacks},     {"step: stacks, 10,000", 10000, stacks},
    {"step: on a mesh, 1,000", 1000, on_mesh}, {"step: on a mesh, 10,000", 10000, on_mesh},
    {"step: pile of 300", 300, pile},          {"step: pile of 1,000", 1000, pile},
    {"step: pile of 10,000", 10000, pile},
};

// ----------------------------------------------------------------------------------------- timing

typedef struct times {
    double settling, at_rest, lowest; ///< ns for a body and step; at the end
} times;

static double time_steps(const bench_mover *m, void *world, int steps, int count) {
    const double begin = bench_now();
    for (int i = 0; i < steps; i++)
        m->step(world, DT);
    return (bench_now() - begin) / steps / count;
}

static times run(const bench_mover *m, const bench_scene_of_things *s) {
    times t = {0, 0, 0};
    void *world = m->make(s, 0);
    t.settling = time_steps(m, world, SETTLING, s->count);
    t.lowest = m->lowest(world);
    m->release(world);
    world = m->make(s, 1);
    time_steps(m, world, SETTLING + TO_REST, s->count);
    t.at_rest = time_steps(m, world, AT_REST, s->count);
    t.lowest = fmin(t.lowest, m->lowest(world));
    m->release(world);
    return t;
}

static bench_verdict print(bool markdown, const char *name, const char *what, double ours,
                           double theirs, double guide) {
    char text[64];
    snprintf(text, sizeof text, "%s%s", name, what);
    const bench_line line = {text, {ours, theirs}, MOVERS, theirs, 1, guide};
    return bench_print_line(markdown, &line);
}

static void run_row(const motion_row *row, bool markdown, bool quick, bench_tally *tally) {
    bench_scene_of_things s = {.count = row->count};
    s.things = calloc((size_t)row->count, sizeof *s.things);
    if (!s.things)
        abort();
    random_state = 1;
    row->lay_out(&s);
    times best[MOVERS] = {{0, 0, 0}};
    const int rounds = quick || row->count > 1000 ? 1 : MOST_ROUNDS;
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < MOVERS && movers[i]; i++) {
            const times t = run(movers[i], &s);
            best[i].settling = round ? fmin(best[i].settling, t.settling) : t.settling;
            best[i].at_rest = round ? fmin(best[i].at_rest, t.at_rest) : t.at_rest;
            best[i].lowest = t.lowest;
        }
    free(s.things);
    bench_count(tally, print(markdown, row->name, "", best[0].settling, best[1].settling, 0));
    bench_count(tally, print(markdown, row->name, ", at rest", best[0].at_rest, best[1].at_rest,
                             REST_GUIDE));
    if (!markdown)
        printf("%-27s%10.1e%10.1e\n", "  the lowest point", best[0].lowest, best[1].lowest);
}

void bench_run_motion(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                      bench_tally *tally) {
    bool begun = false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!chosen(options, rows[i].name))
            continue;
        if (!begun) {
            printf("\nBodies that come to rest: ns for one body and step.\n\n");
            bench_print_titles(markdown, "motion", (const char *const[]){"collide", "Bullet"},
                               MOVERS);
        }
        begun = true;
        run_row(&rows[i], markdown, quick, tally);
    }
}
