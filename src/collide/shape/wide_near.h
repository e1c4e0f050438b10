// The traversal of a wide BVH towards a box or ball, the nearest child first: eight boxes at a time
// in single precision, in the frame of the tree, with slack for all rounding. Bounds are signed
// squares of distances: minus the square where the boxes overlap.
#ifndef COLLIDE_SHAPE_WIDE_NEAR_H
#define COLLIDE_SHAPE_WIDE_NEAR_H

#include "collide/math/trace.h"
#include "collide/shape/wide_bvh.h"

#include <assert.h>

/// A box, or the middle of a ball, in the frame of a tree.
typedef struct cd_wide_near {
    cd_lanes low, high;
    cd_lanes flat; ///< -INFINITY in 2D: boxes are not apart along z, nor overlap
    double scale, radius, margin;
} cd_wide_near;

/// What is farther away, in sizes of the tree, is not ordered by distance.
#define CD_WIDE_FARTHEST_NEAR 16

/// A box, grown by a radius, in the frame of a tree; slack: by how much distances may be off.
/// Returns whether it is near enough to be ordered; one that is not overlaps nothing in the tree.
static inline bool cd_wide_near_of(cd_wide_near *near, const cd_wide_frame *frame, int dim,
                                   cd_bounds box, double radius, double slack) {
    const cd_vec low = cd_scale(cd_sub(box.min, frame->low), frame->scale);
    const cd_vec high = cd_scale(cd_sub(box.max, frame->low), frame->scale);
    const double least[3] = {low.x, low.y, low.z}, most[3] = {high.x, high.y, high.z};
    // The slack may be larger than the tree: then all of it is near.
    const double farthest = CD_WIDE_FARTHEST_NEAR, off = slack * frame->scale;
    bool is_near = frame->scale > 0;
    for (int i = 0; i < 3; i++) {
        is_near = is_near && least[i] < 1 + farthest + off && most[i] > -farthest - off;
        near->low[i] = (float)cd_clamp(least[i], -2 * farthest, 2 * farthest);
        near->high[i] = (float)cd_clamp(most[i], -2 * farthest, 2 * farthest);
    }
    near->low[3] = near->high[3] = 0;
    near->flat = cd_lanes_all(dim == 3 ? 0 : -INFINITY);
    near->scale = frame->scale;
    near->radius = radius;
    near->margin = cd_min(8 * CD_WIDE_SLACK + off, 4 * farthest);
    return is_near;
}

/// The bound beyond which nothing is within a distance.
static inline float cd_wide_near_limit(const cd_wide_near *near, double distance) {
    double l = (distance + near->radius) * near->scale + near->margin;
    return (float)(l > 0 ? 1.000001 * l * l : -0.999999 * l * l);
}

/// Writes the bounds of a node's children; returns the bits of those that are within a limit.
static inline unsigned cd_wide_near_test(const cd_wide_near *near, const cd_wide_node *node,
                                         float limit, float bounds[CD_WIDE_CHILDREN]) {
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

/// A child that waits: a node, or the complement (~) of the place of an item; and its bound.
typedef struct cd_wide_near_child {
    float bound;
    int child;
} cd_wide_near_child;

/// The children of a node with these bits go on the stack, the nearest on top; returns its depth.
static inline int cd_wide_push_near(cd_wide_near_child *stack, int depth, const cd_wide_node *node,
                                    cd_wide_link link, unsigned bits,
                                    const float bounds[CD_WIDE_CHILDREN]) {
    int inner = cd_wide_inner_count(node), bottom = depth;
    for (; bits != 0; bits &= bits - 1) {
        int k = cd_lowest(bits), i = depth++;
        for (; i > bottom && stack[i - 1].bound < bounds[k]; i--)
            stack[i] = stack[i - 1];
        stack[i] =
            (cd_wide_near_child){bounds[k], k < inner ? link.node + k : ~(link.item + k - inner)};
    }
    assert(depth <= CD_WIDE_STACK);
    return depth;
}

/// Visits the items whose boxes may be within *limit, which a visit may change; nearer ones first.
/// When traced (math/trace.h), also ~n of each node n that is opened.
static inline void cd_wide_walk_near(const cd_wide_near *near, const cd_wide_node *nodes,
                                     const cd_wide_link *links, const double *limit,
                                     cd_wide_visitor *visit, void *context) {
    cd_wide_near_child stack[CD_WIDE_STACK];
    stack[0] = (cd_wide_near_child){-INFINITY, 0};
    float within = cd_wide_near_limit(near, *limit);
    for (int depth = 1; depth > 0;) {
        cd_wide_near_child top = stack[--depth];
        float bounds[CD_WIDE_CHILDREN];
        if (!(top.bound <= within))
            continue;
        if (top.child < 0) {
            visit(context, ~top.child);
            within = cd_wide_near_limit(near, *limit);
            continue;
        }
        const cd_wide_node *node = &nodes[top.child];
        if (CD_TRACES)
            visit(context, ~top.child);
        unsigned bits = cd_wide_near_test(near, node, within, bounds);
        depth = cd_wide_push_near(stack, depth, node, links[top.child], bits, bounds);
    }
}

/// Visits the items whose boxes may meet the box, in no order.
static inline void cd_wide_walk_meeting(const cd_wide_near *near, const cd_wide_node *nodes,
                                        const cd_wide_link *links, cd_wide_visitor *visit,
                                        void *context) {
    int stack[CD_WIDE_STACK];
    stack[0] = 0;
    const float touch = cd_wide_near_limit(near, 0);
    for (int depth = 1; depth > 0;) {
        int n = stack[--depth], inner = cd_wide_inner_count(&nodes[n]);
        float bounds[CD_WIDE_CHILDREN];
        for (unsigned bits = cd_wide_near_test(near, &nodes[n], touch, bounds); bits != 0;
             bits &= bits - 1) {
            int k = cd_lowest(bits);
            if (k < inner)
                stack[depth++] = links[n].node + k;
            else
                visit(context, links[n].item + k - inner);
        }
        assert(depth <= CD_WIDE_STACK);
    }
}

#endif
