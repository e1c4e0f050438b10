// A ray against a cylinder or cone: between the planes of the caps, inside the quadric of the side.
// With x the height along the axis, p what is across it and k how fast the radius r shrinks, the
// side is |p|^2 <= (r - k x)^2, a quadratic in t; of a cone's two nappes the caps leave one.
// Heights count from the apex, and times from the point of the ray nearest to it (or to the middle
// of a cylinder), so that all terms are of what they decide. Hits that are short for the size of
// the shape, and misses that are near, are left unknown.
#include "collide/cast/cast.h"
#include "collide/shape/core.h"

#include <float.h>

typedef struct {
    cd_vec axis, across, d; // unit; the origin and the direction across it
    double x, dx, length;   // their parts along it; of the axis
    double radius, slope;   // at x = 0, and how fast it shrinks
} frame;

// An interval, and whether its ends lie on a cap; NaN: not known.
typedef struct {
    double enter, exit;
    bool enter_cap, exit_cap;
} span;

static span between_caps(const frame *f, double wider) {
    double s = (-wider - f->x) / f->dx, t = (f->length + wider - f->x) / f->dx;
    return (span){cd_min(s, t), cd_max(s, t), true, true};
}

// Cuts the span down to low <= t <= high.
static span cut(span s, double low, double high) {
    if (low > s.enter) {
        s.enter = low;
        s.enter_cap = false;
    }
    if (high < s.exit) {
        s.exit = high;
        s.exit_cap = false;
    }
    return s;
}

// The part of the caps' span that lies in the side, both grown by `wider`; the longer one where the
// side is that of two nappes.
static span inside(const frame *f, double wider) {
    span caps = between_caps(f, wider);
    double y = f->radius + wider * (1 + fabs(f->slope)) - f->slope * f->x, dy = -f->slope * f->dx;
    double a = cd_length2(f->d) - dy * dy, b = cd_dot(f->across, f->d) - y * dy;
    double c = cd_length2(f->across) - y * y, disc = b * b - a * c;
    if (!(disc >= 0) && a > 0)
        return cut(caps, INFINITY, -INFINITY);
    double q = -(b + copysign(sqrt(disc), b)), s = q / a, t = c / q;
    if (!(disc >= 0) || q == 0 || a == 0) // through the apex, along the side, or on it
        return (span){NAN, NAN, false, false};
    if (a > 0)
        return cut(caps, cd_min(s, t), cd_max(s, t));
    span before = cut(caps, -INFINITY, cd_min(s, t)), after = cut(caps, cd_max(s, t), INFINITY);
    return before.exit - before.enter > after.exit - after.enter ? before : after;
}

static cd_vec normal_at(const frame *f, double t, bool cap, bool leaving) {
    if (cap)
        return cd_scale(f->axis, (f->dx > 0) == leaving ? 1 : -1);
    cd_vec out = cd_add_scaled(f->across, t, f->d);
    return cd_normalized(cd_add_scaled(cd_normalized(out, f->axis), f->slope, f->axis), f->axis);
}

// Twice, so that what is left along the axis is rounding of the result, not of v.
static cd_vec across(cd_vec v, cd_vec axis) {
    v = cd_add_scaled(v, -cd_dot(v, axis), axis);
    return cd_add_scaled(v, -cd_dot(v, axis), axis);
}

cd_verdict cd_ray_curved(cd_ray *ray, cd_interval *interval) {
    const cd_shape *s = ray->shape;
    bool cone = s->kind == CD_CONE;
    cd_vec a = cone ? s->as.curved.b : s->as.curved.a, d = ray->direction;
    cd_vec w = cd_sub(ray->origin, a), axis = cd_curved_axis(s);
    frame f = {.axis = cone ? cd_negate(axis) : axis};
    f.length = cd_length(cd_sub(s->as.curved.b, s->as.curved.a));
    f.radius = cone ? 0 : s->as.curved.radius;
    f.slope = cone ? -s->as.curved.radius / f.length : 0;
    double radius = s->as.curved.radius, size = f.length + radius, speed = cd_length(d),
           far = cd_max_abs(w);
    // Tiny or huge, seen from far away, a disc or a needle: not with plain squares.
    if (ray->radius != 0 || !(size > 0x1p-200 && size < 0x1p200 && speed > 0x1p-200) ||
        !(speed < 0x1p200 && far < 0x1p20 * size) ||
        !(radius > 0x1p-20 * size && f.length > 0x1p-20 * size) || cd_max_abs(a) > 0x1p20 * size)
        return CD_UNKNOWN;
    cd_vec pivot = cone ? w : cd_add_scaled(w, -0.5 * f.length, axis);
    double start = -cd_dot(pivot, d) / (speed * speed);
    w = cd_add_scaled(w, start, d);
    f.x = cd_dot(w, f.axis);
    f.dx = cd_dot(d, f.axis);
    f.across = across(w, f.axis);
    f.d = across(d, f.axis);
    if (fabs(f.dx) <= 0x1p-40 * speed)
        return CD_UNKNOWN;
    double noise = 0x1p-40 * size + 0x1p-46 * (far + cd_max_abs(a));
    span in = inside(&f, 0);
    if (!((in.exit - in.enter) * speed > 0x1p-14 * size)) { // NaN: neither
        span wider = inside(&f, noise);
        return wider.enter > wider.exit ? CD_MISSES : CD_UNKNOWN;
    }
    ray->apart = (in.enter + start) * speed > noise || (in.exit + start) * speed < -noise;
    *interval = (cd_interval){in.enter + start, in.exit + start,
                              normal_at(&f, in.enter, in.enter_cap, false),
                              normal_at(&f, in.exit, in.exit_cap, true)};
    return CD_MEETS;
}
