// Closed forms for a ball (a ray: radius 0) that moves along a line against a rounded point,
// segment, line or box, a sharp triangle and a half-space: the whole interval of touch. Quadratics
// take their discriminant from the perpendicular, through cross products that stay accurate where
// the ray starts far away (after Haines, Guenther and Akenine-Moeller, Ray Tracing Gems, chapter
// 7), and never subtract nearly equal roots. What rounding could decide is left unknown.
#include "collide/cast.h"
#include "collide/rod.h"

#include <float.h>
#include <stdlib.h>

// Heights and distances known to some roundings of their size: what is larger is certain.
static const double noise = 64 * DBL_EPSILON;

// The roots of a t^2 + 2 b t + c with a > 0, c = outer - inner and b^2 - a c = disc >= 0, in order.
// c / q keeps the digits of the root nearer to 0, but not where both roots are so near that c is
// but the rounding of its terms.
static inline void roots(double a, double b, double outer, double inner, double disc, double *low,
                         double *high) {
    double inverse = 1 / a, root = copysign(sqrt(disc), b), q = -(b + root), s = q * inverse;
    double t = q * q > 0x1p-20 * a * outer ? (outer - inner) / q : (root - b) * inverse;
    *low = s < t ? s : t;
    *high = s < t ? t : s;
}

// p * p * a - k2 with the error of the square put back: exact for small integers, so that a ray
// that grazes exactly is a hit.
static inline double square_times_minus(double p, double a, double k2) {
    double square = p * p, rest = fma(p, p, -square);
    return fma(square, a, -k2) + rest * a;
}

// |o + t d| = r: the distance of the line from the centre is |o x d| / |d|.
static inline bool ray_ball(cd_vec o, cd_vec d, double r, double *low, double *high) {
    double dd = cd_length2(d), disc = square_times_minus(r, dd, cd_length2(cd_cross(o, d)));
    if (!(disc >= 0))
        return false;
    roots(dd, cd_dot(o, d), cd_length2(o), r * r, disc, low, high);
    return true;
}

static inline cd_vec at(cd_vec o, double t, cd_vec d) { return cd_add_scaled(o, t, d); }

static bool farther(double square, double r) { return square > r * r * (1 + noise); }

static cd_verdict sphere(cd_ray *ray, double r) {
    cd_vec o = cd_sub(ray->origin, ray->shape->as.center);
    ray->apart = farther(cd_length2(o), r);
    return ray_ball(o, ray->direction, r, &ray->enter, &ray->exit) ? CD_MEETS : CD_MISSES;
}

// ------------------------------------------------------------------------------ capsule and line

// The infinite cylinder |(o + t d) x e| = r |e|. With n = o x e and m = d x e the discriminant is
// e.e (r^2 m.m - (o . m)^2), since n x m = e (o . m): a small m of nearly parallel lines keeps its
// digits. `low` > `high` where it is all or
// nothing because the ray is parallel to the axis.
static inline bool ray_cylinder(cd_vec o, cd_vec d, cd_vec e, double ee, double r, double *low,
                                double *high) {
    cd_vec n = cd_cross(o, e), m = cd_cross(d, e);
    double mm = cd_length2(m), nn = cd_length2(n);
    if (mm <= 16 * DBL_EPSILON * DBL_EPSILON * ee * cd_length2(d)) {
        *low = INFINITY;
        *high = -INFINITY;
        return nn <= r * r * ee;
    }
    double k = cd_dot(o, m), disc = square_times_minus(r, mm, k * k);
    if (!(disc >= 0))
        return false;
    roots(mm, cd_dot(n, m), nn, r * r * ee, ee * disc, low, high);
    return true;
}

