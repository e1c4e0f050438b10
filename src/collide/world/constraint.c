// Gauss's principle of least constraint (1829): of all velocities at the end of the step at which
// no contact closes, bodies get those nearest to what gravity alone would give, in the metric of
// the masses (Moreau 1988). A few bodies then have constant accelerations until a velocity changes,
// so that what rests or slides has no events at all; a pile (pile.h) has the velocities at once.
#include "collide/world/constraint.h"

#include "collide/math/sort.h"
#include "collide/world/contact_memory.h"
#include "collide/world/impact.h"
#include "collide/world/pile.h"
#include "collide/world/touches.h"
#include "collide/world/world_memory.h"

#include <string.h>

// The solver ends after so many rounds.
enum { MOST_ROUNDS = 60, MOST_ROUNDS_LOCAL = 40, MOST_ROUNDS_OF_PILE = 24 };

// The rest of a step counts as at least this part of it, so that what is left over at its end does
// not become an acceleration beyond bounds.
static const double LEAST_LEFT = 0x1p-6;

// What has sunk rises in about so many steps.
enum { STEPS_TO_RISE = 8 };

// What lies deeper than so many margins has begun there: position correction takes it apart.
static const double MOST_LIFTED = 64;
enum { LIFT_SWEEPS = 8 };

// What moves slower than this part of the speed that gravity adds in a step rests.
static const double REST_SPEED = 0x1p-7;

static cd_dynamic_body *dynamic_of(const cd_world *w, const cd_island_body *b) {
    assert(b->dynamic_body >= 0);
    return cd_dynamic_at(w, b->dynamic_body);
}

static cd_vec fall_of(const cd_world *w, const cd_island_body *b) {
    return b->inverse_mass > 0 ? cd_dynamic_fall(w, dynamic_of(w, b)) : (cd_vec){0, 0, 0};
}

// Whether a contact may close within this step: by the present velocities, or by what gravity makes
// of those, whichever way it is turned.
static bool closes(const cd_world *w, const cd_island_contact *c) {
    const cd_island_body *a = &cd_island_bodies(w)[c->of_a], *b = &cd_island_bodies(w)[c->of_b];
    const double dt = w->step.contact_span;
    return (cd_length(w->gravity) * dt - cd_dot(cd_sub(a->v, b->v), c->normal)) * dt > c->gap;
}

static void join_body(cd_world *w, int place, bool whole) {
    cd_island_body *b = &cd_island_bodies(w)[place];
    const cd_dynamic_body *m = b->dynamic_body < 0 ? NULL : dynamic_of(w, b);
    if (b->joins || b->inverse_mass == 0 || (!whole && (m->held || cd_is_pressed(w, m))))
        return;
    b->joins = true;
    cd_island_gather(w, place);
}

// The bodies that a hit has changed, and their contacts.
static void join_changed(cd_world *w) {
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (cd_island_bodies(w)[i].jolted)
            join_body(w, i, false);
    for (int i = 0; i < w->step.island_contact_count; i++)
        cd_island_contacts_of(w)[i].holds = cd_is_holding(w, &cd_island_contacts_of(w)[i]);
}

// Whether a body may be in a pile: a hit changes nothing but its velocity, and it is slow.
static bool may_be_in_pile(const cd_world *w, int place) {
    const cd_island_body *b = &cd_island_bodies(w)[place];
    if (!(b->inverse_mass > 0))
        return true;
    const cd_dynamic_body *m = dynamic_of(w, b);
    const cd_response response = cd_stored_bodies(w)[m->index].body.response;
    return (response == CD_BOUNCE || response == CD_SLIDE) &&
           cd_length(b->v) * w->step.contact_span <= cd_contact_span(w, m);
}

static void join_both(cd_world *w, int contact) {
    const cd_island_contact c = cd_island_contacts_of(w)[contact];
    join_body(w, c.of_a, true);
    join_body(w, c.of_b, true);
}

