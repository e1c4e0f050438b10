// Where a shape on a path is, and how far it extends. Of a point r from the axis, turning changes
// the height along n at the rate r . (n x w), and the rate by no more than w^2 |r|: so a support
// point along a slightly turned direction bounds the heights of all points for some time.
#include "collide/impact/turning.h"

#include "collide/math/elementary.h"

cd_turning cd_turning_along(const cd_path *path) {
    double speed = cd_length(path->rotation);
    return (cd_turning){.motion = path->motion,
                        .about = path->about,
                        .axis = speed > 0 ? cd_scale(path->rotation, 1 / speed) : (cd_vec){0, 0, 1},
                        .speed = speed};
}

cd_vec cd_turning_shift(const cd_turning *p, double t) {
    return cd_add_scaled(cd_scale(p->motion, t), t * t / 2, p->acceleration);
}

cd_quat cd_turning_rotation(const cd_turning *p, double t) {
    const cd_quat identity = {0, 0, 0, 1};
    return p->speed > 0 ? cd_quat_from_axis(p->axis, t * p->speed) : identity;
}

cd_vec cd_turning_velocity(const cd_turning *p, double t, cd_vec at) {
    cd_vec r = cd_sub(cd_sub(at, p->about), cd_turning_shift(p, t));
    cd_vec v = cd_add_scaled(p->motion, t, p->acceleration);
    return cd_add_scaled(v, p->speed, cd_cross(p->axis, r));
}

cd_vec cd_turning_point(const cd_turning *p, double t, cd_vec at) {
    cd_vec r = cd_sub(at, p->about);
    if (p->speed > 0)
        r = cd_quat_rotate(cd_turning_rotation(p, t), r);
    return cd_add(cd_add(p->about, r), cd_turning_shift(p, t));
}

double cd_turning_reach(const cd_turning *p, const cd_shape *shape) {
    cd_bounds box = cd_shape_bounds(shape);
    cd_vec low = cd_sub(box.min, p->about), high = cd_sub(box.max, p->about);
    cd_vec most = {cd_max(fabs(low.x), fabs(high.x)), cd_max(fabs(low.y), fabs(high.y)),
                   cd_max(fabs(low.z), fabs(high.z))};
    return cd_length(most);
}

// ----------------------------------------------------------------------------------------- extent

// A point of a core, from the one that it turns about.
static cd_vec from_about(const cd_turning_extent *e, cd_vec inside) {
    return cd_add(cd_sub(e->core.offset, e->turning->about), inside);
}

static double from_axis(const cd_turning *p, cd_vec r) { return cd_length(cd_cross(p->axis, r)); }

void cd_turning_extent_of(cd_turning_extent *e, const cd_turning *turning, const cd_shape *shape) {
    e->turning = turning;
    e->radius = shape->radius;
    e->span = e->reach = 0;
    cd_core_of(&e->core, shape);
    const bool curved = e->core.kind == CD_CORE_CURVED; // a cone without a radius is a segment
    double off = 0;
    for (int i = 0; i < e->core.vertex_count; i++) {
        const cd_vec r = from_about(e, e->core.vertices[i]);
        const double across = from_axis(turning, r), rim = curved ? e->core.rim[i] : 0;
        e->span = cd_max(e->span, across + rim);
        e->reach = cd_max(e->reach, cd_length(r) + rim);
        off = cd_max(off, across);
    }
    // A cylinder or cone that turns about its own axis.
    e->round = curved && off == 0 && from_axis(turning, e->core.direction) == 0;
}

static cd_vec support_from_about(const cd_turning_extent *e, cd_vec direction) {
    int vertex = 0;
    return from_about(e, cd_core_support_inside(&e->core, direction, &vertex));
}

// r(d) turns at w, n(d) at s. The height n . r changes at the rate r . (n x (w - s)), which itself
// changes by at most (|w - s|^2 + |w x s|) |r|; where n stays, by |w|^2 of what is across the axis.
cd_extent_bound cd_turning_bound(const cd_turning_extent *e, cd_vec n, cd_vec spin, double d) {
    const cd_turning *p = e->turning;
    const cd_vec w = cd_scale(p->axis, e->round ? 0 : p->speed), by = cd_sub(w, spin);
    const double bend = cd_length2(by) + cd_length(cd_cross(w, spin));
    const double radius = cd_is_zero(spin) ? from_axis(p, n) * e->span : e->reach;
    cd_vec seen = n, rate = cd_cross(n, by);
    if (p->speed > 0 && !e->round) {
        seen = cd_quat_rotate(e->back, n);
        rate = cd_quat_rotate(e->back, rate);
    }
    const cd_vec r = support_from_about(e, cd_add_scaled(seen, d, rate));
    return (cd_extent_bound){cd_dot(r, seen), cd_dot(r, rate), radius * bend / 2};
}