// A capsule, seen from the end that the ray starts nearer to: the ray goes in where it goes into
// the infinite cylinder if that is between the ends; else, if at all, through the ball of the end
// that it lies beyond, for there is no other way to the cross-section of that end. Likewise out.
static cd_verdict capsule(cd_ray *ray, double r) {
    cd_rod rod = cd_rod_of(ray->shape);
    int near = cd_rod_nearer(&rod, ray->origin);
    cd_vec o = cd_sub(ray->origin, rod.end[near]), d = ray->direction;
    cd_vec e = cd_scale(rod.d, 1 - 2 * near);
    double ee = cd_length2(e), ends[2], times[2] = {0, 0};
    if (!(ee > 0))
        return sphere(ray, r);
    if (!(ee > 0x1p-500))
        return CD_UNKNOWN;
    ray->apart = farther(cd_length2(cd_off_rod(ray->origin, &rod)), r);
    if (!ray_cylinder(o, d, e, ee, r, &ends[0], &ends[1]))
        return CD_MISSES;
    bool parallel = ends[0] > ends[1], forward = cd_dot(d, e) > 0;
    for (int k = 0; k < 2; k++) {
        double along = parallel ? ((k == 0) == forward ? -1 : 2) : cd_dot(at(o, ends[k], d), e);
        if (along < 0 || along > (parallel ? 1 : ee)) {
            double ball[2];
            if (!ray_ball(along < 0 ? o : cd_sub(o, e), d, r, &ball[0], &ball[1]))
                return CD_MISSES;
            times[k] = ball[k];
        } else {
            times[k] = ends[k];
        }
        if (k == 0 && ray->apart && times[0] > ray->tmax)
            return CD_MISSES;
    }
    ray->enter = times[0];
    ray->exit = times[1];
    return ray->enter <= ray->exit ? CD_MEETS : CD_MISSES;
}

static cd_verdict line(cd_ray *ray, double r) {
    cd_vec o = cd_sub(ray->origin, ray->shape->as.line.point), e = ray->shape->as.line.direction;
    ray->apart = farther(cd_length2(cd_cross(o, e)), r);
    if (!ray_cylinder(o, ray->direction, e, cd_length2(e), r, &ray->enter, &ray->exit))
        return CD_MISSES;
    if (ray->enter > ray->exit) {
        ray->enter = -INFINITY;
        ray->exit = INFINITY;
    }
    return CD_MEETS;
}

// ------------------------------------------------------------------------------------------- box

// A box around the origin of the ray, in its own axes: where its faces are, how fast the ray goes
// and when it passes them. In 2D the third has no height, and the ray stands still in it.
typedef struct {
    double low[3], high[3], v[3], near[3], far[3];
} slabs;

static inline slabs slabs_of(const cd_ray *ray) {
    const cd_shape *s = ray->shape;
    const cd_vec *u = s->as.box.axes, d = ray->direction;
    if (!s->as.box.rotated) {
        cd_vec low = cd_sub(s->as.box.min, ray->origin), high = cd_sub(s->as.box.max, ray->origin);
        return (slabs){{low.x, low.y, low.z}, {high.x, high.y, high.z}, {d.x, d.y, d.z}, {0}, {0}};
    }
    slabs b;
    const double half[3] = {s->as.box.half.x, s->as.box.half.y, s->as.box.half.z};
    cd_vec p = cd_sub(ray->origin, s->as.box.center);
    for (int k = 0; k < 3; k++) {
        double height = cd_dot(p, u[k]);
        b.low[k] = -half[k] - height;
        b.high[k] = half[k] - height;
        b.v[k] = cd_dot(d, u[k]);
    }
    return b;
}

// Along a turned axis a speed is known to rounding only: what is less stands still, and that much
// of height is still touching.
static inline void set_times(slabs *b, const cd_ray *ray) {
    bool rotated = ray->shape->as.box.rotated;
    double least = rotated ? 4 * DBL_EPSILON * cd_max_abs(ray->direction) : DBL_MIN;
    for (int k = 0; k < 3; k++) {
        double v = b->v[k];
        if (fabs(v) <= least) {
            double slack =
                rotated ? 4 * DBL_EPSILON *
                              cd_max(cd_max_abs(ray->origin), cd_max_abs(ray->shape->as.box.center))
                        : 0;
            bool between = b->low[k] <= slack && b->high[k] >= -slack;
            b->v[k] = 0;
            b->near[k] = -INFINITY;
            b->far[k] = between ? INFINITY : -INFINITY;
        } else {
            double inverse = 1 / v, low = b->low[k] * inverse, high = b->high[k] * inverse;
            b->near[k] = cd_min(low, high);
            b->far[k] = cd_max(low, high);
        }
    }
}

