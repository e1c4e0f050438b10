// Depth first, the nearest child first. The boxes of the tree, rounded outwards to single precision
// and to 8 bits, leave out most items; the bound of the caller, from the exact box, decides about
// the others.
#include "collide/set/tree_walk.h"
#include "collide/cast/ray_triangle.h"
#include "collide/shape/core.h"
#include "collide/shape/set_tree.h"
#include "collide/shape/wide_near.h"
#include "collide/shape/wide_ray.h"

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
static __attribute__((noinline)) void visit_item(void *context, int item) {
    const tree_walk *w = context;
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

static void visit_unless_passed(void *context, int item) {
    const tree_walk *w = context;
    if (!w->is_ray || !is_passed(w, w->set->items[item]))
        visit_item(context, item);
}

CD_HOT static void walk_along_ray(tree_walk *w, const cd_wide_ray *r) {
    cd_wide_walk_ray(r, w->set->nodes, w->set->links, &w->t->limit, visit_unless_passed, w);
}

// ------------------------------------------------------------------------------------- by distance

static bool find_near(const tree_walk *w, cd_wide_near *near) {
    cd_wide_frame frame = cd_set_frame(w->set);
    bool ball = cd_has_point_core(w->convex);
    cd_bounds box = other_box(w);
    if (ball) {
        cd_vec middle = cd_sub(w->convex->as.center, w->offset);
        if (!w->of_b)
            middle = cd_sub(middle, w->t->shift);
        box = (cd_bounds){middle, middle};
    }
    return cd_wide_near_of(near, &frame, w->set->dim, box, ball ? w->convex->radius : 0,
                           4 * w->t->slack);
}

CD_HOT static void walk_near(tree_walk *w, const cd_wide_near *near) {
    cd_wide_walk_near(near, w->set->nodes, w->set->links, &w->t->limit, visit_item, w);
}

// ------------------------------------------------------------------------------- in any other case

// By the bounds of the caller, for what has no room in single precision.
static void walk_exactly(tree_walk *w) {
    const cd_set *set = w->set;
    cd_wide_near_child stack[CD_WIDE_STACK];
    int depth = 0;
    stack[depth++] = (cd_wide_near_child){-INFINITY, 0};
    while (depth > 0) {
        cd_wide_near_child top = stack[--depth];
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
        depth = cd_wide_push_near(stack, depth, node, link, within, bounds);
    }
}

static void walk(tree_walk *w) {
    const cd_traversal *t = w->t;
    cd_bounds box = other_box(w);
    cd_wide_near near;
    if (!t->motion && find_near(w, &near)) {
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
