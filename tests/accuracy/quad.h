// Vectors of 128-bit floating point numbers (IEEE binary128, 113 bits) for the oracle.
#ifndef ACCURACY_QUAD_H
#define ACCURACY_QUAD_H

#include <math.h>
#include <stdbool.h>

__extension__ typedef _Float128 quad;

typedef struct {
    quad x, y, z;
} qvec;

static inline quad q_abs(quad a) { return a < 0 ? -a : a; }

static inline quad q_min(quad a, quad b) { return a < b ? a : b; }

static inline quad q_max(quad a, quad b) { return a > b ? a : b; }

/// Two steps of Heron's from the double's root: 16 digits, 32, all. 0 below the doubles.
static inline quad q_sqrt(quad a) {
    quad s = sqrt((double)a);
    if (!(s > 0))
        return 0;
    s = (s + a / s) / 2;
    return (s + a / s) / 2;
}

static inline qvec q_add(qvec a, qvec b) { return (qvec){a.x + b.x, a.y + b.y, a.z + b.z}; }

static inline qvec q_sub(qvec a, qvec b) { return (qvec){a.x - b.x, a.y - b.y, a.z - b.z}; }

static inline qvec q_scale(qvec a, quad s) { return (qvec){s * a.x, s * a.y, s * a.z}; }

/// a + s * b
static inline qvec q_add_scaled(qvec a, quad s, qvec b) { return q_add(a, q_scale(b, s)); }

static inline quad q_dot(qvec a, qvec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline quad q_length(qvec a) { return q_sqrt(q_dot(a, a)); }

static inline qvec q_cross(qvec a, qvec b) {
    return (qvec){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline quad q_max_abs(qvec a) { return q_max(q_max(q_abs(a.x), q_abs(a.y)), q_abs(a.z)); }

/// a / |a|, or a itself where it is zero
static inline qvec q_unit(qvec a) {
    quad m = q_max_abs(a);
    if (!(m > 0))
        return a;
    a = q_scale(a, 1 / m);
    return q_scale(a, 1 / q_length(a));
}

#endif
