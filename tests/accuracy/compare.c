// Values are compared as numbers. Normals of cores that are apart too: they are unique. Where cores
// overlap or meet sharply several may be right, so there the slab across ours must be as wide as
// the true distance. Points may slide along parallel features: ours must lie on the surfaces.
#include "compare.h"
#include "perturb.h"
#include "record/text/print.h"

#include <float.h>
#include <stdio.h>

static const double doubt_from = 1; // a K above it is worth the dearer judgement

const char *const query_names[QUERY_COUNT] = {"distance", "raycast", "shapecast"};
const char *const measure_names[MEASURE_COUNT] = {"value by numbers", "value", "normal", "points"};

// What the first shape is asked of: the second, or the set that it is a part of.
static const cd_shape *asked_shape(const test_case *c) { return c->asked ? c->asked : &c->b.shape; }

static bool ask_cast(const test_case *c, query q, cd_hit *hit) {
    const cd_shape *a = &c->a.shape, *b = asked_shape(c);
    return q == QUERY_RAYCAST ? cd_raycast(a->as.center, c->motion, b, c->tmax, hit)
                              : cd_shapecast(a, c->motion, b, c->motion_b, hit);
}

// Of the oracle itself.
static double noise(const test_case *c) {
    return 1e-30 * fmax(subject_size(&c->a), subject_size(&c->b));
}

static double ulps(double answer) { return 4 * half_ulp(answer); }

static double ratio(double error, double allowed) { return error == 0 ? 0 : error / allowed; }

static void worsen(outcome *o, measure m, double k) {
    if (!(o->k[m] >= k))
        o->k[m] = k;
}

static void compare_value(outcome *o, double error, double ours, condition c, double noise) {
    worsen(o, MEASURE_NUMBERS, ratio(error, c.numbers + ulps(ours) + noise));
    worsen(o, MEASURE_VALUE, ratio(error, c.points + ulps(ours) + noise));
}

static void print_vector(const char *name, cd_vec v) {
    fprintf(stderr, "  %s (%a, %a, %a)", name, v.x, v.y, v.z);
}

static void write_text(void *to, const char *text) { fputs(text, to); }

static void print_subject(const char *name, const subject *s) {
    cd_printer printer = {CD_PRINT_DATA, write_text, stderr};
    fprintf(stderr, "%s: ", name);
    cd_print_shape(&printer, &s->shape);
    fputc('\n', stderr);
}

static void print_pair(const char *name, double ours, quad truth, condition c) {
    fprintf(stderr, "  %-9s ours %.17g  oracle %.17g  difference %.3g  condition %.3g, %.3g\n",
            name, ours, (double)truth, (double)(ours - truth), c.numbers, c.points);
}

static void print_vectors(const char *name, cd_vec ours, qvec truth) {
    fprintf(stderr, "  %-9s ours (%.17g, %.17g, %.17g)\n            oracle (%.17g, %.17g, %.17g)\n",
            name, ours.x, ours.y, ours.z, (double)truth.x, (double)truth.y, (double)truth.z);
}

void print_case(const test_case *c, bool cast) {
    fprintf(stderr, "dim %d, style %s\n", c->dim, style_names[c->style]);
    print_subject("a", &c->a);
    print_subject("b", &c->b);
    if (cast) {
        print_vector("motion", c->motion);
        print_vector("motion_b", c->motion_b);
        fprintf(stderr, "  tmax %g\n", c->tmax);
    }
}

static void print_outcome(const outcome *o) {
    fprintf(stderr,
            "  hit %d stable %d wrong %d proved %d  K %.3g, value %.3g normal %.3g points %.3g\n",
            o->hit, o->stable, o->wrong, o->proved, o->k[0], o->k[1], o->k[2], o->k[3]);
}

// --------------------------------------------------------------------------------------- distance

static bool half_space(const test_case *c) {
    return c->a.shape.kind == CD_PLANE || c->b.shape.kind == CD_PLANE;
}

// How far p lies from the surface of s, in multiples of how well that surface is known.
// `out`: of the surface there, if it is right.
static void compare_place(int dim, qvec p, const subject *s, qvec out, double allowed, outcome *o) {
    subject point = {.shape = cd_point(dim, rounded(p))};
    oracle_separation truth = oracle_separate(&point, s, out);
    worsen(o, MEASURE_POINTS,
           ratio(fabs((double)truth.distance), fmax(allowed, truth.condition.points)));
}

static double coordinates(cd_vec p) { return ulps(cd_max_abs(p)); }

static double angle_between(cd_vec ours, qvec truth) {
    return (double)q_length(q_sub(exactly(ours), truth));
}

// Of a slab across our normal that is to be as wide as `distance`; a normal's own two ulps turn it.
static void compare_width(const test_case *c, quad time, cd_vec n, quad distance, double allowed,
                          outcome *o) {
    qvec v = q_sub(exactly(c->motion), exactly(c->motion_b));
    double error = (double)oracle_slab_error(&c->a, time, v, &c->b, exactly(n), distance);
    double turn = ulps(1) * oracle_extent(&c->a, &c->b);
    worsen(o, MEASURE_NORMAL, ratio(error, allowed + turn));
}

