// The trees over the bodies of a world, for queries. Built over boxes by cd_tree_build, then laid
// out anew with four boxes to a node in single precision, which a query tests at once: a node takes
// the children of a binary one and opens the largest until it has four. When bodies move, the boxes
// are fitted again from the last node to the first; the tree is built again when they have grown.
#include "collide/tree.h"
#include "collide/world_state.h"

#include <string.h>

static cd_bounds scaled(const cd_index *tree, cd_bounds box) {
    return (cd_bounds){cd_scale(cd_sub(box.min, tree->low), tree->scale),
                       cd_scale(cd_sub(box.max, tree->low), tree->scale)};
}

static double area(const cd_wide *node, int k) {
    double x = (double)node->max[0][k] - (double)node->min[0][k];
    double y = (double)node->max[1][k] - (double)node->min[1][k];
    double z = (double)node->max[2][k] - (double)node->min[2][k];
    return x * y + y * z + z * x;
}

static void set_box(cd_wide *node, int k, cd_bounds box) {
    const double low[3] = {box.min.x, box.min.y, box.min.z};
    const double high[3] = {box.max.x, box.max.y, box.max.z};
    for (int i = 0; i < 3; i++) {
        node->min[i][k] = (float)(low[i] - CD_WIDE_SLACK);
        node->max[i][k] = (float)(high[i] + CD_WIDE_SLACK);
    }
}

/// The box of child k of a node around what is in it now.
static void fit(const cd_world *w, const cd_index *tree, cd_wide *nodes, cd_wide *node, int k) {
    int child = node->child[k];
    if (child < 0) {
        set_box(node, k, scaled(tree, cd_world_box(w, ~child)));
        return;
    }
    for (int i = 0; i < 3; i++) {
        node->min[i][k] = INFINITY;
        node->max[i][k] = -INFINITY;
        for (int c = 0; c < 4; c++) { // an empty one changes nothing
            node->min[i][k] = fminf(node->min[i][k], nodes[child].min[i][c]);
            node->max[i][k] = fmaxf(node->max[i][k], nodes[child].max[i][c]);
        }
    }
}

/// Fits all boxes; returns the sum of their areas, NAN where they leave the range of the tree.
static double fit_all(const cd_world *w, cd_index *tree) {
    cd_wide *nodes = cd_nodes(tree);
    double sum = 0, farthest = 0;
    for (int n = tree->count - 1; n >= 0; n--)
        for (int k = 0; k < 4; k++) {
            if (nodes[n].child[k] == CD_NO_CHILD)
                continue;
            fit(w, tree, nodes, &nodes[n], k);
            sum += area(&nodes[n], k);
            for (int i = 0; i < 3; i++)
                farthest = cd_max(farthest, cd_max(fabs((double)nodes[n].min[i][k]),
                                                   fabs((double)nodes[n].max[i][k])));
        }
    return farthest < 4 ? sum : NAN;
}

// ------------------------------------------------------------------------------------------ build

typedef struct {
    const cd_node *binary;
    cd_wide *wide;
    int count;
} layout;

static double area_of(const cd_node *node) {
    cd_vec d = cd_sub(node->box.max, node->box.min);
    return d.x * d.y + d.y * d.z + d.z * d.x;
}

#define FOUR(x)                                                                                    \
    { x, x, x, x }
static const cd_wide nothing = {
    {FOUR(INFINITY), FOUR(INFINITY), FOUR(INFINITY)},
    {FOUR(-INFINITY), FOUR(-INFINITY), FOUR(-INFINITY)},
    FOUR(CD_NO_CHILD),
    0,
    0,
    {0, 0},
};

