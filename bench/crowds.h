// The rows of many bodies, and how main.c chooses them.
#ifndef BENCH_CROWDS_H
#define BENCH_CROWDS_H

#include "collide/world.h"
#include "contenders.h"

/// Whether a row is wanted.
typedef bool bench_chooser(const void *options, const char *name);

typedef struct bench_tally {
    int bars, missed;
} bench_tally;

static inline void bench_count(bench_tally *tally, bench_verdict verdict) {
    tally->bars += verdict != BENCH_NO_BAR;
    tally->missed += verdict == BENCH_MISSED;
}

/// The heap, for the worlds.
extern const cd_allocator bench_allocator;

/// The rows of large still things.
void bench_run_sceneries(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                         bench_tally *tally);

/// The rows of bodies that fall and come to rest.
void bench_run_motion(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                      bench_tally *tally);

/// How collide's time grows with the number of things.
void bench_run_growth(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                      bench_tally *tally);

void bench_run_crowds(bool markdown, bool quick, bench_chooser *chosen, const void *options,
                      bench_tally *tally);

#endif
