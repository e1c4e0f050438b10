// Pictures of many queries.
#ifndef BENCH_DRAW_QUERIES_H
#define BENCH_DRAW_QUERIES_H

#include <stdbool.h>

/// Prints a table: 10,000 queries of each kind among 2,000 circles, drawn into 1280x720 pixels.
void bench_draw_queries(int rounds, bool markdown);

#endif
