// Two bodies exchange momentum as any two do. If their paths still lead into each other, the one
// that is in no pile takes the path nearest to its own that leads into nothing around it; all
// others keep to theirs, so that this is a problem of one body. Where it has no solution, the piles
// are solved anew, with that body, for what is left of the step; where this does not help, all that
// meets there stands still until it ends.
#include "collide/world/contact/pile.h"

#include "collide/world/body/world_memory.h"
#include "collide/world/contact/friction.h"
#include "collide/world/contact/impact.h"

enum { MOST_ROUNDS = 200 };

// So often in a step is all solved anew for what is left of it where nobody gives way.
enum { MOST_SOLVED_ANEW = 32 };

// Who has hit so often in a step gives way no more: between others that move it would go on for
// ever.
enum { HITS_TO_GIVE_WAY = 16 };

// A path parts by this part of the largest speed from what it gives way to.
static const double PARTING = 1e-10;

static cd_body *body_of(const cd_world *w, const cd_dynamic_body *m) {
    return &cd_stored_bodies(w)[m->index].body;
}

// ------------------------------------------------------------------------------------------- held

void cd_release_held(cd_world *w) {
    const int *held = w->step.held.memory;
    for (int i = 0; i < w->step.held_count; i++) {
        cd_dynamic_body *m = cd_dynamic_at(w, held[i]);
        cd_dynamic_advance(w, m);
        m->v = body_of(w, m)->velocity;
        m->held = false;
        cd_dynamic_change(w, m);
    }
}

// ---------------------------------------------------------------------------------------- momentum

static double inverse_mass_of(const cd_dynamic_body *m) {
    return m && !m->stalled ? m->inverse_mass : 0;
}

static cd_vec velocity_of(const cd_world *w, const cd_dynamic_body *m) {
    return !m ? (cd_vec){0, 0, 0} : m->held && !m->stalled ? body_of(w, m)->velocity : m->v;
}

// Gives a body the velocity that it has after a hit. What is in a pile keeps its path.
static void push(cd_world *w, int dynamic_body, cd_vec change) {
    cd_dynamic_body *m = dynamic_body < 0 ? NULL : cd_dynamic_at(w, dynamic_body);
    if (!m || !(inverse_mass_of(m) > 0) || cd_is_zero(change))
        return;
    const cd_vec v = cd_add(velocity_of(w, m), change);
    if (m->held || cd_is_pressed(w, m))
        cd_dynamic_hold(w, dynamic_body, v);
    else
        m->v = v;
}

static void exchange(cd_world *w, const cd_collision *hit, double restitution) {
    const cd_island_contact touch = cd_hit_contact(w, hit, restitution);
    const cd_dynamic_body *a = cd_dynamic_at(w, hit->dynamic_body);
    const cd_dynamic_body *b = hit->other < 0 ? NULL : cd_dynamic_at(w, hit->other);
    const double approach =
        -cd_dot(cd_sub(velocity_of(w, a), velocity_of(w, b)), hit->normal) - touch.lead;
    if (!(approach > 0))
        return;
    const double e = cd_restitution_at(w, &touch, approach), j = (1 + e) * approach * touch.mass;
    const cd_vec along =
        cd_sliding_impulse(&touch, cd_sub(velocity_of(w, a), velocity_of(w, b)), j);
    const cd_vec impulse = cd_add_scaled(along, j, hit->normal);
    push(w, hit->dynamic_body, cd_scale(impulse, inverse_mass_of(a)));
    push(w, hit->other, cd_scale(impulse, -inverse_mass_of(b)));
}

// ------------------------------------------------------------------------------------------- paths

// Whether the path of a body may change: others do not count on it.
static bool may_give_way(const cd_world *w, int dynamic_body) {
    const cd_dynamic_body *m = dynamic_body < 0 ? NULL : cd_dynamic_at(w, dynamic_body);
    return m && inverse_mass_of(m) > 0 && !cd_is_pressed(w, m) &&
           *cd_hit_count(w, dynamic_body) < HITS_TO_GIVE_WAY;
}

// Whether the paths of a hit lead into each other, or will by their accelerations.
static bool closes(const cd_world *w, const cd_collision *hit) {
    const cd_dynamic_body *a = cd_dynamic_at(w, hit->dynamic_body);
    const cd_dynamic_body *b = hit->other < 0 ? NULL : cd_dynamic_at(w, hit->other);
    const cd_vec none = {0, 0, 0}, v = b ? b->v : none, fall = b ? b->a : none;
    const double speed = cd_dot(cd_sub(a->v, v), hit->normal) + cd_hit_contact(w, hit, 0).lead;
    const double pressed = cd_pressed_speed(w, cd_hit_margin(w, hit));
    return speed < -pressed || (speed <= pressed && cd_dot(cd_sub(a->a, fall), hit->normal) < 0);
}

