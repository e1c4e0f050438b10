// How collide's time grows with the number of things, from 1,000 to 1,000,000: the time for one of
// them (a build, a search for pairs, a step), or of one query among them. Its growth is the
// exponent p of n^p from the least number to the largest. What takes n log n in all takes log n for
// one thing, which is p = 0.10 between these; caches, which hold the few and not the many, cost as
// much again and more. The bar lies above both and far below the square, p = 1.
#include "clock.h"
#include "crowds.h"
#include "random.h"
#include "scenery.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SIZES = 4, QUERIES = 512, MOST_ROUNDS = 5 };
#define BUDGET 1e9 // ns: no further round of a case that took more
static const int sizes[SIZES] = {1000, 10000, 100000, 1000000};
#define GROWTH_BAR 0.4

static cd_vec vec(const double v[3]) { return (cd_vec){v[0], v[1], v[2]}; }

static cd_vec around(cd_vec middle, double reach) {
    return cd_add(middle,
                  (cd_vec){uniform(-reach, reach), uniform(-reach, reach), uniform(-reach, reach)});
}

// ------------------------------------------------------------------------------------------ timing

typedef struct growth_case growth_case;

typedef struct growth_row {
    const char *name;
    growth_case *(*make)(int n);
    double (*round)(growth_case *c); ///< what is timed; returns for how many things or queries
    void (*release)(growth_case *c);
} growth_row;

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double measure(const growth_row *row, int n, bool quick) {
    double times[MOST_ROUNDS];
    int rounds = 0;
    random_state = 1;
    growth_case *c = row->make(n);
    double begin = bench_now();
    row->round(c); // warms up
    do {
        double start = bench_now(), count = row->round(c);
        times[rounds++] = (bench_now() - start) / count;
    } while (rounds < (quick ? 1 : MOST_ROUNDS) && bench_now() - begin < BUDGET);
    row->release(c);
    qsort(times, (size_t)rounds, sizeof times[0], by_value);
    return times[rounds / 2];
}

// ------------------------------------------------------------------------------------------ worlds

struct growth_case {
    int n;
    cd_world *world;
    cd_vec *points; ///< of a hull
    bench_scene scene;
    cd_shape *parts; ///< of a compound
    void *memory;
    cd_shape shape; ///< of a set
    bench_way ways[QUERIES];
    cd_shape balls[QUERIES];
};

static growth_case *new_case(int n) {
    growth_case *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    c->n = n;
    return c;
}

// Spheres of diameter 1, two apart, with speeds of up to 12 along each axis.
static growth_case *make_world(int n) {
    growth_case *c = new_case(n);
    int side = (int)ceil(cbrt(n));
    c->world = cd_world_new(3, bench_allocator);
    for (int i = 0; i < n; i++) {
        cd_vec at = {i % side, i / side % side, i / side / side};
        cd_shape ball = cd_sphere(3, cd_scale(at, 2), 0.5);
        cd_body body = cd_body_of(&ball);
        body.mass = 1;
        body.velocity = around((cd_vec){0, 0, 0}, 12);
        if (cd_world_add(c->world, &body) < 0)
            abort();
    }
    return c;
}

// Every ball has moved since the pairs were found last.
static double find_pairs(growth_case *c) {
    int count;
    for (int i = 0; i < c->n; i++)
        cd_world_move(c->world, i, around((cd_vec){0, 0, 0}, 0.25));
    if (!cd_world_pairs(c->world, &count))
        abort();
    return c->n;
}

static double take_step(growth_case *c) {
    cd_event hit;
    if (cd_world_begin_step(c->world, 1.0 / 60))
        while (cd_world_next_hit(c->world, &hit))
            cd_world_respond(c->world, CD_ASK);
    cd_world_end_step(c->world);
    return c->n;
}

static void release_world(growth_case *c) {
    cd_world_free(c->world);
    free(c);
}

// ------------------------------------------------------------------------------------------- hulls

