// Generalized reflections (Smith, Kaufman, Vouga, Tamstorf, Grinspun, Reflections on Simultaneous
// Impact, 2012): of all contacts, those that approach get the impulses that stop them, and that
// times their restitution once more; and so on until none approaches. The order of bodies does not
// matter, so that symmetry is kept, and energy and momentum; a row of balls hands a push on to its
// last one.
#include "collide/world/contact/impact.h"

#include "collide/world/contact/friction.h"
#include "collide/world/contact/turning_contact.h"

// Reflections in an impact; what then still approaches stops.
enum { MOST_REFLECTIONS = 64 };

// The solver ends at changes of this part of the largest speed, or after so many rounds; where what
// touches is still being gathered, after fewer.
static const double ROUNDING = 1e-10;
enum { MOST_ROUNDS = 200, ROUNDS_TO_GROW = 1 };

// By which part a norm may be larger for rounding.
static const double NORM_ROUNDING = 1e-12;

// ------------------------------------------------------------------------------------ restitution

// What is pressed together bounces ever lower: all its bounces after one that leaves at a speed u
// take 2 u / (g (1 - e)). If they end within the step, it rests at once: its way along the surface
// is the same.
static bool ends(const cd_world *w, const cd_island_contact *c, double approach) {
    const cd_dynamic_body *a = cd_dynamic_at(w, c->a);
    const cd_dynamic_body *b = c->b >= 0 ? cd_dynamic_at(w, c->b) : NULL;
    cd_vec fall_b = b ? cd_dynamic_fall(w, b) : (cd_vec){0, 0, 0};
    double press = cd_dot(cd_sub(fall_b, cd_dynamic_fall(w, a)), c->normal), e = c->restitution;
    press += c->turns ? cd_contact_turning_push(w, c) : 0;
    return press > 0 && 2 * e * approach <= press * (1 - e) * (w->step.end - w->step.now);
}

double cd_restitution_at(const cd_world *w, const cd_island_contact *c, double approach) {
    return ends(w, c, approach) || approach <= cd_margin_speed(w, c->margin) ? 0 : c->restitution;
}

// ----------------------------------------------------------------------------------------- gather

static bool has_changed(const cd_world *w, const cd_island_body *b) {
    return b->inverse_mass > 0 && !cd_equal(b->v, cd_dynamic_at(w, b->dynamic_body)->v);
}

// Whether the velocity of a body has changed by more than its contacts take.
static bool passes_on(const cd_world *w, const cd_island_body *b) {
    if (!has_changed(w, b))
        return false;
    const cd_dynamic_body *m = cd_dynamic_at(w, b->dynamic_body);
    return cd_length(cd_sub(b->v, m->v)) >
           cd_margin_speed(w, CD_CONTACT_MARGIN * m->bounding_radius);
}

// Gathers the contacts of all bodies whose velocity has changed. Whether there are new ones.
static bool gather_changed(cd_world *w) {
    const cd_step_state *s = &w->step;
    const int before = s->island_contact_count;
    for (int i = CD_GROUND + 1; i < s->island_body_count && !s->failed; i++)
        if (passes_on(w, &cd_island_bodies(w)[i]))
            cd_island_gather(w, i);
    return s->island_contact_count > before;
}

// The hit itself counts, however slow it is.
static bool approaches(const cd_world *w, const cd_island_contact *c) {
    return cd_separating_speed(cd_island_bodies(w), c) < 0 &&
           (c->is_hit || (c->gap <= c->margin && !cd_is_holding(w, c)));
}

static void note_approach(const cd_world *w, cd_island_contact *c) {
    if (c->approach == 0 && approaches(w, c))
        c->approach = -cd_separating_speed(cd_island_bodies(w), c);
}

// Moves the contacts that approach to the front. Returns how many they are.
static int find_approaching(cd_world *w) {
    cd_island_contact *all = cd_island_contacts_of(w);
    int count = 0;
    for (int i = 0; i < w->step.island_contact_count; i++) {
        note_approach(w, &all[i]);
        if (!approaches(w, &all[i]))
            continue;
        const cd_island_contact c = all[i];
        all[i] = all[count];
        all[count++] = c;
    }
    return count;
}

// ---------------------------------------------------------------------------------------- reflect

static double scale_of(const cd_world *w) {
    double most = 0;
    for (int i = 0; i < w->step.island_body_count; i++)
        most = cd_max(most, cd_max_abs(cd_island_bodies(w)[i].v));
    for (int i = 0; i < w->step.island_contact_count; i++)
        most = cd_max(most, fabs(cd_island_contacts_of(w)[i].lead));
    return most;
}

// What holds needs no impulse.
static double slack_of(const cd_world *w, const cd_island_contact *c) {
    return c->is_hit ? 0 : cd_closing_allowed(w, c);
}

static void clear_impulses(cd_world *w, int count) {
    for (int i = 0; i < count; i++) {
        cd_island_contact *c = &cd_island_contacts_of(w)[i];
        c->impulse = c->further = 0;
        c->slack = slack_of(w, c);
    }
}

// The square of how far the velocities are from those before, in the metric of masses.
static double change_of(const cd_world *w) {
    double sum = 0;
    for (int i = 0; i < w->step.island_body_count; i++) {
        const cd_island_body *b = &cd_island_bodies(w)[i];
        if (b->inverse_mass > 0)
            sum += cd_length2(cd_sub(b->v, b->before)) / b->inverse_mass;
    }
    return sum;
}

// Adds what contacts press with to their loads, which rub at the end of the impact.
static void add_loads(cd_world *w, int count) {
    for (int i = 0; i < count; i++)
        cd_island_contacts_of(w)[i].load += cd_island_contacts_of(w)[i].impulse;
}

