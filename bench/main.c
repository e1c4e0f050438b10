// Times collide and its peers on the same inputs: bench [--quick] [--markdown] [part of a name]...
// Rounds of all contenders are interleaved, so that a change of the machine's mood meets all of
// them; the median of a contender's rounds is its time.
#include "clock.h"
#include "crowds.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MIN_ROUNDS = 9, MAX_ROUNDS = 51, QUICK_ROUNDS = 3 };
#define ROW_BUDGET 3e9 // ns: more rounds than the fewest while a row took less

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Of values that may be sorted.
static double median(double *values, int count) {
    qsort(values, (size_t)count, sizeof values[0], by_value);
    return values[count / 2];
}

static void find_entries(bench_row *row) {
    for (int c = 0; c < BENCH_CONTENDERS; c++) {
        for (const bench_method *m = bench_contenders[c].methods; m && m->how; m++)
            if (m->workload == row->workload->id && row->entry_count < BENCH_MAX_ENTRIES)
                row->entries[row->entry_count++] = (bench_entry){.contender = c, .method = m};
    }
}

static void time_entries(bench_row *row, const bench_inputs *inputs, void **prepared, bool quick) {
    static double times[BENCH_MAX_ENTRIES][MAX_ROUNDS];
    int fewest = quick ? QUICK_ROUNDS : MIN_ROUNDS, most = quick ? QUICK_ROUNDS : MAX_ROUNDS;
    double begin = bench_now();
    for (int round = -1; round < most; round++) { // the first warms up
        if (round >= fewest && round % 2 == 1 && bench_now() - begin > ROW_BUDGET)
            break;
        for (int i = 0; i < row->entry_count; i++) {
            bench_entry *e = &row->entries[i];
            double start = bench_now();
            bench_sum sum = e->method->round(prepared[i], inputs);
            double end = bench_now();
            bench_keep(&sum);
            e->hits = (double)sum.hits / BENCH_PAIRS;
            if (round >= 0)
                times[i][round] = (end - start) / BENCH_PAIRS;
        }
        row->rounds = round + 1;
    }
    double ratios[MAX_ROUNDS];
    for (int i = 0; i < row->entry_count; i++) {
        for (int k = 0; k < row->rounds && i + 1 < row->entry_count; k++)
            ratios[k] = times[i][k] / times[i + 1][k];
        row->entries[i].to_next = i + 1 < row->entry_count ? median(ratios, row->rounds) : 0;
        row->entries[i].ns = median(times[i], row->rounds); // which sorts them
    }
}

// Each peer's answers beside ours.
static void compare_entries(bench_row *row, void **prepared) {
    static double differences[BENCH_PAIRS];
    static bench_answer ours[BENCH_PAIRS];
    bool misses = bench_measures_misses(row->workload);
    for (int k = 0; k < BENCH_PAIRS; k++)
        ours[k] = row->entries[0].method->answer(prepared[0], k / BENCH_SIDE, k % BENCH_SIDE);
    for (int i = 1; i < row->entry_count; i++) {
        bench_entry *e = &row->entries[i];
        int count = 0;
        for (int k = 0; k < BENCH_PAIRS; k++) {
            bench_answer theirs = e->method->answer(prepared[i], k / BENCH_SIDE, k % BENCH_SIDE);
            e->different += ours[k].hit != theirs.hit;
            if ((ours[k].hit && theirs.hit) || (misses && !e->method->partial))
                differences[count++] = fabs(ours[k].measure - theirs.measure);
        }
        qsort(differences, (size_t)count, sizeof differences[0], by_value);
        e->p99 = count ? differences[(count - 1) * 99 / 100] : 0;
        e->worst = count ? differences[count - 1] : 0;
    }
}

static void run(bench_row *row, bool quick) {
    static bench_inputs inputs;
    void *prepared[BENCH_MAX_ENTRIES];
    bench_generate(row->workload, &inputs);
    find_entries(row);
    for (int i = 0; i < row->entry_count; i++)
        prepared[i] = row->entries[i].method->prepare(&inputs);
    time_entries(row, &inputs, prepared, quick);
    compare_entries(row, prepared);
    for (int i = 0; i < row->entry_count; i++)
        row->entries[i].method->release(prepared[i]);
}

