// Branch and bound over the trees of two sets, depth first: a stack holds pairs of nodes, and the
// nearer of two new pairs goes on top. Each step replaces a pair by two that are one level deeper
// on one side, so the stack holds at most one pair for every level of both trees; a mesh in a
// compound is a tree below a leaf.
#include "collide/set/traverse.h"
#include "collide/shape/bvh.h"
#include "collide/shape/core.h"
#include "collide/shape/set.h"

#include <assert.h>
#include <float.h>

// One pair for every level of two trees on each side, and the pair that is split.
enum { STACK_MAX = 2 * 2 * (CD_BVH_DEPTH + 1) + 2 };

// Stands for a part as a whole where the number of a part, mesh or node would be.
enum { WHOLE = -1 };

// A node of the set's own tree (mesh WHOLE), or of the tree of the mesh that is part `mesh`. With
// node WHOLE: the part `mesh` itself, which is unbounded; with mesh WHOLE, too, the shape itself,
// which is convex.
typedef struct {
    int mesh, node;
} tree_node;

typedef struct {
    tree_node a, b;
    double bound;
} node_pair;

// --------------------------------------------------------------------------------------- the trees

static const cd_set *set_of(const cd_traversal_side *s, tree_node at) {
    const cd_set *set = s->shape->as.set.core;
    return at.mesh == WHOLE ? set : set->shapes[at.mesh].as.set.core;
}

static bool is_whole(tree_node at) { return at.node == WHOLE; }

// A compound's leaf that is a mesh is the root of the mesh's tree.
static tree_node enter_mesh(const cd_traversal_side *s, tree_node at) {
    const cd_set *set = s->shape->as.set.core;
    if (at.mesh != WHOLE || is_whole(at) || set->nodes[at.node].right > 0 || set->triangles)
        return at;
    int part = set->nodes[at.node].part;
    return set->shapes[part].kind == CD_MESH ? (tree_node){part, 0} : at;
}

static bool is_leaf(const cd_traversal_side *s, tree_node at) {
    return is_whole(at) || set_of(s, at)->nodes[at.node].right == 0;
}

static cd_node_volume volume_of(const cd_traversal_side *s, tree_node at) {
    if (is_whole(at)) {
        return (cd_node_volume){s->root_box, cd_is_unbounded(&s->root_part) ? &s->root_part : NULL};
    }
    cd_bounds box = set_of(s, at)->nodes[at.node].box;
    cd_vec v = s->shape->as.set.offset;
    if (at.mesh != WHOLE)
        v = cd_add(v, s->shape->as.set.core->shapes[at.mesh].as.set.offset);
    return (cd_node_volume){{cd_add(box.min, v), cd_add(box.max, v)}, NULL};
}

static cd_part part_of(const cd_traversal_side *s, tree_node at) {
    if (is_whole(at))
        return (cd_part){at.mesh, WHOLE};
    int part = set_of(s, at)->nodes[at.node].part;
    return at.mesh == WHOLE ? (cd_part){part, WHOLE} : (cd_part){at.mesh, part};
}

// A set with a radius, which only a world makes (world/thin.h), gives it to each of its parts.
cd_shape cd_set_part_at(const cd_shape *shape, cd_part at) {
    if (at.part == WHOLE)
        return *shape;
    cd_shape part = cd_shape_part(shape, at.part);
    if (at.node != WHOLE)
        part = cd_shape_part(&part, at.node);
    if (shape->radius > 0)
        cd_shape_grow(&part, shape->radius);
    return part;
}

// The roots of a set are its unbounded parts and the tree of the others.
static int root_count(const cd_shape *s) {
    if (!cd_is_set(s))
        return 1;
    return s->as.set.core->unbounded_count + (s->as.set.core->node_count > 0);
}

