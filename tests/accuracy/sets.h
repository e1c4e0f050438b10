// Cases with a compound or a mesh: judged by the part that decides.
#ifndef ACCURACY_SETS_H
#define ACCURACY_SETS_H

#include "compare.h"

/// `a` against a set of a few parts, of a mesh triangles. `kind`: the style.
outcome compare_set(int dim, kind_name a, kind_name set, query q, unsigned long seed, style *kind,
                    bool verbose);

#endif