static int face_at(const slabs *b, const double times[3], double t, int side) {
    int k = times[0] == t ? 0 : times[1] == t ? 1 : 2;
    return b->v[k] > 0 ? side * (k + 1) : -side * (k + 1);
}

static cd_verdict sharp_box(cd_ray *ray, const slabs *b, double size) {
    double beyond = -INFINITY; // the faces, at t = 0
    for (int k = 0; k < 3; k++)
        beyond = cd_max(beyond, cd_max(b->low[k], -b->high[k]));
    ray->apart = beyond > noise * size;
    ray->enter = cd_max(cd_max(b->near[0], b->near[1]), b->near[2]);
    ray->exit = cd_min(cd_min(b->far[0], b->far[1]), b->far[2]);
    if (!(ray->enter <= ray->exit))
        return CD_MISSES;
    ray->enter_face = face_at(b, b->near, ray->enter, -1);
    ray->exit_face = face_at(b, b->far, ray->exit, 1);
    return CD_MEETS;
}

// The first touch with a rounded box, and with `sign` -1 the last: that of the ray backwards, as a
// negative time. Between the times at which the ray passes the planes of the faces, the box is as
// good as a ball in the space of the axes along which the ray is beyond a face.
static bool rounded_touch(const slabs *b, double r, int sign, double *time) {
    double near[3], far[3], start = -INFINITY, end = INFINITY;
    for (int k = 0; k < 3; k++) {
        double reach = b->v[k] != 0 ? r / fabs(b->v[k]) : 0;
        bool still = b->v[k] == 0;
        near[k] = still || sign > 0 ? b->near[k] : -b->far[k];
        far[k] = still || sign > 0 ? b->far[k] : -b->near[k];
        start = near[k] - reach > start ? near[k] - reach : start;
        end = far[k] + reach < end && !still ? far[k] + reach : end;
    }
    for (double t = start; t <= end;) {
        double w[3] = {0, 0, 0}, v[3] = {0, 0, 0}, next = INFINITY, low, high;
        int active = 0;
        for (int k = 0; k < 3; k++) {
            double speed = sign * b->v[k];
            if (t < near[k] || t >= far[k]) {
                bool below = b->v[k] == 0 ? b->low[k] > 0 : (t < near[k]) == (speed > 0);
                w[k] = -(below ? b->low[k] : b->high[k]);
                v[k] = speed;
                active++;
            }
            next = near[k] > t && near[k] < next ? near[k] : next;
            next = far[k] > t && far[k] < next ? far[k] : next;
        }
        cd_vec o = {w[0], w[1], w[2]}, d = {v[0], v[1], v[2]};
        if (active == 1 && t == start) {
            *time = start;
            return true;
        }
        if (cd_is_zero(d) ? cd_length2(o) <= r * r
                          : ray_ball(o, d, r, &low, &high) && low <= next && high >= t) {
            *time = !cd_is_zero(d) && low > t ? low : t;
            return true;
        }
        t = next;
        if (!(next < INFINITY))
            return false;
    }
    return false;
}

static bool apart_from_box(const slabs *b, double r, double size) {
    double square = 0;
    for (int k = 0; k < 3; k++) {
        double off = cd_max(cd_max(b->low[k], -b->high[k]), 0);
        square += off * off;
    }
    r += noise * size;
    return farther(square, r);
}

