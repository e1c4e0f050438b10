// Vectors of 128-bit floating point numbers (IEEE binary128, 113 bits) for the oracle.
#ifndef ACCURACY_QUAD_H
#define ACCURACY_QUAD_H

__extension__ typedef _Float128 quad;

#define NUMBER quad
#define VECTOR qvec
#define NAME(f) q_##f
#define ROOTS 2
#include "vectors.h"

#endif
