// A capsule that moves against a box touches it when the distance of its segment from the box is
// the radius. In the axes of the box, of which each takes a lane, the square of that distance from
// the point s of the segment at time t is
//   f(t, s) = sum of off(t v + s e)^2, with off(z) = z - clamp(z, low, high) along each axis,
// which is convex and made of quadratic pieces. What is nearest at t, a feature of the box and an
// end or an inner point of the segment, names a piece; where the ray of the difference enters the
// ball, cylinder or slab of that pair of features is the next t, until that has the same features:
// then they prove, as f is convex, that this is the begin of the touch. The search starts where the
// ray enters the facets of the difference, moved out by the radius: there it often ends, too.
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
typedef struct {
    cd_vec4 low, high, v, e, inverse_e;
    double r;
} swept_box;

// What is nearest at a time.
//   code  of the features; equal for the same ones
//   beyond  the axes along which the box is left, and the face that is nearest along them
//   slides  the point of the segment is an inner one, which changes with t
//   s       the point of the segment
//   off     the vector to it from the box
typedef struct {
    double code, s;
    cd_vec4_mask beyond;
    cd_vec4 face, off;
    bool slides;
} nearest_pair;

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
static inline nearest_pair nearest_at(const swept_box *b, double t) {
    cd_vec4 low = b->low - t * b->v, high = b->high - t * b->v;
    cd_vec4 passes_low = low * b->inverse_e, passes_high = high * b->inverse_e;
    passes_low[3] = 0;
    passes_high[3] = 1;
    cd_vec4 none = cd_vec4_all(-1), beyond = cd_vec4_all(2);
    cd_vec4_mask falls = slope_along(b, low, high, passes_low) <= 0;
    cd_vec4_mask falls_too = slope_along(b, low, high, passes_high) <= 0;
    cd_vec4_mask valid = (passes_low >= 0) & (passes_low <= 1);
    cd_vec4_mask valid_too = (passes_high >= 0) & (passes_high <= 1);
    double last = greatest(cd_vec4_max(cd_vec4_select(valid & falls, passes_low, none),
                                       cd_vec4_select(valid_too & falls_too, passes_high, none)));
    double first =
        -greatest(-cd_vec4_min(cd_vec4_select(valid & ~falls, passes_low, beyond),
                               cd_vec4_select(valid_too & ~falls_too, passes_high, beyond)));
    double s = last < 0 ? 0 : first > 1 ? 1 : 0.5 * (last + first);
    cd_vec4 side = side_of(s * b->e, low, high);
    nearest_pair n = {.beyond = side != 0, .face = cd_vec4_select(side > 0, b->high, b->low)};
    cd_vec4 face = cd_vec4_select(side > 0, high, low), zero = cd_vec4_all(0);
    cd_vec4 e = cd_vec4_select(n.beyond, b->e, zero);
    double ee = cd_vec4_length2(e);
    n.slides = (last >= 0) & (first <= 1) & (ee > 0);
    n.s = n.slides ? cd_vec4_dot(cd_vec4_select(n.beyond, face, zero), e) / ee : s;
    n.off = cd_vec4_select(n.beyond, n.s * b->e - face, zero);
    n.code = side[0] + 3 * side[1] + 9 * side[2] + 27 * (n.slides ? 0.5 : n.s);
    return n;
}

// Where the ray enters what rounds two features: a slab, cylinder or ball. `nearest`: when it is
// nearest to them.
typedef struct {
    double enter, nearest;
    cd_vec4 normal;
} feature_touch;

static inline feature_touch enter_feature(const swept_box *b, const nearest_pair *n) {
    cd_vec4 zero = cd_vec4_all(0), e = cd_vec4_select(n->beyond, b->e, zero);
    cd_vec4 from = n->s == 1 && !n->slides ? b->e - n->face : -n->face;
    cd_vec4 p = cd_vec4_select(n->beyond, from, zero), q = cd_vec4_select(n->beyond, b->v, zero);
    if (n->slides) { // across the segment
        e /= cd_vec4_all(sqrt(cd_vec4_length2(e)));
        p = cd_vec4_cross(p, e);
        q = cd_vec4_cross(q, e);
    }
    cd_ray_touch touch;
    cd_ray_sphere(p, q, b->r, &touch);
    return (feature_touch){touch.enter, -cd_vec4_dot(p, q) / cd_vec4_length2(q),
                           n->slides ? cd_vec4_cross(e, touch.enter_normal) : touch.enter_normal};
}

// The begin of the touch: time and point of the segment; normal of the box and the vector to that
// point, both in the axes of the box.
typedef struct {
    double time, s;
    cd_vec4 normal, off;
} swept_touch;

// Finds the begin of the touch between two times; before and after these they are certainly apart.
// The distance is convex in t: where it does not fall to the radius between them, it never does.
// CD_MISSES: they are certainly apart always.
static inline cd_verdict find_enter(const swept_box *b, double from, double to, double clear2,
                                    swept_touch *found) {
    double t = from, code = INFINITY;
    feature_touch touch = {INFINITY, INFINITY, cd_vec4_all(0)};
    for (int step = 0; step < STEPS_MAX; step++) {
        nearest_pair n = nearest_at(b, t);
        double off2 = cd_vec4_length2(n.off);
        cd_verdict miss = off2 > clear2 ? CD_MISSES : CD_UNKNOWN;
        if (n.code == code) {
            *found = (swept_touch){t, n.s, touch.normal, n.off};
            return t == touch.enter ? CD_MEETS : miss;
        }
        if (off2 > b->r * b->r && cd_vec4_dot(n.off, b->v) < 0)
            from = t;
        else
            to = t;
        if (from >= to)
            return miss;
        touch = enter_feature(b, &n);
        t = touch.enter == touch.enter ? touch.enter : touch.nearest;
        bool between = t > from && t <= to;
        code = between ? n.code : INFINITY;
        t = between ? t : t > to ? to : 0.5 * (from + to);
    }
    return CD_UNKNOWN;
}