static cd_verdict box(cd_ray *ray, double r) {
    slabs b = slabs_of(ray);
    double size = cd_max(cd_max_abs(ray->origin), cd_max_abs(ray->shape->as.box.center));
    set_times(&b, ray);
    if (r == 0)
        return sharp_box(ray, &b, size);
    ray->apart = apart_from_box(&b, r, size);
    if (!rounded_touch(&b, r, 1, &ray->enter) || (ray->apart && ray->enter > ray->tmax))
        return CD_MISSES;
    double back;
    ray->exit = rounded_touch(&b, r, -1, &back) ? cd_max(-back, ray->enter) : ray->enter;
    return CD_MEETS;
}

// -------------------------------------------------------------------------- triangle, half-space

// The ray passes a triangle on the side of each edge that the volume it spans with the edge tells
// (in the way of Woop, Benthin and Wald 2013, without their projection).
static cd_verdict triangle(cd_ray *ray) {
    const cd_vec *p = ray->shape->as.triangle.v, d = ray->direction;
    cd_vec from[3], n = cd_cross(cd_sub(p[1], p[0]), cd_sub(p[2], p[0]));
    double volume[3], clear = 0;
    for (int i = 0; i < 3; i++) {
        from[i] = cd_sub(p[i], ray->origin);
        clear = cd_max(clear, cd_max_abs(from[i]));
    }
    double height = cd_dot(from[0], n), speed = cd_dot(d, n);
    double size = clear, length = cd_max_abs(n), fast = cd_max_abs(d);
    clear *= clear * fast * noise;
    bool left = false, right = false, unclear = false;
    for (int i = 0; i < 3; i++) {
        volume[i] = cd_dot(d, cd_cross(from[(i + 1) % 3], from[(i + 2) % 3]));
        left |= volume[i] > clear;
        right |= volume[i] < -clear;
        unclear |= !(fabs(volume[i]) > clear);
    }
    if (left && right) {
        ray->apart = true;
        return CD_MISSES;
    }
    ray->apart = fabs(height) > noise * length * size;
    if (unclear || !ray->apart || !(fabs(speed) > 0x1p-20 * length * fast))
        return CD_UNKNOWN;
    ray->enter = ray->exit = height / speed;
    ray->exit_face = speed > 0 ? 1 : -1;
    ray->enter_face = -ray->exit_face;
    return CD_MEETS;
}

static cd_verdict halfspace(cd_ray *ray) {
    cd_vec n = ray->shape->as.plane.normal;
    double offset = ray->shape->as.plane.offset, speed = cd_dot(ray->direction, n);
    double gap = cd_dot(ray->origin, n) - offset - ray->radius;
    double size = cd_max(cd_max_abs(ray->origin), cd_max(fabs(offset), ray->radius));
    if (fabs(speed) <= noise * cd_max_abs(ray->direction))
        return CD_UNKNOWN;
    ray->apart = gap > noise * size;
    ray->enter = speed < 0 ? -gap / speed : -INFINITY;
    ray->exit = speed < 0 ? INFINITY : -gap / speed;
    ray->enter_face = ray->exit_face = 1;
    return CD_MEETS;
}

// ------------------------------------------------------------------------------------------- all

static inline cd_verdict cast(cd_ray *ray) {
    const cd_shape *s = ray->shape;
    double r = s->radius + ray->radius;
    // Squares of extreme numbers are left to the generic path, which scales.
    double fast = cd_max_abs(ray->direction), size = cd_max(cd_max_abs(ray->origin), r);
    if (!(cd_max(size, fast) < 0x1p120 && fast > 0x1p-120))
        return CD_UNKNOWN;
    ray->enter_face = ray->exit_face = 0;
    if (s->kind == CD_BOX && (r == 0 || r > 0x1p-40 * size))
        return box(ray, r);
    if (s->kind == CD_TRIANGLE && r == 0 && s->dim == 3 && size > 0x1p-120)
        return triangle(ray);
    if (s->kind == CD_PLANE)
        return halfspace(ray);
    if (!(r > 0x1p-60 * size))
        return CD_UNKNOWN;
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return sphere(ray, r);
    case CD_SEGMENT:
    case CD_CAPSULE:
        return capsule(ray, r);
    case CD_LINE:
        return line(ray, r);
    default:
        return CD_UNKNOWN;
    }
}

