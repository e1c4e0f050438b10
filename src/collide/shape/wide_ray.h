// The traversal of a wide BVH along a ray, or by a box that moves without turning: such a cast is a
// ray against boxes grown by half of the size of the box. The slab test (Kay, Kajiya 1986) of eight
// boxes runs in single precision in the frame of the tree, with slack for all rounding (see Ize,
// Robust BVH Ray Traversal, 2013).
#ifndef COLLIDE_SHAPE_WIDE_RAY_H
#define COLLIDE_SHAPE_WIDE_RAY_H

#include "collide/math/trace.h"
#include "collide/shape/wide_bvh.h"

#include <assert.h>
#include <float.h>

/// A ray in the frame of a tree. Its times are (t - start) / unit, where t are those of the query,
/// so that it has speed 1 along its fastest axis.
typedef struct cd_wide_ray {
    cd_lanes inverse;       ///< of the motion
    cd_lanes first, last;   ///< origin, shifted by the half sizes, for the sides of entry and exit
    int entry[3], leave[3]; ///< rows of cd_wide_node.side: where it enters and leaves a box
    double start, unit;
    double slack; ///< in its times: what rounding may change
    double end;   ///< in its times: when it has left the tree
} cd_wide_ray;

// The rounding of a cd_wide_ray, for a `size` of 1 + the half size of the box, as a tree extends
// over about 1. Coordinates are at most 4 * size, of which half an ulp is 2^-22 * size.
#define CD_WIDE_TREE_MARGIN 1e-3      // around the tree, much more than any rounding
#define CD_WIDE_SIDE_SLACK 0x1p-19    // of a box: eight such halves of an ulp
#define CD_WIDE_TIME_SLACK 0x1p-18    // twice that, at speed 1
#define CD_WIDE_SLOWEST 0x1p-30       // moves by much less than the slack within 4 * size
#define CD_WIDE_SLOW_AS_ZERO 0x1p-100 // its inverse times a coordinate is a finite float

// What the relative rounding of a slab test may change.
#define CD_WIDE_SLAB_FACTOR 1.00001f

/// Sets the ray from a time on that meets all boxes, at no time later than any.
static inline void cd_wide_ray_through_all(cd_wide_ray *r, double start) {
    *r = (cd_wide_ray){.start = start, .unit = 1, .slack = 1, .end = INFINITY};
    for (int i = 0; i < 3; i++) {
        r->entry[i] = i;
        r->leave[i] = 3 + i;
    }
}

