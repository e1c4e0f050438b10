// Motion: what bench/motion.c and the worlds that it times agree on. Things of mass 1 fall on a
// ground and on each other; they do not turn, nothing bounces and nothing is rough.
#ifndef BENCH_MOTION_H
#define BENCH_MOTION_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { BENCH_BALL, BENCH_BOX, BENCH_CAPSULE } bench_kind;

/// half: of a box; the radius of a ball or capsule and half the length of its axis along x.
typedef struct bench_thing {
    bench_kind kind;
    double at[3], half[3];
} bench_thing;

typedef struct bench_scene_of_things {
    int count;
    bench_thing *things;
    double wall;      ///< where walls stand along x and z; 0: none
    int mesh_side;    ///< squares on each side of a mesh of triangles at y = 0; 0: a plane
    double mesh_size; ///< of a square
} bench_scene_of_things;

#define BENCH_GRAVITY 10.0

/// How a library moves them. rests: whether it may let lie what rests (collide always does).
typedef struct bench_mover {
    const char *name;
    void *(*make)(const bench_scene_of_things *scene, int rests);
    void (*step)(void *world, double dt);
    /// The deepest overlap with the ground y = 0, of the lowest points of all things.
    double (*lowest)(void *world);
    void (*release)(void *world);
} bench_mover;

extern const bench_mover bench_collide_mover, bench_bullet_mover;

#ifdef __cplusplus
}
#endif
#endif
