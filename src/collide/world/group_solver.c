// A group is solved without restitution first (contact_solver.h), then what a hit has pressed parts
// with its own.
#include "collide/world/group_solver.h"

#include "collide/math/sort.h"
#include "collide/world/groups.h"
#include "collide/world/pile.h"
#include "collide/world/world_memory.h"

#include <string.h>

// The solver ends after so many rounds.
enum { MOST_ROUNDS = 60, MOST_ROUNDS_OF_PILE = 24 };

double cd_least_margin(const cd_island_contact *contacts, int count) {
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = cd_min(least, contacts[i].margin);
    return least;
}

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
static double restitution_of(const cd_contact_problem *p, const cd_island_contact *c) {
    const double e = c->restitution, press = cd_length(p->world->gravity) * p->left;
    const bool ends = 2 * e * c->approach <= press * (1 - e) ||
                      c->approach <= cd_margin_speed(p->world, c->margin);
    return c->total > 0 && !ends ? e : 0;
}

// What has been pressed by a hit parts with its restitution, unless that would gain energy.
static void bounce(const cd_contact_problem *p, const cd_island_contacts *part, double energy) {
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

static void solve_group(const cd_contact_problem *p, const cd_island_contacts *part) {
    const double energy = energy_of(part);
    const cd_solution solution = cd_solve_contacts(part);
    add_up(part);
    if (solution == CD_SQUEEZED)
        for (int i = 0; i < part->member_count; i++)
            part->bodies[part->members[i]].v = (cd_vec){0, 0, 0};
    else
        bounce(p, part, energy);
}

// Solves each group by itself.
void cd_solve_groups(const cd_contact_problem *p) {
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
        order[i] = (by_group){cd_group_of(bodies, i), i};
    for (int i = 0; i < p->count; i++) {
        const int of = bodies[contacts[i].of_a].joins ? contacts[i].of_a : contacts[i].of_b;
        of_contacts[i] = (by_group){cd_group_of(bodies, of), i};
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
                                         cd_least_margin(contacts + at, end - at) / (64 * p->left),
                                         from - member < CD_BODIES_OF_PILE ? MOST_ROUNDS
                                                                           : MOST_ROUNDS_OF_PILE};
        solve_group(p, &part);
        at = end;
    }
}