/// Sets the ray of a box with its middle at origin + t * motion, from <= t <= until, and half
/// sizes, for the tree whose whole box is `all`. It starts where it enters that box, so that single
/// precision suffices however far away its origin is. Where it has no coordinates in the frame, as
/// that of a tree without extent may be too small for it, it meets all boxes. False: it passes by.
/// Without it: tests/collide/world/world_test.c "queries_are_those_of_brute_force"
static inline bool cd_wide_ray_enter(cd_wide_ray *r, const cd_wide_frame *frame,
                                     const cd_wide_box *all, cd_vec middle, cd_vec half_size,
                                     cd_vec way, double from, double until) {
    cd_vec o = cd_scale(cd_sub(middle, frame->low), frame->scale);
    cd_vec d = cd_scale(way, frame->scale), h = cd_scale(half_size, frame->scale);
    const double origin[3] = {o.x, o.y, o.z}, motion[3] = {d.x, d.y, d.z};
    const double half[3] = {h.x, h.y, h.z};
    double start = from, end = until, speed = cd_max_abs(d);
    const double margin = CD_WIDE_TREE_MARGIN + 4 * DBL_EPSILON * cd_max_abs(o);
    if (!(cd_max(cd_max_abs(o), speed) < INFINITY)) {
        cd_wide_ray_through_all(r, from);
        return true;
    }
    for (int i = 0; i < 3; i++) {
        double low = (double)all->min[i] - half[i] - margin;
        double high = (double)all->max[i] + half[i] + margin;
        if (motion[i] == 0) {
            if (!(origin[i] >= low && origin[i] <= high))
                return false;
            continue;
        }
        double a = (low - origin[i]) / motion[i], b = (high - origin[i]) / motion[i];
        start = cd_max(start, cd_min(a, b));
        end = cd_min(end, cd_max(a, b));
    }
    if (!(start <= end) || !(start < INFINITY))
        return false;
    r->start = start;
    r->unit = speed > 0 && isfinite(1 / speed) ? 1 / speed : 1;
    double size = 1 + cd_max_abs(h);
    double rounding = 4 * DBL_EPSILON * (cd_max_abs(o) + start * speed); // of the place of entry
    r->slack = CD_WIDE_TIME_SLACK * size + 4 * rounding;
    r->end = 4 * size + 4 * rounding;
    r->inverse = r->first = r->last = cd_lanes_all(0);
    for (int i = 0; i < 3; i++) {
        double component = motion[i] * r->unit;
        // The inverse times a coordinate would be infinite, and infinity less infinity is NaN.
        // Without it: tests/collide/world/world_test.c "queries_are_those_of_brute_force"
        if (fabs(component) < CD_WIDE_SLOWEST)
            component = copysign(CD_WIDE_SLOW_AS_ZERO, motion[i]);
        double at = origin[i] + start * motion[i];
        double grown = copysign(half[i] + CD_WIDE_SIDE_SLACK * size + rounding, component);
        r->inverse[i] = (float)(1 / component);
        r->first[i] = (float)(at + grown);
        r->last[i] = (float)(at - grown);
        r->entry[i] = component > 0 ? i : 3 + i;
        r->leave[i] = component > 0 ? 3 + i : i;
    }
    return true;
}

/// A time of the query in those of the ray.
static inline float cd_wide_ray_time(const cd_wide_ray *r, double t) {
    return (float)(cd_min((t - r->start) / r->unit, r->end) + r->slack);
}

/// Writes when the ray enters each of eight boxes; returns the bits of those that it meets before
/// `end`.
static inline unsigned cd_wide_ray_test(const cd_wide_ray *r, const cd_wide_node *node, float end,
                                        float entered[CD_WIDE_CHILDREN]) {
    cd_lanes unit = r->inverse * cd_wide_unit(node), corner = cd_wide_corner(node);
    cd_lanes enter = (corner - r->first) * r->inverse - unit;
    cd_lanes leave = (corner - r->last) * r->inverse - unit;
    cd_lanes near[2] = {cd_lanes_all(0), cd_lanes_all(0)};
    cd_lanes far[2] = {cd_lanes_all(end), cd_lanes_all(end)};
#define ALONG(i)                                                                                   \
    do {                                                                                           \
        cd_lanes side[2], other[2];                                                                \
        cd_lanes_of_eight(node->side[r->entry[i]], side);                                          \
        cd_lanes_of_eight(node->side[r->leave[i]], other);                                         \
        for (int half = 0; half < 2; half++) {                                                     \
            side[half] = side[half] * cd_lanes_spread(unit, i) + cd_lanes_spread(enter, i);        \
            other[half] = other[half] * cd_lanes_spread(unit, i) + cd_lanes_spread(leave, i);      \
            near[half] = cd_lanes_max(side[half], near[half]);                                     \
            far[half] = cd_lanes_min(other[half], far[half]);                                      \
        }                                                                                          \
    } while (0)
    ALONG(0);
    ALONG(1);
    ALONG(2);
#undef ALONG
    memcpy(entered, near, sizeof near);
    return (cd_lanes_bits(near[0] <= far[0] * CD_WIDE_SLAB_FACTOR) |
            cd_lanes_bits(near[1] <= far[1] * CD_WIDE_SLAB_FACTOR) << 4) &
           cd_wide_children(node);
}

// -------------------------------------------------------------------------------------- waiting

/// A child that waits: the bits of the time when the ray enters it above its number. Times are not
/// negative, so the integers are in the order of the times.
static inline uint64_t cd_wide_waiting(float t, int child) {
    uint32_t bits;
    memcpy(&bits, &t, sizeof bits);
    return (uint64_t)bits << 32 | (uint32_t)child;
}

