// Two shapes that are brought to where they or their cores just touch, where rounding decides: all
// queries tell the same of them, in both orders, and each normal is a unit vector. Coordinates are
// coarse or any, far from the origin or not, and a few ulps off.
#include "collide/collide.h"

#include "cases.h"
#include "check.h"
#include "random.h"

#include <math.h>

enum { KINDS = 11, POINTS = 8 };

typedef struct {
    int dim;
    bool coarse, off; ///< off: by a few ulps
    cd_vec origin;
} style;

static double number(const style *s) {
    double x = s->coarse ? round(range(-8, 8)) / 4 : range(-2, 2);
    return s->off ? x * (1 + round(range(-4, 4)) * 0x1p-52) : x;
}

static cd_vec free_vector(const style *s) {
    const double x = number(s), y = number(s);
    return (cd_vec){x, y, s->dim == 3 ? number(s) : 0};
}

static cd_vec place(const style *s) { return cd_add(s->origin, free_vector(s)); }

static double angle(void) {
    static const double turns[] = {0, 0.25, 0.5, 1 / 3.0};
    return turns[(int)range(0, 4)] * 3.141592653589793 + (unit() < 0.2 ? range(-1e-8, 1e-8) : 0);
}

static cd_shape make_box(const style *s) {
    const cd_vec v = free_vector(s), half = {fabs(v.x), fabs(v.y), fabs(v.z)}, p = place(s);
    if (unit() < 0.3)
        return cd_aabb(s->dim, cd_sub(p, half), cd_add(p, half));
    if (s->dim == 2)
        return cd_box2(p, half, angle(), 0);
    const cd_vec axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 1}};
    return cd_box(p, half, cd_quat_from_axis(axes[(int)range(0, 4)], angle()), 0);
}

static cd_shape make_shape(const style *s, int kind, void *memory) {
    const double radius = unit() < 0.5 ? 0 : fabs(number(s));
    cd_vec p[POINTS];
    for (int i = 0; i < POINTS; i++)
        p[i] = place(s);
    switch (kind) {
    case 0:
        return cd_point(s->dim, p[0]);
    case 1:
        return cd_sphere(s->dim, p[0], radius * (unit() < 0.1 ? 0x1p-56 : 1));
    case 2:
        return cd_segment(s->dim, p[0], p[1]);
    case 3:
        return cd_capsule(s->dim, p[0], p[1], radius);
    case 4:
        return cd_line(s->dim, p[0], free_vector(s), radius);
    case 5:
        return cd_plane_through(s->dim, free_vector(s), p[0]);
    case 6:
    case 7:
        return make_box(s);
    case 8:
        return cd_triangle(s->dim, p[0], p[1], p[2], radius);
    default: {
        const int count = 1 + (int)range(0, POINTS);
        return cd_polytope_shape(cd_polytope_build(s->dim, p, count, memory, NULL), radius);
    }
    }
}

static bool is_unit(cd_vec v) { return fabs(cd_norm(v) - 1) < 1e-14; }

static void check_order(const cd_shape *a, const cd_shape *b, cd_vec motion, int n, int *counts) {
    const cd_separation s = cd_separate(a, b);
    const bool overlap = cd_overlap(a, b);
    check_case(is_unit(s.normal), "unit normal", n);
    check_case(overlap == (s.distance <= 0), "overlap", n);
    cd_separation contact;
    check_case(cd_contact(a, b, 0, &contact) == overlap, "contact", n);
    cd_contact_points points;
    check_case(cd_manifold(a, b, 0, &points) == overlap, "manifold", n);
    cd_hit hit;
    const bool hits = cd_shapecast(a, motion, b, (cd_vec){0, 0, 0}, &hit);
    check_case(overlap ? hits && hit.inside : !hits || !hit.inside, "cast", n);
    check_case(!hits || is_unit(hit.normal), "unit normal of a hit", n);
    const cd_shape *line = a->kind == CD_LINE ? a : b->kind == CD_LINE ? b : NULL;
    if (line && s.distance > -INFINITY)
        check_case(fabs(cd_dot(s.normal, line->as.line.direction)) < 1e-9, "across a line", n);
    counts[s.distance > 0 ? 2 : s.distance == 0 ? 1 : 0]++;
}

int main(void) {
    static _Alignas(16) char memory[2][1 << 13];
    int counts[3] = {0, 0, 0};
    for (int n = 0; n < 200 * cases(300); n++) {
        seed(n);
        style s = {.dim = 2 + n % 2, .coarse = n & 2, .off = n & 4};
        if (n % 5 == 0)
            s.origin = vector(s.dim, ldexp(1, n % 40));
        cd_shape a = make_shape(&s, (int)range(0, KINDS), memory[0]);
        const cd_shape b = make_shape(&s, (int)range(0, KINDS), memory[1]);
        if (cd_shape_error(&a) || cd_shape_error(&b))
            continue;
        const cd_separation at = cd_separate(&a, &b);
        if (!isfinite(at.distance))
            continue;
        const double deep = unit() < 0.3 ? a.radius + b.radius : 0; // then their cores touch
        cd_shape_move(&a, cd_scale(at.normal, -at.distance - deep));
        const cd_vec motion = free_vector(&s), along = cd_slide(motion, at.normal);
        check_order(&a, &b, n % 3 == 0 ? along : motion, n, counts);
        check_order(&b, &a, n % 3 == 0 ? along : motion, n, counts);
    }
    for (int i = 0; i < 3; i++)
        CHECK(counts[i] > cases(300));
    return failures > 0;
}