// Joins all that hangs together by contacts that hold or close, from a contact on.
static void join_active(cd_world *w, int from) {
    for (int i = from; i < w->step.island_contact_count && !w->step.failed; i++) {
        cd_island_contact *c = &cd_island_contacts_of(w)[i];
        c->holds = cd_is_holding(w, c);
        c->closes =
            !c->holds && closes(w, c) && may_be_in_pile(w, c->of_a) && may_be_in_pile(w, c->of_b);
        c->joins = c->holds || c->closes;
        if (c->joins)
            join_both(w, i);
    }
}

// -------------------------------------------------------------------------------------- contacts

/// An island whose velocities are to be found.
typedef struct {
    cd_world *world;
    bool whole;  ///< all of it, for the step; else what a hit has changed
    double left; ///< of the step
    int count;   ///< of the contacts that count, which come first
} constraint;

static int root_of(cd_island_body *bodies, int i) {
    while (bodies[i].parent != i)
        i = bodies[i].parent = bodies[bodies[i].parent].parent;
    return i;
}

static void clear_parents(cd_world *w) {
    for (int i = 0; i < w->step.island_body_count; i++) {
        cd_island_body *b = &cd_island_bodies(w)[i];
        b->parent = i;
        b->size = 1;
        b->lies = false;
        b->total_mass = b->inverse_mass > 0 ? 1 / b->inverse_mass : INFINITY;
    }
}

// Joins two groups of bodies.
static void group(cd_island_body *bodies, int a, int b) {
    a = root_of(bodies, a);
    b = root_of(bodies, b);
    if (a == b)
        return;
    bodies[a].size += bodies[b].size;
    bodies[b].parent = a;
}

// Groups the bodies of contacts that join them.
static void find_groups(cd_world *w) {
    cd_island_body *bodies = cd_island_bodies(w);
    clear_parents(w);
    for (int i = 0; i < w->step.island_contact_count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (c->joins && bodies[c->of_a].joins && bodies[c->of_b].joins)
            group(bodies, c->of_a, c->of_b);
    }
    for (int i = 0; i < w->step.island_contact_count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (c->joins && bodies[c->of_a].joins != bodies[c->of_b].joins)
            bodies[root_of(bodies, bodies[c->of_a].joins ? c->of_a : c->of_b)].lies = true;
    }
}

// Whether the body at a place is in a pile: a group of many, in which a contact closes.
static bool is_in_pile(const cd_world *w, int place) {
    cd_island_body *bodies = cd_island_bodies(w);
    const cd_island_body *of = &bodies[root_of(bodies, place)];
    return bodies[place].joins && of->size >= CD_BODIES_OF_PILE;
}

// All that lies around a pile belongs to it, as it may be pushed. Returns whether there is more.
static bool join_around_piles(cd_world *w) {
    const int count = w->step.island_contact_count;
    bool more = false;
    for (int i = 0; i < count && !w->step.failed; i++) {
        cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (c->joins || !(is_in_pile(w, c->of_a) || is_in_pile(w, c->of_b)) ||
            !may_be_in_pile(w, c->of_a) || !may_be_in_pile(w, c->of_b))
            continue;
        c->joins = more = true;
        join_both(w, i);
    }
    join_active(w, count);
    find_groups(w);
    return more;
}

// What stops stays where it is as long as something holds it.
static void hold_stopped(cd_world *w, cd_island_body *b) {
    if (b->inverse_mass > 0 && cd_is_zero(b->v) &&
        cd_stored_bodies(w)[dynamic_of(w, b)->index].body.response == CD_STOP)
        b->inverse_mass = 0;
}

// How fast a contact may close when the step has ended: it lies in the middle of its margin then.
// In a pile that lies on something, what has sunk to the bottom of that rises within some steps.
static double closing_wanted(const constraint *p, const cd_island_contact *c, bool rises) {
    const double above = c->gap - c->margin / 2, below = c->margin / 4 - c->gap;
    if (above > 0)
        return above / p->left;
    return rises && below > 0 && below < 2 * c->margin
               ? -below / (STEPS_TO_RISE * p->world->step.dt)
               : 0;
}

// Whether a contact takes part: one that holds, and in a pile all whose bodies do.
static bool takes_part(const constraint *p, const cd_island_contact *c) {
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
           (c->holds || is_in_pile(p->world, c->of_a) || is_in_pile(p->world, c->of_b));
}

