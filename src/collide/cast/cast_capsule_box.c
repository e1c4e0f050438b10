// A capsule that moves against a box touches it when the distance of its segment from the box is
// the radius. In the axes of the box, of which each takes a lane, the square of that distance from
// the point s of the segment at time t is
//   f(t, s) = sum of off(t v + s e)^2, with off(z) = z - clamp(z, low, high) along each axis,
// which is convex and made of parabolas, one for each pair of features on which the nearest points
// lie: a feature of the box, and an end or an inner point of the segment. What is nearest at t
// names a parabola; where it falls to the square of the radius, that is where the ray of the
// difference enters the ball, cylinder or slab round those features, is the next t, until that has
// the same features: then they prove, as f is convex, that this is the begin of the touch. The
// proof does not depend on how t was found. The search begins where the ray enters the facets of
// the difference, moved out by the radius.
#include "collide/cast/cast_capsule_box.h"

#include "collide/cast/ray_box.h"
#include "collide/shape/core.h"
#include "collide/simd/hot.h"
#include "collide/simd/vec4_lanes.h"

#include <assert.h>

enum { STEPS_MAX = 12 };

// The normal comes from a vector as long as the radius: of a radius that is a smaller part of the
// coordinates, as those of the margins of thin bodies are, rounding turns it by more than 2^-32.
static const double THINNEST = 0x1p-20;

// The box as seen from one end of the segment, which moves by t * v; e leads to the other end.
//   r         > 0, of both
//   far       the largest coordinate
//   size      of coordinates as they are seen: lengths are known to CD_CLOSED_FORM_DOUBT of it
//   still2    the square of a speed that is but rounding
//   outward   from b's core to its surface: its radius, negative where the normals lead into it
//   is_second it is the segment that is touched
typedef struct {
    cd_vec4 low, high, v, e, inverse_e;
    double r, far, size, still2, outward;
    bool is_second;
} swept_box;

// What is nearest at a time.
//   p, q   p + t q leads from the feature of b to that of a, across both
//   off    the same at this time, with the digits of its own size
//   axis   unit, where the features span one line: then p, q and off are seen along it, x axis
//   point  of b, as it stands at t = 0, without the radius
//   code   of the features: equal for the same ones
typedef struct {
    cd_vec4 p, q, off, axis, point;
    double code;
    bool has_axis;
} nearest_features;

// -1 where z is below the box along an axis, 1 above, else 0.
static inline cd_vec4 side_of(cd_vec4 z, cd_vec4 low, cd_vec4 high) {
    cd_vec4 one = cd_vec4_all(1);
    return (cd_vec4)((cd_vec4_mask)one & (z > high)) - (cd_vec4)((cd_vec4_mask)one & (z < low));
}

// Half of the derivative of f along s, at four points of the segment.
static inline cd_vec4 slope_along(const swept_box *b, cd_vec4 low, cd_vec4 high, cd_vec4 s) {
    const cd_vec4 zero = cd_vec4_all(0);
    cd_vec4 slope = zero;
    for (int i = 0; i < 3; i++) {
        cd_vec4 z = s * b->e[i], above = z - high[i], below = z - low[i];
        slope += (cd_vec4_max(above, zero) + cd_vec4_min(below, zero)) * b->e[i];
    }
    return slope;
}

static inline double greatest(cd_vec4 a) { return cd_max(cd_max(a[0], a[1]), cd_max(a[2], a[3])); }

