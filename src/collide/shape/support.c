// Vertices, middles, support points and bounds of shapes: of convex shapes from their cores, of
// sets by branch and bound over the tree of their parts.
#include "collide/math/tolerance.h"
#include "collide/shape/bvh.h"
#include "collide/shape/core.h"
#include "collide/shape/set_tree.h"

#include <assert.h>

static const cd_vec up = {0, 1, 0};

int cd_shape_vertex_count(const cd_shape *shape) {
    if (cd_is_set(shape))
        return shape->as.set.core->vertex_count;
    cd_core core;
    cd_core_of(&core, shape);
    return core.kind == CD_CORE_POLYTOPE ? core.vertex_count : 0;
}

cd_vec cd_shape_vertex(const cd_shape *shape, int index) {
    assert(index >= 0 && index < cd_shape_vertex_count(shape));
    if (cd_is_set(shape))
        return cd_add(shape->as.set.core->vertices[index], shape->as.set.offset);
    cd_core core;
    cd_core_of(&core, shape);
    return cd_core_vertex(&core, index);
}

static cd_vec set_middle(const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    int count = set->triangles ? set->vertex_count : set->part_count;
    cd_vec first = {0, 0, 0}, sum = first;
    for (int i = 0; i < count; i++) {
        cd_vec p = set->triangles ? set->vertices[i] : cd_shape_middle(&set->shapes[i]);
        if (i == 0)
            first = p;
        sum = cd_add_scaled(sum, 1.0 / count, cd_sub(p, first));
    }
    return cd_add(cd_add(first, sum), s->as.set.offset);
}

cd_vec cd_shape_middle(const cd_shape *s) {
    if (s->kind <= CD_SPHERE)
        return s->as.center;
    if (s->kind == CD_BOX)
        return s->as.box.center;
    if (s->kind == CD_PLANE)
        return cd_scale(s->as.plane.normal, s->as.plane.offset);
    if (cd_is_set(s))
        return set_middle(s);
    cd_core core;
    cd_core_of(&core, s);
    cd_vec first = cd_core_vertex(&core, 0), sum = {0, 0, 0};
    for (int i = 1; i < core.vertex_count; i++)
        sum = cd_add_scaled(sum, 1.0 / core.vertex_count, cd_sub(cd_core_vertex(&core, i), first));
    return cd_add(first, sum);
}

// The greatest d . x of the points x in a box.
static double height(cd_bounds box, cd_vec d) {
    return cd_max(d.x * box.min.x, d.x * box.max.x) + cd_max(d.y * box.min.y, d.y * box.max.y) +
           cd_max(d.z * box.min.z, d.z * box.max.z);
}

typedef struct {
    cd_vec direction, point;
    double height;
    bool found;
} set_support_point;

static void offer(set_support_point *f, cd_vec p) {
    double h = cd_dot(f->direction, p);
    if (!f->found || h > f->height || isnan(h))
        *f = (set_support_point){f->direction, p, h, true};
}

// A node that waits, or the complement (~) of the place of an item, and its greatest height.
typedef struct {
    int child;
    double most;
} waiting_height;

// Pushes the children of a node, the highest on top.
static int push_children(const cd_shape *s, int n, cd_vec direction, waiting_height *stack,
                         int depth) {
    const cd_set *set = s->as.set.core;
    cd_wide_link link = set->links[n];
    int inner = cd_wide_inner_count(&set->nodes[n]), bottom = depth;
    for (int k = 0; k < cd_wide_child_count(&set->nodes[n]); k++) {
        int child = k < inner ? link.node + k : ~(link.item + k - inner), i = depth++;
        cd_bounds box =
            k < inner ? cd_set_node_box(set, child) : cd_set_part_box(set, set->items[~child]);
        double most = height(box, direction) + cd_dot(direction, s->as.set.offset);
        for (; i > bottom && stack[i - 1].most > most; i--)
            stack[i] = stack[i - 1];
        stack[i] = (waiting_height){child, most};
    }
    return depth;
}

static cd_vec set_support(const cd_shape *s, cd_vec direction) {
    const cd_set *set = s->as.set.core;
    set_support_point f = {.direction = cd_normalized(direction, (cd_vec){0, 1, 0})};
    for (int i = 0; i < set->unbounded_count; i++) {
        cd_shape part = cd_shape_part(s, set->unbounded[i]);
        cd_vec p = cd_support(&part, f.direction);
        if (!cd_is_finite(p))
            return p;
        offer(&f, p);
    }
    double slack = CD_NORMAL_ROUNDING * cd_set_size(s);
    waiting_height stack[CD_WIDE_STACK];
    int depth = set->node_count > 0 ? push_children(s, 0, f.direction, stack, 0) : 0;
    while (depth > 0) {
        waiting_height top = stack[--depth];
        if (f.found && top.most + slack < f.height)
            continue;
        if (top.child >= 0) {
            depth = push_children(s, top.child, f.direction, stack, depth);
        } else {
            cd_shape part = cd_shape_part(s, set->items[~top.child]);
            offer(&f, cd_support(&part, f.direction));
        }
        assert(depth <= CD_WIDE_STACK);
    }
    return f.point;
}

// s * infinity, but 0 where s is 0.
static double infinite(double s) { return s == 0 ? 0 : copysign(INFINITY, s); }

