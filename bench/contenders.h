// Those that are timed: collide first, then its peers.
#ifndef BENCH_CONTENDERS_H
#define BENCH_CONTENDERS_H

#include "crowd.h"
#include "scenery.h"
#include "table.h"

typedef struct bench_contender {
    const bench_method *methods;    ///< NULL: not installed
    const bench_broad *broads;      ///< NULL: none
    const bench_scenery *sceneries; ///< NULL: none
    bench_column column;
} bench_contender;

extern const bench_contender bench_contenders[BENCH_CONTENDERS];

#endif
