// Depth first, the nearest child first. The boxes of the tree, rounded outwards to single precision
// and to 8 bits, leave out most items; the bound of the caller, from the exact box, decides about
// the others.
#include "collide/set/tree_walk.h"
#include "collide/cast/ray_triangle.h"
#include "collide/shape/core.h"
#include "collide/shape/set_tree.h"
#include "collide/shape/wide_ray.h"

#include <assert.h>

// A tree, that of the set or, with `mesh` a part of the compound, of that mesh. offset: where it
// is; convex: the other shape, moved if it is a; other: its volume, of a before it is moved.
typedef struct {
    cd_traversal *t;
    bool of_b;
    const cd_set *set;
    cd_vec offset;
    int mesh;
    const cd_shape *convex;
    cd_node_volume other;
    bool is_ray; // at triangles in space without a radius: origin + t motion, as seen from the tree
    cd_vec origin, motion;
} tree_walk;

static void walk(tree_walk *w);

static double bound_of(const tree_walk *w, cd_bounds box) {
    const cd_node_volume v = {{cd_add(box.min, w->offset), cd_add(box.max, w->offset)}, NULL};
    return w->of_b ? cd_traversal_bound(w->t, w->other, &v)
                   : cd_traversal_bound(w->t, v, &w->other);
}

// Whether a triangle certainly does not touch the ray, to within the slack.
static inline bool is_passed(const tree_walk *w, int number) {
    const int *t = w->set->triangles[number];
    cd_vec4 from[3], origin = cd_vec4_of(w->origin);
    for (int i = 0; i < 3; i++)
        from[i] = cd_vec4_of(w->set->vertices[t[i]]) - origin;
    return cd_line_passes_triangle(cd_vec4_of(w->motion), from, 4 * w->t->slack);
}

// Visits an item unless its bound is beyond the limit. That of a compound may be a mesh.
static __attribute__((noinline)) void visit_item(const tree_walk *w, int item) {
    cd_traversal *t = w->t;
    int number = w->set->items[item];
    const cd_shape *shape = w->set->shapes ? &w->set->shapes[number] : NULL;
    if (shape && shape->kind == CD_MESH) {
        tree_walk inner = *w;
        inner.set = shape->as.set.core;
        inner.offset = cd_add(w->offset, shape->as.set.offset);
        inner.mesh = number;
        walk(&inner);
        return;
    }
    double bound = bound_of(w, cd_set_part_box(w->set, number));
    if (!(bound <= t->limit && bound < INFINITY))
        return;
    cd_part whole = {CD_WHOLE, CD_WHOLE}, part = {number, CD_WHOLE};
    if (w->mesh != CD_WHOLE)
        part = (cd_part){w->mesh, number};
    cd_shape own = cd_set_part_at(w->of_b ? t->b.shape : t->a.shape, part);
    t->visited = bound;
    if (w->of_b) {
        t->visit(t, w->convex, &own, whole, part);
        return;
    }
    if (!cd_is_zero(t->shift))
        cd_shape_move(&own, t->shift);
    t->visit(t, &own, w->convex, part, whole);
}

// The box around the convex shape as seen from the tree.
static cd_bounds other_box(const tree_walk *w) {
    cd_vec v = cd_sub(w->of_b ? w->t->shift : cd_negate(w->t->shift), w->offset);
    return (cd_bounds){cd_add(w->other.box.min, v), cd_add(w->other.box.max, v)};
}

// ----------------------------------------------------------------------------------------- by time

// Beyond this, in sizes of the tree, single precision does not suffice.
static const double largest_box = 0x1p10, farthest_start = 0x1p40;

static bool fits_frame(const tree_walk *w, cd_vec middle, cd_vec half) {
    cd_wide_frame frame = cd_set_frame(w->set);
    return frame.scale > 0 &&
           cd_max_abs(cd_sub(middle, frame.low)) * frame.scale < farthest_start &&
           cd_max_abs(half) * frame.scale < largest_box;
}

CD_HOT static void walk_along_ray(const tree_walk *w, const cd_wide_ray *r) {
    const cd_set *set = w->set;
    uint64_t stack[CD_WIDE_STACK];
    int depth = 0;
    float end = cd_wide_ray_time(r, w->t->limit);
    stack[depth++] = cd_wide_waiting(0, 0);
    while (depth > 0) {
        uint64_t top = stack[--depth], items[CD_WIDE_CHILDREN];
        float near[CD_WIDE_CHILDREN];
        if (!(cd_wide_waiting_time(top) <= end))
            continue;
        const cd_wide_node *node = &set->nodes[cd_wide_waiting_child(top)];
        cd_wide_link link = set->links[cd_wide_waiting_child(top)];
        unsigned hit = cd_wide_ray_test(r, node, end, near);
        int inner = cd_wide_inner_count(node);
        depth = cd_wide_push(stack, depth, hit & cd_wide_inner(node), set->nodes, link.node, near);
        if (hit >> inner == 0)
            continue;
        int count = cd_wide_push(items, 0, hit >> inner, set->nodes, 0, near + inner);
        while (count-- > 0 && cd_wide_waiting_time(items[count]) <= end) {
            int item = link.item + cd_wide_waiting_child(items[count]);
            if (w->is_ray && is_passed(w, set->items[item]))
                continue;
            visit_item(w, item);
            end = cd_wide_ray_time(r, w->t->limit);
        }
    }
}

