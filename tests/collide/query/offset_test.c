// No answer depends on where the origin is. Scenes whose numbers lie on a grid of powers of two are
// moved exactly, by up to 2^20 along each axis: distances, points, overlaps and manifolds move with
// them to 1e-9 of the shapes' own size and 8 ulps of the offset, for all kinds in 2D and 3D, and so
// do the casts that `held` names. And where shapes touch there to rounding, the plane between them
// parts them to the same bar. Guarded by the number of overlaps, touches and hits.
// With --table it prints the worst errors at each offset, for docs/accuracy.md.
#include "check.h"
#include "collide/collide.h"
#include "random.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { KINDS = 17, POINTS = 10, MEMORY = 1 << 16 };

// A shape at the origin, what it is made of, and the same made or moved elsewhere.
typedef struct {
    int kind, dim;
    cd_vec p[POINTS], half;
    double radius, angle;
    cd_quat rotation;
    char memory[2][MEMORY];
} recipe;

static double grid; // the step of the coordinates

static double step(double d) { return grid * round(d / grid); }

static cd_vec on_grid(int dim, double size) {
    cd_vec v = vector(dim, size);
    return (cd_vec){step(v.x), step(v.y), step(v.z)};
}

static const char *const names[KINDS] = {
    "point", "sphere",   "segment",  "capsule",  "line",     "plane", "box",  "turned",  "rounded",
    "aabb",  "triangle", "polytope", "rounded ", "cylinder", "cone",  "mesh", "compound"};

static void draw(recipe *r, int kind, int dim) {
    r->kind = kind;
    r->dim = dim;
    cd_vec middle = on_grid(dim, 1.5);
    double size = unit() < 0.2 ? 0.25 : 1;
    for (int i = 0; i < POINTS; i++)
        r->p[i] = cd_add(middle, on_grid(dim, size));
    if (cd_equal(r->p[0], r->p[1]))
        r->p[1].x += grid;
    cd_vec h = on_grid(dim, size);
    r->half = (cd_vec){fabs(h.x), fabs(h.y), fabs(h.z)};
    r->radius = fabs(step(range(0, 0.75)));
    r->angle = range(-3, 3);
    r->rotation = cd_quat_from_axis(vector(3, 1), range(-3, 3));
}

// The shape moved by o: made there, or (`moved`) made at the origin and moved.
static cd_shape make(recipe *r, cd_vec o, bool moved, int place) {
    static const int faces[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {2, 4, 5}};
    cd_vec p[POINTS], to = moved ? (cd_vec){0, 0, 0} : o;
    void *memory = r->memory[place];
    for (int i = 0; i < POINTS; i++)
        p[i] = cd_add(r->p[i], to);
    int dim = r->dim;
    cd_vec along = cd_sub(r->p[1], r->p[0]);
    cd_shape s, parts[3];
    switch (r->kind) {
    case 0:
        s = cd_point(dim, p[0]);
        break;
    case 1:
        s = cd_sphere(dim, p[0], r->radius);
        break;
    case 2:
        s = cd_segment(dim, p[0], p[1]);
        break;
    case 3:
        s = cd_capsule(dim, p[0], p[1], r->radius);
        break;
    case 4:
        s = cd_line(dim, p[0], along, r->radius);
        break;
    case 5: // moved exactly along an axis only
        s = cd_plane_through(dim, (cd_vec){0, r->angle < 0 ? -1 : 1, 0}, p[0]);
        break;
    case 6:
        s = dim == 2 ? cd_box2(p[0], r->half, 0, 0)
                     : cd_box(p[0], r->half, (cd_quat){0, 0, 0, 1}, 0);
        break;
    case 7:
    case 8:
        s = dim == 2 ? cd_box2(p[0], r->half, r->angle, 0) : cd_box(p[0], r->half, r->rotation, 0);
        s.radius = r->kind == 8 ? r->radius : 0;
        break;
    case 9:
        s = cd_aabb(dim, cd_sub(p[0], r->half), cd_add(p[0], r->half));
        break;
    case 10:
        s = cd_triangle(dim, p[0], p[1], p[2], r->radius < 0.5 ? 0 : r->radius);
        break;
    case 11:
    case 12:
        s = cd_polytope_shape(cd_polytope_build(dim, p, POINTS, memory, NULL),
                              r->kind == 12 ? r->radius : 0);
        break;
    case 13:
        s = cd_cylinder(p[0], p[1], r->radius);
        break;
    case 14:
        s = cd_cone(p[0], p[1], r->radius);
        break;
    case 15:
        s = cd_set_shape(cd_mesh_build(dim, p, 6, faces, 4, memory, NULL));
        break;
    default:
        parts[0] = cd_capsule(dim, p[0], p[1], r->radius);
        parts[1] = cd_triangle(dim, p[2], p[3], p[4], 0);
        parts[2] = cd_aabb(dim, cd_sub(p[5], r->half), cd_add(p[5], r->half));
        s = cd_set_shape(cd_compound_build(parts, 3, memory, NULL));
        break;
    }
    if (moved)
        cd_shape_move(&s, o);
    return s;
}

