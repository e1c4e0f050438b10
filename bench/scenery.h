// Large still things: what bench/scenery.c and those that it times agree on. A mesh, or as many
// boxes that turn each its own way, is put together before the clock starts; then it is asked for
// the closest hit of rays and of moving balls, whether anything is in the way of a ray, for the
// distance of balls, and whether capsules and boxes overlap it, and how deep.
#ifndef BENCH_SCENERY_H
#define BENCH_SCENERY_H

#include "peer.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Where a ray or a ball that moves begins and ends, and where a ball is whose distance is asked.
typedef struct bench_way {
    double from[3], to[3], near[3];
} bench_way;

/// A closed mesh; the boxes lie along its surface, as many as it has triangles.
typedef struct bench_scene {
    int vertex_count, triangle_count;
    double (*vertices)[3];
    int (*triangles)[3]; ///< counter-clockwise seen from outside
    double (*boxes)[3];  ///< middles
    double (*turns)[4];  ///< rotations of the boxes: unit quaternions x, y, z, w
    double half;         ///< their half extents
} bench_scene;

/// Memory for some elements, all zero; ends the program where there is none.
void *bench_array(size_t count, size_t size);

/// Some scene of about so many parts, in a ball of radius 12; the ways that follow are always the
/// same. Released by bench_free_scene.
bench_scene bench_make_scene(int parts);
void bench_free_scene(bench_scene *scene);

/// Ways from 30 away through a point of a ball a little larger than the thing, and as far beyond;
/// balls have their middles within 1 of the surface, about.
void bench_make_ways(bench_way *ways, int count);

/// A capsule has these half lengths along the way and radius, a box half extents; at `near`.
#define BENCH_NEAR_HALF 0.1
#define BENCH_NEAR_RADIUS 0.1

/// A body of about a triangle's size.
typedef enum bench_near { BENCH_NEAR_CAPSULE, BENCH_NEAR_BOX, BENCH_NEAR_BALL } bench_near;

/// How a library answers; what it cannot do is NULL. most: parts; beyond it takes minutes.
typedef struct bench_scenery {
    const char *how;
    int most;
    void *(*make_mesh)(const bench_scene *scene);
    void *(*make_boxes)(const bench_scene *scene);
    bool (*ray)(void *made, const bench_way *way, double *t); ///< t: 0 to 1
    bool (*cast)(void *made, const bench_way *way, double radius, double *t);
    bool (*distance)(void *made, const double center[3], double radius, double *distance);
    size_t (*bytes)(void *made); ///< that it keeps; NULL: not told
    void (*release)(void *made);
    bool (*occluded)(void *made, const bench_way *way); ///< whether anything is in the way
    /// Whether a body near the surface overlaps it.
    bool (*overlap)(void *made, const bench_way *way, bench_near body);
    bool (*contact)(void *made, const bench_way *way, bench_near body, double *distance);
    bool (*cast_body)(void *made, const bench_way *way, bench_near body, double *t); ///< moving
    bool builds; ///< the fastest of its ways to build
} bench_scenery;

/// The last one has no `how`.
extern const bench_scenery bench_collide_scenery[], bench_ode_scenery[], bench_bullet_scenery[],
    bench_fcl_scenery[], bench_embree_scenery[];

#ifdef __cplusplus
}
#endif
#endif
