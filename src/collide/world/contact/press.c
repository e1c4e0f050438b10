// Whether a body is pressed is a problem of that body alone: all others count as if nothing pushed
// them which do so, or have met so many hits that they are held where they are.
#include "collide/world/contact/press.h"

#include "collide/world/body/world_memory.h"
#include "collide/world/contact/impact.h"

enum { MOST_ROUNDS = 200 };

// Velocities are found to this part of the largest speed.
static const double ENOUGH = 1e-9;

// Who has hit so often in a step is pressed, too: as if held, it moves out of nobody's way.
enum { HITS_OF_PRESSED = 16 };

static bool is_fixed(const cd_dynamic_body *m) { return m->inverse_mass == 0 || m->stalled; }

static bool gives_no_way(const cd_world *w, int dynamic_body) {
    return is_fixed(cd_dynamic_at(w, dynamic_body)) ||
           *cd_hit_count(w, dynamic_body) >= HITS_OF_PRESSED;
}

// Whether there are velocities of the body at a place of the island at which nothing closes of the
// contacts with what nothing pushes: they come first, `count` of them.
static bool has_way_out(cd_world *w, int place, int *count) {
    cd_island_body *bodies = cd_island_bodies(w);
    cd_island_contact *all = cd_island_contacts_of(w);
    double fastest = 0;
    *count = 0;
    for (int i = 0; i < w->step.island_contact_count; i++) {
        cd_island_contact c = all[i];
        const int other = c.of_a == place ? c.of_b : c.of_b == place ? c.of_a : -1;
        if (other < 0 || (other != CD_GROUND && !gives_no_way(w, bodies[other].dynamic_body)))
            continue;
        bodies[other].inverse_mass = 0;
        c.mass = 1 / (cd_length2(c.normal) * bodies[place].inverse_mass);
        c.impulse = c.total = c.further = c.slack = 0;
        fastest = cd_max(fastest, cd_length(bodies[other].v) + fabs(c.lead));
        all[i] = all[*count];
        all[(*count)++] = c;
    }
    bodies[place].v = (cd_vec){0, 0, 0};
    return *count < 2 || cd_island_solve(w, *count, ENOUGH * fastest, MOST_ROUNDS) == CD_SOLVED;
}

static void pass(cd_world *w, int a, int b) {
    cd_step_state *s = &w->step;
    cd_slot_pair *pair = cd_step_append(w, &s->pressed_pairs, &s->pressed_count, sizeof *pair);
    if (!pair)
        return;
    *pair = (cd_slot_pair){cd_slot_of(w)[a], cd_slot_of(w)[b]};
    cd_pass_pair(w, a, b);
}

bool cd_press_through(cd_world *w, const cd_collision *hit) {
    const cd_dynamic_body *a = cd_dynamic_at(w, hit->dynamic_body);
    const cd_dynamic_body *b = hit->other < 0 ? NULL : cd_dynamic_at(w, hit->other);
    if (!b || is_fixed(a) == is_fixed(b) || w->step.fixed_count == 0)
        return false;
    const int pressed = is_fixed(a) ? hit->other : hit->dynamic_body;
    const cd_island_contact touch = cd_hit_contact(w, hit, 0);
    cd_island_begin(w);
    const int place = cd_island_add(w, pressed);
    if (place < 0)
        return false;
    cd_island_add_contact(w, &touch);
    cd_island_gather(w, place);
    int count;
    if (w->step.failed || has_way_out(w, place, &count))
        return false;
    cd_dynamic_body *m = cd_dynamic_at(w, pressed);
    for (int i = 0; i < count; i++) {
        const cd_island_contact c = cd_island_contacts_of(w)[i];
        const int other = c.a == pressed ? c.b : c.a;
        if (other >= 0 && cd_dynamic_at(w, other)->inverse_mass == 0)
            pass(w, m->index, cd_dynamic_at(w, other)->index);
    }
    m->v = cd_sub(m->v, cd_project(m->v, hit->normal));
    cd_dynamic_change(w, m);
    return true;
}

void cd_press_end_step(cd_world *w) {
    const cd_slot_pair *pairs = w->step.pressed_pairs.memory;
    for (int i = 0; i < w->step.pressed_count; i++)
        if (cd_is_slot(w, pairs[i].a) && cd_is_slot(w, pairs[i].b))
            cd_end_pass(w, cd_slots(w)[pairs[i].a], cd_slots(w)[pairs[i].b]);
    w->step.pressed_count = 0;
}
