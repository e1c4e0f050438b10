// Closed forms of the separation for the hot pairs of cores: a point against a point, a segment and
// a box, and a segment against a segment. Each differs from the generic path by rounding only. They
// work on numbers whose squares are safe; anything else, and every case that rounding could decide,
// is left to the generic path. Choices that random input would make by chance are made by indices
// instead of branches.
#include "collide/rod.h"
#include "collide/separate.h"
#include "collide/vec4.h"

#include <float.h>

// What segments are compared by is known to eps * size, and a direction to eps * size / distance:
// nearer than this part of the size, the generic path tells more.
#define CD_NEAR 0x1p-10

static bool safe(double square) { return square > 0x1p-500 && square < 0x1p500; }

// The separation of two cores that are apart and nearest at p and q, both to be rounded; v = p - q
// is better known than either.
static inline bool rounded(cd_vec4 p, cd_vec4 q, cd_vec4 v, const cd_shape *a, const cd_shape *b,
                           cd_separation *s) {
    double square = cd_vec4_length2(v), distance = sqrt(square);
    cd_vec4 n = v * (1 / distance) + (cd_vec4){0, 0, 0, 0}; // no -0
    s->distance = distance - (a->radius + b->radius);
    cd_vec4_put(s, offsetof(cd_separation, normal), n);
    cd_vec4_put(s, offsetof(cd_separation, point_a), p - a->radius * n);
    s->point_b = cd_vec4_vec(q + b->radius * n);
    return safe(square);
}

// ------------------------------------------------------------------------------- balls and rods

static inline bool balls(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_vec4 p = cd_vec4_of(a->as.center), q = cd_vec4_of(b->as.center);
    if (rounded(p, q, p - q, a, b, s))
        return true;
    if (!cd_equal(a->as.center, b->as.center))
        return false;
    *s = (cd_separation){0, {0, 1, 0}, a->as.center, b->as.center};
    cd_inflate(s, a->radius, b->radius);
    return true;
}

static inline bool ball_rod(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_rod g = cd_rod_of(b);
    cd_vec p = a->as.center, v = cd_off_rod(p, &g);
    double size = cd_max(cd_max_abs(cd_sub(p, g.end[0])), cd_max_abs(g.d));
    cd_vec4 from = cd_vec4_of(p), off = cd_vec4_of(v);
    return cd_length2(v) > CD_NEAR * CD_NEAR * size * size &&
           rounded(from, from - off, off, a, b, s);
}

// Crossing in the plane, the difference is a parallelogram: the shortest way out takes the end that
// has the least height over the other segment's line onto that line. w = p - q leads from one first
// end to the other, d and e along the segments; crossed with each other they tell all heights.
static bool crossing(const cd_shape *a, const cd_shape *b, cd_vec4 d, cd_vec4 e, cd_vec4 w,
                     double size, cd_separation *s) {
    double over_b = 1 / sqrt(cd_vec4_length2(e)), over_a = 1 / sqrt(cd_vec4_length2(d));
    double n = cd_vec4_cross(d, e)[2], we = cd_vec4_cross(w, e)[2], wd = cd_vec4_cross(w, d)[2];
    const double height[4] = {-we * over_b, -(we + n) * over_b, wd * over_a, (wd + n) * over_a};
    const cd_vec end[4] = {a->as.segment.a, a->as.segment.b, b->as.segment.a, b->as.segment.b};
    int least = 0;
    for (int i = 1; i < 4; i++)
        least = fabs(height[i]) < fabs(height[least]) ? i : least;
    bool of_a = least < 2;
    cd_vec along = cd_vec4_vec(of_a ? e * over_b : d * over_a);
    cd_vec up = cd_perp(along), at = end[least], foot = cd_add_scaled(at, -height[least], up);
    bool down = (height[least] > 0) == of_a; // the way out
    *s = (cd_separation){-fabs(height[least]), down ? cd_negate(up) : up, of_a ? at : foot,
                         of_a ? foot : at};
    cd_inflate(s, a->radius, b->radius);
    return fabs(height[least]) > CD_NEAR * size;
}

static inline cd_vec4 larger(cd_vec4 a, cd_vec4 b) { return cd_vec4_select(a > b, a, b); }

