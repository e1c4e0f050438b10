// Gauss's principle of least constraint (1829): the accelerations are those nearest to gravity, in
// the metric of the masses, at which no contact closes that holds. They are constant until a
// velocity changes; so what rests or slides has no events at all.
#include "collide/world/constraint.h"

#include "collide/world/contact_memory.h"
#include "collide/world/touches.h"

// The solver ends after so many rounds: what is left over moves a body by less than its margin in a
// step.
enum { MOST_ROUNDS = 60, MOST_ROUNDS_LOCAL = 40, LIFT_SWEEPS = 8 };

// What lies deeper than so many margins has begun there: position correction takes it apart.
static const double MOST_LIFTED = 64;

// What moves slower than this part of the speed that gravity adds in a step, and accelerates less
// than this part of gravity, rests.
static const double REST_SPEED = 0x1p-7, REST_ACCELERATION = 0x1p-10;

static cd_dynamic_body *dynamic_of(const cd_world *w, const cd_island_body *b) {
    return cd_dynamic_at(w, b->dynamic_body);
}

static void join_body(cd_world *w, int place) {
    cd_island_body *b = &cd_island_bodies(w)[place];
    if (b->joins || b->inverse_mass == 0)
        return;
    b->joins = true;
    cd_island_gather(w, place);
}

// The bodies that have changed; `whole`: all that hangs together with them by contacts that hold.
static void join(cd_world *w, bool whole) {
    const cd_step_state *s = &w->step;
    for (int i = CD_GROUND + 1; i < s->island_body_count; i++)
        if (cd_island_bodies(w)[i].jolted)
            join_body(w, i);
    for (int i = 0; i < s->island_contact_count && !s->failed && whole; i++) {
        const cd_island_contact c = cd_island_contacts_of(w)[i];
        if (!cd_is_holding(w, &c))
            continue;
        join_body(w, c.of_a);
        join_body(w, c.of_b);
    }
}

// What stops stays where it is as long as something holds it.
static void hold_stopped(cd_world *w, cd_island_body *b) {
    if (b->inverse_mass > 0 && cd_is_zero(b->v) &&
        cd_stored_bodies(w)[dynamic_of(w, b)->index].body.response == CD_STOP)
        b->inverse_mass = 0;
}

// At which speed a contact may close when the step has ended: what is above its margin comes back
// to it, so that it would take one step more from there on.
static double closing_wanted(const cd_world *w, const cd_island_contact *c, double speed) {
    double above = c->gap - c->margin * 3 / 4;
    return above > 0 ? cd_max((above / w->step.dt + speed / 2) * 2 / 3, 0) : 0;
}

// Moves the contacts that hold to the front. What they close at is made up for within a step.
// Returns how many they are.
static int find_holding(cd_world *w) {
    cd_island_contact *all = cd_island_contacts_of(w);
    cd_island_body *bodies = cd_island_bodies(w);
    int count = 0;
    for (int i = 0; i < w->step.island_contact_count; i++) {
        if (!cd_is_holding(w, &all[i]))
            continue;
        const cd_island_contact c = all[i];
        all[i] = all[count];
        all[count++] = c;
        hold_stopped(w, &bodies[c.of_a]);
        hold_stopped(w, &bodies[c.of_b]);
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        cd_island_contact c = all[i];
        double inverse = bodies[c.of_a].inverse_mass + bodies[c.of_b].inverse_mass;
        c.mass = 1 / (cd_length2(c.normal) * inverse);
        c.impulse = c.further = 0;
        double speed = cd_separating_speed(bodies, &c);
        c.slack = cd_max((speed + closing_wanted(w, &c, speed)) / w->step.dt, 0);
        if (inverse > 0 && (bodies[c.of_a].joins || bodies[c.of_b].joins))
            all[kept++] = c;
    }
    return kept;
}

// Whether all bodies of an island are so slow that they rest. Their accelerations are in `v`.
static bool rests(const cd_world *w) {
    const double g = cd_length(w->gravity);
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        const cd_island_body *b = &cd_island_bodies(w)[i];
        bool slow = cd_length(b->v) <= REST_ACCELERATION * g &&
                    cd_length(b->before) <= REST_SPEED * g * w->step.dt;
        if (b->joins && !slow)
            return false;
        if (!b->joins && !cd_is_zero(b->before)) // it is carried
            return false;
    }
    return true;
}

