// What hits in a step is made of when its time comes, and the events that tell of hits.
#include "collide/world/hits.h"

#include "collide/math/sort.h"
#include "collide/world/body/world_memory.h"
#include "collide/world/contact/impact.h"
#include "collide/world/motion/spin.h"
#include "collide/world/motion/touches.h"

// ------------------------------------------------------------------------------------------ a hit

// The first body of an event is the one whose callback decides, else the earlier of two dynamic
// bodies: whichever of them was predicted to hit the other.
static bool is_swapped(const cd_world *w, const cd_collision *c) {
    int dynamic_body = cd_dynamic_at(w, c->dynamic_body)->index;
    if (c->decider >= 0)
        return c->decider != dynamic_body;
    return c->other >= 0 && cd_dynamic_at(w, c->other)->index < dynamic_body;
}

// The body, by index, whose callback decides: of two that ask the earlier one, if both move.
static int decider_of(const cd_world *w, const cd_collision *c) {
    int a = cd_dynamic_at(w, c->dynamic_body)->index;
    int b = cd_other_index(w, c);
    bool asks_a = cd_stored_bodies(w)[a].body.response == CD_ASK;
    bool asks_b = cd_stored_bodies(w)[b].body.response == CD_ASK;
    return asks_a && (!asks_b || c->other < 0 || a < b) ? a : asks_b ? b : -1;
}

// The predicted hit of a dynamic body with a static body or with its partner, now.
cd_collision cd_hit_now(cd_world *w, int dynamic_body, bool with_static) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    const cd_dynamic_contact *contact = &cd_dynamic_contacts(w)[dynamic_body];
    cd_collision c = {.dynamic_body = dynamic_body, .static_body = m->static_body, .other = -1};
    c.point = contact->static_point;
    c.normal = contact->static_normal;
    cd_dynamic_advance(w, m);
    cd_vec v = m->v;
    if (!with_static) {
        cd_dynamic_body *o = cd_dynamic_at(w, m->partner);
        cd_dynamic_advance(w, o);
        c.static_body = -1;
        c.other = m->partner;
        c.point = contact->dynamic_point;
        c.normal = contact->dynamic_normal;
        if (m->is_sphere && o->is_sphere) {
            c.normal = cd_normalized(cd_sub(m->x, o->x), (cd_vec){0, 1, 0});
            c.point = cd_add_scaled(o->x, o->bounding_radius, c.normal);
        }
        v = cd_sub(m->v, o->v);
    }
    const int index = cd_other_index(w, &c);
    v = cd_add(v, cd_sub(cd_turning_at(w, m->index, c.point), cd_turning_at(w, index, c.point)));
    c.approach = -cd_dot(v, c.normal);
    c.decider = decider_of(w, &c);
    c.swapped = is_swapped(w, &c);
    return c;
}

// Whether two bodies come to touch so slowly that nobody is told of a hit: they rest.
// A callback is asked once in a step at least, and then of what bounces higher than the margin:
// lower ones are made of rounding.
// Without it: tests/collide/world/thin_spec.lua "stays above what lifts it, however it is turned"
bool cd_hit_is_silent(const cd_world *w, const cd_collision *c) {
    const int index = cd_dynamic_at(w, c->dynamic_body)->index;
    const bool asks = c->decider >= 0;
    const double margin = cd_hit_margin(w, c), speed = cd_max(c->approach, 0);
    if (cd_is_zero(w->gravity) || (asks && !cd_take_part(w, index, cd_other_index(w, c))))
        return false;
    return speed <= margin / (2 * w->step.dt) ||
           (asks && speed * speed <= 2 * cd_length(w->gravity) * margin);
}

// ----------------------------------------------------------------------------------------- counts

// Stops a body that has had the most hits that it may, unless nothing stops it.
// Without it: tests/lua/step_spec.lua "tells of bodies that met too many hits"
static void count_hit(cd_world *w, int dynamic_body) {
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    const int hits = ++*cd_hit_count(w, dynamic_body);
    if (hits >= w->step.hit_limit && !m->stalled && m->inverse_mass > 0)
        cd_dynamic_stall(w, m);
}

void cd_hit_count_for_both(cd_world *w, const cd_collision *c) {
    count_hit(w, c->dynamic_body);
    if (c->other >= 0)
        count_hit(w, c->other);
}

