// A ray against a cylinder or cone, in closed form: between the planes of the caps and inside the
// quadric of the side. The axis e runs from a point p, which is the middle of one cap of a cylinder
// and the apex of a cone; a point v, seen from p, has the height v . e and is |v x e| / |e| away
// from the axis. Hits that are short for the size of the shape, near misses, and shapes like discs
// and needles are left to the generic path.
//
// Whether a ray hits, and through what, is as random as the ray, so nothing branches but to that
// path. The way in and the way out are computed alike, in two lanes: the ray enters at the time in
// the first lane and leaves at minus that in the second, as the way back enters there.
#ifndef COLLIDE_CAST_RAY_CURVED_H
#define COLLIDE_CAST_RAY_CURVED_H

#include "collide/cast/ray.h"
#include "collide/simd/vec4_lanes.h"

/// The ray o + t d, seen from p; m = d x e, n = o x e. caps: when it passes their planes.
typedef struct cd_ray_curved_frame {
    cd_vec4 o, d, e, m, n;
    double dd, ee, oe, de, mm, nn, mn, om, r, rr;
    cd_half caps;
} cd_ray_curved_frame;

/// What the ray meets of the side, which is unbounded.
///   times         infinite where it is inside before or after all, or where it meets nothing
///   *_normal      outward there, unit; only where that is finite
///   approach      -d . enter_normal and d . exit_normal
///   beyond_first  the square of the distance from the axis less that of the radius, at the cap
///                 that the ray passes first
///   beyond_least  the least of that between the caps
///   unit          of both
typedef struct cd_ray_curved_side {
    cd_half times, approach;
    cd_vec4 enter_normal, exit_normal;
    double beyond_first, beyond_least, unit;
} cd_ray_curved_side;

static inline cd_ray_curved_frame cd_ray_curved_frame_of(cd_vec4 o, cd_vec4 d, cd_vec4 e,
                                                         double radius) {
    cd_ray_curved_frame f = {.o = o, .d = d, .e = e, .r = radius, .rr = radius * radius};
    cd_vec4 m = cd_vec4_cross(d, e), n = cd_vec4_cross(o, e);
    cd_vec4 dots = cd_vec4_dots((cd_vec4[]){d, e, o, d}, (cd_vec4[]){d, e, e, e});
    f.dd = dots[0], f.ee = dots[1], f.oe = dots[2], f.de = dots[3];
    dots = cd_vec4_dots((cd_vec4[]){m, n, m, o}, (cd_vec4[]){m, n, n, m});
    f.mm = dots[0], f.nn = dots[1], f.mn = dots[2], f.om = dots[3];
    f.m = m, f.n = n;
    double half = 0.5 * f.ee, from_middle = f.oe - half;
    f.caps = (cd_half_flip((cd_half){-from_middle, from_middle}, f.de) - half) / fabs(f.de);
    return f;
}

/// Positive where plain squares will do: nothing is tiny or huge, the ray does not start far away
/// nor the shape lie far from the origin, the shape is neither a disc nor a needle, and the ray
/// does not lie nearly in the plane of a cap.
static inline double cd_ray_curved_range(const cd_ray_curved_frame *f, double far) {
    double least = cd_min(f->ee, f->rr), most = f->ee + f->rr, half = 0.5 * f->ee;
    double steep = f->de * f->de - 0x1p-40 * f->dd * f->ee;
    double to_cap = fabs(fabs(f->oe - half) - half) - 0x1p-30 * f->ee;
    double shape = cd_min(least - 0x1p-40 * most, 0x1p40 * most - far * far);
    double size = cd_min(cd_min(f->dd, least) - 0x1p-100, 0x1p100 - cd_max(f->dd, most));
    return cd_min(cd_min(shape, size), cd_max(steep, to_cap));
}

/// A ray along the axis is inside the cylinder always or never. The side's own terms have no time
/// for it, and the generic path would take 30 times as long, 3.8 us: closed_casts_test.c.
static inline cd_ray_curved_side cd_ray_along_cylinder(const cd_ray_curved_frame *f) {
    double beyond = f->nn - f->rr * f->ee;
    return (cd_ray_curved_side){.times = {-INFINITY, -INFINITY},
                                .beyond_first = beyond,
                                .beyond_least = beyond,
                                .unit = f->ee};
}

