// Builds and refits the trees of a world. cd_bvh_build makes a binary tree, which is collapsed: a
// wide node takes the two children of a binary one and replaces the one with the largest surface by
// its own children until there are eight (Wald, Benthin, Boulos, Getting Rid of Packets, 2008).
// When bodies have moved, the boxes are fitted anew from the last node to the first, so children
// before parents; when that makes their areas more than twice as large, the tree is built anew.
#include "collide/world/wide_bvh.h"
#include "collide/shape/bvh.h"

#include "collide/world/world_memory.h"

#include <assert.h>
#include <string.h>

// cd_wide_bit_positions: bit k of m has the position k, in the byte after those of the bits below.
#define POSITION(m, k) ((uint64_t)((m) >> (k)&1) * (k) << 8 * COUNT((m) & ((1 << (k)) - 1)))
#define COUNT(m)                                                                                   \
    (((m)&1) + ((m) >> 1 & 1) + ((m) >> 2 & 1) + ((m) >> 3 & 1) + ((m) >> 4 & 1) +                 \
     ((m) >> 5 & 1) + ((m) >> 6 & 1))
#define POSITIONS(m)                                                                               \
    POSITION(m, 1) + POSITION(m, 2) + POSITION(m, 3) + POSITION(m, 4) + POSITION(m, 5) +           \
        POSITION(m, 6) + POSITION(m, 7)
#define FOUR(m) POSITIONS(m), POSITIONS((m) + 1), POSITIONS((m) + 2), POSITIONS((m) + 3)
#define SIXTEEN(m) FOUR(m), FOUR((m) + 4), FOUR((m) + 8), FOUR((m) + 12)
#define SIXTY_FOUR(m) SIXTEEN(m), SIXTEEN((m) + 16), SIXTEEN((m) + 32), SIXTEEN((m) + 48)

const uint64_t cd_wide_bit_positions[256] = {SIXTY_FOUR(0), SIXTY_FOUR(64), SIXTY_FOUR(128),
                                             SIXTY_FOUR(192)};

// The sum of the areas of all boxes may grow by this before a tree is built anew.
static const double MOST_GROWTH = 2;

// ------------------------------------------------------------------------------------------ boxes

// Half of the surface.
static double area_of(const cd_wide_box *box) {
    double x = (double)box->max[0] - (double)box->min[0];
    double y = (double)box->max[1] - (double)box->min[1];
    double z = (double)box->max[2] - (double)box->min[2];
    return x * y + y * z + z * x;
}

// The box of a body in the coordinates of the tree.
static cd_wide_box box_in_tree(const cd_wide_bvh *tree, cd_bounds box) {
    cd_vec min = cd_scale(cd_sub(box.min, tree->low), tree->scale);
    cd_vec max = cd_scale(cd_sub(box.max, tree->low), tree->scale);
    return (cd_wide_box){
        {(float)(min.x - CD_WIDE_SLACK), (float)(min.y - CD_WIDE_SLACK),
         (float)(min.z - CD_WIDE_SLACK)},
        {(float)(max.x + CD_WIDE_SLACK), (float)(max.y + CD_WIDE_SLACK),
         (float)(max.z + CD_WIDE_SLACK)},
    };
}

// Copies the bounding sphere of body k of a tree; returns the body's box.
static cd_wide_box refresh_body(const cd_world *w, const cd_wide_bvh *tree, int k) {
    int i = cd_wide_bodies(tree)[k];
    cd_body_sphere *sphere = (cd_body_sphere *)tree->spheres.memory + k;
    *sphere = cd_body_spheres(w)[i];
    if (!cd_body_is_sphere(w, i))
        sphere->reach = -sphere->reach;
    return box_in_tree(tree, cd_world_box(w, i));
}

