// The bodies nearest to a shape, by branch and bound: the trees are traversed depth first, the
// nearest child first, and what is farther than the bodies found is left out (Roussopoulos, Kelley,
// Vincent, Nearest Neighbor Queries, 1995; shape/wide_near.h).
#include "collide/shape/core.h"
#include "collide/shape/wide_near.h"
#include "collide/world/body/body_tree.h"

#include <assert.h>
#include <float.h>

typedef struct {
    const cd_world *world;
    const cd_shape *shape;
    cd_bounds box; ///< of the shape
    uint32_t mask;
    int left_out;  ///< the index of a body, -1: none
    cd_near *near; ///< the nearest so far, in order; their slots are indices until the end
    int count, room;
    double limit;             ///< what is farther than that is none of them
    const cd_body_tree *tree; ///< at hand
} nearest_query;

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
    if (q->count == q->room)
        q->limit = q->near[q->room - 1].distance;
}

static void visit(void *context, int item) {
    nearest_query *q = context;
    test_body(q, cd_tree_bodies(q->tree)[item], &cd_tree_spheres(q->tree)[item]);
}

// A corner of the box in the coordinates of the tree. Where those are all alike, so is the corner.
static cd_lanes in_tree(const cd_body_tree *tree, cd_vec corner) {
    if (!(tree->frame.scale > 0))
        return cd_lanes_all(0);
    const cd_vec p = cd_scale(cd_sub(corner, tree->frame.low), tree->frame.scale);
    return (cd_lanes){(float)p.x, (float)p.y, (float)p.z, 0};
}

CD_HOT static void traverse(nearest_query *q, const cd_body_tree *tree) {
    q->tree = tree;
    const cd_wide_near near = {.low = in_tree(tree, q->box.min),
                               .high = in_tree(tree, q->box.max),
                               .flat = cd_lanes_all(q->world->dim == 3 ? 0 : -INFINITY),
                               .scale = tree->frame.scale,
                               .margin = CD_WIDE_SLACK};
    if (tree->count > 0)
        cd_wide_walk_near(&near, cd_tree_nodes(tree), cd_tree_links(tree), &q->limit, visit, q);
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
                       .room = count,
                       .limit = DBL_MAX};
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
