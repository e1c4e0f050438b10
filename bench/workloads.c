// The one place that describes a workload. A new row: its line below, and a method under its id in
// collide.c and in each peer that can do it.
#include "workloads.h"

#include "generate.h"

// clang-format off
const bench_workload bench_workloads[] = {
    //                                                      a                  b             spread hull  bar  guide
    {"sphere-sphere contact",        BENCH_SPHERE_SPHERE,      bench_sphere,      bench_sphere,     2.9, 0, 0.30,   10},
    {"ray-sphere",                   BENCH_RAY_SPHERE,         bench_ray,         bench_sphere,     2.6, 0, 0.45,   20},
    {"ray-capsule",                  BENCH_RAY_CAPSULE,        bench_ray,         bench_capsule,    2.1, 0, 0.50,   38},
    {"ray-OBB",                      BENCH_RAY_BOX,            bench_ray,         bench_box,        3.4, 0, 0.45,   42},
    {"sphere-OBB contact",           BENCH_SPHERE_BOX,         bench_sphere,      bench_box,        3.4, 0, 0.50,   46},
    {"capsule-capsule contact",      BENCH_CAPSULE_CAPSULE,    bench_capsule,     bench_capsule,    2.6, 0, 0.50,   58},
    {"sphere cast at OBB",           BENCH_SPHERE_CAST_BOX,    bench_cast_sphere, bench_box,        4.8, 0, 0.06,   75},
    {"OBB-OBB overlap",              BENCH_BOX_BOX_OVERLAP,    bench_box,         bench_box,        4.1, 0, 0.80,   60},
    {"OBB-OBB manifold",             BENCH_BOX_BOX_MANIFOLD,   bench_box,         bench_box,        4.1, 0, 0.60,  180},
    {"hull-hull distance, 12",       BENCH_HULL_DISTANCE,      bench_pose,        bench_pose,       2.6, 0, 0.40,  650},
    {"hull-hull distance, 42",       BENCH_HULL_DISTANCE,      bench_pose,        bench_pose,       2.9, 1, 0.40, 1300},
    {"hull-hull gap, 12",            BENCH_HULL_GAP,           bench_pose,        bench_pose_beside,2.6, 0, 0.00,    0},
    {"hull-hull gap, 42",            BENCH_HULL_GAP,           bench_pose,        bench_pose_beside,2.6, 1, 0.00,    0},
    {"2D capsule-capsule contact",   BENCH_CAPSULE_CAPSULE_2D, bench_capsule_2d,  bench_capsule_2d, 4.0, 0, 0.50,   48},
};
// clang-format on

const int bench_workload_count = sizeof bench_workloads / sizeof bench_workloads[0];
