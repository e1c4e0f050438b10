// What tests share whose program is its own runner. To be included by one file of a test.
#ifndef TESTS_OWN_RUNNER_H
#define TESTS_OWN_RUNNER_H

#include "files.h"

#include "record/source.h"
#include "run/runner/runner.h"
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

#endif
