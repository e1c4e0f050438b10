// Closed forms of the separation for the hot pairs of cores: a point against a point, a segment and
// a box, and a segment against a segment. Each differs from the generic path by rounding only. They
// work on numbers whose squares are safe; anything else, and every case that rounding could decide,
// is left to the generic path. Choices that random input would make by chance are made by indices
// instead of branches.
#include "collide/narrow/closed_pairs.h"
#include "collide/narrow/exact_touch.h"
#include "collide/narrow/segment_core.h"
#include "collide/simd/vec4_lanes.h"

#include <float.h>

// What segments are compared by is known to eps * size, and a direction to eps * size / distance:
// nearer than this part of the size, the generic path tells more.
#define CD_NEAR 0x1p-10

static bool safe(double square) { return square > 0x1p-500 && square < 0x1p500; }

// The separation of two cores that are nearest at p and q, both to be rounded; v = p - q is better
// known than either. way < 0: they overlap, and p and q are the ends of the way out.
static inline bool rounded(cd_vec4 p, cd_vec4 q, cd_vec4 v, double way, const cd_shape *a,
                           const cd_shape *b, cd_separation *s) {
    double square = cd_vec4_length2(v), distance = copysign(sqrt(square), way);
    cd_vec4 n = v / cd_vec4_all(distance) + (cd_vec4){0, 0, 0, 0}; // no -0
    s->distance = distance - (a->radius + b->radius);
    cd_vec4_put(s, offsetof(cd_separation, normal), n);
    cd_vec4_put(s, offsetof(cd_separation, point_a), p - a->radius * n);
    s->point_b = cd_vec4_vec(q + b->radius * n);
    return safe(square);
}

// True, and what rounding would decide is settled: whether they touch.
static inline bool settled(const cd_shape *a, const cd_shape *b, double size2, cd_separation *s) {
    if (s->distance * s->distance <= 64 * DBL_EPSILON * DBL_EPSILON * size2)
        cd_resolve_exact_touch(a, b, s);
    return true;
}

// ------------------------------------------------------------------------------- balls and rods

static inline bool balls(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_vec4 p = cd_vec4_read(&a->as.center), q = cd_vec4_read(&b->as.center);
    if (rounded(p, q, p - q, 1, a, b, s))
        return true;
    if (!cd_equal(a->as.center, b->as.center))
        return false;
    *s = (cd_separation){0, {0, 1, 0}, a->as.center, b->as.center};
    cd_inflate(s, a->radius, b->radius);
    return true;
}

static inline bool ball_rod(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_segment_core g = cd_segment_core_of(b);
    cd_vec p = a->as.center, v = cd_segment_core_offset(p, &g);
    double size = cd_max(cd_max_abs(cd_sub(p, g.end[0])), cd_max_abs(g.d));
    cd_vec4 from = cd_vec4_of(p), off = cd_vec4_of(v);
    return cd_length2(v) > CD_NEAR * CD_NEAR * size * size &&
           rounded(from, from - off, off, 1, a, b, s) && settled(a, b, size * size, s);
}

// Crossing in the plane, the difference is a parallelogram: the shortest way out takes the end that
// has the least height over the other segment's line onto that line. w = p - q leads from one first
// end to the other, d and e along the segments; crossed with each other they tell all heights.
CD_HOT static __attribute__((noinline)) bool crossing(const cd_shape *a, const cd_shape *b,
                                                      cd_separation *s) {
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
    bool down = (height[least] > 0) == of_a; // the way out
    double size = cd_max(cd_max_abs(w), cd_max(cd_max_abs(d), cd_max_abs(e)));
    *s = (cd_separation){-fabs(height[least]), down ? cd_negate(up) : up, of_a ? at : foot,
                         of_a ? foot : at};
    cd_inflate(s, a->radius, b->radius);
    return fabs(height[least]) > CD_NEAR * size;
}

