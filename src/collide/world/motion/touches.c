// What touches after a step did so before, has hit in it, overlapped at its start, has been
// teleported there since the last one, or has slid there: the step notes what it predicts to be
// near without a hit. Nothing is predicted of two of infinite mass, unless one lets the other pass:
// these are looked for where one of them has moved. These pairs are sorted by their bodies and
// merged with the list of the last step, in which what lies still stays as it is.
#include "collide/world/motion/touches.h"

#include "collide/math/sort.h"
#include "collide/world/body/body_tree.h"
#include "collide/world/body/thin.h"
#include "collide/world/body/world_memory.h"
#include "collide/world/broad/ray_query.h"
#include "collide/world/motion/touch_contact.h"

#include <limits.h>

/// Two bodies that touch, a the earlier one, and where they did when they met last. swapped: their
/// events tell b first.
typedef struct {
    int a, b;             ///< slots
    cd_vec point, normal; ///< of b, away from it
    bool swapped;
} body_touch;

/// Two bodies that may touch. t: of their first hit in this step, INFINITY: none.
typedef struct {
    body_touch touch;
    bool did, passes;
    bool does;    ///< they are known to touch
    bool has_met; ///< where they did is known
    double t;
} touch_pair;

static bool are_slots(const cd_world *w, int a, int b) {
    return cd_is_slot(w, a) && cd_is_slot(w, b);
}

static bool is_fixed(const cd_world *w, int i) { return isinf(cd_stored_bodies(w)[i].body.mass); }

static void add_touch_event(cd_world *w, cd_event_kind kind, const body_touch *touch, double t) {
    cd_step_state *s = &w->step;
    cd_event *event = cd_step_append(w, &s->touch_events, &s->touch_event_count, sizeof *event);
    if (event)
        *event = (cd_event){.kind = kind,
                            .a = touch->swapped ? touch->b : touch->a,
                            .b = touch->swapped ? touch->a : touch->b,
                            .t = t,
                            .point = touch->point,
                            .normal = touch->swapped ? cd_negate(touch->normal) : touch->normal};
}

// ------------------------------------------------------------------------------------------ begin

// A touch of a body that has been removed since the last step ends as this one begins.
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
    s->touch_event_count = 0;
    if (!cd_has_freed_slots(w))
        return;
    body_touch *touches = s->touches.memory;
    kept = 0;
    for (int i = 0; i < s->touch_count; i++)
        if (cd_is_slot(w, touches[i].a) && cd_is_slot(w, touches[i].b))
            touches[kept++] = touches[i];
        else
            add_touch_event(w, CD_EVENT_END, &touches[i], 0);
    s->touch_count = kept;
}

void cd_touches_each(cd_world *w, bool all, void (*visit)(void *, int, int), void *context) {
    if (!all && w->step.awake_count == 0)
        return;
    for (int i = 0; i < w->step.touch_count && !w->step.failed; i++) {
        const body_touch *touch = (const body_touch *)w->step.touches.memory + i;
        if (!are_slots(w, touch->a, touch->b))
            continue; // removed in this step
        int a = cd_slots(w)[touch->a], b = cd_slots(w)[touch->b];
        if (!all && !cd_is_awake(w, a) && !cd_is_awake(w, b))
            continue;
        if (!cd_lets_pass(w, a, b) && !cd_has_passed(w, touch->a, touch->b) &&
            !(is_fixed(w, a) && is_fixed(w, b)))
            visit(context, a, b);
    }
}

// -------------------------------------------------------------------------------------------- end

// The place of a body in the order of pairs: those that have been removed come first.
static int place_of(const cd_world *w, int slot) {
    return cd_is_slot(w, slot) ? cd_slots(w)[slot] : -1 - slot;
}

static void add_pair(cd_world *w, touch_pair pair) {
    cd_step_state *s = &w->step;
    const body_touch t = pair.touch;
    touch_pair *added = cd_step_append(w, &s->touch_pairs, &s->touch_pair_count, sizeof *added);
    if (!added)
        return;
    if (place_of(w, t.a) > place_of(w, t.b))
        pair.touch = (body_touch){t.b, t.a, t.point, cd_negate(t.normal), !t.swapped};
    *added = pair;
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
    return (are_slots(w, a, b) && cd_lets_pass(w, cd_slots(w)[a], cd_slots(w)[b])) ||
           (w->step.passed_count > 0 && cd_has_passed(w, a, b));
}

