// What the responses of two bodies make of their hit. Two that bounce or slide have an impact
// (impact.h).
#include "collide/world/response.h"

#include "collide/world/contact/impact.h"
#include "collide/world/contact/pile.h"
#include "collide/world/contact/press.h"
#include "collide/world/motion/spin.h"

static const cd_vec no_velocity = {0, 0, 0};

static const cd_body *body_of(const cd_world *w, int index) {
    return &cd_stored_bodies(w)[index].body;
}

// The velocity of what stops at a body that nothing moves, with a normal away from that: it is
// pushed along, as it would be hit again and again.
// Without it: tests/lua/step_spec.lua "pushes along what stops"
static cd_vec pushed(cd_vec v, cd_vec normal) {
    return cd_dot(v, normal) > 0 ? cd_project(v, normal) : no_velocity;
}

// Of two bodies with finite mass, a stops after the exchange of momentum.
static void stop(cd_world *w, int a, int b, cd_vec normal) {
    cd_dynamic_body *m = cd_dynamic_at(w, a), *o = b >= 0 ? cd_dynamic_at(w, b) : NULL;
    if (m->stalled || m->inverse_mass == 0)
        return;
    m->v = o && (o->stalled || o->inverse_mass == 0) ? pushed(o->v, normal) : no_velocity;
    cd_dynamic_change(w, m);
}

// Whether the bodies of a hit go on into each other: what is only pressed, unless its velocity has
// been set.
static bool go_on(const cd_world *w, const cd_collision *c) {
    const cd_dynamic_body *m = cd_dynamic_at(w, c->dynamic_body);
    const cd_dynamic_body *o = c->other >= 0 ? cd_dynamic_at(w, c->other) : NULL;
    const int other = o ? o->index : c->static_body;
    cd_vec v = o ? cd_sub(m->v, o->v) : m->v, a = o ? cd_sub(m->a, o->a) : m->a;
    const double margin = cd_hit_margin(w, c);
    v = cd_add(v, cd_sub(cd_turning_at(w, m->index, c->point), cd_turning_at(w, other, c->point)));
    double speed = cd_dot(v, c->normal), slow = cd_contact_still_speed(w, margin);
    if (speed < -slow)
        return cd_leads_into(v, c->normal);
    return !w->step.has_turned && speed <= slow &&
           cd_dot(a, c->normal) < -cd_contact_still_acceleration(w, margin);
}

// The restitution of two bodies with these responses.
static double restitution_of(const cd_world *w, int a, cd_response of_a, int b, cd_response of_b) {
    bool bounce = of_a == CD_BOUNCE && (of_b == CD_BOUNCE || cd_is_static_at(w, b));
    return bounce ? cd_min(body_of(w, a)->restitution, body_of(w, b)->restitution) : 0;
}

static void add_to_island(cd_world *w, int dynamic_body) {
    int place = cd_island_add(w, dynamic_body);
    if (place >= 0) {
        cd_island_bodies(w)[place].changed = cd_island_bodies(w)[place].jolted = true;
        cd_island_bodies(w)[place].v = cd_dynamic_at(w, dynamic_body)->v;
    }
}

void cd_respond(cd_world *w, const cd_collision *c, cd_response response) {
    const int i = cd_dynamic_at(w, c->dynamic_body)->index;
    const int k = cd_other_index(w, c);
    cd_response a = body_of(w, i)->response, b = body_of(w, k)->response;
    assert((c->static_body >= 0) != (c->other >= 0));
    const bool is_answer = c->decider >= 0, no_answer = is_answer && response == CD_ASK;
    if (is_answer && (c->decider == i || c->other < 0))
        a = response;
    if (is_answer && c->decider == k)
        b = response;
    a = a == CD_ASK ? response : a;
    b = b == CD_ASK ? response : b;
    // If the callback has not turned the bodies away from each other, it lets them pass.
    if (no_answer ? go_on(w, c) : a == CD_PASS || b == CD_PASS) {
        cd_pass_through(w, c);
        cd_island_begin(w);
    } else if (no_answer) {
        cd_island_note_answer(w, i, k);
        cd_island_begin(w);
    } else if (cd_press_through(w, c)) {
        cd_island_begin(w);
    } else {
        if (is_answer)
            cd_island_note_answer(w, i, k);
        const double e = restitution_of(w, i, a, k, b);
        const cd_dynamic_body *m = cd_dynamic_at(w, c->dynamic_body);
        const cd_dynamic_body *o = c->other >= 0 ? cd_dynamic_at(w, c->other) : NULL;
        const bool in_pile = cd_hits_in_pile(w, m) || (o && cd_hits_in_pile(w, o));
        if (in_pile)
            cd_pile_hit(w, c, e);
        else
            cd_impact(w, c, e);
        if (a == CD_STOP)
            stop(w, c->dynamic_body, c->other, c->normal);
        if (b == CD_STOP && c->other >= 0)
            stop(w, c->other, c->dynamic_body, cd_negate(c->normal));
    }
    add_to_island(w, c->dynamic_body);
    if (c->other >= 0)
        add_to_island(w, c->other);
}