static inline float cd_wide_waiting_time(uint64_t waiting) {
    uint32_t bits = (uint32_t)(waiting >> 32);
    float t;
    memcpy(&t, &bits, sizeof t);
    return t;
}

static inline int cd_wide_waiting_child(uint64_t waiting) { return (int)(uint32_t)waiting; }

/// Swaps two if the first is entered earlier.
static inline void cd_wide_later_first(uint64_t *a, uint64_t *b) {
    uint64_t late = *a > *b ? *a : *b, early = *a > *b ? *b : *a;
    *a = late, *b = early;
}

/// Pushes the children that are hit, the nearest on top; their numbers are first + the positions of
/// their bits. How many they are could not be predicted and is seldom more than four: so many are
/// sorted by a network without a branch, the others inserted. Nodes are prefetched; of items,
/// `children` is NULL.
/// Without it: ./run bench "ray among 100,000" (1.33)
static inline int cd_wide_push(uint64_t *stack, int depth, unsigned hit,
                               const cd_wide_node *children, int first, const float *near) {
    enum { NETWORK = 4 };
    int count = __builtin_popcount(hit);
    uint64_t positions = cd_wide_bit_positions[hit], v[NETWORK];
    uint64_t *top = stack + depth;
    assert(depth + CD_WIDE_CHILDREN <= CD_WIDE_STACK);
    for (int i = 0; i < NETWORK; i++) {
        size_t k = positions >> 8 * i & 7;
        v[i] = i < count ? cd_wide_waiting(near[k], first + (int)k) : 0;
        // It is loaded while others are tested.
        // Without it: ./run bench "ray among 100,000" (1.26)
        if (children)
            __builtin_prefetch(&children[k]);
    }
    cd_wide_later_first(&v[0], &v[1]);
    cd_wide_later_first(&v[2], &v[3]);
    cd_wide_later_first(&v[0], &v[2]);
    cd_wide_later_first(&v[1], &v[3]);
    cd_wide_later_first(&v[1], &v[2]);
    memcpy(top, v, sizeof v);
    for (int i = NETWORK; i < count; i++) {
        int k = (int)(positions >> 8 * i & 7), at = i;
        uint64_t node = cd_wide_waiting(near[k], first + k);
        for (; at > 0 && top[at - 1] < node; at--)
            top[at] = top[at - 1];
        top[at] = node;
    }
    return depth + count;
}

/// Visits the items whose boxes a ray may meet before the time *limit, which a visit may change;
/// those that it enters earlier first, of one node. When traced (math/trace.h), also ~n of each
/// node n that is opened.
static inline void cd_wide_walk_ray(const cd_wide_ray *r, const cd_wide_node *nodes,
                                    const cd_wide_link *links, const double *limit,
                                    cd_wide_visitor *visit, void *context) {
    uint64_t stack[CD_WIDE_STACK];
    float end = cd_wide_ray_time(r, *limit);
    stack[0] = cd_wide_waiting(0, 0);
    for (int depth = 1; depth > 0;) {
        uint64_t top = stack[--depth], items[CD_WIDE_CHILDREN];
        float near[CD_WIDE_CHILDREN];
        if (!(cd_wide_waiting_time(top) <= end))
            continue;
        const cd_wide_node *node = &nodes[cd_wide_waiting_child(top)];
        cd_wide_link link = links[cd_wide_waiting_child(top)];
        if (CD_TRACES)
            visit(context, ~cd_wide_waiting_child(top));
        unsigned hit = cd_wide_ray_test(r, node, end, near);
        int inner = cd_wide_inner_count(node);
        depth = cd_wide_push(stack, depth, hit & cd_wide_inner(node), nodes + link.node, link.node,
                             near);
        if (hit >> inner == 0)
            continue;
        int count = cd_wide_push(items, 0, hit >> inner, NULL, 0, near + inner);
        while (count-- > 0 && cd_wide_waiting_time(items[count]) <= end) {
            visit(context, link.item + cd_wide_waiting_child(items[count]));
            end = cd_wide_ray_time(r, *limit);
        }
    }
}

#endif
