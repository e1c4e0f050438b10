// The trees over the bodies of a world, for queries. Built over boxes by cd_bvh_build, then laid
// out anew with eight boxes to a node, which a query tests at once: a node takes the children of a
// binary one and opens the largest until it has eight. When bodies move, the boxes are fitted again
// from the last node to the first; the tree is built again when they have grown.
#include "collide/world/wide_bvh.h"
#include "collide/shape/bvh.h"
#include "collide/world/world_memory.h"

#include <string.h>

// Bit k of m comes after those below it.
#define BIT(m, k) ((uint64_t)((m) >> (k)&1) * (k) << 8 * COUNT((m) & ((1 << (k)) - 1)))
#define COUNT(m)                                                                                   \
    (((m)&1) + ((m) >> 1 & 1) + ((m) >> 2 & 1) + ((m) >> 3 & 1) + ((m) >> 4 & 1) +                 \
     ((m) >> 5 & 1) + ((m) >> 6 & 1))
#define ONE(m) BIT(m, 1) + BIT(m, 2) + BIT(m, 3) + BIT(m, 4) + BIT(m, 5) + BIT(m, 6) + BIT(m, 7)
#define FOUR(m) ONE(m), ONE((m) + 1), ONE((m) + 2), ONE((m) + 3)
#define SIXTEEN(m) FOUR(m), FOUR((m) + 4), FOUR((m) + 8), FOUR((m) + 12)
#define MANY(m) SIXTEEN(m), SIXTEEN((m) + 16), SIXTEEN((m) + 32), SIXTEEN((m) + 48)

const uint64_t cd_wide_bit_places[256] = {MANY(0), MANY(64), MANY(128), MANY(192)};

static cd_bounds scaled(const cd_wide_bvh *tree, cd_bounds box) {
    return (cd_bounds){cd_scale(cd_sub(box.min, tree->low), tree->scale),
                       cd_scale(cd_sub(box.max, tree->low), tree->scale)};
}

static double area(const cd_wide_box *box) {
    double x = (double)box->max[0] - (double)box->min[0];
    double y = (double)box->max[1] - (double)box->min[1];
    double z = (double)box->max[2] - (double)box->min[2];
    return x * y + y * z + z * x;
}

static cd_wide_box range_of(cd_bounds box) {
    const double low[3] = {box.min.x, box.min.y, box.min.z};
    const double high[3] = {box.max.x, box.max.y, box.max.z};
    cd_wide_box range;
    for (int i = 0; i < 3; i++) {
        range.min[i] = (float)(low[i] - CD_WIDE_SLACK);
        range.max[i] = (float)(high[i] + CD_WIDE_SLACK);
    }
    return range;
}

/// Notes where body k of a tree is; returns its box.
static cd_wide_box settle(const cd_world *w, const cd_wide_bvh *tree, int k) {
    int i = cd_wide_bodies(tree)[k];
    cd_body_sphere *ball = (cd_body_sphere *)tree->balls.memory + k;
    *ball = cd_body_spheres(w)[i];
    if (!cd_body_is_sphere(w, i))
        ball->reach = -ball->reach;
    return range_of(scaled(tree, cd_world_box(w, i)));
}

/// Writes the boxes of a node's children in units of its frame.
static void set_boxes(cd_wide_node *node, const cd_wide_box *all,
                      const cd_wide_box boxes[CD_WIDE_CHILDREN]) {
    double extent = 0;
    for (int i = 0; i < 3; i++) {
        node->low[i] = all->min[i];
        extent = cd_max(extent, (double)all->max[i] - (double)all->min[i]);
    }
    int exponent;
    frexp(extent / CD_MOST_UNITS, &exponent);
    double per_length = ldexp(1, -exponent);
    node->unit = (node->unit & 0xffff) | (uint32_t)(exponent + 127) << 23;
    for (int k = 0; k < cd_wide_child_count(node); k++)
        for (int i = 0; i < 3; i++) {
            double low = (double)boxes[k].min[i] - (double)node->low[i];
            double high = (double)boxes[k].max[i] - (double)node->low[i];
            node->side[i][k] = (uint8_t)(low * per_length + 1);
            node->side[3 + i][k] = (uint8_t)(high * per_length + 2);
        }
}

