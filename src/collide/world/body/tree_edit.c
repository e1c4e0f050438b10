// A body goes down to the child that grows least; a node with more than eight children is split in
// two, and so on up to the root, which keeps all ways short (Guttman, R-trees: a dynamic index
// structure for spatial searching, 1984; where to split is Beckmann's, Kriegel's, Schneider's and
// Seeger's choice, The R*-tree, 1990). Boxes are fitted from there up to the first that stays the
// same. Children of a node lie side by side in a block; blocks that become free are used again.
#include "collide/world/body/tree_edit.h"

#include "collide/world/body/world_memory.h"

#include <limits.h>
#include <string.h>

enum { MOST_ITEMS = INT_MAX / 4 - CD_WIDE_CHILDREN };

/// A child of a node, apart from the arrays.
typedef struct {
    bool is_node, is_new;
    int id; ///< of a node; of an item the body
    cd_wide_box box;
    cd_wide_node node;
    cd_wide_link link;
    cd_tree_seat seat;
} tree_child;

enum { SPLIT_COUNT = CD_WIDE_CHILDREN + 1, SPLIT_LEAST = 3 };

static cd_wide_node *nodes_of(const cd_body_tree *t) { return t->nodes.memory; }
static cd_wide_link *links_of(const cd_body_tree *t) { return t->links.memory; }
static cd_wide_box *boxes_of(const cd_body_tree *t) { return t->boxes.memory; }
static cd_tree_seat *seats_of(const cd_body_tree *t) { return t->seats.memory; }
static int *bodies_of(const cd_body_tree *t) { return t->bodies.memory; }
static int *owners_of(const cd_body_tree *t) { return t->owners.memory; }

// A body that is gone or has become unbounded, and is still to be taken out, counts as a point.
static cd_wide_box box_of(const cd_world *w, const cd_body_tree *t, int index) {
    const cd_body_sphere *sphere = &cd_body_spheres(w)[index];
    if (sphere->bounding_radius < 0 || cd_sphere_is_unbounded(sphere))
        return cd_wide_box_of(&t->frame, (cd_bounds){sphere->middle, sphere->middle});
    return cd_wide_box_of(&t->frame, cd_world_box(w, index));
}

static cd_wide_box join(const cd_wide_box *a, const cd_wide_box *b) {
    cd_wide_box all;
    for (int i = 0; i < 3; i++) {
        all.min[i] = fminf(a->min[i], b->min[i]);
        all.max[i] = fmaxf(a->max[i], b->max[i]);
    }
    return all;
}

// ----------------------------------------------------------------------------------------- fitting

typedef struct {
    const cd_world *world;
    const cd_body_tree *tree;
} tree_of_world;

// Copies the bounding sphere of body k of a tree; returns the body's box.
static cd_wide_box refresh_body(void *context, int k) {
    const tree_of_world *t = context;
    int i = bodies_of(t->tree)[k];
    cd_body_sphere *sphere = (cd_body_sphere *)t->tree->spheres.memory + k;
    *sphere = cd_body_spheres(t->world)[i];
    if (!cd_body_is_sphere(t->world, i))
        sphere->bounding_radius = -sphere->bounding_radius;
    return box_of(t->world, t->tree, i);
}

static void fit_node(const cd_world *w, cd_body_tree *t, int n) {
    tree_of_world context = {w, t};
    double area = cd_wide_fit_node(t->nodes.memory, t->links.memory, t->boxes.memory, n,
                                   refresh_body, &context);
    if (isnan(area)) {
        t->stale = true;
        return;
    }
    cd_tree_seat *seat = &seats_of(t)[n];
    t->area += area - seat->area;
    seat->area = area;
}

static void fit_below(const cd_world *w, cd_body_tree *t, int n, int depth) {
    cd_wide_link link = links_of(t)[n];
    t->depth = depth > t->depth ? depth : t->depth;
    for (int k = 0; k < cd_wide_inner_count(&nodes_of(t)[n]) && !t->stale; k++)
        fit_below(w, t, link.node + k, depth + 1);
    if (!t->stale)
        fit_node(w, t, n);
}

void cd_tree_fit(const cd_world *w, cd_body_tree *t) {
    t->depth = 0;
    fit_below(w, t, 0, 0);
}

