// The workloads: a row of the table each.
#ifndef BENCH_WORKLOADS_H
#define BENCH_WORKLOADS_H

#include "peer.h"

typedef struct bench_workload {
    const char *name;
    bench_workload_id id; ///< the question: workloads that differ in their inputs alone share it
    /// Fills in one body. `spread` is the side of the cube or square in which positions lie, or at
    /// which a ray is aimed (then those on the other side lie nearer to the origin): it sets the
    /// share of hits.
    void (*a)(bench_body *body, double spread), (*b)(bench_body *body, double spread);
    double spread;
    int hull;     ///< subdivisions of the icosahedron; read by hull workloads
    double bar;   ///< the time at most, as a part of the best peer's; 0: no peer is to be ahead
    double guide; ///< ns at 3.2 GHz, for orientation
} bench_workload;

extern const bench_workload bench_workloads[];
extern const int bench_workload_count;

/// Whether a miss has a measure too: a distance.
bool bench_measures_misses(const bench_workload *workload);

void bench_generate(const bench_workload *workload, bench_inputs *inputs);

#endif