// A number clamped to [0, 1], and anything beside it.
static inline cd_half unit(cd_half t) {
    return cd_half_min(cd_half_max(t, (cd_half){0, 0}), (cd_half){1, 1});
}

// The common perpendicular of the lines, with n = d x e and w from the first to the other, meets
// the first at s = w x e . n / n.n. The nearest point of the first segment to it, the nearest of
// the second to that and the nearest of the first again are nearest to each other (Ericson,
// Real-Time Collision Detection, 5.1.9). Nearly parallel lines know s poorly, but just as poorly
// does the distance depend on it: v keeps its digits.
static inline bool rods(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_vec4 p = cd_vec4_read(&a->as.segment.a), p_end = cd_vec4_read(&a->as.segment.b);
    cd_vec4 q = cd_vec4_read(&b->as.segment.a), q_end = cd_vec4_read(&b->as.segment.b);
    cd_vec4 d = p_end - p, e = q_end - q, w = q - p, n = cd_vec4_cross(d, e);
    cd_vec4 turn = cd_vec4_cross(w, e);
    cd_vec4 squares = cd_vec4_dots((cd_vec4[]){n, d, e, w}, (cd_vec4[]){n, d, e, w});
    cd_vec4 dots = cd_vec4_dots((cd_vec4[]){turn, d, e, d}, (cd_vec4[]){n, w, w, e});
    double nn = squares[0], size2 = cd_max(cd_max(squares[1], squares[2]), squares[3]);
    if (!(safe(nn) || nn == 0))
        return false;
    if (a->dim == 2) {
        double at_a = dots[0], at_b = cd_vec4_cross(w, d)[2] * n[2];
        if ((at_a > 0) & (at_a < nn) & (at_b > 0) & (at_b < nn))
            return crossing(a, b, s);
    }
    // On a line without a direction all is at 0.
    cd_vec4 inverse = (cd_vec4)((cd_vec4_mask)(1 / squares) & (squares > 0));
    cd_halves at = cd_vec4_halves(dots * inverse), per = cd_vec4_halves(dots[3] * inverse);
    cd_half on_a = unit(at.low), on_b = unit(on_a * per.high - at.high);
    on_a = unit(on_b * per.low[1] + at.low[1]);
    // From the nearer ends.
    cd_vec4 s_a = cd_vec4_all(on_a[0]), s_b = cd_vec4_all(on_b[0]), one = {1, 1, 1, 1};
    cd_vec4_mask far_a = s_a > 0.5, far_b = s_b > 0.5;
    cd_vec4 from_a = d * (s_a - (cd_vec4)((cd_vec4_mask)one & far_a));
    cd_vec4 from_b = e * (s_b - (cd_vec4)((cd_vec4_mask)one & far_b));
    p = cd_vec4_select(far_a, p_end, p);
    cd_vec4 v = p - cd_vec4_select(far_b, q_end, q) + (from_a - from_b);
    p += from_a;
    return cd_vec4_length2(v) > CD_NEAR * CD_NEAR * size2 && rounded(p, p - v, v, 1, a, b, s) &&
           settled(a, b, size2, s);
}

// ------------------------------------------------------------------------------- ball and box

// The centre on the surface; of several faces the first in the order +x, -x, +y, ...
static bool on_box(const cd_shape *ball, const cd_shape *box, cd_vec4 beyond, cd_vec4 side,
                   cd_separation *s) {
    const double off[3] = {beyond[0], beyond[1], beyond[2]}, sign[3] = {side[0], side[1], side[2]};
    int face = 0;
    for (int i = 1; i < box->dim; i++)
        face = off[i] > off[face] ? i : face;
    cd_vec p = ball->as.center, u = box->as.box.axes[face];
    *s = (cd_separation){0, sign[face] < 0 ? cd_negate(u) : u, p, p};
    cd_inflate(s, ball->radius, box->radius);
    return off[face] == 0 && !cd_is_zero(box->as.box.half) && isfinite(s->distance);
}