static tree_node root(cd_traversal_side *s, int i) {
    const cd_set *set = cd_is_set(s->shape) ? s->shape->as.set.core : NULL;
    if (set && i == set->unbounded_count)
        return enter_mesh(s, (tree_node){WHOLE, 0});
    tree_node at = {set ? set->unbounded[i] : WHOLE, WHOLE};
    s->root_part = cd_set_part_at(s->shape, (cd_part){at.mesh, WHOLE});
    s->root_box = cd_shape_bounds(&s->root_part);
    return at;
}

// --------------------------------------------------------------------------------------- traversal

static double extent_sum(const cd_node_volume *v) {
    cd_vec d = cd_sub(v->box.max, v->box.min);
    return d.x + d.y + d.z;
}

static void push_pair(cd_traversal *t, node_pair *stack, int *count, node_pair p) {
    cd_node_volume a = volume_of(&t->a, p.a), b = volume_of(&t->b, p.b);
    a.box = (cd_bounds){cd_add(a.box.min, t->shift), cd_add(a.box.max, t->shift)};
    p.bound = t->bound(t, &a, &b);
    if (isnan(p.bound)) // boxes beyond the largest number bound nothing
        p.bound = -INFINITY;
    if (p.bound <= t->limit && p.bound < INFINITY)
        stack[(*count)++] = p;
    assert(*count <= STACK_MAX);
}

// Whether to replace the node of a by its children: the larger of the two nodes is.
static bool splits_a(const cd_traversal *t, const node_pair *p) {
    if (is_leaf(&t->a, p->a) || is_leaf(&t->b, p->b))
        return is_leaf(&t->b, p->b);
    cd_node_volume a = volume_of(&t->a, p->a), b = volume_of(&t->b, p->b);
    return extent_sum(&a) >= extent_sum(&b);
}

static void push_children(cd_traversal *t, node_pair *stack, int *count, const node_pair *p) {
    bool a = splits_a(t, p);
    const cd_traversal_side *s = a ? &t->a : &t->b;
    tree_node at = a ? p->a : p->b, left = at, right = at;
    left.node = at.node + 1;
    right.node = set_of(s, at)->nodes[at.node].right;
    left = enter_mesh(s, left);
    right = enter_mesh(s, right);
    int before = *count;
    push_pair(t, stack, count, (node_pair){a ? left : p->a, a ? p->b : left, 0});
    push_pair(t, stack, count, (node_pair){a ? right : p->a, a ? p->b : right, 0});
    if (*count == before + 2 && stack[before].bound < stack[before + 1].bound) {
        node_pair swap = stack[before]; // the nearer one on top
        stack[before] = stack[before + 1];
        stack[before + 1] = swap;
    }
}

