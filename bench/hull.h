// The hull that the bodies of a workload share.
#ifndef BENCH_HULL_H
#define BENCH_HULL_H

#include "peer.h"

/// The icosahedron on the unit sphere, each triangle divided in four as often as told: 12, then 42
/// vertices.
void bench_icosphere(bench_hull *hull, int subdivisions);

#endif
