// What the tests of moved scenes share: the offsets, the bar that answers there have to meet, the
// worst error at each offset, and its row in the table of docs/accuracy.md.
#ifndef TESTS_OFFSETS_H
#define TESTS_OFFSETS_H

#include "check.h"
#include "grid_recipes.h"

#include <float.h>

enum { OFFSETS = 6, SAID_MOST = 40 };
static const double offsets[OFFSETS] = {0, 10, 100, 1000, 1e6, 0x1p20};

/// Along all axes, every other scene with y to the other side.
static inline cd_vec offset_of(int i, int dim, int n) {
    return (cd_vec){offsets[i], offsets[i] * (n & 1 ? -1 : 1), dim == 3 ? offsets[i] : 0};
}

/// Shapes that are asked about at an offset: case n of a test.
typedef struct {
    const recipe *r, *q;
    int n, place;
    cd_vec o;
} moved_case;

/// The worst error of some measure, and how many exceed the bar.
typedef struct {
    const char *name;
    double worst[OFFSETS];
    int beyond[OFFSETS], count[OFFSETS];
} measure;

static inline void say(const moved_case *c, const char *what, double off) {
    if (++failures <= SAID_MOST)
        fprintf(stderr, "FAILED %s: %dD %s, %s at (%g, %g, %g), case %d: %g\n", what, c->r->dim,
                names[c->r->kind], names[c->q->kind], c->o.x, c->o.y, c->o.z, c->n, off);
}

/// 1e-9 of the size of the shapes, about 4, and 8 ulps of the offset.
static inline double bar_at(cd_vec o) { return 4e-9 + 8 * DBL_EPSILON * cd_max_abs(o); }

static inline void expect_small(const moved_case *c, measure *m, double off) {
    int i = c->place;
    m->count[i]++;
    m->worst[i] = fmax(m->worst[i], fabs(off));
    if (fabs(off) <= bar_at(c->o))
        return;
    m->beyond[i]++;
    say(c, m->name, off);
}

static inline void print_heads(void) {
    printf("| | 0 | 10 | 100 | 1e3 | 1e6 | 2^20 |\n|---|---|---|---|---|---|---|\n");
}

static inline void print_measure(const measure *m) {
    printf("| %s |", m->name);
    for (int i = 0; i < OFFSETS; i++)
        printf(" %.1e, %d of %d |", m->worst[i], m->beyond[i], m->count[i]);
    printf("\n");
}

/// Calls `test` with each pair of kinds in every round, on a fine and a coarse grid in turn;
/// returns how many there were.
static inline int each_pair(int rounds, void (*test)(int n, int dim, int kind_a, int kind_b)) {
    int n = 0;
    for (int round = 0; round < rounds; round++)
        for (int dim = 2; dim <= 3; dim++)
            for (int a = 0; a < KINDS; a++)
                for (int b = 0; b < KINDS; b++)
                    if (fits(a, dim) && fits(b, dim)) {
                        seed(++n);
                        grid = round % 2 ? 0.25 : 0x1p-20;
                        test(n, dim, a, b);
                    }
    return n;
}

#endif