// Notes what a dynamic body hits so soon that they touch now. c: the hit that it has now, which may
// turn it away from other bodies; NULL: none.
// Without it: tests/collide/world/step_spec.lua "slide beside each other"
void cd_hits_note_imminent(cd_world *w, int dynamic_body, const cd_collision *c) {
    const cd_step_state *s = &w->step;
    const cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    if (m->static_time < INFINITY &&
        cd_is_imminent(w, m, NULL, m->static_body, m->static_time - s->now) &&
        !(c && c->static_body == m->static_body))
        cd_touches_note_near(w, m->index, m->static_body, s->end);
    if (!(m->dynamic_time < INFINITY))
        return;
    const cd_dynamic_body *o = cd_dynamic_at(w, m->partner);
    if (cd_is_imminent(w, m, o, o->index, m->dynamic_time - s->now) &&
        !(c && (c->other == m->partner || c->dynamic_body == m->partner)))
        cd_touches_note_near(w, m->index, o->index, s->end);
}

// ----------------------------------------------------------------------------------------- events

bool cd_hit_tell(cd_world *w, const cd_collision *c) {
    cd_step_state *s = &w->step;
    int dynamic_body = cd_dynamic_at(w, c->dynamic_body)->index;
    const cd_vec place = cd_dynamic_position(w, cd_dynamic_at(w, c->dynamic_body));
    const cd_vec place_of_other = c->other >= 0 ? cd_dynamic_position(w, cd_dynamic_at(w, c->other))
                                                : cd_body_spheres(w)[c->static_body].middle;
    int other = cd_other_index(w, c);
    cd_event *event = cd_step_append(w, &s->events, &s->event_count, sizeof *event);
    if (!event)
        return false;
    *event = (cd_event){
        .a = cd_slot_of(w)[c->swapped ? other : dynamic_body],
        .b = cd_slot_of(w)[c->swapped ? dynamic_body : other],
        .t = s->now - s->begun,
        .approach = c->approach,
        .point = c->point,
        .normal = c->swapped ? cd_negate(c->normal) : c->normal,
        .place_a = c->swapped ? place_of_other : place,
        .place_b = c->swapped ? place : place_of_other,
    };
    return true;
}

// A pile has no hits, but its contacts that have been solved at the start of the step tell what
// closed faster than gravity makes it in one.
void cd_hits_tell_of_piles(cd_world *w) {
    const cd_step_state *s = &w->step;
    const double now = s->now, slow = cd_length(w->gravity) * s->dt;
    for (int i = 0; i < s->island_contact_count && !s->failed; i++) {
        const cd_island_contact *c = &cd_island_contacts_of(w)[i];
        const bool in_pile =
            cd_dynamic_at(w, c->a)->in_pile || (c->b >= 0 && cd_dynamic_at(w, c->b)->in_pile);
        if (!in_pile || !(c->total > 0) || !(c->approach > slow))
            continue;
        cd_collision hit = {.dynamic_body = c->a,
                            .static_body = c->static_body,
                            .other = c->b,
                            .decider = -1,
                            .point = c->point,
                            .normal = c->normal,
                            .approach = c->approach};
        hit.swapped = is_swapped(w, &hit);
        w->step.now = cd_min(now + cd_max(c->gap, 0) / c->approach, s->end);
        cd_hit_tell(w, &hit);
    }
    w->step.now = now;
    w->step.has_pile_events = s->event_count > 0;
}

static bool have_same_bodies(const cd_island_contact *p, const cd_island_contact *q) {
    return p->a == q->a && p->b == q->b && p->static_body == q->static_body && p->approach > 0;
}

static bool is_of_collision(const cd_island_contact *one, const cd_collision *c) {
    return (one->a == c->dynamic_body && one->b == c->other &&
            one->static_body == c->static_body) ||
           (c->other >= 0 && one->a == c->other && one->b == c->dynamic_body);
}

// Each contact of the island that approached is an event, once for two bodies.
void cd_hits_tell_of_island(cd_world *w, const cd_collision *c) {
    for (int i = 0; i < w->step.island_contact_count; i++) {
        const cd_island_contact *one = &cd_island_contacts_of(w)[i];
        if (!(one->approach > 0) || is_of_collision(one, c) ||
            (i > 0 && have_same_bodies(one - 1, one)))
            continue;
        cd_collision hit = {one->a,     one->static_body, one->b,        -1,
                            one->point, one->normal,      one->approach, false};
        hit.swapped = is_swapped(w, &hit);
        if (!cd_hit_is_silent(w, &hit) && !cd_hit_tell(w, &hit))
            return;
        cd_hit_count_for_both(w, &hit);
    }
}

static bool is_before(const void *p, const void *q) {
    return ((const cd_event *)p)->t < ((const cd_event *)q)->t;
}

void cd_hits_sort(cd_world *w) {
    if (w->step.has_pile_events)
        cd_sort(w->step.events.memory, w->step.event_count, sizeof(cd_event), is_before);
}