// Solves the first `count` contacts at the present velocities.
static void press(cd_world *w, int count, double enough, int rounds) {
    clear_impulses(w, count);
    cd_island_solve(w, count, enough, rounds);
    add_loads(w, count);
}

// Impulses that stop the first `count` contacts, and their restitution. This changes velocities by
// no more than those do, so that no energy is gained; where it would, as several restitutions may,
// the least counts for all.
static void reflect(cd_world *w, int count) {
    cd_island_body *bodies = cd_island_bodies(w);
    cd_island_contact *contacts = cd_island_contacts_of(w);
    const int body_count = w->step.island_body_count;
    double least = 1;
    for (int i = 0; i < body_count; i++)
        bodies[i].before = bodies[i].v;
    press(w, count, ROUNDING * scale_of(w), MOST_ROUNDS);
    double stopped = change_of(w);
    for (int i = 0; i < body_count; i++) {
        bodies[i].change = cd_sub(bodies[i].v, bodies[i].before);
        bodies[i].v = bodies[i].before;
    }
    for (int i = 0; i < count; i++) {
        const cd_island_contact *c = &contacts[i];
        cd_island_body *a = &bodies[c->of_a], *b = &bodies[c->of_b];
        if (c->impulse > 0)
            least = cd_min(least, c->e);
        a->v = cd_add_scaled(a->v, c->e * c->impulse * a->inverse_mass, c->normal);
        b->v = cd_add_scaled(b->v, -c->e * c->impulse * b->inverse_mass, c->normal);
        contacts[i].load += c->e * c->impulse;
    }
    const bool gains = change_of(w) > stopped * (1 + NORM_ROUNDING);
    for (int i = 0; i < body_count; i++)
        bodies[i].v = gains ? cd_add_scaled(bodies[i].before, 1 + least, bodies[i].change)
                            : cd_add(bodies[i].v, bodies[i].change);
}

// The velocities nearest to the present ones at which nothing that touches approaches.
static void stop(cd_world *w) {
    for (bool more = true; more && !w->step.failed;) {
        const int count = w->step.island_contact_count;
        const double enough = ROUNDING * scale_of(w);
        for (int i = 0; i < count; i++)
            note_approach(w, &cd_island_contacts_of(w)[i]);
        press(w, count, enough, ROUNDS_TO_GROW);
        more = gather_changed(w);
        if (!more)
            press(w, count, enough, MOST_ROUNDS);
    }
}

// What has pressed rubs; this may press what touches beside it.
static void rub(cd_world *w) {
    const int count = w->step.island_contact_count;
    if (!cd_have_friction(cd_island_contacts_of(w), count))
        return;
    const cd_island_contacts island = cd_island_of(w, count, ROUNDING * scale_of(w), MOST_ROUNDS);
    cd_rub(&island);
    gather_changed(w);
    stop(w);
}

static void apply_velocities(cd_world *w) {
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++) {
        cd_island_body *b = &cd_island_bodies(w)[i];
        if (!has_changed(w, b))
            continue;
        cd_dynamic_body *m = cd_dynamic_at(w, b->dynamic_body);
        b->jolted = passes_on(w, b);
        if (m->in_pile) { // its path ends with the step
            cd_dynamic_hold(w, b->dynamic_body, b->v);
            continue;
        }
        m->v = b->v;
        cd_dynamic_change(w, m);
        b->changed = true;
    }
}

double cd_hit_margin(const cd_world *w, const cd_collision *hit) {
    const cd_dynamic_body *m = cd_dynamic_at(w, hit->dynamic_body);
    const cd_dynamic_body *o = hit->other >= 0 ? cd_dynamic_at(w, hit->other) : NULL;
    return cd_contact_margin(w, m->index, o ? o->index : hit->static_body,
                             o ? cd_min(m->bounding_radius, o->bounding_radius)
                               : m->bounding_radius);
}

cd_island_contact cd_hit_contact(const cd_world *w, const cd_collision *hit, double restitution) {
    const cd_dynamic_body *a = cd_dynamic_at(w, hit->dynamic_body);
    const cd_dynamic_body *b = hit->other >= 0 ? cd_dynamic_at(w, hit->other) : NULL;
    const double inverse =
        (a->stalled ? 0 : a->inverse_mass) + (b && !b->stalled ? b->inverse_mass : 0);
    cd_island_contact c = {.a = hit->dynamic_body,
                           .b = hit->other,
                           .static_body = hit->static_body,
                           .is_hit = true,
                           .normal = hit->normal,
                           .point = hit->point,
                           .margin = cd_hit_margin(w, hit),
                           .mass = inverse > 0 ? 1 / (cd_length2(hit->normal) * inverse) : 0,
                           .restitution = restitution};
    cd_set_surface(w, &c);
    return c;
}

void cd_impact(cd_world *w, const cd_collision *hit, double restitution) {
    const cd_island_contact first = cd_hit_contact(w, hit, restitution);
    cd_island_begin(w);
    cd_island_add_contact(w, &first);
    for (int i = CD_GROUND + 1; i < w->step.island_body_count; i++)
        cd_island_gather(w, i);
    for (int round = 0; !w->step.failed; round++) {
        const int count = find_approaching(w);
        double most = 0;
        for (int i = 0; i < count; i++) {
            cd_island_contact *c = &cd_island_contacts_of(w)[i];
            c->e = cd_restitution_at(w, c, -cd_separating_speed(cd_island_bodies(w), c));
            most = cd_max(most, c->e);
        }
        if (count == 0)
            break;
        if (most == 0 || round >= MOST_REFLECTIONS) {
            stop(w);
            break;
        }
        reflect(w, count);
        gather_changed(w);
    }
    if (!w->step.failed)
        rub(w);
    apply_velocities(w);
}
