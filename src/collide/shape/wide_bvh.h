// A bounding volume hierarchy whose nodes have up to eight children and fill one cache line: a node
// holds their boxes as 8-bit numbers in a frame of its own, so that eight boxes are tested at once
// (Ylitie, Karras, Laine, Efficient Incoherent Ray Traversal on GPUs Through Compressed Wide BVHs,
// 2017). The leaves are items, one each: the parts of a set, or the bodies of a world.
//
// Coordinates are scaled: a point p is at (p - low) * scale in the frame of a tree. What is
// rounded, to single precision or to 8 bits, is rounded outwards or covered by CD_WIDE_SLACK. Where
// a box begins or ends beyond any scale, the scale is 0: all boxes are alike then, and bound
// nothing.
#ifndef COLLIDE_SHAPE_WIDE_BVH_H
#define COLLIDE_SHAPE_WIDE_BVH_H

#include "collide/shape/bvh.h"
#include "collide/simd/lanes.h"

enum {
    CD_WIDE_CHILDREN = 8,
    CD_WIDE_BELOW = 0,             ///< an 8-bit coordinate below those of all children,
    CD_WIDE_ABOVE = UINT8_MAX,     ///< and one above
    CD_WIDE_UNITS = UINT8_MAX - 3, ///< extent of a node: its coordinates are 1 to 254
};

typedef struct cd_wide_node {
    uint8_t side[6][CD_WIDE_CHILDREN]; ///< of each child: least x, y, z, then largest x, y, z, as
                                       ///< 1 + units from low, rounded down and up
    float low[3];                      ///< the least corner of all children
    uint32_t unit; ///< the bits of a float, a power of two; its mantissa, which would be 0, holds
                   ///< 256 * number of children that are nodes + number of children
} cd_wide_node;

/// Where the children of a node are, first those that are nodes, then those that are items; those
/// of each kind side by side. Nodes come after their parents.
typedef struct cd_wide_link {
    int node, item; ///< the first child of each kind
} cd_wide_link;

/// The box of a node in single precision.
typedef struct cd_wide_box {
    float min[3], max[3];
} cd_wide_box;

typedef struct cd_wide_frame {
    cd_vec low;
    double scale;
} cd_wide_frame;

/// A stack of this size holds the nodes that wait in a depth-first traversal which takes two nodes
/// at a time: all children of two nodes on each level, as deep as cd_bvh_split leads.
enum { CD_WIDE_STACK = 2 * CD_WIDE_CHILDREN * (CD_BVH_DEPTH + 1) };

/// Scaled coordinates are 0 to 1 when a tree is built, and up to this when items have moved; where
/// one leaves that range the tree is built anew.
#define CD_WIDE_MOST_COORDINATE 4

/// In scaled coordinates: more than what a box, or a query, is rounded by to single precision,
/// which is half an ulp, at most 2^-23.
/// Without it: tests/collide/world/world_test.c "queries_are_those_of_brute_force"
#define CD_WIDE_SLACK 0x1p-20

// -------------------------------------------------------------------------------------- building

/// No tree over so many items has more nodes.
int cd_wide_most_nodes(int items);

/// Builds the tree over items >= 1 leaves, which it puts in another order: writes its nodes without
/// their boxes, the links, and the parts of the leaves in the order of the items. Returns the
/// number of nodes.
int cd_wide_build(cd_bvh_leaf *leaves, int items, cd_wide_node *nodes, cd_wide_link *links,
                  int *parts);

/// The frame of a tree over items in a box, and a box in a frame.
cd_wide_frame cd_wide_frame_of(cd_bounds all);
cd_wide_box cd_wide_box_of(const cd_wide_frame *frame, cd_bounds box);

/// The box of a node where its frame is; within `all`, the box of the whole tree.
cd_bounds cd_wide_bounds_of(const cd_wide_frame *frame, const cd_wide_box *box, cd_bounds all);

/// Half of the surface of a box.
double cd_wide_area(const cd_wide_box *box);

/// Fits the boxes of a node's children, and that of the node as a whole, to its items and to
/// `boxes` of the nodes below. item_box: that of item k in the frame of the tree. Returns the sum
/// of the areas of the children's boxes, NAN where one leaves the range of the frame.
typedef cd_wide_box cd_wide_item_box(void *context, int k);
double cd_wide_fit_node(cd_wide_node *nodes, const cd_wide_link *links, cd_wide_box *boxes, int n,
                        cd_wide_item_box *item_box, void *context);

/// The same for all nodes of a tree whose nodes come after their parents.
double cd_wide_fit(cd_wide_node *nodes, const cd_wide_link *links, cd_wide_box *boxes, int count,
                   cd_wide_item_box *item_box, void *context);

// ---------------------------------------------------------------------------------------- reading

/// What a traversal does with item k of the tree.
typedef void cd_wide_visitor(void *context, int k);

/// How many children a node has, and how many of them are nodes.
static inline int cd_wide_child_count(const cd_wide_node *node) { return node->unit & 255; }
static inline int cd_wide_inner_count(const cd_wide_node *node) { return node->unit >> 8 & 255; }

/// Bit k is set where there is a child k; where it is a node.
static inline unsigned cd_wide_children(const cd_wide_node *node) {
    return (1u << cd_wide_child_count(node)) - 1;
}
static inline unsigned cd_wide_inner(const cd_wide_node *node) {
    return (1u << cd_wide_inner_count(node)) - 1;
}

/// The least corner of a node in the first three lanes.
static inline cd_lanes cd_wide_corner(const cd_wide_node *node) { return cd_lanes_load(node->low); }

/// The unit of a node, and 1 / unit, in all lanes. The inverse of a power of two 2^e with exponent
/// bits 127 + e has exponent bits 127 - e = 254 - (127 + e).
enum { CD_WIDE_EXPONENT = 0x7f800000, CD_WIDE_EXPONENT_OF_INVERSE = 254 << 23 };
static inline cd_lanes cd_wide_unit(const cd_wide_node *node) {
    int32_t unit = (int32_t)(node->unit & CD_WIDE_EXPONENT);
    return (cd_lanes)(cd_lanes_int){unit, unit, unit, unit};
}
static inline cd_lanes cd_wide_per_length(const cd_wide_node *node) {
    return (cd_lanes)(CD_WIDE_EXPONENT_OF_INVERSE - (cd_lanes_int)cd_wide_unit(node));
}

/// The positions of the bits that are set in an index, a byte each, the lowest first.
extern const uint64_t cd_wide_bit_positions[256];

/// Appends `first` + the position of each bit to a list; returns the new count. It writes eight
/// numbers, whatever the number of bits, so that it needs no loop.
static inline int cd_wide_append_bits(int *list, int count, unsigned bits, int first) {
    cd_lanes_int positions[2];
    cd_lanes_of_bytes(cd_wide_bit_positions[bits], positions);
    for (int half = 0; half < 2; half++) {
        positions[half] += first;
        memcpy(list + count + 4 * half, &positions[half], sizeof positions[half]);
    }
    return count + __builtin_popcount(bits);
}

#endif
