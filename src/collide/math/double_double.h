// Numbers of some 106 bits: the sum of two doubles, of which the second is at most half an ulp of
// the first. Error-free transformations (Dekker 1971; Knuth, The Art of Computer Programming
// 2, 4.2.2) make them. NaN and infinity are not for these.
#ifndef COLLIDE_MATH_DOUBLE_DOUBLE_H
#define COLLIDE_MATH_DOUBLE_DOUBLE_H

#include "collide/vec.h"

#include <math.h>

typedef struct cd_double_double {
    double hi, lo;
} cd_double_double;

/// a + b, exactly, if |a| >= |b| or a is 0.
static inline cd_double_double cd_fast_sum(double a, double b) {
    double sum = a + b;
    return (cd_double_double){sum, b - (sum - a)};
}

/// a + b, exactly.
static inline cd_double_double cd_exact_sum(double a, double b) {
    double sum = a + b, of_b = sum - a;
    return (cd_double_double){sum, (a - (sum - of_b)) + (b - of_b)};
}

/// a + b, to 2^-104 of it, also where its terms cancel.
static inline cd_double_double cd_double_double_sum(cd_double_double a, cd_double_double b) {
    cd_double_double high = cd_exact_sum(a.hi, b.hi), low = cd_exact_sum(a.lo, b.lo);
    high = cd_fast_sum(high.hi, high.lo + low.hi);
    return cd_fast_sum(high.hi, high.lo + low.lo);
}

/// a b, exactly.
static inline cd_double_double cd_exact_product(double a, double b) {
    double product = a * b;
    return (cd_double_double){product, fma(a, b, -product)};
}

/// a b, to 2^-102.
static inline cd_double_double cd_multiply(cd_double_double a, cd_double_double b) {
    cd_double_double p = cd_exact_product(a.hi, b.hi);
    return cd_fast_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

static inline cd_double_double cd_double_double_negated(cd_double_double a) {
    return (cd_double_double){-a.hi, -a.lo};
}

/// a . b, summed in twice the digits and rounded once (Ogita, Rump, Oishi 2005): exactly 0 where it
/// is and the products of the components have no more than 53 digits.
static inline double cd_accurate_dot(cd_vec a, cd_vec b) {
    cd_double_double x = cd_exact_product(a.x, b.x), y = cd_exact_product(a.y, b.y),
                     z = cd_exact_product(a.z, b.z), xy = cd_exact_sum(x.hi, y.hi),
                     xyz = cd_exact_sum(xy.hi, z.hi);
    return xyz.hi + (xyz.lo + xy.lo + (x.lo + y.lo + z.lo));
}

#endif
