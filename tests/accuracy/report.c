// See report.h.
#include "report.h"

#include <stdio.h>
#include <string.h>

row row_of(int dim, const char *a, const char *b, query q, bool curved) {
    row r = {.dim = dim, .query = q, .curved = curved};
    snprintf(r.a, sizeof r.a, "%s", a);
    snprintf(r.b, sizeof r.b, "%s", b);
    return r;
}

static void tally_add(tally *t, double k, unsigned long seed) {
    if (isnan(k))
        return;
    double bin = k > 0 ? floor(8 * (log2(k) + 20)) : 0;
    t->bins[bin < 0 ? 0 : bin >= BINS ? BINS - 1 : (int)bin]++;
    t->count++;
    if (t->count == 1 || k > t->worst) {
        t->worst = k;
        t->worst_seed = seed;
    }
}

void row_add(row *r, const outcome *o, style kind, unsigned long seed) {
    r->cases++;
    r->hits += o->hit;
    r->unstable += !o->stable;
    r->style_cases[kind]++;
    r->style_hits[kind] += o->hit;
    r->wrong += o->wrong;
    r->far += o->far;
    if (!o->proved && r->unproved++ == 0)
        r->unproved_seed = seed;
    if (o->wrong && o->margin > r->margin) {
        r->margin = o->margin;
        r->margin_seed = seed;
    }
    r->relative = fmax(r->relative, o->relative);
    for (int m = 0; m < MEASURE_COUNT; m++)
        tally_add(&r->k[m], o->k[m], seed);
}

// The K that a share of the cases does not exceed: the upper end of its bin.
static double quantile(const tally *t, double share) {
    unsigned long seen = 0;
    for (int i = 0; i < BINS; i++) {
        seen += t->bins[i];
        if ((double)seen >= share * (double)t->count)
            return i == 0 ? 0 : fmin(exp2((i + 1) / 8.0 - 20), t->worst);
    }
    return t->worst;
}

// ------------------------------------------------------------------------------------------- bars

// With a curved core everything counts in multiples of what is promised.
static double bar_most(bool curved) { return curved ? 1 : 4; }

static double bar_worst(bool curved) { return curved ? 1 : 32; }

bool report_misses(const outcome *o) {
    bool misses = !o->proved || o->far;
    for (int m = MEASURE_VALUE; m < MEASURE_COUNT; m++)
        misses = misses || o->k[m] > bar_worst(o->curved);
    return misses;
}

static int miss(const row *r, const char *what, double value, unsigned long seed) {
    fprintf(stderr, "%s: %.3g: accuracy --dim %d --pair %s %s --query %s --seed %lu --verbose\n",
            what, value, r->dim, r->a, r->b, query_names[r->query], seed);
    return 1;
}

static int check_row(const row *r) {
    int missed = 0;
    for (int m = 0; m < MEASURE_COUNT; m++) {
        const tally *t = &r->k[m];
        char what[60];
        snprintf(what, sizeof what, "99 %% of K of the %s", measure_names[m]);
        if (t->count && quantile(t, 0.99) > bar_most(r->curved))
            missed += miss(r, what, quantile(t, 0.99), t->worst_seed);
        snprintf(what, sizeof what, "worst K of the %s", measure_names[m]);
        if (t->count && !(t->worst <= bar_worst(r->curved)))
            missed += miss(r, what, t->worst, t->worst_seed);
    }
    if (r->far)
        missed += miss(r, "worst wrong verdict", r->margin, r->margin_seed);
    if (r->unproved)
        missed += miss(r, "unproved by the oracle", (double)r->unproved, r->unproved_seed);
    return missed;
}

static int check_share(const char *a, const char *b, query q, unsigned long hits,
                       unsigned long cases) {
    double share = (double)hits / (double)cases;
    if (cases == 0 || (share >= 0.3 && share <= 0.7))
        return 0;
    fprintf(stderr, "share of hits, %s %s, %s: %.2f\n", a, b, query_names[q], share);
    return 1;
}

int report_shares(const row *rows, int count) {
    int missed = 0;
    unsigned long cases[QUERY_COUNT][STYLE_COUNT] = {{0}}, hits[QUERY_COUNT][STYLE_COUNT] = {{0}};
    for (int i = 0; i < count; i++) {
        missed += check_share(rows[i].a, rows[i].b, rows[i].query, rows[i].hits, rows[i].cases);
        for (int s = 0; s < STYLE_COUNT; s++) {
            cases[rows[i].query][s] += rows[i].style_cases[s];
            hits[rows[i].query][s] += rows[i].style_hits[s];
        }
    }
    for (int q = 0; q < QUERY_COUNT; q++)
        for (int s = 0; s < STYLE_COUNT; s++)
            missed += check_share(style_names[s], "", (query)q, hits[q][s], cases[q][s]);
    return missed;
}

int report_verdicts(const row *rows, int count) {
    unsigned long stable = 0, wrong = 0;
    for (int i = 0; i < count; i++) {
        stable += rows[i].cases - rows[i].unstable;
        wrong += rows[i].wrong;
    }
    if (wrong * BAR_WRONG <= stable)
        return 0;
    fprintf(stderr, "wrong verdicts: %lu of %lu\n", wrong, stable);
    return 1;
}

int report_rows(const row *rows, int count) {
    int missed = 0;
    for (int i = 0; i < count; i++)
        missed += check_row(&rows[i]);
    return missed;
}

// ------------------------------------------------------------------------------------------ table

