// What the harness and those it times agree on. A workload is 256 bodies on each side and all
// 65,536 pairs of them in random order: no branch predictor remembers that many, and the shapes
// stay in the cache, so that the query is timed and not the memory.
//
// A contender (collide itself or a peer) has methods. Each builds its shapes from the bodies before
// the clock starts, then answers every pair, one call after the other.
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_SIDE = 256, BENCH_PAIRS = BENCH_SIDE * BENCH_SIDE, BENCH_MAX_HULL = 162 };

typedef enum bench_workload_id {
    BENCH_SPHERE_SPHERE,
    BENCH_RAY_SPHERE,
    BENCH_RAY_CAPSULE,
    BENCH_RAY_BOX,
    BENCH_SPHERE_BOX,
    BENCH_CAPSULE_CAPSULE,
    BENCH_SPHERE_CAST_BOX,
    BENCH_CAPSULE_CAST_BOX,
    BENCH_CAPSULE_CAST_CAPSULE,
    BENCH_BOX_CAST_BOX,
    BENCH_BOX_TURNS_AT_BOX,
    BENCH_BOX_TURNS_AT_BOX_2D,
    BENCH_HULL_CAST_HULL,
    BENCH_BOX_BOX_OVERLAP,
    BENCH_BOX_BOX_MANIFOLD,
    BENCH_BOX_BOX_CONTACT,
    BENCH_BOX_BOX_GAP,
    BENCH_BOX_BOX_DEPTH,
    BENCH_HULL_DISTANCE,
    BENCH_HULL_GAP,
    BENCH_HULL_DEPTH,
    BENCH_HULL_OVERLAP,
    BENCH_CAPSULE_CAPSULE_2D,
    BENCH_BOX_BOX_MANIFOLD_2D,
    BENCH_BOX_BOX_DISTANCE_2D,
    BENCH_CYLINDER_BOX,
    BENCH_CYLINDER_CYLINDER,
    BENCH_RAY_CYLINDER,
    BENCH_RAY_TRIANGLE,
    BENCH_RAY_SPHERES,
    BENCH_RAY_CAPSULES,
    BENCH_RAY_BOXES,
    BENCH_SPHERE_SPHERES,
    BENCH_SPHERE_CAPSULES,
    BENCH_SPHERE_BOXES,
    BENCH_OCCLUDED_SPHERE,
    BENCH_OCCLUDED_CAPSULE,
    BENCH_OCCLUDED_BOX,
    BENCH_TRIANGLE_OVERLAP,
    BENCH_TRIANGLE_GAP,
    BENCH_CAPSULE_BOX_CONTACT,
    BENCH_CAPSULE_BOX_MANIFOLD,
    BENCH_HEXAGON_MANIFOLD,
    BENCH_HEXAGON_DISTANCE,
    BENCH_HEXAGON_CAST,
    BENCH_HULL_BUILD,
} bench_workload_id;

/// A sphere, capsule, box, hull, hexagon or ray at a pose; a workload reads what it needs.
typedef struct bench_body {
    double position[3];
    double rotation[4]; ///< unit quaternion x, y, z, w
    double axes[3][3];  ///< the images of the unit axes under it
    double radius;      ///< sphere, capsule
    double half[3];     ///< box: half extents
    double length; ///< capsule: of the core, which lies along the body's z axis (2D: its x axis)
    double ends[2][3];    ///< capsule: the ends of the core in the world
    double corners[6][3]; ///< triangle: three; hexagon in the plane: six, counter-clockwise
    double motion[3];     ///< ray, cast: from t = 0 to t = 1
    double turning[3];    ///< cast: a rotation vector, from t = 0 to t = 1
} bench_body;

/// The one hull that all bodies of a workload share: triangles, vertices around the origin.
typedef struct bench_hull {
    int vertex_count, face_count;
    double vertices[BENCH_MAX_HULL][3];
    int faces[2 * BENCH_MAX_HULL][3]; ///< counter-clockwise seen from outside
} bench_hull;

typedef struct bench_inputs {
    bench_body a[BENCH_SIDE], b[BENCH_SIDE];
    bench_hull hull;
    unsigned char pairs[BENCH_PAIRS][2];
} bench_inputs;

/// hit: they touch. measure: the workload's number, here to be compared: the signed distance of a
/// contact, t of a ray or a cast, 0 for an overlap; of a miss any number, so that the harness asks
/// no question of its own.
typedef struct bench_answer {
    bool hit;
    double measure;
} bench_answer;

/// What a round returns, so that no answer is dead code.
typedef struct bench_sum {
    int hits;
    double measure;
} bench_sum;

typedef struct bench_method {
    bench_workload_id workload;
    const char *how; ///< the function called
    bool partial;    ///< answers a part of the question: timed, but no measure of the best
    void *(*prepare)(const bench_inputs *inputs);
    bench_sum (*round)(void *prepared, const bench_inputs *inputs);
    bench_answer (*answer)(void *prepared, int a, int b);
    void (*release)(void *prepared);
} bench_method;

/// The methods of each contender; the last one has no `how`. Single: collide, asked of one shape
/// after the other, where its row asks of many at once.
extern const bench_method bench_collide[], bench_single[], bench_ode[], bench_bullet[], bench_fcl[],
    bench_ccd[], bench_chipmunk[], bench_box2d[];

/// Collide's overlap, distance, contact and manifold of the same pairs, four methods a workload.
extern const bench_method bench_ladder[];

/// The compiler believes that somebody reads what p points to.
static inline void bench_keep(const void *p) { __asm__ volatile("" : : "r"(p) : "memory"); }

#ifdef __cplusplus
}
#endif
#endif
