// A capsule that moves against a capsule is a ray against the rounded difference of their segments,
// a parallelogram: the union of four capsules round its edges and, in space, of the slab between
// its two faces. As the union is convex, the ray enters it where it enters the first of the parts
// and leaves it where it leaves the last.
#include "collide/cast/cast_capsule.h"
#include "collide/cast/ray_cast.h"
#include "collide/narrow/separate.h"
#include "collide/shape/core.h"

#include <assert.h>

typedef struct {
    cd_vec o, d; // the ray, as seen from corner 0
    cd_vec e, f; // the corners are 0, e, e - f and -f
    double radius;
    cd_interval *interval;
    bool meets;
} parallelogram_cast;

static void join(parallelogram_cast *c, double enter, double exit) {
    c->interval->enter = c->meets ? cd_min(c->interval->enter, enter) : enter;
    c->interval->exit = c->meets ? cd_max(c->interval->exit, exit) : exit;
    c->meets = true;
}

static bool join_edge(parallelogram_cast *c, int dim, cd_vec from, cd_vec to) {
    cd_shape edge = cd_capsule(dim, from, to, c->radius);
    cd_ray ray = {.origin = c->o, .direction = c->d, .tmax = INFINITY, .shape = &edge};
    cd_interval interval;
    cd_verdict verdict = cd_ray_cast(&ray, &interval);
    if (verdict == CD_MEETS)
        join(c, interval.enter, interval.exit);
    return verdict != CD_UNKNOWN;
}

// Where the ray passes the face that is `height` above the plane, if that is between the edges:
// with n = e x f and x = u e - v f + h n, u = x x f . n / n.n and v = x x e . n / n.n.
static void join_face(parallelogram_cast *c, cd_vec n, double height) {
    double nn = cd_length2(n), length = sqrt(nn), speed = cd_dot(c->d, n) / length;
    double t = (height - cd_dot(c->o, n) / length) / speed;
    if (!isfinite(t))
        return;
    cd_vec x = cd_add_scaled(c->o, t, c->d);
    double u = cd_dot(cd_cross(x, c->f), n), v = cd_dot(cd_cross(x, c->e), n);
    if (u >= 0 && u <= nn && v >= 0 && v <= nn)
        join(c, t, t);
}

static cd_vec normal_at(const cd_shape *a, cd_vec motion, const cd_shape *b, double t) {
    cd_shape moved = *a;
    cd_shape_move(&moved, cd_scale(motion, t));
    return cd_separate_convex(&moved, b).normal;
}

// Corner 0 is the one where the ends are nearest: beside a long segment the digits of a short one
// are lost anywhere else.
static void nearest_ends(const cd_vec *at, const cd_vec *on, int *i, int *j) {
    double least = INFINITY;
    for (int k = 0; k < 4; k++) {
        double square = cd_length2(cd_sub(at[k & 1], on[k >> 1]));
        *i = square < least || k == 0 ? k & 1 : *i;
        *j = square < least || k == 0 ? k >> 1 : *j;
        least = cd_min(least, square);
    }
}

cd_verdict cd_cast_capsule(const cd_shape *a, cd_vec motion, const cd_shape *b,
                           cd_interval *interval) {
    assert(cd_has_segment_core(a) && cd_has_segment_core(b) && !cd_is_zero(motion));
    const cd_vec at[2] = {a->as.segment.a, a->as.segment.b},
                 on[2] = {b->as.segment.a, b->as.segment.b};
    int i, j;
    *interval = (cd_interval){0};
    nearest_ends(at, on, &i, &j);
    parallelogram_cast c = {.o = cd_sub(at[i], on[j]),
                            .d = motion,
                            .e = cd_sub(on[1 - j], on[j]),
                            .f = cd_sub(at[1 - i], at[i]),
                            .radius = a->radius + b->radius,
                            .interval = interval};
    cd_vec zero = {0, 0, 0}, opposite = cd_sub(c.e, c.f), last = cd_negate(c.f);
    if (!join_edge(&c, a->dim, zero, c.e) || !join_edge(&c, a->dim, c.e, opposite) ||
        !join_edge(&c, a->dim, opposite, last) || !join_edge(&c, a->dim, last, zero))
        return CD_UNKNOWN;
    cd_vec n = cd_cross(c.e, c.f);
    double square = cd_length2(n);
    if (a->dim == 3 && square > 0x1p-500 && square < 0x1p500) {
        join_face(&c, n, c.radius);
        join_face(&c, n, -c.radius);
    }
    if (!c.meets)
        return CD_MISSES;
    interval->enter_normal = normal_at(a, motion, b, interval->enter);
    interval->exit_normal = normal_at(a, motion, b, interval->exit);
    return CD_MEETS;
}
