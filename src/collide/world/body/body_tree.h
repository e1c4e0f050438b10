// The bounding volume hierarchies over the bodies of a world, for its queries: one over static and
// one over moving bodies (shape/wide_bvh.h).
#ifndef COLLIDE_WORLD_BODY_BODY_TREE_H
#define COLLIDE_WORLD_BODY_BODY_TREE_H

#include "collide/shape/wide_bvh.h"
#include "collide/world/body/body.h"

static inline const cd_wide_node *cd_tree_nodes(const cd_body_tree *tree) {
    return tree->nodes.memory;
}

static inline const cd_wide_link *cd_tree_links(const cd_body_tree *tree) {
    return tree->links.memory;
}

/// The boxes of all nodes; the first is that of the whole tree.
static inline const cd_wide_box *cd_tree_boxes(const cd_body_tree *tree) {
    return tree->boxes.memory;
}

/// The indices of the bodies in the tree, its items.
static inline const int *cd_tree_bodies(const cd_body_tree *tree) { return tree->bodies.memory; }

/// Their bounding spheres; bounding_radius is negative, or -0, where the sphere is not the body
/// itself.
static inline const cd_body_sphere *cd_tree_spheres(const cd_body_tree *tree) {
    return tree->spheres.memory;
}

/// The shape of a body. A sphere is written to `sphere_shape`, from its bounding sphere in the tree
/// (NULL: it is in none), as the body itself is seldom in the cache.
static inline const cd_shape *cd_tree_shape(const cd_world *w, int index,
                                            const cd_body_sphere *sphere, cd_shape *sphere_shape) {
    if (!sphere || signbit(sphere->bounding_radius))
        return &cd_stored_bodies(w)[index].body.shape;
    sphere_shape->kind = CD_SPHERE;
    sphere_shape->dim = w->dim;
    sphere_shape->radius = sphere->bounding_radius;
    sphere_shape->as.center = sphere->middle;
    return sphere_shape;
}

/// At least the largest absolute coordinate of what is in a tree that is up to date.
static inline double cd_tree_largest_coordinate(const cd_body_tree *tree) {
    return tree->count == 0
               ? 0
               : cd_max_abs(tree->frame.low) + CD_WIDE_MOST_COORDINATE / tree->frame.scale;
}

/// Notes that the body at an index has come, gone, moved or changed. stays: it is still in the same
/// tree, or in none.
void cd_trees_note(cd_world *world, int index, bool stays);

/// Forgets all that is known of where bodies are, as their indices change.
void cd_trees_forget(cd_world *world);

/// Brings the list of unbounded bodies and the first `count` trees up to date: 1, that over static
/// bodies; 2, that over moving ones, too. False without memory.
bool cd_update_trees(cd_world *world, int count);

/// The same in a step, which has failed without memory.
static inline bool cd_step_update_trees(cd_world *w, int count) {
    w->step.failed = w->step.failed || !cd_update_trees(w, count);
    return !w->step.failed;
}

#endif
