// Gauss's principle of least constraint (1829): of all velocities at the end of the step at which
// no contact closes, bodies get those nearest to what gravity alone would give, in the metric of
// the masses (Moreau 1988). A few bodies then have constant accelerations until a velocity changes,
// so that what rests or slides has no events at all; a pile (pile.h) has the velocities at once.
#include "collide/world/contact/constraint.h"

#include "collide/world/contact/contact_memory.h"
#include "collide/world/contact/contact_problem.h"
#include "collide/world/contact/friction.h"
#include "collide/world/contact/group_solver.h"
#include "collide/world/contact/groups.h"
#include "collide/world/contact/paths.h"
#include "collide/world/contact/pile.h"
#include "collide/world/contact/turning_contact.h"
#include "collide/world/motion/spin.h"
#include "collide/world/motion/touches.h"

#include <string.h>

// The solver ends after so many rounds where a hit has changed a few.
enum { MOST_ROUNDS_LOCAL = 40 };

// The rest of a step counts as at least this part of it, so that what is left over at its end does
// not become an acceleration beyond bounds.
static const double LEAST_LEFT = 0x1p-6;

// What has sunk rises in about so many steps.
enum { STEPS_TO_RISE = 8 };

// -------------------------------------------------------------------------------------- contacts

// What stops stays where it is as long as something holds it.
static void hold_stopped(cd_world *w, cd_island_body *b) {
    if (b->inverse_mass > 0 && cd_is_zero(b->v) &&
        cd_stored_bodies(w)[cd_dynamic_of_island(w, b)->index].body.response == CD_STOP)
        b->inverse_mass = 0;
}

// How fast a contact may close when the step has ended: it lies in the middle of its margin then.
// In a pile that lies on something, what has sunk to the bottom of that rises within some steps.
static double closing_wanted(const cd_contact_problem *p, const cd_island_contact *c, bool rises) {
    const double above = c->gap - c->margin / 2, below = c->margin / 4 - c->gap;
    if (above > 0)
        return above / p->left;
    return rises && below > 0 && below < 2 * c->margin
               ? -below / (STEPS_TO_RISE * p->world->step.dt)
               : 0;
}

// Whether a contact takes part: one that holds, and in a pile all whose bodies do.
static bool takes_part(const cd_contact_problem *p, const cd_island_contact *c) {
    const cd_island_body *a = &cd_island_bodies(p->world)[c->of_a];
    const cd_island_body *b = &cd_island_bodies(p->world)[c->of_b];
    if (!(a->inverse_mass + b->inverse_mass > 0))
        return false;
    if (!p->whole)
        return c->holds;
    // What it does to those around it they find out by themselves.
    const bool all_join = (a->joins || !(a->own > 0)) && (b->joins || !(b->own > 0));
    const bool is_one = !(a->joins && b->joins) || c->joins;
    return all_join && is_one &&
           (c->holds || cd_is_group_pile(p->world, c->of_a) || cd_is_group_pile(p->world, c->of_b));
}

// Moves the contacts that take part to the front.
static void find_contacts(cd_contact_problem *p) {
    cd_world *w = p->world;
    cd_island_contact *all = cd_island_contacts_of(w);
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = 0; i < w->step.island_contact_count; i++)
        if (all[i].holds) {
            hold_stopped(w, &bodies[all[i].of_a]);
            hold_stopped(w, &bodies[all[i].of_b]);
        }
    p->count = 0;
    for (int i = 0; i < w->step.island_contact_count; i++) {
        cd_island_contact c = all[i];
        const cd_island_body *a = &bodies[c.of_a], *b = &bodies[c.of_b];
        if (!takes_part(p, &c))
            continue;
        if (c.turns)
            cd_turn_contact(w, &c, p->left);
        c.mass = 1 / (cd_length2(c.normal) * (a->inverse_mass + b->inverse_mass));
        c.impulse = c.total = c.further = 0;
        c.rubbed = (cd_vec){0, 0, 0};
        c.approach = c.holds ? 0 : cd_max(-cd_separating_speed(bodies, &c), 0);
        const int of = a->joins ? c.of_a : c.of_b;
        const bool in_pile = p->whole && cd_is_group_pile(w, of);
        c.slack = c.turns ? (c.gap - c.margin / 2) / p->left
                          : closing_wanted(p, &c, in_pile && bodies[cd_group_of(bodies, of)].lies);
        if (!a->joins) // it goes on as it does, but not towards what joins, which may be stuck
            c.slack += cd_max(-cd_dot(cd_dynamic_of_island(w, a)->a, c.normal), 0) * p->left;
        if (!b->joins && c.of_b != CD_GROUND)
            c.slack += cd_max(cd_dot(cd_dynamic_of_island(w, b)->a, c.normal), 0) * p->left;
        all[i] = all[p->count];
        all[p->count++] = c;
    }
}

