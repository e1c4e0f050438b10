// What the solver leaves over never becomes a depth: in a pile, two bodies that would still close
// their gap go on as one.
#include "collide/world/contact/paths.h"

#include "collide/world/contact/groups.h"
#include "collide/world/contact/pile.h"
#include "collide/world/motion/touches.h"

#include <string.h>

// What moves slower than this part of the speed that gravity adds in a step rests, as the solver
// leaves velocities off by about as much; what lies on one plane it solves to the other part of a
// margin in a step.
static const double REST_SPEED = 0x1p-7, REST_MARGIN = 0x1p-6;

// What lies deeper than so many margins has begun there: position correction takes it apart.
static const double MOST_LIFTED = 64;
enum { LIFT_SWEEPS = 8 };

// ------------------------------------------------------------------------------------------- rest

static bool is_slow(const cd_world *w, const cd_island_body *b) {
    if (!b->joins)
        return b->dynamic_body < 0 || cd_dynamic_is_still(cd_dynamic_of_island(w, b));
    const double fast = cd_max(cd_length(b->v), cd_length(b->before)), dt = w->step.dt;
    const cd_dynamic_body *m = cd_dynamic_of_island(w, b);
    const double margin = cd_contact_margin(w, m->index, m->index, m->bounding_radius);
    if (b->is_solved)
        return fast * dt <= REST_MARGIN * margin;
    return fast <= REST_SPEED * cd_length(w->gravity) * dt && fast * dt <= CD_MARGINS_NEAR * margin;
}

// Notes the groups whose bodies are so slow that they rest, and touch nothing that moves.
static void find_resting(const cd_contact_problem *p) {
    const cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = 0; i < w->step.island_body_count; i++)
        bodies[i].moves = false;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (bodies[i].joins && !is_slow(w, &bodies[i]))
            bodies[cd_group_of(bodies, i)].moves = true;
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (!is_slow(w, &bodies[c->of_a]) || !is_slow(w, &bodies[c->of_b]))
            bodies[cd_group_of(bodies, bodies[c->of_a].joins ? c->of_a : c->of_b)].moves = true;
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
static void mark_piles(const cd_contact_problem *p) {
    cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    const unsigned first = w->step.pile_count;
    w->step.pile_count += (unsigned)w->step.island_body_count;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        if (!bodies[i].joins)
            continue;
        bodies[i].in_pile = cd_is_group_pile(w, i) && !bodies[i].rests;
        bodies[i].pile = cd_group_of(bodies, i);
        cd_dynamic_of_island(w, &bodies[i])->in_pile = bodies[i].in_pile;
        cd_dynamic_contacts(w)[bodies[i].dynamic_body].pile =
            first + (unsigned)cd_group_of(bodies, i);
    }
    cd_groups_clear(w);
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        if (c->total > 0 && bodies[c->of_a].joins && bodies[c->of_b].joins)
            cd_group_join(bodies, c->of_a, c->of_b);
    }
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (bodies[i].joins)
            cd_set_trait(w, cd_dynamic_of_island(w, &bodies[i])->index, CD_TRAIT_PRESSED,
                         bodies[cd_group_of(bodies, i)].size >= CD_BODIES_OF_PILE);
}

// What is rounding, as a part of a margin.
static const double ROUNDING = 0x1p-13;

// What the solver has left over may close a gap: then two bodies move as one, momentum kept.
static void unite_closing(const cd_contact_problem *p) {
    cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    cd_groups_clear(w);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < p->count; i++) {
            const cd_island_contact *c = &cd_island_contacts_of(w)[i];
            const int a = cd_group_of(bodies, c->of_a), b = cd_group_of(bodies, c->of_b);
            const double closing = -cd_dot(cd_sub(bodies[a].v, bodies[b].v), c->normal) * p->left;
            if (a == b || c->turns || closing <= cd_max(c->gap, 0) + ROUNDING * c->margin ||
                !(bodies[c->of_a].in_pile || bodies[c->of_b].in_pile) ||
                (isinf(bodies[a].total_mass) && isinf(bodies[b].total_mass)))
                continue;
            unite(bodies, a, b);
            more = true;
        }
    }
    for (int i = 0; i < w->step.island_body_count; i++)
        bodies[i].v = bodies[cd_group_of(bodies, i)].v;
}

// ------------------------------------------------------------------------------------------ lift

