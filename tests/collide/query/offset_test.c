// No answer depends on where the origin is. Scenes whose numbers lie on a grid of powers of two are
// moved exactly, by up to 2^20 along each axis: distances, points, overlaps and manifolds move with
// them to 1e-9 of the shapes' own size and 8 ulps of the offset, for all kinds in 2D and 3D (casts:
// tests/collide/cast/far_casts_test.c). And where shapes touch there to rounding, the plane between
// them parts them to the same bar. Guarded by the number of overlaps and touches.
// With --table it prints the worst errors at each offset, for docs/accuracy.md.
#include "cases.h"
#include "offsets.h"

#include <stdlib.h>

static measure distance = {.name = "distance"},
               points_apart = {.name = "point_a - point_b - distance normal"},
               plane_between = {.name = "the plane between shapes that touch"};
static int touches, overlaps, points;

// The support of a shape, to the digits of its own size.
static double height(recipe *r, cd_vec n) {
    cd_shape s = make_shape(r, (cd_vec){0, 0, 0}, false, 0);
    if (s.kind == CD_LINE)
        return fabs(cd_dot(s.as.line.direction, n)) < 1e-9 ? cd_dot(s.as.line.point, n) + s.radius
                                                           : INFINITY;
    if (s.kind == CD_PLANE)
        return cd_dot(s.as.plane.normal, n) > 1 - 1e-9 ? s.as.plane.offset : INFINITY;
    return cd_dot(cd_support(&s, n), n);
}

// By how much the plane across the normal parts the shapes less than the distance says.
static double lack_of_plane(recipe *r, recipe *q, cd_vec shift, const cd_separation *s) {
    double reach = -height(r, cd_negate(s->normal)) + cd_dot(shift, s->normal);
    double lack = s->distance - (reach - height(q, s->normal));
    return isnan(lack) ? INFINITY : fmax(lack, 0);
}

static void compare_manifolds(const moved_case *c, const cd_shape *a, const cd_shape *b) {
    cd_contact_points m;
    if (!cd_manifold(a, b, 0, &m))
        return;
    points += m.count;
    for (int i = 0; i < m.count; i++) {
        cd_vec off = cd_sub(m.points[i].point_a, m.points[i].point_b);
        off = cd_sub(off, cd_scale(m.contact.normal, m.points[i].distance));
        if (cd_max_abs(off) > bar_at(c->o))
            say(c, "manifold", cd_max_abs(off));
    }
}

static cd_separation compare_separations(const moved_case *c, recipe *r, recipe *q,
                                         const cd_shape *a, const cd_shape *b,
                                         const cd_separation *home) {
    cd_separation s = cd_separate(a, b);
    if (!isfinite(s.distance) || !isfinite(home->distance)) {
        if (s.distance != home->distance)
            say(c, "depth", s.distance);
        return s;
    }
    expect_small(c, &distance, s.distance - home->distance);
    cd_vec between = cd_sub(cd_sub(s.point_a, s.point_b), cd_scale(s.normal, s.distance));
    expect_small(c, &points_apart, cd_max_abs(between));
    if (is_convex(r) && is_convex(q))
        expect_small(c, &plane_between, lack_of_plane(r, q, (cd_vec){0, 0, 0}, &s));
    overlaps += s.distance <= 0;
    if (cd_overlap(a, b) != (s.distance <= 0))
        say(c, "overlap and distance", s.distance);
    if (s.distance <= 0)
        compare_manifolds(c, a, b);
    return s;
}

// Moves a until it touches b, to the rounding of its coordinates there.
static void touch(const moved_case *c, recipe *r, recipe *q, const cd_shape *a, const cd_shape *b,
                  cd_separation s) {
    cd_vec by = cd_scale(s.normal, -s.distance);
    cd_shape touching = *a;
    cd_shape_move(&touching, by);
    if (a->kind != CD_PLANE && a->kind != CD_POLYGON && a->kind != CD_HULL)
        by = cd_sub(cd_shape_middle(&touching), cd_shape_middle(a));
    s = cd_separate(&touching, b);
    touches++;
    expect_small(c, &distance, s.distance);
    expect_small(c, &plane_between, lack_of_plane(r, q, by, &s));
}

static void test_pair(int n, int dim, int kind_a, int kind_b) {
    static recipe r, q;
    draw_recipe(&r, kind_a, dim);
    draw_recipe(&q, kind_b, dim);
    const cd_vec zero = {0, 0, 0};
    cd_shape a = make_shape(&r, zero, false, 0), b = make_shape(&q, zero, false, 0);
    cd_separation home = cd_separate(&a, &b);
    for (int i = 0; i < OFFSETS; i++) {
        const moved_case at = {&r, &q, n, i, offset_of(i, dim, n)};
        cd_shape c = make_shape(&r, at.o, n & 1, 1), d = make_shape(&q, at.o, n & 2, 1);
        cd_separation s = compare_separations(&at, &r, &q, &c, &d, &home);
        if (isfinite(s.distance) && is_convex(&r) && is_convex(&q))
            touch(&at, &r, &q, &c, &d, s);
    }
}

// offset_test [rounds [--table]]
int main(int count, char **list) {
    int n = each_pair(count > 1 ? atoi(list[1]) : cases(30), test_pair);
    check_case(overlaps > n, "enough overlaps", overlaps);
    check_case(touches > 3 * n, "enough touches", touches);
    check_case(points > n, "enough points of manifolds", points);
    if (count > 2) {
        print_heads();
        print_measure(&distance);
        print_measure(&points_apart);
        print_measure(&plane_between);
    }
    return failures > 0;
}
