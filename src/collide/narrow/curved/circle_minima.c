// Where functions on a circle have minima: the valleys of any function whose derivatives can be
// bounded on an arc, those of the depth of an ellipse in closed form, and those of the distance of
// two rims.
#include "collide/narrow/curved/circle_minima.h"

#include <assert.h>
#include <float.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- valleys

// The circle is divided into arcs. Bounds of what changes along an arc exclude most of them, and
// show of others that they have one valley at most, which Newton's method finds; the rest is
// halved. Long arcs are looked at before short ones, so that a place where the function hardly
// changes, which divides into very many, hides no valley elsewhere.

enum {
    FIRST_ARCS = 8,
    ARCS_MAX = 1000,   // normally 20, but more where the function hardly changes; then, and on arcs
    HALVINGS_MAX = 50, // as short as this, the middle has to do
    NEWTON_STEPS_MAX = 8
};

// Half of an arc, and the cosine and sine of half of that.
typedef struct {
    double angle, cosine, sine;
} half_arc;

typedef struct {
    double middle[2];
    int halvings;
} arc;

static void turn_by(double at[2], double cosine, double sine) {
    double x = at[0] * cosine - at[1] * sine;
    at[1] = at[1] * cosine + at[0] * sine;
    at[0] = x;
}

// Newton's method from the middle of an arc on which the bend changes by less than itself. Returns
// false where the valley lies beyond the arc.
static bool find_valley(cd_arc_function *look, void *of, double half, cd_arc_look s, double at[2]) {
    double turned = 0;
    for (int step = 0; step < NEWTON_STEPS_MAX; step++) {
        double angle = -s.slope / s.bend, length = sqrt(1 + angle * angle);
        turned += angle;
        turn_by(at, 1 / length, angle / length);
        if (!(fabs(turned) <= 2 * half) ||
            fabs(angle) < 0x1p-27) // the next one is about its square
            break;
        s = look(of, at, half);
    }
    return fabs(turned) <= 1.5 * half;
}

static half_arc halve(half_arc h) {
    double sine = h.sine / sqrt(2 * (1 + h.cosine));
    return (half_arc){0.5 * h.angle, sqrt((1 - sine) * (1 + sine)), sine};
}

// Both halves of an arc, `h` half of it.
static void divide(const arc *whole, half_arc h, arc halves[2]) {
    for (int k = 0; k < 2; k++) {
        halves[k] = *whole;
        halves[k].halvings++;
        turn_by(halves[k].middle, h.cosine, k == 0 ? -h.sine : h.sine);
    }
}

static const arc first_arcs[] = {
#define DIAGONAL 0.70710678118654752 // cosine of 45 degrees
    {{1, 0}, 0},  {{DIAGONAL, DIAGONAL}, 0},   {{0, 1}, 0},  {{-DIAGONAL, DIAGONAL}, 0},
    {{-1, 0}, 0}, {{-DIAGONAL, -DIAGONAL}, 0}, {{0, -1}, 0}, {{DIAGONAL, -DIAGONAL}, 0},
};

int cd_find_valleys(cd_arc_function *look, void *of, double valleys[CD_VALLEYS_MAX][2]) {
    half_arc h = {0.39269908169872414, 0.98078528040323045, 0.19509032201612827};
    arc arcs[ARCS_MAX];
    int end = sizeof first_arcs / sizeof *first_arcs, found = 0;
    memcpy(arcs, first_arcs, sizeof first_arcs);
    for (int i = 0, halvings = 0; i < end && found < CD_VALLEYS_MAX; i++) {
        for (; halvings < arcs[i].halvings; halvings++)
            h = halve(h);
        cd_arc_look s = look(of, arcs[i].middle, h.angle);
        bool divides = s.verdict == CD_PERHAPS_VALLEYS && halvings < HALVINGS_MAX;
        if (divides && end + 2 <= ARCS_MAX) {
            divide(&arcs[i], h, arcs + end);
            end += 2;
        } else if (s.verdict != CD_NO_VALLEY) {
            memcpy(valleys[found], arcs[i].middle, sizeof arcs[i].middle);
            found += s.verdict == CD_PERHAPS_VALLEYS ||
                     find_valley(look, of, h.angle, s, valleys[found]);
        }
    }
    return found;
}

// --------------------------------------------------------------------------------------- ellipses

// Where the support height of an ellipse has local minima (ellipse_depth.h): its derivative is 0 in
// the directions (x / t, y / (t + d)) with d = 1 - b^2 for which p = b x / t and q = y / (t + d)
// satisfy p^2 + q^2 = 1 (Eberly, Distance from a point to an ellipse, where t + b^2 is called t).
// As t falls the height grows: the largest root, above 0, leads to the least height, against (x,
// y); the next one, between -d and 0, if there is one, to the only other local minimum, on the
// other side of the longer axis. The roots after that are maxima.