// How far a contact is to be lifted, from the bottom of its margin to its middle; one that is alone
// or rests only if it has sunk deeper than that.
static double missing_gap(const cd_contact_problem *p, const cd_island_contact *c) {
    const cd_island_body *bodies = cd_island_bodies(p->world);
    const cd_vec moved = cd_sub(bodies[c->of_a].change, bodies[c->of_b].change);
    const double gap = c->gap + cd_dot(moved, c->normal);
    const bool rests = bodies[c->of_a].rests || bodies[c->of_b].rests;
    const double bottom = p->count > 1 && !rests ? c->margin / 4 : -ROUNDING * c->margin;
    return gap < bottom && !c->turns && c->gap > -MOST_LIFTED * c->margin ? c->margin / 2 - gap : 0;
}

// What has sunk to the bottom of its margin is lifted to its middle, each by the share of the
// other's mass: by parts of a margin that nobody sees. Of all that lifts a body the mean counts:
// where there is no room, nothing moves.
static void lift(const cd_contact_problem *p) {
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
            const double impulse = missing_gap(p, c) * c->mass;
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
        if (!bodies[i].in_pile && !cd_is_zero(bodies[i].change)) {
            cd_dynamic_shift(w, cd_dynamic_of_island(w, &bodies[i]), bodies[i].change);
            bodies[i].changed = true;
        }
}

// ------------------------------------------------------------------------------------------- paths

// Gives a body another path, unless it is the same but for what a contact that holds is off by.
static void set_path(cd_world *w, cd_island_body *b, cd_vec v, cd_vec a) {
    cd_dynamic_body *m = cd_dynamic_of_island(w, b);
    const double margin = cd_contact_margin(w, m->index, m->index, m->bounding_radius);
    const bool is_same = cd_equal(v, m->v) && !cd_is_zero(a) && !cd_equal(a, m->a) &&
                         cd_length(cd_sub(a, m->a)) <= cd_contact_still_acceleration(w, margin) / 2;
    if (is_same || (cd_equal(v, m->v) && cd_equal(a, m->a)))
        return;
    m->v = v;
    cd_dynamic_accelerate(w, m, a);
    b->changed = true;
}

// What changes a velocity by no more than this part of what gravity does is rounding.
static const double NOTHING = 0x1p-40;

// Whether nothing but gravity has changed the velocity of a body.
static bool is_free(const cd_contact_problem *p, const cd_island_body *b) {
    const cd_vec fall = cd_scale(cd_island_fall(p->world, b), p->left);
    return cd_length(cd_sub(cd_sub(b->v, b->before), fall)) <= NOTHING * cd_length(fall);
}

// How much farther a body is from where it falls freely than from where it goes straight, to the
// same velocity.
static double sagitta(const cd_contact_problem *p) {
    return cd_length(p->world->gravity) * p->left * p->left / 2;
}

// Whether a contact lets its first body, seen along `normal`, fall freely: what rises first may
// come too near before the end of the step, to which the solver looks.
static bool may_fall(const cd_contact_problem *p, const cd_island_contact *c,
                     const cd_island_body *body, const cd_island_body *other, cd_vec normal) {
    const double pull = cd_dot(p->world->gravity, normal);
    if (other->falls || (!other->joins && pull <= 0))
        return true;
    const double speed = cd_dot(cd_sub(body->before, other->v), normal);
    const double end = c->gap + p->left * cd_separating_speed(cd_island_bodies(p->world), c);
    const bool turns = pull > 0 && speed < 0 && -speed < pull * p->left;
    return end >= sagitta(p) && !(turns && c->gap < speed * speed / (2 * pull));
}

// Finds the bodies of piles which nothing has changed, and which nothing may meet.
static void find_falling(const cd_contact_problem *p) {
    cd_island_body *bodies = cd_island_bodies(p->world);
    for (int i = 0; i < p->world->step.island_body_count; i++)
        bodies[i].falls = bodies[i].in_pile && is_free(p, &bodies[i]);
    for (bool more = true; more;) {
        more = false;
        for (int i = 0; i < p->count; i++) {
            const cd_island_contact *c = &cd_island_contacts_of(p->world)[i];
            cd_island_body *a = &bodies[c->of_a], *b = &bodies[c->of_b];
            const bool of_a = a->falls && !may_fall(p, c, a, b, c->normal);
            const bool of_b = b->falls && !may_fall(p, c, b, a, cd_negate(c->normal));
            a->falls &= !of_a;
            b->falls &= !of_b;
            more |= of_a || of_b;
        }
    }
}

