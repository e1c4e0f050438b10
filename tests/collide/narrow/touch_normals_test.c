// The normals of touching shapes, for all pairs of kinds in the plane and in space, on real and on
// integer coordinates, where many features touch at once. Three laws. No normal leads into b by
// more than the tolerance. A motion that approaches along all of them leads into b: none is
// missing. Those of sharp polytopes are the axes of all faces and edge pairs whose planes touch, by
// brute force. And a cast has the one of least approach, or one to rounding. Guarded by the number
// of touches in which one, two and more normals meet, and of flat differences, which have both
// sides.
#include "check.h"
#include "closed_shapes.h"
#include "collide/collide.h"
#include "collide/narrow/gjk/sat.h"
#include "collide/narrow/separate.h"
#include "collide/narrow/touch/touch_normals.h"
#include "hull_points.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

// The normals along which touching shapes do not approach each other.
static int touch_normals(const cd_shape *a, const cd_shape *b, double tolerance, cd_vec *normals,
                         int room) {
    const cd_separation touch = cd_separate_convex(a, b);
    bool has_facet;
    return cd_touch_facets(a, b, &touch, tolerance, normals, room, &has_facet);
}

enum { POINT = RAY_KINDS, SEGMENT, HULL, BIG_HULL, CYLINDER, CONE, KINDS };

typedef struct {
    cd_shape shape;
    void *memory; ///< of a polytope
} subject;

static subject hull_of(int dim, int count, bool coarse) {
    cd_vec p[60];
    for (int i = 0; i < count; i++)
        p[i] = count > 20 ? cd_normalized(vector(dim, 1), (cd_vec){1, 0, 0})
                          : (coarse ? grid(dim) : vector(dim, 2));
    subject s = {.memory = malloc(cd_polytope_size(count))};
    s.shape = cd_polytope_shape(cd_polytope_build(dim, p, count, s.memory, NULL), 0);
    return s;
}

static subject make(int kind, int dim, bool coarse) {
    cd_vec a = coarse ? grid(dim) : vector(dim, 2), b = coarse ? grid(dim) : vector(dim, 2);
    double r = coarse ? 1 : range(0.1, 1);
    if (cd_equal(a, b))
        b.x += 1;
    switch (kind) {
    case POINT:
        return (subject){.shape = cd_point(dim, a)};
    case SEGMENT:
        return (subject){.shape = cd_segment(dim, a, b)};
    case HULL:
        return hull_of(dim, 3 + (int)range(0, 9), coarse);
    case BIG_HULL:
        return hull_of(dim, 60, coarse);
    case CYLINDER:
        return (subject){.shape = dim == 3 ? cd_cylinder(a, b, r) : cd_capsule(2, a, b, r)};
    case CONE:
        return (subject){.shape = dim == 3 ? cd_cone(a, b, r) : cd_capsule(2, a, b, r)};
    default:
        return (subject){.shape = closed_shape(kind, dim, coarse)};
    }
}

static double least_approach(const cd_vec *n, int count, cd_vec v) {
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = cd_min(least, -cd_dot(n[i], v));
    return least;
}

static bool has_opposites(const cd_vec *n, int count) {
    for (int i = 0; i < count; i++)
        for (int k = 0; k < i; k++)
            if (cd_max_abs(cd_add(n[i], n[k])) <= 1e-15)
                return true;
    return false;
}

typedef struct {
    double tolerance, least;
    cd_vec v;
} all_axes;

static void visit_axis(void *context, cd_penetration p) {
    all_axes *all = context;
    if (p.depth <= all->tolerance)
        all->least = cd_min(all->least, -cd_dot(p.normal, all->v));
}

// The least approach over all axes whose planes pass within the tolerance.
static double by_brute_force(const cd_core_pair *p, cd_vec v, double tolerance) {
    all_axes all = {tolerance, INFINITY, v};
    cd_sat_each_axis(&p->a, &p->b, visit_axis, &all);
    return all.least;
}

static bool is_sharp_polytope(const cd_core *core, double radius) {
    return core->kind == CD_CORE_POLYTOPE && radius == 0;
}

static int touches[5], flats, compared, entered;

