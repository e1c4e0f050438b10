// The rows of many bodies: update and all pairs, closest rays, overlaps, and the gas. Radii are 0.5
// where not said otherwise, and bodies lie so thick that each has about two others that it overlaps
// (about one pair a body).
#include "clock.h"
#include "collide/world.h"
#include "crowds.h"
#include "random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BROADS = 12, MOST_ROUNDS = 25, FEWEST_ROUNDS = 3, QUERIES = 4096, FRAMES = 8 };
#define BUDGET 3e9

static double normal(void) { // Box and Muller 1958
    return sqrt(-2 * log(uniform(0x1p-53, 1))) * cos(uniform(0, 6.283185307179586));
}

// ----------------------------------------------------------------------------------------- layouts

/// Side of the square or cube for `count` bodies whose sums of two radii have the mean power r.
static double side_for(const bench_crowd *c, double r, double thinner) {
    double ball = c->dim == 3 ? 4.18879020478639 * r : 3.14159265358979 * r;
    return pow(c->count * ball / 2 * thinner, 1.0 / c->dim);
}

static void spread(bench_crowd *c, double side) {
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->dim; k++)
            c->at[i][k] = uniform(0, side);
}

static void even(bench_crowd *c) { spread(c, side_for(c, 1, 1)); }
static void thin(bench_crowd *c) { spread(c, side_for(c, 1, 30)); }

static void decades(bench_crowd *c) {
    double power = 0;
    for (int i = 0; i < c->count; i++)
        c->radius[i] = 5 * pow(10, uniform(-3, 0));
    for (int i = 0; i < 100000; i++)
        power += pow(5 * pow(10, uniform(-3, 0)) + 5 * pow(10, uniform(-3, 0)), c->dim) / 100000;
    spread(c, side_for(c, power, 1));
}

// A hundred heaps in normal distribution, as wide as their density wants, far from each other.
static void clusters(bench_crowd *c) {
    int size = c->count / 100;
    double heap = pow(size * 4.18879020478639 / 2, 1.0 / 3) / sqrt(4 * 3.14159265358979);
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < c->dim; k++) {
            random_state = (uint64_t)(3 * (i % 100) + k);
            c->at[i][k] = uniform(0, 1000 * heap);
            random_state = (uint64_t)(4 * (long)i + k) * 0x94d049bb133111eb;
            c->at[i][k] += heap * normal();
        }
}

static void line(bench_crowd *c) {
    for (int i = 0; i < c->count; i++) {
        double t = uniform(0, c->count);
        for (int k = 0; k < 3; k++)
            c->at[i][k] = t * (k + 1) / sqrt(14);
    }
}

typedef enum { PAIRS, RAY, OVERLAP, RENEW, MOVE } question;

typedef struct crowd_row {
    const char *name;
    question asks;
    int dim, count;
    void (*lay_out)(bench_crowd *c);
    double bar, guide;
    bool slow;
} crowd_row;

// clang-format off
static const crowd_row crowd_rows[] = {
    {"3D pairs of 1,000",           PAIRS,   3,   1000, even,     0,    0,  false},
    {"3D pairs of 10,000",          PAIRS,   3,  10000, even,     0.20, 80,  false},
    {"3D pairs of 100,000",         PAIRS,   3, 100000, even,     0.15, 80,  false},
    {"3D slow pairs of 10,000",     PAIRS,   3,  10000, even,     0.60, 0,  true},
    {"3D slow pairs of 100,000",    PAIRS,   3, 100000, even,     0.50, 0,  true},
    {"2D pairs of 1,000",           PAIRS,   2,   1000, even,     0,    0,  false},
    {"2D pairs of 10,000",          PAIRS,   2,  10000, even,     0,    45,  false},
    {"2D pairs of 100,000",         PAIRS,   2, 100000, even,     0.15, 45,  false},
    {"three decades of 10,000",     PAIRS,   3,  10000, decades,  1,    0,  false},
    {"three decades of 100,000",    PAIRS,   3, 100000, decades,  1,    0,  false},
    {"clusters of 10,000",          PAIRS,   3,  10000, clusters, 1,    0,  false},
    {"clusters of 100,000",         PAIRS,   3, 100000, clusters, 1,    0,  false},
    {"one line of 10,000",          PAIRS,   3,  10000, line,     1,    0,  false},
    {"one line of 100,000",         PAIRS,   3, 100000, line,     1,    0,  false},
    {"ray among 100,000",           RAY,     3, 100000, even,     0.02, 600,  false},
    {"ray among 100,000, thin",     RAY,     3, 100000, thin,     0.02, 600,  false},
    {"overlap among 100,000",       OVERLAP, 3, 100000, even,     0.10, 300,  false},
    {"one renewed, ray, 10,000",    RENEW,   3,  10000, even,     0.50, 5000, false},
    {"one renewed, ray, 100,000",   RENEW,   3, 100000, even,     0.50, 0,    false},
    {"one moved, overlap, 10,000",  MOVE,    3,  10000, even,     1,    5000, false},
    {"one moved, overlap, 100,000", MOVE,    3, 100000, even,     0.50, 0,    false},
};
// clang-format on

