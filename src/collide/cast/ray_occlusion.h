// Whether a ray meets a shape at all: without times, points and normals it takes half of the work.
// Each test is sure of its answer beyond the rounding of its own numbers and of the ray cast; what
// lies within is CD_UNKNOWN, and the ray cast decides. So the answers are those of ray casts.
#ifndef COLLIDE_CAST_RAY_OCCLUSION_H
#define COLLIDE_CAST_RAY_OCCLUSION_H

#include "collide/cast/ray_triangle.h"

/// Whether the ray origin + t d, 0 <= t <= tmax, meets a convex shape: CD_MEETS or CD_MISSES only
/// where cd_raycast certainly says so.
cd_verdict cd_ray_occlusion(const cd_vec *origin, const cd_vec *d, const cd_shape *shape,
                            double tmax);

/// Squares of distances that differ by more than this part of the coordinates' squares do so
/// whatever a ray cast rounds: its discriminants lose some digits between nearly parallel lines.
#define CD_OCCLUSION_DOUBT 0x1p-36

/// Without a branch, as rays are random. At most one is true.
static inline cd_verdict cd_certain_verdict(bool meets, bool misses) {
    return (cd_verdict)(meets * CD_MEETS + misses * CD_MISSES);
}
_Static_assert(CD_UNKNOWN == 0, "a verdict of neither");

/// Compares the square of a distance with that of the radius.
static inline cd_verdict cd_within_radius(double distance2, double rr, double slack) {
    return cd_certain_verdict(distance2<rr - slack, distance2> rr + slack);
}

static inline cd_verdict cd_ray_occluded_by_sphere(cd_vec4 origin, cd_vec4 d, const cd_shape *s,
                                                   double tmax) {
    cd_vec4 o = origin - cd_vec4_of(s->as.center);
    double dd = cd_vec4_length2(d), oo = cd_vec4_length2(o), r = s->radius;
    if (!cd_ray_squares_in_range(dd, oo, r))
        return CD_UNKNOWN;
    double nearest = cd_clamp(-cd_vec4_dot(o, d) / dd, 0, tmax);
    return cd_within_radius(cd_vec4_length2(o + nearest * d), r * r,
                            CD_OCCLUSION_DOUBT * (oo + r * r));
}

/// The distance of two segments (Ericson, Real-Time Collision Detection, 5.1.9), which nearly
/// parallel ones leave open.
static inline cd_verdict cd_ray_occluded_by_capsule(cd_vec4 origin, cd_vec4 d, const cd_shape *s,
                                                    double tmax) {
    cd_vec4 a = cd_vec4_of(s->as.segment.a), e = cd_vec4_of(s->as.segment.b) - a, o = origin - a;
    double dd = cd_vec4_length2(d), ee = cd_vec4_length2(e), oo = cd_vec4_length2(o);
    double de = cd_vec4_dot(d, e), od = cd_vec4_dot(o, d), oe = cd_vec4_dot(o, e), r = s->radius;
    double mm = cd_vec4_length2(cd_vec4_cross_plain(d, e));
    if (!cd_ray_squares_in_range(dd, oo + ee, r) || !(mm > 0x1p-20 * dd * ee))
        return CD_UNKNOWN;
    double by_d = 1 / dd, by_e = 1 / ee;
    double t = cd_clamp((de * oe - od * ee) / mm, 0, tmax);
    double along = cd_clamp((oe + t * de) * by_e, 0, 1);
    t = cd_clamp((along * de - od) * by_d, 0, tmax);
    return cd_within_radius(cd_vec4_length2(o + t * d - along * e), r * r,
                            CD_OCCLUSION_DOUBT * (oo + ee + r * r));
}

