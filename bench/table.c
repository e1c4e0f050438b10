#include "table.h"

#include "clock.h"

#include <stdio.h>

const char *const bench_verdict_words[] = {"-", "ok", "missed"};

// An entry that answers the workload's question.
static bool counts(const bench_entry *e) {
    return !e->method->partial && e->different <= BENCH_SAME * BENCH_PAIRS;
}

// The fastest entry of a contender (-1: of any peer) that counts; NULL: none.
static const bench_entry *fastest(const bench_row *row, int contender) {
    const bench_entry *best = NULL;
    for (int i = 0; i < row->entry_count; i++) {
        const bench_entry *e = &row->entries[i];
        if ((contender < 0 ? e->contender > 0 : e->contender == contender) && counts(e) &&
            (!best || e->ns < best->ns))
            best = e;
    }
    return best;
}

// A number, or - where it is 0: there is none.
static void print_number(bool markdown, int width, int digits, double value) {
    char text[32] = "-";
    if (value > 0)
        snprintf(text, sizeof text, "%.*f", digits, value);
    printf(markdown ? " %*s |" : "%*s", markdown ? 0 : width, text);
}

void bench_print_head(bool markdown, const bench_column *columns) {
    double clock = bench_measured_clock();
    printf("%s", bench_processor());
    if (clock > 0)
        printf(", measured at %.2f GHz (a guide of 10 ns at 3.2 GHz is %.1f ns here)", clock,
               10 * 3.2 / clock);
    printf("\nTimes are ns for one pair.\n");
    for (int i = 1; i < BENCH_CONTENDERS; i++) {
        if (!columns[i].version)
            printf("%s is not installed: skipped. ", columns[i].name);
        else if (*columns[i].version)
            printf("%s %s (%s). ", columns[i].name, columns[i].version, columns[i].precision);
    }
    printf("\n\n");
    const char *names[BENCH_PAIRED];
    for (int i = 0; i < BENCH_PAIRED; i++)
        names[i] = columns[i].name;
    bench_print_titles(markdown, "workload", names, BENCH_PAIRED);
}

void bench_print_titles(bool markdown, const char *what, const char *const *names, int count) {
    printf(markdown ? "| %s |" : "%-27s", what);
    for (int i = 0; i < count; i++)
        printf(markdown ? " %s |" : "%10s", names[i]);
    printf(markdown ? " ratio | bar | | guide |\n|---|" : "%8s%7s %-7s%6s\n", "ratio", "bar", "",
           "guide");
    for (int i = 0; markdown && i < count + 4; i++)
        printf(i == count + 2 ? "---|%s" : "--:|%s", i == count + 3 ? "\n" : "");
}

bench_verdict bench_print_line(bool markdown, const bench_line *line) {
    bench_verdict verdict = BENCH_NO_BAR;
    double bar = line->bar > 0 || !(line->peer > 0) ? line->bar : 1;
    if (line->peer > 0)
        verdict = line->ns[0] <= bar * line->peer ? BENCH_HOLDS : BENCH_MISSED;
    printf(markdown ? "| %s |" : "%-27s", line->name);
    for (int i = 0; i < line->count; i++)
        print_number(markdown, 10, line->ns[i] < 100 ? 1 : 0, line->ns[i]);
    print_number(markdown, 8, 3, line->peer > 0 ? line->ns[0] / line->peer : 0);
    print_number(markdown, 7, 2, bar);
    printf(markdown ? " %s |" : " %-7s", bench_verdict_words[verdict]);
    print_number(markdown, 6, 0, line->guide);
    printf("\n");
    fflush(stdout);
    return verdict;
}

bench_verdict bench_print_row(bool markdown, const bench_row *row, int column_count) {
    const bench_workload *w = row->workload;
    const bench_entry *peer = fastest(row, -1);
    bench_line line = {w->name, {0}, column_count, peer ? peer->ns : 0, w->bar, w->guide};
    for (int i = 0; i < column_count; i++) {
        const bench_entry *e = fastest(row, i);
        line.ns[i] = e ? e->ns : 0;
    }
    return bench_print_line(markdown, &line);
}

void bench_print_details(bool markdown, const bench_row *rows, int count,
                         const bench_column *columns) {
    const char *rule = "%-27s%-10s%-35s%10s%8s%10s%11s%11s\n";
    if (markdown)
        rule = "| %s | %s | `%s` | %s | %s | %s | %s | %s |\n";
    printf("\n");
    if (markdown)
        printf("| workload | | function | ns | hits | verdicts | 99 %% | worst |\n"
               "|---|---|---|--:|--:|--:|--:|--:|\n");
    else
        printf(rule, "the same work?", "", "function", "ns", "hits", "verdicts", "99 %", "worst");
    for (int r = 0; r < count; r++)
        for (int i = 0; i < rows[r].entry_count; i++) {
            const bench_entry *e = &rows[r].entries[i];
            char ns[32], hits[32], different[32] = "", p99[32] = "", worst[32] = "";
            snprintf(ns, sizeof ns, "%.1f", e->ns);
            snprintf(hits, sizeof hits, "%.1f%%", 100 * e->hits);
            if (i > 0) {
                snprintf(different, sizeof different, "%d%s", e->different, counts(e) ? "" : "!");
                snprintf(p99, sizeof p99, "%.1e", e->p99);
                snprintf(worst, sizeof worst, "%.1e", e->worst);
            }
            printf(rule, rows[r].workload->name, columns[e->contender].name, e->method->how, ns,
                   hits, different, p99, worst);
        }
}
