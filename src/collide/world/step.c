// The step: events in the order of time, as in event-driven molecular dynamics (Rapaport 1980;
// Lubachevsky 1991). Each mover has one event, the earliest of leaving its cell, meeting a still
// body and meeting another mover, and the movers lie in a heap by it. A hit changes velocities, so
// its movers are predicted anew; who waited for one of them sees its version changed, and looks
// again.
#include "collide/world/step.h"
#include "collide/world/wide_bvh.h"

#include <float.h>
#include <string.h>

// ------------------------------------------------------------------------------------------- heap

static cd_heap_entry *waiting(const cd_world *w) { return w->step.heap.memory; }

static bool sooner(const cd_world *w, cd_heap_entry a, cd_heap_entry b) {
    return a.due != b.due ? a.due < b.due
                          : cd_mover_at(w, a.mover)->index < cd_mover_at(w, b.mover)->index;
}

static void put(cd_world *w, int place, cd_heap_entry one) {
    waiting(w)[place] = one;
    cd_places(w)[one.mover] = place;
}

// Each has four children, a line of the cache.
static void sift(cd_world *w, int place, cd_heap_entry one) {
    const cd_heap_entry *heap = waiting(w);
    int count = w->step.heap_count, parent;
    while (place > 0 && sooner(w, one, heap[parent = (place - 1) / 4])) {
        put(w, place, heap[parent]);
        place = parent;
    }
    for (int first; (first = 4 * place + 1) < count;) {
        int last = first + 4 < count ? first + 4 : count, child = first;
        for (int i = first + 1; i < last; i++)
            child = sooner(w, heap[i], heap[child]) ? i : child;
        if (!sooner(w, heap[child], one))
            break;
        put(w, place, heap[child]);
        place = child;
    }
    put(w, place, one);
}

void cd_heap_update(cd_world *w, int mover) {
    cd_step_state *s = &w->step;
    cd_heap_entry one = {cd_due(cd_mover_at(w, mover)), mover};
    int place = cd_places(w)[mover];
    if (one.due <= (s->lasting ? DBL_MAX : s->end)) {
        sift(w, place < 0 ? s->heap_count++ : place, one);
    } else if (place >= 0) {
        cd_heap_entry last = waiting(w)[--s->heap_count];
        cd_places(w)[mover] = -1;
        if (last.mover != mover)
            sift(w, place, last);
    }
}

// --------------------------------------------------------------------------------- begin and end

// Where a mover is now, to its body. A ball's own place and time stay, so that it moves by one
// product until it is hit, whatever the steps.
static void write_back(cd_world *w, cd_mover *m) {
    cd_body *body = &cd_stored_bodies(w)[m->index].body;
    if (!m->stalled)
        body->velocity = m->v;
    if (m->round)
        body->shape.as.center = cd_body_spheres(w)[m->index].middle = cd_mover_position(w, m);
    else
        cd_mover_advance(w, m);
}

void cd_step_sync(cd_world *w, int index) {
    int mover = w->step.active && !w->step.restart ? cd_mover_of(w)[index] : -1;
    if (mover >= 0)
        write_back(w, cd_mover_at(w, mover));
}

void cd_step_sync_all(cd_world *w) {
    for (int i = 0; i < w->step.mover_count && !w->step.restart; i++)
        write_back(w, cd_mover_at(w, i));
    if (w->step.mover_count > 0)
        w->trees[1].moved = true;
}

void cd_step_disturb(cd_world *w) {
    cd_step_forget(w);
    if (!w->step.active || w->step.restart)
        return;
    cd_step_sync_all(w);
    w->step.restart = true;
}

static int gather_movers(cd_world *w) {
    cd_step_state *s = &w->step;
    int count = 0;
    s->angular = s->steady = 0;
    for (int i = 0; i < w->count; i++) {
        cd_mover_of(w)[i] = -1;
        if (cd_slot_of(w)[i] < 0 || cd_is_still_at(w, i))
            continue;
        const cd_body *body = &cd_stored_bodies(w)[i].body;
        cd_mover *m = cd_mover_at(w, count);
        *m = (cd_mover){.x = cd_body_spheres(w)[i].middle,
                        .v = body->velocity,
                        .t = s->now,
                        .reach = cd_body_spheres(w)[i].reach,
                        .inverse_mass = 1 / body->mass,
                        .index = i,
                        .previous = -1,
                        .bucket = -1,
                        .round = cd_body_is_sphere(w, i),
                        .passes = s->passed_count > 0};
        s->angular += !m->round;
        s->steady += m->inverse_mass == 0;
        cd_touches(w)[count].along_count = 0;
        cd_touches(w)[count].along_step = 0;
        cd_places(w)[count] = cd_nexts(w)[count] = -1;
        cd_mover_of(w)[i] = count++;
    }
    return count;
}