/// Fits all boxes; returns the sum of their areas, NAN where they leave the range of the tree.
static double fit_all(const cd_world *w, cd_wide_bvh *tree) {
    cd_wide_node *nodes = tree->nodes.memory;
    cd_wide_box *ranges = tree->ranges.memory, boxes[CD_WIDE_CHILDREN];
    double sum = 0;
    for (int n = tree->count - 1; n >= 0; n--) {
        cd_wide_node *node = &nodes[n];
        cd_wide_link link = cd_wide_links(tree)[n];
        int inner = cd_wide_inner_count(node);
        cd_wide_box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
        for (int k = 0; k < cd_wide_child_count(node); k++) {
            cd_wide_box box =
                k < inner ? ranges[link.node + k] : settle(w, tree, link.body + k - inner);
            boxes[k] = box;
            sum += area(&box);
            for (int i = 0; i < 3; i++) {
                all.min[i] = fminf(all.min[i], box.min[i]);
                all.max[i] = fmaxf(all.max[i], box.max[i]);
            }
        }
        for (int i = 0; i < 3; i++)
            if (!(all.min[i] > -4) || !(all.max[i] < 4))
                return NAN;
        ranges[n] = all;
        set_boxes(node, &all, boxes);
    }
    return sum;
}

// ------------------------------------------------------------------------------------------ build

typedef struct {
    const cd_bvh_node *binary;
    cd_wide_node *wide; ///< NULL: they are only counted
    cd_wide_link *links;
    int *bodies;
    int count, body_count;
} layout;

static double area_of(const cd_bvh_node *node) {
    cd_vec d = cd_sub(node->box.max, node->box.min);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

/// A binary node that becomes a child of a wide one, and how many leaves are in it.
typedef struct {
    int node, leaves;
} opened;

/// What to open next: the largest of those with more leaves than a node holds; then the smallest of
/// the others, if all of its leaves have room. -1: nothing.
static int next_to_open(const cd_bvh_node *binary, const opened *open, int count) {
    int next = -1;
    for (int k = 0; k < count; k++)
        if (open[k].leaves > CD_WIDE_CHILDREN &&
            (next < 0 || area_of(&binary[open[k].node]) > area_of(&binary[open[next].node])))
            next = k;
    if (next >= 0)
        return next;
    for (int k = 0; k < count; k++)
        if (open[k].leaves > 1 && (next < 0 || open[k].leaves < open[next].leaves))
            next = k;
    return next >= 0 && count - 1 + open[next].leaves <= CD_WIDE_CHILDREN ? next : -1;
}

static int open_children(const cd_bvh_node *binary, opened root, opened open[CD_WIDE_CHILDREN]) {
    int count = 1;
    open[0] = root;
    for (int k; count < CD_WIDE_CHILDREN && (k = next_to_open(binary, open, count)) >= 0; count++) {
        opened parent = open[k];
        int right = binary[parent.node].right, left_leaves = (right - parent.node) / 2;
        open[k] = (opened){parent.node + 1, left_leaves};
        open[count] = (opened){right, parent.leaves - left_leaves};
    }
    return count;
}

/// Lays out the tree below a binary node as wide node n.
static void lay_out(layout *l, int n, opened root) {
    opened open[CD_WIDE_CHILDREN];
    int count = open_children(l->binary, root, open), nodes = 0, body = l->body_count;
    for (int k = 0; k < count; k++)
        if (open[k].leaves > 1)
            open[nodes++] = open[k];
        else if (l->wide)
            l->bodies[l->body_count++] = l->binary[open[k].node].part;
    int first = l->count;
    l->count += nodes;
    if (l->wide) {
        l->wide[n] = (cd_wide_node){.unit = (uint32_t)(256 * nodes + count)};
        l->links[n] = (cd_wide_link){first, body};
    }
    for (int k = 0; k < nodes; k++)
        lay_out(l, first + k, open[k]);
}

static void set_range(cd_wide_bvh *tree, const cd_bvh_leaf *leaves, int count) {
    cd_bounds all = leaves[0].box;
    for (int i = 1; i < count; i++)
        all = cd_bounds_join(all, leaves[i].box);
    double extent = cd_max_abs(cd_sub(all.max, all.min));
    tree->low = all.min;
    tree->scale = extent > 1e-300 ? 1 / extent : 1e300;
}

static int gather_leaves(const cd_world *w, int which, cd_bvh_leaf *leaves) {
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        const cd_body_sphere *ball = &cd_body_spheres(w)[i];
        if (ball->reach < 0 || cd_sphere_is_unbounded(ball) || cd_is_still_at(w, i) == (which == 1))
            continue;
        if (leaves)
            leaves[count] = (cd_bvh_leaf){cd_world_box(w, i), i};
        count++;
    }
    return count;
}

