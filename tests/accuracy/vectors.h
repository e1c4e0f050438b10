// Vectors of a NUMBER: VECTOR, with functions NAME(...). Included once for each kind of number.
#include <math.h>
#include <stdbool.h>

typedef struct {
    NUMBER x, y, z;
} VECTOR;

static inline NUMBER NAME(abs)(NUMBER a) { return a < 0 ? -a : a; }

static inline NUMBER NAME(min)(NUMBER a, NUMBER b) { return a < b ? a : b; }

static inline NUMBER NAME(max)(NUMBER a, NUMBER b) { return a > b ? a : b; }

/// Steps of Heron's from the double's root: 16 digits, 32, all. 0 below the doubles.
static inline NUMBER NAME(sqrt)(NUMBER a) {
    NUMBER s = sqrt((double)a);
    for (int i = 0; i < ROOTS && s > 0; i++)
        s = (s + a / s) / 2;
    return s;
}

static inline VECTOR NAME(add)(VECTOR a, VECTOR b) {
    return (VECTOR){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline VECTOR NAME(sub)(VECTOR a, VECTOR b) {
    return (VECTOR){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline VECTOR NAME(scale)(VECTOR a, NUMBER s) { return (VECTOR){s * a.x, s * a.y, s * a.z}; }

/// a + s * b
static inline VECTOR NAME(add_scaled)(VECTOR a, NUMBER s, VECTOR b) {
    return NAME(add)(a, NAME(scale)(b, s));
}

static inline NUMBER NAME(dot)(VECTOR a, VECTOR b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline NUMBER NAME(length)(VECTOR a) { return NAME(sqrt)(NAME(dot)(a, a)); }

static inline VECTOR NAME(cross)(VECTOR a, VECTOR b) {
    return (VECTOR){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline NUMBER NAME(max_abs)(VECTOR a) {
    return NAME(max)(NAME(max)(NAME(abs)(a.x), NAME(abs)(a.y)), NAME(abs)(a.z));
}

/// a / |a|, or a itself where it is zero
static inline VECTOR NAME(unit)(VECTOR a) {
    NUMBER m = NAME(max_abs)(a);
    if (!(m > 0))
        return a;
    if (m < 1e-100 || m > 1e100) // the root starts from a double
        a = NAME(scale)(a, 1 / m);
    return NAME(scale)(a, 1 / NAME(length)(a));
}

#undef NUMBER
#undef VECTOR
#undef NAME
#undef ROOTS