static bool reserve(cd_world *w) {
    cd_step_state *s = &w->step;
    size_t n = (size_t)w->count + 1;
    return cd_reserve_array(w, &s->movers, n, CD_MOVER_STRIDE) &&
           cd_reserve_array(w, &s->touches, n, sizeof(cd_mover_contact)) &&
           cd_reserve_array(w, &s->mover_of, n, sizeof(int)) &&
           cd_reserve_array(w, &s->nexts, n, sizeof(int)) &&
           cd_reserve_array(w, &s->heap, n, sizeof(cd_heap_entry)) &&
           cd_reserve_array(w, &s->places, n, sizeof(int)) &&
           cd_reserve_array(w, &s->wide, n, sizeof(int)) &&
           cd_reserve_array(w, &s->buckets, 2 * n + CD_FEWEST_BUCKETS, sizeof(cd_bucket)) &&
           cd_update_trees(w, 1);
}

// Room for the hits of each slot; those of new ones are 0.
static bool reserve_hits(cd_world *w) {
    cd_step_state *s = &w->step;
    size_t wanted = (size_t)w->slot_count;
    if (wanted > s->hits_count) {
        if (!cd_reserve_array(w, &s->hits, wanted, sizeof(int)))
            return false;
        memset((int *)s->hits.memory + s->hits_count, 0, (wanted - s->hits_count) * sizeof(int));
        s->hits_count = wanted;
    }
    return true;
}

enum { STEPS_KEPT = 256, STEPS_SEEN = 8 };

// Sees the bodies and predicts what they meet from now on.
static void start(cd_world *w, bool first) {
    cd_step_state *s = &w->step;
    s->restart = false;
    s->marks = 0;
    s->mover_count = gather_movers(w);
    s->heap_count = s->wide_count = 0;
    // Casts at shapes cost more the farther they look.
    bool casts = s->angular > 0 || w->trees[0].count > 0;
    // Where shapes touch was found at the velocities of then; where balls do follows from their
    // places.
    s->lasting = s->dt > 0 && (cd_is_zero(w->gravity) || s->angular + s->steady == 0);
    s->known = s->dt * (casts ? STEPS_SEEN : 2 * STEPS_KEPT);
    s->number = 0;
    cd_choose_cells(w);
    for (int i = 0; i < s->mover_count; i++)
        cd_mover_enter_cell(w, i);
    for (int i = 0; i < s->mover_count; i++) {
        cd_mover_predict(w, i, i + 1, first);
        cd_heap_update(w, i);
    }
}

static void accelerate(cd_world *w, double dt) {
    for (int i = 0; i < w->count && !cd_is_zero(w->gravity); i++) {
        cd_body *body = &cd_stored_bodies(w)[i].body;
        if (cd_slot_of(w)[i] >= 0 && isfinite(body->mass))
            body->velocity = cd_add_scaled(body->velocity, dt, w->gravity);
    }
}

