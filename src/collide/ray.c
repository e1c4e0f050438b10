// Closed forms for rays against rounded points, segments, lines and sharp boxes: the whole interval
// of touch on the line of the ray. Quadratics take their discriminant from the perpendicular,
// through cross products that stay accurate where the ray starts far away (after Haines, Guenther
// and Akenine-Moeller, Ray Tracing Gems, chapter 7), and never subtract nearly equal roots.
#include "collide/cast.h"

#include <float.h>

// The roots of a t^2 + 2 b t + c with a > 0 and b^2 - a c = disc >= 0, in order.
static void roots(double a, double b, double c, double disc, double *low, double *high) {
    double q = -(b + copysign(sqrt(disc), b));
    double s = q / a, t = q != 0 ? c / q : s;
    *low = fmin(s, t);
    *high = fmax(s, t);
}

// p * p * a - k2 with the error of the square put back: exact for small integers, so that a ray
// that grazes exactly is a hit.
static double square_times_minus(double p, double a, double k2) {
    double square = p * p, rest = fma(p, p, -square);
    return fma(square, a, -k2) + rest * a;
}

static double square_difference(cd_vec v, double r) {
    double length = cd_length(v);
    return (length - r) * (length + r);
}

// |o + t d| = r: the distance of the line from the centre is |o x d| / |d|.
static bool ray_ball(cd_vec o, cd_vec d, double r, double *low, double *high) {
    double dd = cd_length2(d);
    double disc = square_times_minus(r, dd, cd_length2(cd_cross(o, d)));
    if (!(disc >= 0))
        return false;
    roots(dd, cd_dot(o, d), square_difference(o, r), disc, low, high);
    return true;
}

// The infinite cylinder |(o + t d) x e| = r |e|. With n = o x e and m = d x e the discriminant is
// e.e (r^2 m.m - (e . o x d)^2), since n x m = e (e . o x d). `low` > `high` where it is all or
// nothing because the ray is parallel to the axis.
static bool ray_cylinder(cd_vec o, cd_vec d, cd_vec e, double r, double *low, double *high) {
    cd_vec n = cd_cross(o, e), m = cd_cross(d, e);
    double ee = cd_length2(e), mm = cd_length2(m), inside = square_difference(n, r * sqrt(ee));
    if (mm <= 16 * DBL_EPSILON * DBL_EPSILON * ee * cd_length2(d)) {
        *low = INFINITY;
        *high = -INFINITY;
        return inside <= 0;
    }
    double k = cd_dot(e, cd_cross(o, d));
    double disc = square_times_minus(r, mm, k * k);
    if (!(disc >= 0))
        return false;
    roots(mm, cd_dot(n, m), inside, ee * disc, low, high);
    return true;
}

static cd_vec at(cd_vec o, double t, cd_vec d) { return cd_add_scaled(o, t, d); }

static bool add_ball(cd_vec o, cd_vec d, double r, cd_interval *i) {
    if (!ray_ball(o, d, r, &i->enter, &i->exit))
        return false;
    i->enter_normal = at(o, i->enter, d);
    i->exit_normal = at(o, i->exit, d);
    return true;
}

// A capsule around o + e: the ray goes in where it goes into the infinite cylinder if that is
// between the ends; else, if at all, through the ball of the end that it lies beyond, for there is
// no other way to the cross-section of that end. Likewise out.
static bool ray_capsule(cd_vec o, cd_vec d, cd_vec e, double r, cd_interval *i) {
    double low, high, ee = cd_length2(e);
    cd_vec o_end = cd_sub(o, e);
    if (!(ee > 0))
        return add_ball(o, d, r, i);
    if (!ray_cylinder(o, d, e, r, &low, &high))
        return false;
    bool parallel = low > high, forward = cd_dot(d, e) > 0;
    double ends[2] = {low, high};
    cd_interval part[2];
    for (int k = 0; k < 2; k++) {
        cd_vec p = at(o, ends[k], d);
        double along = parallel ? ((k == 0) == forward ? -1 : 2) : cd_dot(p, e) / ee;
        if (along < 0 || along > 1) {
            if (!add_ball(along < 0 ? o : o_end, d, r, &part[k]))
                return false;
        } else {
            cd_vec n = cd_add_scaled(p, -along, e);
            part[k] = (cd_interval){ends[k], ends[k], n, n};
        }
    }
    *i = (cd_interval){part[0].enter, part[1].exit, part[0].enter_normal, part[1].exit_normal};
    return i->enter <= i->exit;
}