// Places and ways are multiples of 2^-20. A frame moves a body by at most half of its radius along
// each axis, a slow one by a twentieth: what remembers the last frame is fast where little happens.
static void generate(const crowd_row *row, bench_crowd *c, double (*way)[3]) {
    random_state = 1;
    for (int i = 0; i < c->count; i++)
        c->radius[i] = 0.5;
    row->lay_out(c);
    for (int i = 0; i < c->count; i++) {
        c->radius[i] = ldexp(rint(ldexp(c->radius[i], 20)), -20);
        c->largest = fmax(c->largest, c->radius[i]);
        for (int k = 0; k < 3; k++) {
            double v = k < c->dim ? uniform(-1, 1) * (row->slow ? 0.05 : 0.5) * c->radius[i] : 0;
            c->at[i][k] = ldexp(rint(ldexp(c->at[i][k], 20)), -20);
            way[i][k] = ldexp(rint(ldexp(v, 20)), -20);
        }
    }
}

static void move_all(bench_crowd *c, double (*way)[3], int frame) {
    double sign = frame % FRAMES < FRAMES / 2 ? 1 : -1;
    for (int i = 0; i < c->count; i++)
        for (int k = 0; k < 3; k++) {
            c->motion[i][k] = sign * way[i][k];
            c->at[i][k] += c->motion[i][k];
        }
}

// ------------------------------------------------------------------------------------------ timing

typedef struct crowd_entry {
    int contender;
    bool first; ///< collide's, whose answers are those of the others, too
    const bench_broad *broad;
    void *made;
    double ns, times[MOST_ROUNDS];
    int different; ///< rounds, or queries, with other answers than collide's
    double worst;  ///< difference of t
    long found;
} crowd_entry;

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// To and fro, so that all see the same frames. The median of the frames counts.
static void round_of_pairs(crowd_entry *e, bench_crowd *c, double (*way)[3], int round,
                           bench_set *first) {
    double times[FRAMES];
    for (int frame = 0; frame < FRAMES; frame++) {
        move_all(c, way, frame);
        double start = bench_now();
        bench_set set = e->broad->pairs(e->made, c);
        times[frame] = (bench_now() - start) / c->count;
        if (e->first)
            first[frame] = set;
        e->different += set.count != first[frame].count || set.sum != first[frame].sum;
        e->found = set.count;
    }
    qsort(times, FRAMES, sizeof times[0], by_value);
    e->times[round] = times[FRAMES / 2];
}

typedef struct queries {
    bench_ray rays[QUERIES];
    int hits[QUERIES];
    double t[QUERIES];
    bench_set sets[QUERIES];
} queries;

// The n-th change: a body goes to the other side of the last one, which stays, or back. Each round
// leaves all where they began.
static void change_one(crowd_entry *e, bench_crowd *c, question asks, int n) {
    const int body = (int)((long)(n & (QUERIES - 1)) * c->count / QUERIES);
    for (int k = 0; k < c->dim; k++) {
        double middle = c->at[c->count - 1][k];
        c->at[body][k] = 2 * middle - c->at[body][k];
    }
    (asks == RENEW ? e->broad->renew : e->broad->move)(e->made, c, body);
}

