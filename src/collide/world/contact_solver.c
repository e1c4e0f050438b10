// Minimises the energy over impulses >= 0. A sweep gives each contact the impulse that it lacks,
// forwards and backwards, so that a chain of bodies is solved from both ends (projected
// Gauss-Seidel). An acceleration then goes on, for all impulses together, to the minimum in the
// plane of two directions, the changes of the sweep and the last step, as conjugate gradients do.
#include "collide/world/contact_solver.h"

#include "collide/world/first_hit.h"

#include <assert.h>

// What speeds may be off by, in parts of the speed that gravity adds in a step.
static const double ROUNDING = 1e-10;

// Bodies slower than this multiple of the rounding rest.
// Without it: tests/collide/world/contact_solver_test.c "stacks_stand"
static const double REST = 10;

// By which part the energy of the result may exceed that of the beginning, for rounding. Islands
// that do not converge may gain more.
// Without it: tests/collide/world/contact_solver_test.c "no_solution_gains_energy"
static const double ENERGY_ROUNDING = 1e-8;

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

// Lets a contact part at the speed `least`, or faster if it does so without an impulse. Returns by
// how much its speed changed.
static double solve_contact(const cd_island_contacts *p, cd_island_contact *c, double least) {
    double missing = least - c->slack - cd_separating_speed(p->bodies, c);
    double change = cd_max(missing * c->mass, -c->impulse);
    if (c->approach == 0 && missing > 0)
        c->approach = missing - least + c->slack;
    c->change += change;
    apply_impulse(p, c, change);
    assert(!(c->impulse < 0)); // NaN: see cd_solve_contacts
    return fabs(change) / c->mass;
}

// Returns the largest change of a speed. Forwards alone, a stack takes 17,000 rounds, not 1,100.
// Without it: tests/collide/world/contact_solver_test.c "stacks_stand"
static double sweep(const cd_island_contacts *p, double least) {
    double most = 0;
    for (int i = 0; i < p->count; i++) {
        p->contacts[i].change = 0;
        most = cd_max(most, solve_contact(p, &p->contacts[i], least));
    }
    for (int i = p->count; i-- > 0;)
        most = cd_max(most, solve_contact(p, &p->contacts[i], least));
    return most;
}

// ----------------------------------------------------------------------------------- acceleration

// The objective: kinetic energy, less the work that bodies of infinite mass do, less what the
// impulses could still do at the speeds that slack and `least` leave them.
static double energy(const cd_island_contacts *p, double least) {
    double sum = 0;
    for (int i = 0; i < p->body_count; i++)
        if (p->bodies[i].inverse_mass > 0)
            sum += cd_length2(p->bodies[i].v) / p->bodies[i].inverse_mass / 2;
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &p->contacts[i];
        const cd_island_body *b = &p->bodies[c->of_b];
        double driven = b->inverse_mass == 0 ? cd_dot(b->v, c->normal) : 0;
        sum += c->impulse * (c->slack - driven - least);
    }
    return sum;
}

// The slopes of the energy along the changes of the sweep and along the last step, of the contacts
// that have an impulse; and what both do to the velocities.
static void find_slopes(const cd_island_contacts *p, double least, double slope[2]) {
    slope[0] = slope[1] = 0;
    for (int i = 0; i < p->body_count; i++)
        p->bodies[i].change = p->bodies[i].further = (cd_vec){0, 0, 0};
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        if (c->impulse == 0) {
            c->change = c->further = 0;
            continue;
        }
        cd_island_body *a = &p->bodies[c->of_a], *b = &p->bodies[c->of_b];
        exchange(a, b, c->normal, c->change, &a->change, &b->change);
        exchange(a, b, c->normal, c->further, &a->further, &b->further);
        double excess = cd_separating_speed(p->bodies, c) + c->slack - least;
        slope[0] += c->change * excess;
        slope[1] += c->further * excess;
    }
}

