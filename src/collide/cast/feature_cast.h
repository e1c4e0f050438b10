// The one loop of casts by features. f(t), the distance of the cores at time t, is convex, and its
// square is made of parabolas, one for each pair of features on which the nearest points lie. What
// is nearest at t names a parabola; where it falls to the square of the radius, that is where the
// ray of the difference enters the ball, cylinder or slab round those features, is the next t,
// until that has the same features: then they prove, as f is convex, that this is the begin of the
// touch. The proof does not depend on how t was found.
#ifndef COLLIDE_CAST_FEATURE_CAST_H
#define COLLIDE_CAST_FEATURE_CAST_H

#include "collide/cast/ray.h"
#include "collide/simd/vec4_lanes.h"

/// What is nearest at a time, as seen from anywhere along any axes.
///   p, q   p + t q leads from the feature of b to that of a, across both
///   off    the same at this time, with the digits of its own size
///   axis   unit, where the features span one line: then p, q and off are seen along it, x axis
///   point  of b, as it stands at t = 0, without the radius; known to rounding if `is_known`
///   code   of the features: equal for the same ones
typedef struct cd_nearest {
    cd_vec4 p, q, off, axis, point;
    double code;
    bool has_axis, is_known;
} cd_nearest;

/// Finds what is nearest at a time.
typedef void cd_nearest_at(const void *pair, double t, cd_nearest *nearest);

/// A cast by features: a moves by t * v.
///   r         > 0, of both
///   far       the largest coordinate
///   from, to  before and after these times they are certainly farther apart than r
///   size      of coordinates as they are seen: lengths are known to CD_CLOSED_FORM_DOUBT of it, a
///             normal to that of the size over the distance
///   still2    the square of a speed that is but rounding
///   outward   from b's core to its surface: its radius, negative where the normals lead into it
typedef struct cd_feature_cast {
    const void *pair;
    cd_vec4 v;
    double r, far, from, to, size, still2, outward;
    cd_times asked;
} cd_feature_cast;

enum { CD_FEATURE_STEPS_MAX = 12 };

/// The begin of a touch, or its end, and what is nearest then, with the point on b's surface.
/// is_apart: it is none, and the cores are certainly apart always.
typedef struct cd_feature_touch {
    double time;
    cd_vec normal;
    cd_nearest nearest;
    bool is_apart;
} cd_feature_touch;

/// The normal is that of the features, if they gave the time; the point is that of the time, to
/// which such a normal, where it grazes, belongs to rounding only.
static inline void cd_put_touch(const cd_feature_cast *c, const cd_ray_touch *by, double t,
                                cd_feature_touch *touch) {
    cd_nearest *n = &touch->nearest;
    cd_vec4 off = n->has_axis ? cd_vec4_cross(n->axis, n->off) : n->off;
    off /= sqrt(cd_vec4_length2(off));
    touch->time = t;
    touch->normal = cd_vec4_vec(by->enter == by->enter ? by->enter_normal : off);
    n->point += c->outward * off;
}

/// Where the ray of the difference enters what is rounded by r round the features.
static inline void cd_see_features(const cd_nearest *n, double r, cd_ray_touch *touch) {
    cd_ray_sphere(n->p, n->q, r, touch);
    if (n->has_axis)
        touch->enter_normal = cd_vec4_cross(n->axis, touch->enter_normal);
}

/// Finds the touch that begins first in a direction of time, which is 1 or -1. CD_UNKNOWN: rounding
/// could decide, or the steps were too few.
CD_VEC4_INLINE cd_verdict cd_begin_touch(cd_nearest_at *nearest_at, const cd_feature_cast *c,
                                         double way, cd_feature_touch *touch) {
    double from = way > 0 ? c->from : -c->to, to = way > 0 ? c->to : -c->from, rr = c->r * c->r;
    double t = from, code = INFINITY;
    cd_nearest *n = &touch->nearest;
    cd_ray_touch by = {.enter = INFINITY}; // what gave t
    for (int step = 0; step < CD_FEATURE_STEPS_MAX; step++) {
        nearest_at(c->pair, way * t, n);
        n->q *= way;
        double off2 = cd_vec4_length2(n->off), slope = cd_vec4_dot(n->off, n->q);
        bool same = n->code == code;
        touch->is_apart = off2 > rr + CD_CLOSED_FORM_DOUBT * c->size * c->size;
        if (same && by.enter != by.enter)
            return touch->is_apart ? CD_MISSES : CD_UNKNOWN;
        const bool still = cd_vec4_length2(n->q) <= c->still2; // the motion leads along them
        const bool touches = code < INFINITY && fabs(off2 - rr) <= 8 * DBL_EPSILON * rr;
        if (off2 > rr && still) {
            touch->is_apart = sqrt(off2) > c->r + CD_CLOSED_FORM_DOUBT * c->size;
            return CD_MISSES;
        }
        if (!same)
            cd_see_features(n, c->r, &by);
        if (same || (touches && (still || fabs(by.enter - t) <= 2 * DBL_EPSILON * fabs(t)))) {
            cd_put_touch(c, &by, way * t, touch);
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

/// cd_touch_interval_closed, with normals out of b and its points as `nearest_at` sees them.
CD_VEC4_INLINE cd_verdict cd_cast_by_features(cd_nearest_at *nearest_at, cd_feature_cast *c,
                                              cd_interval *i) {
    const cd_vec v = cd_vec4_vec(c->v);
    cd_feature_touch first, last;
    c->still2 = 64 * DBL_EPSILON * DBL_EPSILON * cd_vec4_length2(c->v);
    i->starts_apart = !(c->from <= c->to) || c->from > c->asked.last || c->to < c->asked.first;
    if (i->starts_apart)
        return CD_MISSES;
    cd_verdict verdict = cd_begin_touch(nearest_at, c, 1, &first);
    i->starts_apart = verdict == CD_MISSES && first.is_apart;
    if (verdict != CD_MEETS)
        return verdict;
    i->enter = first.time;
    i->enter_normal = first.normal;
    i->starts_apart = cd_is_clear_way(i->enter, i->enter_normal, v, c->r, c->far);
    if (i->starts_apart && i->enter > c->asked.last * (1 + 8 * DBL_EPSILON))
        return CD_MISSES;
    c->from = i->enter;
    if (cd_begin_touch(nearest_at, c, -1, &last) != CD_MEETS)
        return CD_UNKNOWN;
    i->exit = cd_max(last.time, i->enter);
    i->exit_normal = last.normal;
    i->starts_apart |= cd_is_clear_way(i->exit, i->exit_normal, v, c->r, c->far);
    if (i->starts_apart && i->exit < c->asked.first)
        return CD_MISSES;
    i->is_alone = cd_has_clear_normal(i, v, c->r, c->far);
    i->has_points = first.nearest.is_known && last.nearest.is_known;
    i->enter_point = cd_vec4_vec(first.nearest.point);
    i->exit_point = cd_vec4_vec(last.nearest.point);
    return CD_MEETS;
}

#endif
