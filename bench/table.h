// What was measured, and how it is printed: as text, or as Markdown for docs/benchmarks.md.
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "workloads.h"

/// Those of BENCH_PAIRED have methods for pairs of shapes.
enum { BENCH_CONTENDERS = 9, BENCH_PAIRED = 8, BENCH_MAX_ENTRIES = 16 };

/// One method of one contender on one workload.
typedef struct bench_entry {
    int contender; ///< 0 is collide
    const bench_method *method;
    double ns;         ///< median time of a pair
    double to_next;    ///< median of its rounds' times, each through that of the next entry
    double hits;       ///< the share of pairs
    int different;     ///< pairs with another verdict than collide's
    double p99, worst; ///< difference to collide's measure where both hit, 99 % and largest
} bench_entry;

typedef struct bench_row {
    const bench_workload *workload;
    int rounds, entry_count;
    bench_entry entries[BENCH_MAX_ENTRIES]; ///< the first is collide's
} bench_row;

/// More different verdicts than this part are another question answered: the entry is shown, but
/// does not count as the best peer.
#define BENCH_SAME 0.01

typedef struct bench_column {
    const char *name, *precision, *version; ///< version NULL: not installed
} bench_column;

/// The times of the contenders for one thing; 0: none.
typedef struct bench_line {
    const char *name;
    double ns[BENCH_CONTENDERS]; ///< the first is collide's
    int count;
    double peer;       ///< the best peer's time
    double bar, guide; ///< collide's time is to be at most bar * peer; bar 0: peer
} bench_line;

/// Whether the bar holds; none where there is none, or no peer.
typedef enum { BENCH_NO_BAR, BENCH_HOLDS, BENCH_MISSED } bench_verdict;
extern const char *const bench_verdict_words[];

/// Names all contenders, and the columns of those for pairs.
void bench_print_head(bool markdown, const bench_column *columns);
void bench_print_titles(bool markdown, const char *what, const char *const *names, int count);
bench_verdict bench_print_row(bool markdown, const bench_row *row, int column_count);
bench_verdict bench_print_line(bool markdown, const bench_line *line);
void bench_print_details(bool markdown, const bench_row *rows, int count,
                         const bench_column *columns);

#endif
