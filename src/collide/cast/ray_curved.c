// A ray against a cylinder or cone: between the planes of the caps and inside the quadric of the
// side. With x the height along the axis, p what is across it and k how fast the radius r shrinks,
// the side is |p|^2 <= (r - k x)^2, a quadratic in t; of the two nappes of a cone the caps leave
// one. Heights count from the apex (of a cylinder: from a cap), and times from the point of the ray
// nearest to it (to the middle), so that no term is larger than what it decides. Hits that are
// short for the size of the shape, and near misses, are left to the generic path.
#include "collide/cast/ray_curved.h"
#include "collide/shape/core.h"
#include "collide/simd/hot.h"

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

static inline curved_interval between_caps(const curved_frame *f, double wider) {
    double s = (-wider - f->x) / f->dx, t = (f->length + wider - f->x) / f->dx;
    return (curved_interval){cd_min(s, t), cd_max(s, t), true, true};
}

// Cuts the interval down to low <= t <= high, which lie on the side.
static inline curved_interval cut(curved_interval s, double low, double high) {
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
static inline curved_interval inside(const curved_frame *f, double wider) {
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

// cd_normalized of a vector in range.
static inline cd_vec unit(cd_vec v, cd_vec fallback) {
    double length = cd_length(v);
    return length > 0 ? (cd_vec){v.x / length, v.y / length, v.z / length} : fallback;
}

static inline cd_vec normal_at(const curved_frame *f, double t, bool cap, bool leaving) {
    if (cap)
        return cd_scale(f->axis, (f->dx > 0) == leaving ? 1 : -1);
    cd_vec out = unit(cd_add_scaled(f->across, t, f->d), f->axis);
    return f->slope == 0 ? out : unit(cd_add_scaled(out, f->slope, f->axis), f->axis);
}

// Whether plain squares will do for a ray that starts `far` from the shape and a shape whose axis
// begins `offset` from the origin of the world: nothing is tiny or huge, the ray does not start far
// away, and the shape is neither a disc nor a needle.
static inline bool is_in_range(double length, double radius, double speed, double far,
                               double offset) {
    double size = length + radius;
    return size > 0x1p-200 && size < 0x1p200 && speed > 0x1p-200 && speed < 0x1p200 &&
           far < 0x1p20 * size && radius > 0x1p-20 * size && length > 0x1p-20 * size &&
           offset <= 0x1p20 * size;
}

// Whether the ray enters away from the rims and the apex, where several normals are outward.
static inline bool enters_face(const curved_frame *f, const curved_interval *in, double rounding) {
    double x = f->x + in->enter * f->dx, radius = f->radius - f->slope * x;
    if (!in->enter_cap)
        return x > rounding && x < f->length - rounding;
    return radius - cd_length(cd_add_scaled(f->across, in->enter, f->d)) > rounding;
}

static inline bool never(cd_ray_touch *touch) {
    *touch = (cd_ray_touch){.enter = INFINITY, .exit = -INFINITY, .starts_apart = true};
    return true;
}

CD_HOT bool cd_ray_curved(const cd_vec *origin, const cd_vec *direction, const cd_shape *s,
                          cd_ray_touch *touch) {
    assert(cd_is_curved(s));
    bool cone = s->kind == CD_CONE;
    cd_vec a = cone ? s->as.curved.b : s->as.curved.a, d = *direction;
    cd_vec w = cd_sub(*origin, a), along = cd_sub(s->as.curved.b, s->as.curved.a);
    cd_vec axis = unit(along, along);
    curved_frame f = {.axis = cone ? cd_negate(axis) : axis};
    f.length = cd_length(along);
    f.radius = cone ? 0 : s->as.curved.radius;
    f.slope = cone ? -s->as.curved.radius / f.length : 0;
    double radius = s->as.curved.radius, size = f.length + radius, speed = cd_length(d),
           far = cd_max_abs(w);
    if (!is_in_range(f.length, radius, speed, far, cd_max_abs(a)))
        return false;
    cd_vec pivot = cone ? w : cd_add_scaled(w, -0.5 * f.length, axis);
    double start = -cd_dot(pivot, d) / (speed * speed);
    // The line passes the sphere around the shape by more than any rounding here.
    double reach2 = (cone ? 1 : 0.25) * f.length * f.length + radius * radius;
    if (cd_length2(cd_add_scaled(pivot, start, d)) > reach2 * (1 + 0x1p-20))
        return never(touch);
    w = cd_add_scaled(w, start, d);
    f.x = cd_dot(w, f.axis);
    f.dx = cd_dot(d, f.axis);
    f.across = cd_add_scaled(w, -f.x, f.axis);
    f.d = cd_add_scaled(d, -f.dx, f.axis);
    if (fabs(f.dx) <= 0x1p-40 * speed)
        return false;
    double rounding = 0x1p-40 * size + 0x1p-46 * (far + cd_max_abs(a));
    curved_interval in = inside(&f, 0);
    if (!((in.exit - in.enter) * speed > 0x1p-14 * size)) { // NaN: neither
        curved_interval wider = inside(&f, rounding);
        return wider.enter > wider.exit && never(touch);
    }
    cd_vec enter_normal = normal_at(&f, in.enter, in.enter_cap, false);
    cd_vec exit_normal = normal_at(&f, in.exit, in.exit_cap, true);
    // How far the ray starts above the tangent plane at either end: the shape lies below.
    double before = (in.enter + start) * -cd_dot(d, enter_normal);
    double after = -(in.exit + start) * cd_dot(d, exit_normal);
    bool starts_apart = before > rounding || after > rounding;
    *touch = (cd_ray_touch){.enter = in.enter + start,
                            .exit = in.exit + start,
                            .enter_normal = cd_vec4_of(enter_normal),
                            .exit_normal = cd_vec4_of(exit_normal),
                            .starts_apart = starts_apart && enters_face(&f, &in, rounding)};
    return true;
}