static void round_of_rays(crowd_entry *e, bench_crowd *c, queries *q, question asks, int round) {
    static int hits[QUERIES];
    static double t[QUERIES];
    double start = 0;
    for (int i = -QUERIES; i < QUERIES; i++) { // once to warm up
        start = i == 0 ? bench_now() : start;
        if (asks == RENEW)
            change_one(e, c, asks, i);
        hits[i & (QUERIES - 1)] =
            e->broad->ray(e->made, &q->rays[i & (QUERIES - 1)], &t[i & (QUERIES - 1)]);
    }
    e->times[round] = (bench_now() - start) / QUERIES;
    e->found = e->different = 0;
    for (int i = 0; i < QUERIES; i++) {
        if (e->first)
            q->hits[i] = hits[i], q->t[i] = t[i];
        else if (hits[i] >= 0 && q->hits[i] >= 0)
            e->worst = fmax(e->worst, fabs(t[i] - q->t[i]));
        bool same = hits[i] == q->hits[i] ||
                    (hits[i] == BENCH_SOME_BODY && q->hits[i] >= 0 && t[i] == q->t[i]);
        e->different += !same && (t[i] != q->t[i] || t[i] != 0); // 0: inside of several
        e->found += hits[i] >= 0;
    }
}

static void round_of_overlaps(crowd_entry *e, bench_crowd *c, queries *q, question asks,
                              int round) {
    static bench_set sets[QUERIES];
    double start = 0;
    for (int i = -QUERIES; i < QUERIES; i++) { // once to warm up
        start = i == 0 ? bench_now() : start;
        if (asks == MOVE)
            change_one(e, c, asks, i);
        sets[i & (QUERIES - 1)] = e->broad->overlap(e->made, q->rays[i & (QUERIES - 1)].from, 0.5);
    }
    e->times[round] = (bench_now() - start) / QUERIES;
    e->found = e->different = 0;
    for (int i = 0; i < QUERIES; i++) {
        if (e->first)
            q->sets[i] = sets[i];
        e->different += sets[i].count != q->sets[i].count || sets[i].sum != q->sets[i].sum;
        e->found += sets[i].count;
    }
}

static bool can(const bench_broad *b, const crowd_row *row) {
    const bool answers[] = {[PAIRS] = b->pairs != NULL,
                            [RAY] = b->ray != NULL,
                            [OVERLAP] = b->overlap != NULL,
                            [RENEW] = b->renew != NULL && b->ray != NULL,
                            [MOVE] = b->move != NULL && b->overlap != NULL};
    return answers[row->asks] && b->dims >> row->dim & 1 && row->count <= b->most;
}

static int find_entries(crowd_entry *entries, const crowd_row *row, const bench_crowd *c) {
    int count = 0;
    for (int k = 0; k < BENCH_CONTENDERS; k++)
        for (const bench_broad *b = bench_contenders[k].methods ? bench_contenders[k].broads : NULL;
             b && b->how; b++)
            if (can(b, row) && count < MOST_BROADS)
                entries[count++] = (crowd_entry){.contender = k, .broad = b, .made = b->make(c)};
    entries[0].first = true;
    return count;
}

static int run(const crowd_row *row, crowd_entry *entries, bool quick) {
    static queries q;
    size_t n = (size_t)row->count;
    bench_crowd c = {row->dim,
                     row->count,
                     calloc(n, sizeof *c.at),
                     calloc(n, sizeof *c.motion),
                     calloc(n, sizeof *c.radius),
                     0};
    double(*way)[3] = calloc(n, sizeof *way);
    if (!c.at || !c.motion || !c.radius || !way)
        abort();
    generate(row, &c, way);
    for (int i = 0; i < QUERIES; i++)
        for (int k = 0; k < 3; k++) { // from one body's middle, by a bit, to another's
            const double *a = c.at[(int)uniform(0, row->count)],
                         *b = c.at[(int)uniform(0, row->count)];
            q.rays[i].from[k] = a[k] + uniform(-2, 2);
            q.rays[i].to[k] = b[k] + uniform(-2, 2);
        }
    int count = find_entries(entries, row, &c), rounds = 0;
    double begin = bench_now();
    bench_set first[FRAMES];
    for (int round = -1; round < (quick ? 1 : MOST_ROUNDS); round++) { // the first warms up
        if (round >= FEWEST_ROUNDS && round % 2 == 1 && bench_now() - begin > BUDGET)
            break;
        rounds = round + 1;
        for (int i = 0; i < count; i++) {
            int place = round < 0 ? 0 : round;
            if (row->asks == PAIRS)
                round_of_pairs(&entries[i], &c, way, place, first);
            else if (row->asks == RAY || row->asks == RENEW)
                round_of_rays(&entries[i], &c, &q, row->asks, place);
            else
                round_of_overlaps(&entries[i], &c, &q, row->asks, place);
        }
    }
    for (int i = 0; i < count; i++) {
        qsort(entries[i].times, (size_t)rounds, sizeof entries[i].times[0], by_value);
        entries[i].ns = entries[i].times[rounds / 2];
        entries[i].broad->release(entries[i].made);
    }
    free(c.at), free(c.motion), free(c.radius), free(way);
    return count;
}

