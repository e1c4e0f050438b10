// Bodies and their entries in the world; its memory.
#include "collide/world/pairs.h"
#include "collide/world/wide_bvh.h"

#include <float.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- memory

static void *start_of(const cd_buffer *room) {
    return room->memory ? (char *)room->memory - room->before : NULL;
}

static size_t allocated(const cd_buffer *room) {
    return room->memory ? room->size + CD_CACHE_LINE : 0;
}

bool cd_reserve(cd_world *w, cd_buffer *room, size_t size) {
    if (size <= room->size)
        return true;
    if (size > SIZE_MAX / 2)
        return false;
    size += size / 2;
    size_t had = allocated(room);
    char *start =
        w->allocator.reallocate(w->allocator.user, start_of(room), had, size + CD_CACHE_LINE);
    if (!start)
        return false;
    size_t before = -(uintptr_t)start % CD_CACHE_LINE;
    if (before != room->before)
        memmove(start + before, start + room->before, room->size);
    *room = (cd_buffer){start + before, size, before};
    w->memory += allocated(room) - had;
    return true;
}

bool cd_reserve_array(cd_world *w, cd_buffer *room, size_t count, size_t element) {
    return count <= SIZE_MAX / 2 / element && cd_reserve(w, room, count * element);
}

void cd_release(cd_world *w, cd_buffer *room) {
    w->memory -= allocated(room);
    if (room->memory)
        w->allocator.reallocate(w->allocator.user, start_of(room), allocated(room), 0);
    *room = (cd_buffer){0};
}

cd_world *cd_world_new(int dim, cd_allocator allocator) {
    cd_world *w = allocator.reallocate(allocator.user, NULL, 0, sizeof *w);
    if (w)
        *w = (cd_world){.allocator = allocator,
                        .dim = dim,
                        .freed = -1,
                        .named = -1,
                        .step.limit = 100,
                        .memory = sizeof(cd_world)};
    return w;
}

void cd_world_free(cd_world *w) {
    cd_pair_grid *g = &w->grid;
    cd_step_state *s = &w->step;
    cd_buffer *const rooms[] = {
        &w->entries,      &w->balls,   &w->slots,    &w->slot_of, &w->traits,   &w->unbounded,
        &g->size_classes, &g->buckets, &g->counts,   &g->starts,  &g->order,    &g->sorted,
        &g->candidates,   &g->pairs,   &s->movers,   &s->touches, &s->mover_of, &s->buckets,
        &s->heap,         &s->wide,    &s->nexts,    &s->places,  &s->hits,     &s->events,
        &s->embedded,     &s->passed,  &s->contacts, &s->piled};
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++)
        cd_release(w, rooms[i]);
    for (int which = 0; which < 2; which++) {
        cd_wide_bvh *t = &w->trees[which];
        cd_buffer *const own[] = {&t->nodes, &t->links, &t->boxes, &t->spheres, &t->bodies};
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            cd_release(w, own[i]);
    }
    w->allocator.reallocate(w->allocator.user, w, sizeof *w, 0);
}

size_t cd_world_memory(const cd_world *w) { return w->memory; }

// ----------------------------------------------------------------------------------------- bodies

cd_body cd_body_of(const cd_shape *shape) {
    return (cd_body){.shape = *shape,
                     .mass = INFINITY,
                     .restitution = 1,
                     .response = CD_BOUNCE,
                     .group = 1,
                     .mask = UINT32_MAX};
}

const char *cd_body_error(const cd_body *body) {
    const char *error = cd_shape_error(&body->shape);
    if (error)
        return error;
    if (!cd_is_finite(body->velocity))
        return "velocity must be finite";
    if (!(body->mass > 0))
        return "mass must be > 0";
    if (!(body->restitution >= 0 && body->restitution <= 1))
        return "restitution must be 0 to 1";
    return NULL;
}

void cd_world_measure(cd_world *w, int i) {
    cd_stored_body *entry = &cd_stored_bodies(w)[i];
    cd_body_sphere *ball = &cd_body_spheres(w)[i];
    const cd_shape *s = &entry->body.shape;
    bool round = s->kind == CD_SPHERE || s->kind == CD_POINT;
    cd_traits(w)[i] =
        (unsigned char)((cd_traits(w)[i] & CD_TRAIT_STILL) | (round ? CD_TRAIT_SPHERE : 0));
    if (round) {
        *ball = (cd_body_sphere){s->as.center, s->radius};
        return;
    }
    cd_bounds box = entry->box = cd_shape_bounds(s);
    cd_vec half = cd_sub(cd_scale(box.max, 0.5), cd_scale(box.min, 0.5));
    bool bounded = cd_is_finite(box.min) && cd_is_finite(box.max) && cd_is_finite(half);
    double rounding = 4 * DBL_EPSILON * cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    ball->middle = bounded ? cd_add(box.min, half) : cd_shape_middle(s);
    ball->reach = bounded ? cd_norm(half) * (1 + 1e-12) + rounding : INFINITY;
}

cd_bounds cd_world_box(const cd_world *w, int i) {
    cd_body_sphere ball = cd_body_spheres(w)[i];
    bool round = cd_body_is_sphere(w, i);
    cd_vec r = {ball.reach, ball.reach, w->dim == 3 ? ball.reach : 0};
    cd_bounds box = round ? (cd_bounds){cd_sub(ball.middle, r), cd_add(ball.middle, r)}
                          : cd_stored_bodies(w)[i].box;
    double slack = 4 * DBL_EPSILON * cd_max(cd_max_abs(box.min), cd_max_abs(box.max));
    cd_vec s = {slack, slack, slack};
    return (cd_bounds){cd_sub(box.min, s), cd_add(box.max, s)};
}

