// Closed forms of the separation for the hot pairs of cores: a point against a point, a segment and
// a box. Each differs from the generic path by rounding only. They work on numbers whose squares
// are safe; anything else, and every case that rounding could decide, is left to the generic path.
#include "collide/separate.h"

#include <float.h>

static bool safe(double square) { return square > 0x1p-500 && square < 0x1p500; }

static bool is_point(const cd_shape *s) { return s->kind == CD_POINT || s->kind == CD_SPHERE; }

// p against a core whose nearest point is p - v.
static bool from_vector(cd_vec p, cd_vec v, cd_separation *s) {
    double square = cd_length2(v);
    if (!safe(square))
        return false;
    double distance = sqrt(square);
    *s = (cd_separation){distance, cd_normalized(v, v), p, cd_sub(p, v)};
    return true;
}

static bool point_point(cd_vec p, cd_vec q, cd_separation *s) {
    cd_vec v = cd_sub(p, q);
    if (cd_is_zero(v)) {
        *s = (cd_separation){0, {0, 1, 0}, p, q};
        return true;
    }
    return from_vector(p, v, s);
}

// The foot on the line is p - d x (p x d) / d.d seen from the nearer end, as in GJK.
static bool point_segment(cd_vec p, cd_vec a, cd_vec b, cd_separation *s) {
    cd_vec d = cd_sub(b, a), from_a = cd_sub(p, a), from_b = cd_sub(p, b), v;
    double dd = cd_length2(d), aa = cd_length2(from_a), bb = cd_length2(from_b);
    if (!(cd_dot(from_a, d) > 0))
        v = from_a;
    else if (!(cd_dot(from_b, d) < 0))
        v = from_b;
    else
        v = cd_scale(cd_cross(d, cd_cross(aa <= bb ? from_a : from_b, d)), 1 / dd);
    double noise = 16 * DBL_EPSILON;
    return safe(dd) && cd_length2(v) > noise * noise * fmax(aa, bb) && from_vector(p, v, s);
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
        return point_segment(p, b->as.segment.a, b->as.segment.b, s);
    case CD_BOX:
        return point_box(p, b, s);
    default:
        return false;
    }
}

bool cd_separate_closed(const cd_shape *a, const cd_shape *b, cd_separation *s) {
    if (is_point(a)) {
        if (!from_point(a->as.center, b, s))
            return false;
    } else {
        if (!is_point(b) || !from_point(b->as.center, a, s))
            return false;
        *s = cd_swapped(*s);
    }
    *s = cd_inflate(*s, a->radius, b->radius);
    return true;
}
