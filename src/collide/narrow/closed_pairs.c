// Closed forms of the separation for the hot pairs of cores: a point with a point, a segment and a
// box, a segment with a segment, and polygons in the plane (polygon_polygon.c). Each differs from
// the generic path by rounding only. They apply where squares do not underflow; any
// other size, and every case that rounding could decide, is left to the generic path. What would be
// a branch with a random outcome is an index or a mask.
#include "collide/narrow/closed_pairs.h"
#include "collide/math/tolerance.h"
#include "collide/narrow/box/box_box.h"
#include "collide/narrow/nearest_points.h"
#include "collide/narrow/planar/polygon_polygon.h"
#include "collide/narrow/triangle.h"

#include <assert.h>
#include <float.h>

CD_VEC4_READABLE(cd_shape, as.center);
CD_VEC4_READABLE(cd_shape, as.segment.a);
CD_VEC4_READABLE(cd_shape, as.segment.b);
CD_VEC4_READABLE(cd_shape, as.box.axes[2]);
CD_VEC4_READABLE(cd_shape, as.box.center);
CD_VEC4_READABLE(cd_shape, as.box.half);
CD_VEC4_READABLE(cd_shape, as.box.min);
CD_VEC4_READABLE(cd_shape, as.box.max);

// -------------------------------------------------------------------------- spheres and segments

static inline cd_nearest_points nearest_of_spheres(const cd_shape *a, const cd_shape *b) {
    cd_vec4 p = cd_vec4_read(&a->as.center), q = cd_vec4_read(&b->as.center);
    return (cd_nearest_points){p, q, p - q, 1, CD_NO_EXACT_TOUCH};
}

static inline bool separate_spheres(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_nearest_points at = nearest_of_spheres(a, b);
    if (cd_put_separation(&at, a, b, s))
        return true;
    if (!cd_equal(a->as.center, b->as.center))
        return false;
    *s = (cd_separation){0, {0, 1, 0}, a->as.center, b->as.center};
    cd_inflate(s, a->radius, b->radius);
    return true;
}

// Measured from the nearer end of the segment, the error is no larger than what half an ulp in that
// end causes. Returns false where the cores are too near.
static inline bool nearest_of_sphere_and_segment(const cd_shape *a, const cd_shape *b,
                                                 cd_nearest_points *at) {
    const cd_vec p = a->as.center, end[2] = {b->as.segment.a, b->as.segment.b};
    const cd_vec d = cd_sub(end[1], end[0]), from_first = cd_sub(p, end[0]);
    const double dd = cd_length2(d), inverse = dd > 0 ? 1 / dd : 0;
    const int nearer = cd_dot(from_first, d) * inverse > 0.5;
    const cd_vec from = cd_sub(p, end[nearer]);
    const double along = cd_clamp(cd_dot(from, d) * inverse, -nearer, 1 - nearer);
    const cd_vec v = cd_add_scaled(from, -along, d);
    double size = cd_max(cd_max_abs(from_first), cd_max_abs(d));
    cd_vec4 center = cd_vec4_of(p), off = cd_vec4_of(v);
    *at = (cd_nearest_points){center, center - off, off, 1, size * size};
    return cd_length2(v) > CD_NEAR_PART * CD_NEAR_PART * at->size2;
}

// One function for each pair, so that each keeps less in registers.
CD_HOT static bool separate_sphere_segment(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_nearest_points at;
    return nearest_of_sphere_and_segment(a, b, &at) && cd_put_resolved(&at, a, b, s);
}