// The solver begins with the impulses that the contacts had.
static void recall(const cd_contact_problem *p) {
    for (int i = 0; i < p->count; i++)
        cd_contact_recall(p->world, p->left, &cd_island_contacts_of(p->world)[i]);
}

static void note(const cd_contact_problem *p) {
    for (int i = 0; i < p->count; i++) {
        cd_island_contact c = cd_island_contacts_of(p->world)[i];
        c.impulse = c.total / p->left;
        c.rubbed = cd_scale(c.rubbed, 1 / p->left);
        cd_contact_note(p->world, &c);
    }
}

// The velocities that gravity alone would lead to.
static void fall(const cd_contact_problem *p) {
    const cd_world *w = p->world;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        cd_island_body *b = &cd_island_bodies(w)[i];
        b->before = b->v;
        b->v = cd_add_scaled(b->v, p->left,
                             b->joins ? cd_island_fall(w, b) : cd_dynamic_of_island(w, b)->a);
        if (b->joins && b->inverse_mass == 0)
            b->v = (cd_vec){0, 0, 0}; // it stops
    }
}

// Bodies that are squeezed have no acceleration that helps: what then closes hits.
static void go_straight(cd_world *w) {
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        cd_island_bodies(w)[i].v = cd_island_bodies(w)[i].before;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        memset(cd_island_bodies(w)[i].rides, 0, sizeof cd_island_bodies(w)[i].rides);
}

static bool has_turning(const cd_world *w) {
    for (int i = 0; i < w->step.dynamic_count && w->step.fixed_count > 0; i++)
        if (cd_dynamic_at(w, i)->spins)
            return true;
    return false;
}

static void note_rider(cd_island_body *b, int turning) {
    int i = 0;
    while (i < CD_MOST_RIDDEN - 1 && b->rides[i] != 0 && b->rides[i] != turning + 1)
        i++;
    b->rides[i] = turning + 1;
}

// Notes the bodies that a body which turns takes along from a hit on: until the step ends they keep
// to a path beside it.
static bool note_riders(cd_world *w) {
    cd_island_body *bodies = cd_island_bodies(w);
    bool any = false;
    for (int i = 0; i < w->step.island_contact_count; i++) {
        cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (!c->turns || c->gap > c->margin ||
            !cd_turning_stays(cd_separating_speed(bodies, c), cd_contact_turning_push(w, c),
                              c->margin))
            continue;
        c->holds = true;
        if (bodies[c->of_a].joins)
            note_rider(&bodies[c->of_a], c->b);
        if (bodies[c->of_b].joins)
            note_rider(&bodies[c->of_b], c->a);
        any = true;
    }
    return any;
}

static void constrain_island(cd_world *w, bool whole) {
    const double dt = w->step.dt;
    cd_contact_problem p = {.world = w, .whole = whole};
    if (!(dt > 0) || (cd_is_zero(w->gravity) && !has_turning(w)))
        return;
    if (whole)
        cd_join_all(w);
    else
        cd_join_changed(w);
    const bool rides = !whole && note_riders(w);
    p.left = whole || rides ? cd_max(w->step.end - w->step.now, LEAST_LEFT * dt) : dt;
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        bodies[i].own = bodies[i].inverse_mass;
        bodies[i].inverse_mass = bodies[i].joins ? bodies[i].inverse_mass : 0;
    }
    find_contacts(&p);
    fall(&p);
    if (!whole) {
        const cd_island_contact *contacts = cd_island_contacts_of(w);
        const double enough = cd_least_margin(contacts, p.count) / (64 * dt);
        const cd_island_contacts island = cd_island_of(w, p.count, enough, MOST_ROUNDS_LOCAL);
        const cd_solution solution = island.count > 0 ? cd_solve_with_friction(&island) : CD_SOLVED;
        if (solution == CD_SQUEEZED || (solution == CD_APPROXIMATED && !rides))
            go_straight(w);
        cd_give_accelerations(&p);
        return;
    }
    recall(&p);
    cd_solve_groups(&p);
    note(&p);
    cd_give_paths(&p);
}

void cd_constrain(cd_world *w) { constrain_island(w, false); }

// ------------------------------------------------------------------------------------------ begin

static bool asks(const cd_world *w, int index) {
    return cd_stored_bodies(w)[index].body.response == CD_ASK;
}

// A body whose contacts are to be solved.
static void begin_at(cd_world *w, int dynamic_body) {
    if (dynamic_body < 0)
        return;
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    if (m->inverse_mass == 0) {
        w->step.contact_speed = cd_max(w->step.contact_speed, cd_length(m->v));
        return;
    }
    const int place = cd_island_add(w, dynamic_body);
    if (place >= 0)
        cd_island_bodies(w)[place].jolted = true;
}

static bool is_still(const cd_world *w, int dynamic_body) {
    return dynamic_body < 0 || cd_dynamic_is_still(cd_dynamic_at(w, dynamic_body));
}

typedef struct {
    cd_world *world;
    bool all; ///< also what lies still
} touch_visitor;

