// Runs the pairs on all cores and prints the table, one row a pair and query, and on stderr what
// misses a bar; or one case with its input; or checks that no case misses.
#include "compare.h"
#include "curved.h"
#include "report.h"
#include "sets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int dim;
    kind_name a, b;
    query query;
} job;

enum { MOST_JOBS = 400, ROUND = 1000 };

static job jobs[MOST_JOBS];
static int job_count;

static bool is_curved(int name) { return name == NAME_CYLINDER || name == NAME_CONE; }

static bool is_set(int name) { return name == NAME_COMPOUND || name == NAME_MESH; }

static bool is_asked(int dim, int a, int b, int q) {
    if ((q == QUERY_RAYCAST && a != NAME_POINT) || (is_curved(b) && dim == 2))
        return false;
    bool bounded = a != NAME_LINE && a != NAME_PLANE && !is_curved(a) && !is_set(a);
    return !is_set(b) || bounded;
}

static void list_jobs(void) {
    for (int dim = 2; dim <= 3; dim++)
        for (int a = 0; a < NAME_COUNT; a++)
            for (int b = a; b < NAME_COUNT; b++)
                for (int q = 0; q < QUERY_COUNT; q++)
                    if (is_asked(dim, a, b, q))
                        jobs[job_count++] = (job){dim, (kind_name)a, (kind_name)b, (query)q};
}

static test_case make_case(const job *j, unsigned long seed) {
    test_case c;
    // Both orders, but a ray's point comes first.
    bool swap = j->query != QUERY_RAYCAST && (seed / STYLE_COUNT) % 2;
    case_make(&c, j->dim, swap ? j->b : j->a, swap ? j->a : j->b, j->query != QUERY_DISTANCE, seed);
    if (j->query == QUERY_RAYCAST)
        case_as_ray(&c);
    return c;
}

static outcome run_case(const job *j, unsigned long seed, style *kind, bool verbose) {
    if (is_set(j->b))
        return compare_set(j->dim, j->a, j->b, j->query, seed, kind, verbose);
    test_case c = make_case(j, seed);
    bool curved = is_curved(j->a) || is_curved(j->b);
    outcome o =
        curved ? compare_curved(&c, j->query, verbose) : compare_case(&c, j->query, verbose);
    *kind = c.style;
    case_drop(&c);
    return o;
}

typedef struct {
    unsigned long cases, seed;
    bool check, verbose, one;
    int jobs, dim, minutes;
    const char *a, *b, *query, *rows;
} arguments;

// One round more of row i; whether it has all that are wanted.
static bool count_round(row *r, int i, const arguments *args) {
    for (int n = 0; n < ROUND && r->cases < args->cases; n++) {
        unsigned long seed = r->cases;
        style kind;
        outcome o = run_case(&jobs[i], seed, &kind, false);
        row_add(r, &o, kind, seed);
        if (args->check && report_misses(&o)) {
            fprintf(stderr, "misses: accuracy --dim %d --pair %s %s --query %s --seed %lu\n",
                    r->dim, r->a, r->b, query_names[r->query], seed);
            r->misses++;
        }
    }
    return r->cases == args->cases;
}

// Process `first` counts every row that many after it, in rounds over all of them, so that time
// that is up leaves them equally long.
static void work(row *rows, int first, const arguments *args) {
    time_t start = time(NULL);
    bool done = false;
    while (!done && (!args->minutes || difftime(time(NULL), start) < 60 * args->minutes)) {
        done = true;
        for (int i = first; i < job_count; i += args->jobs)
            done = count_round(&rows[i], i, args) && done;
    }
}

static void fail(const char *what) {
    perror(what);
    exit(2);
}