// Writes the boxes of a node's children in its frame; `all` is the box around them. The unit is the
// least power of two of which CD_WIDE_UNITS are longer than its extent.
static void quantise_boxes(cd_wide_node *node, const cd_wide_box *all,
                           const cd_wide_box boxes[CD_WIDE_CHILDREN]) {
    double extent = 0;
    for (int i = 0; i < 3; i++) {
        node->low[i] = all->min[i];
        extent = cd_max(extent, (double)all->max[i] - (double)all->min[i]);
    }
    int exponent;
    frexp(extent / CD_WIDE_UNITS, &exponent);
    assert(extent > 0 && exponent > -127 && exponent < 127);
    double per_length = ldexp(1, -exponent);
    node->unit = (node->unit & 0xffff) | (uint32_t)(exponent + 127) << 23;
    for (int k = 0; k < cd_wide_child_count(node); k++)
        for (int i = 0; i < 3; i++) {
            double low = ((double)boxes[k].min[i] - (double)node->low[i]) * per_length;
            double high = ((double)boxes[k].max[i] - (double)node->low[i]) * per_length;
            node->side[i][k] = (uint8_t)(low + 1);
            node->side[3 + i][k] = (uint8_t)(high + 2);
            // The quantised box contains the box, to the rounding of low + 1.
            assert(low >= 0 && node->side[i][k] - 1 <= low + 0x1p-44);
            assert(high <= CD_WIDE_UNITS && node->side[3 + i][k] - 1 >= high);
            assert(node->side[i][k] > CD_WIDE_BELOW && node->side[3 + i][k] < CD_WIDE_ABOVE);
        }
}

// Fits all boxes to the bodies. Returns the sum of the areas of the children's boxes, NAN where
// one leaves the range of the tree.
static double refit(const cd_world *w, cd_wide_bvh *tree) {
    cd_wide_node *nodes = tree->nodes.memory;
    cd_wide_box *node_boxes = tree->boxes.memory, boxes[CD_WIDE_CHILDREN];
    double sum = 0;
    for (int n = tree->count - 1; n >= 0; n--) {
        cd_wide_node *node = &nodes[n];
        cd_wide_link link = cd_wide_links(tree)[n];
        int inner = cd_wide_inner_count(node);
        assert(inner == 0 || (link.node > n && link.node + inner <= tree->count));
        cd_wide_box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        for (int k = 0; k < cd_wide_child_count(node); k++) {
            cd_wide_box box = k < inner ? node_boxes[link.node + k]
                                        : refresh_body(w, tree, link.body + k - inner);
            boxes[k] = box;
            sum += area_of(&box);
            for (int i = 0; i < 3; i++) {
                all.min[i] = fminf(all.min[i], box.min[i]);
                all.max[i] = fmaxf(all.max[i], box.max[i]);
            }
        }
        for (int i = 0; i < 3; i++)
            if (!(all.min[i] > -CD_WIDE_MOST_COORDINATE) || !(all.max[i] < CD_WIDE_MOST_COORDINATE))
                return NAN;
        node_boxes[n] = all;
        quantise_boxes(node, &all, boxes);
    }
    return sum;
}

// ------------------------------------------------------------------------------------------ build

/// Collapses a binary tree.
typedef struct {
    const cd_bvh_node *binary;
    cd_wide_node *nodes; ///< NULL: nodes are only counted
    cd_wide_link *links;
    int *bodies;
    int count, body_count;
} collapse_state;

/// A binary node that becomes a child of a wide one, and the number of leaves below it.
typedef struct {
    int node, leaves;
} binary_child;

