// Builds and updates the trees of a world. The bodies that come, go or move are noted, and looked
// at before the next query: a few are inserted, removed or fitted one by one (tree_edit.h); where
// many have moved all boxes are fitted anew, and where many have come or gone the tree is built
// anew. So it is when the areas of its boxes are twice as large, or its bodies half as many, as
// when it was built.
#include "collide/world/body/body_tree.h"
#include "collide/world/body/tree_edit.h"
#include "collide/world/body/world_memory.h"

#include <assert.h>
#include <string.h>

// The sum of the areas of all boxes may grow by this before a tree is built anew.
static const double MOST_GROWTH = 2;

// So much of its extent may be left; what is smaller is seen too coarsely in its frame.
static const float LEAST_EXTENT = 0x1p-6F;

// Of this many bodies one may change before all are looked at, and a few in any case.
enum { PART_CHANGED = 16, FEW_CHANGED = 8 };

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

static float extent_of(const cd_body_tree *tree) {
    const cd_wide_box *all = cd_tree_boxes(tree);
    float extent = 0;
    for (int i = 0; i < 3; i++)
        extent = fmaxf(extent, all->max[i] - all->min[i]);
    return extent;
}

// Notes where the children of a node are, which has just been built.
static void take_seat(const cd_world *w, cd_body_tree *tree, int n) {
    const cd_wide_link link = cd_tree_links(tree)[n];
    const cd_wide_node *node = &cd_tree_nodes(tree)[n];
    const int inner = cd_wide_inner_count(node), items = cd_wide_child_count(node) - inner;
    cd_tree_seat *seats = tree->seats.memory;
    seats[n].area = 0;
    seats[n].node_room = (unsigned char)inner;
    seats[n].item_room = (unsigned char)items;
    for (int k = 0; k < inner; k++)
        seats[link.node + k].parent = n;
    for (int k = link.item; k < link.item + items; k++) {
        ((int *)tree->owners.memory)[k] = n;
        cd_places(w)[cd_tree_bodies(tree)[k]] = 4 * k + (int)(tree - w->trees);
    }
}

static bool make_nodes(cd_world *w, cd_body_tree *tree, cd_bvh_leaf *leaves, int leaf_count) {
    const int most = cd_wide_most_nodes(leaf_count);
    if (!cd_reserve_array(w, &tree->nodes, (size_t)most, sizeof(cd_wide_node)) ||
        !cd_reserve_array(w, &tree->links, (size_t)most, sizeof(cd_wide_link)) ||
        !cd_reserve_array(w, &tree->boxes, (size_t)most, sizeof(cd_wide_box)) ||
        !cd_reserve_array(w, &tree->seats, (size_t)most, sizeof(cd_tree_seat)))
        return false;
    tree->frame = cd_wide_frame_of(cd_bvh_bounds(leaves, leaf_count));
    tree->count = cd_wide_build(leaves, leaf_count, tree->nodes.memory, tree->links.memory,
                                tree->bodies.memory);
    for (int n = 0; n < tree->count; n++)
        take_seat(w, tree, n);
    tree->stale = false;
    cd_tree_fit(w, tree);
    tree->made_area = tree->area;
    tree->made_extent = extent_of(tree);
    tree->made_held = tree->bodies_held = leaf_count;
    return true;
}

static bool build_tree(cd_world *w, int which) {
    cd_body_tree *tree = &w->trees[which];
    int count = gather_leaves(w, which, NULL);
    size_t n = (size_t)count;
    tree->count = tree->item_count = tree->bodies_held = 0;
    tree->area = 0;
    memset(tree->free_nodes, 0, sizeof tree->free_nodes);
    memset(tree->free_items, 0, sizeof tree->free_items);
    for (int i = 0; i < w->count; i++)
        if (cd_place_kind(cd_places(w)[i]) == which)
            cd_places(w)[i] = CD_NOWHERE;
    if (n > 0) {
        cd_buffer scratch = {0};
        if (!cd_reserve_array(w, &tree->bodies, n, sizeof(int)) ||
            !cd_reserve_array(w, &tree->owners, n, sizeof(int)) ||
            !cd_reserve_array(w, &tree->spheres, n, sizeof(cd_body_sphere)) ||
            !cd_reserve_array(w, &scratch, n, sizeof(cd_bvh_leaf)))
            return false;
        gather_leaves(w, which, scratch.memory);
        tree->item_count = count;
        bool made = make_nodes(w, tree, scratch.memory, count);
        cd_release(w, &scratch);
        if (!made)
            return false;
    }
    tree->stale = tree->moved = false;
    return true;
}

// ----------------------------------------------------------------------------------------- changes

void cd_trees_note(cd_world *w, int i, bool stays) {
    if ((w->trees[0].stale && w->trees[1].stale) || (cd_traits(w)[i] & CD_TRAIT_CHANGED))
        return;
    const int few =
        FEW_CHANGED + (w->trees[0].bodies_held + w->trees[1].bodies_held) / PART_CHANGED;
    if (w->changed_count < few &&
        cd_reserve_array(w, &w->changed, (size_t)w->changed_count + 1, sizeof(int))) {
        ((int *)w->changed.memory)[w->changed_count++] = i;
        cd_set_trait(w, i, CD_TRAIT_CHANGED, true);
    } else if (stays) {
        cd_tree_of(w, i)->moved = true;
    } else {
        w->trees[0].stale = w->trees[1].stale = true;
    }
}