// Points in a ball, few of which are vertices, or on its sphere, where all are.
static growth_case *make_points(int n) {
    growth_case *c = new_case(n);
    c->points = bench_array((size_t)n, sizeof *c->points);
    c->memory = bench_array(cd_polytope_size(n), 1);
    for (int i = 0; i < n; i++)
        do
            c->points[i] = around((cd_vec){0, 0, 0}, 1);
        while (cd_length(c->points[i]) > 1);
    return c;
}

static growth_case *make_sphere(int n) {
    growth_case *c = make_points(n);
    for (int i = 0; i < n; i++)
        c->points[i] = cd_scale(c->points[i], 1 / cd_length(c->points[i]));
    return c;
}

static double build_hull(growth_case *c) {
    if (!cd_polytope_build(3, c->points, c->n, c->memory, NULL))
        abort();
    return c->n;
}

static void release_points(growth_case *c) {
    free(c->points);
    free(c->memory);
    free(c);
}

// -------------------------------------------------------------------------------------------- sets

// Balls have the size of a part and lie by it, so that they touch as many parts whatever n is.
static growth_case *make_scene(int n) {
    growth_case *c = new_case(n);
    c->scene = bench_make_scene(n);
    bench_make_ways(c->ways, QUERIES);
    double half = c->scene.half;
    for (int i = 0; i < QUERIES; i++) {
        int part = (int)uniform(0, c->scene.triangle_count);
        c->balls[i] = cd_sphere(3, around(vec(c->scene.boxes[part]), 2 * half), half);
    }
    return c;
}

static double build_mesh(growth_case *c) {
    const bench_scene *s = &c->scene;
    if (!c->points) {
        c->points = bench_array((size_t)s->vertex_count, sizeof *c->points);
        c->memory = bench_array(cd_mesh_size(s->vertex_count, s->triangle_count), 1);
        for (int i = 0; i < s->vertex_count; i++)
            c->points[i] = vec(s->vertices[i]);
    }
    c->shape =
        cd_set_shape(cd_mesh_build(3, c->points, s->vertex_count, (const int(*)[3])s->triangles,
                                   s->triangle_count, c->memory, NULL));
    return s->triangle_count;
}

static double build_compound(growth_case *c) {
    const bench_scene *s = &c->scene;
    if (!c->parts) {
        c->parts = bench_array((size_t)s->triangle_count, sizeof *c->parts);
        for (int i = 0; i < s->triangle_count; i++) {
            const double *q = s->turns[i];
            c->parts[i] = cd_box(vec(s->boxes[i]), (cd_vec){s->half, s->half, s->half},
                                 (cd_quat){q[0], q[1], q[2], q[3]}, 0);
        }
        c->memory = bench_array(cd_compound_size(c->parts, s->triangle_count), 1);
    }
    c->shape = cd_set_shape(cd_compound_build(c->parts, s->triangle_count, c->memory, NULL));
    return s->triangle_count;
}

static growth_case *make_mesh(int n) {
    growth_case *c = make_scene(n);
    build_mesh(c);
    return c;
}

static growth_case *make_compound(int n) {
    growth_case *c = make_scene(n);
    build_compound(c);
    return c;
}

static void release_set(growth_case *c) {
    bench_free_scene(&c->scene);
    free(c->points);
    free(c->parts);
    free(c->memory);
    free(c);
}

static double cast_rays(growth_case *c) {
    cd_hit hit;
    for (int i = 0; i < QUERIES; i++) {
        cd_vec from = vec(c->ways[i].from);
        cd_raycast(from, cd_sub(vec(c->ways[i].to), from), &c->shape, 1, &hit);
    }
    return QUERIES;
}