/// A sharp box, by separating axes: those of the box, and those across the ray and one of them. The
/// ray ends where it is certainly beyond the box, if not before.
static inline cd_verdict cd_ray_occluded_by_box(cd_vec4 origin, cd_vec4 d, const cd_shape *s,
                                                double tmax) {
    cd_vec4 half = cd_vec4_of(s->as.box.half), center = cd_vec4_of(s->as.box.center);
    cd_vec4 h = origin - center, v = d;
    const bool rotated = s->as.box.rotated;
    double fast = cd_vec4_max_abs(d);
    double size = cd_vec4_most(cd_vec4_abs(origin) + cd_vec4_abs(center) + half);
    if (s->radius > 0 || !(fast >= CD_SMALLEST))
        return CD_UNKNOWN;
    if (rotated) {
        const cd_vec *u = s->as.box.axes;
        cd_vec4 x = {u[0].x, u[1].x, u[2].x, 0}, y = {u[0].y, u[1].y, u[2].y, 0};
        cd_vec4 z = {u[0].z, u[1].z, u[2].z, 0}, p = h;
        h = p[0] * x + p[1] * y + p[2] * z;
        v = d[0] * x + d[1] * y + d[2] * z;
    }
    if (s->dim == 2)
        half[2] = size;
    if (tmax * fast > 8 * size)
        tmax = 8 * size / fast;
    cd_vec4 end = h + tmax * v, speed = cd_vec4_abs(v);
    cd_vec4 beyond = cd_vec4_max(cd_vec4_min(h, end), -cd_vec4_max(h, end)) - half;
    cd_vec4 reach = cd_vec4_yzx(half) * cd_vec4_zxy(speed) + cd_vec4_zxy(half) * cd_vec4_yzx(speed);
    cd_vec4 off = cd_vec4_abs(cd_vec4_cross_plain(h, v)) - reach;
    // Along the axis of a rotated box the speed itself is rounded.
    cd_vec4 rounded = cd_vec4_yzx(speed) + cd_vec4_zxy(speed) + (rotated ? fast : 0);
    cd_vec4 least = CD_CLOSED_FORM_DOUBT * size * rounded;
    double clear = CD_CLOSED_FORM_DOUBT * size;
    unsigned apart = cd_vec4_bits((beyond > clear) | (off > least)) & 7;
    unsigned meets = cd_vec4_bits((beyond < -clear) & (off <= -least)) & 7;
    return cd_certain_verdict(meets == 7, apart != 0);
}

/// A sharp triangle in 3D: the line passes it on one side of all edges, or on both, and the plane
/// is crossed in time.
static inline cd_verdict cd_ray_occluded_by_triangle(cd_vec4 origin, cd_vec4 d, const cd_vec4 p[3],
                                                     double tmax) {
    const cd_vec4 from[3] = {p[0] - origin, p[1] - origin, p[2] - origin};
    cd_halves sizes = cd_halves_max(cd_vec4_abs(from[1]), cd_vec4_halves(cd_vec4_abs(from[0])));
    double size = cd_halves_greatest(cd_halves_max(cd_vec4_abs(from[2]), sizes));
    double fast = cd_vec4_max_abs(d);
    const cd_vec_lanes crosses = cd_triangle_crosses(p, from);
    const cd_vec4 volumes = cd_vec_lanes_dot(cd_vec_lanes_all(cd_vec4_vec(d)), crosses);
    double rounding = size * fast * CD_CLOSED_FORM_DOUBT, clear = size * rounding;
    unsigned left = 7 & cd_vec4_bits(volumes > clear), right = 7 & cd_vec4_bits(volumes < -clear);
    if (!(fast >= CD_SMALLEST && size > 0x1p-120))
        return CD_UNKNOWN;
    if (left && right)
        return CD_MISSES;
    if ((left | right) != 7)
        return CD_UNKNOWN;
    cd_vec n = cd_vec_lanes_get(&crosses, 3);
    double height = cd_dot(cd_vec4_vec(from[0]), n), length = cd_max_abs(n);
    double ahead = left ? height : -height, slack = CD_CLOSED_FORM_DOUBT * length * size;
    double speed = fabs(volumes[0] + volumes[1] + volumes[2]);
    if (!(fabs(height) > slack))
        return CD_UNKNOWN;
    if (ahead < 0 || tmax >= INFINITY)
        return ahead < 0 ? CD_MISSES : CD_MEETS;
    double late = ahead - tmax * speed, doubt = 4 * (slack + tmax * clear);
    return cd_certain_verdict(late<-doubt, late> doubt);
}

#endif
