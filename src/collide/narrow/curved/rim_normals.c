// The nearest points of two rims lie where the line between them is perpendicular to both. The
// point of the larger rim that is nearest to a point x of the smaller one lies in the direction p
// of x from the larger one's centre, in its plane. The derivative of half their squared distance by
// the angle of x, the slope, is 0 where the line is perpendicular to the smaller rim too. The
// farthest point, on the other side of the centre, is never nearest to x: no such line leads to the
// boundary of a difference.
//
// The valleys of the distance by that angle are found from bounds on arcs (valleys.h).
#include "collide/narrow/curved/rim_normals.h"

#include <assert.h>
#include <float.h>

// Both rims in a frame with z along the axis of the larger one and its centre at 0. The smaller one
// is center + x e + y f.
typedef struct {
    cd_vec e, f, center, axis; // axis: of the smaller one
    double small_radius, radius, small_below, below;
    double most, rounding; // of lengths
} rim_pair;

// A point x of the smaller rim, seen from its centre, the nearest point q of the larger one, and w
// = q - x; with p the direction to x from the larger rim's axis, and t across both.
typedef struct {
    double height, out;        // of x above the larger rim's plane, and from its axis
    double leave, turn, climb; // the derivative of x by its angle, along p, t and the axis
    double beside, along;      // t . x and w . x
    double facing;             // w . axis of the smaller rim
    double slope, bend;        // first and second derivative of half the square of w by the angle
} rim_point;

// The slope is made of the parts of w, which is short where accuracy matters. As x' has the length
// r and q' = R / out turn t, the bend (w . x')' = r^2 + w . x - R / out turn^2.
static rim_point rim_point_at(const rim_pair *g, const double at[2]) {
    cd_vec x = cd_add_scaled(cd_scale(g->e, at[0]), at[1], g->f);
    cd_vec d = cd_add_scaled(cd_scale(g->f, at[0]), -at[1], g->e), from = cd_add(g->center, x);
    rim_point s = {.height = from.z, .climb = d.z};
    s.out = sqrt(from.x * from.x + from.y * from.y);
    double part = 1 / s.out, px = from.x * part, py = from.y * part, across = g->radius - s.out;
    s.leave = d.x * px + d.y * py;
    s.turn = d.y * px - d.x * py;
    s.beside = x.y * px - x.x * py;
    s.along = across * (px * x.x + py * x.y) - from.z * x.z;
    s.facing = across * (px * g->axis.x + py * g->axis.y) - from.z * g->axis.z;
    s.slope = s.height * s.climb - across * s.leave;
    s.bend = s.along + s.leave * s.leave + s.climb * s.climb - across * part * s.turn * s.turn;
    return s;
}

static double square(double x) { return x * x; }

