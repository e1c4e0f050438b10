// Closed forms for a ball (a ray: radius 0) that moves along a line against a rounded point,
// segment, line or box, a sharp triangle and a half-space: the whole interval of touch. Quadratics
// take their discriminant from the perpendicular, through cross products that stay accurate where
// the ray starts far away (after Haines, Guenther and Akenine-Moeller, Ray Tracing Gems, chapter
// 7), and never subtract nearly equal roots. What rounding could decide is left unknown.
//
// Whether a ray hits is as random as the ray, and a wrong guess costs more than all of the work. So
// an empty interval (enter > exit, or NaN, which compares as false) goes all the way, and where the
// ray enters and where it leaves are worked out side by side, in two lanes.
#include "collide/cast.h"
#include "collide/curved.h"
#include "collide/rod.h"

#include <float.h>
#include <stdint.h>

// [0] belongs to where the ray enters, [1] to where it leaves.
typedef double ends __attribute__((vector_size(16)));
typedef int64_t mask __attribute__((vector_size(16)));

typedef struct {
    ends x, y, z;
} ends_vec;

// When a ray touches, and outward vectors there: as long as the radius, or of length 1. apart: at
// t = 0 it certainly does not, if t says so.
typedef struct span {
    ends t;
    ends_vec v;
    bool apart;
} span;

static inline ends both(double a) { return (ends){a, a}; }

static inline ends select(mask m, ends yes, ends no) {
    return (ends)(((mask)yes & m) | ((mask)no & ~m));
}

static inline ends_vec vec_both(cd_vec a) { return (ends_vec){both(a.x), both(a.y), both(a.z)}; }

static inline ends_vec vec_of(cd_vec enter, cd_vec exit) {
    return (ends_vec){{enter.x, exit.x}, {enter.y, exit.y}, {enter.z, exit.z}};
}

static inline cd_vec vec_at(ends_vec a, int k) { return (cd_vec){a.x[k], a.y[k], a.z[k]}; }