// ------------------------------------------------------------------------------------- by distance

// A child that waits: a node, or the complement (~) of the place of an item; and its bound.
typedef struct {
    float bound;
    int child;
} waiting_child;

// The children of node n whose bounds are within a limit go on the stack, the nearest on top.
static inline int push_near(waiting_child *stack, int depth, const cd_set *set, int n,
                            unsigned near, const float bounds[CD_WIDE_CHILDREN]) {
    int inner = cd_wide_inner_count(&set->nodes[n]), bottom = depth;
    cd_wide_link link = set->links[n];
    for (; near != 0; near &= near - 1) {
        int k = cd_lowest(near), i = depth++;
        for (; i > bottom && stack[i - 1].bound < bounds[k]; i--)
            stack[i] = stack[i - 1];
        stack[i] = (waiting_child){bounds[k], k < inner ? link.node + k : ~(link.item + k - inner)};
    }
    assert(depth <= CD_WIDE_STACK);
    return depth;
}

// The convex shape in the frame of a tree: a box or, of a ball, its middle. Bounds are signed
// squares of distances: minus the square where the boxes overlap.
typedef struct {
    cd_lanes low, high;
    cd_lanes flat; // -INFINITY in 2D: boxes are not apart along z, nor overlap
    double scale, reach, margin;
} near_box;

// What is farther away, in sizes of the tree, is left to double precision.
static const double farthest_box = 16;

static bool find_near_box(const tree_walk *w, near_box *near) {
    cd_wide_frame frame = cd_set_frame(w->set);
    bool ball = cd_has_point_core(w->convex);
    cd_bounds box = other_box(w);
    if (ball) {
        cd_vec middle = cd_sub(w->convex->as.center, w->offset);
        if (!w->of_b)
            middle = cd_sub(middle, w->t->shift);
        box = (cd_bounds){middle, middle};
    }
    const cd_vec low = cd_scale(cd_sub(box.min, frame.low), frame.scale);
    const cd_vec high = cd_scale(cd_sub(box.max, frame.low), frame.scale);
    const double least[3] = {low.x, low.y, low.z}, most[3] = {high.x, high.y, high.z};
    bool is_near = frame.scale > 0;
    for (int i = 0; i < 3; i++) {
        is_near = is_near && least[i] < 1 + farthest_box && most[i] > -farthest_box;
        near->low[i] = (float)cd_max(least[i], -2 * farthest_box);
        near->high[i] = (float)cd_min(most[i], 2 * farthest_box);
    }
    near->low[3] = near->high[3] = 0;
    near->flat = cd_lanes_all(w->set->dim == 3 ? 0 : -INFINITY);
    near->scale = frame.scale;
    near->reach = ball ? w->convex->radius : 0;
    near->margin = 8 * CD_WIDE_SLACK + 4 * w->t->slack * frame.scale;
    return is_near;
}

// The bound beyond which nothing is within the limit.
static float limit_of(const near_box *near, double limit) {
    double l = (limit + near->reach) * near->scale + near->margin;
    return (float)(l > 0 ? 1.0001 * l * l : -0.9999 * l * l);
}

static inline unsigned test_near(const near_box *near, const cd_wide_node *node, float limit,
                                 float bounds[CD_WIDE_CHILDREN]) {
    cd_lanes corner = cd_wide_corner(node), per_length = cd_wide_per_length(node);
    cd_lanes low = (near->low - corner) * per_length + 1;
    cd_lanes high = (near->high - corner) * per_length + 1;
    cd_lanes zero = cd_lanes_all(0), sum[2] = {zero, zero};
    cd_lanes most[2] = {cd_lanes_all(-INFINITY), cd_lanes_all(-INFINITY)};
    // A little less where they are apart, a little more where they overlap: lower bounds.
    cd_lanes unit = cd_wide_unit(node), less = unit * 0.99999f, more = unit * 1.00001f;
    for (int i = 0; i < 3; i++) {
        cd_lanes min[2], max[2];
        cd_lanes_of_eight(node->side[i], min);
        cd_lanes_of_eight(node->side[3 + i], max);
        for (int half = 0; half < 2; half++) {
            cd_lanes d = cd_lanes_max(min[half] - high[i], low[i] - max[half]);
            if (i == 2)
                d += near->flat;
            most[half] = cd_lanes_max(most[half], d);
            d = cd_lanes_max(d, zero) * less;
            sum[half] += d * d;
        }
    }
    unsigned bits = 0;
    for (int half = 0; half < 2; half++) {
        cd_lanes depth = most[half] * more;
        sum[half] = cd_lanes_select(most[half] > zero, sum[half], -depth * depth);
        bits |= cd_lanes_bits(sum[half] <= limit) << 4 * half;
    }
    memcpy(bounds, sum, sizeof sum);
    return bits & cd_wide_children(node);
}

