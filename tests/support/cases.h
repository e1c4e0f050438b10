// How many of its random cases a C test tries: all of them, or the share that COLLIDE_CASES asks
// for, as in cases.lua.
#ifndef TESTS_CASES_H
#define TESTS_CASES_H

#include <stdlib.h>

/// Of n cases, at least one: COLLIDE_CASES=60 asks for 60 in 300.
static inline int cases(int n) {
    const char *text = getenv("COLLIDE_CASES");
    const int share = text != NULL ? atoi(text) : 300, count = n * share / 300;
    return count > 1 ? count : 1;
}

#endif
