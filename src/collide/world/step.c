// The step: events in the order of time, as in event-driven molecular dynamics (Rapaport 1980;
// Lubachevsky 1991). Each dynamic body has one event in a heap: it leaves its cell, hits a static
// body or hits another dynamic body. A hit changes velocities, so its dynamic bodies are predicted
// anew; a dynamic body whose predicted partner changes sees it by the partner's version when its
// own event comes.
#include "collide/world/body/body_tree.h"
#include "collide/world/body/side.h"
#include "collide/world/body/world_memory.h"
#include "collide/world/contact/constraint.h"
#include "collide/world/contact/impact.h"
#include "collide/world/contact/pile.h"
#include "collide/world/contact/position_correction.h"
#include "collide/world/contact/press.h"
#include "collide/world/hits.h"
#include "collide/world/motion/one_way.h"
#include "collide/world/motion/predict.h"
#include "collide/world/motion/spin.h"
#include "collide/world/motion/step_hash.h"
#include "collide/world/motion/step_heap.h"
#include "collide/world/motion/touch_contact.h"
#include "collide/world/motion/touches.h"
#include "collide/world/response.h"

#include <string.h>

// Predictions are kept for so many steps, so that rounding of the time that runs on stays small.
// Without it: tests/collide/world/step_device_test.c "time_does_not_drift"
enum { STEPS_KEPT = 256 };

// How many steps they look ahead.
enum { STEPS_AHEAD = 2 * STEPS_KEPT };

// --------------------------------------------------------------------------------- begin and end

// Memory for the dynamic bodies, and the tree of static bodies.
static bool reserve_dynamic_bodies(cd_world *w) {
    cd_step_state *s = &w->step;
    size_t n = (size_t)w->count + 1;
    if (!cd_step_reserve(w, &s->dynamic_bodies, n, CD_DYNAMIC_STRIDE) ||
        !cd_step_reserve(w, &s->dynamic_contacts, n, sizeof(cd_dynamic_contact)) ||
        !cd_step_reserve(w, &s->dynamic_of, n, sizeof(int)) ||
        !cd_step_reserve(w, &s->reaches, n, sizeof(cd_body_sphere)) ||
        !cd_step_reserve(w, &s->awake, n, sizeof(int)) ||
        !cd_step_reserve(w, &s->heap, n, sizeof(cd_heap_entry)) ||
        !cd_step_reserve(w, &s->heap_place, n, sizeof(int)) || !cd_step_hash_reserve(w, n))
        return false;
    return cd_step_update_trees(w, 1);
}

// Memory for the number of hits of each slot, 0 for new ones.
static bool reserve_hit_counts(cd_world *w) {
    cd_step_state *s = &w->step;
    int wanted = w->slot_count;
    if (wanted <= s->hit_counts_size)
        return true;
    if (!cd_step_reserve(w, &s->hit_counts, (size_t)wanted, sizeof(int)))
        return false;
    memset((int *)s->hit_counts.memory + s->hit_counts_size, 0,
           (size_t)(wanted - s->hit_counts_size) * sizeof(int));
    s->hit_counts_size = wanted;
    return true;
}

// Gathers the dynamic bodies and predicts their events.
static void start(cd_world *w, bool at_start) {
    cd_step_state *s = &w->step;
    s->restart = false;
    s->island_mark = 0;
    s->steps_since_start = 0;
    s->near_count = 0;
    s->held_count = 0;
    s->loose_count = -1;
    cd_leave_skins(w, !at_start);
    cd_dynamic_bodies_gather(w);
    cd_heap_clear(w);
    s->predicts_ahead = s->dt > 0;
    s->prediction_span = s->dt * STEPS_AHEAD;
    cd_cells_choose(w);
    for (int i = 0; i < s->dynamic_count; i++)
        cd_cell_enter(w, i);
    cd_constrain_touching(w, NULL);
    if (at_start)
        cd_hits_tell_of_piles(w);
    // Those that stall stall before one of them is predicted, which looks at the paths of others.
    // Without it: tests/lua/world_spec.lua "stops bodies that would leave the range"
    for (int i = 0; i < s->dynamic_count; i++)
        cd_dynamic_keep_in_range(w, cd_dynamic_at(w, i));
    for (int i = 0; i < s->dynamic_count; i++)
        cd_dynamic_predict(w, i, i + 1, at_start);
}