// Two segments that cross in the plane. Their difference is a parallelogram: the shortest
// translation that separates them moves the end with the least height over the other segment's line
// onto that line. w = p - q leads from the first end of one to that of the other, d and e along the
// segments; their cross products are the heights.
CD_HOT static __attribute__((noinline)) bool
separate_crossing_segments(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    const cd_vec end[4] = {a->as.segment.a, a->as.segment.b, b->as.segment.a, b->as.segment.b};
    cd_vec d = cd_sub(end[1], end[0]), e = cd_sub(end[3], end[2]), w = cd_sub(end[0], end[2]);
    double over_b = 1 / cd_length(e), over_a = 1 / cd_length(d);
    double n = cd_cross(d, e).z, we = cd_cross(w, e).z, wd = cd_cross(w, d).z;
    const double height[4] = {-we * over_b, -(we + n) * over_b, wd * over_a, (wd + n) * over_a};
    int least = 0;
    for (int i = 1; i < 4; i++)
        least = fabs(height[i]) < fabs(height[least]) ? i : least;
    bool of_a = least < 2;
    cd_vec along = of_a ? cd_scale(e, over_b) : cd_scale(d, over_a);
    cd_vec up = cd_perp(along), at = end[least], foot = cd_add_scaled(at, -height[least], up);
    bool down = (height[least] > 0) == of_a;
    double size = cd_max(cd_max_abs(w), cd_max(cd_max_abs(d), cd_max_abs(e)));
    *s = (cd_separation){-fabs(height[least]), down ? cd_negate(up) : up, of_a ? at : foot,
                         of_a ? foot : at};
    cd_inflate(s, a->radius, b->radius);
    return fabs(height[least]) > CD_NEAR_PART * size;
}

// Both numbers clamped to [0, 1].
static inline cd_half clamp_unit(cd_half t) {
    return cd_half_min(cd_half_max(t, (cd_half){0, 0}), (cd_half){1, 1});
}

// The common perpendicular of the lines, with n = d x e and w from the first to the other, touches
// the first at s = w x e . n / n.n. Clamped to the segment, the nearest point of the second to it,
// and the nearest point of the first to that, are the nearest points of the segments (Ericson,
// Real-Time Collision Detection, 5.1.9). Where the lines are nearly parallel, s is inaccurate, but
// the distance depends on it just as little: v keeps its digits.
// `plane`: they lie in one. `crosses`: they do, there, by more than rounding; else the result is
// whether they are known to be far enough apart.
static inline bool nearest_of_segments(const cd_shape *a, const cd_shape *b, bool plane,
                                       bool *crosses, cd_nearest_points *at) {
    *crosses = false;
    cd_vec4 p = cd_vec4_read(&a->as.segment.a), p_end = cd_vec4_read(&a->as.segment.b);
    cd_vec4 q = cd_vec4_read(&b->as.segment.a), q_end = cd_vec4_read(&b->as.segment.b);
    cd_vec4 d = p_end - p, e = q_end - q, w = q - p, n = cd_vec4_cross(d, e);
    cd_vec4 turn = cd_vec4_cross(w, e);
    cd_vec4 squares = cd_vec4_dots((cd_vec4[]){n, d, e, w}, (cd_vec4[]){n, d, e, w});
    cd_vec4 dots = cd_vec4_dots((cd_vec4[]){turn, d, e, d}, (cd_vec4[]){n, w, w, e});
    double nn = squares[0], size2 = cd_max(cd_max(squares[1], squares[2]), squares[3]);
    if (!(cd_is_normal(nn) || nn == 0))
        return false;
    if (plane) {
        double sign = copysign(1, n[2]), clear = CD_TOUCH * size2;
        double at_a = turn[2] * sign, at_b = cd_vec4_cross(w, d)[2] * sign;
        double last = n[2] * sign - clear;
        if ((nn > 0) & (at_a > clear) & (at_a < last) & (at_b > clear) & (at_b < last))
            return *crosses = true;
    }
    // A segment of length 0 has all its points at parameter 0.
    cd_vec4 inverse = (cd_vec4)((cd_vec4_mask)(1 / squares) & (squares > 0));
    cd_halves t = cd_vec4_halves(dots * inverse), per = cd_vec4_halves(dots[3] * inverse);
    cd_half on_a = clamp_unit(t.low), on_b = clamp_unit(on_a * per.high - t.high);
    on_a = clamp_unit(on_b * per.low[1] + t.low[1]);
    // Measured from the nearer ends, as above.
    cd_vec4 s_a = cd_vec4_all(on_a[0]), s_b = cd_vec4_all(on_b[0]), one = {1, 1, 1, 1};
    cd_vec4_mask far_a = s_a > 0.5, far_b = s_b > 0.5;
    cd_vec4 from_a = d * (s_a - (cd_vec4)((cd_vec4_mask)one & far_a));
    cd_vec4 from_b = e * (s_b - (cd_vec4)((cd_vec4_mask)one & far_b));
    p = cd_vec4_select(far_a, p_end, p);
    cd_vec4 between = p - cd_vec4_select(far_b, q_end, q), v = between + (from_a - from_b);
    p += from_a;
    *at = (cd_nearest_points){p, p - v, v, 1, size2};
    return cd_vec4_length2(v) > CD_FEET_PART * CD_FEET_PART * size2;
}

