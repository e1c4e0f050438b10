// Vectors of the widest numbers that the machine has (of an x86 64 bits), for what is asked to
// 1e-9.
#ifndef ACCURACY_WIDE_H
#define ACCURACY_WIDE_H

#include "quad.h"

typedef long double wide;

#define NUMBER wide
#define VECTOR wvec
#define NAME(f) w_##f
#define ROOTS 1
#include "vectors.h"

#endif