static cd_wide_bvh *tree_of(cd_world *w, int i) { return &w->trees[!cd_is_still_at(w, i)]; }

void cd_world_see_still(cd_world *w, int i) {
    bool still = cd_is_still(&cd_stored_bodies(w)[i].body);
    cd_traits(w)[i] =
        (unsigned char)((cd_traits(w)[i] & CD_TRAIT_SPHERE) | (still ? CD_TRAIT_STILL : 0));
}

static int is_choosy(const cd_body *body) { return body->group != 1 || body->mask != UINT32_MAX; }

static void fill_holes(cd_world *w) {
    int kept = 0;
    for (int i = 0; i < w->count; i++) {
        int slot = cd_slot_of(w)[i];
        if (slot < 0)
            continue;
        if (kept < i) {
            cd_stored_bodies(w)[kept] = cd_stored_bodies(w)[i];
            cd_body_spheres(w)[kept] = cd_body_spheres(w)[i];
            cd_traits(w)[kept] = cd_traits(w)[i];
        }
        w->shuffled |= slot != kept;
        cd_slot_of(w)[kept] = slot;
        cd_slots(w)[slot] = kept++;
    }
    w->count = kept;
    w->holes = 0;
    w->trees[0].stale = w->trees[1].stale = true;
}

int cd_world_add(cd_world *w, const cd_body *body) {
    cd_step_disturb(w);
    if (w->holes > w->count / 2)
        fill_holes(w);
    bool fresh = w->freed < 0;
    size_t count = (size_t)w->count + 1;
    if (w->count == 1 << 28 || !cd_reserve_array(w, &w->entries, count, sizeof(cd_stored_body)) ||
        !cd_reserve_array(w, &w->balls, count, sizeof(cd_body_sphere)) ||
        !cd_reserve_array(w, &w->slot_of, count, sizeof(int)) ||
        !cd_reserve_array(w, &w->traits, count, 1) ||
        (fresh && !cd_reserve_array(w, &w->slots, (size_t)w->slot_count + 1, sizeof(int))))
        return -1;
    int slot = fresh ? w->slot_count++ : w->freed;
    if (!fresh)
        w->freed = -2 - cd_slots(w)[slot];
    int i = cd_slots(w)[slot] = w->count++;
    w->shuffled |= slot != i;
    cd_slot_of(w)[i] = slot;
    cd_stored_bodies(w)[i].body = *body;
    cd_traits(w)[i] = 0;
    cd_world_see_still(w, i);
    cd_world_measure(w, i);
    w->choosy += is_choosy(body);
    tree_of(w, i)->stale = true;
    return slot;
}

void cd_world_remove(cd_world *w, int slot) {
    cd_step_disturb(w);
    int i = cd_slots(w)[slot];
    tree_of(w, i)->stale = true;
    cd_slot_of(w)[i] = -1;
    w->choosy -= is_choosy(&cd_stored_bodies(w)[i].body);
    cd_body_spheres(w)[i].reach = -1;
    w->holes++;
    int *list = w->step.event_count > 0 ? &w->named : &w->freed;
    cd_slots(w)[slot] = -2 - *list;
    *list = slot;
}

void cd_world_free_slots(cd_world *w) {
    while (w->named >= 0) {
        int slot = w->named;
        w->named = -2 - cd_slots(w)[slot];
        cd_slots(w)[slot] = -2 - w->freed;
        w->freed = slot;
    }
}

int cd_world_dim(const cd_world *w) { return w->dim; }

cd_vec cd_world_gravity(const cd_world *w) { return w->gravity; }

void cd_world_set_gravity(cd_world *w, cd_vec gravity) {
    w->gravity = gravity;
    w->step.kept = false;
}

int cd_world_count(const cd_world *w) { return w->count - w->holes; }

const cd_body *cd_world_body(const cd_world *w, int slot) {
    int i = cd_slots(w)[slot];
    if (w->step.active)
        cd_step_sync((cd_world *)w, i); // what it tells does not change
    return &cd_stored_bodies(w)[i].body;
}

void cd_world_set(cd_world *w, int slot, const cd_body *body) {
    cd_step_disturb(w);
    int i = cd_slots(w)[slot];
    w->choosy += is_choosy(body) - is_choosy(&cd_stored_bodies(w)[i].body);
    cd_wide_bvh *before = tree_of(w, i);
    bool unbounded = cd_sphere_is_unbounded(&cd_body_spheres(w)[i]);
    cd_stored_bodies(w)[i].body = *body;
    cd_world_see_still(w, i);
    cd_world_measure(w, i);
    cd_wide_bvh *after = tree_of(w, i);
    bool same = before == after && unbounded == cd_sphere_is_unbounded(&cd_body_spheres(w)[i]);
    before->stale |= !same;
    after->stale |= !same;
    after->moved = true;
}

void cd_world_move(cd_world *w, int slot, cd_vec v) {
    cd_step_disturb(w);
    int i = cd_slots(w)[slot];
    if (i + 16 < w->count) // most often all are moved in order
        __builtin_prefetch(&cd_stored_bodies(w)[i + 16].body.shape, 1);
    cd_shape_move(&cd_stored_bodies(w)[i].body.shape, v);
    cd_world_measure(w, i);
    tree_of(w, i)->moved = true;
}

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

int cd_world_next(const cd_world *w, int slot) {
    for (int i = slot < 0 ? 0 : cd_slots(w)[slot] + 1; i < w->count; i++)
        if (cd_slot_of(w)[i] >= 0)
            return cd_slot_of(w)[i];
    return -1;
}