// ------------------------------------------------------------------------------------------ output

static bool counts(const crowd_entry *e) { return e->different <= (int)(BENCH_SAME * QUERIES); }

static const crowd_entry *fastest(const crowd_entry *entries, int count, int contender) {
    const crowd_entry *best = NULL;
    for (int i = 0; i < count; i++) {
        const crowd_entry *e = &entries[i];
        if ((contender < 0 ? e->contender > 0 : e->contender == contender) && counts(e) &&
            (!best || e->ns < best->ns))
            best = e;
    }
    return best;
}

static const int shown[] = {0, 1, 2, 3, 5}; // contenders with a broad phase
enum { SHOWN = sizeof shown / sizeof shown[0] };

static bench_verdict print_row(bool markdown, const crowd_row *row, const crowd_entry *entries,
                               int count) {
    const crowd_entry *peer = fastest(entries, count, -1);
    bench_line line = {row->name, {0}, SHOWN, peer ? peer->ns : 0, row->bar, row->guide};
    for (int i = 0; i < SHOWN; i++) {
        const crowd_entry *e = fastest(entries, count, shown[i]);
        line.ns[i] = e ? e->ns : 0;
    }
    return bench_print_line(markdown, &line);
}

static void print_head(bool markdown) {
    printf("\nMany bodies: ns for one body of a search, for one ray, for one overlap, for one "
           "change and the query after it.\n\n");
    const char *names[SHOWN];
    for (int i = 0; i < SHOWN; i++)
        names[i] = bench_contenders[shown[i]].column.name;
    bench_print_titles(markdown, "many", names, SHOWN);
}

static void print_details(bool markdown, const char *name, const crowd_entry *entries, int count) {
    for (int i = 0; i < count; i++) {
        const crowd_entry *e = &entries[i];
        char worst[32] = "";
        if (e->worst > 0)
            snprintf(worst, sizeof worst, "%.0e", e->worst);
        printf(markdown ? "| %s | %s | `%s` | %.1f | %ld | %d | %s |\n"
                        : "%-27s%-10s%-25s%10.1f%10ld%8d%8s\n",
               name, bench_contenders[e->contender].column.name, e->broad->how, e->ns, e->found,
               e->different, worst);
    }
}

// ------------------------------------------------------------------------------------------- gas

// Equal spheres of diameter 1 in a room of planes, from a lattice, with speeds of about 1.
static cd_world *fill_room(int count, double density) {
    cd_world *w = cd_world_new(3, bench_allocator);
    int side = (int)ceil(cbrt(count));
    double half = cbrt(count / density) / 2, gap = (2 * half - 1) / (side - 1);
    for (int i = 0; i < count; i++) {
        cd_vec at = {i % side, i / side % side, i / side / side};
        cd_shape ball = cd_sphere(
            3, cd_sub(cd_scale(at, gap), (cd_vec){half - 0.5, half - 0.5, half - 0.5}), 0.5);
        cd_body body = cd_body_of(&ball);
        body.mass = 1;
        body.velocity = (cd_vec){normal(), normal(), normal()};
        cd_world_add(w, &body);
    }
    for (int i = 0; i < 6; i++) {
        double sign = i % 2 == 0 ? 1 : -1;
        cd_vec n = {i / 2 == 0 ? sign : 0, i / 2 == 1 ? sign : 0, i / 2 == 2 ? sign : 0};
        cd_shape plane = cd_plane(3, n, -half);
        cd_body body = cd_body_of(&plane);
        cd_world_add(w, &body);
    }
    return w;
}

