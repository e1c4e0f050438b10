// Branch and bound over the trees of two sets, depth first: a stack holds pairs of nodes, and the
// nearest of new pairs goes on top. Each step replaces a pair by up to eight that are one level
// deeper on one side, so the stack holds at most seven pairs for every level of both trees; a mesh
// in a compound is a tree below a leaf.
#include "collide/set/traverse.h"
#include "collide/set/tree_walk.h"
#include "collide/shape/core.h"
#include "collide/shape/set.h"
#include "collide/shape/set_tree.h"

#include <assert.h>
#include <float.h>
#include <limits.h>

// Seven pairs for every level of two trees on each side, and the pair that is split.
enum { STACK_MAX = (CD_WIDE_CHILDREN - 1) * 2 * 2 * (CD_BVH_DEPTH + 1) + 1 };

// A node of the set's own tree (mesh CD_WHOLE), or of the tree of the mesh that is part `mesh`; or
// the complement (~) of the place of an item there. With node UNBOUNDED: the part `mesh` itself,
// which is unbounded; with mesh CD_WHOLE, too, the shape itself, which is convex.
typedef struct {
    int mesh, node;
} tree_node;

enum { UNBOUNDED = INT_MIN };

typedef struct {
    tree_node a, b;
    double bound;
} node_pair;

// --------------------------------------------------------------------------------------- the trees

static const cd_set *set_of(const cd_traversal_side *s, tree_node at) {
    const cd_set *set = s->shape->as.set.core;
    return at.mesh == CD_WHOLE ? set : set->shapes[at.mesh].as.set.core;
}

static bool is_leaf(tree_node at) { return at.node < 0; }

// The item of a compound that is a mesh is the root of the mesh's tree.
static tree_node enter_mesh(const cd_traversal_side *s, tree_node at) {
    const cd_set *set = s->shape->as.set.core;
    if (at.mesh != CD_WHOLE || !is_leaf(at) || set->triangles)
        return at;
    int part = set->items[~at.node];
    return set->shapes[part].kind == CD_MESH ? (tree_node){part, 0} : at;
}

static cd_node_volume volume_of(const cd_traversal_side *s, tree_node at) {
    if (at.node == UNBOUNDED) {
        return (cd_node_volume){s->root_box, cd_is_unbounded(s->root_part) ? s->root_part : NULL};
    }
    const cd_set *set = set_of(s, at);
    cd_bounds box =
        is_leaf(at) ? cd_set_part_box(set, set->items[~at.node]) : cd_set_node_box(set, at.node);
    cd_vec v = s->shape->as.set.offset;
    if (at.mesh != CD_WHOLE)
        v = cd_add(v, s->shape->as.set.core->shapes[at.mesh].as.set.offset);
    return (cd_node_volume){{cd_add(box.min, v), cd_add(box.max, v)}, NULL};
}

static cd_part part_of(const cd_traversal_side *s, tree_node at) {
    if (at.node == UNBOUNDED)
        return (cd_part){at.mesh, CD_WHOLE};
    int part = set_of(s, at)->items[~at.node];
    return at.mesh == CD_WHOLE ? (cd_part){part, CD_WHOLE} : (cd_part){at.mesh, part};
}

// The roots of a set are its unbounded parts and the tree of the others.
static int root_count(const cd_shape *s) {
    if (!cd_is_set(s))
        return 1;
    return s->as.set.core->unbounded_count + (s->as.set.core->node_count > 0);
}

// Root i of a side; `room` is for a part of a set.
static tree_node root(cd_traversal_side *s, int i, cd_shape *room) {
    const cd_set *set = cd_is_set(s->shape) ? s->shape->as.set.core : NULL;
    if (set && i == set->unbounded_count)
        return (tree_node){CD_WHOLE, 0};
    tree_node at = {set ? set->unbounded[i] : CD_WHOLE, UNBOUNDED};
    if (set)
        *room = cd_set_part_at(s->shape, (cd_part){at.mesh, CD_WHOLE});
    s->root_part = set ? room : s->shape;
    s->root_box = cd_shape_bounds(s->root_part);
    return at;
}

// --------------------------------------------------------------------------------------- traversal

static double extent_sum(const cd_node_volume *v) {
    cd_vec d = cd_sub(v->box.max, v->box.min);
    return d.x + d.y + d.z;
}

