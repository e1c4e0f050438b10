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

static inline cd_vec4 choose(cd_vec4_mask below, cd_vec4 low, cd_vec4_mask above, cd_vec4 high,
                             cd_vec4 between) {
    return cd_vec4_select(below, low, cd_vec4_select(above, high, between));
}

static inline double choose1(cd_vec4_mask below, double low, cd_vec4_mask above, double high,
                             double between) {
    return choose(below, cd_vec4_all(low), above, cd_vec4_all(high), cd_vec4_all(between))[0];
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
    cd_vec4 n = cd_vec4_cross(o, e), m = cd_vec4_cross(d, e);
    double dd = cd_vec4_length2(d), ee = cd_vec4_length2(e), oo = cd_vec4_length2(o);
    double mm = cd_vec4_length2(m), nn = cd_vec4_length2(n), rr = r * r;
    if (!(tame(dd, oo, r) & (ee > 0x1p-240) & (ee < 0x1p240)))
        return false;
    if (mm <= 16 * DBL_EPSILON * DBL_EPSILON * ee * dd)
        return along_rod(d, o, e, endless, r, touch);
    double om = cd_vec4_dot(o, m), oe = cd_vec4_dot(o, e), t[2], unit = 1 / r;
    double root = sqrt(ee * square_times_minus(r, mm, om * om)), per_mm = unit / mm;
    solve(mm, cd_vec4_dot(n, m), nn - rr * ee, nn, root, t);
    cd_vec4 off = m * (om * per_mm), in = cd_vec4_cross_plain(e, m) * (root / ee * per_mm);
    cd_vec4 enter_normal = off - in, exit_normal = off + in;
    double start = nn / ee;
    if (!endless) {
        cd_vec4 over = o - e;
        double outer[2] = {oo, cd_vec4_length2(over)}, de = cd_vec4_dot(d, e);
        cd_span ends[2];
        ball(o, d, r, &ends[0]);
        ball(over, d, r, &ends[1]);
        double enter = oe + t[0] * de, exit = oe + t[1] * de;
        cd_vec4_mask below = cd_vec4_less(enter, 0), above = cd_vec4_less(ee, enter);
        enter_normal =
            choose(below, ends[0].enter_normal, above, ends[1].enter_normal, enter_normal);
        t[0] = choose1(below, ends[0].enter, above, ends[1].enter, t[0]);
        below = cd_vec4_less(exit, 0), above = cd_vec4_less(ee, exit);
        exit_normal = choose(below, ends[0].exit_normal, above, ends[1].exit_normal, exit_normal);
        t[1] = choose1(below, ends[0].exit, above, ends[1].exit, t[1]);
        start = oe < 0 ? outer[0] : oe > ee ? outer[1] : start;
    }
    *touch = (cd_span){t[0], t[1], enter_normal, exit_normal, farther(start, r)};
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
    cd_vec4_mask far = cd_vec4_less(ee, 2 * cd_vec4_dot(o, e)); // seen from the nearer end
    o = origin - cd_vec4_select(far, end[1], end[0]);
    return rod(direction, o, cd_vec4_select(far, -e, e), false, r, touch);
}

static inline bool line(cd_vec4 origin, cd_vec4 direction, const cd_shape *shape, double r,
                        cd_span *touch) {
    cd_vec4 o = origin - cd_vec4_of(shape->as.line.point);
    return rod(direction, o, cd_vec4_of(shape->as.line.direction), true, r, touch);
}

#endif