static void compare_separation(const test_case *c, const oracle_separation *truth, outcome *o) {
    cd_separation ours = cd_separate(&c->a.shape, asked_shape(c));
    bool infinite = ours.distance == -INFINITY;
    o->wrong = o->stable && (o->hit != cd_overlap(&c->a.shape, asked_shape(c)) ||
                             infinite != truth->inseparable);
    o->far = infinite != truth->inseparable && o->stable;
    if (infinite || truth->inseparable)
        return;
    if (o->hit != (ours.distance <= 0))
        o->margin = fabs((double)truth->distance) / (truth->condition.points + noise(c));
    o->far = o->wrong && !(o->margin <= BAR_VERDICT);
    if (c->verdict_only || !truth->stable) // of another kind within half an ulp
        return;
    double size = fmax(subject_size(&c->a), subject_size(&c->b));
    double error = fabs((double)(ours.distance - truth->distance));
    compare_value(o, error, ours.distance, truth->condition, noise(c));
    o->relative = ratio(error, size);
    double spread = truth->spread + noise(c);
    if (truth->gap > 0 || half_space(c))
        worsen(o, MEASURE_NORMAL,
               ratio(angle_between(ours.normal, truth->normal), ulps(1) + truth->normal_condition));
    else
        compare_width(c, 0, ours.normal, truth->gap, spread + ulps((double)truth->gap), o);
    double allowed = spread + coordinates(ours.point_a) + coordinates(ours.point_b);
    qvec equation = q_sub(q_sub(exactly(ours.point_a), exactly(ours.point_b)),
                          q_scale(exactly(ours.normal), ours.distance));
    worsen(o, MEASURE_POINTS, ratio((double)q_length(equation), allowed));
    if (fabs((double)truth->gap) <= 4 * spread) // where along the cores they touch is lost
        return;
    qvec n = exactly(ours.normal);
    compare_place(c->dim, exactly(ours.point_a), &c->a, q_scale(n, -1), allowed, o);
    compare_place(c->dim, exactly(ours.point_b), &c->b, n, allowed, o);
}

// Whether the first order leaves a doubt that the perturbed inputs can answer.
static bool doubtful(const outcome *o) {
    bool doubt = o->wrong;
    for (int m = MEASURE_VALUE; m < MEASURE_COUNT; m++)
        doubt = doubt || o->k[m] > doubt_from;
    return doubt;
}

static outcome judge_separation(const test_case *c, const oracle_separation *truth) {
    outcome o = {.k = {NAN, NAN, NAN, NAN}, .margin = NAN, .proved = truth->proved};
    o.hit = truth->inseparable || truth->distance <= 0;
    o.stable = truth->stable && (truth->inseparable || fabs((double)truth->distance) >
                                                           truth->condition.points + noise(c));
    compare_separation(c, truth, &o);
    return o;
}

static outcome compare_distance(const test_case *c, bool verbose) {
    cd_separation ours = cd_separate(&c->a.shape, asked_shape(c));
    oracle_separation truth = oracle_separate(&c->a, &c->b, exactly(ours.normal));
    outcome o = judge_separation(c, &truth);
    if (doubtful(&o)) {
        perturb_separation(c, &truth);
        o = judge_separation(c, &truth);
    }
    if (verbose) {
        print_case(c, false);
        print_pair("distance", ours.distance, truth.inseparable ? -INFINITY : truth.distance,
                   truth.condition);
        print_vectors("normal", ours.normal, truth.normal);
        print_vector("point_a", ours.point_a);
        print_vector("point_b", ours.point_b);
        fputc('\n', stderr);
        fprintf(stderr, "  gap %.17g spread %.3g turn %.3g\n", (double)truth.gap, truth.spread,
                truth.normal_condition);
        print_outcome(&o);
    }
    return o;
}

// ------------------------------------------------------------------------------------------ casts

static double limit_margin(quad t, double limit, double change) {
    return fabs((double)(t - limit)) / (change + half_ulp((double)t));
}

// How far the verdict is from the other one, in multiples of what half an ulp does.
static double verdict_margin(const test_case *c, const oracle_interval *truth, double tmax) {
    double m = fabs((double)truth->margin) / (truth->margin_condition.points + noise(c));
    if (truth->never || truth->always)
        return m;
    m = fmin(m, limit_margin(truth->exit, 0, truth->exit_condition.points));
    if (isfinite(tmax))
        m = fmin(m, limit_margin(truth->enter, tmax, truth->enter_condition.points));
    return m;
}

// One end of the interval.
static void compare_end(const test_case *c, double ours, quad truth, condition change, outcome *o) {
    if (!isfinite(ours) || isinf((double)truth)) {
        if (ours != (double)truth)
            compare_value(o, INFINITY, 0, change, 0);
        return;
    }
    double error = fabs((double)(ours - truth));
    compare_value(o, error, ours, change, 0);
    double speed = cd_length(cd_sub(c->motion, c->motion_b));
    double size = fmax(fmax(subject_size(&c->a), subject_size(&c->b)), fabs(ours) * speed);
    o->relative = fmax(o->relative, ratio(error * speed, size));
}

