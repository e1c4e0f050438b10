// Counts of a pair and query over many cases, the table of them, and the bars.
#ifndef ACCURACY_REPORT_H
#define ACCURACY_REPORT_H

#include "compare.h"

#include <stdio.h>

enum { BINS = 640 }; // of K, 8 to a factor of two, from 2^-20

typedef struct {
    unsigned long count, bins[BINS];
    double worst;
    unsigned long worst_seed;
} tally;

typedef struct {
    int dim;
    char a[12], b[12];
    query query;
    bool curved;
    unsigned long cases, hits, unstable, wrong, far, unproved, unproved_seed;
    int misses; // cases that miss a bar by themselves
    unsigned long style_cases[STYLE_COUNT], style_hits[STYLE_COUNT];
    double relative, margin; // of wrong verdicts
    unsigned long margin_seed;
    tally k[MEASURE_COUNT];
} row;

/// A row without cases.
row row_of(int dim, const char *a, const char *b, query q, bool curved);
void row_add(row *r, const outcome *o, style kind, unsigned long seed);

/// Whether a case misses a bar by itself: a K above 32, or a verdict far off.
bool report_misses(const outcome *o);

/// Writes what misses a bar to stderr; returns how much does.
int report_rows(const row *rows, int count);

/// Writes the shares of hits that are not between 30 % and 70 % to stderr: of each pair and query,
/// and of each style in each query. Returns how many there are.
int report_shares(const row *rows, int count);

/// Writes to stderr if more than one stable verdict in BAR_WRONG is wrong, and returns 1.
enum { BAR_WRONG = 2000 };
int report_verdicts(const row *rows, int count);

/// A summary by queries, in Markdown on stdout.
void report_table(const row *rows, int count);

/// All rows as comma-separated values.
void report_file(const row *rows, int count, FILE *file);

#endif
