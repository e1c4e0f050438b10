// A ray against a capsule or an infinite cylinder, in closed form.
#ifndef COLLIDE_CAST_RAY_CAPSULE_H
#define COLLIDE_CAST_RAY_CAPSULE_H

#include "collide/cast/ray.h"
#include "collide/narrow/segment_core.h"
#include "collide/simd/vec4_lanes.h"

// What is rare is kept out of the way, and takes vectors as every machine passes them.
#define CD_RARE static __attribute__((noinline))

// Parallel to the axis: a line is met all the time or never, a capsule in at one end and out at the
// other.
CD_RARE void along_rod(cd_vec d, cd_vec o, cd_vec e, bool endless, double r, cd_ray_touch *touch) {
    double ee = cd_length2(e), from_axis = cd_length2(cd_cross(o, e));
    if (endless) {
        cd_vec off = cd_add_scaled(o, -cd_dot(o, e) / ee, e);
        double enter = from_axis <= r * r * ee ? -INFINITY : INFINITY;
        cd_vec4 normal = cd_vec4_of(cd_normalized(off, d));
        *touch = (cd_ray_touch){enter, -enter, normal, normal, farther(from_axis / ee, r)};
        return;
    }
    bool forward = cd_dot(d, e) > 0;
    cd_vec far = cd_sub(o, e);
    cd_ray_touch out;
    ball(cd_vec4_of(forward ? o : far), cd_vec4_of(d), r, touch);
    ball(cd_vec4_of(forward ? far : o), cd_vec4_of(d), r, &out);
    touch->exit = out.exit;
    touch->exit_normal = out.exit_normal;
    double along = cd_clamp(cd_dot(o, e) / ee, 0, 1);
    touch->apart = farther(cd_length2(cd_add_scaled(o, -along, e)), r);
}

// The square of a distance from the axis at which all is apart, as seen from |o|^2 = oo away.
static inline double clear_of(double oo, double r) { return r * r + noise * (r * r + oo); }

// What is seen from three sides: the side of the infinite cylinder, and the balls of both ends.
enum { SIDE, NEAR, FAR };

static inline cd_vec4 choose(cd_vec4_mask below, cd_vec4_mask above, cd_vec4 side, cd_vec4 near,
                             cd_vec4 far) {
    return cd_vec4_select(below, near, cd_vec4_select(above, far, side));
}

// The axis is along e, a segment or endless. o, and ends, lead to the start of the ray from a point
// of it, and from its ends, and low <= o.e <= high is between them. The ray goes in where
// it goes into the infinite cylinder |(o + t d) x e| = r |e| if that is between the ends; else, if
// at all, through the ball of the end that it lies beyond, for there is no other way to the
// cross-section of that end. Likewise out.
//
// With n = o x e and m = d x e the cylinder's discriminant is e.e (r^2 m.m - (o . m)^2), since
// n x m = e (o . m): a small m of nearly parallel lines keeps its digits. Across the axis the
// ray is (o . m / m.m) m away from it where it is nearest, and moves along e x m.
//
// The roots of a t^2 + 2 b t + c are (-b -+ root) / a: what is lost in the
// sum is no more than what half an ulp in the start of the ray does.
static inline void rod(cd_vec4 d, cd_vec4 o, const cd_vec4 ends[2], cd_vec4 e, cd_vec4 m,
                       cd_vec4 low, cd_vec4 high, double r, double clear, cd_ray_touch *touch) {
    cd_vec4 n = cd_vec4_cross(o, e), near = ends[0], far = ends[1];
    cd_vec4 turn = cd_vec4_cross(near, d), far_turn = cd_vec4_cross(far, d);
    cd_vec4 off =
        cd_vec4_dots((cd_vec4[]){o, turn, far_turn, o}, (cd_vec4[]){m, turn, far_turn, e});
    cd_vec4 slopes = cd_vec4_dots((cd_vec4[]){n, near, far, d}, (cd_vec4[]){m, d, d, e});
    double mm = cd_vec4_length2(m), dd = cd_vec4_length2(d), ee = cd_vec4_length2(e);
    double om_ee = off[0] * ee;
    double rr = r * r, rest = fma(r, r, -rr);
    cd_vec4 a = {mm, dd, dd, dd}, size = {ee, 1, 1, 1}, a_size = a * size;
    cd_vec4 off2 = off * (cd_vec4){om_ee, 1, 1, 1};
    cd_vec4 root =
        cd_vec4_sqrt(cd_vec4_fma(cd_vec4_all(rr), a_size, -off2) + cd_vec4_all(rest) * a_size);
    cd_vec4 turned = -1 / a, enter = (slopes + root) * turned, exit = (slopes - root) * turned;

    cd_vec4 scale = 1 / (r * a_size), step = root * scale;
    cd_vec4 foot = m * (om_ee * scale[SIDE]), along = cd_vec4_cross_plain(e, m) * step[SIDE];
    near = cd_vec4_cross_plain(d, turn) * scale[NEAR];
    far = cd_vec4_cross_plain(d, far_turn) * scale[FAR];
    cd_vec4 near_along = d * step[NEAR], far_along = d * step[FAR];
    cd_vec4 start = cd_vec4_lane(off, 3), speed = cd_vec4_lane(slopes, 3);
    cd_vec4 s = start + cd_vec4_lane(enter, SIDE) * speed;
    cd_vec4_mask below = s < low, above = high < s;
    touch->enter =
        choose(below, above, enter, cd_vec4_lane(enter, NEAR), cd_vec4_lane(enter, FAR))[0];
    touch->enter_normal = choose(below, above, foot - along, near - near_along, far - far_along);
    s = start + cd_vec4_lane(exit, SIDE) * speed;
    below = s < low, above = high < s;
    touch->exit = choose(below, above, exit, cd_vec4_lane(exit, NEAR), cd_vec4_lane(exit, FAR))[0];
    touch->exit_normal = choose(below, above, foot + along, near + near_along, far + far_along);
    cd_vec4 off_rod = o - e * (cd_min(cd_max(off[3], low[0]), high[0]) / ee);
    touch->apart = cd_vec4_length2(off_rod) > clear;
}

