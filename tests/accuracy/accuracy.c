// Runs the pairs on all cores and prints the table, one row a pair and query, and on stderr what
// misses a bar; or one case with its input; or checks that no case misses. A long run counts in a
// file: ended, it goes on from there. Of what another build of the library counted, the rows whose
// answers are no longer the same to the last bit are counted anew.
#include "answer.h"
#include "curved.h"
#include "report.h"
#include "sets.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    int dim;
    kind_name a, b;
    query query;
} job;

enum { MOST_JOBS = 400, ROUND = 1000 };

// What all processes count in, and a file keeps: nothing in it is of one process.
typedef struct {
    char mark[16];
    size_t size;
    unsigned long first, build; // the first seed, and the last program
    bool stale[MOST_JOBS];      // another program counted the row
    int job_count;
    pthread_mutex_t lock;
    atomic_int misses;
    bool busy[MOST_JOBS]; // a process works on its next round
    row rows[MOST_JOBS];
} shared;

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

static unsigned long our_answer(const job *j, unsigned long seed) {
    if (is_set(j->b))
        return answer_set(j->dim, j->a, j->b, j->query, seed);
    test_case c = make_case(j, seed);
    unsigned long answer = answer_case(&c, j->query, seed);
    case_drop(&c);
    return answer;
}

static outcome run_case(const job *j, unsigned long seed, style *kind, bool verbose) {
    if (is_set(j->b))
        return compare_set(j->dim, j->a, j->b, j->query, seed, kind, verbose);
    test_case c = make_case(j, seed);
    bool curved = is_curved(j->a) || is_curved(j->b);
    outcome o =
        curved ? compare_curved(&c, j->query, verbose) : compare_case(&c, j->query, verbose);
    o.answer = answer_case(&c, j->query, seed);
    *kind = c.style;
    case_drop(&c);
    return o;
}

typedef struct {
    unsigned long cases, seed, first;
    bool check, verbose, one, a_pair;
    int jobs, dim, minutes;
    const char *a, *b, *query, *state, *table;
} arguments;

static void run_some(shared *s, int i, row *counted, unsigned long seed, unsigned long end,
                     bool check) {
    for (; seed < end; seed++) {
        style kind;
        outcome o = run_case(&jobs[i], seed, &kind, false);
        row_add(counted, &o, kind, seed);
        if (check && report_misses(&o)) {
            fprintf(stderr, "misses: accuracy --dim %d --pair %s %s --query %s --seed %lu\n",
                    counted->dim, counted->a, counted->b, query_names[counted->query], seed);
            atomic_fetch_add(&s->misses, 1);
        }
    }
}

static row empty_row(const job *j) {
    return row_of(j->dim, kind_text(j->a, j->dim), kind_text(j->b, j->dim), j->query,
                  is_curved(j->b));
}

// Of a million a pair each query has its share.
static unsigned long wanted(const arguments *args, const job *j) {
    unsigned long queries = 0;
    for (int i = 0; i < job_count; i++)
        queries += jobs[i].dim == j->dim && jobs[i].a == j->a && jobs[i].b == j->b;
    return args->a_pair ? (args->cases + queries - 1) / queries : args->cases;
}

// A stale row, else the one that has least of what it wants; -1 if none wants more.
static int next_row(const shared *s, const arguments *args) {
    int next = -1;
    double least = 1;
    for (int i = 0; i < job_count; i++) {
        double done = s->stale[i] ? -1 : (double)s->rows[i].cases / (double)wanted(args, &jobs[i]);
        if (!s->busy[i] && done < least) {
            least = done;
            next = i;
        }
    }
    return next;
}

// What is to become of row i: itself where this program answers as the one that counted it did.
static row recount(const shared *s, int i) {
    const row *r = &s->rows[i];
    unsigned long answers = 0;
    for (unsigned long n = 0; n < r->cases; n++)
        answers += our_answer(&jobs[i], s->first + n);
    if (answers == r->answers)
        return *r;
    fprintf(stderr, "%dD %s %s %s: answers have changed, counted anew\n", r->dim, r->a, r->b,
            query_names[r->query]);
    return empty_row(&jobs[i]);
}

// Row i with a round more.
static row next_round(shared *s, int i, const arguments *args) {
    row r = s->rows[i];
    unsigned long left = wanted(args, &jobs[i]) - r.cases, first = s->first + r.cases;
    run_some(s, i, &r, first, first + (left < ROUND ? left : ROUND), args->check);
    return r;
}

// In rounds over all rows, so that time that is up leaves all of them equally long. A round counts
// when it is complete.
static void work(shared *s, const arguments *args) {
    time_t start = time(NULL);
    while (!args->minutes || difftime(time(NULL), start) < 60 * args->minutes) {
        pthread_mutex_lock(&s->lock);
        int i = next_row(s, args);
        if (i >= 0)
            s->busy[i] = true;
        pthread_mutex_unlock(&s->lock);
        if (i < 0)
            return;
        row counted = s->stale[i] ? recount(s, i) : next_round(s, i, args);
        pthread_mutex_lock(&s->lock);
        s->rows[i] = counted;
        s->stale[i] = s->busy[i] = false;
        pthread_mutex_unlock(&s->lock);
    }
}

