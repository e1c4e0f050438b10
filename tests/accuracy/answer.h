// Our answer to a case as one number, to tell which answers a change of the library left alone.
#ifndef ACCURACY_ANSWER_H
#define ACCURACY_ANSWER_H

#include "compare.h"

/// The last bits count, and that of the seed does: the sum over many cases stands for all.
unsigned long answer_case(const test_case *c, query q, unsigned long seed);

#endif
