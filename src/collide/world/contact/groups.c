// The bodies of an island join it one by one; each brings its contacts, and these the bodies beside
// it. Groups are a union-find over the contacts that join them.
#include "collide/world/contact/groups.h"

#include "collide/world/contact/pile.h"
#include "collide/world/contact/turning_contact.h"

// Whether a contact may close within this step: by the present velocities, or by what gravity makes
// of those, whichever way it is turned.
static bool closes(const cd_world *w, const cd_island_contact *c) {
    const double dt = w->step.contact_span;
    const double push = cd_length(w->gravity) + (c->turns ? cd_contact_turning_push(w, c) : 0);
    return (push * dt - cd_separating_speed(cd_island_bodies(w), c)) * dt > c->gap;
}

static void join_body(cd_world *w, int place, bool whole) {
    cd_island_body *b = &cd_island_bodies(w)[place];
    const cd_dynamic_body *m = b->dynamic_body < 0 ? NULL : cd_dynamic_of_island(w, b);
    if (b->joins || b->inverse_mass == 0 || (!whole && m && (m->held || cd_is_pressed(w, m))))
        return;
    b->joins = true;
    cd_island_gather(w, place);
}

// The bodies that a hit has changed, and their contacts.
void cd_join_changed(cd_world *w) {
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
    const cd_dynamic_body *m = cd_dynamic_of_island(w, b);
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

// ----------------------------------------------------------------------------------------- groups

int cd_group_of(cd_island_body *bodies, int i) {
    while (bodies[i].parent != i)
        i = bodies[i].parent = bodies[bodies[i].parent].parent;
    return i;
}

void cd_groups_clear(cd_world *w) {
    for (int i = 0; i < w->step.island_body_count; i++) {
        cd_island_body *b = &cd_island_bodies(w)[i];
        b->parent = i;
        b->size = 1;
        b->lies = b->is_fast = b->turns = false;
        b->total_mass = b->inverse_mass > 0 ? 1 / b->inverse_mass : INFINITY;
    }
}

// Joins two groups of bodies.
void cd_group_join(cd_island_body *bodies, int a, int b) {
    a = cd_group_of(bodies, a);
    b = cd_group_of(bodies, b);
    if (a == b)
        return;
    bodies[a].size += bodies[b].size;
    bodies[b].parent = a;
}

// Groups the bodies of contacts that join them.
static void find_groups(cd_world *w) {
    cd_island_body *bodies = cd_island_bodies(w);
    cd_groups_clear(w);
    for (int i = 0; i < w->step.island_contact_count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (c->joins && bodies[c->of_a].joins && bodies[c->of_b].joins)
            cd_group_join(bodies, c->of_a, c->of_b);
    }
    for (int i = 0; i < w->step.island_contact_count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (c->joins && bodies[c->of_a].joins != bodies[c->of_b].joins) {
            cd_island_body *of =
                &bodies[cd_group_of(bodies, bodies[c->of_a].joins ? c->of_a : c->of_b)];
            of->lies = true;
            of->turns |= c->turns && c->gap <= 2 * c->margin; // else it hits
        }
    }
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (bodies[i].joins && !may_be_in_pile(w, i))
            bodies[cd_group_of(bodies, i)].is_fast = true;
}

// Whether the body at a place is in a pile: a group of many, in which a contact closes.
bool cd_is_group_pile(const cd_world *w, int place) {
    cd_island_body *bodies = cd_island_bodies(w);
    const cd_island_body *of = &bodies[cd_group_of(bodies, place)];
    return bodies[place].joins && !of->is_fast && (of->turns || of->size >= CD_BODIES_OF_PILE);
}

// All that lies around a pile belongs to it, as it may be pushed. Returns whether there is more.
static bool join_around_piles(cd_world *w) {
    const int count = w->step.island_contact_count;
    bool more = false;
    for (int i = 0; i < count && !w->step.failed; i++) {
        cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (c->joins || !(cd_is_group_pile(w, c->of_a) || cd_is_group_pile(w, c->of_b)) ||
            !may_be_in_pile(w, c->of_a) || !may_be_in_pile(w, c->of_b))
            continue;
        c->joins = more = true;
        join_both(w, i);
    }
    join_active(w, count);
    find_groups(w);
    return more;
}

void cd_join_all(cd_world *w) {
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        join_body(w, i, true);
    join_active(w, 0);
    find_groups(w);
    while (join_around_piles(w)) {
    }
}