bool cd_world_begin_step(cd_world *w, double dt) {
    cd_step_state *s = &w->step;
    cd_world_end_step(w);
    bool kept = s->kept && dt == s->dt && s->number < STEPS_KEPT;
    s->event_count = 0;
    cd_world_free_slots(w);
    s->hits_count = 0;
    if (!reserve_hits(w) || (!kept && !reserve(w)))
        return false;
    if (!kept)
        accelerate(w, dt);
    s->dt = dt;
    s->begun = s->now = kept ? s->end : 0;
    s->end = s->begun + dt;
    s->passed_count = s->embedded_count = s->stalled = 0;
    s->asked = s->failed = s->kept = false;
    s->answers = 0;
    s->active = true;
    s->serial++;
    s->number++;
    if (kept && (cd_is_zero(w->gravity) || cd_movers_accelerate(w, cd_scale(w->gravity, dt))))
        return true;
    if (kept)
        cd_step_sync_all(w);
    start(w, true);
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

// The event tells first the one that is asked, else the earlier of two movers, whichever was found
// to meet the other.
static bool is_turned(const cd_world *w, const cd_collision *m) {
    int mover = cd_mover_at(w, m->mover)->index;
    if (m->asker >= 0)
        return m->asker != mover;
    return m->other >= 0 && cd_mover_at(w, m->other)->index < mover;
}

static void add_event(cd_world *w, const cd_collision *m) {
    cd_step_state *s = &w->step;
    int mover = cd_mover_at(w, m->mover)->index;
    int other = m->other >= 0 ? cd_mover_at(w, m->other)->index : m->still;
    bool turned = m->turned;
    if (!cd_reserve_array(w, &s->events, (size_t)s->event_count + 1, sizeof(cd_event))) {
        s->failed = true;
        return;
    }
    ((cd_event *)s->events.memory)[s->event_count++] = (cd_event){
        .a = cd_slot_of(w)[turned ? other : mover],
        .b = cd_slot_of(w)[turned ? mover : other],
        .t = s->now - s->begun,
        .approach = m->approach,
        .point = m->point,
        .normal = turned ? cd_negate(m->normal) : m->normal,
    };
}

static void predict_again(cd_world *w, int mover) {
    cd_mover_predict(w, mover, 0, false);
    cd_heap_update(w, mover);
}

// Stops a body that has met the most hits that it may.
static void count_hit(cd_world *w, int mover) {
    cd_mover *m = cd_mover_at(w, mover);
    if (++*cd_hits_of(w, m->index) >= w->step.limit && !m->stalled)
        cd_mover_stall(w, m);
}

static void count_hits(cd_world *w, const cd_collision *m) {
    count_hit(w, m->mover);
    if (m->other >= 0)
        count_hit(w, m->other);
}

static int hits_of(const cd_world *w, const cd_collision *m) {
    int hits = *cd_hits_of(w, cd_mover_at(w, m->mover)->index);
    return m->other < 0 ? hits : hits + *cd_hits_of(w, cd_mover_at(w, m->other)->index);
}

// The hits of two bodies in this step from which on they are answered with all that they rest on.
enum { FEW = 2 };

static bool is_of(const cd_island_contact *c, const cd_collision *m) {
    return (c->a == m->mover && c->b == m->other && c->still == m->still) ||
           (m->other >= 0 && c->a == m->other && c->b == m->mover);
}

static void answer_pile(cd_world *w, const cd_collision *m) {
    cd_step_state *s = &w->step;
    int count = cd_resolve_island(w, m);
    for (int i = 0; i < s->contact_count && !s->failed; i++) {
        cd_island_contact one = ((const cd_island_contact *)s->contacts.memory)[i];
        if (!(one.approach > 0) || is_of(&one, m))
            continue;
        cd_collision met = {one.a,     one.still,  one.b,        -1,
                            one.point, one.normal, one.approach, false};
        met.turned = is_turned(w, &met);
        add_event(w, &met);
        count_hits(w, &met);
    }
    const cd_island_body *piled = s->piled.memory;
    for (int i = 0; i < count; i++)
        if (piled[i].mover != m->mover && piled[i].mover != m->other)
            predict_again(w, piled[i].mover);
}

static void answer(cd_world *w, const cd_collision *m, cd_response how) {
    cd_respond(w, m, how);
    count_hits(w, m);
    if (m->asker < 0 && hits_of(w, m) > FEW && m->approach <= cd_fall_speed(w))
        answer_pile(w, m);
    predict_again(w, m->mover);
    if (m->other >= 0)
        predict_again(w, m->other);
}

/// The body by index whose function decides, -1: none does.
static int asker_of(const cd_world *w, const cd_collision *m) {
    int a = cd_mover_at(w, m->mover)->index;
    int b = m->other >= 0 ? cd_mover_at(w, m->other)->index : m->still;
    bool asks_a = cd_stored_bodies(w)[a].body.response == CD_ASK;
    bool asks_b = cd_stored_bodies(w)[b].body.response == CD_ASK;
    return asks_a && (!asks_b || m->other < 0 || a < b) ? a : asks_b ? b : -1;
}

static void meeting_of(cd_world *w, int mover, bool still, cd_collision *out) {
    cd_mover *m = cd_mover_at(w, mover);
    const cd_mover_contact *touch = &cd_touches(w)[mover];
    cd_mover_advance(w, m);
    if (still) {
        *out = (cd_collision){mover, m->still, -1, -1, touch->still_point, touch->still_normal,
                              0,     false};
        out->approach = -cd_dot(m->v, out->normal);
        return;
    }
    cd_mover *o = cd_mover_at(w, m->partner);
    cd_mover_advance(w, o);
    *out =
        (cd_collision){mover, -1, m->partner, -1, touch->body_point, touch->body_normal, 0, false};
    if (m->round && o->round) {
        out->normal = cd_normalized(cd_sub(m->x, o->x), (cd_vec){0, 1, 0});
        out->point = cd_add_scaled(o->x, o->reach, out->normal);
    }
    out->approach = -cd_dot(cd_sub(m->v, o->v), out->normal);
}

bool cd_world_next_hit(cd_world *w, cd_event *event) {
    cd_step_state *s = &w->step;
    while (s->active && !s->failed) {
        if (s->restart) {
            if (!reserve(w) || !reserve_hits(w)) {
                s->failed = true;
                break;
            }
            start(w, false);
        }
        if (s->heap_count == 0 || !(waiting(w)->due <= s->end))
            break;
        int mover = waiting(w)->mover;
        double due = waiting(w)->due;
        cd_mover *m = cd_mover_at(w, mover);
        s->now = cd_max(due, s->now);
        if (due == m->cell_due && due < m->still_due && due < m->body_due) {
            cd_mover_change_cell(w, mover);
            cd_heap_update(w, mover);
            continue;
        }
        bool still = m->still_due <= m->body_due;
        if (!still && cd_mover_at(w, m->partner)->version != m->expected) {
            cd_mover_advance(w, m);
            predict_again(w, mover);
            continue;
        }
        cd_collision meeting;
        meeting_of(w, mover, still, &meeting);
        meeting.asker = asker_of(w, &meeting);
        meeting.turned = is_turned(w, &meeting);
        add_event(w, &meeting);
        if (s->failed)
            break;
        if (meeting.asker < 0) {
            answer(w, &meeting, CD_ASK);
            continue;
        }
        s->meeting = meeting;
        s->asked = true;
        *event = ((const cd_event *)s->events.memory)[s->event_count - 1];
        return true;
    }
    bool whole = s->active && !s->failed;
    if (whole)
        s->now = s->end;
    cd_world_end_step(w);
    if (whole)
        cd_correct_positions(w);
    if (whole)
        s->kept = s->lasting && s->stalled + s->passed_count + s->embedded_count == 0;
    return false;
}

void cd_world_answer(cd_world *w, cd_response response) {
    cd_step_state *s = &w->step;
    if (!s->asked)
        return;
    s->asked = false;
    if (!s->restart) {
        answer(w, &s->meeting, response);
        return;
    }
    cd_collision m = s->meeting; // bodies have changed: see which they are now
    const cd_event *event = (const cd_event *)s->events.memory + s->event_count - 1;
    bool turned = m.turned;
    int mover = cd_slots(w)[turned ? event->b : event->a];
    int other = cd_slots(w)[turned ? event->a : event->b];
    if (response == CD_ASK || mover < 0 || other < 0)
        return;
    if (!reserve(w) || !reserve_hits(w)) {
        s->failed = true;
        return;
    }
    start(w, false);
    m.asker = turned ? other : mover;
    m.mover = cd_mover_of(w)[mover];
    m.other = cd_mover_of(w)[other];
    m.still = m.other < 0 ? other : -1;
    if (m.mover >= 0)
        answer(w, &m, response);
}

void cd_world_set_velocity(cd_world *w, int slot, cd_vec velocity) {
    int i = cd_slots(w)[slot];
    cd_body *body = &cd_stored_bodies(w)[i].body;
    bool still = cd_is_still_at(w, i);
    int mover = w->step.active && !w->step.restart ? cd_mover_of(w)[i] : -1;
    if (isinf(body->mass) && still != cd_is_zero(velocity)) {
        cd_step_disturb(w);
        w->trees[0].stale = w->trees[1].stale = true;
    }
    body->velocity = velocity;
    cd_world_see_still(w, i);
    if (!w->step.active)
        cd_step_forget(w);
    if (mover < 0 || w->step.restart)
        return;
    cd_mover *m = cd_mover_at(w, mover);
    cd_mover_advance(w, m);
    m->v = m->stalled ? m->v : velocity;
    m->version++;
    predict_again(w, mover);
}

const cd_event *cd_world_events(const cd_world *w, int *count) {
    *count = w->step.event_count;
    return w->step.events.memory;
}

int cd_world_stalled(const cd_world *w) { return w->step.failed ? -1 : w->step.stalled; }

int cd_world_hit_limit(const cd_world *w) { return w->step.limit; }

void cd_world_set_hit_limit(cd_world *w, int limit) { w->step.limit = limit; }
