// No answer depends on where the origin is. Scenes whose numbers lie on a grid of powers of two are
// moved exactly, by up to 2^20 along each axis: distances, points, overlaps, manifolds and rays
// move with them to 1e-9 of the shapes' own size and 8 ulps of the offset, for all kinds in 2D and
// 3D. And where shapes touch there to rounding, the plane between them parts them to the same bar.
// Guarded by the number of overlaps, touches and hits.
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

typedef struct {
    int touches, overlaps, hits, points, worst_kind;
    double worst;
} tally;

static int say(const char *what, const recipe *r, const recipe *q, cd_vec o, int n, double off) {
    static int said;
    failures++;
    if (said++ < 40)
        fprintf(stderr, "FAILED %s: %dD %s, %s at (%g, %g, %g), case %d: %g\n", what, r->dim,
                names[r->kind], names[q->kind], o.x, o.y, o.z, n, off);
    return 0;
}

static double bar_at(cd_vec o) { return 4e-9 + 8 * DBL_EPSILON * cd_max_abs(o); }

static void expect_near(const char *what, const recipe *r, const recipe *q, cd_vec o, int n,
                        double a, double b) {
    if (!(fabs(a - b) <= bar_at(o)) && a != b)
        say(what, r, q, o, n, a - b);
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

// Whether the plane across the normal parts the shapes as far as the distance says.
static void expect_outward(recipe *r, recipe *q, cd_vec shift, cd_vec o, int n,
                           const cd_separation *s) {
    double reach = -height(r, cd_negate(s->normal)) + cd_dot(shift, s->normal);
    double gap = reach - height(q, s->normal);
    if (!(gap >= s->distance - bar_at(o)))
        say("a normal through a solid", r, q, o, n, gap - s->distance);
}

static void compare_separations(recipe *r, recipe *q, cd_vec o, int n, const cd_shape *a,
                                const cd_shape *b, const cd_separation *home, tally *t) {
    cd_separation s = cd_separate(a, b);
    expect_near("distance", r, q, o, n, s.distance, home->distance);
    if (!isfinite(s.distance))
        return;
    cd_vec between = cd_sub(cd_sub(s.point_a, s.point_b), cd_scale(s.normal, s.distance));
    if (cd_max_abs(between) > bar_at(o))
        say("points", r, q, o, n, cd_max_abs(between));
    if (r->kind < 15 && q->kind < 15)
        expect_outward(r, q, (cd_vec){0, 0, 0}, o, n, &s);
    t->overlaps += s.distance <= 0;
    t->touches += fabs(s.distance) <= bar_at(o);
    if (cd_overlap(a, b) != (s.distance <= 0))
        say("overlap and distance", r, q, o, n, s.distance);
    cd_contact_points m;
    if (s.distance <= 0 && cd_manifold(a, b, 0, &m)) {
        t->points += m.count;
        for (int i = 0; i < m.count; i++) {
            cd_vec off = cd_sub(m.points[i].point_a, m.points[i].point_b);
            off = cd_sub(off, cd_scale(m.contact.normal, m.points[i].distance));
            if (cd_max_abs(off) > bar_at(o))
                say("manifold", r, q, o, n, cd_max_abs(off));
        }
    }
}

// Times are compared by how far they lead along the normal. A touch as short as the bar may be none
// where rounding differs, and so may that which joins two parts of a set.
static void compare_hits(const char *what, const recipe *r, const recipe *q, cd_vec o, int n,
                         cd_vec v, const cd_hit *home, const cd_hit *there, const bool hits[2]) {
    const cd_hit *hit = hits[0] ? home : there;
    if (hits[0] != hits[1] && (hit->exit - hit->enter) * cd_length(v) > bar_at(o))
        say(what, r, q, o, n, hit->exit - hit->enter);
    if (!hits[0] || !hits[1])
        return;
    double in = hit->inside ? 1 : cd_min(fabs(cd_dot(v, hit->normal)), 1);
    double out = isfinite(hit->exit) ? cd_min(fabs(cd_dot(v, hit->exit_normal)), 1) : 1;
    expect_near(what, r, q, o, n, in * there->t, in * home->t);
    if (r->kind >= 15 || q->kind >= 15)
        return;
    expect_near(what, r, q, o, n, in * there->enter, in * home->enter);
    expect_near(what, r, q, o, n, out * there->exit, out * home->exit);
}

// Casts and rays on the grid, at home and away.
static void test_casts(int n, int dim, int kind_a, int kind_b, tally *t) {
    static const double places[] = {64, 1000, 0x1p20};
    static recipe r, q;
    draw(&r, kind_a, dim);
    draw(&q, kind_b, dim);
    const cd_vec zero = {0, 0, 0}, from = on_grid(dim, 4), v = on_grid(dim, 3);
    if (cd_is_zero(v))
        return;
    cd_shape a = make(&r, zero, false, 0), b = make(&q, zero, false, 0);
    cd_shape_move(&a, cd_negate(v));
    cd_hit home, there, ray, ray_there;
    bool cast[2], rays[2];
    cast[0] = cd_shapecast(&a, v, &b, zero, &home);
    rays[0] = cd_raycast(from, v, &b, 2, &ray);
    t->hits += cast[0] + rays[0];
    for (int i = 0; i < 3; i++) {
        cd_vec o = {places[i], -places[(i + (n & 1)) % 3], dim == 3 ? places[i] : 0};
        cd_shape c = make(&r, o, n & 1, 1), d = make(&q, o, n & 2, 1);
        cd_shape_move(&c, cd_negate(v));
        cast[1] = cd_shapecast(&c, v, &d, zero, &there);
        compare_hits("cast", &r, &q, o, n, v, &home, &there, cast);
        rays[1] = cd_raycast(cd_add(from, o), v, &d, 2, &ray_there);
        compare_hits("ray", &r, &q, o, n, v, &ray, &ray_there, rays);
    }
}

static void test_pair(int n, int dim, int kind_a, int kind_b, tally *t) {
    static const double places[] = {10, 100, 1000, 1e6, 0x1p20};
    static recipe r, q;
    draw(&r, kind_a, dim);
    draw(&q, kind_b, dim);
    const cd_vec zero = {0, 0, 0};
    cd_shape a = make(&r, zero, false, 0), b = make(&q, zero, false, 0);
    cd_separation home = cd_separate(&a, &b);
    for (int i = 0; i < 5; i++) {
        cd_vec o = {places[i], places[(i + (n & 1)) % 5], dim == 3 ? -places[i] : 0};
        cd_shape c = make(&r, o, n & 1, 1), d = make(&q, o, n & 2, 1);
        compare_separations(&r, &q, o, n, &c, &d, &home, t);
        // Just touching there.
        cd_separation s = cd_separate(&c, &d);
        if (!isfinite(s.distance) || kind_a >= 15 || kind_b >= 15)
            continue;
        cd_vec by = cd_scale(s.normal, -s.distance);
        cd_shape touching = c;
        cd_shape_move(&touching, by);
        cd_vec to = cd_sub(cd_shape_middle(&touching), cd_shape_middle(&c));
        if (kind_a == 5 || kind_a == 11 || kind_a == 12)
            to = by;
        s = cd_separate(&touching, &d);
        t->touches++;
        if (!(fabs(s.distance) <= bar_at(o)))
            say("a touch", &r, &q, o, n, s.distance);
        expect_outward(&r, &q, to, o, n, &s);
    }
}

int main(int count, char **list) {
    int rounds = count > 1 ? atoi(list[1]) : 40, n = 0;
    tally t = {0};
    for (int round = 0; round < rounds; round++)
        for (int dim = 2; dim <= 3; dim++)
            for (int a = 0; a < KINDS; a++)
                for (int b = 0; b < KINDS; b++)
                    if (fits(a, dim) && fits(b, dim)) {
                        seed(++n);
                        grid = round % 2 ? 0.25 : 0x1p-20;
                        test_pair(n, dim, a, b, &t);
                        test_casts(n, dim, a, b, &t);
                    }
    check_case(t.overlaps > n, "enough overlaps", t.overlaps);
    check_case(t.hits > n / 3, "enough hits", t.hits);
    check_case(t.touches > n, "enough touches", t.touches);
    fprintf(stderr, "%d pairs, %d overlaps, %d touches, %d points; %d failures\n", n, t.overlaps,
            t.touches, t.points, failures);
    return failures > 0;
}