// The common perpendicular of the lines, with n = d x e, meets the first at s = -(w x e . n) / n.n.
// The nearest point of the first segment to it, the nearest of the second to that and the nearest
// of the first again are nearest to each other (Ericson, Real-Time Collision Detection, 5.1.9).
// Nearly parallel lines know s poorly, but just as poorly does the distance depend on it: v keeps
// its digits.
static inline bool rods(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_vec4 p = cd_vec4_of(a->as.segment.a), p_end = cd_vec4_of(a->as.segment.b);
    cd_vec4 q = cd_vec4_of(b->as.segment.a), q_end = cd_vec4_of(b->as.segment.b);
    cd_vec4 d = p_end - p, e = q_end - q, w = p - q, n = cd_vec4_cross(d, e);
    cd_vec4 turn = cd_vec4_cross(w, e);
    cd_vec4 across = cd_vec4_dots((cd_vec4[]){n, turn, d, w}, (cd_vec4[]){n, n, e, d});
    cd_vec4 along = cd_vec4_dots((cd_vec4[]){d, e, w, w}, (cd_vec4[]){d, e, e, e});
    cd_vec4 extent = larger(cd_vec4_abs(w), larger(cd_vec4_abs(d), cd_vec4_abs(e)));
    double nn = across[0], at_a = -across[1], size = cd_vec4_most(extent);
    if (!(safe(nn) || nn == 0))
        return false;
    if (a->dim == 2 && at_a > 0 && at_a < nn) {
        double at_b = -cd_vec4_dot(cd_vec4_cross(w, d), n);
        if (at_b > 0 && at_b < nn)
            return crossing(a, b, d, e, w, size, s);
    }
    double on_a = nn > 0 ? cd_clamp(at_a / nn, 0, 1) : 0;
    double per_a = along[0] > 0 ? 1 / along[0] : 0, per_b = along[1] > 0 ? 1 / along[1] : 0;
    double on_b = cd_clamp((along[2] + on_a * across[2]) * per_b, 0, 1);
    on_a = cd_clamp((on_b * across[2] - across[3]) * per_a, 0, 1);
    // From the nearer ends.
    cd_vec4 at = cd_vec4_all(on_a), on = cd_vec4_all(on_b), zero = {0, 0, 0, 0};
    cd_vec4_mask far_a = at > 0.5, far_b = on > 0.5;
    cd_vec4 from_a = d * (at - cd_vec4_select(far_a, zero + 1, zero));
    cd_vec4 from_b = e * (on - cd_vec4_select(far_b, zero + 1, zero));
    p = cd_vec4_select(far_a, p_end, p);
    cd_vec4 v = p - cd_vec4_select(far_b, q_end, q) + (from_a - from_b);
    p += from_a;
    return cd_vec4_length2(v) > CD_NEAR * CD_NEAR * size * size && rounded(p, p - v, v, a, b, s);
}

// ------------------------------------------------------------------------------- ball and box

// Inside, the nearest face; of equals the first in the order +x, -x, +y, ...
static void out_of_box(cd_vec p, const cd_shape *box, const double low[3], const double high[3],
                       cd_separation *s) {
    *s = (cd_separation){-INFINITY, {0, 0, 0}, p, p};
    for (int i = 0; i < box->dim; i++) {
        cd_vec u = box->as.box.axes[i];
        if (-high[i] > s->distance)
            s->distance = -high[i], s->normal = u;
        if (low[i] > s->distance)
            s->distance = low[i], s->normal = cd_negate(u);
    }
    s->point_b = cd_add_scaled(p, -s->distance, s->normal);
}

// How far p is from the faces across each axis, and off the box along it.
static inline bool ball_box(const cd_shape *ball, const cd_shape *box, cd_separation *s) {
    const cd_vec *u = box->as.box.axes;
    cd_vec4 p = cd_vec4_of(ball->as.center), half = cd_vec4_of(box->as.box.half), low, high;
    if (box->as.box.rotated) {
        cd_vec4 x = {u[0].x, u[1].x, u[2].x, 0}, y = {u[0].y, u[1].y, u[2].y, 0};
        cd_vec4 z = {u[0].z, u[1].z, u[2].z, 0}, q = p - cd_vec4_of(box->as.box.center);
        cd_vec4 height = q[0] * x + q[1] * y + q[2] * z;
        low = -half - height;
        high = half - height;
    } else {
        low = cd_vec4_of(box->as.box.min) - p;
        high = cd_vec4_of(box->as.box.max) - p;
    }
    // low <= 0 <= high between the faces
    cd_vec4 off = -larger(low, (cd_vec4){0, 0, 0, 0}) + larger(-high, (cd_vec4){0, 0, 0, 0});
    cd_vec4 v = off[0] * cd_vec4_of(u[0]) + off[1] * cd_vec4_of(u[1]) + off[2] * cd_vec4_of(u[2]);
    if (rounded(p, p - v, v, ball, box, s))
        return true;
    if (cd_vec4_most(cd_vec4_abs(v)) > 0 || cd_vec4_most(half) == 0)
        return false;
    const double lows[3] = {low[0], low[1], low[2]}, highs[3] = {high[0], high[1], high[2]};
    out_of_box(ball->as.center, box, lows, highs, s);
    cd_inflate(s, ball->radius, box->radius);
    return isfinite(s->distance);
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
    if (cd_is_ball(b))
        return balls_apart(ball, b, s);
    if (cd_is_rod(b))
        return ball_off_rod(ball, b, s);
    return b->kind == CD_BOX && ball_off_box(ball, b, s);
}

CD_HOT bool cd_contact_balls(const cd_shape *a, const cd_shape *b, double margin,
                             cd_separation *s) {
    cd_vec4 p = cd_vec4_of(a->as.center), q = cd_vec4_of(b->as.center);
    if (!rounded(p, q, p - q, a, b, s))
        return cd_contact_any(a, b, margin, s);
    return s->distance <= margin;
}

bool cd_separate_closed(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    if (cd_is_ball(a))
        return ball_off(a, b, s);
    if (cd_is_rod(a) && cd_is_rod(b))
        return rods_apart(a, b, s);
    if (!cd_is_ball(b) || !ball_off(b, a, s))
        return false;
    *s = cd_swapped(*s);
    s->normal = cd_add(s->normal, (cd_vec){0, 0, 0}); // no -0
    return true;
}

bool cd_separate_shrunk(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    cd_shape ball;
    if (cd_shrunk(a, &ball))
        return cd_separate_closed(&ball, b, s);
    return cd_shrunk(b, &ball) && cd_separate_closed(a, &ball, s);
}
