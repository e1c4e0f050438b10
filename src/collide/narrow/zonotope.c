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

static inline void project(const seen_triangle *t, cd_vec_lanes axis, cd_vec4 *low, cd_vec4 *high) {
    *low = *high = cd_vec_lanes_dot(axis, t->corners[0]);
    for (int i = 1; i < 3; i++) {
        const cd_vec4 p = cd_vec_lanes_dot(axis, t->corners[i]);
        *low = cd_vec4_min(*low, p);
        *high = cd_vec4_max(*high, p);
    }
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
    cd_vec4 low, high;
    project(t, axis, &low, &high);
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
    if (z->count == 3)
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
    for (int i = 0; i < z->count; i++)
        if (is_beyond_along(z, &t, cd_vec_lanes_cross_plain(cd_vec_lanes_all(z->half[i]), t.edge),
                            far))
            return true;
    return false;
}

// Clips a motion by the slabs along axes: between the sides of the zonotope, grown by `far`, and of
// the triangle.
typedef struct {
    cd_vec4 near, far;
} slab_times;

static inline void clip_along(const cd_zonotope *z, const seen_triangle *t, cd_vec motion,
                              double far, cd_vec_lanes axis, slab_times *times) {
    const cd_vec4 square = cd_vec_lanes_dot(axis, axis), zero = cd_vec4_all(0);
    cd_vec4 low, high, extent = extent_along(z, axis) + far * cd_vec4_sqrt(square);
    extent = cd_vec4_select(square > cd_vec4_all(0x1p-900), extent, cd_vec4_all(INFINITY));
    project(t, axis, &low, &high);
    low -= extent;
    high += extent;
    const cd_vec4 speed = cd_vec_lanes_dot(axis, cd_vec_lanes_all(motion));
    const cd_vec4 takes = cd_vec4_all(1) / cd_vec4_max(cd_vec4_abs(speed), cd_vec4_all(0x1p-500));
    times->near = cd_vec4_max(cd_vec4_select(speed < zero, -high, low) * takes, times->near);
    times->far = cd_vec4_min(cd_vec4_select(speed < zero, -low, high) * takes, times->far);
}

static inline bool is_over(const slab_times *times) {
    return cd_halves_greatest_of_4(cd_vec4_halves(times->near)) >
           -cd_halves_greatest_of_4(cd_vec4_halves(-times->far));
}

// Across the motion the two keep their distance.
CD_HOT bool cd_zonotope_passes_triangle(const cd_zonotope *z, cd_vec motion, const cd_vec v[3],
                                        double slack, double begin, double end) {
    const seen_triangle t = see(z, v);
    const cd_vec_lanes across = cd_vec_lanes_cross_plain(t.edge, cd_vec_lanes_all(motion));
    const double far = z->radius + slack;
    const cd_vec4 gap = gap_along(z, &t, across);
    const cd_vec4_mask apart =
        (gap > cd_vec4_all(0)) & (gap * gap > cd_vec_lanes_dot(across, across) * (far * far));
    if (cd_vec4_bits(apart))
        return true;
    slab_times times = {cd_vec4_all(begin), cd_vec4_all(end)};
    clip_along(z, &t, motion, far, face_normals(z, &t, normal_of(&t)), &times);
    for (int i = 0; i < z->count && !is_over(&times); i++)
        clip_along(z, &t, motion, far,
                   cd_vec_lanes_cross_plain(cd_vec_lanes_all(z->half[i]), t.edge), &times);
    return is_over(&times);
}
