// The world: its parameters, and the bodies that come, go and change. Every change writes a step
// that is active back to the bodies first (cd_step_disturb), and says which tree is out of date.
#include "collide/world/body/body_tree.h"
#include "collide/world/body/thin.h"
#include "collide/world/body/tree_edit.h"
#include "collide/world/body/turner.h"
#include "collide/world/body/world_memory.h"
#include "collide/world/broad/pairs.h"
#include "collide/world/motion/dynamic_body.h"

enum { MOST_BODIES = 1 << 28, HIT_LIMIT = 100, PREFETCH_AHEAD = 16 };

cd_world *cd_world_new(int dim, cd_allocator allocator) {
    assert((dim == 2 || dim == 3) && allocator.reallocate);
    cd_world *w = allocator.reallocate(allocator.user, NULL, 0, sizeof *w);
    if (w)
        *w = (cd_world){.allocator = allocator,
                        .dim = dim,
                        .free_slot = -1,
                        .reserved_slot = -1,
                        .ended_slot = -1,
                        .step.hit_limit = HIT_LIMIT,
                        .memory = sizeof(cd_world)};
    return w;
}

void cd_world_free(cd_world *w) {
    if (!w)
        return;
    cd_turners_release(w);
    cd_pair_grid *g = &w->grid;
    cd_step_state *s = &w->step;
    // clang-format off
    cd_buffer *const buffers[] = {
        &w->entries, &w->balls, &w->slots, &w->slot_of, &w->traits, &w->unbounded,
        &w->places, &w->changed,
        &g->size_classes, &g->buckets, &g->counts, &g->starts, &g->order, &g->sorted,
        &g->candidates, &g->pairs, &g->list.spheres, &g->list.pairs,
        &s->dynamic_bodies, &s->dynamic_contacts, &s->dynamic_of, &s->buckets, &s->next_in_bucket,
        &s->heap, &s->heap_place, &s->oversized, &s->hit_counts, &s->events, &s->initial_overlaps,
        &s->passed_pairs, &s->pressed_pairs, &s->pose, &s->fixed_contacts, &s->island_contacts, &s->island_bodies, &s->answered_pairs, &s->held, &s->island_members, &s->island_order, &s->sides,
        &s->contact_tables[0].entries, &s->contact_tables[1].entries,
        &s->side_table,
        &s->reaches, &s->awake, &s->touches, &s->last_touches, &s->touch_pairs, &s->touch_keys, &s->touch_events, &s->near_pairs,
    };
    // clang-format on
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++)
        cd_release(w, buffers[i]);
    for (int which = 0; which < 2; which++) {
        cd_body_tree *t = &w->trees[which];
        cd_buffer *const own[] = {&t->nodes,   &t->links,  &t->boxes, &t->seats,
                                  &t->spheres, &t->bodies, &t->owners};
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            cd_release(w, own[i]);
    }
    assert(w->memory == sizeof *w);
    w->allocator.reallocate(w->allocator.user, w, sizeof *w, 0);
}

size_t cd_world_memory(const cd_world *w) { return w->memory; }

int cd_world_dim(const cd_world *w) { return w->dim; }

cd_vec cd_world_gravity(const cd_world *w) { return w->gravity; }

void cd_world_set_gravity(cd_world *w, cd_vec gravity) {
    assert(cd_is_in_range(gravity));
    w->gravity = gravity;
    cd_step_forget(w);
}

// ------------------------------------------------------------------------------------------ bodies

// Moves all bodies down into the holes.
static void fill_holes(cd_world *w) {
    int kept = 0;
    cd_trees_forget(w);
    for (int i = 0; i < w->count; i++) {
        int slot = cd_slot_of(w)[i];
        if (slot < 0)
            continue;
        if (kept < i) {
            cd_stored_bodies(w)[kept] = cd_stored_bodies(w)[i];
            cd_body_spheres(w)[kept] = cd_body_spheres(w)[i];
            cd_traits(w)[kept] = cd_traits(w)[i];
        }
        w->reordered |= slot != kept;
        cd_slot_of(w)[kept] = slot;
        cd_slots(w)[slot] = kept++;
    }
    w->count = kept;
    w->holes = 0;
}

int cd_world_add(cd_world *w, const cd_body *body) {
    assert(!cd_body_error(body));
    if (body->shape.dim != w->dim)
        return -1;
    cd_step_disturb(w);
    if (w->holes > w->count / 2)
        fill_holes(w);
    size_t count = (size_t)w->count + 1;
    if (w->count == MOST_BODIES ||
        !cd_reserve_array(w, &w->entries, count, sizeof(cd_stored_body)) ||
        !cd_reserve_array(w, &w->balls, count, sizeof(cd_body_sphere)) ||
        !cd_reserve_array(w, &w->slot_of, count, sizeof(int)) ||
        !cd_reserve_array(w, &w->traits, count, sizeof(uint16_t)) ||
        !cd_reserve_array(w, &w->places, count, sizeof(int)) ||
        (w->free_slot < 0 &&
         !cd_reserve_array(w, &w->slots, (size_t)w->slot_count + 1, sizeof(int))))
        return -1;
    int i = w->count++, slot = cd_slot_take(w, i);
    cd_stored_bodies(w)[i].body = *body;
    cd_traits(w)[i] = 0;
    cd_places(w)[i] = CD_NOWHERE;
    cd_note_teleported(w, i);
    cd_body_update_static(w, i);
    cd_body_update_bounds(w, i);
    cd_body_update_thin(w, i);
    w->filtered_count += !cd_has_default_filter(body);
    cd_trees_note(w, i, false);
    return slot;
}