CD_HOT cd_verdict cd_ray_cast(cd_ray *ray) { return cast(ray); }

static cd_vec off_box(cd_vec p, const cd_shape *s) {
    const cd_vec *u = s->as.box.axes, h = s->as.box.half;
    const double half[3] = {h.x, h.y, h.z};
    cd_vec v = {0, 0, 0}, q = cd_sub(p, s->as.box.center);
    for (int k = 0; k < s->dim; k++) {
        double height = cd_dot(q, u[k]), beyond = fabs(height) - half[k];
        v = cd_add_scaled(v, beyond > 0 ? copysign(beyond, height) : 0, u[k]);
    }
    return v;
}

// Rounded surfaces: v is as long as the radius but for rounding, and one step of Newton's method
// for 1 / |v| mends that.
static inline cd_vec unit(cd_vec v, double inverse, cd_vec direction) {
    cd_vec n = cd_scale(v, inverse);
    double square = cd_length2(n);
    if (fabs(square - 1) < 0x1p-26)
        return cd_scale(n, 1.5 - 0.5 * square);
    return cd_normalized(v, cd_normalized(direction, direction));
}

static inline cd_vec normal_at(const cd_ray *ray, double t, int face, double inverse) {
    const cd_shape *s = ray->shape;
    cd_vec p = at(ray->origin, t, ray->direction), v = {0, 0, 0};
    switch (s->kind) {
    case CD_POINT:
    case CD_SPHERE:
        v = cd_sub(p, s->as.center);
        break;
    case CD_SEGMENT:
    case CD_CAPSULE: {
        cd_rod rod = cd_rod_of(s);
        v = cd_off_rod(p, &rod);
        break;
    }
    case CD_LINE:
        v = cd_sub(p, s->as.line.point);
        v = cd_add_scaled(v, -cd_dot(v, s->as.line.direction), s->as.line.direction);
        break;
    case CD_BOX:
        if (face == 0)
            v = off_box(p, s);
        else
            v = cd_scale(s->as.box.axes[abs(face) - 1], face > 0 ? 1 : -1);
        break;
    case CD_TRIANGLE:
        v = cd_cross(cd_sub(s->as.triangle.v[1], s->as.triangle.v[0]),
                     cd_sub(s->as.triangle.v[2], s->as.triangle.v[0]));
        v = cd_scale(v, face);
        break;
    case CD_PLANE:
        return s->as.plane.normal;
    default:
        break;
    }
    return unit(v, inverse, ray->direction);
}

static double inverse_radius(const cd_ray *ray) {
    double r = ray->radius + ray->shape->radius;
    return r > 0 ? 1 / r : 1;
}

CD_HOT cd_vec cd_ray_normal(const cd_ray *ray, double t, int face) {
    return normal_at(ray, t, face, inverse_radius(ray));
}

CD_HOT cd_verdict cd_ray_hit(cd_ray *ray, cd_hit *hit) {
    cd_verdict verdict = cast(ray);
    if (verdict == CD_UNKNOWN || !ray->apart)
        return CD_UNKNOWN;
    if (verdict == CD_MISSES || !(ray->enter <= ray->tmax && ray->exit >= 0))
        return CD_MISSES;
    if (!(ray->enter > 0 && ray->enter < INFINITY))
        return CD_UNKNOWN;
    const cd_vec zero = {0, 0, 0}; // added to a vector it makes 0 of -0
    double inverse = inverse_radius(ray);
    hit->t = hit->enter = ray->enter;
    hit->exit = ray->exit;
    hit->inside = false;
    hit->normal = cd_add(normal_at(ray, ray->enter, ray->enter_face, inverse), zero);
    hit->approach = 0 - cd_dot(ray->direction, hit->normal);
    hit->exit_normal = hit->exit_point = zero;
    if (ray->exit < INFINITY)
        hit->exit_normal = cd_add(normal_at(ray, ray->exit, ray->exit_face, inverse), zero);
    return CD_MEETS;
}
