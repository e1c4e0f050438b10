// A program outside the project that uses a function of each public header, as C; consumer.cpp
// compiles the same as C++.
#include "collide/character.h"
#include "collide/collide.h"
#include "collide/explain.h"
#include "collide/version.h"
#include "collide/world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *reallocate(void *user, void *block, size_t old_size, size_t size) {
    (void)user;
    (void)old_size;
    if (size > 0)
        return realloc(block, size);
    free(block);
    return NULL;
}

static int near_floor(void *context, const cd_bounds *box) {
    (void)context;
    (void)box;
    return 1;
}

static double largest_coordinate_of_floor(void *context) {
    return cd_shape_largest_coordinate((const cd_shape *)context);
}

static const cd_shape *floor_shape(void *context, int i, int *id) {
    *id = i;
    return (const cd_shape *)context;
}

int main(int argc, char **argv) {
    const cd_vec up = {0, 1, 0}, start = {0, 3, 0};
    const cd_shape floor = cd_plane(3, up, 0);
    cd_shape ball = cd_sphere(3, start, 1);
    cd_explanation explanation;
    const cd_separation apart = cd_explain_separation(&ball, &floor, &explanation);
    if (apart.distance != cd_distance(&ball, &floor) || apart.distance != 2)
        return 1;

    cd_allocator allocator = {reallocate, NULL};
    cd_world *world = cd_world_new(3, allocator);
    const cd_body body = cd_body_of(&floor);
    cd_hit hit;
    if (world == NULL || cd_world_add(world, &body) != 0 || !cd_world_update(world) ||
        cd_world_raycast(world, start, cd_negate(up), 10, 1, &hit) != 0 || hit.t != 3)
        return 2;
    cd_world_free(world);

    cd_shape ground = floor;
    cd_obstacles obstacles = {&ground,     near_floor, largest_coordinate_of_floor,
                              floor_shape, NULL,       NULL};
    cd_character_options options = {up, 0.8, 0, 0, 4};
    cd_character_hit hits[4];
    const cd_character_move move =
        cd_move_and_slide(&ball, cd_scale(up, -5), &obstacles, &options, hits);
    if (!move.has_ground || fabs(move.moved.y + 2) > 1e-9)
        return 3;
    if (argc > 1 && strcmp(argv[1], CD_VERSION) != 0) {
        printf("CD_VERSION is %s, not %s\n", CD_VERSION, argv[1]);
        return 4;
    }
    return 0;
}