// What has sunk to the bottom of its margin is lifted to its middle, each by the share of the
// other's mass: the parts of a margin that nobody sees. Of what lifts a body, the mean counts:
// where there is no room, nothing moves.
static void lift(cd_world *w, int count) {
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = 0; i < w->step.island_body_count; i++)
        bodies[i].change = (cd_vec){0, 0, 0};
    for (int sweep = 0; sweep < LIFT_SWEEPS; sweep++) {
        for (int i = 0; i < w->step.island_body_count; i++) {
            bodies[i].further = (cd_vec){0, 0, 0};
            bodies[i].lifts = 0;
        }
        for (int i = 0; i < count; i++) {
            const cd_island_contact *c = &cd_island_contacts_of(w)[i];
            cd_island_body *a = &bodies[c->of_a], *b = &bodies[c->of_b];
            double gap = c->gap + cd_dot(cd_sub(a->change, b->change), c->normal);
            if (!(gap < c->margin / 4) || c->gap < -MOST_LIFTED * c->margin)
                continue;
            double share = (c->margin / 2 - gap) / (a->inverse_mass + b->inverse_mass);
            a->further = cd_add_scaled(a->further, share * a->inverse_mass, c->normal);
            b->further = cd_add_scaled(b->further, -share * b->inverse_mass, c->normal);
            a->lifts++;
            b->lifts++;
        }
        for (int i = 0; i < w->step.island_body_count; i++)
            if (bodies[i].lifts > 0)
                bodies[i].change =
                    cd_add_scaled(bodies[i].change, 1. / bodies[i].lifts, bodies[i].further);
    }
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (!cd_is_zero(bodies[i].change)) {
            cd_dynamic_shift(w, dynamic_of(w, &bodies[i]), bodies[i].change);
            bodies[i].changed = true;
        }
}

static void accelerate(cd_world *w, cd_island_body *b, cd_vec a, bool rests) {
    cd_dynamic_body *m = dynamic_of(w, b);
    if (rests) {
        a = (cd_vec){0, 0, 0};
        if (!cd_is_zero(m->v)) {
            m->v = a;
            cd_dynamic_change(w, m);
            b->changed = true;
        }
    }
    const double margin = cd_contact_margin(w, m->index, m->index, m->bounding_radius);
    if (cd_length(cd_sub(a, m->a)) <= cd_contact_still_acceleration(w, margin) / 2 &&
        !cd_equal(a, m->a) && !cd_is_zero(a))
        return;
    cd_dynamic_accelerate(w, m, a);
    b->changed = true;
}

// A body that does not join goes on as it does: away from one that does, but not towards it, which
// may have nowhere to go.
static void yield_to_others(cd_world *w, int count) {
    const cd_island_body *bodies = cd_island_bodies(w);
    for (int i = 0; i < count; i++) {
        cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (!bodies[c->of_a].joins)
            c->slack += cd_max(-cd_dot(bodies[c->of_a].v, c->normal), 0);
        if (!bodies[c->of_b].joins)
            c->slack += cd_max(cd_dot(bodies[c->of_b].v, c->normal), 0);
    }
}

static double least_margin(const cd_world *w, int count) {
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = cd_min(least, cd_island_contacts_of(w)[i].margin);
    return least;
}

// Begins with the impulses that the contacts had.
static void recall(cd_world *w, int count) {
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = 0; i < count; i++) {
        cd_island_contact *c = &cd_island_contacts_of(w)[i];
        cd_island_body *a = &bodies[c->of_a], *b = &bodies[c->of_b];
        c->impulse = cd_contact_recall(w, c);
        a->v = cd_add_scaled(a->v, c->impulse * a->inverse_mass, c->normal);
        b->v = cd_add_scaled(b->v, -c->impulse * b->inverse_mass, c->normal);
    }
}