static bool fits(int kind, int dim) { return dim == 3 || (kind != 13 && kind != 14); }

// -------------------------------------------------------------------------------------------- laws

enum { PLACES = 5 };
static const double places[PLACES] = {10, 100, 1000, 1e6, 0x1p20};

// What is compared; of casts, the times. Those that are not held to the bar are only counted.
typedef enum { DISTANCE, POINTS_APART, PLANE_BETWEEN, RAY, CAST, MEASURES } measure;
static const bool held[MEASURES] = {true, true, true, true, false};
static const char *const measure_names[MEASURES] = {
    "distance", "point_a - point_b - distance normal", "the plane between shapes that touch",
    "time of a ray", "time of a shape cast"};

// The worst error of each, and how many exceed the bar.
typedef struct {
    int touches, overlaps, hits, points;
    double worst[MEASURES][PLACES];
    int beyond[MEASURES][PLACES], count[MEASURES][PLACES];
} tally;

static int say(const char *what, const recipe *r, const recipe *q, cd_vec o, int n, double off) {
    static int said;
    failures++;
    if (said++ < 40)
        fprintf(stderr, "FAILED %s: %dD %s, %s at (%g, %g, %g), case %d: %g\n", what, r->dim,
                names[r->kind], names[q->kind], o.x, o.y, o.z, n, off);
    return 0;
}

static double size_bar = 1e-9; // times the size of the shapes, about 4

static double ulps_at(cd_vec o) { return 8 * DBL_EPSILON * cd_max_abs(o); }

static double bar_at(cd_vec o) { return 4 * size_bar + ulps_at(o); }

static void expect_small(tally *t, measure m, int place, const recipe *r, const recipe *q, cd_vec o,
                         int n, double off) {
    t->count[m][place]++;
    t->worst[m][place] = fmax(t->worst[m][place], fabs(off));
    if (fabs(off) <= bar_at(o))
        return;
    t->beyond[m][place]++;
    if (held[m])
        say(measure_names[m], r, q, o, n, off);
}

