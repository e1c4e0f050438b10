// Cases with a cylinder or a cone, for which less is promised: 1e-9 of the size in distances, 1e-6
// in depths. Errors count in multiples of that.
#ifndef ACCURACY_CURVED_H
#define ACCURACY_CURVED_H

#include "compare.h"

outcome compare_curved(const test_case *c, query q, bool verbose);

#endif
