// Contact islands: bodies and the contacts in which they touch, gathered from the bodies of a hit
// on, as far as it changes them. They are in step.island_bodies and step.island_contacts.
#ifndef COLLIDE_WORLD_CONTACT_ISLAND_H
#define COLLIDE_WORLD_CONTACT_ISLAND_H

#include "collide/world/contact/contact_solver.h"
#include "collide/world/motion/dynamic_body.h"

static inline cd_island_body *cd_island_bodies(const cd_world *w) {
    return w->step.island_bodies.memory;
}

static inline cd_island_contact *cd_island_contacts_of(const cd_world *w) {
    return w->step.island_contacts.memory;
}

/// What is so slow, in parts of the speed that gravity adds in a step, need not hit to touch.
#define CD_SPECULATIVE 0x1p-6

/// What is slow moves by so many margins in a step at most, a small part of its size.
/// Without it: tests/collide/world/motion_spec.lua "ends where many short ones do"
#define CD_MARGINS_NEAR 0x1p14

/// Begins an island without bodies or contacts.
void cd_island_begin(cd_world *world);

/// Adds a dynamic body, unless it is there, and moves it to the present. Returns its place, -1
/// without memory: then the step has failed.
int cd_island_add(cd_world *world, int dynamic_body);

/// Adds a contact of a body of the island with another dynamic body, which joins it, or with a
/// static one.
void cd_island_add_contact(cd_world *world, const cd_island_contact *contact);

/// Adds all contacts in which the body at a place of the island touches others now, unless that has
/// been done. What passes has none, and what asks only those about which it has been asked.
void cd_island_gather(cd_world *world, int place);

/// The island's first `count` contacts and all its bodies, to be solved; without memory none, and
/// the step has failed.
cd_island_contacts cd_island_of(cd_world *world, int count, double enough, int rounds);

/// Solves the first `count` contacts (cd_solve_contacts).
cd_solution cd_island_solve(cd_world *world, int count, double enough, int rounds);

/// Lets the contact of two bodies, by index, count from now on in this step: a callback has
/// decided.
void cd_island_note_answer(cd_world *world, int a, int b);

/// Whether two bodies, by index, take part in an island together: no callback decides about them,
/// or it has in this step.
bool cd_take_part(const cd_world *world, int a, int b);

/// The gap up to which a contact may hold: its margin, or what is closed in a step at a speed that
/// is none.
static inline double cd_holding_gap(const cd_world *w, double margin) {
    const double dt = w->step.dt;
    const double closed = CD_SPECULATIVE * cd_length(w->gravity) * dt * dt;
    return cd_max(margin, cd_min(closed, CD_MARGINS_NEAR * margin));
}

/// How far a body may move within step.contact_span, at most: half of its radius, but where nothing
/// pushes it.
double cd_contact_span(const cd_world *world, const cd_dynamic_body *m);

/// The gap up to which two bodies have a contact: one that may hold, or close within
/// step.contact_span. o: NULL for a static body.
double cd_contact_reach(const cd_world *world, double margin, const cd_dynamic_body *m,
                        const cd_dynamic_body *o);

/// Notes for all bodies that are awake how far their contacts reach within step.contact_span.
void cd_island_set_reaches(cd_world *world);

/// The speed at which a contact closes its margin in two steps.
static inline double cd_margin_speed(const cd_world *w, double margin) {
    return cd_is_zero(w->gravity) ? 0 : margin / (2 * w->step.dt);
}

/// How fast a contact may close: so that it would not within a step.
static inline double cd_closing_allowed(const cd_world *w, const cd_island_contact *c) {
    return cd_is_zero(w->gravity) ? 0 : cd_max(c->gap - c->margin / 4, 0) / w->step.dt;
}

/// What parts so many times more slowly than a margin in two steps may be pressed back at once.
/// Without it: tests/collide/world/rest_spec.lua "lies still between a slope and a wall"
#define CD_PARTING_SLOWLY 2

/// Whether a contact holds: it does not close within a step, but for rounding.
static inline bool cd_is_holding(const cd_world *w, const cd_island_contact *c) {
    const cd_island_body *bodies = cd_island_bodies(w);
    cd_vec v = bodies[c->of_a].v, u = bodies[c->of_b].v;
    double speed = cd_separating_speed(bodies, c);
    double slow =
        cd_max(cd_margin_speed(w, c->margin), CD_SLIDING * cd_max(cd_max_abs(v), cd_max_abs(u)));
    return c->gap <= cd_holding_gap(w, c->margin) && speed >= -slow - cd_closing_allowed(w, c) &&
           speed <= CD_PARTING_SLOWLY * slow;
}

#endif