// "3D box hull", as a name of its row.
static void print_name(FILE *file, const row *r) { fprintf(file, "%dD %s %s", r->dim, r->a, r->b); }

static void write_row(FILE *file, const row *r) {
    print_name(file, r);
    fprintf(file, ",%s,%lu,%.0f %%", query_names[r->query], r->cases,
            100.0 * (double)r->hits / (double)r->cases);
    for (int m = 0; m < MEASURE_COUNT; m++) {
        const tally *t = &r->k[m];
        if (t->count && !(r->curved && m < MEASURE_VALUE))
            fprintf(file, ",%.2g,%.2g,%.2g", quantile(t, 0.5), quantile(t, 0.99), t->worst);
        else
            fprintf(file, ",,,");
    }
    fprintf(file, ",%.1e,%lu,%.2g\n", r->relative, r->wrong, r->margin);
}

void report_file(const row *rows, int count, FILE *file) {
    fprintf(file, "pair,query,cases,hits");
    for (int m = 0; m < MEASURE_COUNT; m++)
        fprintf(file, ",%s: median,%s: 99 %%,%s: worst", measure_names[m], measure_names[m],
                measure_names[m]);
    fprintf(file, ",worst error / size,wrong verdicts,worst of them\n");
    for (int i = 0; i < count; i++)
        write_row(file, &rows[i]);
}

static void print_summary(const row *rows, int count) {
    unsigned long cases = 0, compared = 0, wrong = 0, far = 0, stable = 0, unproved = 0;
    int over_most = 0, over_worst = 0;
    for (int i = 0; i < count; i++) {
        bool most = false, worst = false;
        for (int m = MEASURE_VALUE; m < MEASURE_COUNT; m++) {
            const tally *t = &rows[i].k[m];
            most = most || (t->count && quantile(t, 0.99) > bar_most(rows[i].curved));
            worst = worst || (t->count && t->worst > bar_worst(rows[i].curved));
        }
        cases += rows[i].cases;
        compared += rows[i].k[MEASURE_VALUE].count;
        wrong += rows[i].wrong;
        far += rows[i].far;
        stable += rows[i].cases - rows[i].unstable;
        unproved += rows[i].unproved;
        over_most += most;
        over_worst += worst;
    }
    printf("%lu cases, of which %lu have a number to compare; %lu answers of the oracle lack a "
           "certificate. Of %d rows, %d miss the bar of K = 4 at 99 %%, %d that of 32 at worst; "
           "of %lu stable verdicts %lu are wrong, %lu of them by more than %d half ulps.\n\n",
           cases, compared, unproved, count, over_most, over_worst, stable, wrong, far,
           BAR_VERDICT);
}

// The largest K of some rows that 99 % of a row's cases do not exceed, and the worst K of all, with
// the pair that has it.
static void print_worst(const row *rows, int count, int dim, query q, bool curved, int m) {
    const row *worst = NULL;
    double most = 0;
    for (int i = 0; i < count; i++) {
        const row *r = &rows[i];
        const tally *t = &r->k[m];
        if (r->dim != dim || r->query != q || r->curved != curved || !t->count)
            continue;
        most = fmax(most, quantile(t, 0.99));
        if (!worst || t->worst > worst->k[m].worst)
            worst = r;
    }
    if (worst)
        printf(" %.2g, %.2g (%s %s) |", most, worst->k[m].worst, worst->a, worst->b);
    else
        printf(" |");
}

static void print_query(const row *rows, int count, int dim, query q, bool curved) {
    int pairs = 0;
    unsigned long wrong = 0;
    double relative = 0, margin = 0;
    for (int i = 0; i < count; i++) {
        const row *r = &rows[i];
        if (r->dim != dim || r->query != q || r->curved != curved)
            continue;
        pairs++;
        wrong += r->wrong;
        margin = fmax(margin, r->margin);
        relative = fmax(relative, r->relative);
    }
    if (!pairs)
        return;
    printf("| %dD %s | %d |", dim, query_names[q], pairs);
    for (int m = curved ? MEASURE_VALUE : 0; m < MEASURE_COUNT; m++)
        print_worst(rows, count, dim, q, curved, m);
    printf(" %.1e | %lu", relative, wrong);
    if (wrong)
        printf(" (%.2g)", margin);
    printf(" |\n");
}

static void print_queries(const row *rows, int count, bool curved, const char *head) {
    printf("%s", head);
    for (int dim = 2; dim <= 3; dim++)
        for (int q = 0; q < QUERY_COUNT; q++)
            print_query(rows, count, dim, (query)q, curved);
}

void report_table(const row *rows, int count) {
    printf("\n## The table\n\n");
    print_summary(rows, count);
    printf(
        "The largest K that a pair of kinds has in 99 %% of its cases, and the worst of all, with "
        "its pair. [accuracy.csv](accuracy.csv) has a row for each pair and query, with the "
        "median, too.\n\n");
    print_queries(rows, count, false,
                  "| query | pairs | K by numbers | K | K of the normal | K of the points | worst "
                  "error / size | wrong verdicts |\n|---|---|---|---|---|---|---|---|\n");
    print_queries(rows, count, true,
                  "\nWith a cylinder or a cone, in multiples of 1e-9 of the size, in depths of "
                  "1e-6:\n\n| query | pairs | distance or time | normal | points | worst error / "
                  "size | wrong verdicts |\n|---|---|---|---|---|---|---|\n");
}