/// All rows, counted by as many processes as args says.
static row *count_all(const arguments *args) {
    row *rows = mmap(NULL, sizeof(row) * MOST_JOBS, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (rows == MAP_FAILED)
        fail("mmap");
    for (int i = 0; i < job_count; i++)
        rows[i] = row_of(jobs[i].dim, kind_text(jobs[i].a, jobs[i].dim),
                         kind_text(jobs[i].b, jobs[i].dim), jobs[i].query, is_curved(jobs[i].b));
    for (int p = 0; p < args->jobs; p++) {
        pid_t child = fork();
        if (child == 0) {
            work(rows, p, args);
            _exit(0);
        }
        if (child < 0)
            fail("fork");
    }
    int status, failed = 0;
    while (wait(&status) > 0)
        failed |= status;
    if (failed) {
        fprintf(stderr, "accuracy: a process failed\n");
        exit(2);
    }
    return rows;
}

// ----------------------------------------------------------------------------------- command line

static bool named(const arguments *args, const job *j) {
    const char *a = kind_text(j->a, j->dim), *b = kind_text(j->b, j->dim);
    if (args->dim && args->dim != j->dim)
        return false;
    if (args->query && strcmp(args->query, query_names[j->query]) != 0)
        return false;
    return !args->a || (!strcmp(a, args->a) && !strcmp(b, args->b)) ||
           (!strcmp(a, args->b) && !strcmp(b, args->a));
}

static int usage(void) {
    fputs("accuracy [--cases n] [--jobs n] [--minutes n] [--check] [--pair a b] [--dim n]\n"
          "         [--query name] [--rows file.csv] [--seed n] [--verbose]\n",
          stderr);
    return 2;
}

static bool parse(int argc, char **argv, arguments *args) {
    *args = (arguments){.cases = 1000, .jobs = (int)sysconf(_SC_NPROCESSORS_ONLN)};
    for (int i = 1; i < argc; i++) {
        const char *next = i + 1 < argc ? argv[i + 1] : NULL;
        if (!strcmp(argv[i], "--check"))
            args->check = true;
        else if (!strcmp(argv[i], "--verbose"))
            args->verbose = true;
        else if (!next)
            return false;
        else if (!strcmp(argv[i], "--cases"))
            args->cases = strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--minutes"))
            args->minutes = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--jobs"))
            args->jobs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--dim"))
            args->dim = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--query"))
            args->query = argv[++i];
        else if (!strcmp(argv[i], "--rows"))
            args->rows = argv[++i];
        else if (!strcmp(argv[i], "--seed")) {
            args->one = true;
            args->seed = strtoul(argv[++i], NULL, 10);
        } else if (!strcmp(argv[i], "--pair") && i + 2 < argc) {
            args->a = argv[++i];
            args->b = argv[++i];
        } else
            return false;
    }
    return args->cases > 0 && args->jobs > 0;
}

// To a file, where one is named; returns the program's status.
static int write_rows(const char *path, const row *rows) {
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file)
        report_file(rows, job_count, file);
    if (path && (!file || fclose(file) != 0)) {
        perror(path);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    arguments args;
    if (!parse(argc, argv, &args))
        return usage();
    list_jobs();
    int kept = 0;
    for (int i = 0; i < job_count; i++)
        if (named(&args, &jobs[i]))
            jobs[kept++] = jobs[i];
    job_count = kept;
    if (job_count == 0)
        return usage();
    if (args.one) {
        for (int i = 0; i < job_count; i++) {
            style kind;
            fprintf(stderr, "%s: ", query_names[jobs[i].query]);
            run_case(&jobs[i], args.seed, &kind, true);
        }
        return 0;
    }
    row *rows = count_all(&args);
    bool part = args.a || args.dim || args.query || args.cases < 100;
    int missed = part ? 0 : report_shares(rows, job_count) + report_verdicts(rows, job_count);
    for (int i = 0; i < job_count; i++)
        missed += rows[i].misses;
    if (args.check)
        return missed ? 1 : 0;
    report_rows(rows, job_count);
    report_table(rows, job_count);
    return write_rows(args.rows, rows);
}
