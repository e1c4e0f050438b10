// A thick ray against a capsule or an infinite cylinder, in closed form.
#ifndef COLLIDE_CAST_RAY_CAPSULE_H
#define COLLIDE_CAST_RAY_CAPSULE_H

#include "collide/cast/ray.h"
#include "collide/simd/vec4_lanes.h"

/// A ray parallel to the axis e: it is in an infinite cylinder always or never; it enters a capsule
/// at one end and leaves it at the other.
CD_RARE void cd_ray_along_axis(cd_vec d, cd_vec o, cd_vec e, bool infinite, double r,
                               cd_ray_touch *touch) {
    double ee = cd_length2(e), from_axis = cd_length2(cd_cross(o, e));
    const double clear = cd_ray_clear_distance2(cd_length2(o), r);
    if (infinite) {
        cd_vec off = cd_add_scaled(o, -cd_dot(o, e) / ee, e);
        double inside = r * r * ee - from_axis;
        if (fabs(inside) < cd_ray_discriminant_doubt(cd_length2(o), r) * ee)
            inside = cd_sphere_discriminant(o, e, r);
        double enter = inside >= 0 ? -INFINITY : INFINITY;
        cd_vec4 normal = cd_vec4_of(cd_normalized(off, d));
        *touch = (cd_ray_touch){enter, -enter, normal, normal, from_axis > clear * ee};
        return;
    }
    bool forward = cd_dot(d, e) > 0;
    cd_vec far = cd_sub(o, e);
    cd_ray_touch out;
    cd_ray_sphere(cd_vec4_of(forward ? o : far), cd_vec4_of(d), r, touch);
    cd_ray_sphere(cd_vec4_of(forward ? far : o), cd_vec4_of(d), r, &out);
    touch->exit = out.exit;
    touch->exit_normal = out.exit_normal;
    double along = cd_clamp(cd_dot(o, e) / ee, 0, 1);
    touch->starts_apart = cd_length2(cd_add_scaled(o, -along, e)) > clear;
}

/// Lanes for the three parts of a capsule: the side of the infinite cylinder, and the spheres of
/// both ends.
enum { CD_RAY_SIDE, CD_RAY_NEAR, CD_RAY_FAR };

static inline cd_vec4 cd_ray_choose_part(cd_vec4_mask below, cd_vec4_mask above, cd_vec4 side,
                                         cd_vec4 near, cd_vec4 far) {
    return cd_vec4_select(below, near, cd_vec4_select(above, far, side));
}

/// The discriminants that are less than `doubt`, with all their digits; near, far: the ends.
CD_RARE cd_vec cd_ray_settle_discriminants(cd_vec found, cd_vec doubt, cd_vec o, cd_vec near,
                                           cd_vec far, cd_vec d, cd_vec e, double r) {
    cd_vec settled = found;
    if (fabs(found.x) < doubt.x)
        settled.x = cd_length2(e) * cd_cylinder_discriminant(o, d, e, r);
    if (fabs(found.y) < doubt.y)
        settled.y = cd_sphere_discriminant(near, d, r);
    if (fabs(found.z) < doubt.z)
        settled.z = cd_sphere_discriminant(far, d, r);
    return settled;
}