static void fit_path(const cd_world *w, cd_body_tree *t, int n) {
    for (bool changes = true; changes && !t->stale; n = seats_of(t)[n].parent) {
        cd_wide_box before = boxes_of(t)[n];
        fit_node(w, t, n);
        changes = n != 0 && memcmp(&before, &boxes_of(t)[n], sizeof before) != 0;
    }
}

// ------------------------------------------------------------------------------------------ blocks

// A free block names the next one with as much room, + 1, in the place of its first child.
static int *next_free(const cd_body_tree *t, bool of_nodes, int block) {
    return of_nodes ? &links_of(t)[block].node : &bodies_of(t)[block];
}

static bool reserve_nodes(cd_world *w, cd_body_tree *t, size_t count) {
    return cd_reserve_array(w, &t->nodes, count, sizeof(cd_wide_node)) &&
           cd_reserve_array(w, &t->links, count, sizeof(cd_wide_link)) &&
           cd_reserve_array(w, &t->boxes, count, sizeof(cd_wide_box)) &&
           cd_reserve_array(w, &t->seats, count, sizeof(cd_tree_seat));
}

static bool reserve_items(cd_world *w, cd_body_tree *t, size_t count) {
    return count <= MOST_ITEMS && cd_reserve_array(w, &t->bodies, count, sizeof(int)) &&
           cd_reserve_array(w, &t->owners, count, sizeof(int)) &&
           cd_reserve_array(w, &t->spheres, count, sizeof(cd_body_sphere));
}

static void give_back(cd_body_tree *t, bool of_nodes, int block, unsigned char *room) {
    int *first = of_nodes ? &t->free_nodes[*room] : &t->free_items[*room];
    if (*room > 0) {
        *next_free(t, of_nodes, block) = *first;
        *first = block + 1;
    }
    *room = 0;
}

// Makes room for `count` children in a block: this one, one that is free, or a new one.
static bool take_block(cd_world *w, cd_body_tree *t, bool of_nodes, int count, int *block,
                       unsigned char *room) {
    if (count <= *room)
        return true;
    give_back(t, of_nodes, *block, room);
    int *free = of_nodes ? t->free_nodes : t->free_items;
    for (int size = count; size <= CD_WIDE_CHILDREN; size++)
        if (free[size] > 0) {
            *block = free[size] - 1;
            *room = (unsigned char)size;
            free[size] = *next_free(t, of_nodes, *block);
            return true;
        }
    int *end = of_nodes ? &t->count : &t->item_count;
    const int size = count <= CD_WIDE_CHILDREN / 2 ? CD_WIDE_CHILDREN / 2 : CD_WIDE_CHILDREN;
    const size_t wanted = (size_t)*end + (size_t)size;
    if (!(of_nodes ? reserve_nodes(w, t, wanted) : reserve_items(w, t, wanted)))
        return false;
    *block = *end;
    *room = (unsigned char)size;
    *end += size;
    return true;
}

// ---------------------------------------------------------------------------------------- children

static tree_child load(const cd_body_tree *t, int n) {
    return (tree_child){.is_node = true,
                        .id = n,
                        .box = boxes_of(t)[n],
                        .node = nodes_of(t)[n],
                        .link = links_of(t)[n],
                        .seat = seats_of(t)[n]};
}

// Tells the children of node n where they are.
static void adopt(const cd_world *w, cd_body_tree *t, int n) {
    const cd_wide_link link = links_of(t)[n];
    const int inner = cd_wide_inner_count(&nodes_of(t)[n]),
              items = cd_wide_child_count(&nodes_of(t)[n]) - inner, which = (int)(t - w->trees);
    for (int k = 0; k < inner; k++)
        seats_of(t)[link.node + k].parent = n;
    for (int k = link.item; k < link.item + items; k++) {
        owners_of(t)[k] = n;
        cd_places(w)[bodies_of(t)[k]] = 4 * k + which;
    }
}

static void store(const cd_world *w, cd_body_tree *t, int n, const tree_child *node) {
    boxes_of(t)[n] = node->box;
    nodes_of(t)[n] = node->node;
    links_of(t)[n] = node->link;
    seats_of(t)[n] = node->seat;
    adopt(w, t, n);
}

static int children_of(const cd_body_tree *t, const tree_child *owner, tree_child *children) {
    const int inner = cd_wide_inner_count(&owner->node), count = cd_wide_child_count(&owner->node);
    for (int k = 0; k < inner; k++)
        children[k] = load(t, owner->link.node + k);
    for (int k = inner; k < count; k++)
        children[k] = (tree_child){.id = bodies_of(t)[owner->link.item + k - inner]};
    return count;
}

