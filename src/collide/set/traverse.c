// Branch and bound over the trees of two sets, depth first: a stack holds pairs of nodes, and the
// nearest of new pairs goes on top. Each step replaces a pair by up to eight that are one level
// deeper on one side, so the stack holds at most seven pairs for every level of both trees; a mesh
// in a compound is a tree below a leaf.
#include "collide/set/traverse.h"
#include "collide/cast/ray_triangle.h"
#include "collide/math/trace.h"
#include "collide/narrow/zonotope.h"
#include "collide/set/node_bound.h"
#include "collide/shape/core.h"
#include "collide/shape/set.h"
#include "collide/shape/set_tree.h"
#include "collide/shape/wide_near.h"
#include "collide/shape/wide_ray.h"

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

static cd_vec offset_of(const cd_traversal_side *s, tree_node at) {
    const cd_shape *set = s->shape;
    return at.mesh == CD_WHOLE
               ? set->as.set.offset
               : cd_add(set->as.set.offset, set->as.set.core->shapes[at.mesh].as.set.offset);
}

static bool is_leaf(tree_node at) { return at.node < 0; }

// The item of a compound that is a mesh is the root of the mesh's tree.
static tree_node enter_mesh(const cd_traversal_side *s, tree_node at) {
    const cd_set *set = s->shape->as.set.core;
    if (at.mesh != CD_WHOLE || !is_leaf(at) || set->triangles)
        return at;
    int part = set->items[~at.node];
    return cd_is_mesh(&set->shapes[part]) ? (tree_node){part, 0} : at;
}