static void add_pairs(cd_world *w, const cd_slot_pair *pairs, int count) {
    for (int i = 0; i < count; i++)
        add_pair(w, (touch_pair){.touch = {.a = pairs[i].a, .b = pairs[i].b}, .t = INFINITY});
}

/// What touches a body that has been teleported, or is of infinite mass and moves.
typedef struct {
    cd_ray_query ray; ///< of no length
    cd_world *world;
    int index;
} moved_query;

static bool has_trait(const cd_world *w, int i, int trait) {
    return (cd_traits(w)[i] & trait) != 0;
}

// Whether what touches body i is looked for.
static bool is_looked_at(const cd_world *w, int i) {
    return has_trait(w, i, CD_TRAIT_TELEPORTED) || (is_fixed(w, i) && !cd_is_static_at(w, i));
}

// Whether it is that look which finds a pair. Of two of infinite mass one must have moved, unless
// both move as one: what is built of such bodies has no touches in itself.
static bool is_found_at(const cd_world *w, int i, int other) {
    const cd_stored_body *all = cd_stored_bodies(w);
    if (!is_fixed(w, i) || !is_fixed(w, other))
        return has_trait(w, i, CD_TRAIT_TELEPORTED);
    return is_looked_at(w, i) &&
           (has_trait(w, i, CD_TRAIT_MOVED) || has_trait(w, other, CD_TRAIT_MOVED) ||
            !cd_equal(all[i].body.velocity, all[other].body.velocity));
}

static void visit_beside(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    const moved_query *q = (moved_query *)ray;
    const cd_world *w = ray->world;
    (void)sphere;
    const bool visited = i < q->index && is_found_at(w, i, q->index);
    if (i != q->index && !visited && is_found_at(w, q->index, i) &&
        cd_bodies_may_touch(w, q->index, i) && cd_bodies_touch(w, q->index, i))
        add_pair(q->world,
                 (touch_pair){.touch = {.a = cd_slot_of(w)[q->index], .b = cd_slot_of(w)[i]},
                              .t = INFINITY});
}

static void add_moved(cd_world *w) {
    if ((!w->has_teleported && w->step.fixed_count == 0) || !cd_step_update_trees(w, 2))
        return;
    for (int i = 0; i < w->count; i++) {
        if (cd_slot_of(w)[i] < 0 || !is_looked_at(w, i))
            continue;
        moved_query q = {
            cd_ray_query_around(w, i, CD_CONTACT_MARGIN * cd_body_spheres(w)[i].bounding_radius), w,
            i};
        q.ray.visit = visit_beside;
        cd_ray_traverse(&q.ray, 2);
    }
}

static void forget_moved(cd_world *w) {
    for (int i = 0; i < w->count && w->has_teleported; i++)
        cd_set_trait(w, i, CD_TRAIT_TELEPORTED | CD_TRAIT_MOVED, false);
    w->has_teleported = false;
}

// ------------------------------------------------------------------------------------------- near

/// Two bodies that may touch without a hit, and until when they move so.
typedef struct {
    int a, b; ///< slots
    double until;
} near_pair;

void cd_touches_note_near(cd_world *w, int a, int b, double until) {
    cd_step_state *s = &w->step;
    near_pair *near = cd_step_append(w, &s->near_pairs, &s->near_count, sizeof *near);
    if (near)
        *near = (near_pair){cd_slot_of(w)[a], cd_slot_of(w)[b], until};
}

// Whether a body has been where it is since before this step: of two that
// have, nothing has changed. What scripts change begins a path anew.
static bool has_lain(const cd_world *w, int i) {
    if (has_trait(w, i, CD_TRAIT_TELEPORTED | CD_TRAIT_MOVED))
        return false;
    if (!cd_is_awake(w, i))
        return true;
    const cd_dynamic_body *m = cd_dynamic_at(w, cd_dynamic_of(w)[i]);
    return cd_dynamic_is_still(m) && m->since < w->step.begun;
}

static bool boxes_touch(const cd_world *w, int a, int b) {
    return cd_boxes_are_within(cd_world_box(w, a), cd_world_box(w, b),
                               cd_touch_margin(w, a, b) + cd_skin_of_pair(w, a, b));
}