// Gives a node, which is stored later, its children.
static bool set_children(cd_world *w, cd_body_tree *t, tree_child *owner,
                         const tree_child *children, int count) {
    int inner = 0;
    for (int k = 0; k < count; k++)
        inner += children[k].is_node;
    assert(count <= CD_WIDE_CHILDREN);
    if (!take_block(w, t, true, inner, &owner->link.node, &owner->seat.node_room) ||
        !take_block(w, t, false, count - inner, &owner->link.item, &owner->seat.item_room))
        return false;
    owner->node.unit = (owner->node.unit & CD_WIDE_EXPONENT) | (uint32_t)(256 * inner + count);
    int node = owner->link.node, item = owner->link.item;
    for (int k = 0; k < count; k++) {
        if (!children[k].is_node) {
            bodies_of(t)[item++] = children[k].id;
            continue;
        }
        store(w, t, node, &children[k]);
        if (children[k].is_new)
            fit_node(w, t, node);
        node++;
    }
    return true;
}

// --------------------------------------------------------------------------------------- insertion

// The node that is to hold an item: down to the child whose box grows least, of equal ones the
// smaller, unless there is room on the way and none need grow.
static int choose_node(const cd_body_tree *t, const cd_wide_box *box) {
    for (int n = 0;;) {
        const cd_wide_node *node = &nodes_of(t)[n];
        const int inner = cd_wide_inner_count(node);
        int best = -1;
        double least = INFINITY, smallest = INFINITY;
        for (int k = 0; k < inner; k++) {
            const cd_wide_box *child = &boxes_of(t)[links_of(t)[n].node + k],
                              all = join(child, box);
            const double area = cd_wide_area(child), growth = cd_wide_area(&all) - area;
            if (growth < least || (growth == least && area < smallest)) {
                best = k;
                least = growth;
                smallest = area;
            }
        }
        if (best < 0 || (least > 0 && cd_wide_child_count(node) < CD_WIDE_CHILDREN))
            return n;
        n = links_of(t)[n].node + best;
    }
}

static float middle_of(const tree_child *child, int axis) {
    return child->box.min[axis] + child->box.max[axis];
}

static void sort_along(tree_child children[SPLIT_COUNT], int axis) {
    for (int k = 1; k < SPLIT_COUNT; k++)
        for (int i = k; i > 0 && middle_of(&children[i], axis) < middle_of(&children[i - 1], axis);
             i--) {
            tree_child swapped = children[i];
            children[i] = children[i - 1];
            children[i - 1] = swapped;
        }
}

static cd_wide_box box_around(const tree_child *children, int count) {
    cd_wide_box all = children[0].box;
    for (int k = 1; k < count; k++)
        all = join(&all, &children[k].box);
    return all;
}

// Sorts children along the axis on which their middles lie farthest apart; returns how many of them
// the first of two nodes takes, so that the areas are least.
static int split(const cd_world *w, const cd_body_tree *t, tree_child children[SPLIT_COUNT]) {
    int axis = 0, best = SPLIT_LEAST;
    float widest = -1;
    double least = INFINITY;
    for (int k = 0; k < SPLIT_COUNT; k++)
        if (!children[k].is_node)
            children[k].box = box_of(w, t, children[k].id);
    for (int i = 0; i < 3; i++) {
        float low = INFINITY, high = -INFINITY;
        for (int k = 0; k < SPLIT_COUNT; k++) {
            low = fminf(low, middle_of(&children[k], i));
            high = fmaxf(high, middle_of(&children[k], i));
        }
        if (high - low > widest) {
            widest = high - low;
            axis = i;
        }
    }
    sort_along(children, axis);
    for (int first = SPLIT_LEAST; first <= SPLIT_COUNT - SPLIT_LEAST; first++) {
        const cd_wide_box a = box_around(children, first),
                          b = box_around(children + first, SPLIT_COUNT - first);
        const double areas = first * cd_wide_area(&a) + (SPLIT_COUNT - first) * cd_wide_area(&b);
        if (areas < least) {
            least = areas;
            best = first;
        }
    }
    return best;
}

static bool make_node(cd_world *w, cd_body_tree *t, const tree_child *children, int count,
                      tree_child *made) {
    *made = (tree_child){.is_node = true, .is_new = true, .box = box_around(children, count)};
    return set_children(w, t, made, children, count);
}