// Moves the contacts that take part to the front.
static void find_contacts(constraint *p) {
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
        c.mass = 1 / (cd_length2(c.normal) * (a->inverse_mass + b->inverse_mass));
        c.impulse = c.total = c.further = 0;
        c.approach = c.holds ? 0 : cd_max(-cd_separating_speed(bodies, &c), 0);
        const int of = a->joins ? c.of_a : c.of_b;
        const bool in_pile = p->whole && is_in_pile(w, of);
        c.slack = closing_wanted(p, &c, in_pile && bodies[root_of(bodies, of)].lies);
        if (!a->joins) // it goes on as it does, but not towards what joins, which may be stuck
            c.slack += cd_max(-cd_dot(dynamic_of(w, a)->a, c.normal), 0) * p->left;
        if (!b->joins && c.of_b != CD_GROUND)
            c.slack += cd_max(cd_dot(dynamic_of(w, b)->a, c.normal), 0) * p->left;
        all[i] = all[p->count];
        all[p->count++] = c;
    }
}

static double least_margin(const cd_island_contact *contacts, int count) {
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = cd_min(least, contacts[i].margin);
    return least;
}

// The solver begins with the impulses that the contacts had.
static void recall(const constraint *p) {
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &cd_island_contacts_of(p->world)[i];
        c->impulse = p->left * cd_contact_recall(p->world, c);
    }
}

static void note(const constraint *p) {
    for (int i = 0; i < p->count; i++) {
        cd_island_contact c = cd_island_contacts_of(p->world)[i];
        c.impulse = c.total / p->left;
        cd_contact_note(p->world, &c);
    }
}

// ----------------------------------------------------------------------------------------- piles

// Two groups move as one from now on, with the momentum of both.
static void unite(cd_island_body *bodies, int a, int b) {
    cd_island_body *p = &bodies[a], *q = &bodies[b];
    const double mass = p->total_mass + q->total_mass;
    const double part = isinf(p->total_mass) ? 1 : isinf(q->total_mass) ? 0 : p->total_mass / mass;
    p->v = cd_add(cd_scale(p->v, part), cd_scale(q->v, 1 - part));
    p->total_mass = mass;
    p->size += q->size;
    q->parent = a;
}

// Notes which bodies are in a pile, and which are among many that press on each other.
static void mark_piles(const constraint *p) {
    cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    const unsigned first = w->step.pile_count;
    w->step.pile_count += (unsigned)w->step.island_body_count;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        if (!bodies[i].joins)
            continue;
        bodies[i].in_pile = is_in_pile(w, i) && !bodies[i].rests;
        bodies[i].pile = root_of(bodies, i);
        dynamic_of(w, &bodies[i])->in_pile = bodies[i].in_pile;
        cd_dynamic_contacts(w)[bodies[i].dynamic_body].pile = first + (unsigned)root_of(bodies, i);
    }
    clear_parents(w);
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (c->total > 0 && bodies[c->of_a].joins && bodies[c->of_b].joins)
            group(bodies, c->of_a, c->of_b);
    }
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (bodies[i].joins)
            cd_set_trait(w, dynamic_of(w, &bodies[i])->index, CD_TRAIT_PRESSED,
                         bodies[root_of(bodies, i)].size >= CD_BODIES_OF_PILE);
}

// What is rounding, as a part of a margin.
static const double ROUNDING = 0x1p-13;

// What the solver has left over may close a gap: then two bodies move as one, momentum kept.
static void unite_closing(const constraint *p) {
    cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    clear_parents(w);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < p->count; i++) {
            const cd_island_contact *c = &cd_island_contacts_of(w)[i];
            const int a = root_of(bodies, c->of_a), b = root_of(bodies, c->of_b);
            const double closing = -cd_dot(cd_sub(bodies[a].v, bodies[b].v), c->normal) * p->left;
            if (a == b || closing <= cd_max(c->gap, 0) + ROUNDING * c->margin ||
                !(bodies[c->of_a].in_pile || bodies[c->of_b].in_pile) ||
                (isinf(bodies[a].total_mass) && isinf(bodies[b].total_mass)))
                continue;
            unite(bodies, a, b);
            more = true;
        }
    }
    for (int i = 0; i < w->step.island_body_count; i++)
        bodies[i].v = bodies[root_of(bodies, i)].v;
}

