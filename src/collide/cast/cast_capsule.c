// Casts of a segment or point at a segment or triangle, both rounded: the rim is its edges. What is
// nearest at a time lies at an edge, of which each takes a lane, or over the face; feature_cast.h
// does the rest.
#include "collide/cast/cast_capsule.h"

#include "collide/cast/feature_cast.h"
#include "collide/shape/core.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec_lanes.h"

#include <assert.h>

// A cast in the order that it was asked in: of the segment by v at the rim, or, where `swapped`, of
// the rim the other way.
typedef struct {
    cd_vec end[2], corner[4], v;
    double r, outward;
    bool swapped;
    cd_times asked;
} rim_cast;

// A segment from end[0] to end[1], of length 0 for a point, that moves by t * v at a rim: corner i
// and the edge from there to the next corner are lane i. What is nearest is seen from the nearer
// corner and end, which keeps the digits of small differences: else times of spheres at triangles
// are off by up to 3e5 half ulps (./run accuracy --query shapecast).
typedef struct {
    cd_vec_lanes from[2], back[2]; // from corner i, or the next one, to each end, at t = 0
    cd_vec_lanes edge, across;     // across: the segment x the edge
    cd_vec4 length, inverse_ee, inverse_nn, de;
    cd_vec d, v; // d: the segment
    double inverse_dd;
    int lanes; // of which the others repeat some
    bool is_point, is_second, has_face;
    cd_vec normal; // of the face, unit
    cd_vec4 inside[2], inwards;
    double height[2], speed;
    double rounding; // of lengths
} moving_segment;

static cd_vec4 inverse_or_zero(cd_vec4 a) { return (cd_vec4)((cd_vec4_mask)(1 / a) & (a > 0)); }

static void set_rim(moving_segment *m, const rim_cast *c) {
    const cd_vec *end = c->end, *corner = c->corner;
    const cd_vec_lanes corners = cd_vec_lanes_of(corner[0], corner[1], corner[2], corner[3]);
    m->edge = cd_vec_lanes_sub(cd_vec_lanes_turned(corners), corners);
    m->d = cd_sub(end[1], end[0]);
    for (int k = 0; k < 2; k++) {
        m->from[k] = cd_vec_lanes_sub(cd_vec_lanes_all(end[k]), corners);
        m->back[k] = cd_vec_lanes_turned(m->from[k]);
    }
    const cd_vec4 ee = cd_vec_lanes_dot(m->edge, m->edge);
    m->inverse_ee = inverse_or_zero(ee);
    if (m->is_point)
        return;
    const cd_vec_lanes d = cd_vec_lanes_all(m->d);
    m->across = cd_vec_lanes_cross(d, m->edge);
    m->de = cd_vec_lanes_dot(d, m->edge);
    const cd_vec4 dd = cd_vec_lanes_dot(d, d);
    cd_vec4 nn = cd_vec_lanes_dot(m->across, m->across);
    m->inverse_dd = inverse_or_zero(dd)[0];
    // The lines of both hardly have one perpendicular where they are parallel to rounding.
    nn = (cd_vec4)((cd_vec4_mask)nn & (nn > 0x1p-90 * dd * ee));
    m->inverse_nn = inverse_or_zero(nn);
}

// A facet, between the rim.
static void set_face(moving_segment *m) {
    cd_vec n = cd_cross(cd_vec_lanes_get(&m->edge, 0), cd_vec_lanes_get(&m->edge, 1));
    m->has_face = true;
    m->length = cd_vec4_sqrt(cd_vec_lanes_dot(m->edge, m->edge));
    m->normal = cd_scale(n, 1 / cd_length(n));
    cd_vec_lanes inward = cd_vec_lanes_cross(cd_vec_lanes_all(m->normal), m->edge);
    for (int k = 0; k < 2; k++) {
        m->inside[k] = cd_vec_lanes_dot(inward, m->from[k]);
        m->height[k] = cd_dot(cd_vec_lanes_get(&m->from[k], 0), m->normal);
    }
    m->inwards = cd_vec_lanes_dot(inward, cd_vec_lanes_all(m->v));
    m->speed = cd_dot(m->v, m->normal);
}

static double least(cd_vec4 a) { return cd_min(cd_min(a[0], a[1]), cd_min(a[2], a[3])); }

static cd_vec4 clamp(cd_vec4 a, cd_vec4 low) {
    return cd_vec4_min(cd_vec4_max(a, low), low + cd_vec4_all(1));
}

// The nearest points of the segment and of each edge (Ericson, Real-Time Collision Detection,
// 5.1.9), both as seen from the nearer of their ends: parts of their lengths, the vector between
// these ends, and the squares of its length, of that between the points, and of the gain of these.
typedef struct {
    cd_vec4_mask far_end, far_corner;
    cd_vec4 of_segment, of_edge, corner, gain, square;
} rim_distances;