// A cylinder's outward normal at p, relative to a point of the axis e (unit).
static cd_vec off_axis(cd_vec p, cd_vec e) { return cd_add_scaled(p, -cd_dot(p, e), e); }

static bool ray_line(cd_vec o, cd_vec d, cd_vec e, double r, cd_interval *i) {
    double low, high;
    if (!ray_cylinder(o, d, e, r, &low, &high))
        return false;
    if (low > high)
        *i = (cd_interval){-INFINITY, INFINITY, {0, 0, 0}, {0, 0, 0}};
    else
        *i = (cd_interval){low, high, off_axis(at(o, low, d), e), off_axis(at(o, high, d), e)};
    return true;
}

// One slab low <= p + t v <= high; false where the ray never meets it.
static bool slab(double low, double high, double v, cd_vec axis, cd_interval *i) {
    if (v == 0)
        return low <= 0 && 0 <= high;
    double near = (v > 0 ? low : high) / v, far = (v > 0 ? high : low) / v;
    if (near > i->enter) {
        i->enter = near;
        i->enter_normal = v > 0 ? cd_negate(axis) : axis;
    }
    if (far < i->exit) {
        i->exit = far;
        i->exit_normal = v > 0 ? axis : cd_negate(axis);
    }
    return i->enter <= i->exit;
}

static bool ray_box(cd_vec o, cd_vec d, const cd_shape *s, cd_interval *i) {
    *i = (cd_interval){-INFINITY, INFINITY, {0, 0, 0}, {0, 0, 0}};
    const cd_vec *u = s->as.box.axes;
    if (!s->as.box.rotated) {
        cd_vec low = cd_sub(s->as.box.min, o), high = cd_sub(s->as.box.max, o);
        return slab(low.x, high.x, d.x, u[0], i) && slab(low.y, high.y, d.y, u[1], i) &&
               (s->dim == 2 || slab(low.z, high.z, d.z, u[2], i));
    }
    const double half[3] = {s->as.box.half.x, s->as.box.half.y, s->as.box.half.z};
    cd_vec p = cd_sub(o, s->as.box.center);
    // Along a turned axis a height is known to rounding only: that much is still touching.
    double rounding = 4 * DBL_EPSILON, speed = cd_length(d), size = cd_max_abs(o);
    for (int k = 0; k < s->dim; k++) {
        double height = cd_dot(p, u[k]), v = cd_dot(d, u[k]), slack = 0;
        if (fabs(v) <= rounding * speed) {
            v = 0;
            slack = rounding * fmax(size, cd_max_abs(s->as.box.center));
        }
        if (!slab(-half[k] - height - slack, half[k] - height + slack, v, u[k], i))
            return false;
    }
    return true;
}

static cd_vec unit(cd_vec v, cd_vec direction) {
    return cd_normalized(v, cd_normalized(direction, direction));
}

bool cd_ray_interval(cd_vec origin, cd_vec direction, const cd_shape *s, bool *meets,
                     cd_interval *i) {
    // Squares of extreme numbers are left to the generic path, which scales.
    double size = fmax(cd_max_abs(origin), fmax(cd_max_abs(direction), s->radius));
    if (!(size < 0x1p120 && cd_max_abs(direction) > 0x1p-120))
        return false;
    bool sharp_box = s->kind == CD_BOX && s->radius == 0;
    if (!sharp_box && !(s->radius > 0x1p-60 * size))
        return false;
    cd_vec d = direction;
    switch (s->kind) {
    case CD_SPHERE:
        *meets = add_ball(cd_sub(origin, s->as.center), d, s->radius, i);
        break;
    case CD_CAPSULE:
        *meets = ray_capsule(cd_sub(origin, s->as.segment.a), d,
                             cd_sub(s->as.segment.b, s->as.segment.a), s->radius, i);
        break;
    case CD_LINE:
        *meets = ray_line(cd_sub(origin, s->as.line.point), d, s->as.line.direction, s->radius, i);
        break;
    case CD_BOX:
        if (!sharp_box)
            return false;
        *meets = ray_box(origin, d, s, i);
        return true;
    default:
        return false;
    }
    if (*meets && isfinite(i->enter)) {
        i->enter_normal = unit(i->enter_normal, cd_negate(d));
        i->exit_normal = unit(i->exit_normal, d);
    }
    return true;
}