static double difference(const cd_ellipse *e) { return (1 - e->b) * (1 + e->b); }

// Where t is 0 the centre lies on the longer axis, or the ellipse is a segment on it; both minima
// are then at both ends of one chord.
static void least_beside_longer_axis(const cd_ellipse *e, double side, double n[2]) {
    double d = difference(e), y = d > 0 ? fmax(-1, fmin(-e->y / d, 1)) : 0;
    n[0] = copysign(e->b > 0 ? sqrt((1 - y) * (1 + y)) : 1, side);
    n[1] = e->b * y;
}

// 1 / |(p, q)| is nearly linear in t and concave, so that Newton's method on it (Moré and Sorensen
// 1983) rises to the root; to rounding that is where it rises no more.
void cd_least_of_ellipse(const cd_ellipse *e, double n[2]) {
    double d = difference(e), t = fmax(e->b * fabs(e->x), fabs(e->y) - d);
    if (!(t > 0)) {
        least_beside_longer_axis(e, -e->x, n);
        return;
    }
    for (double last = 0; t > last;) {
        double p = e->b * e->x / t, q = e->y / (t + d), square = p * p + q * q;
        double length = sqrt(square);
        if (!(length - 1 > 2 * DBL_EPSILON))
            break;
        last = t;
        t += (length - 1) * square / (p * p / t + q * q / (t + d));
    }
    n[0] = -e->x;
    n[1] = -e->y * (t / (t + d));
}

// p^2 + q^2 is convex between its poles, so that Newton's method from the upper one falls to the
// upper root, to rounding where it falls no more, or goes past the least value where there is none.
bool cd_other_least_of_ellipse(const cd_ellipse *e, double n[2]) {
    double d = difference(e), t = -e->b * fabs(e->x);
    if (t == 0) {
        least_beside_longer_axis(e, e->x, n);
        return fabs(e->y) < d;
    }
    for (double last = INFINITY; t < last;) {
        double p = e->b * e->x / t, q = e->y / (t + d), over = p * p - 1 + q * q;
        double rise = -2 * (p * p / t + q * q / (t + d));
        if (!(t + d > 0 && rise > 0))
            return false;
        if (!(over > 4 * DBL_EPSILON))
            break;
        last = t;
        t -= over / rise;
    }
    n[0] = e->x;
    n[1] = e->y * (t / (t + d));
    return true;
}

// --------------------------------------------------------------------------------------- two rims