static inline ends_vec add_scaled(ends_vec a, ends s, cd_vec b) {
    return (ends_vec){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline ends_vec scaled(ends_vec a, ends s) { return (ends_vec){s * a.x, s * a.y, s * a.z}; }

static inline ends dot(ends_vec a, ends_vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static inline ends length2(ends_vec a) { return dot(a, a); }

static inline ends multiply_add(ends a, ends b, ends c) {
    return (ends){fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1])};
}

// As cd_difference_of_products.
static inline ends difference_of_products(ends a, ends b, ends c, ends d) {
    ends cd = c * d;
    return multiply_add(a, b, -cd) - multiply_add(c, d, -cd);
}

static inline ends_vec cross(ends_vec a, ends_vec b) {
    return (ends_vec){difference_of_products(a.y, b.z, a.z, b.y),
                      difference_of_products(a.z, b.x, a.x, b.z),
                      difference_of_products(a.x, b.y, a.y, b.x)};
}

// Heights and distances known to some roundings of their size: what is larger is certain.
static const double noise = 64 * DBL_EPSILON;

// The roots of two a t^2 + 2 b t + c with c = outer - inner and b^2 - a c = disc; NaN where
// disc < 0. c / q keeps the digits of the root nearer to 0, but not where both roots are so near
// that c is but the rounding of its terms.
typedef struct {
    ends low, high;
} roots;

static inline roots roots_of(ends a, ends b, ends outer, double inner, ends disc) {
    ends root = {copysign(sqrt(disc[0]), b[0]), copysign(sqrt(disc[1]), b[1])};
    ends inverse = 1 / a, q = -(b + root), s = q * inverse;
    mask close = q * q <= 0x1p-20 * a * outer;
    ends t = select(close, (root - b) * inverse, (outer - inner) / q);
    return (roots){select(s < t, s, t), select(s < t, t, s)};
}

// p * p * a - k2 with the error of the square put back: exact for small integers, so that a ray
// that grazes exactly is a hit.
static inline ends square_times_minus(double p, ends a, ends k2) {
    double square = p * p, rest = fma(p, p, -square);
    return multiply_add(both(square), a, -k2) + rest * a;
}

static inline bool farther(double square, double r) { return square > r * r * (1 + noise); }

// Squares of extreme numbers, and radii that vanish beside the rest, are left to the generic path,
// which scales.
static inline bool tame(double dd, double oo, double r) {
    return dd > 0x1p-240 && dd + oo + r * r < 0x1p240 && r * r > 0x1p-240 + 0x1p-120 * oo;
}

static inline bool moderate(const cd_ray *ray, double r) {
    double fast = cd_max_abs(ray->direction), size = cd_max(cd_max_abs(ray->origin), r);
    return cd_max(size, fast) < 0x1p120 && fast > 0x1p-120;
}

// |o + t d| = r: the distance of the line from the centre is |o x d| / |d|.
static inline ends ball(cd_vec o, cd_vec d, double r) {
    double dd = cd_length2(d);
    ends disc = square_times_minus(r, both(dd), both(cd_length2(cd_cross(o, d))));
    roots t = roots_of(both(dd), both(cd_dot(o, d)), both(cd_length2(o)), r * r, disc);
    return (ends){t.low[0], t.high[0]};
}

static inline bool sphere(const cd_ray *ray, double r, span *touch) {
    cd_vec o = cd_sub(ray->origin, ray->shape->as.center), d = ray->direction;
    touch->apart = farther(cd_length2(o), r);
    touch->t = ball(o, d, r);
    touch->v = add_scaled(vec_both(o), touch->t, d);
    return tame(cd_length2(d), cd_length2(o), r);
}

// ------------------------------------------------------------------------------ capsule and line

// Parallel to the axis: a line is met all the time or never, a capsule in at one end and out at the
// other.
static bool along_rod(const cd_ray *ray, cd_vec o, cd_vec e, bool endless, double r, span *touch) {
    double ee = cd_length2(e), from_axis = cd_length2(cd_cross(o, e));
    cd_vec d = ray->direction, far = cd_sub(o, e), off = cd_add_scaled(o, -cd_dot(o, e) / ee, e);
    if (endless) {
        double enter = from_axis <= r * r * ee ? -INFINITY : INFINITY;
        *touch = (span){{enter, -enter}, vec_of(off, off), farther(from_axis / ee, r)};
        return true;
    }
    bool forward = cd_dot(d, e) > 0;
    cd_vec in = forward ? o : far, out = forward ? far : o;
    touch->t = (ends){ball(in, d, r)[0], ball(out, d, r)[1]};
    touch->v = vec_of(cd_add_scaled(in, touch->t[0], d), cd_add_scaled(out, touch->t[1], d));
    double along = cd_clamp(cd_dot(o, e) / ee, 0, 1);
    touch->apart = farther(cd_length2(cd_add_scaled(o, -along, e)), r);
    return true;
}

// The axis is s e for 0 <= s <= 1, or endless; o and e as seen from one end. The ray goes in where
// it goes into the infinite cylinder |(o + t d) x e| = r |e| if that is between the ends; else, if
// at all, through the ball of the end that it lies beyond, for there is no other way to the
// cross-section of that end. Likewise out. What it goes in through tells whether it starts apart.
//
// With n = o x e and m = d x e the cylinder's discriminant is e.e (r^2 m.m - (o . m)^2), since
// n x m = e (o . m): a small m of nearly parallel lines keeps its digits.
static inline bool rod(const cd_ray *ray, cd_vec o, cd_vec e, bool endless, double r, span *touch) {
    cd_vec d = ray->direction, n = cd_cross(o, e), m = cd_cross(d, e);
    double dd = cd_length2(d), ee = cd_length2(e), mm = cd_length2(m), nn = cd_length2(n);
    if (!(tame(dd, cd_length2(o), r) && ee > 0x1p-240 && ee < 0x1p240))
        return false;
    if (mm <= 16 * DBL_EPSILON * DBL_EPSILON * ee * dd)
        return along_rod(ray, o, e, endless, r, touch);
    double om = cd_dot(o, m), rr = r * r;
    ends disc = ee * square_times_minus(r, both(mm), both(om * om));
    roots side = roots_of(both(mm), both(cd_dot(n, m)), both(nn), rr * ee, disc);
    ends t = {side.low[0], side.high[0]}, along = cd_dot(o, e) + t * cd_dot(d, e);
    double end = endless ? INFINITY : ee, start = endless ? -INFINITY : 0;
    mask above = along > end, beyond = above | (along < start);

    ends_vec from = vec_of(o, cd_sub(o, e)); // the balls of both ends
    ends outer = length2(from);
    disc = square_times_minus(r, both(dd), length2(cross(from, vec_both(d))));
    roots caps = roots_of(both(dd), dot(from, vec_both(d)), outer, rr, disc);
    t[0] = beyond[0] ? caps.low[above[0] & 1] : t[0];
    t[1] = beyond[1] ? caps.high[above[1] & 1] : t[1];
    along = select(beyond, select(above, both(1), both(0)), along / ee);
    touch->t = t;
    touch->v = add_scaled(add_scaled(vec_both(o), -along, e), t, d);
    int k = t[1] < 0; // the side on which it starts
    touch->apart = beyond[k] ? farther(outer[above[k] & 1], r) : nn > rr * ee * (1 + noise);
    return true;
}

static inline bool capsule(const cd_ray *ray, double r, span *touch) {
    cd_rod axis = cd_rod_of(ray->shape);
    int near = cd_rod_nearer(&axis, ray->origin);
    cd_vec o = cd_sub(ray->origin, axis.end[near]);
    if (cd_is_zero(axis.d))
        return sphere(ray, r, touch);
    return rod(ray, o, cd_scale(axis.d, 1 - 2 * near), false, r, touch);
}

static inline bool line(const cd_ray *ray, double r, span *touch) {
    cd_vec o = cd_sub(ray->origin, ray->shape->as.line.point);
    return rod(ray, o, ray->shape->as.line.direction, true, r, touch);
}

// ------------------------------------------------------------------------------------------- box

// A box around the origin of the ray, in its own axes: where its two faces across each are, how
// fast the ray goes and when it is between them. In 2D the third has no height, and the ray stands
// still in it. first[k] is the face that the ray passes first.
typedef struct {
    double face[3][2], v[3];
    int first[3];
    ends between[3];
} slabs;

static inline slabs slabs_of(const cd_ray *ray) {
    const cd_shape *s = ray->shape;
    const cd_vec *u = s->as.box.axes, d = ray->direction;
    if (!s->as.box.rotated) {
        cd_vec low = cd_sub(s->as.box.min, ray->origin), high = cd_sub(s->as.box.max, ray->origin);
        return (slabs){.face = {{low.x, high.x}, {low.y, high.y}, {low.z, high.z}},
                       .v = {d.x, d.y, d.z}};
    }
    slabs b;
    const double half[3] = {s->as.box.half.x, s->as.box.half.y, s->as.box.half.z};
    cd_vec p = cd_sub(ray->origin, s->as.box.center);
    for (int k = 0; k < 3; k++) {
        double height = cd_dot(p, u[k]);
        b.face[k][0] = -half[k] - height;
        b.face[k][1] = half[k] - height;
        b.v[k] = cd_dot(d, u[k]);
    }
    return b;
}

// Along a turned axis a speed is known to rounding only: what is less stands still, and that much
// of height is still touching. What stands still is always between, or has been until -infinity.
static inline void set_times(slabs *b, const cd_ray *ray, double size) {
    bool rotated = ray->shape->as.box.rotated;
    double least = rotated ? 4 * DBL_EPSILON * cd_max_abs(ray->direction) : DBL_MIN;
    for (int k = 0; k < 3; k++) {
        double v = b->v[k], *face = b->face[k];
        if (fabs(v) <= least) {
            double slack = rotated ? 4 * DBL_EPSILON * size : 0;
            bool between = face[0] <= slack && face[1] >= -slack;
            b->v[k] = 0;
            b->first[k] = face[0] > 0;
            b->between[k] = (ends){-INFINITY, between ? INFINITY : -INFINITY};
        } else {
            int first = b->first[k] = v < 0;
            b->between[k] = (ends){face[first], face[1 - first]} * (1 / v);
        }
    }
}

// The outward normal of the face across axis k that is passed on the way in (side 0) or out (1).
static inline cd_vec face_normal(const slabs *b, const cd_vec u[3], int k, int side) {
    return cd_scale(u[k], 1 - 2 * (b->first[k] == side));
}

static inline bool sharp_box(const slabs *b, const cd_vec u[3], double size, span *touch) {
    const ends *t = b->between;
    double beyond = -INFINITY; // the faces, at t = 0
    for (int k = 0; k < 3; k++)
        beyond = cd_max(beyond, cd_max(b->face[k][0], -b->face[k][1]));
    double enter = cd_max(cd_max(t[0][0], t[1][0]), t[2][0]);
    double exit = cd_min(cd_min(t[0][1], t[1][1]), t[2][1]);
    int in = (t[0][0] < enter) * (1 + (t[1][0] < enter)); // the first axis of equals
    int out = (t[0][1] > exit) * (1 + (t[1][1] > exit));
    touch->apart = beyond > noise * size;
    touch->t = (ends){enter, exit};
    touch->v = vec_of(face_normal(b, u, in, 0), face_normal(b, u, out, 1));
    return true;
}

// The square of the distance from a box, along a line, is convex and consists of parabolas, which
// meet where the line passes the planes of the faces. The last of these times at which it is still
// too far and falls begins the parabola that the ray enters on, the first at which it is too far
// and rises ends the one it leaves on: [0] and [1], -+infinity where there is none.
static inline ends parabolas(const slabs *b, double rr) {
    ends start = both(-INFINITY), end = both(INFINITY);
    for (int k = 0; k < 3; k++) {
        ends t = b->between[k], square = both(0), slope = both(0);
        for (int i = 0; i < 3; i++) {
            ends below = t * b->v[i] - b->face[i][0], above = t * b->v[i] - b->face[i][1];
            ends off = select(below < 0, below, select(above > 0, above, both(0)));
            square += off * off;
            slope += off * b->v[i];
        }
        start = select((square > rr) & (slope < 0) & (t > start), t, start);
        end = select((square > rr) & (slope > 0) & (t < end), t, end);
    }
    return (ends){cd_max(start[0], start[1]), cd_min(end[0], end[1])};
}

// On its parabola the box is as good as a ball in the space of the axes along which the ray is not
// between the faces.
static inline bool rounded_box(const slabs *b, const cd_vec u[3], double r, double size,
                               span *touch) {
    const mask enters = {-1, 0}, leaves = {0, -1};
    ends at = parabolas(b, r * r), o[3], d[3];
    double square = 0, slack = r + noise * size;
    for (int k = 0; k < 3; k++) {
        ends near = both(b->between[k][0]), far = both(b->between[k][1]);
        mask before = (at < near) | ((at == near) & leaves);
        mask after = (at > far) | ((at == far) & enters);
        int first = b->first[k];
        ends face = select(before, both(b->face[k][first]), both(b->face[k][1 - first]));
        o[k] = select(before | after, -face, both(0));
        d[k] = select(before | after, both(b->v[k]), both(0));
        double off = cd_max(cd_max(b->face[k][0], -b->face[k][1]), 0);
        square += off * off;
    }
    ends_vec from = {o[0], o[1], o[2]}, along = {d[0], d[1], d[2]};
    ends a = length2(along);
    ends disc = square_times_minus(r, a, length2(cross(from, along)));
    roots t = roots_of(a, dot(from, along), length2(from), r * r, disc);
    touch->apart = farther(square, slack);
    touch->t = (ends){t.low[0], t.high[1]};
    touch->v = vec_both((cd_vec){0, 0, 0});
    for (int k = 0; k < 3; k++)
        touch->v = add_scaled(touch->v, o[k] + touch->t * d[k], u[k]);
    return true;
}

static inline bool box(const cd_ray *ray, double r, span *touch) {
    const cd_shape *s = ray->shape;
    if (!moderate(ray, r) || (r > 0 && r <= cd_max(0x1p-40 * cd_max_abs(ray->origin), 0x1p-120)))
        return false;
    slabs b = slabs_of(ray);
    double size = cd_max(cd_max_abs(ray->origin), cd_max_abs(s->as.box.center));
    set_times(&b, ray, size);
    return r == 0 ? sharp_box(&b, s->as.box.axes, size, touch)
                  : rounded_box(&b, s->as.box.axes, r, size, touch);
}

// -------------------------------------------------------------------------- triangle, half-space

// The ray passes a triangle on the side of each edge that the volume it spans with the edge tells
// (in the way of Woop, Benthin and Wald 2013, without their projection).
static bool triangle(const cd_ray *ray, double r, span *touch) {
    const cd_vec *p = ray->shape->as.triangle.v, d = ray->direction;
    cd_vec from[3], n = cd_cross(cd_sub(p[1], p[0]), cd_sub(p[2], p[0]));
    double volume[3], clear = 0;
    for (int i = 0; i < 3; i++) {
        from[i] = cd_sub(p[i], ray->origin);
        clear = cd_max(clear, cd_max_abs(from[i]));
    }
    double height = cd_dot(from[0], n), speed = cd_dot(d, n);
    double size = clear, length = cd_max_abs(n), fast = cd_max_abs(d);
    if (r != 0 || ray->shape->dim != 3 || !(moderate(ray, 0) && size > 0x1p-120))
        return false;
    clear *= clear * fast * noise;
    bool left = false, right = false, unclear = false;
    for (int i = 0; i < 3; i++) {
        volume[i] = cd_dot(d, cd_cross(from[(i + 1) % 3], from[(i + 2) % 3]));
        left |= volume[i] > clear;
        right |= volume[i] < -clear;
        unclear |= !(fabs(volume[i]) > clear);
    }
    if (left && right) {
        *touch = (span){{INFINITY, -INFINITY}, vec_both(n), true};
        return true;
    }
    touch->apart = fabs(height) > noise * length * size;
    if (unclear || !touch->apart || !(fabs(speed) > 0x1p-20 * length * fast))
        return false;
    double outwards = copysign(1 / cd_length(n), speed);
    touch->t = both(height / speed);
    touch->v = scaled(vec_both(n), (ends){-outwards, outwards});
    return true;
}

static bool halfspace(const cd_ray *ray, double r, span *touch) {
    cd_vec n = ray->shape->as.plane.normal;
    double offset = ray->shape->as.plane.offset, speed = cd_dot(ray->direction, n);
    double gap = cd_dot(ray->origin, n) - offset - ray->radius, t = -gap / speed;
    double size = cd_max(cd_max_abs(ray->origin), cd_max(fabs(offset), ray->radius));
    if (!moderate(ray, r) || fabs(speed) <= noise * cd_max_abs(ray->direction))
        return false;
    touch->apart = gap > noise * size;
    touch->t = (ends){speed < 0 ? t : -INFINITY, speed < 0 ? INFINITY : t};
    touch->v = vec_both(n);
    return true;
}

// ------------------------------------------------------------------------------------------- all

// Rounded surfaces: v is as long as the radius but for rounding, and one step of Newton's method
// for 1 / |v| mends that. The other vectors are unit to rounding.
static inline ends_vec normals(const cd_ray *ray, const span *touch) {
    double r = ray->shape->kind == CD_PLANE ? 0 : ray->radius + ray->shape->radius;
    double inverse = r > 0 ? 1 / r : 1;
    ends square = length2(touch->v) * (inverse * inverse), error = square - 1;
    if (error[0] * error[0] >= 0x1p-52 || error[1] * error[1] >= 0x1p-52) { // false for NaN
        cd_vec d = cd_normalized(ray->direction, ray->direction);
        return vec_of(cd_normalized(vec_at(touch->v, 0), d), cd_normalized(vec_at(touch->v, 1), d));
    }
    return scaled(touch->v, inverse * (1.5 - 0.5 * square));
}

// Finds the interval, which may be empty; false where rounding could decide. r: of shape and ray.
typedef bool caster(const cd_ray *ray, double r, span *touch);

static inline bool any(const cd_ray *ray, double r, span *touch) {
    switch (ray->shape->kind) {
    case CD_POINT:
    case CD_SPHERE:
        return sphere(ray, r, touch);
    case CD_SEGMENT:
    case CD_CAPSULE:
        return capsule(ray, r, touch);
    case CD_LINE:
        return line(ray, r, touch);
    case CD_BOX:
        return box(ray, r, touch);
    case CD_TRIANGLE:
        return triangle(ray, r, touch);
    case CD_PLANE:
        return halfspace(ray, r, touch);
    default:
        return false;
    }
}

// Added to a vector it makes 0 of -0.
static const cd_vec zero = {0, 0, 0};

CD_HOT cd_verdict cd_ray_cast(cd_ray *ray, cd_interval *interval) {
    span touch;
    if (cd_is_curved(ray->shape))
        return cd_ray_curved(ray, interval);
    if (!any(ray, ray->radius + ray->shape->radius, &touch))
        return CD_UNKNOWN;
    ends_vec n = normals(ray, &touch);
    ray->apart = touch.apart;
    *interval = (cd_interval){touch.t[0], touch.t[1], zero, zero};
    if (isfinite(interval->enter))
        interval->enter_normal = vec_at(n, 0);
    if (isfinite(interval->exit))
        interval->exit_normal = vec_at(n, 1);
    return interval->enter <= interval->exit ? CD_MEETS : CD_MISSES;
}

static inline cd_verdict hit_by(caster *cast, const cd_ray *ray, cd_hit *hit) {
    span touch;
    if (!cast(ray, ray->radius + ray->shape->radius, &touch) || !touch.apart)
        return CD_UNKNOWN;
    double enter = touch.t[0], exit = touch.t[1];
    bool meets = (enter <= exit) & (exit >= 0) & (enter <= ray->tmax);
    if (meets & ((enter <= 0) | (enter >= INFINITY)))
        return CD_UNKNOWN;
    ends_vec n = normals(ray, &touch);
    ends_vec p = add_scaled(vec_both(ray->origin), touch.t, ray->direction);
    hit->t = hit->enter = enter;
    hit->exit = exit;
    hit->inside = false;
    hit->point = vec_at(p, 0);
    hit->normal = cd_add(vec_at(n, 0), zero);
    hit->approach = 0 - cd_dot(ray->direction, hit->normal);
    hit->exit_point = vec_at(p, 1);
    hit->exit_normal = cd_add(vec_at(n, 1), zero);
    if (exit >= INFINITY)
        hit->exit_normal = hit->exit_point = zero;
    return meets ? CD_MEETS : CD_MISSES;
}

CD_HOT cd_verdict cd_ray_hit(const cd_ray *ray, cd_hit *hit) { return hit_by(any, ray, hit); }

static inline bool raycast(caster *cast, cd_vec origin, cd_vec direction, const cd_shape *shape,
                           double tmax, cd_hit *hit) {
    const cd_ray ray = {origin, direction, 0, tmax, shape, false};
    cd_verdict verdict = hit_by(cast, &ray, hit);
    return verdict == CD_UNKNOWN ? cd_raycast_generic(origin, direction, shape, tmax, hit)
                                 : verdict == CD_MEETS;
}

// A function for each of the hot kinds has less to keep in registers.
CD_HOT static bool at_ball(cd_vec o, cd_vec d, const cd_shape *s, double tmax, cd_hit *hit) {
    return raycast(sphere, o, d, s, tmax, hit);
}

CD_HOT static bool at_rod(cd_vec o, cd_vec d, const cd_shape *s, double tmax, cd_hit *hit) {
    return raycast(capsule, o, d, s, tmax, hit);
}

CD_HOT static bool at_box(cd_vec o, cd_vec d, const cd_shape *s, double tmax, cd_hit *hit) {
    return raycast(box, o, d, s, tmax, hit);
}

CD_HOT static bool at_any(cd_vec o, cd_vec d, const cd_shape *s, double tmax, cd_hit *hit) {
    return raycast(any, o, d, s, tmax, hit);
}

bool cd_raycast(cd_vec origin, cd_vec direction, const cd_shape *shape, double tmax, cd_hit *hit) {
    if (cd_is_ball(shape))
        return at_ball(origin, direction, shape, tmax, hit);
    if (cd_is_rod(shape))
        return at_rod(origin, direction, shape, tmax, hit);
    if (shape->kind == CD_BOX)
        return at_box(origin, direction, shape, tmax, hit);
    return at_any(origin, direction, shape, tmax, hit);
}