static cd_node_volume volume_of(const cd_traversal_side *s, tree_node at) {
    if (at.node == UNBOUNDED) {
        return (cd_node_volume){s->root_box, cd_is_unbounded(s->root_part) ? s->root_part : NULL};
    }
    const cd_set *set = set_of(s, at);
    cd_bounds box =
        is_leaf(at) ? cd_set_part_box(set, set->items[~at.node]) : cd_set_node_box(set, at.node);
    const cd_vec v = offset_of(s, at);
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

// A set with a radius, which only a world makes (world/body/thin.h), gives it to each of its parts.
cd_shape cd_set_part_at(const cd_shape *shape, cd_part at) {
    if (at.part == CD_WHOLE)
        return *shape;
    cd_shape part = cd_shape_part(shape, at.part);
    if (at.node != CD_WHOLE)
        part = cd_shape_part(&part, at.node);
    if (shape->radius > 0)
        cd_shape_grow(&part, shape->radius);
    return part;
}

// --------------------------------------------------------------------------------------- traversal

// The bound of two volumes, that of a before it is moved by the shift.
static double pair_bound(const cd_traversal *t, cd_node_volume a, const cd_node_volume *b) {
    a.box = (cd_bounds){cd_add(a.box.min, t->shift), cd_add(a.box.max, t->shift)};
    const double bound = t->motion
                             ? cd_time_bound(&a, b, *t->motion, t->inverse, t->slack, t->begin)
                             : cd_distance_bound(&a, b, t->shift, t->a.shape->dim);
    assert(!isnan(bound));
    return bound;
}

static double extent_sum(const cd_node_volume *v) {
    cd_vec d = cd_sub(v->box.max, v->box.min);
    return d.x + d.y + d.z;
}

// Inserts a pair above those from `bottom` on that are farther.
static void push_pair(const cd_traversal *t, node_pair *stack, int bottom, int *count,
                      node_pair p) {
    cd_node_volume b = volume_of(&t->b, p.b);
    p.bound = pair_bound(t, volume_of(&t->a, p.a), &b);
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

void cd_trace_node(const cd_tree_place *at, int node, bool of_a) {
    const cd_bounds box = cd_set_node_box(at->set, node);
    cd_trace_put(&(cd_trace_step){.kind = CD_STEP_NODE,
                                  .part_a = of_a ? node : -1,
                                  .part_b = of_a ? -1 : node,
                                  .a = {cd_add(box.min, at->offset), cd_add(box.max, at->offset)}});
}

static void push_children(const cd_traversal *t, node_pair *stack, int *count, const node_pair *p) {
    bool a = splits_a(t, p);
    const cd_traversal_side *s = a ? &t->a : &t->b;
    tree_node at = a ? p->a : p->b;
    const cd_set *set = set_of(s, at);
    const cd_vec still = {0, 0, 0};
    if (CD_TRACES)
        cd_trace_node(
            &(cd_tree_place){set, cd_add(offset_of(s, at), a ? t->shift : still), at.mesh}, at.node,
            a);
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
    while (count > 0 && t->limit > -INFINITY) {
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

// ----------------------------------------------------------------- one tree and a convex shape

// Eight boxes at a time, the nearest child first. The boxes of the tree, rounded outwards to single
// precision and to 8 bits, leave out most items; the bound of the caller, from the exact box,
// decides about the others.

// convex: the other shape, moved if it is a; other: its volume, of a before it is moved.
typedef struct {
    cd_traversal *t;
    bool of_b;
    cd_tree_place at;
    const cd_shape *convex;
    cd_node_volume other;
    bool is_ray; // at triangles in space without a radius: origin + t motion, as seen from the tree
    cd_vec origin, motion;
    bool is_zonotope; // the convex shape, at triangles in space, as seen from the tree
    cd_zonotope zonotope;
} tree_walk;

static bool walk(tree_walk *w);

static double bound_of(const tree_walk *w, cd_bounds box) {
    const cd_node_volume v = {{cd_add(box.min, w->at.offset), cd_add(box.max, w->at.offset)}, NULL};
    return w->of_b ? pair_bound(w->t, w->other, &v) : pair_bound(w->t, v, &w->other);
}

// Whether a triangle certainly does not touch the ray, to within the slack.
static inline bool is_passed(const tree_walk *w, int number) {
    const int *t = w->at.set->triangles[number];
    cd_vec4 from[3], origin = cd_vec4_of(w->origin);
    for (int i = 0; i < 3; i++)
        from[i] = cd_vec4_of(w->at.set->vertices[t[i]]) - origin;
    return cd_line_passes_triangle(cd_vec4_of(w->motion), from, 4 * w->t->slack);
}

// Whether a triangle is certainly beyond the limit, by a few axes that tell it from the other
// shape.
static inline bool is_beyond(const tree_walk *w, int number) {
    const cd_traversal *t = w->t;
    const int *corners = w->at.set->triangles[number];
    cd_vec v[3];
    for (int i = 0; i < 3; i++)
        v[i] = w->at.set->vertices[corners[i]];
    if (!t->motion)
        return cd_zonotope_is_beyond(&w->zonotope, v, t->limit + t->slack);
    return cd_zonotope_passes_triangle(&w->zonotope, w->motion, v, 4 * t->slack, t->begin,
                                       t->limit);
}

// Visits an item unless its bound is beyond the limit. That of a compound may be a mesh.
static __attribute__((noinline)) void visit_item(void *context, int item) {
    const tree_walk *w = context;
    cd_traversal *t = w->t;
    if (CD_TRACES && item < 0) { // a node that is opened
        cd_tree_place seen = w->at;
        seen.offset = w->of_b ? seen.offset : cd_add(seen.offset, t->shift);
        cd_trace_node(&seen, ~item, !w->of_b);
        return;
    }
    int number = w->at.set->items[item];
    cd_tree_place mesh = w->at;
    if (cd_enter_mesh(&mesh, number)) {
        tree_walk inner = *w;
        inner.at = mesh;
        const tree_node at = {number, 0}, whole = {CD_WHOLE, UNBOUNDED};
        if (!walk(&inner))
            traverse_roots(t, w->of_b ? whole : at, w->of_b ? at : whole);
        return;
    }
    const bool by_axes = w->is_zonotope && !t->motion; // which tell more than the boxes do
    double bound = by_axes ? -INFINITY : bound_of(w, cd_set_part_box(w->at.set, number));
    if (!(bound <= t->limit && bound < INFINITY) || (w->is_zonotope && is_beyond(w, number)))
        return;
    const cd_part whole = {CD_WHOLE, CD_WHOLE}, part = cd_part_at(&w->at, number);
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
    cd_vec v = cd_sub(w->of_b ? w->t->shift : cd_negate(w->t->shift), w->at.offset);
    return (cd_bounds){cd_add(w->other.box.min, v), cd_add(w->other.box.max, v)};
}

// ----------------------------------------------------------------------------------------- by time

static void visit_unless_passed(void *context, int item) {
    const tree_walk *w = context;
    if (!w->is_ray || (CD_TRACES && item < 0) || !is_passed(w, w->at.set->items[item]))
        visit_item(context, item);
}

CD_HOT static void walk_along_ray(tree_walk *w, const cd_wide_ray *r) {
    cd_wide_walk_ray(r, w->at.set->nodes, w->at.set->links, &w->t->limit, visit_unless_passed, w);
}

// ------------------------------------------------------------------------------------- by distance

static bool find_near(const tree_walk *w, cd_wide_near *near) {
    cd_wide_frame frame = cd_set_frame(w->at.set);
    bool ball = cd_has_point_core(w->convex);
    cd_bounds box = other_box(w);
    if (ball) {
        cd_vec middle = cd_sub(w->convex->as.center, w->at.offset);
        if (!w->of_b)
            middle = cd_sub(middle, w->t->shift);
        box = (cd_bounds){middle, middle};
    }
    return cd_wide_near_of(near, &frame, w->at.set->dim, box, ball ? w->convex->radius : 0,
                           4 * w->t->slack);
}

CD_HOT static void walk_near(tree_walk *w, const cd_wide_near *near) {
    cd_wide_walk_near(near, w->at.set->nodes, w->at.set->links, &w->t->limit, visit_item, w);
}

// -------------------------------------------------------------------------------------------- walk

// Sees the convex shape from the tree, where it is a zonotope at triangles.
static void see_zonotope(tree_walk *w) {
    const cd_shape *shape = w->of_b ? w->t->b.shape : w->t->a.shape;
    w->is_zonotope = !w->is_ray && w->at.set->triangles && w->at.set->dim == 3 &&
                     shape->radius == 0 && cd_zonotope_of(&w->zonotope, w->convex);
    if (!w->is_zonotope)
        return;
    cd_vec v = cd_sub(w->of_b ? (cd_vec){0, 0, 0} : cd_negate(w->t->shift), w->at.offset);
    w->zonotope.middle = cd_add(w->zonotope.middle, v);
    if (w->t->motion)
        w->motion = w->of_b ? *w->t->motion : cd_negate(*w->t->motion);
}

// False where the shape is too far away for single precision.
static bool walk(tree_walk *w) {
    const cd_traversal *t = w->t;
    const cd_shape *shape = w->of_b ? t->b.shape : t->a.shape;
    w->is_ray = t->motion && w->convex->kind == CD_POINT && w->at.set->dim == 3 &&
                w->at.set->triangles && shape->radius == 0;
    see_zonotope(w);
    if (!t->motion) {
        cd_wide_near near;
        const bool has_room = find_near(w, &near);
        if (has_room)
            walk_near(w, &near);
        return has_room;
    }
    cd_bounds box = other_box(w);
    cd_vec half = cd_sub(cd_scale(box.max, 0.5), cd_scale(box.min, 0.5));
    cd_vec middle = cd_add(box.min, half), motion = *t->motion;
    cd_wide_frame frame = cd_set_frame(w->at.set);
    assert(frame.scale > 0);
    double slack = 4 * t->slack;
    w->origin = middle;
    if (w->is_ray)
        w->motion = motion;
    cd_wide_ray ray;
    if (cd_wide_ray_enter(&ray, &frame, w->at.set->node_boxes, middle,
                          cd_add(half, (cd_vec){slack, slack, slack}),
                          w->of_b ? motion : cd_negate(motion), t->begin, t->limit))
        walk_along_ray(w, &ray);
    return true;
}

// Visits the pairs of a bounded convex shape, the root of one side, and the parts in the tree of
// the other (of_b: that of b); false where the shape is too far away for single precision.
static bool walk_tree(cd_traversal *t, bool of_b) {
    const cd_shape *shape = of_b ? t->b.shape : t->a.shape;
    const cd_shape *convex = of_b ? t->a.root_part : t->b.root_part;
    cd_shape moved;
    if (of_b && !cd_is_zero(t->shift)) {
        moved = *convex;
        cd_shape_move(&moved, t->shift);
        convex = &moved;
    }
    tree_walk w; // not initialised as a whole: it is large
    w.t = t;
    w.of_b = of_b;
    w.at = (cd_tree_place){shape->as.set.core, shape->as.set.offset, CD_WHOLE};
    w.convex = convex;
    w.other = (cd_node_volume){of_b ? t->a.root_box : t->b.root_box, NULL};
    return walk(&w);
}

// ------------------------------------------------------------------------------------------- all

static bool is_bounded_part(const cd_traversal_side *s, tree_node at) {
    return at.node == UNBOUNDED && at.mesh == CD_WHOLE && !cd_is_unbounded(s->root_part);
}

// The traversal from two roots.
static void traverse_pair(cd_traversal *t, tree_node root_a, tree_node root_b) {
    const bool walks_b = is_bounded_part(&t->a, root_a) && !is_leaf(root_b);
    const bool walks_a = is_bounded_part(&t->b, root_b) && !is_leaf(root_a);
    if (!(walks_a || walks_b) || !walk_tree(t, walks_b))
        traverse_roots(t, root_a, root_b);
}

// The boxes of a tree are rounded where it was built, which need not be where it is, and so are the
// vertices of a polygon or hull.
static double rounded_size(const cd_shape *s) {
    return cd_is_set(s) ? cd_set_size(s) : cd_max(cd_set_largest_coordinate(s), cd_built_size(s));
}

// The boxes of a tree do not hold the radius of its set.
static double radius_of_set(const cd_shape *s) { return cd_is_set(s) ? s->radius : 0; }

double cd_traversal_slack(const cd_shape *a, const cd_shape *b, cd_vec shift) {
    return 16 * DBL_EPSILON * rounded_size(a) + 16 * DBL_EPSILON * rounded_size(b) +
           radius_of_set(a) + radius_of_set(b) + 16 * DBL_EPSILON * cd_max_abs(shift);
}

void cd_traverse(cd_traversal *t, const cd_shape *a, const cd_shape *b) {
    assert(a->dim == b->dim && t->visit);
    if (t->motion)
        t->inverse = (cd_vec){1 / t->motion->x, 1 / t->motion->y, 1 / t->motion->z};
    t->a.shape = a;
    t->b.shape = b;
    cd_shape part_a, part_b;
    for (int i = 0; i < root_count(a); i++) {
        tree_node root_a = root(&t->a, i, &part_a);
        for (int k = 0; k < root_count(b) && t->limit > -INFINITY; k++)
            traverse_pair(t, root_a, root(&t->b, k, &part_b));
    }
}
