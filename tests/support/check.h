// The C tests' assertions: each failure is counted and printed, with its place or its case.
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <stdbool.h>
#include <stdio.h>

static int failures;

#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)

static inline void check(bool condition, const char *text, const char *file, int line) {
    if (condition)
        return;
    failures++;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

/// Asserts something of case n of a loop over seeded random cases; prints the first 20 failures.
static inline void check_case(bool condition, const char *what, int n) {
    if (!condition && ++failures <= 20)
        fprintf(stderr, "FAILED %s (case %d)\n", what, n);
}

#endif