static void traverse_roots(cd_traversal *t, tree_node root_a, tree_node root_b) {
    node_pair stack[STACK_MAX];
    int count = 0;
    push_pair(t, stack, &count, (node_pair){root_a, root_b, 0});
    while (count > 0) {
        node_pair p = stack[--count];
        if (!(p.bound <= t->limit))
            continue;
        if (!is_leaf(&t->a, p.a) || !is_leaf(&t->b, p.b)) {
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

// The traversal of one tree against a bounded convex shape, the other root: its box is known, and
// only nodes of the tree are on the stack. In the order of traverse_roots.
typedef struct {
    cd_traversal *t;
    bool of_b;            // the tree is b's
    cd_node_volume other; // around the convex shape
} tree_traversal;

typedef struct {
    tree_node at;
    double bound;
} bounded_node;

static inline bool bound_node(const tree_traversal *s, bounded_node *n) {
    cd_traversal *t = s->t;
    cd_node_volume v = volume_of(s->of_b ? &t->b : &t->a, n->at);
    if (!s->of_b)
        v.box = (cd_bounds){cd_add(v.box.min, t->shift), cd_add(v.box.max, t->shift)};
    n->bound = s->of_b ? t->bound(t, &s->other, &v) : t->bound(t, &v, &s->other);
    if (isnan(n->bound))
        n->bound = -INFINITY;
    return n->bound <= t->limit && n->bound < INFINITY;
}

static void visit_leaf(const tree_traversal *s, tree_node at) {
    cd_traversal *t = s->t;
    const cd_traversal_side *tree = s->of_b ? &t->b : &t->a, *root = s->of_b ? &t->a : &t->b;
    cd_part part = part_of(tree, at), whole = {WHOLE, WHOLE};
    cd_shape shape = cd_set_part_at(tree->shape, part), other = root->root_part;
    if (!cd_is_zero(t->shift))
        cd_shape_move(s->of_b ? &other : &shape, t->shift);
    t->visit(t, s->of_b ? &other : &shape, s->of_b ? &shape : &other, s->of_b ? whole : part,
             s->of_b ? part : whole);
}

static void traverse_tree(const tree_traversal *s, tree_node root) {
    cd_traversal *t = s->t;
    const cd_traversal_side *side = s->of_b ? &t->b : &t->a;
    bounded_node stack[STACK_MAX], n = {root, 0};
    int count = 0;
    if (bound_node(s, &n))
        stack[count++] = n;
    while (count > 0) {
        n = stack[--count];
        if (!(n.bound <= t->limit))
            continue;
        if (is_leaf(side, n.at)) {
            t->visited = n.bound;
            visit_leaf(s, n.at);
            continue;
        }
        bounded_node left = n, right = n;
        left.at.node = n.at.node + 1;
        right.at.node = set_of(side, n.at)->nodes[n.at.node].right;
        left.at = enter_mesh(side, left.at);
        right.at = enter_mesh(side, right.at);
        bool has_left = bound_node(s, &left), has_right = bound_node(s, &right);
        bool left_on_top = has_left && has_right && left.bound < right.bound;
        if (left_on_top)
            stack[count++] = right;
        if (has_left)
            stack[count++] = left;
        if (has_right && !left_on_top)
            stack[count++] = right;
        assert(count <= STACK_MAX);
    }
}

static bool is_bounded_part(const cd_traversal_side *s, tree_node at) {
    return is_whole(at) && at.mesh == WHOLE && !cd_is_unbounded(&s->root_part);
}

// The traversal from two roots.
static void traverse_pair(cd_traversal *t, tree_node root_a, tree_node root_b) {
    bool one_a = is_bounded_part(&t->a, root_a), one_b = is_bounded_part(&t->b, root_b);
    if ((one_a && !is_whole(root_b)) || (one_b && !is_whole(root_a))) {
        tree_traversal s = {t, one_a, volume_of(one_a ? &t->a : &t->b, one_a ? root_a : root_b)};
        if (one_a)
            s.other.box =
                (cd_bounds){cd_add(s.other.box.min, t->shift), cd_add(s.other.box.max, t->shift)};
        traverse_tree(&s, one_a ? root_b : root_a);
    } else {
        traverse_roots(t, root_a, root_b);
    }
}

// The boxes of a tree are rounded where it was built, which need not be where it is.
static double rounded_size(const cd_shape *s) {
    return cd_is_set(s) ? cd_set_size(s) : cd_set_reach(s);
}

// The boxes of a tree do not hold the radius of its set.
static double radius_of_set(const cd_shape *s) { return cd_is_set(s) ? s->radius : 0; }

double cd_traversal_slack(const cd_shape *a, const cd_shape *b) {
    return 16 * DBL_EPSILON * rounded_size(a) + 16 * DBL_EPSILON * rounded_size(b) +
           radius_of_set(a) + radius_of_set(b);
}

void cd_traverse(cd_traversal *t, const cd_shape *a, const cd_shape *b) {
    assert(a->dim == b->dim && t->bound && t->visit);
    t->a.shape = a;
    t->b.shape = b;
    t->slack = cd_traversal_slack(a, b) + 16 * DBL_EPSILON * cd_max_abs(t->shift);
    for (int i = 0; i < root_count(a); i++) {
        tree_node root_a = root(&t->a, i);
        for (int k = 0; k < root_count(b); k++)
            traverse_pair(t, root_a, root(&t->b, k));
    }
}