// The times between which the ray is within the facets of the difference, moved out by r, and with
// some slack more: across the faces of the box, and across the segment and an edge of the box.
static inline void clip_by_facets(const swept_box *b, double slack, double fast, double *from,
                                  double *to) {
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
    *from = cd_max(cd_vec4_most(faces.near), cd_vec4_most(across.near));
    *to = -cd_max(cd_vec4_most(-faces.far), cd_vec4_most(-across.far));
}

// Sees the box from an end of the segment.
static inline swept_box see_box(const cd_shape *box, cd_vec4 end, cd_vec4 other, cd_vec4 motion) {
    cd_ray_slabs at = cd_ray_slabs_of(end, motion, box);
    swept_box b = {.low = at.low, .high = at.high, .v = at.v};
    b.e = cd_ray_slabs_of(end, other - end, box).v;
    b.inverse_e = 1 / b.e;
    return b;
}

// A cast in the order that it was asked in: the capsule moves by `motion` against the box, or,
// where `swapped`, the box the other way.
typedef struct {
    const cd_shape *capsule, *box;
    cd_vec4 near, far; // the ends of the segment; the first is nearer to the box
    cd_vec4 motion;
    bool swapped;
} box_cast;

// The touched point of the second shape, and its normal. The point is that of the time, to which
// the normal, where it grazes, belongs to rounding only.
static inline void put_end(const box_cast *c, const swept_touch *touch, double t, cd_vec *normal,
                           cd_vec *point) {
    const cd_vec *u = c->box->as.box.axes;
    cd_vec4 n = cd_ray_from_box_axes(u, touch->normal), off = cd_ray_from_box_axes(u, touch->off);
    cd_vec4 e = c->far - c->near, out = off / cd_vec4_all(sqrt(cd_vec4_length2(off)));
    cd_vec4 core = touch->s > 0.5 ? c->far + (touch->s - 1) * e : c->near + touch->s * e;
    *normal = cd_vec4_vec(c->swapped ? -n : n);
    *point = cd_vec4_vec(c->swapped ? core - c->capsule->radius * out
                                    : core + t * c->motion - off + c->box->radius * out);
}

static inline cd_verdict cast(const box_cast *c, cd_times asked, cd_interval *interval) {
    const cd_shape *box = c->box;
    double r = c->capsule->radius + box->radius, fast = cd_vec4_max_abs(c->motion), from, to;
    double far = cd_max(cd_max(cd_vec4_max_abs(c->near), cd_vec4_max_abs(c->far)),
                        cd_max_abs(box->as.box.center) + cd_max_abs(box->as.box.half));
    if (fast < CD_SMALLEST || r <= cd_max(THINNEST * far, 0x1p-120))
        return CD_UNKNOWN;
    swept_box b = see_box(box, c->near, c->far, c->motion);
    b.r = r;
    clip_by_facets(&b, cd_ray_rounding * (far + r), fast, &from, &to);
    interval->starts_apart = from > asked.last || to < asked.first || from > to;
    if (interval->starts_apart)
        return CD_MISSES;
    double clear2 = r * r + cd_ray_rounding * (r * r + far * far);
    swept_touch first, last;
    cd_verdict verdict = find_enter(&b, from, to, clear2, &first);
    interval->starts_apart = verdict == CD_MISSES;
    if (verdict != CD_MEETS)
        return verdict;
    b.v = -b.v;
    if (find_enter(&b, -to, -from, clear2, &last) != CD_MEETS)
        return CD_UNKNOWN;
    *interval = (cd_interval){
        .enter = first.time, .exit = cd_max(-last.time, first.time), .has_points = true};
    put_end(c, &first, interval->enter, &interval->enter_normal, &interval->enter_point);
    put_end(c, &last, interval->exit, &interval->exit_normal, &interval->exit_point);
    cd_vec v = cd_vec4_vec(c->swapped ? -c->motion : c->motion);
    interval->starts_apart = cd_is_clear_way(interval->enter, interval->enter_normal, v, r, far) ||
                             cd_is_clear_way(interval->exit, interval->exit_normal, v, r, far);
    interval->is_alone = cd_has_clear_normal(interval, v, r, far);
    return CD_MEETS;
}

CD_HOT cd_verdict cd_cast_capsule_box(const cd_shape *a, cd_vec motion, const cd_shape *b,
                                      cd_times asked, cd_interval *interval) {
    bool swapped = a->kind == CD_BOX;
    const cd_shape *capsule = swapped ? b : a, *box = swapped ? a : b;
    assert(cd_has_segment_core(capsule) && box->kind == CD_BOX && !cd_is_zero(motion));
    cd_vec4 end[2] = {cd_vec4_of(capsule->as.segment.a), cd_vec4_of(capsule->as.segment.b)};
    cd_vec4 center = cd_vec4_of(box->as.box.center), v = cd_vec4_of(motion);
    bool second = cd_vec4_length2(end[1] - center) < cd_vec4_length2(end[0] - center);
    box_cast c = {.capsule = capsule,
                  .box = box,
                  .near = second ? end[1] : end[0],
                  .far = second ? end[0] : end[1],
                  .motion = swapped ? -v : v,
                  .swapped = swapped};
    return cast(&c, asked, interval);
}