// The slope along s grows with s, and bends only where the segment passes the plane of a face. So
// the point of least distance is between the last of these places, and the ends, at which it is
// not above 0, and the first at which it is.
static inline void nearest_at(const swept_box *b, double t, nearest_features *n) {
    cd_vec4 low = b->low - t * b->v, high = b->high - t * b->v;
    cd_vec4 passes_low = low * b->inverse_e, passes_high = high * b->inverse_e;
    passes_low[3] = 0;
    passes_high[3] = 1;
    cd_vec4 none = cd_vec4_all(-1), after = cd_vec4_all(2);
    cd_vec4_mask falls = slope_along(b, low, high, passes_low) <= 0;
    cd_vec4_mask falls_too = slope_along(b, low, high, passes_high) <= 0;
    cd_vec4_mask valid = (passes_low >= 0) & (passes_low <= 1);
    cd_vec4_mask valid_too = (passes_high >= 0) & (passes_high <= 1);
    double last = greatest(cd_vec4_max(cd_vec4_select(valid & falls, passes_low, none),
                                       cd_vec4_select(valid_too & falls_too, passes_high, none)));
    double first =
        -greatest(-cd_vec4_min(cd_vec4_select(valid & ~falls, passes_low, after),
                               cd_vec4_select(valid_too & ~falls_too, passes_high, after)));
    double s = last < 0 ? 0 : first > 1 ? 1 : 0.5 * (last + first);
    cd_vec4 side = side_of(s * b->e, low, high), zero = cd_vec4_all(0);
    const cd_vec4_mask beyond = side != 0;
    cd_vec4 face = cd_vec4_select(side > 0, b->high, b->low);
    cd_vec4 e = cd_vec4_select(beyond, b->e, zero);
    double ee = cd_vec4_length2(e);
    const bool slides = (last >= 0) & (first <= 1) & (ee > 0);
    n->code = side[0] + 3 * side[1] + 9 * side[2] + 27 * (slides ? 0.5 : s);
    n->p = cd_vec4_select(beyond, !slides && s == 1 ? b->e - face : -face, zero);
    n->q = cd_vec4_select(beyond, b->v, zero);
    n->off = n->p + t * n->q;
    n->has_axis = slides;
    cd_vec4 off = n->off;
    if (slides) {
        s = -cd_vec4_dot(off, e) / ee;
        off += s * e;
        n->axis = e / sqrt(ee);
        n->p = cd_vec4_cross(n->p, n->axis);
        n->q = cd_vec4_cross(n->q, n->axis);
        n->off = cd_vec4_cross(off, n->axis);
    }
    cd_vec4 at = s * b->e;
    n->point = b->is_second ? at : at + t * b->v - off;
}

// The begin of a touch, or its end, and what is nearest then, with the point on b's surface.
// is_apart: it is none, and the cores are certainly apart always.
typedef struct {
    double time;
    cd_vec normal;
    nearest_features nearest;
    bool is_apart;
} feature_touch;

// The normal is that of the features, if they gave the time; the point is that of the time, to
// which such a normal, where it grazes, belongs to rounding only.
static inline void put_touch(const swept_box *b, const cd_ray_touch *by, double t,
                             feature_touch *touch) {
    nearest_features *n = &touch->nearest;
    cd_vec4 off = n->has_axis ? cd_vec4_cross(n->axis, n->off) : n->off;
    off /= sqrt(cd_vec4_length2(off));
    touch->time = t;
    touch->normal = cd_vec4_vec(by->enter == by->enter ? by->enter_normal : off);
    n->point += b->outward * off;
}

// Where the ray of the difference enters what is rounded by r round the features.
static inline void see_features(const nearest_features *n, double r, cd_ray_touch *touch) {
    cd_ray_sphere(n->p, n->q, r, touch);
    if (n->has_axis)
        touch->enter_normal = cd_vec4_cross(n->axis, touch->enter_normal);
}