/// The side is mm t^2 + 2 (m . n) t + n . n - r^2 e.e <= 0; as n x m = e (o . m), the discriminant
/// is e.e (r^2 mm - (o . m)^2), and cancellation in a root loses no more than half an ulp in the
/// origin of the ray does. The normals: see cd_ray_rounded_axis.
static inline cd_ray_curved_side cd_ray_cylinder_side(const cd_ray_curved_frame *f) {
    if (!(f->mm > 0x1p-120 * f->dd * f->ee))
        return cd_ray_along_cylinder(f);
    double discriminant = f->ee * (f->rr * f->mm - f->om * f->om), root = sqrt(discriminant);
    double unit = f->mm * f->ee, scale = 1 / (f->r * unit), step = root * scale;
    cd_vec4 foot = f->m * (f->om * f->ee * scale);
    cd_vec4 along = cd_vec4_cross_plain(f->e, f->m) * step;
    cd_half mn = {f->mn, -f->mn}, slope = f->mm * f->caps + mn;
    cd_half up = cd_half_max(slope, (cd_half){0, 0});
    double least = cd_max(up[0], up[1]);
    return (cd_ray_curved_side){.times = (-mn - root) * (f->r * f->ee * scale),
                                .approach = {step * f->mm, step * f->mm},
                                .enter_normal = foot - along,
                                .exit_normal = foot + along,
                                .beyond_first = slope[0] * slope[0] - discriminant,
                                .beyond_least = least * least - discriminant,
                                .unit = unit};
}

/// The outward normal of a cone's side, of any length.
static inline cd_vec4 cd_ray_cone_normal(const cd_ray_curved_frame *f, double t) {
    double height = f->oe + t * f->de;
    return f->ee * (f->o + t * f->d) - (height * (1 + f->rr / f->ee)) * f->e;
}

/// Both nappes are e.e |v x e|^2 - r^2 (v . e)^2 <= 0. With the terms of a cylinder the
/// discriminant is (e.e)^2 (r^2 |g|^2 - e.e (o . m)^2), where g = e x (o x d).
static inline cd_ray_curved_side cd_ray_cone_side(const cd_ray_curved_frame *f) {
    double a = f->ee * f->mm - f->rr * f->de * f->de, b = f->ee * f->mn - f->rr * f->oe * f->de,
           c = f->ee * f->nn - f->rr * f->oe * f->oe, ee2 = f->ee * f->ee;
    cd_vec4 g = f->de * f->o - f->oe * f->d;
    double discriminant = ee2 * (f->rr * cd_vec4_length2(g) - f->ee * f->om * f->om);
    double q = -(b + copysign(sqrt(discriminant), b));
    cd_half roots = (cd_half){q, c} / (cd_half){a, q};
    double low = cd_min(roots[0], roots[1]), high = cd_max(roots[0], roots[1]);
    // A root in each nappe: the ray is inside before the one, or after the other.
    cd_vec4 inside =
        cd_vec4_select(cd_vec4_mask_all(a > 0), (cd_vec4){low, -high, 0, 0},
                       cd_vec4_select(cd_vec4_mask_all(f->de > 0), (cd_vec4){high, -INFINITY, 0, 0},
                                      (cd_vec4){-INFINITY, -low, 0, 0}));
    cd_half times = {inside[0], inside[1]}, never = {INFINITY, INFINITY};
    times = cd_half_select(times == times, times, never);
    cd_vec4 in = cd_ray_cone_normal(f, times[0]), out = cd_ray_cone_normal(f, -times[1]);
    cd_vec4 dots = cd_vec4_dots((cd_vec4[]){in, out, -f->d, f->d}, (cd_vec4[]){in, out, in, out});
    cd_half scale = 1 / (cd_half){sqrt(dots[0]), sqrt(dots[1])};
    cd_half slope = a * f->caps + (cd_half){b, -b};
    cd_half beyond = (slope + (cd_half){b, -b}) * f->caps + c;
    // Between the caps the square turns upwards where both slopes fall towards the middle.
    cd_half turning = cd_half_min((cd_half){a, a}, -cd_half_max(slope, (cd_half){slope[1], 0}));
    cd_half least = cd_half_select(turning > 0, (cd_half){-discriminant / a, 0},
                                   cd_half_min(beyond, (cd_half){beyond[1], 0}));
    return (cd_ray_curved_side){.times = times,
                                .approach = (cd_half){dots[2], dots[3]} * scale,
                                .enter_normal = in * scale[0],
                                .exit_normal = out * scale[1],
                                .beyond_first = beyond[0],
                                .beyond_least = least[0],
                                .unit = ee2};
}

CD_VEC4_READABLE(cd_shape, as.curved.a);
CD_VEC4_READABLE(cd_shape, as.curved.b);

/// What the ray meets of the shape. These are positive where certainly
///   miss      it meets nothing
///   hit       it meets the shape, and not for too short to tell when
///   in_range  both of these mean what they say
///   apart     it starts apart and enters where one normal is outward, not at a rim or the apex
typedef struct cd_ray_curved_touch {
    cd_half times, approach;
    cd_vec4 enter_normal, exit_normal;
    double miss, hit, in_range, apart;
} cd_ray_curved_touch;