static void visit_touch(void *context, int a, int b) {
    const touch_visitor *v = context;
    cd_world *w = v->world;
    int of_a = cd_dynamic_of(w)[a], of_b = cd_dynamic_of(w)[b];
    if (!v->all && is_still(w, of_a) && is_still(w, of_b) && !asks(w, a) && !asks(w, b))
        return;
    begin_at(w, of_a);
    begin_at(w, of_b);
}

// How fast a body may be in this step: as those that touch others, and a little faster.
static void set_span(cd_world *w) {
    cd_step_state *s = &w->step;
    s->contact_span = s->end - s->now;
    double most = s->contact_speed;
    s->contact_speed = INFINITY;
    for (int i = CD_GROUND + 1; i < s->island_body_count; i++) {
        const cd_dynamic_body *m = cd_dynamic_of_island(w, &cd_island_bodies(w)[i]);
        most = cd_max(most, cd_min(cd_length(m->v), cd_contact_span(w, m) / s->contact_span));
    }
    s->contact_speed = most + 2 * cd_length(w->gravity) * s->contact_span;
    if (s->island_body_count > CD_GROUND + 1)
        cd_island_set_reaches(w);
}

// all: also what lies still and touches nothing that moves.
static void constrain_all(cd_world *w, bool all) {
    touch_visitor visitor = {w, all};
    cd_island_begin(w);
    cd_touches_each(w, all, visit_touch, &visitor);
    // What has left its contacts falls, and what has been put down may touch.
    cd_awake_sort(w);
    for (int k = 0; k < w->step.awake_count; k++) {
        const int i = cd_awake(w)[k];
        cd_dynamic_body *m = cd_dynamic_at(w, i);
        const bool was_in_pile = m->in_pile;
        m->in_pile = false;
        cd_ride_nothing(w, i);
        // What friction has stopped on a slope may be pulled back: this is not known yet.
        const bool has_stopped = cd_dynamic_is_still(m) && m->since == w->step.now;
        if (was_in_pile || has_stopped || (cd_traits(w)[m->index] & CD_TRAIT_TELEPORTED) != 0 ||
            !(cd_equal(m->a, cd_dynamic_fall(w, m)) || cd_dynamic_is_still(m)))
            begin_at(w, i);
        else if (!cd_dynamic_is_still(m))
            cd_set_trait(w, m->index, CD_TRAIT_PRESSED, false);
        if (was_in_pile && m->island_mark >= w->step.island_mark) // what it may hit is not known
            cd_island_bodies(w)[m->island_body].changed = true;
    }
    set_span(w);
    constrain_island(w, true);
    w->step.contact_span = w->step.contact_speed = 0;
}

void cd_constrain_touching(cd_world *w, void (*changed)(cd_world *, int)) {
    cd_island_begin(w);
    if (cd_is_zero(w->gravity) && !has_turning(w))
        return;
    cd_contact_memory_turn(w);
    constrain_all(w, changed == NULL);
    for (int i = CD_GROUND + 1; i < w->step.island_body_count && changed && !w->step.failed; i++)
        if (cd_island_bodies(w)[i].changed)
            changed(w, cd_island_bodies(w)[i].dynamic_body);
}

// What has a path for the whole step has its velocity at the end of that: from this, gravity is
// taken until then.
static void go_on(cd_world *w, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    cd_dynamic_contacts(w)[dynamic_body].goes_on = false;
    if (m->stalled)
        return;
    if (!m->held && !m->in_pile && !cd_rides_any(w, dynamic_body))
        return;
    cd_dynamic_advance(w, m);
    const cd_vec v = m->held ? cd_stored_bodies(w)[m->index].body.velocity : m->v;
    m->v = cd_add_scaled(v, w->step.now - w->step.end, cd_dynamic_fall(w, m));
    m->held = false;
    cd_dynamic_contacts(w)[dynamic_body].goes_on = true;
    cd_dynamic_change(w, m);
}

void cd_constrain_anew(cd_world *w, void (*changed)(cd_world *, int)) {
    int *held = w->step.held.memory, kept = 0;
    for (int i = 0; i < w->step.held_count; i++)
        if (cd_dynamic_at(w, held[i])->stalled)
            held[kept++] = held[i];
    w->step.held_count = kept;
    cd_awake_sort(w);
    for (int k = 0; k < w->step.awake_count; k++)
        go_on(w, cd_awake(w)[k]);
    constrain_all(w, false);
    cd_awake_sort(w);
    for (int k = 0; k < w->step.awake_count && !w->step.failed; k++) {
        const int i = cd_awake(w)[k];
        const cd_dynamic_body *m = cd_dynamic_at(w, i);
        const bool is_member = m->island_mark >= w->step.island_mark;
        if (cd_dynamic_contacts(w)[i].goes_on ||
            (is_member && cd_island_bodies(w)[m->island_body].changed))
            changed(w, i);
    }
}