static bool build(cd_world *w, int which) {
    cd_wide_bvh *tree = &w->trees[which];
    size_t n = (size_t)gather_leaves(w, which, NULL);
    cd_buffer scratch = {0};
    tree->count = 0;
    if (n > 0) {
        if (!cd_reserve_array(w, &tree->bodies, n, sizeof(int)) ||
            !cd_reserve_array(w, &tree->balls, n, sizeof(cd_body_sphere)) ||
            !cd_reserve_array(w, &scratch, n, sizeof(cd_bvh_leaf) + 2 * sizeof(cd_bvh_node)))
            return false;
        cd_bvh_leaf *leaves = scratch.memory;
        layout l = {.binary = (cd_bvh_node *)(leaves + n), .count = 1};
        gather_leaves(w, which, leaves);
        set_range(tree, leaves, (int)n);
        cd_bvh_build(leaves, (int)n, (cd_bvh_node *)(leaves + n));
        opened root = {0, (int)n};
        lay_out(&l, 0, root);
        size_t nodes = (size_t)l.count;
        bool room = cd_reserve_array(w, &tree->nodes, nodes, sizeof(cd_wide_node)) &&
                    cd_reserve_array(w, &tree->links, nodes, sizeof(cd_wide_link)) &&
                    cd_reserve_array(w, &tree->ranges, nodes, sizeof(cd_wide_box));
        if (room) {
            l = (layout){l.binary, tree->nodes.memory, tree->links.memory, tree->bodies.memory, 1,
                         0};
            lay_out(&l, 0, root);
            tree->count = l.count;
            tree->area = fit_all(w, tree);
        }
        cd_release(w, &scratch);
        if (!room)
            return false;
    }
    tree->stale = tree->moved = false;
    return true;
}

static bool list_unbounded(cd_world *w) {
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        const cd_body_sphere *ball = &cd_body_spheres(w)[i];
        if (ball->reach < 0 || !cd_sphere_is_unbounded(ball))
            continue;
        if (!cd_reserve_array(w, &w->unbounded, (size_t)count + 1, sizeof(int)))
            return false;
        ((int *)w->unbounded.memory)[count++] = i;
    }
    w->unbounded_count = count;
    return true;
}

static bool update(cd_world *w, int which) {
    cd_wide_bvh *tree = &w->trees[which];
    if (tree->moved && !tree->stale) {
        double grown = fit_all(w, tree);
        tree->stale = !(grown <= 2 * tree->area);
        tree->moved = false;
    }
    return !tree->stale || build(w, which);
}

bool cd_update_trees(cd_world *w, int count) {
    if ((w->trees[0].stale || w->trees[1].stale) && !list_unbounded(w))
        return false;
    for (int which = 0; which < count; which++)
        if (!update(w, which))
            return false;
    return true;
}