// How far the centre is beyond the nearer face across each axis, and on which side. Outside, all
// axes that it is beyond lead to it from the nearest point; inside, the way out is the one that it
// is the least behind, of equals to rounding the first: the last bits tell the axis.
static inline bool ball_box(const cd_shape *ball, const cd_shape *box, cd_separation *s) {
    const cd_vec *u = box->as.box.axes;
    const cd_vec4 axes[3] = {cd_vec4_read(&u[0]), cd_vec4_read(&u[1]), cd_vec4_read(&u[2])};
    cd_vec4 p = cd_vec4_read(&ball->as.center), beyond, side;
    if (box->as.box.rotated) {
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
    if (box->dim == 2) // no way out
        beyond[2] = -DBL_MAX;
    cd_vec4 order = cd_vec4_min(beyond, cd_vec4_all(DBL_MAX));
    order = (cd_vec4)(((cd_vec4_mask)order & ~(int64_t)3) | (cd_vec4_mask){0, 1, 2, 3});
    double most = cd_halves_greatest(cd_vec4_halves(order));
    cd_vec4_mask out = order >= cd_vec4_all(cd_min(most, 0x1p-1000));
    cd_vec4 off = (cd_vec4)((cd_vec4_mask)cd_vec4_flip(beyond, side) & out);
    cd_vec4 v = cd_vec4_combine(axes, off);
    if (rounded(p, p - v, v, most, ball, box, s))
        return true;
    return cd_vec4_most(cd_vec4_abs(v)) == 0 && on_box(ball, box, beyond, side, s);
}

// A function for each has less to keep in registers.
typedef bool pair(const cd_shape *a, const cd_shape *b, cd_separation *s);

CD_HOT static bool balls_apart(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return balls(a, b, s);
}

CD_HOT static bool ball_off_rod(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return ball_rod(a, b, s);
}

CD_HOT static bool ball_off_box(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return ball_box(a, b, s);
}

CD_HOT static bool rods_apart(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    return rods(a, b, s);
}

static bool ball_off(const cd_shape *ball, const cd_shape *b, cd_separation *s) {
    if (cd_has_point_core(b))
        return balls_apart(ball, b, s);
    if (cd_has_segment_core(b))
        return ball_off_rod(ball, b, s);
    return b->kind == CD_BOX && ball_off_box(ball, b, s);
}

// A contact is what they are for: straight there.
CD_HOT bool cd_contact_point_cores(const cd_shape *a, const cd_shape *b, double margin,
                                   cd_separation *s, cd_contact_query *otherwise) {
    return balls(a, b, s) ? s->distance <= margin : otherwise(a, b, margin, s);
}

CD_HOT bool cd_contact_point_core_box(const cd_shape *a, const cd_shape *b, double margin,
                                      cd_separation *s, cd_contact_query *otherwise) {
    return ball_box(a, b, s) ? s->distance <= margin : otherwise(a, b, margin, s);
}

CD_HOT bool cd_contact_segment_cores(const cd_shape *a, const cd_shape *b, double margin,
                                     cd_separation *s, cd_contact_query *otherwise) {
    return rods(a, b, s) ? s->distance <= margin : otherwise(a, b, margin, s);
}

bool cd_separate_closed(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    if (cd_has_point_core(a))
        return ball_off(a, b, s);
    if (cd_has_segment_core(a) && cd_has_segment_core(b))
        return rods_apart(a, b, s);
    if (!cd_has_point_core(b) || !ball_off(b, a, s))
        return false;
    *s = cd_swapped(*s);
    s->normal = cd_add(s->normal, (cd_vec){0, 0, 0}); // no -0
    return true;
}

bool cd_separate_degenerate(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_shape ball;
    if (cd_has_degenerate_core(a, &ball))
        return cd_separate_closed(&ball, b, s);
    return cd_has_degenerate_core(b, &ball) && cd_separate_closed(a, &ball, s);
}
