// See perturb.h.
#include "perturb.h"

enum { MOST_CHANGES = 8 };

typedef struct {
    int count;
    double change[MOST_CHANGES];
} changes;

static void see(changes *c, quad change) { c->change[c->count++] = fabs((double)change); }

static void see_vector(changes *c, qvec from, qvec to) { see(c, q_length(q_sub(to, from))); }

// Both ways of one input, and the sum over all.
static void add_larger(changes *sum, const changes *up, const changes *down) {
    for (int i = 0; i < up->count; i++)
        sum->change[i] += fmax(up->change[i], down->change[i]);
    sum->count = up->count;
}

typedef changes asker(const subject *a, const subject *b, qvec motion, const void *context);

static void ask(changes *sum, const subject up[2], const subject down[2], qvec motion, asker *asks,
                const void *context) {
    changes first = asks(&up[0], &up[1], motion, context);
    changes second = asks(&down[0], &down[1], q_scale(motion, -1), context);
    add_larger(sum, &first, &second);
}

static changes ask_all(const test_case *c, bool cast, asker *asks, const void *context) {
    changes sum = {0};
    const qvec still = {0, 0, 0};
    subject up[2] = {c->a, c->b}, down[2] = {c->a, c->b};
    for (int side = 0; side < 2; side++) {
        for (int i = 0; subject_nudge(&up[side], i, 1); i++) {
            subject_nudge(&down[side], i, -1);
            nudge n = up[side].nudge;
            if (n.number != 0 || q_max_abs(n.change) > 0)
                ask(&sum, up, down, still, asks, context);
        }
        up[side] = down[side] = side ? c->b : c->a;
    }
    for (int side = 0; side < 2 && cast; side++)
        for (int k = 0; k < c->dim; k++) {
            double h = half_ulp(cd_max_abs(side ? c->motion_b : c->motion));
            if (h > 0)
                ask(&sum, up, down, (qvec){k == 0 ? h : 0, k == 1 ? h : 0, k == 2 ? h : 0}, asks,
                    context);
        }
    return sum;
}

static changes separation_changes(const subject *a, const subject *b, qvec motion,
                                  const void *context) {
    const oracle_separation *truth = context;
    oracle_separation o = oracle_separate(a, b, truth->normal);
    changes c = {0};
    (void)motion;
    bool same = o.inseparable == truth->inseparable;
    see(&c, same ? o.distance - truth->distance : (quad)INFINITY);
    see(&c, same && o.gap > 0 ? q_length(q_sub(o.normal, truth->normal)) : (quad)INFINITY);
    return c;
}

void perturb_separation(const test_case *c, oracle_separation *truth) {
    changes sum = ask_all(c, false, separation_changes, truth);
    truth->condition.points = fmax(truth->condition.points, sum.change[0]);
    truth->normal_condition = fmax(truth->normal_condition, sum.change[1]);
    truth->spread = fmax(truth->spread, truth->condition.points); // the points no better
}

typedef struct {
    const test_case *c;
    const oracle_interval *truth;
} cast_context;

static void see_time(changes *c, quad from, quad to) {
    see(c, isinf((double)from) && from == to ? 0 : to - from);
}

static changes cast_changes(const subject *a, const subject *b, qvec motion, const void *context) {
    const test_case *of = ((const cast_context *)context)->c;
    const oracle_interval *truth = ((const cast_context *)context)->truth;
    oracle_interval o = oracle_cast(a, of->motion, b, of->motion_b, motion,
                                    (oracle_hints){truth->enter_normal, truth->exit_normal, false});
    changes c = {0};
    see(&c, o.margin - truth->margin);
    if (o.never || o.never != truth->never || o.always != truth->always) {
        while (c.count < 5)
            see(&c, (quad)INFINITY);
        return c;
    }
    see_time(&c, truth->enter, o.enter);
    see_time(&c, truth->exit, o.exit);
    see_vector(&c, truth->enter_normal, o.enter_normal);
    see_vector(&c, truth->exit_normal, o.exit_normal);
    return c;
}

void perturb_cast(const test_case *c, oracle_interval *truth) {
    cast_context context = {c, truth};
    changes sum = ask_all(c, true, cast_changes, &context);
    condition *raised[3] = {&truth->margin_condition, &truth->enter_condition,
                            &truth->exit_condition};
    for (int i = 0; i < 3; i++)
        raised[i]->points = fmax(raised[i]->points, sum.change[i]);
    truth->enter_turn = sum.change[3];
    truth->exit_turn = sum.change[4];
    cd_vec v = cd_sub(c->motion, c->motion_b);
    qvec motion = {v.x, v.y, v.z};
    double in = fabs((double)q_dot(truth->enter_normal, motion));
    double out = fabs((double)q_dot(truth->exit_normal, motion));
    truth->enter_spread = fmax(truth->enter_spread, in * truth->enter_condition.points);
    truth->exit_spread = fmax(truth->exit_spread, out * truth->exit_condition.points);
}
