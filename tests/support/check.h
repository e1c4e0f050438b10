// CHECK for the C tests: counts what fails, and says where.
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <stdbool.h>
#include <stdio.h>

static int failures;

#define CHECK(condition) check(condition, #condition, __FILE__, __LINE__)

static void check(bool condition, const char *text, const char *file, int line) {
    if (condition)
        return;
    failures++;
    fprintf(stderr, "%s:%d: %s\n", file, line, text);
}

#endif