cd_extent_bound cd_turning_bound_of_all(const cd_turning_extent *e, cd_vec n) {
    const cd_turning *p = e->turning;
    const double along = cd_dot(n, p->axis);
    const cd_vec axial = cd_scale(p->axis, along);
    const double most = along == 0 ? 0 : cd_dot(support_from_about(e, axial), axial);
    return (cd_extent_bound){most + from_axis(p, n) * e->span, 0, 0};
}

// ------------------------------------------------------------------------------------------- pose

size_t cd_turning_pose_size(const cd_shape *shape) {
    return cd_is_polytope(shape) ? cd_polytope_used(shape->as.polytope.core) : 0;
}

// A polytope whose vertices and normals are turned one by one: unlike cd_shape_rotated it builds no
// hull, so that what rounding does to a face does not change its features.
static cd_shape turn_polytope(const cd_shape *s, cd_quat q, cd_vec about, void *memory) {
    cd_polytope *p = (cd_polytope *)(uintptr_t)cd_polytope_copy(s->as.polytope.core, memory);
    cd_vec *vertices = (cd_vec *)(uintptr_t)p->vertices;
    cd_vec *normals = (cd_vec *)(uintptr_t)p->face_normals;
    cd_vec low = {INFINITY, INFINITY, INFINITY}, high = cd_negate(low);
    p->lanes = NULL;
    p->size = p->largest_from_first = 0;
    for (int i = 0; i < p->vertex_count; i++) {
        cd_vec r = cd_add(cd_sub(s->as.polytope.offset, about), vertices[i]);
        cd_vec v = vertices[i] = cd_add(about, cd_quat_rotate(q, r));
        low = (cd_vec){cd_min(low.x, v.x), cd_min(low.y, v.y), cd_min(low.z, v.z)};
        high = (cd_vec){cd_max(high.x, v.x), cd_max(high.y, v.y), cd_max(high.z, v.z)};
        p->size = cd_max(p->size, cd_max_abs(v));
        p->largest_from_first = cd_max(p->largest_from_first, cd_max_abs(cd_sub(v, vertices[0])));
    }
    p->middle = cd_scale(cd_add(low, high), 0.5);
    for (int i = 0; i < p->face_count; i++)
        normals[i] = cd_quat_rotate(q, normals[i]);
    return cd_polytope_shape(p, s->radius);
}

// The axes of a box turn as vectors do; cd_shape_rotated would find them from its rotation anew.
static cd_shape turn_box(const cd_shape *s, cd_quat q, double angle, cd_vec about) {
    cd_shape box = *s;
    box.as.box.center = cd_add(about, cd_quat_rotate(q, cd_sub(s->as.box.center, about)));
    for (int i = 0; i < s->dim; i++)
        box.as.box.axes[i] = cd_quat_rotate(q, s->as.box.axes[i]);
    box.as.box.rotation = s->dim == 3 ? cd_quat_mul(q, s->as.box.rotation) : s->as.box.rotation;
    box.as.box.angle = s->dim == 3 ? 0 : s->as.box.angle + angle;
    box.as.box.rotated = true;
    box.as.box.corners = false;
    return box;
}

cd_shape cd_turning_pose(const cd_shape *shape, const cd_turning *x, cd_quat turned_x,
                         const cd_turning *y, cd_quat turned_y, double t, void *memory) {
    cd_shape posed = *shape;
    const cd_vec apart = cd_sub(x->about, y->about);
    cd_vec shift = cd_sub(cd_turning_shift(x, t), cd_turning_shift(y, t));
    const cd_quat back = cd_quat_conjugate(turned_y);
    if (x->speed > 0 || y->speed > 0) {
        const cd_quat q = y->speed > 0 ? cd_quat_mul(back, turned_x) : turned_x;
        const double angle = t * (x->axis.z * x->speed - y->axis.z * y->speed); // in the plane
        posed = cd_is_polytope(shape)   ? turn_polytope(shape, q, x->about, memory)
                : shape->kind == CD_BOX ? turn_box(shape, q, angle, x->about)
                                        : cd_shape_rotated(shape, q, angle, x->about, memory);
    }
    if (y->speed > 0)
        shift = cd_sub(cd_quat_rotate(back, cd_add(apart, shift)), apart);
    cd_shape_move(&posed, shift);
    return posed;
}
