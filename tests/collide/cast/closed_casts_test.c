// Rays, and casts of capsules and boxes that are not rotated, in closed form against the generic
// path, which iterates on distances: for every kind of shape that has a closed form, on real and on
// integer coordinates, both find the same verdict, times and normals, up to rounding over the slope
// at which the surface is met. Guarded by the number of hits of each kind.
#include "check.h"
#include "closed_shapes.h"
#include "collide/cast/ray_cast.h"
#include "collide/cast/rounded_cast.h"
#include "collide/cast/time_of_impact.h"
#include "collide/narrow/separate.h"

#include <math.h>

// Times may differ by rounding divided by the slope at which the ray meets the surface, and by half
// of the digits at most.
static bool same_time(double s, double t, cd_vec normal, cd_vec d, double size) {
    if (s == t || (isinf(s) && isinf(t)))
        return s == t;
    double slope = fabs(cd_dot(normal, d)) / cd_length(d);
    size += fabs(s) * cd_length(d); // lines that are nearly parallel intersect far away
    double slack = fmin(1e-13 / fmax(slope, 1e-300), 1e-6);
    return fabs(s - t) * cd_length(d) <= slack * size;
}

static void rays_agree_with_the_generic_path(void) {
    int hits[RAY_KINDS] = {0}, apart[RAY_KINDS] = {0}, cases = 4000;
    for (int n = 0; n < RAY_KINDS * 2 * cases; n++) {
        int kind = n % RAY_KINDS, dim = 2 + (n / RAY_KINDS) % 2;
        seed(n);
        bool coarse = unit() < 0.3;
        cd_shape shape = closed_shape(kind, dim, coarse);
        cd_vec o = coarse ? grid(dim) : vector(dim, 4);
        cd_vec d = coarse ? grid(dim) : vector(dim, range(0.01, 3));
        if (cd_is_zero(d))
            continue;
        cd_shape ball = cd_sphere(dim, o, kind != TRIANGLE && unit() < 0.5 ? 0.5 : 0);
        cd_ray ray = {o, d, d, ball.radius, INFINITY, &shape, false, false};
        cd_interval own, generic;
        cd_verdict closed = cd_ray_cast(&ray, &own);
        if (closed == CD_UNKNOWN)
            continue;
        bool met = cd_touch_interval_generic(&ball, d, &shape, &generic);
        if (ray.starts_apart && !(own.enter <= 0 && own.exit >= 0)) {
            apart[kind]++;
            check_case(cd_separate_generic(&ball, &shape).distance > 0, "apart", n);
        }
        if ((closed == CD_MEETS) != met) { // allowed only if the ray grazes
            double touch = met ? generic.exit - generic.enter : own.exit - own.enter;
            check_case(touch < 1e-6 || coarse, "the same verdict", n);
            continue;
        }
        if (!met)
            continue;
        hits[kind]++;
        if (isfinite(own.enter)) {
            check_case(fabs(cd_length(own.enter_normal) - 1) < 1e-14, "unit normal", n);
            check_case(cd_dot(own.enter_normal, d) <= 1e-6 * cd_length(d), "the normal at enter",
                       n);
        }
        check_case(same_time(own.enter, generic.enter, own.enter_normal, d, 8), "enter", n);
        if (isfinite(own.exit)) {
            check_case(fabs(cd_length(own.exit_normal) - 1) < 1e-14, "unit normal", n);
            check_case(cd_dot(own.exit_normal, d) >= -1e-6 * cd_length(d), "the normal at exit", n);
        }
        check_case(same_time(own.exit, generic.exit, own.exit_normal, d, 8), "exit", n);
    }
    for (int kind = 0; kind < RAY_KINDS; kind++) {
        check_case(hits[kind] > cases / (kind == TRIANGLE ? 64 : 8), "enough hits for each shape",
                   hits[kind]);
        check_case(apart[kind] > cases / 4, "enough starts apart", apart[kind]);
    }
}

/// A ray along the axis of a cylinder, which has no time at its side, has a closed form too, if it
/// does not graze the side: it leads from cap to cap, or misses.
static void rays_along_an_axis_are_decided(void) {
    int hits = 0;
    for (int n = 0; n < 4000; n++) {
        seed(n);
        const cd_vec a = grid(3), e = grid(3), across = cd_cross(e, vector(3, 1));
        if (cd_is_zero(e) || cd_is_zero(across))
            continue;
        const double radius = range(0.1, 2), off = range(0, 2) * radius;
        const cd_shape cylinder = cd_cylinder(a, cd_add(a, e), radius);
        const double out = off / cd_length(across);
        const cd_vec o = cd_add_scaled(cd_add_scaled(a, -2, e), out, across);
        cd_ray ray = {o, e, e, 0, INFINITY, &cylinder, false, false};
        cd_interval found;
        const cd_verdict verdict = cd_ray_cast(&ray, &found);
        if (fabs(off - radius) < 1e-3)
            continue;
        check_case(verdict == (off < radius ? CD_MEETS : CD_MISSES), "along the axis", n);
        if (verdict != CD_MEETS)
            continue;
        hits++;
        check_case(fabs(found.enter - 2) < 1e-12 && fabs(found.exit - 3) < 1e-12, "cap to cap", n);
        check_case(cd_length(cd_cross(found.enter_normal, e)) < 1e-12 * cd_length(e) &&
                       cd_dot(found.enter_normal, e) < 0,
                   "the normal of a cap", n);
    }
    check_case(hits > 1000, "enough hits along an axis", hits);
}