// Finds the touch that begins first in a direction of time, which is 1 or -1. Before `from` and
// after `to` they are certainly farther apart than r. CD_UNKNOWN: rounding could decide, or the
// steps were too few.
CD_VEC4_INLINE cd_verdict begin_touch(const swept_box *b, cd_times within, double way,
                                      feature_touch *touch) {
    double from = way > 0 ? within.first : -within.last, to = way > 0 ? within.last : -within.first;
    double rr = b->r * b->r, t = from, code = INFINITY;
    nearest_features *n = &touch->nearest;
    cd_ray_touch by = {.enter = INFINITY}; // what gave t
    for (int step = 0; step < STEPS_MAX; step++) {
        nearest_at(b, way * t, n);
        n->q *= way;
        double off2 = cd_vec4_length2(n->off), slope = cd_vec4_dot(n->off, n->q);
        bool same = n->code == code;
        touch->is_apart = off2 > rr + CD_CLOSED_FORM_DOUBT * b->size * b->size;
        if (same && by.enter != by.enter)
            return touch->is_apart ? CD_MISSES : CD_UNKNOWN;
        const bool still = cd_vec4_length2(n->q) <= b->still2; // the motion leads along them
        const bool touches = code < INFINITY && fabs(off2 - rr) <= 8 * DBL_EPSILON * rr;
        if (off2 > rr && still) {
            touch->is_apart = sqrt(off2) > b->r + CD_CLOSED_FORM_DOUBT * b->size;
            return CD_MISSES;
        }
        if (!same)
            see_features(n, b->r, &by);
        if (same || (touches && (still || fabs(by.enter - t) <= 2 * DBL_EPSILON * fabs(t)))) {
            put_touch(b, &by, way * t, touch);
            return CD_MEETS;
        }
        if (off2 > rr && slope < 0)
            from = t;
        else
            to = t;
        if (from >= to)
            return touch->is_apart ? CD_MISSES : CD_UNKNOWN;
        double nearest = -cd_vec4_dot(n->p, n->q) / cd_vec4_length2(n->q);
        double next = by.enter == by.enter ? by.enter : nearest;
        bool between = next > from && next <= to;
        code = between ? n->code : INFINITY;
        t = between ? next : next > to ? to : 0.5 * (from + to);
    }
    return CD_UNKNOWN;
}

// cd_touch_interval_closed with normals out of b and its points, as both are seen.
CD_VEC4_INLINE cd_verdict cast_by_features(const swept_box *b, cd_times within, cd_times asked,
                                           cd_interval *i) {
    const cd_vec v = cd_vec4_vec(b->v);
    feature_touch first, last;
    i->starts_apart =
        !(within.first <= within.last) || within.first > asked.last || within.last < asked.first;
    if (i->starts_apart)
        return CD_MISSES;
    cd_verdict verdict = begin_touch(b, within, 1, &first);
    i->starts_apart = verdict == CD_MISSES && first.is_apart;
    if (verdict != CD_MEETS)
        return verdict;
    i->enter = first.time;
    i->enter_normal = first.normal;
    i->starts_apart = cd_is_clear_way(i->enter, i->enter_normal, v, b->r, b->far);
    if (i->starts_apart && i->enter > asked.last * (1 + 8 * DBL_EPSILON))
        return CD_MISSES;
    if (begin_touch(b, (cd_times){i->enter, within.last}, -1, &last) != CD_MEETS)
        return CD_UNKNOWN;
    i->exit = cd_max(last.time, i->enter);
    i->exit_normal = last.normal;
    i->starts_apart |= cd_is_clear_way(i->exit, i->exit_normal, v, b->r, b->far);
    if (i->starts_apart && i->exit < asked.first)
        return CD_MISSES;
    i->is_alone = cd_has_clear_normal(i, v, b->r, b->far);
    i->has_points = true;
    i->enter_point = cd_vec4_vec(first.nearest.point);
    i->exit_point = cd_vec4_vec(last.nearest.point);
    return CD_MEETS;
}

