// Minimises the energy over impulses >= 0. A sweep gives each contact the impulse that it lacks,
// forwards and backwards, so that a chain of bodies is solved from both ends (projected
// Gauss-Seidel). An acceleration then goes on, for all impulses together, to the minimum in the
// plane of two directions, the changes of the sweep and the last step, as conjugate gradients do.
#include "collide/world/contact/contact_solver.h"

#include "collide/world/body/first_hit.h"

#include <assert.h>

static cd_island_body *member(const cd_island_contacts *p, int i) {
    return &p->bodies[p->members[i]];
}

static void exchange(const cd_island_body *a, const cd_island_body *b, cd_vec normal,
                     double impulse, cd_vec *of_a, cd_vec *of_b) {
    *of_a = cd_add_scaled(*of_a, impulse * a->inverse_mass, normal);
    *of_b = cd_add_scaled(*of_b, -impulse * b->inverse_mass, normal);
}

static void apply_impulse(const cd_island_contacts *p, cd_island_contact *c, double impulse) {
    cd_island_body *a = &p->bodies[c->of_a], *b = &p->bodies[c->of_b];
    c->impulse += impulse;
    exchange(a, b, c->normal, impulse, &a->v, &b->v);
}

// ------------------------------------------------------------------------------------------ sweep

// Gives a contact the impulse that it lacks, or takes what it needs not. Returns by how much its
// speed changed.
static double solve_contact(const cd_island_contacts *p, cd_island_contact *c) {
    double missing = -c->slack - cd_separating_speed(p->bodies, c);
    double change = cd_max(missing * c->mass, -c->impulse);
    c->change += change;
    apply_impulse(p, c, change);
    assert(!(c->impulse < 0)); // NaN: see cd_solve_contacts
    return fabs(change) / c->mass;
}

// Returns the largest change of a speed. Forwards alone, a stack takes 17,000 rounds, not 1,100.
// Without it: tests/collide/world/contact_solver_test.c "stacks_stand"
static double sweep(const cd_island_contacts *p) {
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        p->contacts[i].change = 0;
        most = cd_max(most, solve_contact(p, &p->contacts[i]));
    }
    for (int i = p->count; i-- > 0;)
        most = cd_max(most, solve_contact(p, &p->contacts[i]));
    return most;
}

// ----------------------------------------------------------------------------------- acceleration

// The objective: kinetic energy, less the work that bodies of infinite mass do, less what the
// impulses could still do at the speeds that slack leaves them.
static double energy(const cd_island_contacts *p) {
    double sum = 0;
    for (int i = 0; i < p->member_count; i++) {
        const cd_island_body *b = member(p, i);
        if (b->inverse_mass > 0)
            sum += cd_length2(b->v) / b->inverse_mass / 2;
    }
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &p->contacts[i];
        const cd_island_body *a = &p->bodies[c->of_a], *b = &p->bodies[c->of_b];
        double driven = (b->inverse_mass == 0 ? cd_dot(b->v, c->normal) : 0) -
                        (a->inverse_mass == 0 ? cd_dot(a->v, c->normal) : 0) - c->lead;
        sum += c->impulse * (c->slack - driven);
    }
    return sum;
}

// The slopes of the energy along the changes of the sweep and along the last step, of the contacts
// that have an impulse; and what both do to the velocities.
static void find_slopes(const cd_island_contacts *p, double slope[2]) {
    slope[0] = slope[1] = 0;
    for (int i = 0; i < p->member_count; i++)
        member(p, i)->change = member(p, i)->further = (cd_vec){0, 0, 0};
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        if (c->impulse == 0) {
            c->change = c->further = 0;
            continue;
        }
        cd_island_body *a = &p->bodies[c->of_a], *b = &p->bodies[c->of_b];
        exchange(a, b, c->normal, c->change, &a->change, &b->change);
        exchange(a, b, c->normal, c->further, &a->further, &b->further);
        double excess = cd_separating_speed(p->bodies, c) + c->slack;
        slope[0] += c->change * excess;
        slope[1] += c->further * excess;
    }
}

// How far to go along both directions to the minimum of the energy, which is quadratic. Where they
// are nearly parallel this is mostly rounding, and `accelerate` goes back if it leads uphill.
// Sweeps alone take 20,000 rounds.
// Without it: tests/collide/world/contact_solver_test.c "stacks_stand"
static void find_minimum(const cd_island_contacts *p, double along[2]) {
    double slope[2], xx = 0, xy = 0, yy = 0;
    find_slopes(p, slope);
    for (int i = 0; i < p->member_count; i++) {
        const cd_island_body *b = member(p, i);
        double mass = b->inverse_mass > 0 ? 1 / b->inverse_mass : 0;
        xx += mass * cd_length2(b->change);
        xy += mass * cd_dot(b->change, b->further);
        yy += mass * cd_length2(b->further);
    }
    double det = xx * yy - xy * xy;
    along[0] = det > 0 ? (xy * slope[1] - yy * slope[0]) / det : xx > 0 ? -slope[0] / xx : 0;
    along[1] = det > 0 ? (xy * slope[0] - xx * slope[1]) / det : 0;
}

