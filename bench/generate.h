// Seeded random bodies. Sizes lie between 0.5 and 1.5.
#ifndef BENCH_GENERATE_H
#define BENCH_GENERATE_H

#include "peer.h"

void bench_pose(bench_body *body, double spread);
/// A pose on the other side of the plane x = spread / 2 + 1.
void bench_pose_beside(bench_body *body, double spread);
void bench_sphere(bench_body *body, double spread);
void bench_capsule(bench_body *body, double spread);
void bench_box(bench_body *body, double spread);
void bench_capsule_2d(bench_body *body, double spread);

/// From 5 away through a random point near the origin, and as far beyond. Bodies on the other side
/// of a ray or a cast lie nearer to the origin than `spread`.
void bench_ray(bench_body *body, double spread);
void bench_cast_sphere(bench_body *body, double spread);

#endif