// The times between which the ray is within the facets of the difference, moved out by r, and with
// some slack more: across the faces of the box, and across the segment and an edge of the box.
static inline cd_times clip_by_facets(const swept_box *b, double slack, double fast) {
    const cd_vec4 zero = cd_vec4_all(0), half = cd_vec4_all(0.5);
    double r = b->r + slack, longest = cd_vec4_max_abs(b->e);
    cd_ray_slabs faces = {.low = b->low - r - cd_vec4_max(b->e, zero),
                          .high = b->high + r - cd_vec4_min(b->e, zero),
                          .v = b->v};
    cd_ray_slabs_set_times(&faces, true, fast, 0);
    cd_vec4 extent = (b->high - b->low) * half, length = cd_vec4_abs(b->e), e2 = b->e * b->e;
    cd_vec4 middle = cd_vec4_cross((b->high + b->low) * half, b->e);
    cd_vec4 around = cd_vec4_yzx(extent) * cd_vec4_zxy(length) +
                     cd_vec4_zxy(extent) * cd_vec4_yzx(length) +
                     r * cd_vec4_sqrt(cd_vec4_yzx(e2) + cd_vec4_zxy(e2)) + slack * longest;
    cd_ray_slabs across = {
        .low = middle - around, .high = middle + around, .v = cd_vec4_cross(b->v, b->e)};
    cd_ray_slabs_set_times(&across, true, fast * longest, 0);
    return (cd_times){cd_max(cd_vec4_most(faces.near), cd_vec4_most(across.near)),
                      -cd_max(cd_vec4_most(-faces.far), cd_vec4_most(-across.far))};
}

// Sees the box from an end of the segment.
static inline swept_box see_box(const cd_shape *box, cd_vec4 end, cd_vec4 other, cd_vec4 motion) {
    cd_ray_slabs at = cd_ray_slabs_of(end, motion, box);
    swept_box b = {.low = at.low, .high = at.high, .v = at.v};
    b.e = cd_ray_slabs_of(end, other - end, box).v;
    b.inverse_e = 1 / b.e;
    return b;
}

CD_HOT cd_verdict cd_cast_capsule_box(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                      cd_times asked, cd_interval *i) {
    const bool swapped = a->kind == CD_BOX;
    const cd_shape *capsule = swapped ? b : a, *box = swapped ? a : b;
    assert(cd_has_segment_core(capsule) && box->kind == CD_BOX && !cd_is_zero(motion));
    const cd_vec4 end[2] = {cd_vec4_of(capsule->as.segment.a), cd_vec4_of(capsule->as.segment.b)};
    const cd_vec4 center = cd_vec4_of(box->as.box.center);
    const cd_vec4 v = swapped ? -cd_vec4_of(motion) : cd_vec4_of(motion);
    const bool second = cd_vec4_length2(end[1] - center) < cd_vec4_length2(end[0] - center);
    const double r = a->radius + b->radius, fast = cd_vec4_max_abs(v);
    double far = cd_max(cd_max(cd_vec4_max_abs(end[0]), cd_vec4_max_abs(end[1])),
                        cd_max_abs(box->as.box.center) + cd_max_abs(box->as.box.half));
    if (fast < CD_SMALLEST || r <= cd_max(THINNEST * far, 0x1p-120))
        return CD_UNKNOWN;
    swept_box s = see_box(box, end[second], end[!second], v);
    s.r = r;
    s.far = far;
    s.size = r + far;
    s.still2 = 64 * DBL_EPSILON * DBL_EPSILON * cd_vec4_length2(s.v);
    s.is_second = swapped;
    s.outward = swapped ? -b->radius : b->radius;
    const cd_times within = clip_by_facets(&s, CD_CLOSED_FORM_DOUBT * s.size, fast);
    cd_verdict verdict = cast_by_features(&s, within, asked, i);
    const cd_vec *u = box->as.box.axes;
    cd_vec *const out[4] = {&i->enter_normal, &i->exit_normal, &i->enter_point, &i->exit_point};
    for (int k = 0; k < 4 && verdict == CD_MEETS; k++)
        *out[k] = cd_vec4_vec(cd_ray_from_box_axes(u, cd_vec4_of(*out[k])));
    cd_interval_finish(i, cd_vec4_vec(end[second]), swapped);
    return verdict;
}