static void constrain_island(cd_world *w, bool whole) {
    const cd_step_state *s = &w->step;
    if (cd_is_zero(w->gravity) || !(s->dt > 0))
        return;
    join(w, whole);
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = CD_GROUND + 1; i < s->island_body_count; i++)
        bodies[i].inverse_mass = bodies[i].joins ? bodies[i].inverse_mass : 0;
    const int count = find_holding(w);
    for (int i = CD_GROUND + 1; i < s->island_body_count; i++) {
        bodies[i].before = bodies[i].v;
        bodies[i].v = bodies[i].joins ? cd_dynamic_fall(w, dynamic_of(w, &bodies[i]))
                                      : dynamic_of(w, &bodies[i])->a;
        if (bodies[i].joins && bodies[i].inverse_mass == 0)
            bodies[i].v = (cd_vec){0, 0, 0}; // it stops
    }
    yield_to_others(w, count);
    if (count > 1 && whole)
        recall(w, count);
    if (count > 0)
        cd_island_solve(w, count, cd_contact_still_acceleration(w, least_margin(w, count)) / 4,
                        whole ? MOST_ROUNDS : MOST_ROUNDS_LOCAL);
    for (int i = 0; i < count && whole; i++)
        cd_contact_note(w, &cd_island_contacts_of(w)[i]);
    const bool all_rest = whole && rests(w);
    if (whole && count > 1 && !all_rest)
        lift(w, count);
    for (int i = CD_GROUND + 1; i < s->island_body_count; i++) {
        cd_island_body *b = &bodies[i];
        const cd_vec a = b->v;
        b->v = b->before;
        if (b->joins && !dynamic_of(w, b)->stalled)
            accelerate(w, b, a, all_rest);
    }
}

void cd_constrain(cd_world *w) { constrain_island(w, false); }

// ------------------------------------------------------------------------------------------ begin

typedef struct {
    cd_world *world;
    void (*changed)(cd_world *, int);
    unsigned first_mark; ///< of an island of this pass
} constraint_pass;

static bool is_still(const cd_world *w, int dynamic_body) {
    return dynamic_body < 0 || cd_dynamic_is_still(cd_dynamic_at(w, dynamic_body));
}

static bool asks(const cd_world *w, int index) {
    return cd_stored_bodies(w)[index].body.response == CD_ASK;
}

// Bodies whose contacts have been gathered in this pass have had their turn.
static bool had_turn(const constraint_pass *p, int dynamic_body) {
    const cd_dynamic_body *m = cd_dynamic_at(p->world, dynamic_body);
    return m->island_mark > p->first_mark && m->island_mark % 2 == 1;
}

static void constrain(const constraint_pass *p, int dynamic_body) {
    cd_world *w = p->world;
    if (dynamic_body < 0 || had_turn(p, dynamic_body) ||
        cd_dynamic_at(w, dynamic_body)->inverse_mass == 0)
        return;
    cd_island_begin(w);
    int place = cd_island_add(w, dynamic_body);
    if (place < 0)
        return;
    cd_island_bodies(w)[place].jolted = true;
    constrain_island(w, true);
    for (int i = CD_GROUND + 1; i < w->step.island_body_count && p->changed; i++)
        if (cd_island_bodies(w)[i].changed)
            p->changed(w, cd_island_bodies(w)[i].dynamic_body);
}

static void visit_touch(void *context, int a, int b) {
    const constraint_pass *p = context;
    const cd_world *w = p->world;
    int of_a = cd_dynamic_of(w)[a], of_b = cd_dynamic_of(w)[b];
    if (p->changed && is_still(w, of_a) && is_still(w, of_b) && !asks(w, a) && !asks(w, b))
        return;
    constrain(p, of_a);
    constrain(p, of_b);
}

void cd_constrain_touching(cd_world *w, void (*changed)(cd_world *, int)) {
    constraint_pass p = {w, changed, w->step.island_mark + 1};
    if (cd_is_zero(w->gravity))
        return;
    cd_contact_memory_turn(w);
    cd_touches_each(w, visit_touch, &p);
    // What has left its contacts falls, and what has been put down may touch.
    for (int i = 0; i < w->step.dynamic_count; i++) {
        const cd_dynamic_body *m = cd_dynamic_at(w, i);
        if ((cd_traits(w)[m->index] & CD_TRAIT_TELEPORTED) != 0 ||
            !(cd_equal(m->a, cd_dynamic_fall(w, m)) || cd_dynamic_is_still(m)))
            constrain(&p, i);
    }
}
