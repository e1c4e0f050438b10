// Separating axes of a zonotope and a triangle: the normal of the triangle, the faces of the
// zonotope, its segments across the edges, and in the plane of the triangle across its edges.
#include "collide/narrow/zonotope.h"
#include "collide/shape/core.h"
#include "collide/simd/vec_lanes.h"

#include <float.h>

bool cd_zonotope_of(cd_zonotope *z, const cd_shape *s) {
    z->radius = s->radius;
    z->count = 0;
    if (s->dim != 3)
        return false;
    if (cd_has_point_core(s)) {
        z->middle = s->as.center;
        return true;
    }
    if (cd_has_segment_core(s)) {
        z->half[z->count++] = cd_scale(cd_sub(s->as.segment.b, s->as.segment.a), 0.5);
        z->middle = cd_add(s->as.segment.a, z->half[0]);
        return true;
    }
    if (s->kind != CD_BOX)
        return false;
    const double half[3] = {s->as.box.half.x, s->as.box.half.y, s->as.box.half.z};
    z->middle = s->as.box.center;
    for (int i = 0; i < 3; i++)
        z->half[z->count++] = cd_scale(s->as.box.axes[i], half[i]);
    return true;
}

// The corners of a triangle as seen from the middle of a zonotope, each in all lanes, and its
// edges, one to a lane; the last lane has the first edge.
typedef struct {
    cd_vec corner[3];
    cd_vec_lanes corners[3], edge;
} seen_triangle;

static inline seen_triangle see(const cd_zonotope *z, const cd_vec v[3]) {
    seen_triangle t;
    for (int i = 0; i < 3; i++) {
        t.corner[i] = cd_sub(v[i], z->middle);
        t.corners[i] = cd_vec_lanes_all(t.corner[i]);
    }
    const cd_vec e = cd_sub(v[1], v[0]);
    t.edge = cd_vec_lanes_of(e, cd_sub(v[2], v[1]), cd_sub(v[0], v[2]), e);
    return t;
}

static inline cd_vec_lanes cross(cd_vec_lanes a, cd_vec_lanes b) {
    return (cd_vec_lanes){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// By how much the two are apart along axes, in multiples of the lengths of these, without what the
// ball takes off.
static inline cd_vec4 gap_along(const cd_zonotope *z, const seen_triangle *t, cd_vec_lanes axis) {
    cd_vec4 p = cd_vec_lanes_dot(axis, t->corners[0]), low = p, high = p;
    for (int i = 1; i < 3; i++) {
        p = cd_vec_lanes_dot(axis, t->corners[i]);
        low = cd_vec4_min(low, p);
        high = cd_vec4_max(high, p);
    }
    cd_vec4 gap = cd_vec4_max(low, -high);
    for (int i = 0; i < z->count; i++)
        gap -= cd_vec4_abs(cd_vec_lanes_dot(axis, cd_vec_lanes_all(z->half[i])));
    return gap;
}

// Whether the two are farther apart than that along any of four axes, which have any length: by
// squares, as roots and divisions would take most of the time.
static inline bool is_beyond_along(const cd_zonotope *z, const seen_triangle *t, cd_vec_lanes axis,
                                   double far) {
    const cd_vec4 gap = gap_along(z, t, axis), zero = cd_vec4_all(0);
    const cd_vec4 least = cd_vec_lanes_dot(axis, axis) * (far * far);
    const cd_vec4_mask beyond =
        far < 0 ? (gap > zero) | (gap * gap < least) : (gap > zero) & (gap * gap > least);
    return cd_vec4_bits(beyond) != 0;
}

CD_HOT bool cd_zonotope_is_beyond(const cd_zonotope *z, const cd_vec v[3], double distance) {
    const seen_triangle t = see(z, v);
    const double far = distance + z->radius;
    const cd_vec4 edge_x = t.edge.x, edge_y = t.edge.y, edge_z = t.edge.z;
    const cd_vec e = {edge_x[0], edge_y[0], edge_z[0]}, f = {edge_x[1], edge_y[1], edge_z[1]};
    const cd_vec n = {e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x};
    cd_vec_lanes first = cd_vec_lanes_of(z->half[0], z->half[1], z->half[2], n);
    if (z->count < 3) {
        first = cross(t.edge, cd_vec_lanes_all(n));
        first.x[3] = n.x, first.y[3] = n.y, first.z[3] = n.z;
    }
    if (is_beyond_along(z, &t, first, far))
        return true;
    for (int i = 0; i < z->count; i++)
        if (is_beyond_along(z, &t, cross(cd_vec_lanes_all(z->half[i]), t.edge), far))
            return true;
    return false;
}

// Across the motion the two keep their distance. Along the normal of the triangle they change it at
// a constant rate.
CD_HOT bool cd_zonotope_passes_triangle(const cd_zonotope *z, cd_vec motion, const cd_vec v[3],
                                        double slack, double begin, double end) {
    const seen_triangle t = see(z, v);
    const cd_vec_lanes across = cross(t.edge, cd_vec_lanes_all(motion));
    const double far = z->radius + slack;
    const cd_vec4 gap = gap_along(z, &t, across);
    const cd_vec4_mask apart =
        (gap > cd_vec4_all(0)) & (gap * gap > cd_vec_lanes_dot(across, across) * (far * far));
    if (cd_vec4_bits(apart))
        return true;
    const cd_vec4 edge_x = t.edge.x, edge_y = t.edge.y, edge_z = t.edge.z;
    const cd_vec e = {edge_x[0], edge_y[0], edge_z[0]}, f = {edge_x[1], edge_y[1], edge_z[1]};
    const cd_vec n = {e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x};
    double extent = far * sqrt(n.x * n.x + n.y * n.y + n.z * n.z);
    for (int i = 0; i < z->count; i++)
        extent += fabs(cd_dot(n, z->half[i]));
    double low = cd_dot(n, t.corner[0]), high = low;
    for (int i = 1; i < 3; i++) {
        low = cd_min(low, cd_dot(n, t.corner[i]));
        high = cd_max(high, cd_dot(n, t.corner[i]));
    }
    const double slope = cd_dot(n, motion), first = begin * slope, last = end * slope;
    return cd_min(first, last) > high + extent || cd_max(first, last) < low - extent;
}
