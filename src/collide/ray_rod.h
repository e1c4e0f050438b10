// A ray against a capsule or an infinite cylinder, in closed form.
#ifndef COLLIDE_RAY_ROD_H
#define COLLIDE_RAY_ROD_H

#include "collide/ray.h"
#include "collide/rod.h"

// Parallel to the axis: a line is met all the time or never, a capsule in at one end and out at the
// other.
static bool along_rod(cd_vec4 d, cd_vec4 near, cd_vec4 axis, bool endless, double r,
                      cd_span *touch) {
    cd_vec o = cd_vec4_vec(near), e = cd_vec4_vec(axis);
    double ee = cd_length2(e), from_axis = cd_length2(cd_cross(o, e));
    if (endless) {
        cd_vec off = cd_add_scaled(o, -cd_dot(o, e) / ee, e);
        double enter = from_axis <= r * r * ee ? -INFINITY : INFINITY;
        cd_vec4 normal = cd_vec4_of(cd_normalized(off, cd_vec4_vec(d)));
        *touch = (cd_span){enter, -enter, normal, normal, farther(from_axis / ee, r)};
        return true;
    }
    bool forward = cd_vec4_dot(d, axis) > 0;
    cd_vec4 far = near - axis;
    cd_span out;
    ball(forward ? near : far, d, r, touch);
    ball(forward ? far : near, d, r, &out);
    touch->exit = out.exit;
    touch->exit_normal = out.exit_normal;
    double along = cd_clamp(cd_dot(o, e) / ee, 0, 1);
    touch->apart = farther(cd_length2(cd_add_scaled(o, -along, e)), r);
    return true;
}

// What is seen from three sides: the side of the infinite cylinder, and the balls of both ends.
enum { SIDE, NEAR, FAR };

// a t^2 + 2 b t + c = 0 lane by lane: see solve.
static inline void solve_each(cd_vec4 a, cd_vec4 b, cd_vec4 c, cd_vec4 outer, cd_vec4 root,
                              cd_vec4 *enter, cd_vec4 *exit) {
    cd_vec4 signed_root = cd_vec4_flip(root, b), q = -(b + signed_root), far = q / a;
    cd_vec4_mask close = q * q <= 0x1p-20 * a * outer;
    cd_vec4 near = cd_vec4_select(close, signed_root - b, c) / cd_vec4_select(close, a, q);
    *enter = cd_vec4_select(near < far, near, far);
    *exit = cd_vec4_select(near < far, far, near);
}

static inline cd_vec4 choose(cd_vec4_mask below, cd_vec4_mask above, cd_vec4 side, cd_vec4 near,
                             cd_vec4 far) {
    return cd_vec4_select(below, near, cd_vec4_select(above, far, side));
}

