// Builds and refits the trees of a world. When bodies have moved, the boxes are fitted anew; when
// that makes their areas more than twice as large, the tree is built anew.
#include "collide/world/body_tree.h"
#include "collide/world/world_memory.h"

#include <assert.h>

// The sum of the areas of all boxes may grow by this before a tree is built anew.
static const double MOST_GROWTH = 2;

typedef struct {
    const cd_world *world;
    const cd_body_tree *tree;
} tree_of_world;

// Copies the bounding sphere of body k of a tree; returns the body's box.
static cd_wide_box refresh_body(void *context, int k) {
    const tree_of_world *t = context;
    int i = cd_tree_bodies(t->tree)[k];
    cd_body_sphere *sphere = (cd_body_sphere *)t->tree->spheres.memory + k;
    *sphere = cd_body_spheres(t->world)[i];
    if (!cd_body_is_sphere(t->world, i))
        sphere->bounding_radius = -sphere->bounding_radius;
    return cd_wide_box_of(&t->tree->frame, cd_world_box(t->world, i));
}

// Fits all boxes to the bodies. Returns the sum of the areas of the children's boxes, NAN where
// one leaves the range of the tree.
static double refit(const cd_world *w, cd_body_tree *tree) {
    tree_of_world t = {w, tree};
    return cd_wide_fit(tree->nodes.memory, tree->links.memory, tree->boxes.memory, tree->count,
                       refresh_body, &t);
}

static void choose_frame(cd_body_tree *tree, const cd_bvh_leaf *leaves, int count) {
    cd_bounds all = leaves[0].box;
    for (int i = 1; i < count; i++)
        all = cd_bounds_join(all, leaves[i].box);
    tree->frame = cd_wide_frame_of(all);
}

// Writes the bodies that belong to tree `which` to `leaves`, unless that is NULL; returns how many
// they are.
static int gather_leaves(const cd_world *w, int which, cd_bvh_leaf *leaves) {
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        const cd_body_sphere *sphere = &cd_body_spheres(w)[i];
        if (sphere->bounding_radius < 0 || cd_sphere_is_unbounded(sphere) ||
            cd_is_static_at(w, i) == (which == 1))
            continue;
        if (leaves)
            leaves[count] = (cd_bvh_leaf){cd_world_box(w, i), i};
        count++;
    }
    return count;
}

static bool make_nodes(cd_world *w, cd_body_tree *tree, const cd_bvh_node *binary, int leaves) {
    int count = cd_wide_collapse(binary, leaves, NULL, NULL, NULL);
    if (!cd_reserve_array(w, &tree->nodes, (size_t)count, sizeof(cd_wide_node)) ||
        !cd_reserve_array(w, &tree->links, (size_t)count, sizeof(cd_wide_link)) ||
        !cd_reserve_array(w, &tree->boxes, (size_t)count, sizeof(cd_wide_box)))
        return false;
    tree->count = count;
    cd_wide_collapse(binary, leaves, tree->nodes.memory, tree->links.memory, tree->bodies.memory);
    tree->area = refit(w, tree);
    return true;
}

static bool build_tree(cd_world *w, int which) {
    cd_body_tree *tree = &w->trees[which];
    int count = gather_leaves(w, which, NULL);
    size_t n = (size_t)count;
    tree->count = 0;
    if (n > 0) {
        cd_buffer scratch = {0};
        if (!cd_reserve_array(w, &tree->bodies, n, sizeof(int)) ||
            !cd_reserve_array(w, &tree->spheres, n, sizeof(cd_body_sphere)) ||
            !cd_reserve_array(w, &scratch, n, sizeof(cd_bvh_leaf) + 2 * sizeof(cd_bvh_node)))
            return false;
        cd_bvh_leaf *leaves = scratch.memory;
        cd_bvh_node *binary = (cd_bvh_node *)(leaves + n);
        gather_leaves(w, which, leaves);
        choose_frame(tree, leaves, count);
        cd_bvh_build(leaves, count, binary);
        bool made = make_nodes(w, tree, binary, count);
        cd_release(w, &scratch);
        if (!made)
            return false;
    }
    tree->stale = tree->moved = false;
    return true;
}

// ----------------------------------------------------------------------------------------- update

static bool list_unbounded(cd_world *w) {
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        const cd_body_sphere *sphere = &cd_body_spheres(w)[i];
        if (sphere->bounding_radius < 0 || !cd_sphere_is_unbounded(sphere))
            continue;
        if (!cd_reserve_array(w, &w->unbounded, (size_t)count + 1, sizeof(int)))
            return false;
        ((int *)w->unbounded.memory)[count++] = i;
    }
    w->unbounded_count = count;
    return true;
}

static bool update_tree(cd_world *w, int which) {
    cd_body_tree *tree = &w->trees[which];
    if (tree->moved && !tree->stale) {
        tree->stale = !(refit(w, tree) <= MOST_GROWTH * tree->area);
        tree->moved = false;
    }
    return !tree->stale || build_tree(w, which);
}

bool cd_update_trees(cd_world *w, int count) {
    assert(count >= 0 && count <= 2);
    if ((w->trees[0].stale || w->trees[1].stale) && !list_unbounded(w))
        return false;
    for (int which = 0; which < count; which++)
        if (!update_tree(w, which))
            return false;
    return true;
}