static bool split_root(cd_world *w, cd_body_tree *t, tree_child children[SPLIT_COUNT], int first) {
    tree_child root = load(t, 0), two[2];
    if (t->depth == CD_BVH_DEPTH) {
        t->stale = true;
        return true;
    }
    t->depth++;
    if (!make_node(w, t, children, first, &two[0]) ||
        !make_node(w, t, children + first, SPLIT_COUNT - first, &two[1]) ||
        !set_children(w, t, &root, two, 2))
        return false;
    store(w, t, 0, &root);
    fit_node(w, t, 0);
    return true;
}

// Adds a child to node n; where it has eight, they are split, and its parent gets one more.
static bool add_child(cd_world *w, cd_body_tree *t, int n, tree_child child) {
    for (;; n = seats_of(t)[n].parent) {
        tree_child children[SPLIT_COUNT], owner = load(t, n);
        int count = children_of(t, &owner, children);
        children[count++] = child;
        const bool fits = count <= CD_WIDE_CHILDREN;
        const int first = fits ? count : split(w, t, children);
        if (!fits && n == 0)
            return split_root(w, t, children, first);
        if (!fits && !make_node(w, t, children + first, count - first, &child))
            return false;
        if (!set_children(w, t, &owner, children, first))
            return false;
        store(w, t, n, &owner);
        if (fits) {
            fit_path(w, t, n);
            return true;
        }
        fit_node(w, t, n);
    }
}

bool cd_tree_insert(cd_world *w, int which, int index) {
    cd_body_tree *t = &w->trees[which];
    assert(!t->stale && cd_places(w)[index] == CD_NOWHERE);
    const cd_wide_box box = box_of(w, t, index);
    bool in_range = t->count > 0;
    for (int i = 0; i < 3; i++)
        in_range = in_range && box.min[i] > -CD_WIDE_MOST_COORDINATE &&
                   box.max[i] < CD_WIDE_MOST_COORDINATE;
    t->stale = !in_range;
    t->bodies_held++;
    if (!in_range || add_child(w, t, choose_node(t, &box), (tree_child){.id = index}))
        return true;
    t->stale = true;
    return false;
}

// ----------------------------------------------------------------------------------------- removal

static void let_go(cd_body_tree *t, tree_child *node) {
    t->area -= node->seat.area;
    give_back(t, true, node->link.node, &node->seat.node_room);
    give_back(t, false, node->link.item, &node->seat.item_room);
}

static int without(tree_child *children, int count, bool is_node, int id) {
    int kept = 0;
    for (int k = 0; k < count; k++)
        if (children[k].is_node != is_node || children[k].id != id)
            children[kept++] = children[k];
    assert(kept == count - 1);
    return kept;
}

bool cd_tree_remove(cd_world *w, int which, int index) {
    cd_body_tree *t = &w->trees[which];
    const int place = cd_places(w)[index];
    assert(!t->stale && cd_place_kind(place) == which);
    tree_child children[SPLIT_COUNT], owner = load(t, owners_of(t)[place / 4]);
    int count = without(children, children_of(t, &owner, children), false, index);
    cd_places(w)[index] = CD_NOWHERE;
    t->bodies_held--;
    // A node with one item left, or none, goes; its parent takes the item.
    while (owner.id != 0 && (count == 0 || (count == 1 && !children[0].is_node))) {
        const tree_child left = children[0];
        const int id = owner.id, had = count;
        let_go(t, &owner);
        owner = load(t, owner.seat.parent);
        count = without(children, children_of(t, &owner, children), true, id);
        if (had == 1)
            children[count++] = left;
    }
    if (count == 0) {
        t->count = t->item_count = 0;
        t->stale = true;
        return true;
    }
    if (!set_children(w, t, &owner, children, count)) {
        t->stale = true;
        return false;
    }
    store(w, t, owner.id, &owner);
    fit_path(w, t, owner.id);
    return true;
}

bool cd_tree_move(cd_world *w, int which, int index) {
    cd_body_tree *t = &w->trees[which];
    const int n = owners_of(t)[cd_places(w)[index] / 4];
    const cd_wide_box box = box_of(w, t, index), all = join(&boxes_of(t)[n], &box);
    if (memcmp(&all, &boxes_of(t)[n], sizeof all) != 0)
        return cd_tree_remove(w, which, index) && (t->stale || cd_tree_insert(w, which, index));
    fit_path(w, t, n);
    return true;
}