// ------------------------------------------------------------------------------------------ lift

// How far a contact is to be lifted, from the bottom of its margin to its middle.
static double missing_gap(const cd_island_body *bodies, const cd_island_contact *c) {
    const cd_vec moved = cd_sub(bodies[c->of_a].change, bodies[c->of_b].change);
    const double gap = c->gap + cd_dot(moved, c->normal);
    const bool has_sunk = gap < c->margin / 4 && c->gap > -MOST_LIFTED * c->margin;
    return has_sunk ? c->margin / 2 - gap : 0;
}

// What has sunk to the bottom of its margin is lifted to its middle, each by the share of the
// other's mass: by parts of a margin that nobody sees. Of all that lifts a body the mean counts:
// where there is no room, nothing moves.
static void lift(const constraint *p) {
    cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    const int count = w->step.island_body_count;
    const cd_vec none = {0, 0, 0};
    for (int i = 0; i < count; i++)
        bodies[i].change = none;
    for (int sweep = 0; sweep < LIFT_SWEEPS; sweep++) {
        for (int i = 0; i < count; i++) {
            bodies[i].further = none;
            bodies[i].size = 0;
        }
        for (int i = 0; i < p->count; i++) {
            const cd_island_contact *c = &cd_island_contacts_of(w)[i];
            cd_island_body *a = &bodies[c->of_a], *b = &bodies[c->of_b];
            const double impulse = missing_gap(bodies, c) * c->mass;
            a->further = cd_add_scaled(a->further, impulse * a->inverse_mass, c->normal);
            b->further = cd_add_scaled(b->further, -impulse * b->inverse_mass, c->normal);
            a->size += impulse > 0;
            b->size += impulse > 0;
        }
        for (int i = 0; i < count; i++)
            if (bodies[i].size > 0)
                bodies[i].change =
                    cd_add_scaled(bodies[i].change, 1. / bodies[i].size, bodies[i].further);
    }
    for (int i = CD_GROUND + 1; i < count; i++)
        if (!bodies[i].rests && !bodies[i].in_pile && !cd_is_zero(bodies[i].change)) {
            cd_dynamic_shift(w, dynamic_of(w, &bodies[i]), bodies[i].change);
            bodies[i].changed = true;
        }
}

// ----------------------------------------------------------------------------------------- solve

/// The bodies and contacts of a group, in the order of groups.
typedef struct {
    int group, at;
} by_group;

static bool is_before(const void *p, const void *q) {
    const by_group *a = p, *b = q;
    return a->group != b->group ? a->group < b->group : a->at < b->at;
}

static double energy_of(const cd_island_contacts *p) {
    double sum = 0;
    for (int i = 0; i < p->member_count; i++) {
        const cd_island_body *b = &p->bodies[p->members[i]];
        sum += b->inverse_mass > 0 ? cd_length2(b->v) / b->inverse_mass : 0;
    }
    return sum;
}

static void add_up(const cd_island_contacts *p) {
    for (int i = 0; i < p->count; i++) {
        p->contacts[i].total += p->contacts[i].impulse;
        p->contacts[i].impulse = 0;
    }
}

// The restitution of a contact that has been pressed by a hit: 0 where what presses on it would end
// its bounces within the step.
static double restitution_of(const constraint *p, const cd_island_contact *c) {
    const double e = c->restitution, press = cd_length(p->world->gravity) * p->left;
    const bool ends = 2 * e * c->approach <= press * (1 - e) ||
                      c->approach <= cd_margin_speed(p->world, c->margin);
    return c->total > 0 && !ends ? e : 0;
}

