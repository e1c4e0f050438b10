// Bodies come to touch only by a hit or by being put there, so that what touches after a step did
// so before, has hit in it or overlapped at its start. These pairs are sorted by their bodies and
// merged with the list of the last step.
#include "collide/world/touches.h"

#include "collide/world/sort.h"
#include "collide/world/thin.h"
#include "collide/world/world_memory.h"

/// Two bodies that may touch; a is the earlier one. t: of their first hit in this step, INFINITY:
/// none.
typedef struct {
    int a, b; ///< slots
    bool did, does, passes;
    double t;
} touch_pair;

static bool shapes_touch(const cd_world *w, int a, int b, cd_separation *s) {
    cd_shape shape_a = cd_stored_bodies(w)[a].body.shape;
    cd_shape shape_b = cd_stored_bodies(w)[b].body.shape;
    double reach = cd_min(cd_body_spheres(w)[a].reach, cd_body_spheres(w)[b].reach);
    double tolerance = cd_meeting_tolerance(w, a, b, isfinite(reach) ? reach : 0);
    cd_add_skins(w, a, &shape_a, b, &shape_b);
    *s = cd_separate(&shape_a, &shape_b);
    return s->distance <= tolerance;
}

static bool may_touch(const cd_world *w, int a, int b) {
    const cd_stored_body *all = cd_stored_bodies(w);
    return cd_may_collide(&all[a].body, &all[b].body);
}

// ------------------------------------------------------------------------------------------ begin

void cd_touches_begin_step(cd_world *w) {
    cd_step_state *s = &w->step;
    cd_slot_pair *passed = s->passed_pairs.memory;
    int kept = 0;
    for (int i = 0; i < s->passed_count; i++) {
        cd_slot_pair pair = passed[i];
        if (cd_is_slot(w, pair.a) && cd_is_slot(w, pair.b) &&
            cd_overlap(&cd_stored_bodies(w)[cd_slots(w)[pair.a]].body.shape,
                       &cd_stored_bodies(w)[cd_slots(w)[pair.b]].body.shape))
            passed[kept++] = pair;
    }
    s->passed_count = kept;
    cd_slot_pair *touches = s->touches.memory;
    kept = 0;
    for (int i = 0; i < s->touch_count; i++)
        if (cd_is_slot(w, touches[i].a) && cd_is_slot(w, touches[i].b))
            touches[kept++] = touches[i];
    s->touch_count = kept;
    s->touch_event_count = 0;
}

// -------------------------------------------------------------------------------------------- end

static void add_pair(cd_world *w, int a, int b, bool did, bool passes, double t) {
    cd_step_state *s = &w->step;
    if (!cd_is_slot(w, a) || !cd_is_slot(w, b))
        return; // removed
    touch_pair *pair = cd_step_append(w, &s->touch_pairs, &s->touch_pair_count, sizeof *pair);
    if (!pair)
        return;
    bool earlier = cd_slots(w)[a] < cd_slots(w)[b];
    *pair = (touch_pair){earlier ? a : b, earlier ? b : a, did, false, passes, t};
}

// The order in which bodies were added is that of their indices, which are stored for the sort.
typedef struct {
    int a, b, at;
} pair_key;

static bool is_before(const void *p, const void *q) {
    const pair_key *a = p, *b = q;
    return a->a != b->a ? a->a < b->a : a->b != b->b ? a->b < b->b : a->at < b->at;
}

static bool passes(const cd_world *w, int a, int b) {
    const cd_stored_body *all = cd_stored_bodies(w);
    return all[cd_slots(w)[a]].body.response == CD_PASS ||
           all[cd_slots(w)[b]].body.response == CD_PASS ||
           (w->step.passed_count > 0 && cd_has_passed(w, a, b));
}

static void gather_pairs(cd_world *w) {
    cd_step_state *s = &w->step;
    s->touch_pair_count = 0;
    for (int i = 0; i < s->touch_count; i++) {
        cd_slot_pair pair = ((const cd_slot_pair *)s->touches.memory)[i];
        add_pair(w, pair.a, pair.b, true, false, INFINITY);
    }
    for (int i = 0; i < s->event_count; i++) {
        cd_event e = ((const cd_event *)s->events.memory)[i];
        if (cd_is_slot(w, e.a) && cd_is_slot(w, e.b))
            add_pair(w, e.a, e.b, false, passes(w, e.a, e.b), e.t);
    }
    for (int i = 0; i < s->passed_count; i++) {
        cd_slot_pair pair = ((const cd_slot_pair *)s->passed_pairs.memory)[i];
        add_pair(w, pair.a, pair.b, false, false, INFINITY);
    }
    for (int i = 0; i < s->initial_overlap_count; i++) {
        cd_slot_pair pair = ((const cd_slot_pair *)s->initial_overlaps.memory)[i];
        add_pair(w, pair.a, pair.b, false, false, INFINITY);
    }
}