// Which part of its way a pile may go: no body farther than its contacts reach. All paths of a pile
// are as feasible if they are shorter by the same part.
static void shorten_paths(const cd_contact_problem *p) {
    const cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    for (int i = 0; i < w->step.island_body_count; i++)
        bodies[i].part = 1;
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        if (!bodies[i].in_pile)
            continue;
        const double way = cd_length(bodies[i].v) * p->left;
        double *part = &bodies[bodies[i].pile].part;
        *part = cd_min(*part, cd_contact_span(w, cd_dynamic_of_island(w, &bodies[i])) / way);
    }
    // But what nothing pushes goes all its way: those that it pushes see for themselves.
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        const cd_island_body *a = &bodies[c->of_a], *b = &bodies[c->of_b];
        const bool moves_a = !a->joins && (c->turns || !cd_is_zero(a->v)),
                   moves_b = !b->joins && (c->turns || !cd_is_zero(b->v));
        if (a->in_pile && moves_b && bodies[a->pile].part < 1)
            bodies[a->pile].part = NAN;
        if (b->in_pile && moves_a && bodies[b->pile].part < 1)
            bodies[b->pile].part = NAN;
    }
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        if (bodies[i].in_pile && isnan(bodies[bodies[i].pile].part))
            cd_dynamic_of_island(w, &bodies[i])->in_pile = bodies[i].in_pile = false;
}

// What touches in a pile has no hits that would tell.
static void note_touches(const cd_contact_problem *p) {
    cd_world *w = p->world;
    for (int i = 0; i < p->count; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        const cd_island_body *a = &cd_island_bodies(w)[c->of_a], *b = &cd_island_bodies(w)[c->of_b];
        if (!(a->in_pile || b->in_pile) ||
            !(c->gap + cd_separating_speed(cd_island_bodies(w), c) * p->left <= c->margin))
            continue;
        cd_touches_note_near(w, cd_dynamic_at(w, c->a)->index,
                             c->b < 0 ? c->static_body : cd_dynamic_at(w, c->b)->index,
                             w->step.end);
    }
}

// The constant acceleration of a body. What is supported has none but for rounding.
static cd_vec acceleration_of(const cd_contact_problem *p, const cd_island_body *b) {
    const cd_vec a = cd_scale(cd_sub(b->v, b->before), 1 / p->left), none = {0, 0, 0};
    return cd_length(a) <= NOTHING * cd_length(p->world->gravity) ? none : a;
}

static void set_paths(const cd_contact_problem *p) {
    cd_world *w = p->world;
    cd_island_body *bodies = cd_island_bodies(w);
    const cd_vec none = {0, 0, 0};
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        cd_island_body *b = &bodies[i];
        if (!b->joins || cd_dynamic_of_island(w, b)->stalled)
            continue;
        if (b->rests)
            set_path(w, b, none, none);
        else if (b->stops) {
            cd_dynamic_hold(w, b->dynamic_body, b->v);
            set_path(w, b, cd_scale(b->displacement, 1 / p->left), none);
        } else if (b->rides[0] > 0) {
            set_path(w, b, b->v, none);
            memcpy(cd_dynamic_contacts(w)[b->dynamic_body].rides, b->rides, sizeof b->rides);
            b->changed = true;
        } else if (!b->in_pile || (b->falls && bodies[b->pile].part == 1))
            set_path(w, b, b->before, acceleration_of(p, b));
        else {
            const double part = bodies[b->pile].part;
            if (part < 1)
                cd_dynamic_hold(w, b->dynamic_body, b->v);
            set_path(w, b, cd_scale(b->v, part), none);
        }
    }
}

// Lists what is in no pile: those in piles look for hits with no others.
static void find_loose(cd_world *w) {
    cd_step_state *s = &w->step;
    s->loose_count = 0;
    for (int i = 0; i < s->dynamic_count && s->loose_count >= 0; i++)
        if (!cd_dynamic_at(w, i)->in_pile || cd_dynamic_at(w, i)->stalled)
            cd_note_loose(w, i);
}

void cd_give_accelerations(const cd_contact_problem *p) { set_paths(p); }

void cd_give_paths(const cd_contact_problem *p) {
    cd_island_body *bodies = cd_island_bodies(p->world);
    find_resting(p);
    for (int i = 0; i < p->world->step.island_body_count; i++)
        bodies[i].rests = bodies[i].joins && !bodies[cd_group_of(bodies, i)].moves;
    mark_piles(p);
    unite_closing(p);
    note_touches(p);
    find_falling(p);
    shorten_paths(p);
    set_paths(p);
    lift(p);
    find_loose(p->world);
}