// ------------------------------------------------------------------------------------------ state

static const char mark[16] = "collide accuracy";

static void fail(const char *what) {
    perror(what);
    exit(2);
}

// Of the program, so that a state tells whether one alone has made it.
static unsigned long fingerprint(void) {
    FILE *file = fopen("/proc/self/exe", "rb");
    unsigned long hash = 14695981039346656037ul;
    for (int c; file && (c = getc(file)) != EOF;)
        hash = (hash ^ (unsigned long)c) * 1099511628211ul;
    if (file)
        fclose(file);
    return hash;
}

static void check_ours(const shared *s, const char *path) {
    bool ours =
        !memcmp(s->mark, mark, sizeof mark) && s->size == sizeof *s && s->job_count == job_count;
    for (int i = 0; ours && i < job_count; i++) {
        row mine = empty_row(&jobs[i]);
        const row *r = &s->rows[i];
        ours = r->dim == mine.dim && r->query == mine.query && !strcmp(r->a, mine.a) &&
               !strcmp(r->b, mine.b);
    }
    if (!ours) {
        fprintf(stderr, "accuracy: %s counts other rows\n", path);
        exit(2);
    }
}

static void begin_state(shared *s, const arguments *args) {
    memcpy(s->mark, mark, sizeof mark);
    s->size = sizeof *s;
    s->first = args->first;
    s->job_count = job_count;
    for (int i = 0; i < job_count; i++)
        s->rows[i] = empty_row(&jobs[i]);
}

static shared *map_state(const char *path, bool write) {
    int file = open(path, write ? O_RDWR | O_CREAT : O_RDONLY, 0666);
    struct stat about;
    if (file < 0 || fstat(file, &about) < 0)
        fail(path);
    if (write && flock(file, LOCK_EX | LOCK_NB) < 0) // held until the last process ends
        fail(path);
    if (about.st_size == 0 && write && ftruncate(file, sizeof(shared)) < 0)
        fail(path);
    if (about.st_size != sizeof(shared) && (about.st_size || !write)) {
        fprintf(stderr, "accuracy: %s is not a state of this program\n", path);
        exit(2);
    }
    shared *s = mmap(NULL, sizeof(shared), write ? PROT_READ | PROT_WRITE : PROT_READ,
                     write ? MAP_SHARED : MAP_PRIVATE, file, 0);
    if (s == MAP_FAILED)
        fail(path);
    return s;
}

static shared *state_of(const arguments *args) {
    shared *s = args->state ? map_state(args->state, true)
                            : mmap(NULL, sizeof(shared), PROT_READ | PROT_WRITE,
                                   MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (s == MAP_FAILED)
        fail("mmap");
    if (s->size == 0)
        begin_state(s, args);
    check_ours(s, args->state);
    unsigned long build = fingerprint();
    for (int i = 0; i < job_count; i++)
        s->stale[i] = s->rows[i].cases && (s->stale[i] || s->build != build);
    s->build = build;
    memset(s->busy, 0, sizeof s->busy); // of processes that were ended
    pthread_mutexattr_t across;
    pthread_mutexattr_init(&across);
    pthread_mutexattr_setpshared(&across, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&s->lock, &across);
    return s;
}

static void run_all(shared *s, const arguments *args) {
    for (int p = 0; p < args->jobs; p++) {
        pid_t child = fork();
        if (child == 0) {
            work(s, args);
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
    fputs("accuracy [--cases n] [--a-pair] [--jobs n] [--minutes n] [--check] [--pair a b] "
          "[--dim n]\n"
          "         [--query name] [--seed n] [--verbose] [--state file] [--first seed]\n"
          "         [--table file]\n",
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
        else if (!strcmp(argv[i], "--a-pair"))
            args->a_pair = true;
        else if (!next)
            return false;
        else if (!strcmp(argv[i], "--cases"))
            args->cases = strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--first"))
            args->first = strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--state"))
            args->state = argv[++i];
        else if (!strcmp(argv[i], "--table"))
            args->table = argv[++i];
        else if (!strcmp(argv[i], "--minutes"))
            args->minutes = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--jobs"))
            args->jobs = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--dim"))
            args->dim = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--query"))
            args->query = argv[++i];
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
    shared *s = args.table ? map_state(args.table, false) : state_of(&args);
    if (args.table)
        check_ours(s, args.table);
    else
        run_all(s, &args);
    bool part = args.a || args.dim || args.query || args.cases < 100;
    int missed = part ? 0 : report_shares(s->rows, job_count);
    missed += part ? 0 : report_verdicts(s->rows, job_count);
    if (args.check)
        return missed || s->misses ? 1 : 0;
    report_rows(s->rows, job_count);
    bool stale = false; // time was up before all rows were looked at
    for (int i = 0; i < job_count; i++)
        stale = stale || s->stale[i];
    report_table(s->rows, job_count, stale);
    return 0;
}