static double cast_balls(growth_case *c) {
    cd_hit hit;
    for (int i = 0; i < QUERIES; i++) {
        cd_vec from = vec(c->ways[i].from), motion = cd_sub(vec(c->ways[i].to), from);
        cd_shape ball = cd_sphere(3, from, c->scene.half);
        cd_shapecast(&ball, motion, &c->shape, (cd_vec){0, 0, 0}, &hit);
    }
    return QUERIES;
}

static double ask_overlaps(growth_case *c) {
    int count = 0;
    for (int i = 0; i < QUERIES; i++)
        count += cd_overlap(&c->balls[i], &c->shape);
    return count > 0 ? QUERIES : NAN;
}

static double ask_distances(growth_case *c) {
    double sum = 0;
    for (int i = 0; i < QUERIES; i++)
        sum += cd_distance(&c->balls[i], &c->shape);
    return sum == sum ? QUERIES : NAN;
}

static double ask_contacts(growth_case *c) {
    cd_separation contact;
    int count = 0;
    for (int i = 0; i < QUERIES; i++)
        count += cd_contact(&c->balls[i], &c->shape, 0, &contact);
    return count > 0 ? QUERIES : NAN;
}

// ------------------------------------------------------------------------------------------ output

// clang-format off
static const growth_row rows[] = {
    {"growth of pairs",                     make_world,    find_pairs,     release_world},
    {"growth of a step",                    make_world,    take_step,      release_world},
    {"growth of a hull's build",            make_points,   build_hull,     release_points},
    {"growth of a round hull's build",      make_sphere,   build_hull,     release_points},
    {"growth of a mesh's build",            make_scene,    build_mesh,     release_set},
    {"growth of a ray at a mesh",           make_mesh,     cast_rays,      release_set},
    {"growth of a ball cast at a mesh",     make_mesh,     cast_balls,     release_set},
    {"growth of overlap with a mesh",       make_mesh,     ask_overlaps,   release_set},
    {"growth of distance to a mesh",        make_mesh,     ask_distances,  release_set},
    {"growth of contact with a mesh",       make_mesh,     ask_contacts,   release_set},
    {"growth of a compound's build",        make_scene,    build_compound, release_set},
    {"growth of a ray at a compound",       make_compound, cast_rays,      release_set},
    {"growth of a ball cast at a compound", make_compound, cast_balls,     release_set},
    {"growth of overlap with a compound",   make_compound, ask_overlaps,   release_set},
    {"growth of distance to a compound",    make_compound, ask_distances,  release_set},
    {"growth of contact with a compound",   make_compound, ask_contacts,   release_set},
};
// clang-format on

static bench_verdict run(const growth_row *row, bool markdown, bool quick) {
    double ns[SIZES];
    printf(markdown ? "| %s |" : "%-37s", row->name);
    for (int i = 0; i < SIZES; i++) {
        ns[i] = measure(row, sizes[i], quick);
        printf(markdown ? " %.0f |" : "%12.0f", ns[i]);
        fflush(stdout);
    }
    double power = log(ns[SIZES - 1] / ns[0]) / log((double)sizes[SIZES - 1] / sizes[0]);
    bench_verdict verdict = power <= GROWTH_BAR ? BENCH_HOLDS : BENCH_MISSED;
    printf(markdown ? " %.2f | %.2f | %s |\n" : "%8.2f%7.2f %s\n", power, GROWTH_BAR,
           bench_verdict_words[verdict]);
    fflush(stdout);
    return verdict;
}

void bench_run_growth(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                      bench_tally *tally) {
    bool head = false;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (!chosen(options, rows[i].name))
            continue;
        if (!head)
            printf(markdown
                       ? "\n| growth | 1,000 | 10,000 | 100,000 | 1,000,000 | power | bar | |\n"
                         "|---|--:|--:|--:|--:|--:|--:|---|\n"
                       : "\n%-37s%12s%12s%12s%12s%8s%7s\n",
                   "growth", "1,000", "10,000", "100,000", "1,000,000", "power", "bar");
        head = true;
        bench_count(tally, run(&rows[i], markdown, quick));
    }
}