cd_vec cd_support(const cd_shape *s, cd_vec direction) {
    assert(cd_is_in_range(direction));
    if (cd_is_set(s))
        return set_support(s, direction);
    cd_core core;
    cd_core_of(&core, s);
    cd_vec unit = cd_normalized(direction, up);
    if (core.kind == CD_CORE_HALFSPACE) {
        cd_vec middle = cd_shape_middle(s), n = s->as.plane.normal;
        if (cd_equal(unit, n))
            return middle;
        // At infinity in the direction of its part along the surface, or inwards where there is
        // none.
        cd_vec free = cd_slide(unit, n);
        if (cd_is_zero(free))
            free = cd_negate(n);
        return cd_add(middle, (cd_vec){infinite(free.x), infinite(free.y), infinite(free.z)});
    }
    int vertex;
    cd_vec p = cd_core_support_point(&core, unit, &vertex);
    p = cd_add_scaled(p, s->radius, unit);
    if (core.kind == CD_CORE_LINE) {
        double along = cd_dot(core.direction, unit);
        cd_vec d = cd_scale(core.direction, along);
        p = cd_add(p, (cd_vec){infinite(d.x), infinite(d.y), infinite(d.z)});
    }
    return p;
}

static cd_bounds set_bounds(const cd_shape *s) {
    const cd_set *set = s->as.set.core;
    cd_vec v = s->as.set.offset;
    bool has_box = set->node_count > 0;
    cd_bounds box = {{0, 0, 0}, {0, 0, 0}};
    if (has_box)
        box = (cd_bounds){cd_add(set->box.min, v), cd_add(set->box.max, v)};
    for (int i = 0; i < set->unbounded_count; i++) {
        cd_shape part = cd_shape_part(s, set->unbounded[i]);
        cd_bounds other = cd_shape_bounds(&part);
        box = has_box || i > 0 ? cd_bounds_join(box, other) : other;
    }
    return box;
}

// A half-space has an end along an axis only where its normal is that.
static cd_bounds half_space_bounds(const cd_shape *s) {
    const cd_vec n = s->as.plane.normal, end = cd_shape_middle(s);
    cd_bounds box = {{-INFINITY, -INFINITY, s->dim == 3 ? -INFINITY : 0},
                     {INFINITY, INFINITY, s->dim == 3 ? INFINITY : 0}};
    double *const most[3] = {&box.max.x, &box.max.y, &box.max.z};
    double *const least[3] = {&box.min.x, &box.min.y, &box.min.z};
    for (int i = 0; i < 3; i++) {
        const cd_vec axis = {i == 0, i == 1, i == 2};
        if (cd_equal(n, axis))
            *most[i] = cd_dot(end, axis);
        else if (cd_equal(n, cd_negate(axis)))
            *least[i] = cd_dot(end, axis);
    }
    return box;
}

// Around vertices as seen from an offset, and the radius.
static cd_bounds vertex_bounds(const cd_vec *v, int count, cd_vec offset, double radius, int dim) {
    cd_bounds box = {cd_add(offset, v[0]), cd_add(offset, v[0])};
    for (int i = 1; i < count; i++) {
        const cd_vec p = cd_add(offset, v[i]);
        box = cd_bounds_join(box, (cd_bounds){p, p});
    }
    const cd_vec r = {radius, radius, dim == 3 ? radius : 0};
    return (cd_bounds){cd_sub(box.min, r), cd_add(box.max, r)};
}

cd_bounds cd_shape_bounds(const cd_shape *s) {
    if (cd_is_set(s))
        return set_bounds(s);
    if (s->kind == CD_BOX && !s->as.box.rotated && s->radius == 0)
        return (cd_bounds){s->as.box.min, s->as.box.max};
    if (s->kind <= CD_SPHERE) { // as below, for the most frequent shapes
        const cd_vec c = s->as.center, r = {s->radius, s->radius, s->dim == 3 ? s->radius : 0};
        return (cd_bounds){cd_sub(c, r), cd_add(c, r)};
    }
    const cd_vec zero = {0, 0, 0};
    if (s->kind == CD_TRIANGLE)
        return vertex_bounds(s->as.triangle.v, 3, zero, s->radius, s->dim);
    if (cd_has_segment_core(s))
        return vertex_bounds((cd_vec[]){s->as.segment.a, s->as.segment.b}, 2, zero, s->radius,
                             s->dim);
    cd_core core;
    cd_core_of(&core, s);
    if (core.kind == CD_CORE_HALFSPACE)
        return half_space_bounds(s);
    if (core.kind == CD_CORE_POLYTOPE)
        return vertex_bounds(core.vertices, core.vertex_count, core.offset, s->radius, s->dim);
    const cd_vec axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    cd_vec lo[3], hi[3];
    for (int i = 0; i < 3; i++) {
        bool used = i < s->dim;
        hi[i] = used ? cd_support(s, axes[i]) : (cd_vec){0, 0, 0};
        lo[i] = used ? cd_support(s, cd_negate(axes[i])) : (cd_vec){0, 0, 0};
    }
    return (cd_bounds){{lo[0].x, lo[1].y, lo[2].z}, {hi[0].x, hi[1].y, hi[2].z}};
}
