// Lower bounds of what all parts in two nodes of trees have between them.
#ifndef COLLIDE_SET_NODE_BOUND_H
#define COLLIDE_SET_NODE_BOUND_H

#include "collide/collide.h"

/// The box around a node or, where it is a part that has none, the line or half-space itself.
typedef struct cd_node_volume {
    cd_bounds box;
    const cd_shape *unbounded; ///< NULL: the box
} cd_node_volume;

/// Of the signed distance: no parts within are nearer, nor deeper in each other. a is moved by
/// `shift`, its box already.
double cd_distance_bound(const cd_node_volume *a, const cd_node_volume *b, cd_vec shift, int dim);

/// Of the time at which parts touch first, a moving by t * motion; inverse: 1 / motion. The boxes
/// are grown by `slack` and more. INFINITY where they never touch, or no longer at `begin`.
double cd_time_bound(const cd_node_volume *a, const cd_node_volume *b, cd_vec motion,
                     cd_vec inverse, double slack, double begin);

#endif
