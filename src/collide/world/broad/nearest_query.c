// The bodies nearest to a shape, by branch and bound: the trees are traversed depth first, the
// nearest child first, and what is farther than the bodies found is left out (Roussopoulos, Kelley,
// Vincent, Nearest Neighbor Queries, 1995). The distances of eight boxes are computed at once, in
// single precision; those of bodies are the distances of two shapes.
#include "collide/shape/core.h"
#include "collide/world/body/body_tree.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const cd_world *world;
    const cd_shape *shape;
    cd_bounds box; ///< of the shape
    uint32_t mask;
    int left_out;  ///< the index of a body, -1: none
    cd_near *near; ///< the nearest so far, in order; their slots are indices until the end
    int count, room;
} nearest_query;

/// A node that waits, or the complement (~) of the place of a body, and its squared distance.
typedef struct {
    int node;
    float square;
} waiting_node;

// Inserts a body into the nearest so far if it is one; of equally near bodies the earlier counts.
static void test_body(nearest_query *q, int i, const cd_body_sphere *sphere) {
    cd_shape sphere_shape;
    if (i == q->left_out || !cd_is_visible(q->world, i, q->mask))
        return;
    double distance = cd_distance(q->shape, cd_tree_shape(q->world, i, sphere, &sphere_shape));
    int at = q->count < q->room ? q->count++ : q->room;
    for (; at > 0; at--) {
        cd_near other = q->near[at - 1];
        if (other.distance < distance || (other.distance == distance && other.slot < i))
            break;
        if (at < q->room)
            q->near[at] = other;
    }
    if (at < q->room)
        q->near[at] = (cd_near){i, distance};
}

// The square of the distance, in the coordinates of the tree, beyond which nothing is nearer than
// what was found.
static float bound_of(const nearest_query *q, const cd_body_tree *tree) {
    if (q->count < q->room)
        return INFINITY;
    double farthest = cd_max(q->near[q->room - 1].distance * tree->frame.scale, 0) * (1 + 0x1p-20);
    farthest += CD_WIDE_SLACK;
    return (float)(farthest * farthest);
}

// The squared distances of the boxes of a node's children from a box; the bits of the children
// whose is at most `bound`.
static inline unsigned squared_distances(const cd_wide_node *node, cd_lanes low, cd_lanes high,
                                         float bound, float squares[CD_WIDE_CHILDREN]) {
    unsigned near = 0;
    cd_lanes corner = cd_wide_corner(node), per_length = cd_wide_per_length(node);
    low = (low - corner) * per_length + 1;
    high = (high - corner) * per_length + 1;
    cd_lanes zero = cd_lanes_all(0), sum[2] = {zero, zero};
    cd_lanes unit = cd_wide_unit(node) * 0.99999f; // a little less: distances are lower bounds
    for (int i = 0; i < 3; i++) {
        cd_lanes min[2], max[2];
        cd_lanes_of_eight(node->side[i], min);
        cd_lanes_of_eight(node->side[3 + i], max);
        for (int half = 0; half < 2; half++) {
            cd_lanes d = cd_lanes_max(min[half] - high[i], low[i] - max[half]);
            d = cd_lanes_max(d, zero) * unit; // scaled first: the square in units might overflow
            sum[half] += d * d;
        }
    }
    memcpy(squares, sum, sizeof sum);
    for (int half = 0; half < 2; half++)
        near |= cd_lanes_bits(sum[half] <= bound) << 4 * half;
    return near & cd_wide_children(node);
}

// A corner of the box in the coordinates of the tree. Where those are all alike, so is the corner.
static cd_lanes in_tree(const cd_body_tree *tree, cd_vec corner) {
    if (!(tree->frame.scale > 0))
        return cd_lanes_all(0);
    const cd_vec p = cd_scale(cd_sub(corner, tree->frame.low), tree->frame.scale);
    return (cd_lanes){(float)p.x, (float)p.y, (float)p.z, 0};
}

CD_HOT static void traverse(nearest_query *q, const cd_body_tree *tree) {
    const cd_wide_node *nodes = cd_tree_nodes(tree);
    cd_lanes low = in_tree(tree, q->box.min), high = in_tree(tree, q->box.max);
    waiting_node stack[CD_WIDE_STACK];
    int depth = 0;
    if (tree->count > 0)
        stack[depth++] = (waiting_node){0, 0};
    while (depth > 0) {
        waiting_node top = stack[--depth];
        if (top.square > bound_of(q, tree))
            continue;
        if (top.node < 0) {
            test_body(q, cd_tree_bodies(tree)[~top.node], &cd_tree_spheres(tree)[~top.node]);
            continue;
        }
        const cd_wide_node *node = &nodes[top.node];
        cd_wide_link link = cd_tree_links(tree)[top.node];
        int inner = cd_wide_inner_count(node);
        float squares[CD_WIDE_CHILDREN];
        unsigned near = squared_distances(node, low, high, bound_of(q, tree), squares);
        for (int bottom = depth; near != 0; near &= near - 1) { // sorted, the nearest on top
            int k = cd_lowest(near), i = depth++;
            for (; i > bottom && stack[i - 1].square < squares[k]; i--)
                stack[i] = stack[i - 1];
            int child = k < inner ? link.node + k : ~(link.item + k - inner);
            stack[i] = (waiting_node){child, squares[k]};
        }
        assert(depth <= CD_WIDE_STACK);
    }
}

int cd_world_nearest(const cd_world *w, const cd_shape *shape, int count, uint32_t mask, int except,
                     cd_near *near) {
    assert(cd_shape_error(shape) == NULL && shape->dim == w->dim);
    nearest_query q = {.world = w,
                       .shape = shape,
                       .box = cd_shape_bounds(shape),
                       .mask = mask,
                       .left_out = cd_index_except(w, except),
                       .near = near,
                       .room = count};
    if (count <= 0)
        return 0;
    for (int i = 0; i < w->unbounded_count; i++)
        test_body(&q, ((const int *)w->unbounded.memory)[i], NULL);
    for (int which = 0; which < 2; which++)
        traverse(&q, &w->trees[which]);
    for (int i = 0; i < q.count; i++) {
        assert(i == 0 || near[i - 1].distance <= near[i].distance);
        near[i].slot = cd_slot_of(w)[near[i].slot];
    }
    return q.count;
}