static void forget_changes(cd_world *w) {
    for (int k = 0; k < w->changed_count; k++)
        cd_set_trait(w, ((const int *)w->changed.memory)[k], CD_TRAIT_CHANGED, false);
    w->changed_count = 0;
}

void cd_trees_forget(cd_world *w) {
    forget_changes(w);
    w->trees[0].stale = w->trees[1].stale = true;
    for (int i = 0; i < w->count; i++)
        cd_places(w)[i] = CD_NOWHERE;
}

// ----------------------------------------------------------------------------------------- update

// Inserts a body into the list of unbounded ones, or takes it out.
static bool change_list(cd_world *w, int i, bool insert) {
    if (insert && !cd_reserve_array(w, &w->unbounded, (size_t)w->unbounded_count + 1, sizeof(int)))
        return false;
    int *list = w->unbounded.memory, at = 0;
    while (at < w->unbounded_count && list[at] < i)
        at++;
    const size_t after = (size_t)(w->unbounded_count - at) * sizeof *list;
    if (insert) {
        memmove(list + at + 1, list + at, after);
        list[at] = i;
        w->unbounded_count++;
    } else {
        memmove(list + at, list + at + 1, after - sizeof *list);
        w->unbounded_count--;
    }
    cd_places(w)[i] = insert ? CD_IN_LIST : CD_NOWHERE;
    return true;
}

static bool list_unbounded(cd_world *w) {
    w->unbounded_count = 0;
    for (int i = 0; i < w->count; i++) {
        const int at = cd_place_kind(cd_places(w)[i]);
        if (at < 2 && !w->trees[at].stale)
            continue; // a change that is noted
        cd_places(w)[i] = CD_NOWHERE;
        if (!cd_sphere_is_unbounded(&cd_body_spheres(w)[i]))
            continue;
        const size_t count = (size_t)w->unbounded_count + 1;
        if (!cd_reserve_array(w, &w->unbounded, count, sizeof(int)))
            return false;
        ((int *)w->unbounded.memory)[w->unbounded_count++] = i;
        cd_places(w)[i] = CD_IN_LIST;
    }
    return true;
}

// Where a body belongs: a tree, CD_IN_LIST or CD_NOWHERE.
static int kind_of(const cd_world *w, int i) {
    const cd_body_sphere *sphere = &cd_body_spheres(w)[i];
    if (sphere->bounding_radius < 0)
        return CD_NOWHERE;
    return cd_sphere_is_unbounded(sphere) ? CD_IN_LIST : !cd_is_static_at(w, i);
}

// Brings what holds a body up to date; what is stale is built anew anyway.
static bool look_at(cd_world *w, int i) {
    const int wanted = kind_of(w, i), at = cd_place_kind(cd_places(w)[i]);
    if (wanted == at)
        return wanted > 1 || w->trees[at].stale || w->trees[at].moved || cd_tree_move(w, at, i);
    if (at < 2 && !w->trees[at].stale && !cd_tree_remove(w, at, i))
        return false;
    if (at == CD_IN_LIST && !change_list(w, i, false))
        return false;
    cd_places(w)[i] = CD_NOWHERE;
    if (wanted < 2)
        return w->trees[wanted].stale || cd_tree_insert(w, wanted, i);
    return wanted == CD_NOWHERE || change_list(w, i, true);
}

static bool look_at_changes(cd_world *w) {
    bool done = true;
    for (int k = 0; k < w->changed_count && done; k++)
        done = look_at(w, ((const int *)w->changed.memory)[k]);
    forget_changes(w);
    return done;
}

static bool update_tree(cd_world *w, int which) {
    cd_body_tree *tree = &w->trees[which];
    if (tree->moved && !tree->stale && tree->count > 0)
        cd_tree_fit(w, tree);
    tree->moved = false;
    if (!tree->stale && tree->count > 0)
        tree->stale = !(tree->area <= MOST_GROWTH * tree->made_area) ||
                      2 * tree->bodies_held < tree->made_held ||
                      extent_of(tree) < LEAST_EXTENT * tree->made_extent;
    return !tree->stale || build_tree(w, which);
}

bool cd_update_trees(cd_world *w, int count) {
    assert(count >= 0 && count <= 2);
    if ((w->trees[0].stale || w->trees[1].stale) && !list_unbounded(w))
        return false;
    if (!look_at_changes(w)) {
        w->trees[0].stale = w->trees[1].stale = true;
        return false;
    }
    for (int which = 0; which < count; which++)
        if (!update_tree(w, which))
            return false;
    return true;
}

double cd_world_largest_coordinate(const cd_world *w) {
    double largest =
        cd_max(cd_tree_largest_coordinate(&w->trees[0]), cd_tree_largest_coordinate(&w->trees[1]));
    for (int i = 0; i < w->unbounded_count; i++) {
        int index = ((const int *)w->unbounded.memory)[i];
        largest =
            cd_max(largest, cd_shape_largest_coordinate(&cd_stored_bodies(w)[index].body.shape));
    }
    return largest;
}
