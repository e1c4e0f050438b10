#include "contenders.h"

#include <stddef.h>

const bench_contender bench_contenders[BENCH_CONTENDERS] = {
    {bench_collide, bench_collide_broad, {"collide", "double", ""}},
#ifdef BENCH_ODE
    {bench_ode, bench_ode_broad, {"ODE", "double", BENCH_ODE}},
#else
    {NULL, NULL, {"ODE", "", NULL}},
#endif
#ifdef BENCH_BULLET
    {bench_bullet, bench_bullet_broad, {"Bullet", "double", BENCH_BULLET}},
#else
    {NULL, NULL, {"Bullet", "", NULL}},
#endif
#ifdef BENCH_FCL
    {bench_fcl, bench_fcl_broad, {"FCL", "double", BENCH_FCL}},
#else
    {NULL, NULL, {"FCL", "", NULL}},
#endif
#ifdef BENCH_CCD
    {bench_ccd, NULL, {"libccd", "double", BENCH_CCD}},
#else
    {NULL, NULL, {"libccd", "", NULL}},
#endif
#ifdef BENCH_CHIPMUNK
    {bench_chipmunk, bench_chipmunk_broad, {"Chipmunk", "double", BENCH_CHIPMUNK}},
#else
    {NULL, NULL, {"Chipmunk", "", NULL}},
#endif
#ifdef BENCH_BOX2D
    {bench_box2d, NULL, {"Box2D", "float", BENCH_BOX2D}},
#else
    {NULL, NULL, {"Box2D", "", NULL}},
#endif
    {bench_single, NULL, {"singly", "double", ""}},
};