static void add_touch_event(cd_world *w, cd_event_kind kind, const touch_pair *pair, double t,
                            const cd_separation *at) {
    cd_step_state *s = &w->step;
    cd_event *event = cd_step_append(w, &s->touch_events, &s->touch_event_count, sizeof *event);
    if (event)
        *event = (cd_event){.kind = kind,
                            .a = pair->a,
                            .b = pair->b,
                            .t = t,
                            .point = at->point_b,
                            .normal = at->normal};
}

// One pair, of which all that is known has been put together.
static void settle_pair(cd_world *w, const touch_pair *pair) {
    cd_step_state *s = &w->step;
    cd_separation at;
    int a = cd_slots(w)[pair->a], b = cd_slots(w)[pair->b];
    double length = s->end - s->begun;
    bool does = may_touch(w, a, b) && shapes_touch(w, a, b, &at);
    if (!does && !pair->did && !pair->passes)
        return;
    if (!does && !may_touch(w, a, b))
        at = cd_separate(&cd_stored_bodies(w)[a].body.shape, &cd_stored_bodies(w)[b].body.shape);
    if (!pair->did)
        add_touch_event(w, CD_EVENT_BEGIN, pair, isfinite(pair->t) ? pair->t : length, &at);
    if (!does)
        add_touch_event(w, CD_EVENT_END, pair, length, &at);
    cd_slot_pair *kept =
        does ? cd_step_append(w, &s->touches, &s->touch_count, sizeof *kept) : NULL;
    if (kept)
        *kept = (cd_slot_pair){pair->a, pair->b};
}

void cd_touches_end_step(cd_world *w) {
    cd_step_state *s = &w->step;
    gather_pairs(w);
    if (!cd_step_reserve(w, &s->touch_keys, (size_t)s->touch_pair_count + 1, sizeof(pair_key)))
        return;
    const touch_pair *pairs = s->touch_pairs.memory;
    pair_key *keys = s->touch_keys.memory;
    for (int i = 0; i < s->touch_pair_count; i++)
        keys[i] = (pair_key){cd_slots(w)[pairs[i].a], cd_slots(w)[pairs[i].b], i};
    cd_sort(keys, s->touch_pair_count, sizeof *keys, is_before);
    s->touch_count = 0;
    for (int i = 0; i < s->touch_pair_count && !s->failed;) {
        touch_pair pair = pairs[keys[i].at];
        int from = i;
        while (++i < s->touch_pair_count && keys[i].a == keys[from].a &&
               keys[i].b == keys[from].b) {
            const touch_pair *more = &pairs[keys[i].at];
            pair.did |= more->did;
            pair.passes |= more->passes;
            pair.t = cd_min(pair.t, more->t);
        }
        settle_pair(w, &pair);
    }
}

const cd_event *cd_world_touch_events(const cd_world *w, int *count) {
    *count = w->step.touch_event_count;
    return w->step.touch_events.memory;
}

int cd_world_touching(const cd_world *w, int slot, int *slots, int room) {
    assert(cd_is_slot(w, slot));
    int index = cd_slots(w)[slot], count = 0;
    const cd_body_sphere own = cd_body_spheres(w)[index];
    for (int i = 0; i < w->count; i++) {
        const cd_body_sphere sphere = cd_body_spheres(w)[i];
        double sum = (own.reach + sphere.reach) * (1 + 1e-6) + cd_skin(w, index) + cd_skin(w, i);
        cd_separation at;
        if (cd_slot_of(w)[i] < 0 || i == index || !may_touch(w, index, i) ||
            cd_norm(cd_sub(own.middle, sphere.middle)) > sum || !shapes_touch(w, index, i, &at))
            continue;
        if (count < room)
            slots[count] = cd_slot_of(w)[i];
        count++;
    }
    return count;
}