/// Lays out the tree below a binary node that is no leaf; returns the wide node's number.
static int lay_out(layout *l, int root) {
    int n = l->count++, open[4] = {root + 1, l->binary[root].right}, count = 2;
    while (count < 4) {
        int largest = -1;
        for (int k = 0; k < count; k++)
            if (l->binary[open[k]].right != 0 &&
                (largest < 0 || area_of(&l->binary[open[k]]) > area_of(&l->binary[open[largest]])))
                largest = k;
        if (largest < 0)
            break;
        int parent = open[largest];
        open[largest] = parent + 1;
        open[count++] = l->binary[parent].right;
    }
    cd_wide *node = &l->wide[n];
    *node = nothing;
    for (int k = 0; k < count; k++) {
        const cd_node *child = &l->binary[open[k]];
        node->child[k] = child->right == 0 ? ~child->part : lay_out(l, open[k]);
        *(node->child[k] < 0 ? &node->bodies : &node->nodes) |= 1u << k;
    }
    return n;
}

static void set_range(cd_index *tree, const cd_leaf *leaves, int count) {
    cd_bounds all = leaves[0].box;
    for (int i = 1; i < count; i++)
        all = cd_bounds_join(all, leaves[i].box);
    double extent = cd_max_abs(cd_sub(all.max, all.min));
    tree->low = all.min;
    tree->scale = extent > 1e-300 ? 1 / extent : 1e300;
}

static int gather_leaves(const cd_world *w, int which, cd_leaf *leaves) {
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        const cd_ball *ball = &cd_balls(w)[i];
        if (ball->reach < 0 || cd_is_unbounded(ball) || cd_is_still_at(w, i) == (which == 1))
            continue;
        if (leaves)
            leaves[count] = (cd_leaf){cd_world_box(w, i), i};
        count++;
    }
    return count;
}

static bool build(cd_world *w, int which) {
    cd_index *tree = &w->trees[which];
    size_t n = (size_t)gather_leaves(w, which, NULL);
    cd_room scratch = {NULL, 0};
    tree->count = 0;
    if (n > 0) {
        if (!cd_reserve_array(w, &tree->nodes, n + 1, sizeof(cd_wide)) ||
            !cd_reserve_array(w, &scratch, n, sizeof(cd_leaf) + 2 * sizeof(cd_node)))
            return false;
        cd_leaf *leaves = scratch.memory;
        cd_node *binary = (cd_node *)(leaves + n);
        gather_leaves(w, which, leaves);
        set_range(tree, leaves, (int)n);
        cd_tree_build(leaves, (int)n, binary);
        layout l = {binary, cd_nodes(tree), 0};
        if (n > 1) {
            lay_out(&l, 0);
        } else {
            cd_wide *only = cd_nodes(tree);
            l.count = 1;
            *only = nothing;
            only->child[0] = ~binary->part;
            only->bodies = 1;
        }
        tree->count = l.count;
        cd_release(w, &scratch);
        tree->area = fit_all(w, tree);
    }
    tree->stale = tree->moved = false;
    return true;
}

static bool list_unbounded(cd_world *w) {
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        const cd_ball *ball = &cd_balls(w)[i];
        if (ball->reach < 0 || !cd_is_unbounded(ball))
            continue;
        if (!cd_reserve_array(w, &w->unbounded, (size_t)count + 1, sizeof(int)))
            return false;
        ((int *)w->unbounded.memory)[count++] = i;
    }
    w->unbounded_count = count;
    return true;
}

static bool update(cd_world *w, int which) {
    cd_index *tree = &w->trees[which];
    if (tree->moved && !tree->stale) {
        double grown = fit_all(w, tree);
        tree->stale = !(grown <= 2 * tree->area);
        tree->moved = false;
    }
    return !tree->stale || build(w, which);
}

static bool update_unbounded(cd_world *w) {
    return (!w->trees[0].stale && !w->trees[1].stale) || list_unbounded(w);
}

bool cd_world_update_still(cd_world *w) { return update_unbounded(w) && update(w, 0); }

bool cd_world_update(cd_world *w) {
    if (w->step.active)
        cd_step_sync_all(w);
    return update_unbounded(w) && update(w, 0) && update(w, 1);
}