/// The axis runs along e and is a segment or a line. o leads to the origin of the ray from a point
/// of it, ends[] from its ends; low <= x.e <= high holds for the x between the ends, as seen from
/// that point. The ray enters where it enters the infinite cylinder |(o + t d) x e| = r |e|, if
/// that is between the ends; else, if at all, through the sphere of the end beyond which it does:
/// there is no other way to the cross-section of that end. It leaves likewise.
///
/// With n = o x e and m = d x e the discriminant of the cylinder is e.e (r^2 m.m - (o . m)^2),
/// since n x m = e (o . m): a small m, of nearly parallel lines, keeps its digits. Across the axis
/// the ray is (o . m / m.m) m away from it where it is nearest, and moves along e x m.
///
/// The roots of a t^2 + 2 b t + c are (-b -+ root) / a: cancellation in the sum loses no more than
/// half an ulp in the origin of the ray does. doubt: of the discriminants (ray.h).
static inline void cd_ray_rounded_axis(cd_vec4 d, cd_vec4 o, const cd_vec4 ends[2], cd_vec4 e,
                                       cd_vec4 m, cd_vec4 low, cd_vec4 high, double r, double clear,
                                       double doubt, cd_ray_touch *touch) {
    cd_vec4 n = cd_vec4_cross(o, e), near = ends[0], far = ends[1];
    cd_vec4 near_n = cd_vec4_cross(near, d), far_n = cd_vec4_cross(far, d);
    cd_vec4 off = cd_vec4_dots((cd_vec4[]){o, near_n, far_n, o}, (cd_vec4[]){m, near_n, far_n, e});
    cd_vec4 slopes = cd_vec4_dots((cd_vec4[]){n, near, far, d}, (cd_vec4[]){m, d, d, e});
    double mm = cd_vec4_length2(m), dd = cd_vec4_length2(d), ee = cd_vec4_length2(e);
    double om_ee = off[0] * ee;
    double rr = r * r, rest = fma(r, r, -rr);
    cd_vec4 a = {mm, dd, dd, dd}, size = {ee, 1, 1, 1}, a_size = a * size;
    cd_vec4 off2 = off * (cd_vec4){om_ee, 1, 1, 1};
    cd_vec4 discriminant = cd_vec4_fma(cd_vec4_all(rr), a_size, -off2) + cd_vec4_all(rest) * a_size;
    bool settled = (cd_vec4_bits(cd_vec4_abs(discriminant) < doubt * a_size) & 7) != 0;
    if (settled)
        discriminant = cd_vec4_of(cd_ray_settle_discriminants(
            cd_vec4_vec(discriminant), cd_vec4_vec(doubt * a_size), cd_vec4_vec(o),
            cd_vec4_vec(near), cd_vec4_vec(far), cd_vec4_vec(d), cd_vec4_vec(e), r));
    cd_vec4 root = cd_vec4_sqrt(discriminant);
    cd_vec4 inverse = -1 / a, enter = (slopes + root) * inverse, exit = (slopes - root) * inverse;

    cd_vec4 scale = 1 / (r * a_size), step = root * scale;
    cd_vec4 foot = m * (om_ee * scale[CD_RAY_SIDE]);
    cd_vec4 along = cd_vec4_cross_plain(e, m) * step[CD_RAY_SIDE];
    near = cd_vec4_cross_plain(d, near_n) * scale[CD_RAY_NEAR];
    far = cd_vec4_cross_plain(d, far_n) * scale[CD_RAY_FAR];
    cd_vec4 near_along = d * step[CD_RAY_NEAR], far_along = d * step[CD_RAY_FAR];
    cd_vec4 start = cd_vec4_lane(off, 3), speed = cd_vec4_lane(slopes, 3);
    cd_vec4 s = start + cd_vec4_lane(enter, CD_RAY_SIDE) * speed;
    cd_vec4_mask below = s < low, above = high < s;
    touch->enter = cd_ray_choose_part(below, above, enter, cd_vec4_lane(enter, CD_RAY_NEAR),
                                      cd_vec4_lane(enter, CD_RAY_FAR))[0];
    touch->enter_normal =
        cd_ray_choose_part(below, above, foot - along, near - near_along, far - far_along);
    s = start + cd_vec4_lane(exit, CD_RAY_SIDE) * speed;
    below = s < low, above = high < s;
    touch->exit = cd_ray_choose_part(below, above, exit, cd_vec4_lane(exit, CD_RAY_NEAR),
                                     cd_vec4_lane(exit, CD_RAY_FAR))[0];
    touch->exit_normal =
        cd_ray_choose_part(below, above, foot + along, near + near_along, far + far_along);
    if (settled)
        cd_ray_normalize(touch, cd_vec4_vec(d));
    cd_vec4 from_axis = o - e * (cd_min(cd_max(off[3], low[0]), high[0]) / ee);
    touch->starts_apart = cd_vec4_length2(from_axis) > clear;
}

static inline bool cd_ray_axis_in_range(double dd, double ee, double oo, double r) {
    return cd_ray_squares_in_range(dd, oo, r) && ee > 0x1p-240;
}

/// Whether the cross product m of d and e is within rounding of 0.
static inline bool cd_ray_is_along(double mm, double dd, double ee) {
    return mm <= 16 * DBL_EPSILON * DBL_EPSILON * ee * dd;
}