static void add_near(cd_world *w) {
    cd_step_state *s = &w->step;
    near_pair *near = s->near_pairs.memory;
    int kept = 0;
    for (int i = 0; i < s->near_count; i++) {
        near_pair pair = near[i];
        if (!are_slots(w, pair.a, pair.b))
            continue;
        int a = cd_slots(w)[pair.a], b = cd_slots(w)[pair.b];
        if (has_lain(w, a) && has_lain(w, b))
            continue;
        if (boxes_touch(w, a, b) && cd_bodies_touch(w, a, b))
            add_pair(
                w, (touch_pair){.touch = {.a = pair.a, .b = pair.b}, .does = true, .t = INFINITY});
        if (pair.until > s->end)
            near[kept++] = pair;
    }
    s->near_count = kept;
}

// Takes the touches of bodies that have been removed in this step out of the list, in whose order
// they no longer are.
static void add_removed(cd_world *w) {
    cd_step_state *s = &w->step;
    body_touch *touches = s->touches.memory;
    int kept = 0;
    for (int i = 0; i < s->touch_count; i++)
        if (are_slots(w, touches[i].a, touches[i].b))
            touches[kept++] = touches[i];
        else
            add_pair(
                w, (touch_pair){.touch = touches[i], .did = true, .has_met = true, .t = INFINITY});
    s->touch_count = kept;
}

// All but the touches of the last step, in the order in which they met.
static void gather_pairs(cd_world *w) {
    cd_step_state *s = &w->step;
    s->touch_pair_count = 0;
    if (cd_has_freed_slots(w))
        add_removed(w);
    add_pairs(w, s->passed_pairs.memory, s->passed_count);
    add_pairs(w, s->initial_overlaps.memory, s->initial_overlap_count);
    add_moved(w);
    add_near(w);
    for (int i = 0; i < s->event_count; i++) {
        cd_event e = ((const cd_event *)s->events.memory)[i];
        add_pair(w, (touch_pair){.touch = {e.a, e.b, e.point, e.normal, false},
                                 .passes = passes(w, e.a, e.b),
                                 .has_met = true,
                                 .t = e.t});
    }
}

// -------------------------------------------------------------------------------------- the events

static void note_contact(cd_world *w, body_touch *touch) {
    const cd_separation at = cd_bodies_contact(w, cd_slots(w)[touch->a], cd_slots(w)[touch->b]);
    touch->point = at.point_b;
    touch->normal = at.normal;
}

// Of a hit, too, the first body is one that moves.
static bool is_swapped(const cd_world *w, int a, int b) {
    return cd_is_static_at(w, a) && (!cd_is_static_at(w, b) || (!has_trait(w, a, CD_TRAIT_MOVED) &&
                                                                has_trait(w, b, CD_TRAIT_MOVED)));
}

static void keep_touch(cd_world *w, const body_touch *touch) {
    cd_step_state *s = &w->step;
    body_touch *kept = cd_step_append(w, &s->touches, &s->touch_count, sizeof *kept);
    if (kept)
        *kept = *touch;
}

// One pair, of which all that is known has been put together.
static void resolve_pair(cd_world *w, touch_pair *pair) {
    cd_step_state *s = &w->step;
    const bool exist = are_slots(w, pair->touch.a, pair->touch.b); // none has been removed
    int a = cd_slots(w)[pair->touch.a], b = cd_slots(w)[pair->touch.b];
    double length = s->end - s->begun;
    bool does = exist && (pair->does || (pair->did && has_lain(w, a) && has_lain(w, b)) ||
                          (cd_bodies_may_touch(w, a, b) && cd_bodies_touch(w, a, b)));
    if (!does && !pair->did && !(pair->passes && pair->has_met))
        return;
    if (!pair->has_met)
        note_contact(w, &pair->touch);
    if (!pair->did && exist)
        pair->touch.swapped = is_swapped(w, a, b);
    if (!pair->did)
        add_touch_event(w, CD_EVENT_BEGIN, &pair->touch, isfinite(pair->t) ? pair->t : length);
    if (!does)
        add_touch_event(w, CD_EVENT_END, &pair->touch, length);
    if (does)
        keep_touch(w, &pair->touch);
}

// What is known of two bodies, from more than one that has met or seen them.
static void put_together(touch_pair *pair, const touch_pair *more) {
    const bool swapped = pair->did ? pair->touch.swapped : more->touch.swapped;
    pair->touch = more->has_met ? more->touch : pair->touch;
    pair->touch.swapped = swapped;
    pair->has_met |= more->has_met;
    pair->did |= more->did;
    pair->does |= more->does;
    pair->passes |= more->passes;
    pair->t = cd_min(pair->t, more->t);
}