void cd_world_remove(cd_world *w, int slot) {
    assert(cd_is_slot(w, slot));
    cd_step_disturb(w);
    int i = cd_slots(w)[slot];
    w->filtered_count -= !cd_has_default_filter(&cd_stored_bodies(w)[i].body);
    cd_body_spheres(w)[i].bounding_radius = -1;
    cd_turner_free(w, slot);
    w->holes++;
    cd_trees_note(w, i, false);
    cd_slot_free(w, slot);
}

int cd_world_count(const cd_world *w) { return w->count - w->holes; }

const cd_body *cd_world_body(const cd_world *w, int slot) {
    assert(cd_is_slot(w, slot));
    int i = cd_slots(w)[slot];
    if (w->step.active)
        cd_step_sync((cd_world *)w, i); // the state of the world does not change
    return &cd_stored_bodies(w)[i].body;
}

cd_quat cd_world_turned(const cd_world *w, int slot) {
    cd_world_body(w, slot); // as far as the step has come
    const cd_turner *turner = cd_turner_of(w, slot);
    return turner ? turner->turned : (cd_quat){.w = 1};
}

bool cd_world_owns_shape(const cd_world *w, int slot) {
    assert(cd_is_slot(w, slot));
    return cd_turner_owns(cd_turner_of(w, slot),
                          &cd_stored_bodies(w)[cd_slots(w)[slot]].body.shape);
}

static void note_moved(cd_world *w, int i) {
    cd_note_teleported(w, i);
    cd_set_trait(w, i, CD_TRAIT_MOVED, true);
}

bool cd_world_set(cd_world *w, int slot, const cd_body *body) {
    assert(cd_is_slot(w, slot) && !cd_body_error(body));
    if (body->shape.dim != w->dim)
        return false;
    cd_step_disturb(w);
    int i = cd_slots(w)[slot];
    w->filtered_count += cd_has_default_filter(&cd_stored_bodies(w)[i].body);
    w->filtered_count -= cd_has_default_filter(body);
    cd_body_tree *before = cd_tree_of(w, i);
    bool unbounded = cd_sphere_is_unbounded(&cd_body_spheres(w)[i]);
    if (memcmp(&cd_stored_bodies(w)[i].body.shape, &body->shape, sizeof body->shape) != 0)
        note_moved(w, i);
    cd_stored_bodies(w)[i].body = *body;
    cd_body_update_static(w, i);
    cd_body_update_bounds(w, i);
    cd_body_update_thin(w, i);
    cd_trees_note(w, i,
                  before == cd_tree_of(w, i) &&
                      unbounded == cd_sphere_is_unbounded(&cd_body_spheres(w)[i]));
    return true;
}

void cd_world_move(cd_world *w, int slot, cd_vec v) {
    assert(cd_is_slot(w, slot) && cd_is_in_range(v));
    cd_step_disturb(w);
    int i = cd_slots(w)[slot];
    if (i + PREFETCH_AHEAD < w->count) // most often all are moved, in order
        __builtin_prefetch(&cd_stored_bodies(w)[i + PREFETCH_AHEAD].body.shape, 1);
    cd_shape_move(&cd_stored_bodies(w)[i].body.shape, v);
    note_moved(w, i);
    cd_body_update_bounds(w, i);
    cd_trees_note(w, i, true);
}

int cd_world_next(const cd_world *w, int slot) {
    assert(slot < 0 || cd_is_slot(w, slot));
    for (int i = slot < 0 ? 0 : cd_slots(w)[slot] + 1; i < w->count; i++)
        if (cd_slot_of(w)[i] >= 0)
            return cd_slot_of(w)[i];
    return -1;
}

// ----------------------------------------------------------------------------------------- queries

const cd_pair *cd_world_pairs(cd_world *w, int *count) {
    if (w->step.active)
        cd_step_sync_all(w);
    return cd_find_pairs(w, count);
}

bool cd_world_update(cd_world *w) {
    if (w->step.active)
        cd_step_sync_all(w);
    return cd_update_trees(w, 2);
}

// ------------------------------------------------------------------------------------------ events

static bool shape_at(const cd_world *w, int slot, bool moves, cd_vec place, cd_shape *shape) {
    if (!cd_is_slot(w, slot))
        return false;
    const int i = cd_slots(w)[slot];
    const cd_body *body = &cd_stored_bodies(w)[i].body;
    const cd_body_sphere *sphere = &cd_body_spheres(w)[i];
    *shape = body->shape;
    if (moves && !cd_sphere_is_unbounded(sphere) && !cd_equal(place, sphere->middle))
        cd_shape_move(shape, cd_sub(place, sphere->middle));
    return cd_is_zero(body->spin);
}

bool cd_world_event_shapes(const cd_world *w, const cd_event *e, cd_shape *a, cd_shape *b) {
    const bool hit = e->kind == CD_EVENT_HIT;
    return shape_at(w, e->a, hit, e->place_a, a) && shape_at(w, e->b, hit, e->place_b, b);
}