static void laws_hold(int n, const cd_shape *a, const cd_shape *b, double tolerance) {
    cd_vec normals[CD_TOUCH_NORMALS_MAX];
    int count = touch_normals(a, b, tolerance, normals, CD_TOUCH_NORMALS_MAX);
    check_case(count >= 1 && count <= CD_TOUCH_NORMALS_MAX, "some normals", n);
    cd_core_pair p;
    cd_core_pair_of(&p, a, b);
    for (int i = 0; i < count; i++) {
        check_case(fabs(cd_length(normals[i]) - 1) <= 4 * DBL_EPSILON, "unit", n);
        cd_vec out = cd_scale(normals[i], 0.5);
        cd_shape moved = *a;
        cd_shape_move(&moved, out);
        check_case(cd_distance(&moved, b) >= -2 * tolerance, "leads out", n);
    }
    bool flat = has_opposites(normals, count);
    flats += flat;
    touches[count < 4 ? count : 4]++;
    for (int k = 0; k < 8; k++) {
        cd_vec v = cd_normalized(vector(a->dim, 1), (cd_vec){0, 1, 0});
        double least = least_approach(normals, count, v);
        if (!flat && least > 0.1) {
            cd_shape moved = *a;
            cd_shape_move(&moved, cd_scale(v, 1e-5));
            double distance = cd_distance(&moved, b);
            check_case(distance < 0, "no normal is missing", n);
            entered++;
        }
        bool sharp = is_sharp_polytope(&p.a, a->radius) && is_sharp_polytope(&p.b, b->radius);
        if (flat || !sharp || count == CD_TOUCH_NORMALS_MAX)
            continue;
        double most = by_brute_force(&p, v, 0.5 * tolerance),
               fewest = by_brute_force(&p, v, 2 * tolerance);
        check_case(cd_max(least, 0) <= cd_max(most, 0) + 1e-12, "all axes", n);
        check_case(cd_max(least, 0) >= cd_max(fewest, 0) - 1e-12, "no other axes", n);
        compared += isfinite(most);
    }
}

// Moves a until it touches b: along the normal, or along an axis of the grid.
static bool make_touch(cd_shape *a, const cd_shape *b, bool coarse) {
    cd_separation s = cd_separate_convex(a, b);
    if (!isfinite(s.distance))
        return false;
    double part = cd_max_abs(s.normal) == 1 || !coarse ? 1 : 0; // else it leaves the grid
    if (part == 0 && fabs(s.distance) > 1e-15)
        return false;
    cd_shape_move(a, cd_scale(s.normal, -s.distance));
    return fabs(cd_distance(a, b)) <= 1e-14;
}

static void all_pairs(void) {
    int n = 0, made[KINDS][KINDS] = {{0}};
    for (int i = 0; i < KINDS; i++)
        for (int k = 0; k < KINDS; k++)
            for (int c = 0; c < 120; c++, n++) {
                seed(n);
                int dim = 2 + c % 2;
                bool coarse = c % 4 < 2;
                subject a = make(i, dim, coarse), b = make(k, dim, coarse);
                if (make_touch(&a.shape, &b.shape, coarse)) {
                    made[i][k]++;
                    laws_hold(n, &a.shape, &b.shape, 3e-14);
                }
                free(a.memory);
                free(b.memory);
            }
    for (int i = 0; i < KINDS; i++)
        for (int k = 0; k < KINDS; k++)
            check_case((i == PLANE && k == PLANE) || (i == LINE && k == PLANE) ||
                           (i == PLANE && k == LINE) || made[i][k] > 20,
                       "enough touches", i * 100 + k);
    for (int i = 1; i < 5; i++)
        check_case(touches[i] > 100, "each number of normals", touches[i]);
    check_case(flats > 100, "enough flat differences", flats);
    check_case(compared > 2000, "enough comparisons", compared);
    check_case(entered > 5000, "enough motions that approach", entered);
}

