// The traversal of two trees of boxes at once, on which the queries of sets are built. A set of
// convex parts is a tree, a convex shape a tree of one leaf.
#ifndef COLLIDE_SET_TRAVERSE_H
#define COLLIDE_SET_TRAVERSE_H

#include "collide/collide.h"

/// Names a convex part of a shape: part `part` of a set or, where the shape is convex, itself; of a
/// compound's part that is a mesh, its triangle `node`.
typedef struct cd_part {
    int part, node;
} cd_part;

static inline bool cd_is_same_part(cd_part p, cd_part q) {
    return p.part == q.part && p.node == q.node;
}

/// Stands for a part as a whole where the number of a part or of a triangle would be.
enum { CD_WHOLE = -1 };

/// The number of a part; of a triangle of a compound's part, that; -1 of a convex shape.
static inline int cd_part_number(cd_part at) { return at.node == CD_WHOLE ? at.part : at.node; }

typedef struct cd_traversal_side {
    const cd_shape *shape;
    const cd_shape *root_part; ///< the root at hand, where it is one convex part, not a tree
    cd_bounds root_box;        ///< around root_part, where it is bounded
} cd_traversal_side;

/// A traversal of all pairs of convex parts of a, moved by `shift`, and b. Every pair has a value:
/// its signed distance or, where there is a motion, the time at which a touches b, moving along it.
/// `visit` is called for the pairs of which a lower bound (node_bound.h) is <= limit, nearer nodes
/// first, and may lower or raise the limit: with -infinity it ends the traversal.
typedef struct cd_traversal {
    cd_vec shift;
    double limit;
    const cd_vec *motion; ///< NULL: the values are distances
    double begin;         ///< pairs do not count that touch before this time only
    double slack;         ///< cd_traversal_slack of the shapes and the shift
    void (*visit)(struct cd_traversal *, const cd_shape *a, const cd_shape *b, cd_part part_a,
                  cd_part part_b);
    void *context;
    // Set by cd_traverse: the bound of the pair that is visited, and what the bounds need.
    double visited;
    cd_vec inverse; ///< 1 / motion
    cd_traversal_side a, b;
} cd_traversal;

/// The tree of a set or, where `mesh` is not CD_WHOLE, of that part of a compound, and where it is.
typedef struct cd_tree_place {
    const cd_set *set;
    cd_vec offset;
    int mesh;
} cd_tree_place;

/// Steps into a part if it is a mesh.
static inline bool cd_enter_mesh(cd_tree_place *at, int part) {
    const cd_shape *shape = at->set->shapes ? &at->set->shapes[part] : NULL;
    if (!shape || !cd_is_mesh(shape))
        return false;
    *at = (cd_tree_place){shape->as.set.core, cd_add(at->offset, shape->as.set.offset), part};
    return true;
}

/// The name of a part in that tree.
static inline cd_part cd_part_at(const cd_tree_place *at, int number) {
    return at->mesh == CD_WHOLE ? (cd_part){number, CD_WHOLE} : (cd_part){at->mesh, number};
}

/// Records that a node was opened (math/trace.h), of the first shape or the other.
void cd_trace_node(const cd_tree_place *at, int node, bool of_a);

/// The convex part of a shape of that name.
cd_shape cd_set_part_at(const cd_shape *shape, cd_part part);

void cd_traverse(cd_traversal *traversal, const cd_shape *a, const cd_shape *b);

/// By how much parts of a, moved by `shift`, and b may be nearer than the boxes that hold them: the
/// rounding of a difference of coordinates, 16 ulps of the largest, and the radii of sets.
double cd_traversal_slack(const cd_shape *a, const cd_shape *b, cd_vec shift);

#endif
