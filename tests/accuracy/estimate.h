// Distances of feature pairs in double, to choose the likely ones.
#ifndef ACCURACY_ESTIMATE_H
#define ACCURACY_ESTIMATE_H

#include "body.h"

typedef struct feature {
    int count;
    int index[3];
} feature;

/// The distance between the insides of two features, as far as doubles can tell: infinite where
/// they are nearest at a border, which other pairs see to; negative where only a bound is known:
/// not nearer than that.
double estimate_pair(const cd_vec *at_a, const feature *fa, const cd_vec *at_b, const feature *fb);

#endif