/// apart; rounding: of a length.
static inline double cd_ray_curved_apart(const cd_ray_curved_frame *f,
                                         const cd_ray_curved_side *side, cd_half_mask by_side,
                                         const cd_ray_curved_touch *touch, double rounding) {
    double half = 0.5 * f->ee, height = f->oe + side->times[0] * f->de;
    double between = half - fabs(height - half) - rounding * sqrt(f->ee);
    double within = -side->beyond_first - 2 * f->r * rounding * side->unit;
    cd_half to_rim = cd_half_select(by_side, (cd_half){between, 0}, (cd_half){within, 0});
    double graze = touch->approach[0] * touch->approach[0] - CD_RAY_GRAZE * f->dd;
    // How far the ray starts above the tangent plane at either end: the shape lies below.
    cd_half above = touch->times * touch->approach;
    return cd_min(cd_max(above[0], above[1]) - rounding, cd_min(graze, to_rim[0]));
}

static inline cd_ray_curved_touch cd_ray_curved_touch_of(cd_vec4 origin, cd_vec4 d,
                                                         const cd_shape *shape, bool cone) {
    cd_vec4 first = cd_vec4_read(&shape->as.curved.a), last = cd_vec4_read(&shape->as.curved.b);
    cd_vec4 p = cone ? last : first, o = origin - p, e = cone ? first - last : last - first;
    // Times count from the point nearest to the apex, so that no term is larger than what it
    // decides.
    double start = cone ? -cd_vec4_dot(o, d) / cd_vec4_length2(d) : 0;
    cd_ray_curved_frame f =
        cd_ray_curved_frame_of(cone ? o + start * d : o, d, e, shape->as.curved.radius);
    double far = cd_vec4_most(cd_vec4_abs(o) + cd_vec4_abs(p) + cd_vec4_abs(e)) + f.r;
    cd_ray_curved_side side = cone ? cd_ray_cone_side(&f) : cd_ray_cylinder_side(&f);
    double cap_scale = copysign(1 / sqrt(f.ee), f.de), cap_approach = f.de * cap_scale;
    cd_vec4 cap_normal = e * cap_scale;
    cd_half_mask by_side = side.times > f.caps; // later in, or earlier out
    cd_vec4_mask in_side = {by_side[0], by_side[0], by_side[0], by_side[0]};
    cd_vec4_mask out_side = {by_side[1], by_side[1], by_side[1], by_side[1]};
    cd_ray_curved_touch t;
    t.times = cd_half_select(by_side, side.times, f.caps);
    t.approach = cd_half_select(by_side, side.approach, (cd_half){cap_approach, cap_approach});
    t.enter_normal = cd_vec4_select(in_side, side.enter_normal, -cap_normal);
    t.exit_normal = cd_vec4_select(out_side, side.exit_normal, cap_normal);
    double lasts = -t.times[1] - t.times[0];
    if (cone)
        t.times += (cd_half){start, -start};
    t.hit = cd_min(lasts * fabs(lasts) * f.dd - 0x1p-28 * (f.ee + f.rr), -side.beyond_least);
    t.in_range = cd_ray_curved_range(&f, far);
    // Rays that pass by more than rounding certainly miss. The generic path would take 1,400 ns
    // (./run bench "ray-cylinder").
    t.miss = side.beyond_least - side.unit * (0x1p-18 * f.rr + 0x1p-40 * f.ee);
    t.apart = cd_ray_curved_apart(&f, &side, by_side, &t, 0x1p-40 * far);
    return t;
}

/// Finds the interval of touch, which may be empty; false where rounding could decide.
static inline bool cd_ray_curved(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape,
                                 bool cone, cd_ray_touch *touch) {
    cd_ray_curved_touch t = cd_ray_curved_touch_of(origin, direction, shape, cone);
    bool misses = t.miss > 0;
    *touch = (cd_ray_touch){.enter = misses ? INFINITY : t.times[0],
                            .exit = misses ? -INFINITY : -t.times[1],
                            .enter_normal = t.enter_normal,
                            .exit_normal = t.exit_normal,
                            .starts_apart = misses || t.apart > 0};
    return cd_min(cd_max(t.miss, t.hit), t.in_range) > 0;
}

/// The hit; *hit is undefined unless it is CD_MEETS. CD_UNKNOWN where rounding could decide, the
/// ray does not certainly start apart, or several normals may be outward.
static inline cd_verdict cd_ray_hit_curved(cd_ray_view from, cd_vec4 d, const cd_shape *shape,
                                           bool cone, double tmax, cd_hit *hit) {
    cd_ray_curved_touch t = cd_ray_curved_touch_of(from.origin, d, shape, cone);
    cd_ray_touch touch = {.enter = t.times[0],
                          .exit = -t.times[1],
                          .enter_normal = t.enter_normal,
                          .exit_normal = t.exit_normal};
    // A time may lie after tmax by rounding only: the distance decides.
    bool ends = (touch.enter > tmax) & (touch.enter <= tmax * (1 + 8 * DBL_EPSILON));
    if (!(cd_min(cd_max(cd_min(t.hit, t.apart), t.miss), t.in_range) > 0) || ends)
        return CD_UNKNOWN;
    cd_ray_write_hit(hit, from, &touch);
    hit->approach = t.approach[0];
    return cd_ray_verdict((t.miss <= 0) & (touch.enter > 0) & (touch.enter <= tmax));
}

#endif