CD_VEC4_INLINE rim_distances measure_rim(const moving_segment *m, double t) {
    const cd_vec4 zero = cd_vec4_all(0), half = cd_vec4_all(0.5), one = cd_vec4_all(1);
    const cd_vec_lanes way = cd_vec_lanes_all(cd_scale(m->v, t)), d = cd_vec_lanes_all(m->d);
    cd_vec_lanes w = cd_vec_lanes_add_scaled(m->from[0], one, way);
    cd_vec4 s = zero, u = cd_vec_lanes_dot(w, m->edge);
    if (m->is_point) {
        u = clamp(u * m->inverse_ee, zero);
    } else {
        s = -cd_vec_lanes_dot(cd_vec_lanes_cross(w, m->edge), m->across) * m->inverse_nn;
        s = clamp(s, zero);
        u = clamp((u + s * m->de) * m->inverse_ee, zero);
        s = clamp((u * m->de - cd_vec_lanes_dot(w, d)) * m->inverse_dd, zero);
    }
    rim_distances r = {.far_end = s > half, .far_corner = u > half};
    r.of_edge = u - (cd_vec4)((cd_vec4_mask)one & r.far_corner);
    cd_vec_lanes near = cd_vec_lanes_select(r.far_corner, m->back[0], m->from[0]);
    cd_vec_lanes along = {-r.of_edge * m->edge.x, -r.of_edge * m->edge.y, -r.of_edge * m->edge.z};
    if (!m->is_point) {
        cd_vec_lanes far = cd_vec_lanes_select(r.far_corner, m->back[1], m->from[1]);
        near = cd_vec_lanes_select(r.far_end, far, near);
        r.of_segment = s - (cd_vec4)((cd_vec4_mask)one & r.far_end);
        along = cd_vec_lanes_add_scaled(along, r.of_segment, d);
    }
    w = cd_vec_lanes_add_scaled(near, one, way);
    cd_vec_lanes off = {w.x + along.x, w.y + along.y, w.z + along.z};
    r.square = cd_vec_lanes_dot(off, off);
    r.corner = cd_vec_lanes_dot(w, w);
    r.gain = cd_vec_lanes_dot(along, along);
    return r;
}

// Two edges that meet in a corner may be equally far to rounding, but their normals differ: then
// that is nearer which gains more over the corner.
// Without it: tests/collide/cast/rounding_spec.lua "has the normal of the nearer of two edges"
static inline int nearest_edge(const moving_segment *m, const rim_distances *r) {
    int k = 0;
    for (int i = 1; i < m->lanes; i++) {
        double less = r->square[k] - r->square[i];
        bool equal = fabs(less) <= 8 * DBL_EPSILON * r->square[k];
        if (equal ? r->corner[i] - r->corner[k] < r->gain[i] - r->gain[k] : less > 0)
            k = i;
    }
    return k;
}

// The end of an interval of length 1, from `low` on, at which x is: 0 or 1, or -1 for inside.
static int end_of(double x, double low) { return x == low ? 0 : x == low + 1 ? 1 : -1; }

// Sees the nearest points from two of their ends, across the features on which they lie.
static inline void see_edge(const moving_segment *m, const rim_distances *r, int k, cd_nearest *n) {
    const double low_s = r->far_end[k] ? -1 : 0, low_u = r->far_corner[k] ? -1 : 0;
    const double s = r->of_segment[k], u = r->of_edge[k];
    const int end = m->is_point ? 0 : end_of(s, low_s), corner = end_of(u, low_u);
    const int i = end >= 0 ? end : r->far_end[k] ? 1 : 0;
    const bool far = corner >= 0 ? corner == 1 : r->far_corner[k] != 0;
    cd_vec w = cd_vec_lanes_get(far ? &m->back[i] : &m->from[i], k), p = w, q = m->v;
    bool slides = end < 0 && corner < 0;
    n->has_axis = false;
    if (slides && m->inverse_nn[k] > 0) {
        cd_vec across = cd_vec_lanes_get(&m->across, k);
        p = cd_scale(across, cd_dot(w, across) * m->inverse_nn[k]);
        q = cd_scale(across, cd_dot(m->v, across) * m->inverse_nn[k]);
    } else if (end < 0 || corner < 0) {
        cd_vec e = end < 0 ? m->d : cd_vec_lanes_get(&m->edge, k);
        e = cd_scale(e, sqrt(end < 0 ? m->inverse_dd : m->inverse_ee[k]));
        p = cd_cross(w, e);
        q = cd_cross(m->v, e);
        n->axis = cd_vec4_of(e);
        n->has_axis = true;
    }
    n->p = cd_vec4_of(p);
    n->q = cd_vec4_of(q);
    n->code = k + 4 * (end + 1) + 12 * (corner + 1);
    n->is_known = !slides || m->inverse_nn[k] * 0x1p-20 < m->inverse_dd * m->inverse_ee[k];
    if (m->is_second) {
        n->point = cd_vec4_of(cd_scale(m->d, s - low_s));
    } else { // seen from the first end
        cd_vec from = cd_vec_lanes_get(r->far_corner[k] ? &m->back[0] : &m->from[0], k);
        n->point = cd_vec4_of(cd_sub(cd_scale(cd_vec_lanes_get(&m->edge, k), u), from));
    }
}

