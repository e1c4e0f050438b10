// The trees over the bodies of a world (wide_bvh_build.c builds them). A node holds up to eight
// boxes as 8-bit numbers in a frame of its own, so that it fills one line of the cache and that
// eight boxes are tested at once. What is rounded, to single precision or to these numbers, is
// rounded outwards or covered by the slack. Points p of the world are (p - low) * scale in a tree.
#ifndef COLLIDE_WORLD_WIDE_BVH_H
#define COLLIDE_WORLD_WIDE_BVH_H

#include "collide/shape/bvh.h"
#include "collide/simd/lanes.h"
#include "collide/world/body.h"

enum { CD_WIDE_CHILDREN = 8, CD_MOST_UNITS = UINT8_MAX - 3 };

typedef struct cd_wide_node {
    uint8_t side[6][CD_WIDE_CHILDREN]; ///< of each child: the least x, y, z, the largest, as 1 +
                                       ///< the units from low: 0 is below all of them and 255 above
    float low[3];
    uint32_t unit; ///< the bits of a float, a power of two; below them 256 * nodes + count
} cd_wide_node;

/// Where its children are: first nodes, then bodies, each kind side by side. Children lie behind
/// parents.
typedef struct cd_wide_link {
    int node, body; ///< the first of each kind
} cd_wide_link;

/// A node to be visited, at a distance.
typedef struct cd_wide_visit {
    int node;
    float t;
} cd_wide_visit;

/// Enough for the children of two nodes on each level, as deep as cd_bvh_build goes.
enum { CD_WIDE_STACK = 2 * CD_WIDE_CHILDREN * (CD_BVH_DEPTH + 1) };

/// What rounding to single precision and back may lose of a box.
#define CD_WIDE_SLACK 0x1p-20

static inline const cd_wide_node *cd_wide_nodes(const cd_wide_bvh *tree) {
    return tree->nodes.memory;
}

static inline const cd_wide_link *cd_wide_links(const cd_wide_bvh *tree) {
    return tree->links.memory;
}

/// The balls around the bodies of a tree, siblings side by side; reach is negative, or -0, where it
/// is not the body itself.
static inline const cd_body_sphere *cd_wide_spheres(const cd_wide_bvh *tree) {
    return tree->balls.memory;
}

/// The shape of a body: its ball, written to `room`, where it is that, as the body itself is seldom
/// in the cache.
static inline const cd_shape *cd_wide_shape(const cd_world *w, int index,
                                            const cd_body_sphere *ball, cd_shape *room) {
    if (!ball || signbit(ball->reach))
        return &cd_stored_bodies(w)[index].body.shape;
    room->kind = CD_SPHERE;
    room->dim = w->dim;
    room->radius = ball->reach;
    room->as.center = ball->middle;
    return room;
}

/// Their indices.
static inline const int *cd_wide_bodies(const cd_wide_bvh *tree) { return tree->bodies.memory; }

/// The boxes of all nodes in single precision; the first is that of the whole tree.
typedef struct cd_wide_box {
    float min[3], max[3];
} cd_wide_box;

static inline const cd_wide_box *cd_wide_boxes(const cd_wide_bvh *tree) {
    return tree->ranges.memory;
}

/// How many children are nodes; how many there are.
static inline int cd_wide_inner_count(const cd_wide_node *node) { return node->unit >> 8 & 255; }
static inline int cd_wide_child_count(const cd_wide_node *node) { return node->unit & 255; }

/// Bit k: there is a child k; it is a node.
static inline unsigned cd_wide_children(const cd_wide_node *node) {
    return (1u << cd_wide_child_count(node)) - 1;
}
static inline unsigned cd_wide_inner(const cd_wide_node *node) {
    return (1u << cd_wide_inner_count(node)) - 1;
}

/// The low corner of a node, and a number.
static inline cd_lanes cd_wide_corner(const cd_wide_node *node) { return cd_lanes_load(node->low); }

/// The unit of a node, and 1 / unit, in all lanes.
enum { CD_UNIT_BITS = 0x7f800000, CD_UNIT_INVERSE = 0x7f000000 };
static inline cd_lanes cd_wide_unit(const cd_wide_node *node) {
    int32_t unit = (int32_t)(node->unit & CD_UNIT_BITS);
    return (cd_lanes)(cd_lanes_int){unit, unit, unit, unit};
}
static inline cd_lanes cd_wide_per_length(const cd_wide_node *node) {
    return (cd_lanes)(CD_UNIT_INVERSE - (cd_lanes_int)cd_wide_unit(node));
}

/// Updates the list of unbounded bodies and the first `count` trees: 1: that of still bodies. False
/// without memory.
bool cd_update_trees(cd_world *world, int count);

/// The places of the bits that are set, a byte each, the lowest first.
extern const uint64_t cd_wide_bit_places[256];

/// Writes `first` + the place of each bit behind a list, and numbers up to the eighth behind these;
/// returns the new count.
static inline int cd_wide_append_bits(int *list, int count, unsigned bits, int first) {
    cd_lanes_int places[2];
    cd_lanes_of_bytes(cd_wide_bit_places[bits], places);
    for (int half = 0; half < 2; half++) {
        places[half] += first;
        memcpy(list + count + 4 * half, &places[half], sizeof places[half]);
    }
    return count + __builtin_popcount(bits);
}

#endif
