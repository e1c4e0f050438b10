// The traversal of a world's trees along a ray, or by a box that moves without turning: the bodies
// whose bounds it may meet are visited, those of the nearest nodes first.
#ifndef COLLIDE_WORLD_BROAD_RAY_QUERY_H
#define COLLIDE_WORLD_BROAD_RAY_QUERY_H

#include "collide/world/body/body.h"

typedef struct cd_ray_query cd_ray_query;

struct cd_ray_query {
    const cd_world *world;
    cd_vec origin, motion; ///< the middle of the box is at origin + t motion, 0 <= t <= tmax
    cd_vec half;           ///< half of the size of the box; 0: a ray
    double tmax;           ///< `visit` may lower it
    uint32_t mask;
    int left_out; ///< 1 + the index of a body that is left out; 0: none
    /// Called with the index of a body and its bounding sphere in the tree; NULL: it is in none.
    void (*visit)(cd_ray_query *query, int index, const cd_body_sphere *sphere);

    /// So much later what touches the box at tmax is visited, too.
    double beyond;

    // Set by the traversal.
    double radius;         ///< of the sphere around the box
    double inverse_square; ///< 1 / motion^2
};

/// One of no length, whose box holds a body and what is as near as `margin`, or touches its skin
/// (thin.h).
cd_ray_query cd_ray_query_around(const cd_world *world, int index, double margin);

/// Visits, of the bodies that it sees, all that are unbounded and those in the first `trees`
/// trees (1: static ones; 2: moving ones, too) whose bounds the box may meet.
void cd_ray_traverse(cd_ray_query *query, int trees);

#endif