/// A capsule whose core is a point, or parallel to the ray; false where it is neither, or squares
/// are out of range.
CD_RARE bool cd_ray_degenerate_capsule(cd_vec origin, cd_vec d, const cd_shape *shape, double r,
                                       cd_ray_touch *touch) {
    cd_vec e = cd_sub(shape->as.segment.b, shape->as.segment.a),
           o = cd_sub(origin, shape->as.segment.a);
    double ee = cd_length2(e), dd = cd_length2(d), oo = cd_length2(o);
    if (!cd_ray_squares_in_range(dd, oo, r))
        return false;
    if (ee == 0) {
        touch->starts_apart = cd_is_certainly_farther(oo, r);
        cd_ray_sphere(cd_vec4_of(o), cd_vec4_of(d), r, touch);
        return true;
    }
    if (!(ee > 0x1p-240))
        return false;
    if (2 * cd_dot(o, e) > ee) {
        o = cd_sub(origin, shape->as.segment.b);
        e = cd_negate(e);
    }
    cd_ray_along_axis(d, o, e, false, r, touch);
    return true;
}

static inline bool cd_ray_capsule(cd_vec4 origin, cd_vec4 d, const cd_shape *shape, double r,
                                  cd_ray_touch *touch) {
    cd_vec4 end[2] = {cd_vec4_of(shape->as.segment.a), cd_vec4_of(shape->as.segment.b)};
    cd_vec4 e = end[1] - end[0], o = origin - end[0], m = cd_vec4_cross(d, e);
    double mm = cd_vec4_length2(m), dd = cd_vec4_length2(d), ee = cd_vec4_length2(e);
    double oo = cd_vec4_length2(o), om = cd_vec4_dot(o, m), clear = cd_ray_clear_distance2(oo, r);
    if (!cd_ray_axis_in_range(dd, ee, oo, r) || cd_ray_is_along(mm, dd, ee)) {
        cd_ray_touch rare; // not *touch, which then stays in registers
        bool known =
            cd_ray_degenerate_capsule(cd_vec4_vec(origin), cd_vec4_vec(d), shape, r, &rare);
        *touch = rare;
        return known;
    }
    // Most rays that miss are clear of the infinite axis: that is worth a branch.
    if (om * om > mm * clear) {
        *touch = (cd_ray_touch){.enter = INFINITY, .exit = -INFINITY, .starts_apart = true};
        return true;
    }
    // As seen from the nearer end.
    cd_vec4 ends[2] = {o, origin - end[1]}, all = cd_vec4_all(ee);
    cd_vec4_mask far = all < cd_vec4_all(2 * cd_vec4_dot(o, e));
    cd_vec4 low = (cd_vec4)((cd_vec4_mask)-all & far), high = (cd_vec4)((cd_vec4_mask)all & ~far);
    cd_ray_rounded_axis(d, cd_vec4_select(far, ends[1], o), ends, e, m, low, high, r, clear,
                        cd_ray_discriminant_doubt(2 * (oo + ee), r), touch);
    // A way in without a way out: the ray grazes an end where that passes into the side.
    // Without it: tests/collide/cast/cast_spec.lua "of a capsule meets another that it grazes"
    return isnan(touch->enter) == isnan(touch->exit);
}

static inline bool cd_ray_line(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                               cd_ray_touch *touch) {
    cd_vec4 o = origin - cd_vec4_of(shape->as.line.point), e = cd_vec4_of(shape->as.line.direction);
    cd_vec4 m = cd_vec4_cross(direction, e);
    double dd = cd_vec4_length2(direction), ee = cd_vec4_length2(e), oo = cd_vec4_length2(o);
    if (!cd_ray_axis_in_range(dd, ee, oo, r))
        return false;
    if (cd_ray_is_along(cd_vec4_length2(m), dd, ee)) {
        cd_ray_touch rare;
        cd_ray_along_axis(cd_vec4_vec(direction), cd_vec4_vec(o), cd_vec4_vec(e), true, r, &rare);
        *touch = rare;
        return true;
    }
    cd_vec4 ends[2] = {o, o}, infinite = cd_vec4_all(INFINITY);
    cd_ray_rounded_axis(direction, o, ends, e, m, -infinite, infinite, r,
                        cd_ray_clear_distance2(oo, r), cd_ray_discriminant_doubt(oo, r), touch);
    return true;
}

#endif
