// The bodies that overlap a shape: a traversal of the trees finds those whose boxes meet the
// shape's, eight boxes at a time in their 8-bit coordinates; the query of two shapes decides.
#include "collide/math/sort.h"
#include "collide/shape/core.h"
#include "collide/world/body/body_tree.h"

#include <assert.h>
#include <float.h>

typedef struct {
    const cd_world *world;
    const cd_shape *shape;
    uint32_t mask;
    int left_out;          ///< the index of a body, -1: none
    cd_body_sphere sphere; ///< of the shape; bounding_radius < 0: it is none
    int *found, count, room;
} overlap_query;

// Appends a body if it overlaps the shape; `sphere` is NULL where it is no sphere. The count goes
// on beyond the room. There is no branch on the verdict, which could not be predicted.
static void test_body(overlap_query *q, int i, const cd_body_sphere *sphere) {
    const cd_world *w = q->world;
    int verdict =
        q->sphere.bounding_radius >= 0 && sphere ? cd_body_spheres_overlap(&q->sphere, sphere) : 0;
    if (verdict == 0)
        verdict = cd_overlap(q->shape, &cd_stored_bodies(w)[i].body.shape) ? 1 : -1;
    if (q->count < q->room)
        q->found[q->count] = i;
    q->count += (verdict > 0) & (i != q->left_out) & cd_is_visible(w, i, q->mask);
}

// The children of a node whose boxes meet a box, given in the coordinates of the tree.
static inline unsigned overlapping_children(const cd_wide_node *node, cd_lanes low, cd_lanes high) {
    cd_lanes corner = cd_wide_corner(node), per_length = cd_wide_per_length(node);
    cd_lanes most = cd_lanes_all(CD_WIDE_ABOVE);
    low = cd_lanes_min((low - corner) * per_length, most);
    high = cd_lanes_min((high - corner) * per_length, most);
    cd_byte_lanes box =
        cd_byte_lanes_of(cd_shorts_of(low, high) + 1); // low in bytes 0 to 2, high in 4 to 6
    cd_byte_lanes min_x_y = cd_byte_lanes_load(node->side[0]),
                  min_z_max_x = cd_byte_lanes_load(node->side[2]);
    cd_byte_lanes max_y_z = cd_byte_lanes_load(node->side[4]);
    cd_byte_lanes apart =
        cd_byte_lanes_beyond(min_x_y, cd_byte_lanes_spread(box, 4, 5)) |
        cd_byte_lanes_beyond(cd_byte_lanes_spread(box, 1, 2), max_y_z) |
        cd_byte_lanes_halves(cd_byte_lanes_beyond(min_z_max_x, cd_byte_lanes_spread(box, 6, 6)),
                             cd_byte_lanes_beyond(cd_byte_lanes_spread(box, 0, 0), min_z_max_x));
    return cd_byte_lanes_zeros(apart) & cd_wide_children(node);
}

// Breadth first from a queue, so that the loads of many nodes are under way at once. When the queue
// has grown long the last node is taken first, which bounds it as a stack is bounded. Bodies are
// collected and tested when the nodes are done, so that their loads, too, overlap.
// Without it: ./run bench "overlap among 100,000" (1.28)
static inline void traverse(overlap_query *q, const cd_body_tree *tree, cd_bounds box) {
    enum { LONG_QUEUE = 256, MOST_BODIES = 64 };
    const cd_wide_node *nodes = cd_tree_nodes(tree);
    const cd_body_sphere *spheres = cd_tree_spheres(tree);
    cd_vec a = cd_scale(cd_sub(box.min, tree->frame.low), tree->frame.scale);
    cd_vec b = cd_scale(cd_sub(box.max, tree->frame.low), tree->frame.scale);
    cd_lanes low = {(float)a.x, (float)a.y, (float)a.z},
             high = {(float)b.x, (float)b.y, (float)b.z};
    cd_lanes outside = cd_lanes_all(2 * CD_WIDE_MOST_COORDINATE); // what lies farther is alike
    low = cd_lanes_max(cd_lanes_min(low, outside), -outside) - (float)CD_WIDE_SLACK;
    high = cd_lanes_max(cd_lanes_min(high, outside), -outside) + (float)CD_WIDE_SLACK;
    int queue[LONG_QUEUE + CD_WIDE_STACK], bodies[MOST_BODIES + CD_WIDE_CHILDREN];
    int first = 0, last = 0, count = 0;
    queue[last++] = 0;
    while (first < last) {
        int n = last < LONG_QUEUE ? queue[first++] : queue[--last];
        const cd_wide_node *node = &nodes[n];
        cd_wide_link link = cd_tree_links(tree)[n];
        unsigned hit = overlapping_children(node, low, high);
        last = cd_wide_append_bits(queue, last, hit & cd_wide_inner(node), link.node);
        assert(last <= LONG_QUEUE + CD_WIDE_STACK - CD_WIDE_CHILDREN);
        int first_body = count;
        count = cd_wide_append_bits(bodies, count, hit >> cd_wide_inner_count(node), link.item);
        __builtin_prefetch(&spheres[bodies[first_body]]);
        __builtin_prefetch(&cd_tree_bodies(tree)[bodies[first_body]]);
        if (first < last && count <= MOST_BODIES)
            continue;
        for (int i = 0; i < count; i++) {
            const cd_body_sphere *sphere = &spheres[bodies[i]];
            test_body(q, cd_tree_bodies(tree)[bodies[i]],
                      signbit(sphere->bounding_radius) ? NULL : sphere);
        }
        count = 0;
    }
}

static inline cd_bounds box_of(const cd_body_sphere *sphere) {
    cd_vec half = {sphere->bounding_radius, sphere->bounding_radius, sphere->bounding_radius};
    return (cd_bounds){cd_sub(sphere->middle, half), cd_add(sphere->middle, half)};
}

CD_HOT int cd_world_overlap(const cd_world *w, const cd_shape *shape, uint32_t mask, int except,
                            int *slots, int room) {
    assert(cd_shape_error(shape) == NULL && shape->dim == w->dim && room >= 0);
    overlap_query q = {.world = w, .shape = shape, .mask = mask, .found = slots, .room = room};
    q.left_out = cd_index_except(w, except);
    bool is_sphere = shape->kind == CD_SPHERE || shape->kind == CD_POINT;
    q.sphere = (cd_body_sphere){shape->as.center, is_sphere ? shape->radius : -1};
    cd_bounds box = is_sphere ? box_of(&q.sphere) : cd_shape_bounds(shape);
    double slack = 4 * DBL_EPSILON * cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    cd_vec s = {slack, slack, slack};
    box = (cd_bounds){cd_sub(box.min, s), cd_add(box.max, s)};
    for (int i = 0; i < w->unbounded_count; i++)
        test_body(&q, ((const int *)w->unbounded.memory)[i], NULL);
    for (int which = 0; which < 2; which++)
        if (w->trees[which].count > 0)
            traverse(&q, &w->trees[which], box);
    if (q.count > room)
        return q.count;
    cd_sort_indices(slots, q.count);
    for (int i = 0; w->reordered && i < q.count; i++)
        slots[i] = cd_slot_of(w)[slots[i]];
    return q.count;
}