static inline bool tame_rod(double dd, double ee, double oo, double r) {
    return tame(dd, oo, r) && ee > 0x1p-240 && ee < 0x1p240;
}

static inline bool parallel(double mm, double dd, double ee) {
    return mm <= 16 * DBL_EPSILON * DBL_EPSILON * ee * dd;
}

// One that is a point, or parallel to the ray; else it is left to others.
CD_RARE bool odd_capsule(cd_vec origin, cd_vec d, const cd_shape *shape, double r,
                         cd_ray_touch *touch) {
    cd_vec e = cd_sub(shape->as.segment.b, shape->as.segment.a),
           o = cd_sub(origin, shape->as.segment.a);
    double ee = cd_length2(e), dd = cd_length2(d), oo = cd_length2(o);
    if (!tame(dd, oo, r))
        return false;
    if (ee == 0) {
        touch->apart = farther(oo, r);
        ball(cd_vec4_of(o), cd_vec4_of(d), r, touch);
        return true;
    }
    if (!(ee > 0x1p-240 && ee < 0x1p240))
        return false;
    if (2 * cd_dot(o, e) > ee) {
        o = cd_sub(origin, shape->as.segment.b);
        e = cd_negate(e);
    }
    along_rod(d, o, e, false, r, touch);
    return true;
}

static inline bool capsule(cd_vec4 origin, cd_vec4 d, const cd_shape *shape, double r,
                           cd_ray_touch *touch) {
    cd_vec4 end[2] = {cd_vec4_of(shape->as.segment.a), cd_vec4_of(shape->as.segment.b)};
    cd_vec4 e = end[1] - end[0], o = origin - end[0], m = cd_vec4_cross(d, e);
    double mm = cd_vec4_length2(m), dd = cd_vec4_length2(d), ee = cd_vec4_length2(e);
    double oo = cd_vec4_length2(o), om = cd_vec4_dot(o, m), clear = clear_of(oo, r);
    if (!tame_rod(dd, ee, oo, r) || parallel(mm, dd, ee)) {
        cd_ray_touch odd; // not *touch, which then stays in registers
        bool known = odd_capsule(cd_vec4_vec(origin), cd_vec4_vec(d), shape, r, &odd);
        *touch = odd;
        return known;
    }
    // Most of what misses is clear of the axis, endless: that is worth a branch.
    if (om * om > mm * clear) {
        *touch = (cd_ray_touch){.enter = INFINITY, .exit = -INFINITY, .apart = true};
        return true;
    }
    // Seen from the nearer end.
    cd_vec4 ends[2] = {o, origin - end[1]}, all = cd_vec4_all(ee);
    cd_vec4_mask far = all < cd_vec4_all(2 * cd_vec4_dot(o, e));
    cd_vec4 low = (cd_vec4)((cd_vec4_mask)-all & far), high = (cd_vec4)((cd_vec4_mask)all & ~far);
    rod(d, cd_vec4_select(far, ends[1], o), ends, e, m, low, high, r, clear, touch);
    // In without a way out: the ray grazes an end where it passes on to the side.
    return isnan(touch->enter) == isnan(touch->exit);
}

static inline bool line(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                        cd_ray_touch *touch) {
    cd_vec4 o = origin - cd_vec4_of(shape->as.line.point), e = cd_vec4_of(shape->as.line.direction);
    cd_vec4 m = cd_vec4_cross(direction, e);
    double dd = cd_vec4_length2(direction), ee = cd_vec4_length2(e), oo = cd_vec4_length2(o);
    if (!tame_rod(dd, ee, oo, r))
        return false;
    if (parallel(cd_vec4_length2(m), dd, ee)) {
        cd_ray_touch odd;
        along_rod(cd_vec4_vec(direction), cd_vec4_vec(o), cd_vec4_vec(e), true, r, &odd);
        *touch = odd;
        return true;
    }
    cd_vec4 ends[2] = {o, o}, endless = cd_vec4_all(INFINITY);
    rod(direction, o, ends, e, m, -endless, endless, r, clear_of(oo, r), touch);
    return true;
}

#endif