// Adds a part of `more` to the impulses, with those that would pull cut to 0, unless this gains
// energy: then all is as it was. What is large swallows digits of velocities, so these are kept.
static bool try_step(const cd_island_contacts *p, double part, double before) {
    for (int i = 0; i < p->member_count; i++)
        member(p, i)->change = member(p, i)->v;
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        c->further = c->impulse;
        apply_impulse(p, c, cd_max(part * c->more, -c->impulse));
    }
    if (energy(p) <= before)
        return true;
    for (int i = 0; i < p->member_count; i++)
        member(p, i)->v = member(p, i)->change;
    for (int i = 0; i < p->count; i++)
        p->contacts[i].impulse = p->contacts[i].further;
    return false;
}

// Goes to that minimum. If this gains energy, it goes back and only as far as no impulse would
// pull, or not at all. False where the impulses have grown beyond all numbers. Without it:
// tests/collide/world/contact_solver_test.c "near_parallel_contacts_are_solved"
static bool accelerate(const cd_island_contacts *p) {
    double along[2], part = 1, before = energy(p);
    if (!isfinite(before))
        return false;
    find_minimum(p, along);
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        c->more = along[0] * c->change + along[1] * c->further;
        if (c->more < 0)
            part = cd_min(part, c->impulse / -c->more);
    }
    if (!try_step(p, 1, before) && part < 1)
        try_step(p, part, before);
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        c->further = c->change + c->impulse - c->further;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ solve

// Goes back to the velocities of the begin.
static void forget(const cd_island_contacts *p) {
    for (int i = 0; i < p->member_count; i++)
        member(p, i)->v = member(p, i)->begun;
    for (int i = 0; i < p->count; i++) {
        p->contacts[i].impulse = 0;
        p->contacts[i].rubbed = p->rub ? (cd_vec){0, 0, 0} : p->contacts[i].rubbed;
    }
}

// Applies the impulses that the contacts begin with, unless they would gain energy.
static void begin_with_impulses(const cd_island_contacts *p) {
    const cd_island_contacts none = {
        .bodies = p->bodies, .members = p->members, .member_count = p->member_count};
    bool has_impulses = false;
    for (int i = 0; i < p->count; i++)
        has_impulses |= p->contacts[i].impulse > 0;
    if (!has_impulses)
        return;
    const double before = energy(&none);
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        cd_island_body *a = &p->bodies[c->of_a], *b = &p->bodies[c->of_b];
        exchange(a, b, c->normal, c->impulse, &a->v, &b->v);
        if (p->rub)
            exchange(a, b, c->rubbed, 1, &a->v, &b->v);
    }
    if (!(energy(p) <= before))
        forget(p);
}

// The largest speed of the bodies, and of what their contacts demand.
static double largest_speed(const cd_island_contacts *p) {
    double most = 0;
    for (int i = 0; i < p->member_count; i++)
        most = cd_max(most, cd_length(member(p, i)->v));
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &p->contacts[i];
        const double demand = cd_max(-c->slack, 0) + fabs(c->lead);
        const double a = cd_length(p->bodies[c->of_a].v), b = cd_length(p->bodies[c->of_b].v);
        most = cd_max(most, cd_max(demand, cd_max(a, b)));
    }
    return most;
}

// What is squeezed out of a wedge by others is at most so much faster than these: between parallel
// faces the rounding of a normal would be a wedge, too.
// Without it: tests/collide/world/contact_solver_test.c "rounding_is_no_wedge"
static const double MOST_FASTER = 16;

// Bodies that are squeezed have no solution: their impulses grow until the rounds run out.
// Without it: tests/collide/world/contact_solver_test.c "a_squeezed_body_ends"
cd_solution cd_solve_contacts(const cd_island_contacts *p) {
    const double fastest = largest_speed(p);
    cd_solution solution = CD_APPROXIMATED;
    for (int i = 0; i < p->member_count; i++)
        member(p, i)->begun = member(p, i)->v;
    begin_with_impulses(p);
    for (int round = 0; round < p->rounds && solution == CD_APPROXIMATED; round++) {
        const double rubbed = p->rub ? p->rub(p) : 0;
        if (cd_max(rubbed, sweep(p)) <= p->enough)
            solution = CD_SOLVED;
        else if (p->count > 1 && !accelerate(p))
            solution = CD_SQUEEZED;
    }
    const bool lasts = largest_speed(p) <= MOST_FASTER * fastest;
    if (solution != CD_SQUEEZED && lasts)
        return solution;
    forget(p); // what has no solution keeps its velocities
    return CD_SQUEEZED;
}