// Bodies have come, gone or changed during the step: gathers the dynamic bodies again. Without
// memory the step has failed.
static bool start_again(cd_world *w) {
    if (!reserve_dynamic_bodies(w) || !reserve_hit_counts(w))
        return false;
    start(w, false);
    return true;
}

// Whether no dynamic body leaves the range in a step of dt under gravity.
static bool stay_in_range(const cd_world *w, double dt) {
    for (int i = 0; i < w->step.awake_count; i++) {
        const cd_dynamic_body *m = cd_dynamic_at(w, cd_awake(w)[i]);
        cd_vec x = cd_dynamic_position(w, m);
        cd_vec end = cd_add(m->x, cd_dynamic_displacement(m, w->step.now + dt - m->t));
        if (!cd_may_move(w, m->index, x, cd_sub(end, x)))
            return false;
    }
    return true;
}

// Whether a thin body that asks has hit in the last step: it sinks into its skin a little each time
// that it is turned by hand, and leaves that where all is seen anew.
// Without it: tests/collide/world/thin_spec.lua "stays above what lifts it, however it is turned"
static bool may_have_sunk(const cd_world *w) {
    for (int i = 0; i < w->step.awake_count && w->step.event_count > 0; i++) {
        const int index = cd_dynamic_at(w, cd_awake(w)[i])->index;
        if (cd_has_skin(w, index) && cd_stored_bodies(w)[index].body.response == CD_ASK)
            return true;
    }
    return false;
}

static void predict_anew(cd_world *w, int dynamic_body) {
    cd_dynamic_predict(w, dynamic_body, 0, false);
}

bool cd_world_begin_step(cd_world *w, double dt) {
    cd_step_state *s = &w->step;
    if (!(dt >= 0 && dt <= CD_LARGEST))
        return false;
    cd_world_end_step(w);
    bool hold = s->predictions_hold && dt == s->dt && s->steps_since_start < STEPS_KEPT &&
                stay_in_range(w, dt) && !may_have_sunk(w);
    s->event_count = s->stalled_count = s->hit_counts_size = 0;
    s->failed = false;
    cd_sides_forget_parted(w);
    cd_touches_begin_step(w);
    cd_slots_release(w);
    if (!reserve_hit_counts(w) || (!hold && !reserve_dynamic_bodies(w)))
        return false;
    if (!hold)
        cd_world_update_skins(w, dt);
    s->dt = dt;
    s->begun = s->now = hold ? s->end : 0;
    s->end = s->begun + dt;
    s->initial_overlap_count = 0;
    s->asked = s->predictions_hold = false;
    s->answered_count = 0;
    s->loose_count = -1;
    s->solver_visits = 0;
    s->active = true;
    s->steps_since_start++;
    s->has_pile_events = false;
    s->solved_anew = 0;
    if (!hold) {
        start(w, true);
        return true;
    }
    const int released = s->held_count;
    cd_release_held(w);
    s->held_count = 0;
    cd_constrain_touching(w, predict_anew);
    cd_hits_tell_of_piles(w);
    for (int i = 0; i < released; i++)
        predict_anew(w, ((const int *)s->held.memory)[i]);
    return true;
}

void cd_world_end_step(cd_world *w) {
    cd_step_state *s = &w->step;
    if (!s->active)
        return;
    cd_step_sync_all(w);
    s->active = s->asked = s->restart = false;
}

// ------------------------------------------------------------------------------------------- hits