// Sorts the pairs that have been gathered.
static bool sort_pairs(cd_world *w) {
    cd_step_state *s = &w->step;
    if (!cd_step_reserve(w, &s->touch_keys, (size_t)s->touch_pair_count + 1, sizeof(pair_key)))
        return false;
    const touch_pair *pairs = s->touch_pairs.memory;
    pair_key *keys = s->touch_keys.memory;
    for (int i = 0; i < s->touch_pair_count; i++)
        keys[i] = (pair_key){place_of(w, pairs[i].touch.a), place_of(w, pairs[i].touch.b), i};
    cd_sort(keys, s->touch_pair_count, sizeof *keys, is_before);
    return true;
}

// Moves the touches of the last step out of the way of those of this one.
static bool put_aside(cd_world *w) {
    cd_step_state *s = &w->step;
    if (!cd_step_reserve(w, &s->last_touches, (size_t)s->touch_count + 1, sizeof(body_touch)))
        return false;
    const cd_buffer last = s->touches;
    s->touches = s->last_touches;
    s->last_touches = last;
    s->last_touch_count = s->touch_count;
    s->touch_count = 0;
    return true;
}

// Resolves a pair, with all that has been gathered of it, from the k-th key on.
static void resolve_all_of(cd_world *w, touch_pair pair, pair_key of, int *k) {
    const touch_pair *pairs = w->step.touch_pairs.memory;
    const pair_key *keys = w->step.touch_keys.memory;
    for (; *k < w->step.touch_pair_count && keys[*k].a == of.a && keys[*k].b == of.b; ++*k)
        put_together(&pair, &pairs[keys[*k].at]);
    resolve_pair(w, &pair);
}

static void merge_pairs(cd_world *w) {
    cd_step_state *s = &w->step;
    if (!sort_pairs(w) || !put_aside(w))
        return;
    const pair_key *keys = s->touch_keys.memory;
    const touch_pair *pairs = s->touch_pairs.memory;
    const body_touch *last = s->last_touches.memory;
    int i = 0, k = 0;
    while ((i < s->last_touch_count || k < s->touch_pair_count) && !s->failed) {
        const pair_key at = i < s->last_touch_count
                                ? (pair_key){cd_slots(w)[last[i].a], cd_slots(w)[last[i].b], -1}
                                : (pair_key){INT_MAX, INT_MAX, -1};
        if (k < s->touch_pair_count && is_before(&keys[k], &at)) {
            resolve_all_of(w, pairs[keys[k].at], keys[k], &k);
            continue;
        }
        const touch_pair pair = {.touch = last[i++], .did = true, .has_met = true, .t = INFINITY};
        resolve_all_of(w, pair, at, &k);
    }
}

void cd_touches_end_step(cd_world *w) {
    gather_pairs(w);
    if (w->has_teleported || w->step.touch_pair_count + w->step.awake_count > 0)
        merge_pairs(w);
    forget_moved(w);
}

const cd_event *cd_world_touch_events(const cd_world *w, int *count) {
    *count = w->step.touch_event_count;
    return w->step.touch_events.memory;
}

// ---------------------------------------------------------------------------------------- queries

typedef struct {
    cd_ray_query ray; ///< of no length
    int index, *found, count, room;
} touching_query;

static void visit_touching(cd_ray_query *ray, int i, const cd_body_sphere *sphere) {
    touching_query *q = (touching_query *)ray;
    (void)sphere;
    if (i == q->index || !cd_bodies_may_touch(ray->world, q->index, i) ||
        !cd_bodies_touch(ray->world, q->index, i))
        return;
    if (q->count < q->room)
        q->found[q->count] = i;
    q->count++;
}

int cd_world_touching(const cd_world *w, int slot, int *slots, int room) {
    assert(cd_is_slot(w, slot));
    int index = cd_slots(w)[slot];
    double bounding_radius = cd_body_spheres(w)[index].bounding_radius;
    touching_query q = {.ray = cd_ray_query_around(w, index, CD_CONTACT_MARGIN * bounding_radius),
                        .index = index,
                        .found = slots,
                        .room = room};
    q.ray.visit = visit_touching;
    cd_ray_traverse(&q.ray, 2);
    if (q.count > room)
        return q.count;
    cd_sort_indices(slots, q.count);
    for (int i = 0; i < q.count; i++)
        slots[i] = cd_slot_of(w)[slots[i]];
    return q.count;
}
