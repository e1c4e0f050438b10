// Many bodies at once: what bench/crowd.c and the broad phases that it times agree on. Spheres or
// circles whose places are multiples of 2^-20, so that moving by a difference and moving to a place
// are the same, and all must find the same pairs.
#ifndef BENCH_CROWD_H
#define BENCH_CROWD_H

#include "peer.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_crowd {
    int dim, count;
    double (*at)[3], (*motion)[3]; ///< where each is now, and how it came there from the last frame
    double *radius, largest;       ///< largest: of the radii
} bench_crowd;

/// A set of answers: how many, and a sum over them that no order changes.
typedef struct bench_set {
    long count;
    uint64_t sum;
} bench_set;

typedef struct bench_ray {
    double from[3], to[3];
} bench_ray;

/// The body that a ray hits, from a contender that returns t but not which body it is.
enum { BENCH_SOME_BODY = INT32_MAX };

/// How a library answers; what it cannot do is NULL. Every body has been put in before.
typedef struct bench_broad {
    const char *how;
    int dims; ///< bit 2: 2D, bit 3: 3D
    int most; ///< bodies; beyond it takes minutes
    void *(*make)(const bench_crowd *crowd);
    bench_set (*pairs)(void *broad, const bench_crowd *crowd); ///< after all have moved
    int (*ray)(void *broad, const bench_ray *ray, double *t);  ///< the closest body; -1
    bench_set (*overlap)(void *broad, const double center[3], double radius);
    void (*release)(void *broad);
    /// One body is elsewhere now: move it there, or take it out and put it in there.
    void (*move)(void *broad, const bench_crowd *crowd, int body);
    void (*renew)(void *broad, const bench_crowd *crowd, int body);
} bench_broad;

/// The broad phases of each contender; the last one has no `how`.
extern const bench_broad bench_collide_broad[], bench_ode_broad[], bench_bullet_broad[],
    bench_fcl_broad[], bench_chipmunk_broad[];

static inline void bench_add_one(bench_set *set, int index) {
    set->count++;
    set->sum += (uint64_t)(index + 1) * 0x9e3779b97f4a7c15;
}

static inline void bench_add_pair(bench_set *set, int i, int j) {
    uint64_t a = (uint64_t)(i < j ? i : j), b = (uint64_t)(i < j ? j : i);
    uint64_t z = (a << 32 | b) * 0x9e3779b97f4a7c15;
    set->count++;
    set->sum += z ^ z >> 29;
}

/// The exact test, for libraries whose own asks more than that of two spheres.
static inline bool bench_touch(const double a[3], double ra, const double b[3], double rb) {
    double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2], r = ra + rb;
    return x * x + y * y + z * z <= r * r;
}

static inline void bench_add_touching(bench_set *set, const bench_crowd *c, int i, int j) {
    if (bench_touch(c->at[i], c->radius[i], c->at[j], c->radius[j]))
        bench_add_pair(set, i, j);
}

#ifdef __cplusplus
}
#endif
#endif
