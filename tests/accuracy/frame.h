// What two bodies look like along some directions (of infinite lines, of a motion): their shadows
// in the space across all of these, in 0 to 3 dimensions.
#ifndef ACCURACY_FRAME_H
#define ACCURACY_FRAME_H

#include "nearest.h"

typedef struct frame {
    int along_count, across_count;
    qvec along[3];  // the directions, unit
    qvec across[3]; // orthonormal, across all of them
    bool stable;    // no two directions are parallel only to rounding
} frame;

/// A frame of the space of `dim` dimensions with no direction taken out.
frame frame_of(int dim);

/// Takes out one more direction, of any length.
void frame_add(frame *f, qvec direction);

body frame_shadow(const frame *f, const body *b);
qvec frame_vector(const frame *f, qvec v);
qvec frame_back(const frame *f, qvec v);

/// The coefficients c with sum c[i] * along[i] nearest to w.
void frame_solve(const frame *f, qvec w, quad c[3]);

#endif
