// Our distances must lie in the oracle's interval. Our times are asked for the distance that they
// leave: none at both ends, none apart in between, none overlapping before and after. A miss is
// followed from t = 0 by steps that no touch can be earlier than.
#include "curved.h"
#include "solid.h"

#include <stdio.h>

static const double distances = 1e-9, depths = 1e-6; // parts of the size

typedef struct {
    solid a, b;
    bool half_a, half_b;
    body half; // of the half-space
    double size;
} pair;

static pair pair_of(const test_case *c) {
    cd_vec reference = subject_reference(c->a.shape.kind == CD_PLANE ? &c->b : &c->a);
    pair p = {.half_a = c->a.shape.kind == CD_PLANE, .half_b = c->b.shape.kind == CD_PLANE};
    p.size = fmax(subject_size(&c->a), subject_size(&c->b));
    double speed = cd_length(cd_sub(c->motion, c->motion_b));
    if (p.half_a || p.half_b)
        p.half = body_of(p.half_a ? &c->a : &c->b, reference);
    if (!p.half_a)
        p.a = solid_of(&c->a, reference, 1e3 * (p.size + speed));
    if (!p.half_b)
        p.b = solid_of(&c->b, reference, 1e3 * (p.size + speed));
    return p;
}

static span distance_at(const pair *p, qvec shift, cd_vec hint, bool deep) {
    if (!p->half_a && !p->half_b)
        return solid_distance(&p->a, shift, &p->b, p->size, exactly(hint), deep);
    const solid *s = p->half_a ? &p->b : &p->a;
    qvec n = p->half.normal, low = solid_support(s, negative(n));
    quad d = q_dot(p->half_a ? q_sub(low, shift) : q_add(low, shift), n) - p->half.level;
    return (span){d - s->radius, d - s->radius, d, p->half_a ? negative(n) : n, true};
}

static void worsen(outcome *o, measure m, quad error, const span *truth, double size) {
    double k = (double)error / ((truth->apart ? distances : depths) * size);
    if (!(o->k[m] >= k))
        o->k[m] = k;
    if (m == MEASURE_VALUE)
        o->relative = fmax(o->relative, (double)error / size);
}

// ---------------------------------------------------------------------------------------- distance

static void compare_normal(const pair *p, const cd_separation *ours, const span *truth,
                           outcome *o) {
    qvec n = exactly(ours->normal);
    // Where cores nearly touch, eps of the size turns it.
    double lever = p->a.line || p->b.line ? 4e3 : 1; // a long way to the end of a line
    quad turn = truth->apart ? lever * 1e-15 * p->size * p->size / q_max(truth->gap, 1e-30) : 0;
    quad error = p->half_a || p->half_b ? q_length(q_sub(n, truth->normal)) * p->size
                                        : q_abs(solid_width(&p->a, &p->b, n) - ours->distance);
    if (truth->apart || truth->high < -1e-15 * p->size)
        worsen(o, MEASURE_NORMAL, q_max(error - turn, 0), truth, p->size);
}

static void compare_points(const test_case *c, const cd_separation *ours, const span *truth,
                           double size, outcome *o) {
    qvec n = exactly(ours->normal), apart = q_sub(exactly(ours->point_a), exactly(ours->point_b));
    worsen(o, MEASURE_POINTS, q_length(q_sub(apart, q_scale(n, ours->distance))), truth, size);
    for (int side = 0; side < 2; side++) {
        test_case one = *c;
        one.b = side ? c->b : c->a;
        one.a = (subject){.shape = cd_point(3, side ? ours->point_b : ours->point_a)};
        pair p = pair_of(&one);
        span off =
            distance_at(&p, (qvec){0, 0, 0}, side ? ours->normal : cd_negate(ours->normal), true);
        quad error = off.low > 0 ? off.low : off.high < 0 ? -off.high : 0;
        worsen(o, MEASURE_POINTS, error, truth, size);
    }
}

static outcome compare_distance(const test_case *c, const pair *p, bool verbose) {
    cd_separation ours = cd_separate(&c->a.shape, &c->b.shape);
    span truth = distance_at(p, (qvec){0, 0, 0}, ours.normal, true);
    outcome o = {.k = {NAN, NAN, NAN, NAN}, .margin = NAN, .curved = true, .proved = true};
    double tolerance = (truth.apart ? distances : depths) * p->size;
    o.hit = truth.high <= 0;
    o.stable = truth.low > tolerance || truth.high < -tolerance;
    o.far = o.wrong = o.stable && o.hit != (ours.distance <= 0);
    o.proved = truth.high - truth.low <= 0.6 * depths * p->size;
    quad error = q_max(q_max(truth.low - ours.distance, ours.distance - truth.high), 0);
    worsen(&o, MEASURE_VALUE, error, &truth, p->size);
    compare_normal(p, &ours, &truth, &o);
    compare_points(c, &ours, &truth, p->size, &o);
    if (verbose)
        fprintf(stderr, "  distance ours %.17g  oracle [%.17g, %.17g]\n", ours.distance,
                (double)truth.low, (double)truth.high);
    return o;
}