CD_HOT static bool separate_segments(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_nearest_points at;
    bool crosses;
    if (!nearest_of_segments(a, b, a->dim == 2, &crosses, &at))
        return false;
    return crosses ? separate_crossing_segments(a, b, s) : cd_put_resolved(&at, a, b, s);
}

// ------------------------------------------------------------------------------- sphere and box

// A centre on the surface of the box: the normal is that of its face, of several the first in the
// order +x, -x, +y, ...
static bool sphere_on_box(const cd_shape *sphere, const cd_shape *box, cd_vec4 beyond, cd_vec4 side,
                          cd_separation *s) {
    const double off[3] = {beyond[0], beyond[1], beyond[2]}, sign[3] = {side[0], side[1], side[2]};
    int face = 0;
    for (int i = 1; i < box->dim; i++)
        face = off[i] > off[face] ? i : face;
    cd_vec p = sphere->as.center, u = box->as.box.axes[face];
    *s = (cd_separation){0, sign[face] < 0 ? cd_negate(u) : u, p, p};
    cd_inflate(s, sphere->radius, box->radius);
    return off[face] == 0 && !cd_is_zero(box->as.box.half) && isfinite(s->distance);
}

// `beyond`: by how much the centre lies beyond the nearer face across each axis, and `side`: which
// face that is. Outside, the vector to the centre from the nearest point is made of all axes along
// which it lies beyond; inside, the depth is along the axis on which it lies the least behind, of
// several equal to rounding the first: the last bits of `order` hold the axis.
static inline cd_nearest_points nearest_of_sphere_and_box(const cd_shape *sphere,
                                                          const cd_shape *box, cd_vec4 *to_beyond,
                                                          cd_vec4 *to_side) {
    const cd_vec *u = box->as.box.axes;
    const cd_vec4 axes[3] = {cd_vec4_read(&u[0]), cd_vec4_read(&u[1]), cd_vec4_read(&u[2])};
    cd_vec4 p = cd_vec4_read(&sphere->as.center), beyond, side;
    if (!box->as.box.corners) {
        cd_vec4 q = p - cd_vec4_read(&box->as.box.center);
        side = cd_vec4_dots((cd_vec4[]){q, q, q, q}, (cd_vec4[]){axes[0], axes[1], axes[2], q});
        beyond = cd_vec4_abs(side) - cd_vec4_read(&box->as.box.half);
    } else {
        cd_vec4 over = p - cd_vec4_read(&box->as.box.max),
                under = cd_vec4_read(&box->as.box.min) - p;
        beyond = cd_vec4_max(over, under);
        side = cd_vec4_select(over < under, cd_vec4_all(-1), cd_vec4_all(1));
    }
    side += 0;         // no -0
    if (box->dim == 2) // z is no axis
        beyond[2] = -DBL_MAX;
    cd_vec4 order = cd_vec4_min(beyond, cd_vec4_all(DBL_MAX));
    order = (cd_vec4)(((cd_vec4_mask)order & ~(int64_t)3) | (cd_vec4_mask){0, 1, 2, 3});
    double most = cd_halves_greatest(cd_vec4_halves(order));
    cd_vec4_mask out = order >= cd_vec4_all(cd_min(most, 0x1p-1000));
    cd_vec4 off = (cd_vec4)((cd_vec4_mask)cd_vec4_flip(beyond, side) & out);
    *to_beyond = beyond;
    *to_side = side;
    cd_vec4 v = cd_vec4_combine(axes, off);
    return (cd_nearest_points){p, p - v, v, most, CD_NO_EXACT_TOUCH};
}

CD_HOT static bool separate_sphere_box(const cd_shape *sphere, const cd_shape *box,
                                       cd_separation *s) {
    cd_vec4 beyond, side;
    cd_nearest_points at = nearest_of_sphere_and_box(sphere, box, &beyond, &side);
    if (cd_put_separation(&at, sphere, box, s))
        return true;
    return cd_vec4_most(cd_vec4_abs(at.v)) == 0 && sphere_on_box(sphere, box, beyond, side, s);
}

