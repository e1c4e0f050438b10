// Closed forms of the separation for the hot pairs of cores: a point against a point, a segment and
// a box, and a segment against a segment. Each differs from the generic path by rounding only. They
// work on numbers whose squares are safe; anything else, and every case that rounding could decide,
// is left to the generic path. Choices that random input would make by chance are made by indices
// instead of branches.
#include "collide/rod.h"
#include "collide/separate.h"

#include <float.h>

// What segments are compared by is known to eps * size, and a direction to eps * size / distance:
// nearer than this part of the size, the generic path tells more.
#define CD_NEAR 0x1p-10

static bool safe(double square) { return square > 0x1p-500 && square < 0x1p500; }

// p against a core whose nearest point is p - v.
static inline bool from_vector(cd_vec p, cd_vec v, cd_separation *s) {
    double square = cd_length2(v);
    if (!safe(square))
        return false;
    s->distance = sqrt(square);
    s->normal = cd_scale(v, 1 / s->distance);
    s->point_a = p;
    s->point_b = cd_sub(p, v);
    return true;
}

static bool point_point(cd_vec p, cd_vec q, cd_separation *s) {
    if (!cd_equal(p, q))
        return from_vector(p, cd_sub(p, q), s);
    *s = (cd_separation){0, {0, 1, 0}, p, q};
    return true;
}

static bool point_segment(cd_vec p, const cd_shape *b, cd_separation *s) {
    cd_rod g = cd_rod_of(b);
    cd_vec v = cd_off_rod(p, &g);
    double size = cd_max(cd_max_abs(cd_sub(p, g.end[0])), cd_max_abs(g.d));
    return cd_length2(v) > CD_NEAR * CD_NEAR * size * size && from_vector(p, v, s);
}

// Crossing in the plane, the difference is a parallelogram: the shortest way out takes the end that
// has the least height over the other segment's line onto that line.
static bool crossing_segments(const cd_rod *a, const cd_rod *b, double size, cd_separation *s) {
    s->distance = -INFINITY;
    for (int i = 0; i < 4; i++) {
        const cd_rod *own = i < 2 ? a : b, *other = i < 2 ? b : a;
        cd_vec end = own->end[i & 1], n = cd_scale(cd_perp(other->d), sqrt(other->inverse));
        // From the other segment's nearer end; the own other end lies on the other side.
        double height = cd_dot(cd_sub(end, other->end[0]), n);
        if (-fabs(height) > s->distance) {
            cd_vec foot = cd_add_scaled(end, -height, n);
            cd_vec out = height > 0 ? cd_negate(n) : n;
            *s = i < 2 ? (cd_separation){-fabs(height), out, end, foot}
                       : (cd_separation){-fabs(height), cd_negate(out), foot, end};
        }
    }
    return -s->distance > CD_NEAR * size;
}

// The common perpendicular of the lines, with n = d x e, meets the first at s = -(w x e . n) / n.n.
// The nearest point of the first segment to it, the nearest of the second to that and the nearest
// of the first again are nearest to each other (Ericson, Real-Time Collision Detection, 5.1.9).
// Nearly parallel lines know s poorly, but just as poorly does the distance depend on it: v keeps
// its digits.
static bool segment_segment(const cd_shape *shape_a, const cd_shape *shape_b, cd_separation *s) {
    cd_rod a = cd_rod_of(shape_a), b = cd_rod_of(shape_b);
    cd_vec w = cd_sub(a.end[0], b.end[0]), n = cd_cross(a.d, b.d);
    double size = cd_max(cd_max_abs(w), cd_max(cd_max_abs(a.d), cd_max_abs(b.d)));
    double nn = cd_length2(n), at_a = -cd_dot(cd_cross(w, b.d), n);
    if (!(safe(nn) || nn == 0))
        return false;
    if (shape_a->dim == 2 && at_a > 0 && at_a < nn) {
        double at_b = -cd_dot(cd_cross(w, a.d), n);
        if (at_b > 0 && at_b < nn)
            return crossing_segments(&a, &b, size, s);
    }
    double along = cd_dot(a.d, b.d), on_a = nn > 0 ? cd_clamp(at_a / nn, 0, 1) : 0;
    double on_b = cd_clamp((cd_dot(w, b.d) + on_a * along) * b.inverse, 0, 1);
    on_a = cd_clamp((on_b * along - cd_dot(w, a.d)) * a.inverse, 0, 1);
    int k = on_a > 0.5, l = on_b > 0.5;
    cd_vec from_a = cd_scale(a.d, on_a - k), from_b = cd_scale(b.d, on_b - l);
    cd_vec v = cd_add(cd_sub(a.end[k], b.end[l]), cd_sub(from_a, from_b));
    return cd_length2(v) > CD_NEAR * CD_NEAR * size * size &&
           from_vector(cd_add(a.end[k], from_a), v, s);
}

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

// low[i] <= 0 <= high[i] where p lies between the faces across axis i: how far it is from them.
static bool point_box(cd_vec p, const cd_shape *box, cd_separation *s) {
    const cd_vec *u = box->as.box.axes, h = box->as.box.half;
    cd_vec below = cd_sub(box->as.box.min, p), above = cd_sub(box->as.box.max, p);
    double low[3] = {below.x, below.y, below.z}, high[3] = {above.x, above.y, above.z};
    if (cd_is_zero(h))
        return false;
    if (box->as.box.rotated) {
        cd_vec q = cd_sub(p, box->as.box.center);
        const double half[3] = {h.x, h.y, h.z};
        for (int i = 0; i < 3; i++) {
            double height = cd_dot(q, u[i]);
            low[i] = -half[i] - height;
            high[i] = half[i] - height;
        }
    }
    cd_vec v = {0, 0, 0};
    for (int i = 0; i < box->dim; i++)
        v = cd_add_scaled(v, low[i] > 0 ? -low[i] : high[i] < 0 ? -high[i] : 0, u[i]);
    if (!cd_is_zero(v))
        return from_vector(p, v, s);
    out_of_box(p, box, low, high, s);
    return isfinite(s->distance);
}

static bool from_point(cd_vec p, const cd_shape *b, cd_separation *s) {
    switch (b->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return point_point(p, b->as.center, s);
    case CD_SEGMENT:
    case CD_CAPSULE:
        return point_segment(p, b, s);
    case CD_BOX:
        return point_box(p, b, s);
    default:
        return false;
    }
}

CD_HOT bool cd_separate_closed(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    if (cd_is_rod(a) && cd_is_rod(b)) {
        if (!segment_segment(a, b, s))
            return false;
    } else if (cd_is_ball(a)) {
        if (!from_point(a->as.center, b, s))
            return false;
    } else {
        if (!cd_is_ball(b) || !from_point(b->as.center, a, s))
            return false;
        *s = cd_swapped(*s);
    }
    cd_inflate(s, a->radius, b->radius);
    return true;
}