// The support of a shape, to the digits of its own size.
static double height(recipe *r, cd_vec n) {
    cd_shape s = make(r, (cd_vec){0, 0, 0}, false, 0);
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

static bool is_convex(const recipe *r) { return r->kind < 15; }

static void compare_manifolds(const recipe *r, const recipe *q, cd_vec o, int n, const cd_shape *a,
                              const cd_shape *b, tally *t) {
    cd_contact_points m;
    if (!cd_manifold(a, b, 0, &m))
        return;
    t->points += m.count;
    for (int i = 0; i < m.count; i++) {
        cd_vec off = cd_sub(m.points[i].point_a, m.points[i].point_b);
        off = cd_sub(off, cd_scale(m.contact.normal, m.points[i].distance));
        if (cd_max_abs(off) > bar_at(o))
            say("manifold", r, q, o, n, cd_max_abs(off));
    }
}

static cd_separation compare_separations(recipe *r, recipe *q, cd_vec o, int place, int n,
                                         const cd_shape *a, const cd_shape *b,
                                         const cd_separation *home, tally *t) {
    cd_separation s = cd_separate(a, b);
    if (!isfinite(s.distance) || !isfinite(home->distance)) {
        if (s.distance != home->distance)
            say("depth", r, q, o, n, s.distance);
        return s;
    }
    expect_small(t, DISTANCE, place, r, q, o, n, s.distance - home->distance);
    cd_vec between = cd_sub(cd_sub(s.point_a, s.point_b), cd_scale(s.normal, s.distance));
    expect_small(t, POINTS_APART, place, r, q, o, n, cd_max_abs(between));
    if (is_convex(r) && is_convex(q))
        expect_small(t, PLANE_BETWEEN, place, r, q, o, n,
                     lack_of_plane(r, q, (cd_vec){0, 0, 0}, &s));
    t->overlaps += s.distance <= 0;
    if (cd_overlap(a, b) != (s.distance <= 0))
        say("overlap and distance", r, q, o, n, s.distance);
    if (s.distance <= 0)
        compare_manifolds(r, q, o, n, a, b, t);
    return s;
}

// Moves a until it touches b, to the rounding of its coordinates there.
static void touch(recipe *r, recipe *q, cd_vec o, int place, int n, const cd_shape *a,
                  const cd_shape *b, cd_separation s, tally *t) {
    cd_vec by = cd_scale(s.normal, -s.distance);
    cd_shape touching = *a;
    cd_shape_move(&touching, by);
    if (a->kind != CD_PLANE && a->kind != CD_POLYGON && a->kind != CD_HULL)
        by = cd_sub(cd_shape_middle(&touching), cd_shape_middle(a));
    s = cd_separate(&touching, b);
    t->touches++;
    expect_small(t, DISTANCE, place, r, q, o, n, s.distance);
    expect_small(t, PLANE_BETWEEN, place, r, q, o, n, lack_of_plane(r, q, by, &s));
}

static void compare_casts(const recipe *r, const recipe *q, cd_vec o, int place, int n,
                          const cd_shape *a, const cd_shape *b, const cd_shape *home_a,
                          const cd_shape *home_b, tally *t) {
    const cd_vec still = {0, 0, 0}, motion = cd_scale(cd_sub(q->p[2], r->p[2]), 2);
    cd_hit hit, home;
    bool hits = cd_shapecast(home_a, motion, home_b, still, &home);
    bool same = cd_shapecast(a, motion, b, still, &hit) == hits;
    t->hits += hits;
    if (hits || !same)
        expect_small(t, CAST, place, r, q, o, n, same ? hit.t - home.t : INFINITY);
    cd_vec from = cd_sub(q->p[0], motion);
    hits = cd_raycast(from, motion, home_b, 2, &home);
    same = cd_raycast(cd_add(from, o), motion, b, 2, &hit) == hits;
    t->hits += hits;
    if (hits || !same)
        expect_small(t, RAY, place, r, q, o, n, same ? hit.t - home.t : INFINITY);
}

static void test_pair(int n, int dim, int kind_a, int kind_b, tally *t) {
    static recipe r, q;
    draw(&r, kind_a, dim);
    draw(&q, kind_b, dim);
    const cd_vec zero = {0, 0, 0};
    cd_shape a = make(&r, zero, false, 0), b = make(&q, zero, false, 0);
    cd_separation home = cd_separate(&a, &b);
    for (int i = 0; i < PLACES; i++) {
        cd_vec o = {places[i], places[i] * (n & 1 ? -1 : 1), dim == 3 ? places[i] : 0};
        cd_shape c = make(&r, o, n & 1, 1), d = make(&q, o, n & 2, 1);
        cd_separation s = compare_separations(&r, &q, o, i, n, &c, &d, &home, t);
        if (isfinite(s.distance) && is_convex(&r) && is_convex(&q))
            touch(&r, &q, o, i, n, &c, &d, s, t);
        // The support of a line or half-space, and of a shape that both refer to, is at home.
        a = make(&r, zero, false, 0);
        b = make(&q, zero, false, 0);
        compare_casts(&r, &q, o, i, n, &c, &d, &a, &b, t);
    }
}

static void print_table(const tally *t) {
    printf("| | 10 | 100 | 1e3 | 1e6 | 2^20 |\n| --- | --- | --- | --- | --- | --- |\n");
    for (int m = 0; m < MEASURES; m++) {
        printf("| %s |", measure_names[m]);
        for (int i = 0; i < PLACES; i++)
            printf(" %.1e, %d of %d |", t->worst[m][i], t->beyond[m][i], t->count[m][i]);
        printf("\n");
    }
}

// offset_test [rounds [--table]]
int main(int count, char **list) {
    int rounds = count > 1 ? atoi(list[1]) : 40, n = 0;
    static tally t;
    for (int round = 0; round < rounds; round++)
        for (int dim = 2; dim <= 3; dim++)
            for (int a = 0; a < KINDS; a++)
                for (int b = 0; b < KINDS; b++)
                    if (fits(a, dim) && fits(b, dim)) {
                        seed(++n);
                        grid = round % 2 ? 0.25 : 0x1p-20;
                        test_pair(n, dim, a, b, &t);
                    }
    check_case(t.overlaps > n, "enough overlaps", t.overlaps);
    check_case(t.touches > 3 * n, "enough touches", t.touches);
    check_case(t.points > n, "enough points of manifolds", t.points);
    check_case(t.hits > n, "enough hits", t.hits);
    if (count > 2)
        print_table(&t);
    return failures > 0;
}