// What has been pressed by a hit parts with its restitution, unless that would gain energy.
static void bounce(const constraint *p, const cd_island_contacts *part, double energy) {
    cd_island_body *bodies = part->bodies;
    bool any = false;
    for (int i = 0; i < part->count; i++) {
        cd_island_contact *c = &part->contacts[i];
        const double e = restitution_of(p, c);
        any |= e > 0;
        if (e > 0)
            c->slack = -e * c->approach;
    }
    if (!any)
        return;
    for (int i = 0; i < part->member_count; i++)
        bodies[part->members[i]].pressed = bodies[part->members[i]].v;
    cd_solve_contacts(part);
    add_up(part);
    if (energy_of(part) <= energy)
        return;
    for (int i = 0; i < part->member_count; i++)
        bodies[part->members[i]].v = bodies[part->members[i]].pressed;
}

static void solve_group(const constraint *p, const cd_island_contacts *part) {
    const double energy = energy_of(part);
    cd_solve_contacts(part);
    add_up(part);
    bounce(p, part, energy);
}

// Solves each group by itself.
static void solve_groups(const constraint *p) {
    cd_step_state *s = &p->world->step;
    cd_island_body *bodies = cd_island_bodies(p->world);
    const int n = s->island_body_count;
    if (!cd_step_reserve(p->world, &s->island_order, (size_t)(n + p->count), sizeof(by_group)) ||
        !cd_step_reserve(p->world, &s->island_members, (size_t)n, sizeof(int)) ||
        !cd_step_reserve(p->world, &s->island_contacts, 2 * (size_t)p->count + 1,
                         sizeof(cd_island_contact)))
        return;
    by_group *order = s->island_order.memory, *of_contacts = order + n;
    cd_island_contact *contacts = cd_island_contacts_of(p->world), *sorted = contacts + p->count;
    int *members = s->island_members.memory;
    for (int i = 0; i < n; i++)
        order[i] = (by_group){root_of(bodies, i), i};
    for (int i = 0; i < p->count; i++) {
        const int of = bodies[contacts[i].of_a].joins ? contacts[i].of_a : contacts[i].of_b;
        of_contacts[i] = (by_group){root_of(bodies, of), i};
    }
    cd_sort(order, n, sizeof *order, is_before);
    cd_sort(of_contacts, p->count, sizeof *of_contacts, is_before);
    for (int i = 0; i < n; i++)
        members[i] = order[i].at;
    for (int i = 0; i < p->count; i++)
        sorted[i] = contacts[of_contacts[i].at];
    memcpy(contacts, sorted, (size_t)p->count * sizeof *contacts);
    for (int at = 0, from = 0; at < p->count;) {
        const int of = of_contacts[at].group;
        int end = at, member = from;
        while (end < p->count && of_contacts[end].group == of)
            end++;
        while (order[member].group != of)
            member++;
        for (from = member; from < n && order[from].group == of;)
            from++;
        const cd_island_contacts part = {contacts + at,
                                         end - at,
                                         bodies,
                                         members + member,
                                         from - member,
                                         least_margin(contacts + at, end - at) / (64 * p->left),
                                         from - member < CD_BODIES_OF_PILE ? MOST_ROUNDS
                                                                           : MOST_ROUNDS_OF_PILE};
        solve_group(p, &part);
        at = end;
    }
}

static bool is_slow(const cd_world *w, const cd_island_body *b) {
    const double slow = REST_SPEED * cd_length(w->gravity) * w->step.dt;
    return b->joins ? cd_length(b->v) <= slow && cd_length(b->before) <= slow
                    : cd_is_zero(b->before);
}

// Notes the groups whose bodies are so slow that they rest, and touch nothing that moves.
static void find_resting(const constraint *p) {
    const cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = 0; i < w->step.island_body_count; i++)
        bodies[i].moves = false;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (bodies[i].joins && !is_slow(w, &bodies[i]))
            bodies[root_of(bodies, i)].moves = true;
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (!is_slow(w, &bodies[c->of_a]) || !is_slow(w, &bodies[c->of_b]))
            bodies[root_of(bodies, bodies[c->of_a].joins ? c->of_a : c->of_b)].moves = true;
    }
}

