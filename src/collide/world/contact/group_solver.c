// A group is solved without restitution first (contact_solver.h), then what a hit has pressed parts
// with its own.
#include "collide/world/contact/group_solver.h"

#include "collide/math/sort.h"
#include "collide/math/tolerance.h"
#include "collide/world/body/world_memory.h"
#include "collide/world/contact/friction.h"
#include "collide/world/contact/groups.h"
#include "collide/world/contact/pile.h"

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

// The largest part of the change from the pressed velocities to those that have bounced at which
// the energy of what bounces at the end of the step, to which all move straight, is no more than
// that before. It is a quadratic function of that part.
static double part_without_gain(const cd_contact_problem *p, const cd_island_contacts *group) {
    double of_squares = 0, of_part = 0, at_pressed = 0;
    for (int i = 0; i < group->member_count; i++) {
        const cd_island_body *b = &group->bodies[group->members[i]];
        const cd_vec change = cd_sub(b->v, b->pressed);
        if (cd_is_zero(change))
            continue;
        const double mass = 1 / b->inverse_mass;
        const cd_vec fall = cd_scale(cd_island_fall(p->world, b), p->left);
        of_squares += mass * cd_length2(change) / 2;
        of_part += mass * cd_dot(change, cd_sub(b->pressed, fall));
        at_pressed += mass * ((cd_length2(b->pressed) - cd_length2(b->before)) / 2 -
                              cd_dot(fall, b->pressed));
    }
    const double allowed = cd_max(-at_pressed, 0);
    if (of_squares + of_part <= allowed)
        return 1;
    const double root = sqrt(of_part * of_part + 4 * of_squares * allowed);
    return of_part > 0 ? 2 * allowed / (of_part + root) : (root - of_part) / (2 * of_squares);
}

// What has been pressed by a hit parts with its restitution, as far as that gains no energy.
static void bounce(const cd_contact_problem *p, const cd_island_contacts *group) {
    cd_island_body *bodies = group->bodies;
    bool any = false;
    for (int i = 0; i < group->count; i++) {
        cd_island_contact *c = &group->contacts[i];
        const double e = restitution_of(p, c);
        any |= e > 0;
        if (e > 0)
            c->slack = -e * c->approach;
    }
    if (!any)
        return;
    for (int i = 0; i < group->member_count; i++)
        bodies[group->members[i]].pressed = bodies[group->members[i]].v;
    cd_solve_contacts(group);
    add_up(group);
    const double part = part_without_gain(p, group);
    for (int i = 0; i < group->member_count && part < 1; i++) {
        cd_island_body *b = &bodies[group->members[i]];
        b->v = cd_add_scaled(b->pressed, part, cd_sub(b->v, b->pressed));
    }
}

// Whether few bodies touch along one normal alone.
static bool lies_on_plane(const cd_island_contacts *group) {
    const cd_vec n = group->contacts[0].normal;
    for (int i = 1; i < group->count; i++)
        if (cd_max_abs(cd_cross(group->contacts[i].normal, n)) > CD_SAME_NORMAL)
            return false;
    return group->member_count < CD_BODIES_OF_PILE;
}

static void solve_group(const cd_contact_problem *p, const cd_island_contacts *group) {
    const cd_solution solution = cd_solve_with_friction(group);
    add_up(group);
    const bool is_solved = solution == CD_SOLVED && lies_on_plane(group);
    for (int i = 0; i < group->member_count; i++)
        group->bodies[group->members[i]].is_solved = is_solved;
    if (solution == CD_SOLVED && group->member_count == 1) {
        cd_island_body *b = &group->bodies[group->members[0]];
        b->stops = cd_has_stopped(group, p->left, cd_island_fall(p->world, b), &b->displacement);
    }
    if (solution != CD_SQUEEZED)
        bounce(p, group);
    else
        for (int i = 0; i < group->member_count; i++)
            group->bodies[group->members[i]].v = (cd_vec){0, 0, 0};
}

// Solves each group by itself.
void cd_solve_groups(const cd_contact_problem *p) {
    cd_step_state *s = &p->world->step;
    cd_island_body *bodies = cd_island_bodies(p->world);
    const int n = s->island_body_count;
    if (!cd_step_reserve(p->world, &s->island_order, (size_t)(n + p->count), sizeof(by_group)) ||
        !cd_step_reserve(p->world, &s->island_members, (size_t)n, sizeof(int)) ||
        !cd_step_reserve(p->world, &s->island_contacts,
                         (size_t)s->island_contact_count + (size_t)p->count + 1,
                         sizeof(cd_island_contact)))
        return;
    by_group *order = s->island_order.memory, *of_contacts = order + n;
    cd_island_contact *contacts = cd_island_contacts_of(p->world),
                      *sorted = contacts + s->island_contact_count;
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
        const cd_island_contacts part = {
            .contacts = contacts + at,
            .count = end - at,
            .bodies = bodies,
            .members = members + member,
            .member_count = from - member,
            .enough = cd_least_margin(contacts + at, end - at) / (64 * p->left),
            .rounds = from - member < CD_BODIES_OF_PILE ? MOST_ROUNDS : MOST_ROUNDS_OF_PILE};
        solve_group(p, &part);
        at = end;
    }
}