// The nearest points of two rims lie where the line between them is perpendicular to both. The
// point of the larger rim that is nearest to a point x of the smaller one lies in the direction p
// of x from the larger one's centre, in its plane. The derivative of half their squared distance by
// the angle of x, the slope, is 0 where the line is perpendicular to the smaller rim too. The
// farthest point, on the other side of the centre, is never nearest to x: no such line leads to the
// boundary of a difference.
//
// The valleys of the distance by that angle are found from bounds on arcs (valleys.h).

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
// Without it: tests/collide/narrow/depth_curved_spec.lua "two curved solids that are moved until
// they touch"
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
// rims along w. Along the arc x moves by at most `shift`. Seen from the larger rim's axis it stays
// within a disc of that radius, so that its direction p turns by an angle with a sine of at most
// shift / out, at most a half, and the chord is `turned`; and then the parts of x' change by at
// most `slack`.
static cd_arc_verdict verdict_of_arc(const rim_pair *g, const rim_point *s, double half) {
    double r = g->small_radius, shift = r * half + g->rounding, across = g->radius - s->out;
    double squared = square(across) + square(s->height);
    if (squared > square(g->most + shift))
        return CD_NO_VALLEY;
    if (!(s->out > 2 * shift))
        return CD_PERHAPS_VALLEYS;
    double turned = 1.05 * shift / s->out, slack = shift + r * turned;
    double leaves = fabs(s->leave), climbs = fabs(s->climb), turns = fabs(s->turn);
    double leaves_most = leaves + slack, climbs_most = climbs + shift, turns_most = turns + slack;
    double widen =
        cd_min(half * leaves_most + g->rounding, shift); // the most that `across` changes
    // w leads out of the larger solid and into the smaller one, or, if these are apart, the other
    // way. (w . x)' = R / out turn t . x + w . x'.
    double nearest = s->out - widen, distance = sqrt(squared) + shift;
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
                 square(cd_max(climbs - shift, 0)) - wide * (wide > 0 ? most : least);
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

// The nearest facet may be between two rims.
// Without it: tests/collide/narrow/devices_spec.lua "tries the normals that are perpendicular to
// two rims"
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

// -------------------------------------------------------------------- a round side and a rim

cd_circle_depth cd_depth_on_circle(const cd_normal_circle *c, cd_vec u) {
    double cosine = c->cosine;
    cd_vec w = c->axis, e = cd_cross(cd_cross(w, u), w);
    e = cd_max_abs(e) > 8 * DBL_EPSILON ? cd_normalized(e, e) : cd_perpendicular(w, 3);
    cd_vec f = cd_cross(w, e);
    cd_circle_depth g = {
        cd_scale(w, c->sine), cd_scale(e, cosine), cd_scale(f, cosine), 0, 0, 0, 0, 0, 0};
    g.level = c->sine * cd_dot(u, e);
    g.tilt = cosine * cd_dot(u, w);
    g.cosine = cosine;
    return g;
}

cd_vec cd_circle_normal(const cd_circle_depth *g, double x, double y) {
    return cd_add_scaled(cd_add_scaled(g->center, x, g->e), y, g->f);
}

// Between a cone's side and a rim: the valleys of the depth on a circle of normals, below the least
// depth so far.
typedef struct {
    cd_circle_depth circle;
    cd_rim rim;
    double rest, most, rounding;
} side_depth;

// With S = |n x u| = sqrt(T), half of T' is (i + k x) y, where i = level tilt and k = cosine^2 -
// tilt^2 are small where the axes are nearly parallel, so that no digits are lost there: by a
// search that differs S itself, 16 of 24,000 such depths of cones are too large by up to 2e-8. S' =
// T' / (2 S), and S'' = (T'' / 2 - S'^2) / S. On an arc of half the angle `half` S changes by at
// most `shift`, half of T' by `first` and half of T'' by `second`.
static cd_arc_look look_at_side(void *of, const double at[2], double half) {
    side_depth *d = of;
    const cd_circle_depth *g = &d->circle;
    double x = at[0], y = at[1], r = g->radius, shift = g->cosine * half + DBL_EPSILON;
    double p = g->level - g->tilt * x, q = g->cosine * y, across = sqrt(p * p + q * q);
    double linear = sqrt(g->along_e * g->along_e + g->along_f * g->along_f);
    double depth = g->along_e * x + g->along_f * y + r * across + d->rest;
    double supports = cd_dot(cd_circle_normal(g, x, y), d->rim.axis) + d->rim.below;
    cd_arc_look look = {0, 0, CD_NO_VALLEY};
    if (supports >= 0)
        d->most = cd_min(d->most, depth);
    if (supports < -shift - CD_BESIDE_RIM ||
        depth - (linear + r * g->cosine) * half > d->most + d->rounding)
        return look;
    double i = g->level * g->tilt, k = (g->cosine - g->tilt) * (g->cosine + g->tilt);
    double rise = (i + k * x) * y, curve = i * x + k * (x - y) * (x + y);
    double first = (fabs(i) + k) * half, second = (fabs(i) + 2 * k) * half;
    double straight = -g->along_e * x - g->along_f * y;
    look.slope = x * g->along_f - y * g->along_e + r * rise / across;
    look.bend = straight + r * (curve - rise * rise / (across * across)) / across;
    look.verdict = CD_PERHAPS_VALLEYS;
    if (!(across > 2 * shift))
        return look;
    double nearest = across - shift, farthest = across + shift, most = fabs(rise) + first;
    double least = cd_max(fabs(rise) - first, 0);
    double low_curve = curve - second - most * most / (nearest * nearest);
    double high_curve = curve + second - least * least / (farthest * farthest);
    double low = straight - linear * half + r * low_curve / (low_curve > 0 ? farthest : nearest);
    double high = straight + linear * half + r * high_curve / (high_curve > 0 ? nearest : farthest);
    double slope = fabs(look.slope), change = half * cd_max(-low, high);
    double noise = 8 * DBL_EPSILON * (linear + r * g->cosine);
    if (half * (slope + change) <= d->rounding)
        return (cd_arc_look){0, 1, CD_ONE_VALLEY_AT_MOST}; // the middle is as good as any
    if (high < 0 || slope > change + noise ||
        depth - half * (slope - 0.5 * half * cd_min(low, 0)) > d->most + d->rounding)
        look.verdict = CD_NO_VALLEY;
    else if (low > 0 && high < 1.75 * low)
        look.verdict = CD_ONE_VALLEY_AT_MOST;
    return look;
}

int cd_side_rim_minima(const cd_circle_depth *circle, cd_vec m, const cd_rim *r, double rest,
                       double most, double rounding, double valleys[CD_VALLEYS_MAX][2]) {
    side_depth d = {*circle, *r, cd_dot(m, circle->center) + rest, most, rounding};
    d.circle.along_e = cd_dot(m, circle->e);
    d.circle.along_f = cd_dot(m, circle->f);
    d.circle.radius = r->radius;
    return cd_find_valleys(look_at_side, &d, valleys);
}