// Whether a point that both shapes touch at a time of touch lies on the surface of both then.
static bool is_touched(const cd_shape *a, cd_vec motion, const cd_shape *b, double t, cd_vec at) {
    cd_shape point = cd_point(a->dim, at), moved = *a;
    cd_shape_move(&moved, cd_scale(motion, t));
    double size = 8 + fabs(t) * cd_length(motion);
    return fabs(cd_distance(&point, b)) <= 1e-13 * size &&
           fabs(cd_distance(&point, &moved)) <= 1e-13 * size;
}

// In closed form, of shapes or of their features.
static cd_verdict closed_cast(const cd_shape *a, cd_vec d, const cd_shape *b, cd_times asked,
                              cd_interval *i) {
    cd_core_pair pair;
    cd_verdict verdict = cd_touch_interval_closed(a, d, b, asked, i);
    cd_core_pair_of(&pair, a, b);
    return verdict == CD_UNKNOWN ? cd_rounded_cast(&pair, d, asked, i) : verdict;
}

// A cast that asks for the times from 0 to 1 only may leave out others, of shapes that are apart.
static void check_asked_times(const cd_shape *a, cd_vec d, const cd_shape *b, const cd_interval *i,
                              int n) {
    cd_interval asked;
    cd_verdict verdict = closed_cast(a, d, b, (cd_times){0, 1}, &asked);
    bool within = i->enter <= 1 && i->exit >= 0;
    check_case(verdict == CD_MEETS || !within, "meets at the times asked for", n);
    if (verdict == CD_MEETS)
        check_case(asked.enter == i->enter && asked.exit == i->exit, "the same times", n);
    if (asked.starts_apart)
        check_case(cd_separate_generic(a, b).distance > 0, "apart", n);
}

// A box that is not rotated, given by its corners or by its centre; one in four is rounded.
static cd_shape upright(int dim, bool coarse) {
    cd_shape s = closed_shape(unit() < 0.25 ? ROUNDED_AABB : AABB, dim, coarse);
    if (unit() < 0.5)
        return s;
    const cd_quat identity = {0, 0, 0, 1};
    return dim == 2 ? cd_box2(s.as.box.center, s.as.box.half, 0, s.radius)
                    : cd_box(s.as.box.center, s.as.box.half, identity, s.radius);
}

// first: CAPSULE, or AABB for two boxes that are not rotated.
static void casts_agree_with_the_generic_path(int first, int kind) {
    int hits = 0, points = 0, unknown = 0, cases = 12000, part = first == AABB ? 8 : 4;
    for (int n = 0; n < cases; n++) {
        seed(n);
        int dim = kind == TRIANGLE ? 3 : 2 + n % 2;
        bool coarse = unit() < 0.4, swapped = unit() < 0.5;
        bool boxes = first == AABB;
        cd_shape mover = boxes ? upright(dim, coarse) : closed_shape(first, dim, coarse);
        cd_shape b = boxes ? upright(dim, coarse) : closed_shape(kind, dim, coarse);
        cd_vec d = coarse ? grid(dim) : vector(dim, 4);
        cd_shape a = swapped ? b : mover;
        cd_interval closed, generic;
        b = swapped ? mover : b;
        if (cd_is_zero(d))
            continue;
        cd_verdict verdict = closed_cast(&a, d, &b, CD_ALWAYS, &closed);
        unknown += verdict == CD_UNKNOWN;
        if (verdict == CD_UNKNOWN)
            continue;
        if (closed.starts_apart)
            check_case(cd_separate_generic(&a, &b).distance > 0, "apart", n);
        bool met = cd_touch_interval_generic(&a, d, &b, &generic);
        if ((verdict == CD_MEETS) != met) {
            double touch = met ? generic.exit - generic.enter : closed.exit - closed.enter;
            check_case(touch < 1e-6 || coarse, "the same verdict", n);
            continue;
        }
        if (!met)
            continue;
        hits++;
        check_case(same_time(closed.enter, generic.enter, closed.enter_normal, d, 8), "enter", n);
        check_case(same_time(closed.exit, generic.exit, closed.exit_normal, d, 8), "exit", n);
        check_case(cd_dot(closed.enter_normal, d) <= 1e-6 * cd_length(d), "the normal at enter", n);
        check_case(fabs(cd_length(closed.enter_normal) - 1) < 1e-14, "unit normal", n);
        check_asked_times(&a, d, &b, &closed, n);
        if (!closed.has_points)
            continue;
        points++;
        check_case(is_touched(&a, d, &b, closed.enter, closed.enter_point), "touched", n);
        check_case(is_touched(&a, d, &b, closed.exit, closed.exit_point), "touched at exit", n);
    }
    check_case(hits > cases / part, "enough hits", hits);
    check_case(points > hits / 2, "enough points", points);
    check_case(unknown < cases / (first == AABB ? 10 : 20), "there is a closed form", unknown);
}

int main(void) {
    rays_agree_with_the_generic_path();
    rays_along_an_axis_are_decided();
    casts_agree_with_the_generic_path(CAPSULE, CAPSULE);
    for (int kind = AABB; kind <= TRIANGLE; kind++)
        casts_agree_with_the_generic_path(CAPSULE, kind);
    casts_agree_with_the_generic_path(AABB, AABB);
    return failures > 0;
}
