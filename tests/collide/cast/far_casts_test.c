// No cast depends on where the origin is. Scenes whose numbers lie on a grid of powers of two are
// moved exactly, by up to 2^20 along each axis: rays and shape casts of all kinds in 2D and 3D hit
// there what they hit at the origin, at the same times to 1e-9 of the shapes' own size and 8 ulps
// of the offset. Times are compared by the way along the normal that they stand for: where a motion
// grazes, the geometry itself loses a square root of what rounding does to the distance.
// Guarded by the number of hits. With --table it prints the worst errors at each offset, for
// docs/accuracy.md.
#include "cases.h"
#include "offsets.h"

#include <stdlib.h>

static measure ray_times = {.name = "time of a ray, along the normal"},
               cast_times = {.name = "time of a shape cast, along the normal"};
static int hits, misses;

typedef struct {
    cd_hit hit;
    bool hits;
    double speed_in, speed_out; // along the normals at enter and exit
} cast_answer;

// What leads hardly along the normal, or infinitely long, is compared as it is.
static double speed_along(cd_vec v, cd_vec normal, double time) {
    return isfinite(time) ? cd_min(fabs(cd_dot(v, normal)), 1) : 1;
}

// Of shapes that overlap a cast backwards tells the normal at enter.
static void measure_speeds(cast_answer *c, const cd_shape *a, cd_vec v, const cd_shape *b) {
    cd_hit *hit = &c->hit, back;
    c->speed_in = speed_along(v, hit->normal, hit->enter);
    c->speed_out = speed_along(v, hit->exit_normal, hit->exit);
    if (hit->inside && cd_shapecast(a, cd_negate(v), b, (cd_vec){0, 0, 0}, &back))
        c->speed_in = speed_along(v, back.exit_normal, back.exit);
}

static cast_answer cast(const cd_shape *a, cd_vec v, const cd_shape *b) {
    cast_answer c = {0};
    c.hits = cd_shapecast(a, v, b, (cd_vec){0, 0, 0}, &c.hit);
    if (c.hits)
        measure_speeds(&c, a, v, b);
    return c;
}

static cast_answer cast_ray(cd_vec from, cd_vec v, const cd_shape *b) {
    cast_answer c = {0};
    c.hits = cd_raycast(from, v, b, 2, &c.hit);
    cd_shape point = cd_point(b->dim, from);
    if (c.hits)
        measure_speeds(&c, &point, v, b);
    return c;
}

// A touch as short as the bar may be none where rounding differs, and so may one that joins two
// parts of a set.
static void compare(const moved_case *c, measure *m, cd_vec v, const cast_answer *home,
                    const cast_answer *there) {
    const cd_hit *a = &home->hit, *b = &there->hit, *hit = home->hits ? a : b;
    hits += home->hits;
    misses += !home->hits;
    if (home->hits != there->hits && (hit->exit - hit->enter) * cd_length(v) > bar_at(c->o))
        expect_small(c, m, INFINITY);
    if (!home->hits || !there->hits)
        return;
    expect_small(c, m, home->speed_in * (b->t - a->t));
    if (!is_convex(c->r) || !is_convex(c->q))
        return;
    if (a->enter != b->enter)
        expect_small(c, m, home->speed_in * (b->enter - a->enter));
    if (a->exit != b->exit)
        expect_small(c, m, home->speed_out * (b->exit - a->exit));
}

// Casts a, moved by `start`, and a ray from `from`, both along v.
static void test_casts(int n, recipe *r, recipe *q, cd_vec start, cd_vec from, cd_vec v) {
    const cd_vec zero = {0, 0, 0};
    cd_shape a = make_shape(r, zero, false, 0), b = make_shape(q, zero, false, 0);
    cd_shape_move(&a, start);
    const cast_answer home = cast(&a, v, &b), ray = cast_ray(from, v, &b);
    for (int i = 0; i < OFFSETS; i++) {
        const moved_case at = {r, q, n, i, offset_of(i, r->dim, n)};
        cd_shape c = make_shape(r, at.o, n & 1, 1), d = make_shape(q, at.o, n & 2, 1);
        cd_shape_move(&c, start);
        const cast_answer there = cast(&c, v, &d), ray_there = cast_ray(cd_add(from, at.o), v, &d);
        compare(&at, &cast_times, v, &home, &there);
        compare(&at, &ray_times, v, &ray, &ray_there);
    }
}

// From anywhere, and towards a point of the other shape.
static void test_pair(int n, int dim, int kind_a, int kind_b) {
    static recipe r, q;
    draw_recipe(&r, kind_a, dim);
    draw_recipe(&q, kind_b, dim);
    cd_vec from = on_grid(dim, 4), v = on_grid(dim, 3);
    if (!cd_is_zero(v))
        test_casts(n, &r, &q, cd_negate(v), from, v);
    v = cd_scale(cd_sub(q.p[2], r.p[2]), 2);
    if (!cd_is_zero(v))
        test_casts(n, &r, &q, (cd_vec){0, 0, 0}, cd_sub(q.p[0], v), v);
}

// far_casts_test [rounds [--table]]
int main(int count, char **list) {
    int n = each_pair(count > 1 ? atoi(list[1]) : cases(20), test_pair);
    check_case(hits > 5 * n, "enough hits", hits);
    check_case(misses > 5 * n, "enough misses", misses);
    if (count > 2) {
        print_measure(&ray_times);
        print_measure(&cast_times);
    }
    return failures > 0;
}
