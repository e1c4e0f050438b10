// Bounds on the coordinates of shapes, batches and worlds: none is too small, after any change.
#include "allocator.h"
#include "check.h"
#include "collide/character.h"

#include <math.h>
#include <stdlib.h>

static void reach_of_shapes(void) {
    cd_shape ball = cd_sphere(3, (cd_vec){1, -4, 2}, 0.5), big = cd_sphere(2, (cd_vec){0, 0, 0}, 9);
    CHECK(cd_shape_largest_coordinate(&ball) == 4);
    CHECK(cd_shape_largest_coordinate(&big) == 9);
    cd_shape plane = cd_plane(3, (cd_vec){0, 1, 0}, -7);
    CHECK(cd_shape_largest_coordinate(&plane) == 7);
    cd_shape line = cd_line(3, (cd_vec){1000, 0, 0}, (cd_vec){1, 0, 0}, 0);
    CHECK(cd_shape_largest_coordinate(&line) == 1000);
}

static void reach_of_a_batch(void) {
    cd_shape boxes[2] = {cd_aabb(2, (cd_vec){-1, -1, 0}, (cd_vec){1, 1, 0}),
                         cd_aabb(2, (cd_vec){2, 2, 0}, (cd_vec){3, 5, 0})};
    cd_shape line = cd_line(2, (cd_vec){1e6, 0, 0}, (cd_vec){0, 1, 0}, 0);
    const cd_shape *shapes[2] = {&boxes[0], &boxes[1]};
    void *room = malloc(cd_batch_size(2));
    cd_batch *batch = cd_batch_build(shapes, 2, room);
    CHECK(cd_batch_largest_coordinate(batch) >= 5 && cd_batch_largest_coordinate(batch) <= 100);
    for (int step = 0; step < 100; step++) { // small moves, which keep the frame, and large ones
        cd_shape_move(&boxes[1], (cd_vec){step % 10 == 9 ? 1000 : 1, 0, 0});
        cd_batch_update(batch, 1, &boxes[1]);
        CHECK(cd_batch_largest_coordinate(batch) >= cd_shape_largest_coordinate(&boxes[1]));
    }
    cd_batch_update(batch, 0, &line);
    CHECK(cd_batch_largest_coordinate(batch) >= 1e6);
    free(room);
    void *nothing = malloc(cd_batch_size(0));
    CHECK(isfinite(cd_batch_largest_coordinate(cd_batch_build(NULL, 0, nothing))));
    free(nothing);
}

static void reach_of_a_world(void) {
    cd_world *world = cd_world_new(2, memory);
    CHECK(cd_world_update(world) && cd_world_largest_coordinate(world) == 0);
    cd_shape ball = cd_sphere(2, (cd_vec){3, 0, 0}, 1);
    cd_shape line = cd_line(2, (cd_vec){1e6, 0, 0}, (cd_vec){0, 1, 0}, 0);
    cd_body body = cd_body_of(&ball), wire = cd_body_of(&line);
    int slot = cd_world_add(world, &body);
    for (int step = 0; step < 100; step++) {
        cd_world_move(world, slot, (cd_vec){step % 10 == 9 ? -1000 : 1, 0, 0});
        CHECK(cd_world_update(world));
        CHECK(cd_world_largest_coordinate(world) >=
              cd_shape_largest_coordinate(&cd_world_body(world, slot)->shape));
    }
    CHECK(cd_world_largest_coordinate(world) <= 1e5);
    cd_world_add(world, &wire);
    CHECK(cd_world_update(world) && cd_world_largest_coordinate(world) >= 1e6);
    cd_world_free(world);
}

int main(void) {
    reach_of_shapes();
    reach_of_a_batch();
    reach_of_a_world();
    return failures > 0;
}