static void step(cd_world *w, double dt, long *hits) {
    cd_event event;
    int count;
    if (cd_world_begin_step(w, dt))
        while (cd_world_next_hit(w, &event))
            cd_world_respond(w, CD_ASK);
    const cd_event *events = cd_world_events(w, &count);
    for (int i = 0; i < count; i++) // those of two spheres
        hits[cd_world_body(w, events[i].b)->mass > 1]++;
}

typedef struct gas_row {
    const char *name;
    int count;
    double density, dt;
} gas_row;

static const gas_row gas_rows[] = {
    {"gas of 1,000, long steps", 1000, 0.5, 1},
    {"gas of 1,000, 1/30", 1000, 0.5, 1.0 / 30},
    {"gas of 10,000, long steps", 10000, 0.5, 1},
    {"gas of 10,000, 1/30", 10000, 0.5, 1.0 / 30},
};
#define GAS_BAR 400000

static bench_verdict run_gas(const gas_row *row, bool markdown, bool quick) {
    random_state = 1;
    cd_world *w = fill_room(row->count, row->density);
    long hits[2] = {0, 0};
    for (double t = 0; t < 1; t += row->dt)
        step(w, row->dt, hits); // out of the lattice
    double best = 0, times[9];
    int parts = quick ? 1 : 9;
    double walls = 0;
    for (int part = 0; part < parts; part++) {
        hits[0] = hits[1] = 0;
        double start = bench_now();
        for (double t = 0; t < (row->count < 5000 ? 10 : 1); t += row->dt)
            step(w, row->dt, hits);
        times[part] = (double)hits[0] * 1e9 / (bench_now() - start);
        walls = (double)hits[1] / (double)(hits[0] + hits[1]);
    }
    qsort(times, (size_t)parts, sizeof times[0], by_value);
    best = times[parts / 2];
    bench_verdict verdict = best >= GAS_BAR ? BENCH_HOLDS : BENCH_MISSED;
    printf(markdown ? "| %s | %.0f | %.0f | %s | %.0f %% | %zu |\n"
                    : "%-27s%10.0f%10.0f %-8s%5.0f %%%8zu\n",
           row->name, best, (double)GAS_BAR, bench_verdict_words[verdict], 100 * walls,
           cd_world_memory(w) / (size_t)row->count);
    fflush(stdout);
    cd_world_free(w);
    return verdict;
}

static void run_gases(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                      bench_tally *tally) {
    bool head = false;
    for (size_t i = 0; i < sizeof gas_rows / sizeof gas_rows[0]; i++) {
        if (!chosen(options, gas_rows[i].name))
            continue;
        if (!head && markdown)
            printf("\n| gas | collisions a second | bar | | walls besides | bytes a body |\n"
                   "|---|--:|--:|---|--:|--:|\n");
        else if (!head)
            printf("\n%-27s%10s%10s %-8s%7s%8s\n", "gas", "hits/s", "bar", "", "walls", "bytes");
        head = true;
        bench_count(tally, run_gas(&gas_rows[i], markdown, quick));
    }
}

void bench_run_crowds(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                      bench_tally *tally) {
    enum { ROWS = sizeof crowd_rows / sizeof crowd_rows[0] };
    static crowd_entry entries[ROWS][MOST_BROADS];
    int counts_of[ROWS] = {0}, any = 0;
    for (int i = 0; i < ROWS; i++) {
        if (!chosen(options, crowd_rows[i].name))
            continue;
        if (any++ == 0)
            print_head(markdown);
        counts_of[i] = run(&crowd_rows[i], entries[i], quick);
        bench_count(tally, print_row(markdown, &crowd_rows[i], entries[i], counts_of[i]));
    }
    if (any > 0)
        printf(markdown ? "\n| many | | function | ns | found | differ | t "
                          "|\n|---|---|---|--:|--:|--:|--:|\n"
                        : "\n%-27s%-10s%-25s%10s%10s%8s%8s\n",
               "the same work?", "", "function", "ns", "found", "differ", "t");
    for (int i = 0; i < ROWS; i++)
        print_details(markdown, crowd_rows[i].name, entries[i], counts_of[i]);
    run_gases(markdown, quick, chosen, options, tally);
}