// Gives a body another path, unless it is the same but for what a contact that holds is off by.
static void set_path(cd_world *w, cd_island_body *b, cd_vec v, cd_vec a) {
    cd_dynamic_body *m = dynamic_of(w, b);
    const double margin = cd_contact_margin(w, m->index, m->index, m->bounding_radius);
    const bool is_same = cd_equal(v, m->v) && !cd_is_zero(a) && !cd_equal(a, m->a) &&
                         cd_length(cd_sub(a, m->a)) <= cd_contact_still_acceleration(w, margin) / 2;
    if (is_same || (cd_equal(v, m->v) && cd_equal(a, m->a)))
        return;
    m->v = v;
    cd_dynamic_accelerate(w, m, a);
    b->changed = true;
}

// How much farther a body is from where it falls freely than from where it goes straight, to the
// same velocity.
static double sagitta(const constraint *p) {
    return cd_length(p->world->gravity) * p->left * p->left / 2;
}

// Whether a contact lets its first body, seen along `normal`, fall freely.
static bool may_fall(const constraint *p, const cd_island_contact *c, const cd_island_body *other,
                     cd_vec normal) {
    const cd_island_body *a = &cd_island_bodies(p->world)[c->of_a];
    const cd_island_body *b = &cd_island_bodies(p->world)[c->of_b];
    if (c->total > 0)
        return false;
    if (other->falls || (!other->joins && cd_dot(p->world->gravity, normal) <= 0))
        return true;
    const double end = c->gap + p->left * cd_dot(cd_sub(a->v, b->v), c->normal);
    return end >= sagitta(p);
}

// Finds the bodies of piles on which nothing presses, and which nothing may meet.
static void find_falling(const constraint *p) {
    cd_island_body *bodies = cd_island_bodies(p->world);
    for (int i = 0; i < p->world->step.island_body_count; i++)
        bodies[i].falls = bodies[i].in_pile;
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < p->count; i++) {
            const cd_island_contact *c = &cd_island_contacts_of(p->world)[i];
            cd_island_body *a = &bodies[c->of_a], *b = &bodies[c->of_b];
            const bool of_a = a->falls && !may_fall(p, c, b, c->normal);
            const bool of_b = b->falls && !may_fall(p, c, a, cd_negate(c->normal));
            a->falls &= !of_a;
            b->falls &= !of_b;
            more |= of_a || of_b;
        }
    }
}

// Which part of its way a pile may go: no body farther than its contacts reach. All paths of a pile
// are as feasible if they are shorter by the same part.
static void shorten_paths(const constraint *p) {
    const cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = 0; i < w->step.island_body_count; i++)
        bodies[i].part = 1;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        if (!bodies[i].in_pile || bodies[i].falls)
            continue;
        const double way = cd_length(bodies[i].v) * p->left;
        double *part = &bodies[bodies[i].pile].part;
        *part = cd_min(*part, cd_contact_span(w, dynamic_of(w, &bodies[i])) / way);
    }
    // But what nothing pushes goes all its way: those that it pushes see for themselves.
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        const cd_island_body *a = &bodies[c->of_a], *b = &bodies[c->of_b];
        if (a->in_pile && !b->joins && !cd_is_zero(b->v) && bodies[a->pile].part < 1)
            bodies[a->pile].part = NAN;
        if (b->in_pile && !a->joins && !cd_is_zero(a->v) && bodies[b->pile].part < 1)
            bodies[b->pile].part = NAN;
    }
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (bodies[i].in_pile && isnan(bodies[bodies[i].pile].part))
            dynamic_of(w, &bodies[i])->in_pile = false;
}

// What touches in a pile has no hits that would tell.
static void note_touches(const constraint *p) {
    cd_world *w = p->world;
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        const cd_island_body *a = &cd_island_bodies(w)[c->of_a], *b = &cd_island_bodies(w)[c->of_b];
        if (!(a->in_pile || b->in_pile) ||
            !(c->gap + cd_dot(cd_sub(a->v, b->v), c->normal) * p->left <= c->margin))
            continue;
        cd_touches_note_near(w, cd_dynamic_at(w, c->a)->index,
                             c->b < 0 ? c->static_body : cd_dynamic_at(w, c->b)->index,
                             w->step.end);
    }
}