// ------------------------------------------------------------------------------------------- casts

typedef struct {
    const pair *p;
    qvec motion;
    bool verbose;
    outcome *o;
} course;

// `apart`, `overlapping`: what would be wrong at time t.
static void expect_at(const course *c, double t, cd_vec normal, bool apart, bool overlapping) {
    double way = fabs(t) * (double)q_length(c->motion);
    if (way > 500 * c->p->size) // an infinite line has ends here
        return;
    span s = distance_at(c->p, q_scale(c->motion, t), normal, overlapping);
    quad error = s.low > 0 && apart ? s.low : s.high < 0 && overlapping ? -s.high : 0;
    worsen(c->o, MEASURE_VALUE, error, &s, fmax(c->p->size, way));
    if (c->verbose)
        fprintf(stderr, "  at %.17g  distance [%.3g, %.3g]\n", t, (double)s.low, (double)s.high);
}

static void check_hit(const course *c, const cd_hit *hit) {
    bool starts = isfinite(hit->enter), ends = isfinite(hit->exit);
    double length = hit->exit - hit->enter;
    if (starts)
        expect_at(c, hit->enter, hit->normal, true, true);
    if (ends)
        expect_at(c, hit->exit, hit->exit_normal, true, true);
    if (!starts || !ends)
        return;
    expect_at(c, hit->enter + 0.5 * length, hit->normal, true, false);
    expect_at(c, hit->enter - 0.1 * length, hit->normal, false, true);
    expect_at(c, hit->exit + 0.1 * length, hit->exit_normal, false, true);
}

// Where they do touch, they must not overlap for long.
static void check_miss(const course *c, double tmax) {
    double t = 0, speed = (double)q_length(c->motion), size = c->p->size;
    for (int step = 0; step < 100; step++) {
        span s = distance_at(c->p, q_scale(c->motion, t), (cd_vec){0, 0, 0}, false);
        if (s.low <= 1e-12 * size)
            break;
        double slope = (double)q_dot(s.normal, c->motion);
        if (slope >= 0)
            return;
        double next = t - (double)s.low / slope;
        if (next > tmax)
            return;
        if (!(next > t))
            break;
        t = next;
    }
    for (double later = 0; later <= 1e-2 && speed > 0; later = later > 0 ? later * 100 : 1e-6)
        if (t + later * size / speed <= tmax)
            expect_at(c, t + later * size / speed, (cd_vec){0, 0, 0}, false, true);
}

static outcome compare_cast(const test_case *c, const pair *p, query q, bool verbose) {
    outcome o = {
        .k = {NAN, NAN, NAN, NAN}, .margin = NAN, .curved = true, .proved = true, .stable = true};
    double tmax = q == QUERY_RAYCAST ? c->tmax : 1;
    cd_hit ours = {0};
    o.hit = q == QUERY_RAYCAST
                ? cd_raycast(c->a.shape.as.center, c->motion, &c->b.shape, tmax, &ours)
                : cd_shapecast(&c->a.shape, c->motion, &c->b.shape, c->motion_b, &ours);
    course way = {p, q_sub(exactly(c->motion), exactly(c->motion_b)), verbose, &o};
    if (verbose)
        fprintf(stderr, "  we hit %d, enter %.17g exit %.17g\n", o.hit, ours.enter, ours.exit);
    if (o.hit)
        check_hit(&way, &ours);
    else
        check_miss(&way, tmax);
    return o;
}

outcome compare_curved(const test_case *c, query q, bool verbose) {
    pair p = pair_of(c);
    if (verbose)
        print_case(c, q != QUERY_DISTANCE);
    outcome o =
        q == QUERY_DISTANCE ? compare_distance(c, &p, verbose) : compare_cast(c, &p, q, verbose);
    if (verbose)
        fprintf(stderr, "  value %.3g normal %.3g points %.3g\n", o.k[MEASURE_VALUE],
                o.k[MEASURE_NORMAL], o.k[MEASURE_POINTS]);
    return o;
}