// The end of the segment that is nearer to the face, and over it, if that is as near as the rim.
static inline bool see_face(const moving_segment *m, double t, double square, cd_nearest *n) {
    cd_vec4 way = t * m->inwards, in[2] = {m->inside[0] + way, m->inside[1] + way};
    double h[2] = {m->height[0] + t * m->speed, m->height[1] + t * m->speed};
    int k = !m->is_point && fabs(h[1]) < fabs(h[0]);
    if (!m->is_point && h[0] * h[1] < 0) { // it passes the plane
        double part = h[0] / (h[0] - h[1]);
        if (!(least(in[0] + part * (in[1] - in[0])) >= 0))
            return false;
        *n = (cd_nearest){.code = -1};
        return true;
    }
    // At its rim it is the face that counts: it tells whether the motion leads along it.
    bool is_over = least(in[k] + m->rounding * m->length) >= 0;
    if (!is_over || (!m->is_point && fabs(h[k]) > sqrt(square) + m->rounding))
        return false;
    n->p = cd_vec4_of(cd_scale(m->normal, m->height[k]));
    n->q = cd_vec4_of(cd_scale(m->normal, m->speed));
    n->code = -2 - (h[k] > 0);
    n->has_axis = false;
    n->is_known = true;
    cd_vec at = cd_scale(m->d, k);
    cd_vec on_face = cd_add_scaled(cd_add_scaled(at, t, m->v), -h[k], m->normal);
    n->point = cd_vec4_of(m->is_second ? at : on_face);
    return true;
}

static inline void nearest_at(const void *pair, double t, cd_nearest *n) {
    const moving_segment *m = pair;
    rim_distances r = measure_rim(m, t);
    int k = nearest_edge(m, &r);
    if (!m->has_face || !see_face(m, t, r.square[k], n))
        see_edge(m, &r, k, n);
    n->off = n->p + t * n->q;
}

// ------------------------------------------------------------------------------------------- casts

static inline cd_vec_lanes opposite_corners(const cd_vec_lanes *c) {
    return (cd_vec_lanes){CD_VEC4_PICK(c->x, c->x, 2, 0, 1, 0),
                          CD_VEC4_PICK(c->y, c->y, 2, 0, 1, 0),
                          CD_VEC4_PICK(c->z, c->z, 2, 0, 1, 0)};
}

// Whether an axis separates the ray from the difference: n across the ray and the edge in each
// lane, or across the ray and the segment. Most rays that miss are separated so.
CD_VEC4_INLINE bool is_separated(const moving_segment *m, double clear) {
    cd_vec_lanes n = cd_vec_lanes_cross(cd_vec_lanes_all(m->v), m->edge);
    cd_vec4 low = cd_vec_lanes_dot(n, m->from[0]), high = low;
    for (int k = 0; k < 2 - m->is_point; k++) {
        cd_vec4 h = cd_vec_lanes_dot(n, m->from[k]),
                o = cd_vec_lanes_dot(n, opposite_corners(&m->from[k]));
        low = cd_vec4_min(low, cd_vec4_min(h, o));
        high = cd_vec4_max(high, cd_vec4_max(h, o));
    }
    cd_vec4 gap = cd_vec4_max(low, -high);
    cd_vec4_mask apart = (gap > 0) & (gap * gap > clear * clear * cd_vec_lanes_dot(n, n));
    if (cd_vec4_bits(apart))
        return true;
    if (m->is_point)
        return false;
    cd_vec4 h = cd_vec_lanes_dot(cd_vec_lanes_all(cd_cross(m->v, m->d)), m->from[0]);
    double lowest = least(h), highest = -least(-h), far = cd_max(lowest, -highest);
    return far > 0 && far * far > clear * clear * cd_length2(cd_cross(m->v, m->d));
}