static void respond(cd_world *w, const cd_collision *c, cd_response response) {
    cd_step_state *s = &w->step;
    cd_hits_note_imminent(w, c->dynamic_body, c);
    if (c->other >= 0)
        cd_hits_note_imminent(w, c->other, c);
    cd_respond(w, c, response);
    cd_hit_count_for_both(w, c);
    cd_hits_tell_of_island(w, c);
    if (s->solve_anew) {
        s->solve_anew = false;
        cd_constrain_anew(w, predict_anew);
        cd_hits_tell_of_piles(w);
        predict_anew(w, c->dynamic_body);
        if (c->other >= 0)
            predict_anew(w, c->other);
        return;
    }
    cd_constrain(w);
    for (int i = CD_GROUND + 1; i < s->island_body_count && !s->failed; i++)
        if (cd_island_bodies(w)[i].changed)
            cd_dynamic_keep_in_range(w, cd_dynamic_at(w, cd_island_bodies(w)[i].dynamic_body));
    for (int i = CD_GROUND + 1; i < s->island_body_count && !s->failed; i++)
        if (cd_island_bodies(w)[i].changed)
            predict_anew(w, cd_island_bodies(w)[i].dynamic_body);
}

// Brings a step to its end, or, where memory ran out, leaves it where it is.
static void finish(cd_world *w) {
    cd_step_state *s = &w->step;
    bool whole = s->active && !s->failed;
    if (whole)
        s->now = s->end;
    cd_world_end_step(w);
    if (!whole)
        return;
    cd_press_end_step(w);
    cd_correct_positions(w);
    cd_hits_sort(w);
    for (int i = 0; i < s->awake_count; i++)
        cd_hits_note_imminent(w, cd_awake(w)[i], NULL);
    cd_touches_end_step(w);
    cd_fall_asleep(w);
    // After a stall, a pass or an overlap the next step must see all anew.
    // Without it: tests/collide/world/predict_spec.lua "steps that go on meet what steps that see
    // all anew do"
    s->predictions_hold =
        s->predicts_ahead && s->stalled_count + s->passed_count + s->initial_overlap_count == 0;
}

// What does not come against the face of what blocks one way only passes it without a hit.
static bool pass_one_way(cd_world *w, const cd_collision *c) {
    const cd_dynamic_body *m = cd_dynamic_at(w, c->dynamic_body);
    const cd_dynamic_body *o = c->other >= 0 ? cd_dynamic_at(w, c->other) : NULL;
    const int index = o ? o->index : c->static_body;
    if (!cd_have_one_way(w, m->index, index))
        return false;
    if (!cd_one_way_passes(w, m->index, index, c->normal, o ? cd_sub(m->v, o->v) : m->v)) {
        cd_end_pass(w, m->index, index);
        return false;
    }
    cd_pass_pair(w, m->index, index);
    cd_touches_note_near(w, m->index, index, w->step.end);
    cd_hit_count_for_both(w, c);
    predict_anew(w, c->dynamic_body);
    if (o)
        predict_anew(w, c->other);
    return true;
}

