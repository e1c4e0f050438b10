#include "contenders.h"

#include <stddef.h>

const bench_contender bench_contenders[BENCH_CONTENDERS] = {
    {bench_collide, bench_collide_broad, bench_collide_scenery, {"collide", "double", ""}},
#ifdef BENCH_ODE
    {bench_ode, bench_ode_broad, bench_ode_scenery, {"ODE", "double", BENCH_ODE}},
#else
    {NULL, NULL, NULL, {"ODE", "", NULL}},
#endif
#ifdef BENCH_BULLET
    {bench_bullet, bench_bullet_broad, bench_bullet_scenery, {"Bullet", "double", BENCH_BULLET}},
#else
    {NULL, NULL, NULL, {"Bullet", "", NULL}},
#endif
#ifdef BENCH_FCL
    {bench_fcl, bench_fcl_broad, bench_fcl_scenery, {"FCL", "double", BENCH_FCL}},
#else
    {NULL, NULL, NULL, {"FCL", "", NULL}},
#endif
#ifdef BENCH_CCD
    {bench_ccd, NULL, NULL, {"libccd", "double", BENCH_CCD}},
#else
    {NULL, NULL, NULL, {"libccd", "", NULL}},
#endif
#ifdef BENCH_CHIPMUNK
    {bench_chipmunk, bench_chipmunk_broad, NULL, {"Chipmunk", "double", BENCH_CHIPMUNK}},
#else
    {NULL, NULL, NULL, {"Chipmunk", "", NULL}},
#endif
#ifdef BENCH_BOX2D
    {bench_box2d, NULL, NULL, {"Box2D", "float", BENCH_BOX2D}},
#else
    {NULL, NULL, NULL, {"Box2D", "", NULL}},
#endif
    {bench_single, NULL, NULL, {"singly", "double", ""}},
#ifdef BENCH_EMBREE
    {NULL, NULL, bench_embree_scenery, {"Embree", "float", BENCH_EMBREE}},
#else
    {NULL, NULL, NULL, {"Embree", "", NULL}},
#endif
};