// Inserts a pair above those from `bottom` on that are farther.
static void push_pair(const cd_traversal *t, node_pair *stack, int bottom, int *count,
                      node_pair p) {
    cd_node_volume b = volume_of(&t->b, p.b);
    p.bound = cd_traversal_bound(t, volume_of(&t->a, p.a), &b);
    if (!(p.bound <= t->limit && p.bound < INFINITY))
        return;
    int i = (*count)++;
    for (; i > bottom && stack[i - 1].bound < p.bound; i--)
        stack[i] = stack[i - 1];
    stack[i] = p;
    assert(*count <= STACK_MAX);
}

// Whether to replace the node of a by its children: the larger of the two nodes is.
static bool splits_a(const cd_traversal *t, const node_pair *p) {
    if (is_leaf(p->a) || is_leaf(p->b))
        return is_leaf(p->b);
    cd_node_volume a = volume_of(&t->a, p->a), b = volume_of(&t->b, p->b);
    return extent_sum(&a) >= extent_sum(&b);
}

static void push_children(const cd_traversal *t, node_pair *stack, int *count, const node_pair *p) {
    bool a = splits_a(t, p);
    const cd_traversal_side *s = a ? &t->a : &t->b;
    tree_node at = a ? p->a : p->b;
    const cd_set *set = set_of(s, at);
    int inner = cd_wide_inner_count(&set->nodes[at.node]), bottom = *count;
    cd_wide_link link = set->links[at.node];
    for (int k = 0; k < cd_wide_child_count(&set->nodes[at.node]); k++) {
        tree_node child = {at.mesh, k < inner ? link.node + k : ~(link.item + k - inner)};
        child = enter_mesh(s, child);
        push_pair(t, stack, bottom, count, (node_pair){a ? child : p->a, a ? p->b : child, 0});
    }
}

static void traverse_roots(cd_traversal *t, tree_node root_a, tree_node root_b) {
    node_pair stack[STACK_MAX];
    int count = 0;
    push_pair(t, stack, 0, &count, (node_pair){root_a, root_b, 0});
    while (count > 0) {
        node_pair p = stack[--count];
        if (!(p.bound <= t->limit))
            continue;
        if (!is_leaf(p.a) || !is_leaf(p.b)) {
            push_children(t, stack, &count, &p);
            continue;
        }
        cd_part part_a = part_of(&t->a, p.a), part_b = part_of(&t->b, p.b);
        cd_shape a = cd_set_part_at(t->a.shape, part_a), b = cd_set_part_at(t->b.shape, part_b);
        if (!cd_is_zero(t->shift))
            cd_shape_move(&a, t->shift);
        t->visited = p.bound;
        t->visit(t, &a, &b, part_a, part_b);
    }
}

static bool is_bounded_part(const cd_traversal_side *s, tree_node at) {
    return at.node == UNBOUNDED && at.mesh == CD_WHOLE && !cd_is_unbounded(s->root_part);
}

// The traversal from two roots.
static void traverse_pair(cd_traversal *t, tree_node root_a, tree_node root_b) {
    if (is_bounded_part(&t->a, root_a) && !is_leaf(root_b))
        cd_walk_tree(t, true);
    else if (is_bounded_part(&t->b, root_b) && !is_leaf(root_a))
        cd_walk_tree(t, false);
    else
        traverse_roots(t, root_a, root_b);
}

// The boxes of a tree are rounded where it was built, which need not be where it is, and so are the
// vertices of a polygon or hull.
static double rounded_size(const cd_shape *s) {
    return cd_is_set(s) ? cd_set_size(s) : cd_max(cd_set_reach(s), cd_built_size(s));
}

// The boxes of a tree do not hold the radius of its set.
static double radius_of_set(const cd_shape *s) { return cd_is_set(s) ? s->radius : 0; }

double cd_traversal_slack(const cd_shape *a, const cd_shape *b, cd_vec shift) {
    return 16 * DBL_EPSILON * rounded_size(a) + 16 * DBL_EPSILON * rounded_size(b) +
           radius_of_set(a) + radius_of_set(b) + 16 * DBL_EPSILON * cd_max_abs(shift);
}

void cd_traverse(cd_traversal *t, const cd_shape *a, const cd_shape *b) {
    assert(a->dim == b->dim && t->bound && t->visit);
    t->a.shape = a;
    t->b.shape = b;
    cd_shape part_a, part_b;
    for (int i = 0; i < root_count(a); i++) {
        tree_node root_a = root(&t->a, i, &part_a);
        for (int k = 0; k < root_count(b); k++)
            traverse_pair(t, root_a, root(&t->b, k, &part_b));
    }
}