// A ball with `reach` round the difference, seen from its middle, is entered before and left after.
// far: the largest coordinate. A radius that is but rounding would leave gaps between the parts of
// a surface.
// Without it: tests/collide/cast/inside_spec.lua "is one for capsules and spheres whose radius is
// less than rounding"
CD_VEC4_INLINE cd_verdict cast_segment(const rim_cast *c, moving_segment *m, cd_vec middle,
                                       double reach, double far, cd_interval *i) {
    const double r = c->r;
    double vv = cd_length2(m->v), oo = cd_length2(middle), along = cd_dot(middle, m->v);
    if (!cd_ray_squares_in_range(vv, oo + reach * reach, r) || !(r > 0x1p-40 * far))
        return CD_UNKNOWN;
    double size = sqrt(oo) + 2 * reach + r, clear = r + CD_CLOSED_FORM_DOUBT * size;
    double half =
        sqrt(cd_ray_clear_distance2(oo, reach + r) * vv - cd_length2(cd_cross(middle, m->v)));
    m->rounding = 4 * DBL_EPSILON * size;
    i->starts_apart = !(half >= 0) || is_separated(m, clear);
    if (i->starts_apart)
        return CD_MISSES;
    cd_feature_cast query = {.pair = m,
                             .v = cd_vec4_of(m->v),
                             .r = r,
                             .far = cd_max(far, r),
                             .from = (-along - half) / vv,
                             .to = (-along + half) / vv,
                             .size = size,
                             .outward = c->outward,
                             .asked = c->asked};
    return cd_cast_by_features(nearest_at, &query, i);
}

static double largest(const cd_vec *points, int count) {
    double most = 0;
    for (int i = 0; i < count; i++)
        most = cd_max(cd_max_abs(points[i]), most);
    return most;
}

CD_HOT static cd_verdict cast_at_segment(const rim_cast *c, cd_interval *i) {
    moving_segment m = {.lanes = 1, .v = c->v, .is_second = c->swapped};
    set_rim(&m, c);
    cd_vec middle =
        cd_scale(cd_add(cd_vec_lanes_get(&m.from[0], 0), cd_vec_lanes_get(&m.back[1], 0)), 0.5);
    double reach = 0.5 * (cd_length(m.d) + cd_length(cd_vec_lanes_get(&m.edge, 0)));
    double far = cd_max(largest(c->end, 2), largest(c->corner, 2));
    return cast_segment(c, &m, middle, reach, far, i);
}

CD_VEC4_INLINE cd_verdict cast_at_face(const rim_cast *c, bool is_point, cd_interval *i) {
    moving_segment m = {.lanes = 3, .v = c->v, .is_point = is_point, .is_second = c->swapped};
    set_rim(&m, c);
    const cd_vec e = cd_vec_lanes_get(&m.edge, 0), f = cd_vec_lanes_get(&m.edge, 2);
    double size = cd_max(cd_max_abs(e), cd_max_abs(f));
    if (!(cd_max_abs(cd_cross(e, f)) > 0x1p-20 * size * size)) // the face of a needle is not known
        return CD_UNKNOWN;
    set_face(&m);
    cd_vec middle = cd_add_scaled(cd_vec_lanes_get(&m.from[0], 0), 0.5, m.d);
    middle = cd_add_scaled(middle, -1.0 / 3, cd_sub(e, f));
    double reach = 0.5 * cd_length(m.d) + 4.0 / 3 * size;
    double far = cd_max(largest(c->end, 2), largest(c->corner, 3));
    return cast_segment(c, &m, middle, reach, far, i);
}

CD_HOT static cd_verdict cast_point_at_face(const rim_cast *c, cd_interval *i) {
    return cast_at_face(c, true, i);
}

CD_HOT static cd_verdict cast_segment_at_face(const rim_cast *c, cd_interval *i) {
    return cast_at_face(c, false, i);
}

cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_times asked,
                           cd_interval *i) {
    const bool swapped = a->kind == CD_TRIANGLE;
    const cd_shape *s = swapped ? b : a, *rim = swapped ? a : b;
    const cd_vec *v = rim->as.triangle.v, on[2] = {rim->as.segment.a, rim->as.segment.b};
    const bool face = rim->kind == CD_TRIANGLE, point = cd_has_point_core(s);
    const rim_cast c = {
        .end = {point ? s->as.center : s->as.segment.a, point ? s->as.center : s->as.segment.b},
        .corner = {face ? v[0] : on[0], face ? v[1] : on[1], face ? v[2] : on[0],
                   face ? v[0] : on[1]},
        .v = swapped ? cd_negate(motion) : motion,
        .r = a->radius + b->radius,
        .outward = swapped ? -b->radius : b->radius,
        .swapped = swapped,
        .asked = asked};
    assert(!cd_is_zero(motion));
    if (!(c.r > 0))
        return CD_UNKNOWN;
    cd_verdict verdict = !face   ? cast_at_segment(&c, i)
                         : point ? cast_point_at_face(&c, i)
                                 : cast_segment_at_face(&c, i);
    cd_interval_finish(i, c.end[0], swapped);
    return verdict;
}
