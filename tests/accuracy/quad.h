// Vectors of 128-bit floating point numbers (IEEE binary128, 113 bits) for the oracle.
#ifndef ACCURACY_QUAD_H
#define ACCURACY_QUAD_H

__extension__ typedef _Float128 quad;

#define NUMBER quad
#define VECTOR qvec
#define NAME(f) q_##f
#define ROOTS 2
#include "vectors.h"

#include "collide/collide.h"

static inline qvec exactly(cd_vec v) { return (qvec){v.x, v.y, v.z}; }

static inline cd_vec rounded(qvec v) { return (cd_vec){(double)v.x, (double)v.y, (double)v.z}; }

static inline qvec negative(qvec v) { return (qvec){-v.x, -v.y, -v.z}; }

static inline double larger(double a, double b) { return a > b ? a : b; }

static inline double smaller(double a, double b) { return a < b ? a : b; }

#endif
