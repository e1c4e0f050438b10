// threads [race]: what the public headers say is safe between threads. Two worlds fall and turn in
// two threads, and their bodies share a hull and a mesh; four threads ask queries of shapes that
// nobody writes. Each must find what one thread alone finds. With `race` one thread moves a shape
// that another one reads: the sanitizer must see that, or it sees nothing. threads.sh compiles
// this.
#include "collide/character.h"
#include "collide/world.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, STEPS = 120, BODIES = 60, ROUNDS = 200 };

static cd_shape shared[4]; // a ball, a hull, a mesh, and a compound of all three

static void *reallocate(void *user, void *block, size_t old_size, size_t size) {
    (void)user, (void)old_size;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

static double number(unsigned *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

static void build_shapes(void) {
    static cd_vec points[200], corners[3] = {{-9, -4, -9}, {0, -4, 20}, {9, -4, -9}};
    static const int triangle[1][3] = {{0, 1, 2}};
    unsigned seed = 1;
    for (int i = 0; i < 200; i++)
        points[i] = (cd_vec){number(&seed) - 0.5, number(&seed) - 0.5, number(&seed) - 0.5};
    shared[0] = cd_sphere(3, (cd_vec){0, 0, 0}, 0.5);
    shared[1] = cd_polytope_shape(
        cd_polytope_build(3, points, 200, malloc(cd_polytope_size(200)), NULL), 0);
    shared[2] =
        cd_set_shape(cd_mesh_build(3, corners, 3, triangle, 1, malloc(cd_mesh_size(3, 1)), NULL));
    shared[3] =
        cd_set_shape(cd_compound_build(shared, 3, malloc(cd_compound_size(shared, 3)), NULL));
}

/// A world of balls and hulls that fall on the mesh; the sum of where they come to.
static double run_world(void) {
    double sum = 0;
    unsigned seed = 7;
    cd_world *world = cd_world_new(3, (cd_allocator){reallocate, NULL});
    cd_world_set_gravity(world, (cd_vec){0, -9.8, 0});
    cd_body floor = cd_body_of(&shared[2]);
    cd_world_add(world, &floor);
    for (int i = 0; i < BODIES; i++) {
        cd_body body = cd_body_of(&shared[i % 2]);
        cd_shape_move(&body.shape, (cd_vec){4 * number(&seed) - 2, i, 4 * number(&seed) - 2});
        body.mass = 1;
        body.restitution = 0.5;
        cd_world_add(world, &body);
    }
    for (int i = 0; i < STEPS; i++) {
        cd_event event;
        cd_hit hit;
        int count;
        cd_world_begin_step(world, 1.0 / 60);
        while (cd_world_next_hit(world, &event))
            cd_world_respond(world, CD_BOUNCE);
        cd_world_end_step(world);
        cd_world_update(world);
        cd_world_pairs(world, &count);
        sum +=
            count + cd_world_raycast(world, (cd_vec){0, 50, 0}, (cd_vec){0, -1, 0}, 100, ~0u, &hit);
    }
    for (int slot = -1; (slot = cd_world_next(world, slot)) >= 0;) {
        const cd_vec at = cd_shape_middle(&cd_world_body(world, slot)->shape);
        sum += at.x + at.y + at.z;
    }
    cd_world_free(world);
    return sum;
}

/// Queries of the shared shapes, and what is wrong with one of our own.
static double run_queries(void) {
    double sum = 0;
    unsigned seed = 3;
    for (int i = 0; i < ROUNDS; i++)
        for (int k = 0; k < 4; k++) {
            cd_shape other = shared[i % 2];
            cd_hit hit;
            cd_contact_points points;
            const cd_vec far = {3 * number(&seed), 3 * number(&seed), 3 * number(&seed)};
            cd_shape_move(&other, far);
            sum += cd_separate(&other, &shared[k]).distance + cd_overlap(&shared[k], &other);
            sum += cd_manifold(&other, &shared[k], 1, &points);
            sum += cd_shapecast(&other, cd_scale(far, -2), &shared[k], (cd_vec){0, 0, 0}, &hit);
            sum += cd_raycast(far, cd_negate(far), &shared[k], 9, &hit);
            other.radius = -1 - number(&seed);
            sum += (double)strlen(cd_shape_error(&other));
        }
    return sum;
}

static void *in_world(void *out) { return *(double *)out = run_world(), NULL; }

static void *in_queries(void *out) { return *(double *)out = run_queries(), NULL; }

/// Runs `work` in all threads at once; whether each of them finds what one alone does.
static bool agree(void *(*work)(void *), int threads) {
    pthread_t thread[THREADS];
    double alone, found[THREADS];
    bool same = true;
    work(&alone);
    for (int i = 0; i < threads; i++)
        pthread_create(&thread[i], NULL, work, &found[i]);
    for (int i = 0; i < threads; i++) {
        pthread_join(thread[i], NULL);
        same = same && found[i] == alone;
    }
    return same && alone != 0;
}

static void *in_race(void *context) {
    for (int i = 0; i < ROUNDS; i++)
        cd_shape_move(context, (cd_vec){1e-3, 0, 0});
    return NULL;
}

int main(int argc, char **argv) {
    build_shapes();
    if (argc > 1 && strcmp(argv[1], "race") == 0) {
        pthread_t writer;
        pthread_create(&writer, NULL, in_race, &shared[0]);
        run_queries();
        pthread_join(writer, NULL);
    }
    const bool worlds = agree(in_world, 2), queries = agree(in_queries, THREADS);
    if (!worlds || !queries)
        printf("threads find other %s than one alone\n", worlds ? "answers" : "worlds");
    return !worlds || !queries;
}