static void set_paths(const constraint *p) {
    cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    const cd_vec none = {0, 0, 0};
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        cd_island_body *b = &bodies[i];
        if (!b->joins || dynamic_of(w, b)->stalled)
            continue;
        if (b->rests)
            set_path(w, b, none, none);
        else if (!b->in_pile || b->falls)
            set_path(w, b, b->before, cd_scale(cd_sub(b->v, b->before), 1 / p->left));
        else {
            const double part = bodies[b->pile].part;
            if (part < 1)
                cd_hold(w, b->dynamic_body, b->v);
            set_path(w, b, cd_scale(b->v, part), none);
        }
    }
}

// The velocities that gravity alone would lead to.
static void fall(const constraint *p) {
    const cd_world *w = p->world;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        cd_island_body *b = &cd_island_bodies(w)[i];
        b->before = b->v;
        b->v = cd_add_scaled(b->v, p->left, b->joins ? fall_of(w, b) : dynamic_of(w, b)->a);
        if (b->joins && b->inverse_mass == 0)
            b->v = (cd_vec){0, 0, 0}; // it stops
    }
}

static void constrain_island(cd_world *w, bool whole) {
    const double dt = w->step.dt;
    constraint p = {.world = w, .whole = whole};
    p.left = whole ? cd_max(w->step.end - w->step.now, LEAST_LEFT * dt) : dt;
    if (cd_is_zero(w->gravity) || !(dt > 0))
        return;
    if (whole) {
        for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
            join_body(w, i, true);
        join_active(w, 0);
        find_groups(w);
        while (join_around_piles(w)) {
        }
    } else {
        join_changed(w);
    }
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        bodies[i].own = bodies[i].inverse_mass;
        bodies[i].inverse_mass = bodies[i].joins ? bodies[i].inverse_mass : 0;
    }
    find_contacts(&p);
    fall(&p);
    if (!whole) {
        if (p.count > 0)
            cd_island_solve(w, p.count, least_margin(cd_island_contacts_of(w), p.count) / (64 * dt),
                            MOST_ROUNDS_LOCAL);
        set_paths(&p);
        return;
    }
    recall(&p);
    solve_groups(&p);
    note(&p);
    find_resting(&p);
    for (int i = 0; i < w->step.island_body_count; i++)
        bodies[i].rests = bodies[i].joins && !bodies[root_of(bodies, i)].moves;
    mark_piles(&p);
    unite_closing(&p);
    note_touches(&p);
    find_falling(&p);
    shorten_paths(&p);
    set_paths(&p);
    if (p.count > 1)
        lift(&p);
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
    s->contact_span = s->dt;
    double most = s->contact_speed;
    s->contact_speed = INFINITY;
    for (int i = CD_GROUND + 1; i < s->island_body_count; i++) {
        const cd_dynamic_body *m = dynamic_of(w, &cd_island_bodies(w)[i]);
        most = cd_max(most, cd_min(cd_length(m->v), cd_contact_span(w, m) / s->dt));
    }
    s->contact_speed = most + 2 * cd_length(w->gravity) * s->dt;
}

void cd_constrain_touching(cd_world *w, void (*changed)(cd_world *, int)) {
    touch_visitor visitor = {w, changed == NULL};
    if (cd_is_zero(w->gravity))
        return;
    cd_contact_memory_turn(w);
    cd_island_begin(w);
    cd_touches_each(w, visit_touch, &visitor);
    // What has left its contacts falls, and what has been put down may touch.
    for (int i = 0; i < w->step.dynamic_count; i++) {
        cd_dynamic_body *m = cd_dynamic_at(w, i);
        m->in_pile = false;
        if ((cd_traits(w)[m->index] & CD_TRAIT_TELEPORTED) != 0 ||
            !(cd_equal(m->a, cd_dynamic_fall(w, m)) || cd_dynamic_is_still(m)))
            begin_at(w, i);
        else if (!cd_dynamic_is_still(m))
            cd_set_trait(w, m->index, CD_TRAIT_PRESSED, false);
    }
    set_span(w);
    constrain_island(w, true);
    w->step.contact_span = w->step.contact_speed = 0;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count && changed && !w->step.failed; i++)
        if (cd_island_bodies(w)[i].changed)
            changed(w, cd_island_bodies(w)[i].dynamic_body);
}
