// A capsule that moves against a capsule is a ray against the rounded difference of their segments,
// a parallelogram: the union of four capsules round its edges and, in space, of the slab between
// its two faces. As the union is convex, the ray enters it where it enters the first of the parts
// and leaves it where it leaves the last.
#include "collide/cast/cast.h"
#include "collide/narrow/separate.h"

typedef struct {
    cd_vec o, d; // the ray, seen from corner 0
    cd_vec e, f; // corners 0, e, e - f, -f
    double radius;
    cd_interval *interval;
    bool met;
} sweep;

static void add(sweep *s, double enter, double exit) {
    s->interval->enter = s->met ? cd_min(s->interval->enter, enter) : enter;
    s->interval->exit = s->met ? cd_max(s->interval->exit, exit) : exit;
    s->met = true;
}

static bool add_edge(sweep *s, int dim, cd_vec from, cd_vec to) {
    cd_shape edge = cd_capsule(dim, from, to, s->radius);
    cd_ray ray = {.origin = s->o, .direction = s->d, .tmax = INFINITY, .shape = &edge};
    cd_interval interval;
    cd_verdict verdict = cd_ray_cast(&ray, &interval);
    if (verdict == CD_MEETS)
        add(s, interval.enter, interval.exit);
    return verdict != CD_UNKNOWN;
}

// Where the ray passes a face that is `height` above the plane, if that is between the edges: with
// n = e x f and x = u e - v f + h n, u = x x f . n / n.n and v = x x e . n / n.n.
static void add_face(sweep *s, cd_vec n, double height) {
    double nn = cd_length2(n), length = sqrt(nn), speed = cd_dot(s->d, n) / length;
    double t = (height - cd_dot(s->o, n) / length) / speed;
    if (!isfinite(t))
        return;
    cd_vec x = cd_add_scaled(s->o, t, s->d);
    double u = cd_dot(cd_cross(x, s->f), n), v = cd_dot(cd_cross(x, s->e), n);
    if (u >= 0 && u <= nn && v >= 0 && v <= nn)
        add(s, t, t);
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
    const cd_vec at[2] = {a->as.segment.a, a->as.segment.b},
                 on[2] = {b->as.segment.a, b->as.segment.b};
    int i, j;
    nearest_ends(at, on, &i, &j);
    sweep s = {.o = cd_sub(at[i], on[j]),
               .d = motion,
               .e = cd_sub(on[1 - j], on[j]),
               .f = cd_sub(at[1 - i], at[i]),
               .radius = a->radius + b->radius,
               .interval = interval};
    cd_vec zero = {0, 0, 0}, opposite = cd_sub(s.e, s.f), last = cd_negate(s.f);
    if (!add_edge(&s, a->dim, zero, s.e) || !add_edge(&s, a->dim, s.e, opposite) ||
        !add_edge(&s, a->dim, opposite, last) || !add_edge(&s, a->dim, last, zero))
        return CD_UNKNOWN;
    cd_vec n = cd_cross(s.e, s.f);
    double square = cd_length2(n);
    if (a->dim == 3 && square > 0x1p-500 && square < 0x1p500) {
        add_face(&s, n, s.radius);
        add_face(&s, n, -s.radius);
    }
    if (!s.met)
        return CD_MISSES;
    interval->enter_normal = normal_at(a, motion, b, interval->enter);
    interval->exit_normal = normal_at(a, motion, b, interval->exit);
    return CD_MEETS;
}
