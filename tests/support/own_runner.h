// What tests share whose program is its own runner, and that write scripts. To be included by one
// file of a test.
#ifndef TESTS_OWN_RUNNER_H
#define TESTS_OWN_RUNNER_H

#include "check.h"

#include "record/source.h"
#include "run/runner.h"
#include "view/play/runner_pipe.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char program[CD_PATH_MAX];

static inline double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void rest(long microseconds) {
    nanosleep(&(struct timespec){0, microseconds * 1000}, NULL);
}

/// Begins the test's main. Where the program was started as a runner, it is one and ends here.
static inline void begin_main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "--runner") == 0)
        exit(cd_runner_main(STDIN_FILENO, STDOUT_FILENO));
    signal(SIGPIPE, SIG_IGN); // as the program does: a runner may be gone before it is written to
    snprintf(program, sizeof program, "%s", cd_runner_program(argv[0]));
}

static inline void write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    if (file == NULL || fputs(text, file) < 0 || fclose(file) != 0)
        exit(2);
}

/// Saves a file as editors do: written beside it, and renamed.
static inline void save_text(const char *path, const char *text) {
    char fresh[CD_PATH_MAX + 8];
    snprintf(fresh, sizeof fresh, "%s.new", path);
    write_text(fresh, text);
    if (rename(fresh, path) != 0)
        exit(2);
}

/// Makes the folder of a name that ends in XXXXXX.
static inline void make_folder(char *name) {
    if (mkdtemp(name) == NULL)
        exit(2);
}

static inline void remove_folder(const char *name) {
    char command[96];
    snprintf(command, sizeof command, "rm -r %s", name);
    CHECK(system(command) == 0);
}

#endif