// Whether the distance may have a valley on the arc around a point of which half is `half` long,
// and that where it matters: no farther apart than `most`, and with both solids supported at their
// rims along w. Along the arc x moves by at most `way`. Seen from the larger rim's axis it stays
// within a disc of that radius, so that its direction p turns by an angle with a sine of at most
// way / out, at most a half, and the chord is `turned`; and then the parts of x' change by at most
// `slack`.
static cd_arc_verdict verdict_of_arc(const rim_pair *g, const rim_point *s, double half) {
    double r = g->small_radius, way = r * half + g->rounding, across = g->radius - s->out;
    double squared = square(across) + square(s->height);
    if (squared > square(g->most + way))
        return CD_NO_VALLEY;
    if (!(s->out > 2 * way))
        return CD_PERHAPS_VALLEYS;
    double turned = 1.05 * way / s->out, slack = way + r * turned;
    double leaves = fabs(s->leave), climbs = fabs(s->climb), turns = fabs(s->turn);
    double leaves_most = leaves + slack, climbs_most = climbs + way, turns_most = turns + slack;
    double widen = cd_min(half * leaves_most + g->rounding, way); // the most that `across` changes
    // w leads out of the larger solid and into the smaller one, or, if these are apart, the other
    // way. (w . x)' = R / out turn t . x + w . x'.
    double nearest = s->out - widen, distance = sqrt(squared) + way;
    double change =
        half * (g->radius / nearest * turns_most * (fabs(s->beside) + slack) + distance * r);
    double beyond = g->below * distance + half * climbs_most + g->rounding;
    double behind = g->small_below * distance + g->radius * turned + g->rounding;
    if (!(s->height <= beyond && -across <= widen && s->along <= change && s->facing <= behind) &&
        !(-s->height <= beyond && across <= widen && -s->along <= change && -s->facing <= behind))
        return CD_NO_VALLEY;
    // The slope does not reach 0, or only falls, or not far enough for the distance.
    double least = square(cd_max(turns - slack, 0)) / (s->out + widen),
           most = square(turns_most) / nearest;
    double thin = across - widen, wide = across + widen;
    double low = s->along - change + square(cd_max(leaves - slack, 0)) +
                 square(cd_max(climbs - way, 0)) - wide * (wide > 0 ? most : least);
    double high = s->along + change + square(leaves_most) + square(climbs_most) -
                  thin * (thin > 0 ? least : most);
    double slope = fabs(s->slope);
    if (high < 0 || slope > half * cd_max(-low, high) + (leaves_most + climbs_most) * g->rounding ||
        squared - half * (2 * slope - half * cd_min(low, 0)) >
            square(g->most + g->rounding) +
                4 * g->rounding * (fabs(across) + fabs(s->height) + r * half))
        return CD_NO_VALLEY;
    return low > 0 && high < 1.75 * low ? CD_ONE_VALLEY_AT_MOST : CD_PERHAPS_VALLEYS;
}

static cd_arc_look look_at_arc(void *of, const double at[2], double half) {
    const rim_pair *g = of;
    rim_point s = rim_point_at(g, at);
    return (cd_arc_look){s.slope, s.bend, verdict_of_arc(g, &s, half)};
}

static cd_vec in_frame(const cd_vec frame[3], cd_vec v) {
    return (cd_vec){cd_dot(frame[0], v), cd_dot(frame[1], v), cd_dot(frame[2], v)};
}

int cd_rim_normals(const cd_rim *small, const cd_rim *large, cd_vec between, double most,
                   cd_vec normals[CD_RIM_NORMALS_MAX]) {
    assert(small->radius > 0 && small->radius <= large->radius);
    cd_vec e = cd_perpendicular(small->axis, 3), f = cd_cross(small->axis, e);
    cd_vec across = cd_perpendicular(large->axis, 3);
    const cd_vec frame[3] = {across, cd_cross(large->axis, across), large->axis};
    e = cd_scale(e, small->radius);
    f = cd_scale(f, small->radius);
    double size = cd_max_abs(between) + small->radius + large->radius;
    rim_pair pair = {.e = in_frame(frame, e),
                     .f = in_frame(frame, f),
                     .center = in_frame(frame, cd_negate(between)),
                     .axis = in_frame(frame, small->axis),
                     .small_radius = small->radius,
                     .radius = large->radius,
                     .small_below = small->below,
                     .below = large->below,
                     .most = most > 0 ? most : INFINITY,
                     .rounding = 8 * DBL_EPSILON * size};
    double valleys[CD_VALLEYS_MAX][2];
    int count = cd_find_valleys(look_at_arc, &pair, valleys);

    for (int i = 0; i < count; i++) {
        cd_vec x = cd_add_scaled(cd_scale(e, valleys[i][0]), valleys[i][1], f);
        cd_vec p = cd_sub(x, between);
        p = cd_add_scaled(p, -cd_dot(p, large->axis), large->axis);
        normals[i] = cd_cross(cd_cross(small->axis, x), cd_cross(large->axis, p)); // both tangents
    }
    return count;
}