// Pairs that have no form of their own. In space, what touches to rounding is left to the generic
// path.
static bool separate_others(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    if (a->dim == 2)
        return cd_separate_polygons(a, b, s);
    cd_nearest_points at;
    return cd_are_by_features(a, b) && cd_nearest_by_features(a, b, &at) &&
           cd_put_separation(&at, a, b, s) && !cd_may_touch(s->distance / 16, at.size2);
}

CD_HOT static bool spheres_apart(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return separate_spheres(a, b, s);
}

static bool sphere_apart(const cd_shape *sphere, const cd_shape *b, cd_separation *s) {
    if (cd_has_point_core(b))
        return spheres_apart(sphere, b, s);
    if (cd_has_segment_core(b))
        return separate_sphere_segment(sphere, b, s);
    return b->kind == CD_BOX ? separate_sphere_box(sphere, b, s) : separate_others(sphere, b, s);
}

CD_HOT bool cd_contact_point_cores(const cd_shape *a, const cd_shape *b, double margin,
                                   cd_separation *s, cd_contact_query *otherwise) {
    return separate_spheres(a, b, s) ? s->distance <= margin : otherwise(a, b, margin, s);
}

// ----------------------------------------------------------------------------------------- overlap

CD_HOT static cd_verdict spheres_overlap(const cd_shape *a, const cd_shape *b) {
    cd_nearest_points at = nearest_of_spheres(a, b);
    return cd_verdict_of(&at, a, b);
}

CD_HOT static cd_verdict sphere_segment_overlap(const cd_shape *a, const cd_shape *b) {
    cd_nearest_points at;
    return nearest_of_sphere_and_segment(a, b, &at) ? cd_verdict_of(&at, a, b) : CD_UNKNOWN;
}

CD_HOT static cd_verdict sphere_box_overlap(const cd_shape *a, const cd_shape *b) {
    cd_vec4 beyond, side;
    cd_nearest_points at = nearest_of_sphere_and_box(a, b, &beyond, &side);
    return cd_verdict_of(&at, a, b);
}

CD_HOT static cd_verdict segments_overlap(const cd_shape *a, const cd_shape *b) {
    cd_nearest_points at;
    bool crosses;
    if (!nearest_of_segments(a, b, a->dim == 2, &crosses, &at))
        return CD_UNKNOWN;
    return crosses ? CD_MEETS : cd_verdict_of(&at, a, b);
}

static cd_verdict overlap_others(const cd_shape *a, const cd_shape *b) {
    if (a->dim == 3)
        return cd_are_by_features(a, b) ? cd_overlap_by_features(a, b) : CD_UNKNOWN;
    cd_separation s;
    const bool known = cd_separate_polygons(a, b, &s);
    return !known ? CD_UNKNOWN : s.distance <= 0 ? CD_MEETS : CD_MISSES;
}

cd_verdict cd_overlap_closed(const cd_shape *a, const cd_shape *b) {
    assert(a->dim == b->dim);
    if (cd_has_segment_core(a) && cd_has_segment_core(b))
        return segments_overlap(a, b);
    const cd_shape *sphere = cd_has_point_core(a) ? a : b, *other = cd_has_point_core(a) ? b : a;
    if (other->kind == CD_BOX && cd_has_point_core(sphere))
        return sphere_box_overlap(sphere, other);
    if (!cd_has_point_core(sphere) || other->kind > CD_CAPSULE)
        return cd_are_boxes(a, b) ? CD_UNKNOWN : overlap_others(a, b); // they have box_box.c
    if (cd_has_point_core(other))
        return spheres_overlap(sphere, other);
    return sphere_segment_overlap(sphere, other);
}

// -------------------------------------------------------------------------------------- separation

bool cd_separate_closed(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    assert(a->dim == b->dim);
    if (cd_has_point_core(a))
        return sphere_apart(a, b, s);
    if (cd_has_segment_core(a) && cd_has_segment_core(b))
        return separate_segments(a, b, s);
    if (!cd_has_point_core(b))
        return separate_others(a, b, s);
    if (!sphere_apart(b, a, s))
        return false;
    *s = cd_swapped(*s);
    s->normal = cd_add(s->normal, (cd_vec){0, 0, 0}); // no -0
    return true;
}

bool cd_separate_degenerate(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_shape sphere;
    if (cd_has_degenerate_core(a, &sphere))
        return cd_separate_closed(&sphere, b, s);
    return cd_has_degenerate_core(b, &sphere) && cd_separate_closed(a, &sphere, s);
}
