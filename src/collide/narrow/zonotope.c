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
    cd_vec_lanes corners[3], edge;
} seen_triangle;

static inline seen_triangle see(const cd_zonotope *z, const cd_vec v[3]) {
    seen_triangle t;
    for (int i = 0; i < 3; i++)
        t.corners[i] = cd_vec_lanes_all(cd_sub(v[i], z->middle));
    const cd_vec e = cd_sub(v[1], v[0]);
    t.edge = cd_vec_lanes_of(e, cd_sub(v[2], v[1]), cd_sub(v[0], v[2]), e);
    return t;
}

// How far a zonotope extends from its middle without its ball.
static inline cd_vec4 extent_along(const cd_zonotope *z, cd_vec_lanes axis) {
    cd_vec4 extent = cd_vec4_all(0);
    for (int i = 0; i < z->count; i++)
        extent += cd_vec4_abs(cd_vec_lanes_dot(axis, cd_vec_lanes_all(z->half[i])));
    return extent;
}

// By how much the two are apart along axes, in multiples of the lengths of these, without what the
// ball takes off.
static inline cd_vec4 gap_along(const cd_zonotope *z, const seen_triangle *t, cd_vec_lanes axis) {
    cd_vec4 low = cd_vec_lanes_dot(axis, t->corners[0]), high = low;
    for (int i = 1; i < 3; i++) {
        const cd_vec4 p = cd_vec_lanes_dot(axis, t->corners[i]);
        low = cd_vec4_min(low, p);
        high = cd_vec4_max(high, p);
    }
    return cd_vec4_max(low, -high) - extent_along(z, axis);
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

static inline cd_vec normal_of(const seen_triangle *t) {
    const cd_vec e = cd_vec_lanes_get(&t->edge, 0), f = cd_vec_lanes_get(&t->edge, 1);
    return cd_cross_plain(e, f);
}

// The normals of the faces of both, of which one is n: those of a box, or of the prism on the
// triangle.
static inline cd_vec_lanes face_normals(const cd_zonotope *z, const seen_triangle *t, cd_vec n) {
    if (z->count >= 3)
        return cd_vec_lanes_of(z->half[0], z->half[1], z->half[2], n);
    cd_vec_lanes across = cd_vec_lanes_cross_plain(t->edge, cd_vec_lanes_all(n));
    across.x[3] = n.x, across.y[3] = n.y, across.z[3] = n.z;
    return across;
}

CD_HOT bool cd_zonotope_is_beyond(const cd_zonotope *z, const cd_vec v[3], double distance) {
    const seen_triangle t = see(z, v);
    const double far = distance + z->radius;
    if (is_beyond_along(z, &t, face_normals(z, &t, normal_of(&t)), far))
        return true;
    for (int i = z->count - 1; i >= 0; i--)
        if (is_beyond_along(z, &t, cd_vec_lanes_cross_plain(cd_vec_lanes_all(z->half[i]), t.edge),
                            far))
            return true;
    return false;
}

// What moves sweeps a zonotope that has the motion for one more segment.
CD_HOT bool cd_zonotope_passes_triangle(const cd_zonotope *z, cd_vec motion, const cd_vec v[3],
                                        double slack, double begin, double end) {
    cd_zonotope swept = *z;
    const cd_vec half = cd_scale(motion, 0.5 * (end - begin));
    swept.middle = cd_add(cd_add_scaled(z->middle, begin, motion), half);
    swept.half[swept.count++] = half;
    return cd_zonotope_is_beyond(&swept, v, slack);
}
