// The parity of the triangles that a ray along +x leaves through (Jordan). The ray is moved aside
// by infinitesimals, y by e and z by e * e, so that it meets no edge and no vertex, and lies in no
// plane (simulation of simplicity, Edelsbrunner and Muecke 1990); the signs are exact.
#include "collide/set/inside.h"
#include "collide/math/predicates.h"
#include "collide/math/trace.h"
#include "collide/set/traverse.h"
#include "collide/shape/set_tree.h"
#include "collide/shape/wide_ray.h"

#include <assert.h>

typedef struct {
    const cd_set *set;
    cd_vec offset, point;
    double limit;   ///< -INFINITY once the point is found to lie on a triangle
    bool is_inside; ///< an odd number of triangles was left so far
} parity_count;

// -------------------------------------------------------------------------------------- a triangle

static bool is_between(double x, double a, double b, double c) {
    return x >= cd_min(cd_min(a, b), c) && x <= cd_max(cd_max(a, b), c);
}

static bool is_in_box(const cd_vec v[3], cd_vec p) {
    return is_between(p.x, v[0].x, v[1].x, v[2].x) && is_between(p.y, v[0].y, v[1].y, v[2].y) &&
           is_between(p.z, v[0].z, v[1].z, v[2].z);
}

// Whether a point in the plane of a triangle is on it: all shadows of the point along the axes are
// on those of the triangle. One of them is one to one; of a triangle that is a segment, two.
static bool is_on_triangle(const cd_vec v[3], cd_vec p) {
    if (!is_in_box(v, p) || cd_orient3(v[0], v[1], v[2], p) != 0)
        return false;
    for (int axis = 0; axis < 3; axis++) {
        const cd_vec a = cd_projected_along(v[0], axis), b = cd_projected_along(v[1], axis),
                     c = cd_projected_along(v[2], axis);
        const cd_vec q = cd_projected_along(p, axis);
        const int s = cd_orient2(a, b, q), t = cd_orient2(b, c, q), u = cd_orient2(c, a, q);
        if ((s > 0 || t > 0 || u > 0) && (s < 0 || t < 0 || u < 0))
            return false;
    }
    return true;
}

// The side of the line from a to b, in the plane, on which q lies after it was moved aside; 0 where
// a is b.
static int side_of(cd_vec a, cd_vec b, cd_vec q) {
    const int side = cd_orient2(a, b, q);
    if (side != 0)
        return side;
    return b.y != a.y ? (b.y < a.y ? 1 : -1) : (b.x > a.x) - (b.x < a.x);
}

// Whether the ray leaves through a triangle on which the point does not lie.
static bool is_left_through(const cd_vec v[3], cd_vec p) {
    const cd_vec a = cd_projected_along(v[0], 0), b = cd_projected_along(v[1], 0),
                 c = cd_projected_along(v[2], 0);
    const cd_vec q = cd_projected_along(p, 0);
    const int side = side_of(a, b, q);
    if (side == 0 || side_of(b, c, q) != side || side_of(c, a, q) != side)
        return false;
    return cd_orient3(v[0], v[1], v[2], p) == -side;
}

static void visit_triangle(void *context, int item) {
    parity_count *count = context;
    if (CD_TRACES && item < 0) { // a node that is opened
        cd_trace_node(&(cd_tree_place){count->set, count->offset, CD_WHOLE}, ~item, false);
        return;
    }
    const int *t = count->set->triangles[count->set->items[item]];
    cd_vec v[3];
    for (int i = 0; i < 3; i++)
        v[i] = cd_add(count->set->vertices[t[i]], count->offset);
    if (is_on_triangle(v, count->point))
        count->limit = -INFINITY;
    else if (is_left_through(v, count->point))
        count->is_inside = !count->is_inside;
}

// ------------------------------------------------------------------------------------------ points

// Whether a point is in the box around a set, grown by more than the rounding of its position.
static bool is_near(const cd_set *set, cd_vec p, double slack) {
    const cd_bounds box = set->box;
    return p.x >= box.min.x - slack && p.x <= box.max.x + slack && p.y >= box.min.y - slack &&
           p.y <= box.max.y + slack && p.z >= box.min.z - slack && p.z <= box.max.z + slack;
}

static int inside_of_solid(const cd_shape *solid, cd_vec p) {
    const cd_set *set = solid->as.set.core;
    const cd_shape point = cd_point(3, p);
    const double slack = 4 * cd_traversal_slack(&point, solid, (cd_vec){0, 0, 0});
    const cd_vec at = cd_sub(p, solid->as.set.offset);
    parity_count count = {set, solid->as.set.offset, p, INFINITY, false};
    if (!is_near(set, at, slack))
        return -1;
    const cd_wide_frame frame = cd_set_frame(set);
    cd_wide_ray ray;
    assert(frame.scale > 0);
    if (cd_wide_ray_enter(&ray, &frame, set->node_boxes, at, (cd_vec){slack, slack, slack},
                          (cd_vec){1, 0, 0}, 0, INFINITY))
        cd_wide_walk_ray(&ray, set->nodes, set->links, &count.limit, visit_triangle, &count);
    if (CD_TRACES)
        cd_trace_formula("the parity of triangles along a ray");
    return count.limit < 0 ? 0 : count.is_inside ? 1 : -1;
}

int cd_inside(const cd_shape *s, cd_vec p) {
    if (s->kind == CD_SOLID)
        return inside_of_solid(s, p);
    int most = -1;
    for (int i = 0; cd_has_inside(s) && i < cd_shape_part_count(s) && most < 1; i++) {
        const cd_shape *part = &s->as.set.core->shapes[i];
        if (part->kind != CD_SOLID)
            continue;
        const cd_shape solid = cd_shape_part(s, i);
        const int side = inside_of_solid(&solid, p);
        most = side > most ? side : most;
    }
    return most;
}

// ------------------------------------------------------------------------------------------ shapes

// Whether the part of a, or one of its triangles, lies inside of b.
static bool part_is_inside(const cd_shape *part, const cd_shape *b) {
    if (!cd_is_mesh(part))
        return cd_inside(b, cd_shape_middle(part)) > 0;
    for (int i = 0; i < cd_shape_part_count(part); i++)
        if (cd_inside(b, cd_shape_vertex(part, part->as.set.core->triangles[i][0])) > 0)
            return true;
    return false;
}

static bool has_part_inside(const cd_shape *a, const cd_shape *b) {
    if (!cd_has_inside(b))
        return false;
    if (a->kind != CD_COMPOUND)
        return part_is_inside(a, b);
    for (int i = 0; i < cd_shape_part_count(a); i++) {
        const cd_shape part = cd_shape_part(a, i);
        if (part_is_inside(&part, b))
            return true;
    }
    return false;
}

bool cd_is_nested(const cd_shape *a, const cd_shape *b) {
    return has_part_inside(a, b) || has_part_inside(b, a);
}