// A cast at a touch that begins in the past, or at t = 0, has the least approach of all axes.
static void casts_choose_the_least(void) {
    int n = 0, chosen[2] = {0}, grazes = 0;
    for (int i = 0; i < KINDS; i++)
        for (int k = 0; k < KINDS; k++)
            for (int c = 0; c < 60; c++, n++) {
                seed(n);
                int dim = 2 + c % 2;
                bool coarse = c % 4 < 2;
                subject a = make(i, dim, coarse), b = make(k, dim, coarse);
                cd_vec v = coarse ? grid(dim) : vector(dim, 3), still = {0, 0, 0};
                bool touch = make_touch(&a.shape, &b.shape, coarse);
                double back = c % 3 == 0 ? 0 : 0.5;
                cd_shape start = a.shape;
                cd_shape_move(&start, cd_scale(v, -back));
                cd_hit hit;
                cd_vec all[CD_TOUCH_NORMALS_MAX];
                if (touch && cd_shapecast(&start, v, &b.shape, still, &hit) && hit.t == back) {
                    int count = touch_normals(&a.shape, &b.shape, 1e-14, all, CD_TOUCH_NORMALS_MAX);
                    double least = least_approach(all, count, v);
                    bool flat = has_opposites(all, count);
                    check_case(hit.approach == 0 || fabs(hit.approach) > 1e-16, "exactly 0", n);
                    check_case(fabs(hit.approach + cd_dot(v, hit.normal)) <= 1e-6, "of its normal",
                               n);
                    if (flat && back > 0)
                        check_case(hit.approach >= 0, "the side from which it came", n);
                    else if (count < CD_TOUCH_NORMALS_MAX)
                        check_case(cd_max(hit.approach, 0) <= cd_max(least, 0) + 1e-6, "least", n);
                    chosen[back > 0]++;
                    grazes += hit.approach == 0;
                }
                free(a.memory);
                free(b.memory);
            }
    check_case(chosen[0] > 1000 && chosen[1] > 1000, "enough hits", chosen[1]);
    check_case(grazes > 50, "enough grazes", grazes);
}

static bool holds(const cd_vec *normals, int count, cd_vec n) {
    for (int i = 0; i < count; i++)
        if (cd_max_abs(cd_sub(normals[i], n)) <= 1e-15)
            return true;
    return false;
}

// The cases of which the rules speak.
static void known_touches(void) {
    cd_vec n[CD_TOUCH_NORMALS_MAX];
    const cd_vec up = {0, 1, 0}, back = {-1, 0, 0};
    cd_shape a = cd_aabb(2, (cd_vec){0, 0, 0}, (cd_vec){1, 1, 0});
    cd_shape b = cd_aabb(2, (cd_vec){1, -1, 0}, (cd_vec){2, 0, 0});
    CHECK(touch_normals(&a, &b, 1e-15, n, 8) == 2 && holds(n, 2, up) && holds(n, 2, back));
    a = cd_aabb(3, (cd_vec){0, 0, 0}, (cd_vec){1, 1, 1});
    b = cd_aabb(3, (cd_vec){1, -1, 0}, (cd_vec){2, 0, 1});
    CHECK(touch_normals(&a, &b, 1e-15, n, 8) == 2 && holds(n, 2, up) && holds(n, 2, back));
    a = cd_cylinder((cd_vec){0, 0, 0}, (cd_vec){0, 2, 0}, 1); // stands before the next tile
    CHECK(touch_normals(&a, &b, 1e-15, n, 8) == 2 && holds(n, 2, up) && holds(n, 2, back));
    a = cd_cone((cd_vec){0, 2, 0.5}, (cd_vec){1, 0, 0.5}, 0.25); // its tip on the edge
    int count = touch_normals(&a, &b, 1e-15, n, CD_TOUCH_NORMALS_MAX);
    CHECK(count >= 2 && holds(n, count, up));
    // A ball whose centre is 1e-9 before the edge of a tile, into which it sinks by rounding.
    a = cd_sphere(2, (cd_vec){1 - 1e-9, 1, 0}, 1);
    b = cd_aabb(2, (cd_vec){1, -1, 0}, (cd_vec){2, 0, 0});
    count = touch_normals(&a, &b, 1e-15, n, 8);
    CHECK(count == 2 && holds(n, count, up));
    // Flat: both sides, and that across the end; of a line in space and of a point all round.
    a = cd_point(2, (cd_vec){1, 0, 0});
    b = cd_segment(2, (cd_vec){0, 0, 0}, (cd_vec){1, 0, 0});
    CHECK(touch_normals(&a, &b, 1e-15, n, 8) == 3 && holds(n, 2, up) &&
          holds(n, 2, cd_negate(up)) && holds(n, 3, (cd_vec){1, 0, 0}));
    a = cd_point(3, (cd_vec){1, 0, 0});
    b = cd_segment(3, (cd_vec){0, 0, 0}, (cd_vec){1, 0, 0});
    CHECK(touch_normals(&a, &b, 1e-15, n, 8) == 4);
    b = cd_point(3, (cd_vec){1, 0, 0});
    CHECK(touch_normals(&a, &b, 1e-15, n, 8) == 6);
    CHECK(touch_normals(&a, &b, 1e-15, n, 1) == 1);
}

int main(void) {
    all_pairs();
    casts_choose_the_least();
    known_touches();
    return failures > 0;
}