// The axis is s e for 0 <= s <= 1, or endless; o and e as seen from one end. The ray goes in where
// it goes into the infinite cylinder |(o + t d) x e| = r |e| if that is between the ends; else, if
// at all, through the ball of the end that it lies beyond, for there is no other way to the
// cross-section of that end. Likewise out.
//
// With n = o x e and m = d x e the cylinder's discriminant is e.e (r^2 m.m - (o . m)^2), since
// n x m = e (o . m): a small m of nearly parallel lines keeps its digits. Across the axis the
// ray is (o . m / m.m) m away from it where it is nearest, and moves along e x m.
static inline bool rod(cd_vec4 d, cd_vec4 o, cd_vec4 e, bool endless, double r, cd_span *touch) {
    cd_vec4 over = o - e, n = cd_vec4_cross(o, e), m = cd_vec4_cross(d, e);
    cd_vec4 turn = cd_vec4_cross(o, d), far_turn = turn + m;
    cd_vec4 squares = cd_vec4_dots((cd_vec4[]){m, d, e, o}, (cd_vec4[]){m, d, e, m});
    cd_vec4 slopes = cd_vec4_dots((cd_vec4[]){n, o, over, d}, (cd_vec4[]){m, d, d, e});
    cd_vec4 outer = cd_vec4_dots((cd_vec4[]){n, o, over, o}, (cd_vec4[]){n, o, over, e});
    cd_vec4 off2 =
        cd_vec4_dots((cd_vec4[]){m, turn, far_turn, o}, (cd_vec4[]){m, turn, far_turn, m});
    double mm = squares[0], dd = squares[1], ee = squares[2], om = squares[3];
    double oe = outer[3], rr = r * r, rest = fma(r, r, -rr);
    if (!(tame(dd, outer[NEAR], r) & (ee > 0x1p-240) & (ee < 0x1p240)))
        return false;
    if (mm <= 16 * DBL_EPSILON * DBL_EPSILON * ee * dd)
        return along_rod(d, o, e, endless, r, touch);
    cd_vec4 a = {mm, dd, dd, dd}, size = {ee, 1, 1, 1}, enter, exit;
    off2 = (cd_vec4){om * om, off2[1], off2[2], off2[3]};
    cd_vec4 root = cd_vec4_sqrt(size * (cd_vec4_fma(cd_vec4_all(rr), a, -off2) + rest * a));
    solve_each(a, slopes, outer - rr * size, outer, root, &enter, &exit);

    cd_vec4 scale = 1 / r / (a * size), step = root * scale;
    cd_vec4 foot = m * (om * ee * scale[SIDE]), along = cd_vec4_cross_plain(e, m) * step[SIDE];
    cd_vec4 near = cd_vec4_cross_plain(d, turn) * scale[NEAR], near_along = d * step[NEAR];
    cd_vec4 far = cd_vec4_cross_plain(d, far_turn) * scale[FAR], far_along = d * step[FAR];
    double low = endless ? -INFINITY : 0, high = endless ? INFINITY : ee;
    double in = oe + enter[SIDE] * slopes[3], out = oe + exit[SIDE] * slopes[3];
    cd_vec4_mask below = cd_vec4_all(in) < cd_vec4_all(low),
                 above = cd_vec4_all(high) < cd_vec4_all(in);
    touch->enter =
        choose(below, above, enter, cd_vec4_lane(enter, NEAR), cd_vec4_lane(enter, FAR))[0];
    touch->enter_normal = choose(below, above, foot - along, near - near_along, far - far_along);
    below = cd_vec4_all(out) < cd_vec4_all(low), above = cd_vec4_all(high) < cd_vec4_all(out);
    touch->exit = choose(below, above, exit, cd_vec4_lane(exit, NEAR), cd_vec4_lane(exit, FAR))[0];
    touch->exit_normal = choose(below, above, foot + along, near + near_along, far + far_along);
    bool before = oe < low; // where it starts
    bool after = oe > high;
    touch->apart = (before & farther(outer[NEAR], r)) | (after & farther(outer[FAR], r)) |
                   (!before & !after & (outer[SIDE] > rr * ee * (1 + noise)));
    return true;
}

static inline bool capsule(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                           cd_span *touch) {
    cd_vec4 end[2] = {cd_vec4_of(shape->as.segment.a), cd_vec4_of(shape->as.segment.b)};
    cd_vec4 e = end[1] - end[0], o = origin - end[0];
    double ee = cd_vec4_length2(e);
    if (ee == 0) {
        touch->apart = farther(cd_vec4_length2(o), r);
        ball(o, direction, r, touch);
        return tame(cd_vec4_length2(direction), cd_vec4_length2(o), r);
    }
    // Seen from the nearer end.
    cd_vec4_mask far = cd_vec4_all(ee) < cd_vec4_all(2 * cd_vec4_dot(o, e));
    o = origin - cd_vec4_select(far, end[1], end[0]);
    return rod(direction, o, cd_vec4_select(far, -e, e), false, r, touch);
}

static inline bool line(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                        cd_span *touch) {
    cd_vec4 o = origin - cd_vec4_of(shape->as.line.point);
    return rod(direction, o, cd_vec4_of(shape->as.line.direction), true, r, touch);
}

#endif