typedef struct options {
    bool quick, markdown;
    int name_count;
    char **names;
} options;

static bool chosen(const void *at, const char *name) {
    const options *o = at;
    bool any = o->name_count == 0;
    for (int i = 0; i < o->name_count; i++)
        any = any || strstr(name, o->names[i]);
    return any;
}

// What asks for more may not be faster: each query of collide at most takes the time of the next
// one, but for the noise of the clock.
static void run_ladder(const bench_workload *workload, const bench_method *rungs, const options *o,
                       bench_tally *tally) {
    enum { RUNGS = 4 };
    static const double noise = 1.05;
    static bench_inputs inputs;
    void *prepared[RUNGS];
    bench_row row = {.workload = workload, .entry_count = RUNGS};
    bench_generate(workload, &inputs);
    for (int i = 0; i < RUNGS; i++) {
        row.entries[i] = (bench_entry){.contender = 0, .method = &rungs[i]};
        prepared[i] = rungs[i].prepare(&inputs);
    }
    time_entries(&row, &inputs, prepared, o->quick);
    bool ascends = true;
    printf(o->markdown ? "| %s |" : "%-27s", workload->name);
    for (int i = 0; i < RUNGS; i++) {
        double ns = row.entries[i].ns;
        ascends = ascends && (i == 0 || row.entries[i - 1].to_next <= noise);
        printf(o->markdown ? " %*.1f |" : "%*.1f", o->markdown ? 0 : 10, ns);
        rungs[i].release(prepared[i]);
    }
    bench_verdict verdict = ascends ? BENCH_HOLDS : BENCH_MISSED;
    printf(o->markdown ? " %s |\n" : " %s\n", bench_verdict_words[verdict]);
    fflush(stdout);
    bench_count(tally, verdict);
}

static void run_ladders(const options *o, bench_tally *tally) {
    bool begun = false;
    for (const bench_method *m = bench_ladder; m->how; m += 4)
        for (int i = 0; i < bench_workload_count; i++) {
            const bench_workload *w = &bench_workloads[i];
            if (w->id != m->workload || !chosen(o, w->name))
                continue;
            if (!begun)
                printf(o->markdown ? "\n| each asks for more | overlap | distance | contact | "
                                     "manifold | |\n|---|--:|--:|--:|--:|---|\n"
                                   : "\n%-27s%10s%10s%10s%10s\n",
                       "each asks for more", "overlap", "distance", "contact", "manifold");
            begun = true;
            run_ladder(w, m, o, tally);
        }
}

int main(int argc, char **argv) {
    options o = {.names = argv};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--quick") == 0)
            o.quick = true;
        else if (strcmp(argv[i], "--markdown") == 0)
            o.markdown = true;
        else
            o.names[o.name_count++] = argv[i];
    }
    bench_column columns[BENCH_CONTENDERS];
    for (int i = 0; i < BENCH_CONTENDERS; i++)
        columns[i] = bench_contenders[i].column;

    bench_row *rows = calloc((size_t)bench_workload_count, sizeof *rows);
    int count = 0;
    bench_tally tally = {0, 0};
    if (!rows)
        return 1;
    bench_print_head(o.markdown, columns);
    for (int i = 0; i < bench_workload_count; i++) {
        if (!chosen(&o, bench_workloads[i].name))
            continue;
        rows[count].workload = &bench_workloads[i];
        run(&rows[count], o.quick);
        bench_count(&tally, bench_print_row(o.markdown, &rows[count], BENCH_PAIRED));
        count++;
    }
    if (count > 0)
        bench_print_details(o.markdown, rows, count, columns);
    run_ladders(&o, &tally);
    bench_run_sceneries(o.markdown, o.quick, chosen, &o, &tally);
    bench_run_crowds(o.markdown, o.quick, chosen, &o, &tally);
    bench_run_motion(o.markdown, o.quick, chosen, &o, &tally);
    bench_run_growth(o.markdown, o.quick, chosen, &o, &tally);
    printf("\n%d of %d bars missed%s\n", tally.missed, tally.bars,
           o.quick ? " (quick: too few rounds)" : "");
    free(rows);
    return 0;
}