bool cd_world_next_hit(cd_world *w, cd_event *event) {
    cd_step_state *s = &w->step;
    cd_world_respond(w, CD_ASK); // unless the caller has responded to the last one
    if (s->active && !s->failed && s->restart)
        start_again(w);
    while (s->active && !s->failed) {
        const cd_heap_entry *first = cd_heap_first(w);
        if (!first || !(first->time <= s->end))
            break;
        int dynamic_body = first->dynamic_body;
        double time = first->time;
        cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
        s->now = cd_max(time, s->now);
        if (time == m->cell_time && time < m->static_time && time < m->dynamic_time) {
            cd_dynamic_change_cell(w, dynamic_body);
            continue;
        }
        bool with_static = m->static_time <= m->dynamic_time;
        // The partner may have changed its path since.
        // Without it: tests/collide/world/step_test.c "a_gas_goes_back"
        if (!with_static && cd_dynamic_at(w, m->partner)->version != m->partner_version) {
            cd_dynamic_predict(w, dynamic_body, 0, false);
            continue;
        }
        cd_collision c = cd_hit_now(w, dynamic_body, with_static);
        if (pass_one_way(w, &c))
            continue;
        const int index = cd_dynamic_at(w, c.dynamic_body)->index;
        const int other = cd_other_index(w, &c);
        const bool silent = cd_hit_is_silent(w, &c);
        if (silent)
            cd_touches_note_near(w, index, other, s->end);
        else if (!cd_hit_tell(w, &c))
            break;
        if (silent || c.decider < 0) {
            c.decider = -1;
            respond(w, &c, CD_SLIDE);
            continue;
        }
        s->collision = c;
        s->asked = true;
        s->has_turned = false;
        *event = ((const cd_event *)s->events.memory)[s->event_count - 1];
        return true;
    }
    finish(w);
    return false;
}

void cd_world_respond(cd_world *w, cd_response response) {
    cd_step_state *s = &w->step;
    if (!s->asked)
        return;
    s->asked = false;
    cd_collision c = s->collision;
    if (s->restart) { // the bodies may be other dynamic bodies now, or gone
        const cd_event *event = (const cd_event *)s->events.memory + s->event_count - 1;
        int dynamic_body = cd_slots(w)[c.swapped ? event->b : event->a];
        int other = cd_slots(w)[c.swapped ? event->a : event->b];
        if (dynamic_body < 0 || other < 0 || !start_again(w))
            return;
        c.decider = c.swapped ? other : dynamic_body;
        c.dynamic_body = cd_dynamic_of(w)[dynamic_body];
        c.other = cd_dynamic_of(w)[other];
        c.static_body = c.other < 0 ? other : -1;
        if (c.dynamic_body < 0)
            return;
        if (response == CD_ASK && !cd_bodies_touch(w, dynamic_body, other)) { // teleported
            cd_hit_count_for_both(w, &c);
            predict_anew(w, c.dynamic_body);
            if (c.other >= 0)
                predict_anew(w, c.other);
            return;
        }
    }
    respond(w, &c, response);
}

void cd_world_set_velocity(cd_world *w, int slot, cd_vec velocity) {
    assert(cd_is_slot(w, slot) && cd_is_in_range(velocity));
    int i = cd_slots(w)[slot];
    cd_body *body = &cd_stored_bodies(w)[i].body;
    const bool stays = isfinite(body->mass) || cd_is_static_at(w, i) == cd_is_zero(velocity);
    if (!stays)
        cd_step_disturb(w);
    int dynamic_body = w->step.active && !w->step.restart ? cd_dynamic_of(w)[i] : -1;
    w->step.has_turned = true;
    body->velocity = velocity;
    cd_body_update_static(w, i);
    if (!stays)
        cd_trees_note(w, i, false);
    if (!w->step.active)
        cd_step_forget(w);
    if (dynamic_body < 0)
        return;
    cd_dynamic_body *m = cd_dynamic_at(w, dynamic_body);
    cd_dynamic_advance(w, m);
    if (!m->stalled) {
        m->v = velocity;
        cd_dynamic_accelerate(w, m, cd_dynamic_fall(w, m));
    }
    cd_dynamic_predict(w, dynamic_body, 0, false);
}

const cd_event *cd_world_events(const cd_world *w, int *count) {
    *count = w->step.event_count;
    return w->step.events.memory;
}

bool cd_world_step_failed(const cd_world *w) { return w->step.failed; }

int cd_world_stalled(const cd_world *w) { return w->step.stalled_count; }

int cd_world_hit_limit(const cd_world *w) { return w->step.hit_limit; }

void cd_world_set_hit_limit(cd_world *w, int limit) { w->step.hit_limit = limit; }