// One end of the interval, as the oracle has it.
typedef struct {
    quad time;
    double change, spread, turn;
    qvec normal;
} truth_end;

static void compare_touch(const test_case *c, quad radius, const truth_end *truth,
                          cd_vec our_normal, double our_time, cd_vec our_point, outcome *o) {
    double speed = cd_length(cd_sub(c->motion, c->motion_b));
    double slip = truth->spread + speed * (truth->change + ulps(our_time)) + noise(c);
    double angle = angle_between(our_normal, truth->normal);
    if (half_space(c))
        worsen(o, MEASURE_NORMAL, ratio(angle, ulps(1)));
    else if (radius > 0)
        worsen(o, MEASURE_NORMAL, ratio(angle, ulps(1) + fmax(truth->turn, slip / (double)radius)));
    else
        compare_width(c, truth->time, our_normal, 0, slip, o);
    double way = fabs(our_time) * fmax(cd_length(c->motion), cd_length(c->motion_b));
    double allowed = truth->spread + coordinates(our_point) + ulps(way);
    qvec on_a = q_add_scaled(exactly(our_point), -(quad)our_time, exactly(c->motion));
    qvec on_b = q_add_scaled(exactly(our_point), -(quad)our_time, exactly(c->motion_b));
    qvec n = exactly(our_normal);
    compare_place(c->dim, on_a, &c->a, q_scale(n, -1), allowed, o);
    compare_place(c->dim, on_b, &c->b, n, allowed, o);
}

static void compare_ends(const test_case *c, const oracle_interval *truth, const cd_hit *ours,
                         outcome *o) {
    compare_end(c, ours->enter, truth->enter, truth->enter_condition, o);
    compare_end(c, ours->exit, truth->exit, truth->exit_condition, o);
    truth_end enter = {truth->enter, truth->enter_condition.points, truth->enter_spread,
                       truth->enter_turn, truth->enter_normal};
    truth_end exit = {truth->exit, truth->exit_condition.points, truth->exit_spread,
                      truth->exit_turn, truth->exit_normal};
    if (!ours->inside)
        compare_touch(c, truth->radius, &enter, ours->normal, ours->t, ours->point, o);
    if (isfinite(ours->exit) && !isinf((double)truth->exit))
        compare_touch(c, truth->radius, &exit, ours->exit_normal, ours->exit, ours->exit_point, o);
}

static outcome judge_cast(const test_case *c, query q, const oracle_interval *truth, bool hit,
                          const cd_hit *ours) {
    outcome o = {.k = {NAN, NAN, NAN, NAN}, .margin = NAN};
    double tmax = q == QUERY_RAYCAST ? c->tmax : 1;
    o.hit = truth->always || (!truth->never && truth->enter <= tmax && truth->exit >= 0);
    o.stable = truth->stable && verdict_margin(c, truth, tmax) > 1;
    if (hit != o.hit)
        o.margin = verdict_margin(c, truth, tmax);
    o.wrong = o.stable && hit != o.hit;
    o.far = o.wrong && o.margin > BAR_VERDICT;
    o.proved = truth->proved || !o.stable;
    if (c->verdict_only)
        return o;
    if (o.stable && hit && truth->always)
        compare_value(&o, isinf(ours->enter) && isinf(ours->exit) ? 0 : INFINITY, 0,
                      (condition){1, 1}, 0);
    else if (o.stable && hit && o.hit)
        compare_ends(c, truth, ours, &o);
    return o;
}

static outcome compare_cast(const test_case *c, query q, bool verbose) {
    cd_hit ours = {0};
    bool hit = ask_cast(c, q, &ours);
    oracle_hints hints = {exactly(ours.normal), exactly(ours.exit_normal), false};
    oracle_interval truth =
        oracle_cast(&c->a, c->motion, &c->b, c->motion_b, (qvec){0, 0, 0}, hints);
    outcome o = judge_cast(c, q, &truth, hit, &ours);
    if (doubtful(&o)) {
        perturb_cast(c, &truth);
        o = judge_cast(c, q, &truth, hit, &ours);
    }
    if (verbose) {
        print_case(c, true);
        fprintf(stderr, "  we hit %d; always %d never %d margin %.17g (condition %.3g)\n", hit,
                truth.always, truth.never, (double)truth.margin, truth.margin_condition.points);
        if (hit && !truth.never) {
            print_pair("enter", ours.enter, truth.enter, truth.enter_condition);
            print_pair("exit", ours.exit, truth.exit, truth.exit_condition);
            print_vectors("normal", ours.normal, truth.enter_normal);
            print_vectors("exit", ours.exit_normal, truth.exit_normal);
        }
        print_outcome(&o);
    }
    return o;
}

outcome compare_case(const test_case *c, query q, bool verbose) {
    return q == QUERY_DISTANCE ? compare_distance(c, verbose) : compare_cast(c, q, verbose);
}
