// Casts of random polytopes by portal refinement and by Newton's method: wherever portals
// decide, both agree on the verdict, the times and the normals; the touched point lies on both
// shapes, and a normal that is said to be the only one is. On real coordinates portals decide
// nearly all casts, on a lattice most. Hits on a lattice are the same in other units. Guarded by
// the number of hits and misses.
#include "cases.h"
#include "check.h"
#include "collide/cast/first_touch.h"
#include "collide/cast/portal.h"
#include "collide/narrow/gjk/core_pair.h"
#include "collide/narrow/separate.h"
#include "collide/narrow/touch/touch_normals.h"
#include "hull_points.h"

#include <math.h>

enum { POINTS = 40, MEMORY = 1 << 16 };

static _Alignas(double) char memory[2][MEMORY];

// From points on to solids of many faces. Style 0 is random; 1 is a lattice, 4 flat.
static cd_shape polytope(int dim, int style, int k) {
    cd_vec points[POINTS];
    int count = unit() < 0.2 ? (int)range(1, 5) : (int)range(5, POINTS);
    for (int i = 0; i < count; i++)
        points[i] = hull_point(style, dim);
    return cd_polytope_shape(cd_polytope_build(dim, points, count, memory[k], NULL), 0);
}

// A time is known to rounding over the speed along the normal.
static bool same_time(double s, double t, cd_vec normal, cd_vec motion, double size) {
    return fabs(s - t) * fabs(cd_dot(normal, motion)) <= 1e-14 * size * (1 + fabs(s));
}

static bool is_touched(const cd_shape *shape, cd_vec p) {
    cd_shape point = cd_point(shape->dim, p);
    return fabs(cd_separate_convex(&point, shape).distance) < 1e-13;
}

static void check_touch(const cd_shape *a, cd_vec motion, const cd_shape *b, const cd_portal *at,
                        int n) {
    cd_shape moved = *a;
    cd_shape_move(&moved, cd_scale(motion, at->time));
    check_case(is_touched(&moved, at->point) && is_touched(b, at->point), "touched point", n);
    cd_vec normals[CD_TOUCH_NORMALS_MAX];
    const cd_separation touch = cd_separate_convex(&moved, b);
    bool has_facet;
    int count =
        cd_touch_facets(&moved, b, &touch, 1e-14, normals, CD_TOUCH_NORMALS_MAX, &has_facet);
    for (int i = 0; i < count && at->is_alone; i++)
        check_case(cd_dot(normals[i], at->normal) > 1 - 1e-9, "the only normal", n);
}

static void portals_agree_with_newton(void) {
    const int count = cases(12000);
    int hits = 0, misses = 0, unknown[2] = {0, 0};
    for (int n = 0; n < count; n++) {
        seed(n);
        int dim = n % 3 == 0 ? 2 : 3, lattice = n / 3 % 2;
        cd_shape a = polytope(dim, lattice, 0), b = polytope(dim,
                                                             lattice        ? 1
                                                             : unit() < 0.1 ? 4
                                                                            : 0,
                                                             1);
        cd_shape_move(&a, lattice ? rounded(vector(dim, 4)) : vector(dim, 3));
        cd_vec v = lattice ? rounded(vector(dim, 2.5)) : vector(dim, 1);
        if (cd_is_zero(v))
            continue;
        cd_core_pair pair;
        cd_core_pair_of(&pair, &a, &b);
        cd_portal enter, exit;
        cd_verdict verdict = cd_portal_cast(&pair.a, &pair.b, v, &enter, &exit);
        cd_core_cast c = {.a = &pair.a, .b = &pair.b, .far = 8, .motion = v};
        cd_first_touch first, last;
        bool meets = cd_find_first_touch(&c, v, INFINITY, &first) &&
                     cd_find_first_touch(&c, cd_negate(v), INFINITY, &last);
        unknown[lattice] += verdict == CD_UNKNOWN && meets;
        if (verdict == CD_UNKNOWN)
            continue;
        hits += verdict == CD_MEETS;
        misses += verdict == CD_MISSES;
        check_case((verdict == CD_MEETS) == meets, "verdict", n);
        if (verdict != CD_MEETS || !meets)
            continue;
        enter.point = cd_core_pair_point(&pair, enter.point);
        exit.point = cd_core_pair_point(&pair, exit.point);
        check_case(same_time(enter.time, first.time, enter.normal, v, 8), "enter", n);
        check_case(same_time(exit.time, -last.time, exit.normal, v, 8), "exit", n);
        check_touch(&a, v, &b, &enter, n);
        check_touch(&a, v, &b, &exit, n);
    }
    check_case(hits > count / 4, "enough hits", hits);
    check_case(misses > count / 4, "enough misses", misses);
    check_case(unknown[0] < count / 500, "few are left on real coordinates", unknown[0]);
    check_case(unknown[1] < count / 10, "and most are decided on a lattice", unknown[1]);
}

// A cast at hulls on a lattice, all multiplied by a power of two; returns whether it hits.
static bool cast_scaled(int n, double scale, cd_hit *hit) {
    cd_shape shapes[2];
    seed(n);
    cd_vec off = rounded(vector(3, 9)), motion = rounded(vector(3, 18));
    if (n % 2)
        motion = cd_scale(cd_add(off, rounded(vector(3, 2))), 2);
    for (int k = 0; k < 2; k++) {
        cd_vec points[12];
        for (int i = 0; i < 12; i++)
            points[i] = cd_scale(cd_add(hull_point(1, 3), k ? off : (cd_vec){0, 0, 0}), scale);
        shapes[k] = cd_polytope_shape(cd_polytope_build(3, points, 12, memory[k], NULL), 0);
    }
    motion = cd_scale(motion, scale);
    return !cd_is_zero(motion) &&
           cd_shapecast(&shapes[0], motion, &shapes[1], (cd_vec){0, 0, 0}, hit);
}

// What is hit at an edge or a corner is no other in other units.
static void hits_do_not_depend_on_the_unit(void) {
    const int count = cases(6000);
    int hits = 0;
    for (int n = 0; n < count; n++) {
        cd_hit hit, small, large;
        if (!cast_scaled(n, 1, &hit))
            continue;
        hits++;
        bool same = cast_scaled(n, 0x1p-17, &small) && cast_scaled(n, 0x1p17, &large) &&
                    small.t == hit.t && large.t == hit.t && cd_equal(small.normal, hit.normal) &&
                    cd_equal(large.normal, hit.normal);
        check_case(same, "the same hit in other units", n);
    }
    check_case(hits > count / 3, "enough hits in other units", hits);
}

int main(void) {
    portals_agree_with_newton();
    hits_do_not_depend_on_the_unit();
    return failures > 0;
}