CD_HOT static void walk_near(const tree_walk *w, const near_box *near) {
    waiting_child stack[CD_WIDE_STACK];
    int depth = 0;
    stack[depth++] = (waiting_child){-INFINITY, 0};
    float limit = limit_of(near, w->t->limit);
    while (depth > 0) {
        waiting_child top = stack[--depth];
        float bounds[CD_WIDE_CHILDREN];
        if (!(top.bound <= limit))
            continue;
        if (top.child < 0) {
            visit_item(w, ~top.child);
            limit = limit_of(near, w->t->limit);
            continue;
        }
        unsigned hit = test_near(near, &w->set->nodes[top.child], limit, bounds);
        depth = push_near(stack, depth, w->set, top.child, hit, bounds);
    }
}

// ------------------------------------------------------------------------------- in any other case

// By the bounds of the caller, for what has no room in single precision.
static void walk_exactly(const tree_walk *w) {
    const cd_set *set = w->set;
    waiting_child stack[CD_WIDE_STACK];
    int depth = 0;
    stack[depth++] = (waiting_child){-INFINITY, 0};
    while (depth > 0) {
        waiting_child top = stack[--depth];
        float bounds[CD_WIDE_CHILDREN];
        unsigned within = 0;
        if (!((double)top.bound <= w->t->limit))
            continue;
        if (top.child < 0) {
            visit_item(w, ~top.child);
            continue;
        }
        const cd_wide_node *node = &set->nodes[top.child];
        cd_wide_link link = set->links[top.child];
        int inner = cd_wide_inner_count(node);
        for (int k = 0; k < cd_wide_child_count(node); k++) {
            cd_bounds box = k < inner ? cd_set_node_box(set, link.node + k)
                                      : cd_set_part_box(set, set->items[link.item + k - inner]);
            double bound = bound_of(w, box);
            bounds[k] = nextafterf((float)bound, -INFINITY);
            within |= bound <= w->t->limit && bound < INFINITY ? 1u << k : 0;
        }
        depth = push_near(stack, depth, set, top.child, within, bounds);
    }
}

static void walk(tree_walk *w) {
    const cd_traversal *t = w->t;
    cd_bounds box = other_box(w);
    near_box near;
    if (!t->motion && find_near_box(w, &near)) {
        walk_near(w, &near);
        return;
    }
    cd_vec half = cd_sub(cd_scale(box.max, 0.5), cd_scale(box.min, 0.5));
    cd_vec middle = cd_add(box.min, half), motion = t->motion ? *t->motion : half;
    if (!t->motion || !fits_frame(w, middle, half)) {
        walk_exactly(w);
        return;
    }
    cd_wide_frame frame = cd_set_frame(w->set);
    double slack = 4 * t->slack;
    const cd_shape *shape = w->of_b ? t->b.shape : t->a.shape;
    w->is_ray =
        w->convex->kind == CD_POINT && w->set->dim == 3 && w->set->triangles && shape->radius == 0;
    w->origin = middle;
    w->motion = motion;
    cd_wide_ray ray;
    if (cd_wide_ray_enter(&ray, &frame, w->set->node_boxes, middle,
                          cd_add(half, (cd_vec){slack, slack, slack}),
                          w->of_b ? motion : cd_negate(motion), t->begin, t->limit))
        walk_along_ray(w, &ray);
}

void cd_walk_tree(cd_traversal *t, bool of_b) {
    const cd_shape *shape = of_b ? t->b.shape : t->a.shape;
    const cd_shape *convex = of_b ? t->a.root_part : t->b.root_part;
    cd_shape moved;
    if (of_b && !cd_is_zero(t->shift)) {
        moved = *convex;
        cd_shape_move(&moved, t->shift);
        convex = &moved;
    }
    walk(&(tree_walk){.t = t,
                      .of_b = of_b,
                      .set = shape->as.set.core,
                      .offset = shape->as.set.offset,
                      .mesh = CD_WHOLE,
                      .convex = convex,
                      .other = {of_b ? t->a.root_box : t->b.root_box, NULL}});
}