// Finds a straight path for a body among all that it touches. False: there is none.
static bool give_way(cd_world *w, const cd_collision *hit, int dynamic_body) {
    const cd_island_contact touch = cd_hit_contact(w, hit, 0);
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    const double left = w->step.end - w->step.now;
    cd_island_begin(w);
    const int place = cd_island_add(w, dynamic_body);
    if (place < 0)
        return false;
    cd_island_add_contact(w, &touch);
    cd_island_gather(w, place);
    cd_island_body *bodies = cd_island_bodies(w);
    const cd_vec falling = cd_add_scaled(m->v, left, cd_dynamic_fall(w, m));
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        bodies[i].inverse_mass = i == place ? bodies[i].inverse_mass : 0;
    bodies[place].v = falling;
    double fastest = 0;
    for (int i = 0; i < w->step.island_body_count; i++)
        fastest = cd_max(fastest, cd_length(bodies[i].v));
    int count = 0;
    for (int i = 0; i < w->step.island_contact_count; i++) {
        cd_island_contact c = cd_island_contacts_of(w)[i];
        if (c.of_a != place && c.of_b != place)
            continue;
        c.mass = 1 / (cd_length2(c.normal) * bodies[place].inverse_mass);
        c.impulse = c.further = 0;
        c.slack = c.is_hit ? -PARTING * fastest
                           : cd_max(c.gap - c.margin / 2, 0) / cd_max(left, w->step.dt / 64);
        cd_island_contacts_of(w)[count++] = c;
    }
    if (cd_island_solve(w, count, PARTING / 4 * fastest, MOST_ROUNDS) != CD_SOLVED)
        return false;
    const cd_vec path = bodies[place].v;
    cd_dynamic_hold(w, dynamic_body, m->held ? velocity_of(w, m) : falling);
    m->v = path;
    cd_dynamic_accelerate(w, m, (cd_vec){0, 0, 0});
    return true;
}

// Whether one of the bodies of a hit takes another path that does not lead into the other.
static bool one_gives_way(cd_world *w, const cd_collision *hit) {
    return (may_give_way(w, hit->dynamic_body) && give_way(w, hit, hit->dynamic_body)) ||
           (may_give_way(w, hit->other) && give_way(w, hit, hit->other));
}

// A body of the island whose path has changed.
static void note_changed(cd_world *w, int dynamic_body) {
    const int place = cd_island_add(w, dynamic_body);
    if (place < 0)
        return;
    cd_dynamic_change(w, cd_dynamic_at(w, dynamic_body));
    cd_island_bodies(w)[place].changed = true;
}

static void stand_still(cd_world *w, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    if (!(inverse_mass_of(m) > 0))
        return;
    cd_dynamic_hold(w, dynamic_body, velocity_of(w, m));
    cd_dynamic_stall(w, m);
    note_changed(w, dynamic_body);
}

// A body stands still until the step ends, and if it is in a pile, all of that do.
static void stop_all(cd_world *w, int dynamic_body) {
    if (dynamic_body < 0)
        return;
    const bool in_pile = cd_dynamic_at(w, dynamic_body)->in_pile;
    const unsigned pile = cd_dynamic_contacts(w)[dynamic_body].pile;
    stand_still(w, dynamic_body);
    for (int i = 0; i < w->step.dynamic_count && in_pile; i++)
        if (cd_dynamic_at(w, i)->in_pile && cd_dynamic_contacts(w)[i].pile == pile)
            stand_still(w, i);
}

void cd_pile_hit(cd_world *w, const cd_collision *hit, double restitution) {
    const int bodies[2] = {hit->dynamic_body, hit->other};
    exchange(w, hit, restitution);
    bool stop = closes(w, hit) && !one_gives_way(w, hit);
    if (stop && w->step.solved_anew < MOST_SOLVED_ANEW) {
        w->step.solved_anew++;
        w->step.solve_anew = true;
        stop = false;
    }
    cd_island_begin(w);
    for (int i = 0; i < 2; i++) {
        if (stop)
            stop_all(w, bodies[i]);
        if (bodies[i] >= 0)
            note_changed(w, bodies[i]);
    }
}
