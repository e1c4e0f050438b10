// A ray against a cylinder or cone: between the planes of the caps and inside the quadric of the
// side. With x the height along the axis, p what is across it and k how fast the radius r shrinks,
// the side is |p|^2 <= (r - k x)^2, a quadratic in t; of the two nappes of a cone the caps leave
// one. Heights count from the apex (of a cylinder: from a cap), and times from the point of the ray
// nearest to it (to the middle), so that no term is larger than what it decides. Hits that are
// short for the size of the shape, and near misses, are CD_UNKNOWN.
#include "collide/cast/ray_curved.h"
#include "collide/shape/core.h"

#include <assert.h>
#include <float.h>

typedef struct {
    cd_vec axis, across, d; // unit; the origin and the direction across the axis
    double x, dx, length;   // their parts along it; the length of the axis
    double radius, slope;   // at x = 0, and how fast it shrinks
} curved_frame;

// An interval, and whether its ends lie on a cap; NaN: not known.
typedef struct {
    double enter, exit;
    bool enter_cap, exit_cap;
} curved_interval;

static curved_interval between_caps(const curved_frame *f, double wider) {
    double s = (-wider - f->x) / f->dx, t = (f->length + wider - f->x) / f->dx;
    return (curved_interval){cd_min(s, t), cd_max(s, t), true, true};
}

// Cuts the interval down to low <= t <= high, which lie on the side.
static curved_interval cut(curved_interval s, double low, double high) {
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

// The interval in which the ray is between the caps and inside the side, both grown by `wider`;
// where the ray passes both nappes of the side, the longer one.
static curved_interval inside(const curved_frame *f, double wider) {
    curved_interval caps = between_caps(f, wider);
    double y = f->radius + wider * (1 + fabs(f->slope)) - f->slope * f->x, dy = -f->slope * f->dx;
    double a = cd_length2(f->d) - dy * dy, b = cd_dot(f->across, f->d) - y * dy;
    double c = cd_length2(f->across) - y * y, disc = b * b - a * c;
    if (!(disc >= 0) && a > 0)
        return cut(caps, INFINITY, -INFINITY);
    double q = -(b + copysign(sqrt(disc), b)), s = q / a, t = c / q;
    if (!(disc >= 0) || q == 0 || a == 0) // through the apex, along the side, or on it
        return (curved_interval){NAN, NAN, false, false};
    if (a > 0)
        return cut(caps, cd_min(s, t), cd_max(s, t));
    curved_interval before = cut(caps, -INFINITY, cd_min(s, t)),
                    after = cut(caps, cd_max(s, t), INFINITY);
    return before.exit - before.enter > after.exit - after.enter ? before : after;
}

static cd_vec normal_at(const curved_frame *f, double t, bool cap, bool leaving) {
    if (cap)
        return cd_scale(f->axis, (f->dx > 0) == leaving ? 1 : -1);
    cd_vec out = cd_add_scaled(f->across, t, f->d);
    return cd_normalized(cd_add_scaled(cd_normalized(out, f->axis), f->slope, f->axis), f->axis);
}

// The part of v across the axis: projected twice, so that what is left along the axis is rounding
// of the result, not of v.
static cd_vec across(cd_vec v, cd_vec axis) {
    v = cd_add_scaled(v, -cd_dot(v, axis), axis);
    return cd_add_scaled(v, -cd_dot(v, axis), axis);
}

// Whether plain squares will do for a ray that starts `far` from the shape and a shape whose axis
// begins `offset` from the origin of the world: nothing is tiny or huge, the ray does not start far
// away, and the shape is neither a disc nor a needle.
static bool is_in_range(double length, double radius, double speed, double far, double offset) {
    double size = length + radius;
    return size > 0x1p-200 && size < 0x1p200 && speed > 0x1p-200 && speed < 0x1p200 &&
           far < 0x1p20 * size && radius > 0x1p-20 * size && length > 0x1p-20 * size &&
           offset <= 0x1p20 * size;
}

cd_verdict cd_ray_curved(cd_ray *ray, cd_interval *interval) {
    const cd_shape *s = ray->shape;
    assert(cd_is_curved(s));
    bool cone = s->kind == CD_CONE;
    cd_vec a = cone ? s->as.curved.b : s->as.curved.a, d = ray->direction;
    cd_vec w = cd_sub(ray->origin, a), axis = cd_curved_axis(s);
    curved_frame f = {.axis = cone ? cd_negate(axis) : axis};
    f.length = cd_length(cd_sub(s->as.curved.b, s->as.curved.a));
    f.radius = cone ? 0 : s->as.curved.radius;
    f.slope = cone ? -s->as.curved.radius / f.length : 0;
    double radius = s->as.curved.radius, size = f.length + radius, speed = cd_length(d),
           far = cd_max_abs(w);
    if (ray->radius != 0 || !is_in_range(f.length, radius, speed, far, cd_max_abs(a)))
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
    double rounding = 0x1p-40 * size + 0x1p-46 * (far + cd_max_abs(a));
    curved_interval in = inside(&f, 0);
    if (!((in.exit - in.enter) * speed > 0x1p-14 * size)) { // NaN: neither
        curved_interval wider = inside(&f, rounding);
        return wider.enter > wider.exit ? CD_MISSES : CD_UNKNOWN;
    }
    ray->starts_apart =
        (in.enter + start) * speed > rounding || (in.exit + start) * speed < -rounding;
    *interval = (cd_interval){.enter = in.enter + start,
                              .exit = in.exit + start,
                              .enter_normal = normal_at(&f, in.enter, in.enter_cap, false),
                              .exit_normal = normal_at(&f, in.exit, in.exit_cap, true)};
    return CD_MEETS;
}