// How far to go along both directions to the minimum of the energy, which is quadratic. Where they
// are nearly parallel this is mostly rounding, and `accelerate` goes back if it leads uphill.
// Sweeps alone take 20,000 rounds.
// Without it: tests/collide/world/contact_solver_test.c "stacks_stand"
static void find_minimum(const cd_island_contacts *p, double least, double along[2]) {
    double slope[2], xx = 0, xy = 0, yy = 0;
    find_slopes(p, least, slope);
    for (int i = 0; i < p->body_count; i++) {
        const cd_island_body *b = &p->bodies[i];
        double mass = b->inverse_mass > 0 ? 1 / b->inverse_mass : 0;
        xx += mass * cd_length2(b->change);
        xy += mass * cd_dot(b->change, b->further);
        yy += mass * cd_length2(b->further);
    }
    double det = xx * yy - xy * xy;
    along[0] = det > 0 ? (xy * slope[1] - yy * slope[0]) / det : xx > 0 ? -slope[0] / xx : 0;
    along[1] = det > 0 ? (xy * slope[0] - xx * slope[1]) / det : 0;
}

// Goes to that minimum, with impulses that would pull cut to 0. If this gains energy, it goes back
// and only as far as no impulse would pull. False where the impulses have grown beyond all numbers.
// Without it: tests/collide/world/contact_solver_test.c "near_parallel_contacts_are_solved"
static bool accelerate(const cd_island_contacts *p, double least) {
    double along[2], part = 1, before = energy(p, least);
    if (!isfinite(before))
        return false;
    find_minimum(p, least, along);
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        double more = along[0] * c->change + along[1] * c->further;
        if (more < 0)
            part = cd_min(part, c->impulse / -more);
        c->more = cd_max(more, -c->impulse);
        apply_impulse(p, c, c->more);
    }
    bool gains = !(energy(p, least) <= before);
    for (int i = 0; i < p->count; i++) {
        cd_island_contact *c = &p->contacts[i];
        if (gains) {
            apply_impulse(p, c, -c->more);
            c->more = part * (along[0] * c->change + along[1] * c->further);
            apply_impulse(p, c, c->more);
        }
        c->further = c->change + c->more;
    }
    return true;
}

// ------------------------------------------------------------------------------------------ solve

// A round visits each contact four times: twice in the sweep, twice in the acceleration. Bodies
// that are squeezed have no solution: the visits are bounded.
// Without it: tests/collide/world/contact_solver_test.c "a_squeezed_body_ends"
static bool converge(const cd_island_contacts *p, double least, double enough) {
    while (*p->visits < p->visits_allowed) {
        *p->visits += 4 * p->count;
        if (sweep(p, least) <= enough)
            return true;
        if (!accelerate(p, least))
            return false;
    }
    return false;
}

// Without it: tests/collide/world/island_spec.lua "Bodies at rest"
static bool some_approach(const cd_island_contacts *p) {
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &p->contacts[i];
        cd_vec v = cd_sub(p->bodies[c->of_a].v, p->bodies[c->of_b].v);
        if (cd_separating_speed(p->bodies, c) + c->slack < -CD_SLIDING * cd_max_abs(v))
            return true;
    }
    return false;
}

// Bodies whose speed is rounding rest. Where rounding still leads into a contact, which would be a
// hit, all contacts part by a little more than rounding. Bodies that are squeezed cannot part:
// their impulses grow beyond all numbers or until the visits run out, and the last comparison is
// false.
bool cd_solve_contacts(const cd_island_contacts *p) {
    double rounding = ROUNDING * p->speed, before = energy(p, 0);
    if (p->count < 2)
        return false;
    if (converge(p, 0, rounding)) {
        for (int i = 0; i < p->body_count; i++)
            if (cd_max_abs(p->bodies[i].v) < REST * rounding)
                p->bodies[i].v = (cd_vec){0, 0, 0};
        if (some_approach(p))
            converge(p, 2 * rounding, rounding);
    }
    return energy(p, 0) <= before * (1 + ENERGY_ROUNDING);
}