static double binary_area(const cd_bvh_node *node) {
    cd_vec d = cd_sub(node->box.max, node->box.min);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

// The child to replace by its own two: the largest of those with more leaves than a wide node
// holds; else the one with the fewest leaves of those that are no leaf, if all of its leaves have
// room. -1: none.
static int next_to_open(const cd_bvh_node *binary, const binary_child *children, int count) {
    int next = -1;
    for (int k = 0; k < count; k++)
        if (children[k].leaves > CD_WIDE_CHILDREN &&
            (next < 0 ||
             binary_area(&binary[children[k].node]) > binary_area(&binary[children[next].node])))
            next = k;
    if (next >= 0)
        return next;
    for (int k = 0; k < count; k++)
        if (children[k].leaves > 1 && (next < 0 || children[k].leaves < children[next].leaves))
            next = k;
    return next >= 0 && count - 1 + children[next].leaves <= CD_WIDE_CHILDREN ? next : -1;
}

static int open_children(const cd_bvh_node *binary, binary_child root,
                         binary_child children[CD_WIDE_CHILDREN]) {
    int count = 1, k;
    children[0] = root;
    for (; count < CD_WIDE_CHILDREN && (k = next_to_open(binary, children, count)) >= 0; count++) {
        binary_child parent = children[k];
        // A binary tree over n leaves has 2 n - 1 nodes, and those of the left one come first.
        int right = binary[parent.node].right, left_leaves = (right - parent.node) / 2;
        children[k] = (binary_child){parent.node + 1, left_leaves};
        children[count] = (binary_child){right, parent.leaves - left_leaves};
    }
    return count;
}

// Lays out the tree below a binary node as wide node n.
static void collapse(collapse_state *s, int n, binary_child root) {
    binary_child children[CD_WIDE_CHILDREN];
    int count = open_children(s->binary, root, children), inner = 0, body = s->body_count;
    for (int k = 0; k < count; k++)
        if (children[k].leaves > 1)
            children[inner++] = children[k];
        else if (s->nodes)
            s->bodies[s->body_count++] = s->binary[children[k].node].part;
    int first = s->count;
    s->count += inner;
    if (s->nodes) {
        s->nodes[n] = (cd_wide_node){.unit = (uint32_t)(256 * inner + count)};
        s->links[n] = (cd_wide_link){first, body};
    }
    for (int k = 0; k < inner; k++)
        collapse(s, first + k, children[k]);
}

// The least extent that a tree is scaled to 1: 1 / extent must be finite.
static const double LEAST_EXTENT = 1e-300;

static void choose_scale(cd_wide_bvh *tree, const cd_bvh_leaf *leaves, int count) {
    cd_bounds all = leaves[0].box;
    for (int i = 1; i < count; i++)
        all = cd_bounds_join(all, leaves[i].box);
    double extent = cd_max_abs(cd_sub(all.max, all.min));
    tree->low = all.min;
    tree->scale = extent > LEAST_EXTENT ? 1 / extent : 1 / LEAST_EXTENT;
}

// Writes the bodies that belong to tree `which` to `leaves`, unless that is NULL; returns how many
// they are.
static int gather_leaves(const cd_world *w, int which, cd_bvh_leaf *leaves) {
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        const cd_body_sphere *sphere = &cd_body_spheres(w)[i];
        if (sphere->reach < 0 || cd_sphere_is_unbounded(sphere) ||
            cd_is_still_at(w, i) == (which == 1))
            continue;
        if (leaves)
            leaves[count] = (cd_bvh_leaf){cd_world_box(w, i), i};
        count++;
    }
    return count;
}

static bool make_nodes(cd_world *w, cd_wide_bvh *tree, const cd_bvh_node *binary, int leaves) {
    collapse_state s = {.binary = binary, .count = 1};
    binary_child root = {0, leaves};
    collapse(&s, 0, root);
    size_t nodes = (size_t)s.count;
    if (!cd_reserve_array(w, &tree->nodes, nodes, sizeof(cd_wide_node)) ||
        !cd_reserve_array(w, &tree->links, nodes, sizeof(cd_wide_link)) ||
        !cd_reserve_array(w, &tree->boxes, nodes, sizeof(cd_wide_box)))
        return false;
    tree->count = s.count;
    s = (collapse_state){binary, tree->nodes.memory, tree->links.memory, tree->bodies.memory, 1, 0};
    collapse(&s, 0, root);
    assert(s.count == tree->count && s.body_count == leaves);
    tree->area = refit(w, tree);
    return true;
}

static bool build_tree(cd_world *w, int which) {
    cd_wide_bvh *tree = &w->trees[which];
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
        choose_scale(tree, leaves, count);
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
        if (sphere->reach < 0 || !cd_sphere_is_unbounded(sphere))
            continue;
        if (!cd_reserve_array(w, &w->unbounded, (size_t)count + 1, sizeof(int)))
            return false;
        ((int *)w->unbounded.memory)[count++] = i;
    }
    w->unbounded_count = count;
    return true;
}

static bool update_tree(cd_world *w, int which) {
    cd_wide_bvh *tree = &w->trees[which];
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
