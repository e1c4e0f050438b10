// What presses and what rubs are solved in one search, each with the impulses of the other as they
// are. Bodies do not turn, so a contact has the same mass in all directions.
#include "collide/world/contact/friction.h"

#include "collide/world/contact/pile.h"

enum { MOST_ROUNDS = 60, MOST_ROUNDS_TOGETHER = 400, MOST_VISITS = 20000 };

bool cd_have_friction(const cd_island_contact *contacts, int count) {
    for (int i = 0; i < count; i++)
        if (contacts[i].friction > 0)
            return true;
    return false;
}

static void exchange(const cd_island_contacts *p, const cd_island_contact *c, cd_vec impulse) {
    cd_island_body *a = &p->bodies[c->of_a], *b = &p->bodies[c->of_b];
    a->v = cd_add_scaled(a->v, a->inverse_mass, impulse);
    b->v = cd_add_scaled(b->v, -b->inverse_mass, impulse);
}

// How fast two surfaces slide on each other, of bodies of which the first moves at v relative to
// the other.
static cd_vec slip_of(const cd_island_contact *c, cd_vec v) {
    const cd_vec u = cd_add(v, c->surface);
    return cd_add_scaled(u, -cd_dot(u, c->normal) / cd_length2(c->normal), c->normal);
}

cd_vec cd_sliding_impulse(const cd_island_contact *c, cd_vec v, double load) {
    const double length = cd_length(c->normal), most = c->friction * load * length;
    const cd_vec along = slip_of(c, v);
    const cd_vec wanted = cd_scale(along, -c->mass * length * length);
    const double size = cd_length(wanted);
    return size > most ? cd_scale(wanted, most / size) : wanted;
}

static cd_vec relative(const cd_island_body *bodies, const cd_island_contact *c) {
    return cd_sub(bodies[c->of_a].v, bodies[c->of_b].v);
}

// Gives a contact the impulse along its surface that it lacks. Returns by how much a speed changed.
static double rub(const cd_island_contacts *p, cd_island_contact *c) {
    const cd_vec none = cd_negate(c->rubbed), before = c->rubbed;
    exchange(p, c, none);
    c->rubbed = cd_sliding_impulse(c, relative(p->bodies, c), c->load);
    exchange(p, c, c->rubbed);
    return cd_length(cd_sub(c->rubbed, before)) / (c->mass * cd_length2(c->normal));
}

// Returns the largest change of a speed.
static double sweep(const cd_island_contacts *p) {
    double most = 0;
    for (int i = 0; i < p->count; i++)
        if (p->contacts[i].friction > 0)
            most = cd_max(most, rub(p, &p->contacts[i]));
    for (int i = p->count; i-- > 0;)
        if (p->contacts[i].friction > 0)
            most = cd_max(most, rub(p, &p->contacts[i]));
    return most;
}

void cd_rub(const cd_island_contacts *p) {
    for (int round = 0; round < MOST_ROUNDS && sweep(p) > p->enough; round++) {
    }
}

// Rubs each contact as much as it is pressed now.
static double rub_loaded(const cd_island_contacts *p) {
    for (int i = 0; i < p->count; i++)
        p->contacts[i].load = p->contacts[i].impulse;
    return sweep(p);
}

// Both in one search, as one within the other takes too long for many bodies: 200 ms a step for a
// thousand. The fewer contacts there are, the more rounds. What few bodies rub is found anew: where
// one is much lighter than another, the search ends early, and what it begins with would push.
cd_solution cd_solve_with_friction(const cd_island_contacts *p) {
    if (!cd_have_friction(p->contacts, p->count))
        return cd_solve_contacts(p);
    cd_island_contacts both = *p;
    both.rub = rub_loaded;
    both.rounds = (int)cd_clamp(MOST_VISITS / p->count, p->rounds, MOST_ROUNDS_TOGETHER);
    for (int i = 0; i < p->count && p->member_count < CD_BODIES_OF_PILE; i++)
        p->contacts[i].rubbed = (cd_vec){0, 0, 0};
    return cd_solve_contacts(&both);
}

// ------------------------------------------------------------------------------------------- stops

// The cosine by which what brakes may be off the motion.
static const double ROUNDING = 1e-9;

// The acceleration of the first member while it slides; false where it has not stopped, or lies on
// what turns.
static bool acceleration_of(const cd_island_contacts *p, double left, cd_vec *a) {
    const int m = p->members[0];
    const cd_island_body *bodies = p->bodies;
    const cd_vec none = {0, 0, 0};
    bool rubs = false;
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &p->contacts[i];
        const double most = c->friction * c->load * cd_length(c->normal);
        const double sign = c->of_a == m ? 1 : -1;
        if (!(c->load > 0))
            continue;
        if (c->turns || (most > 0 && cd_length(slip_of(c, relative(bodies, c))) > p->enough))
            return false;
        const cd_vec before = cd_sub(c->of_a == m ? bodies[m].before : bodies[c->of_a].v,
                                     c->of_b == m ? bodies[m].before : bodies[c->of_b].v);
        const cd_vec rubbed = cd_scale(cd_normalized(slip_of(c, before), none), -most);
        const cd_vec impulse = cd_add_scaled(rubbed, c->load, c->normal);
        *a = cd_add_scaled(*a, sign * bodies[m].inverse_mass / left, impulse);
        rubs |= most > 0;
    }
    return rubs;
}

bool cd_has_stopped(const cd_island_contacts *p, double left, cd_vec fall, cd_vec *displacement) {
    const cd_island_body *b = &p->bodies[p->members[0]];
    const cd_vec u = cd_sub(b->before, b->v);
    cd_vec a = fall;
    if (cd_is_zero(u) || !acceleration_of(p, left, &a))
        return false;
    const double braking = -cd_dot(a, u), size = cd_length(u);
    if (!(braking > (1 - ROUNDING) * cd_length(a) * size) || !(size * size < braking * left))
        return false;
    *displacement = cd_add_scaled(cd_scale(b->v, left), size * size / braking / 2, u);
    return true;
}
