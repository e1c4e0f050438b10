#include "collide/world/body/turner.h"

#include "collide/impact/turning.h"
#include "collide/math/elementary.h"
#include "collide/world/body/world_memory.h"

#include <string.h>

static const cd_quat NOT_TURNED = {.w = 1};

static bool refers(const cd_shape *s) { return cd_is_polytope(s) || cd_is_set(s); }

static cd_vec offset_of(const cd_shape *s) {
    return cd_is_polytope(s) ? s->as.polytope.offset : s->as.set.offset;
}

static const void *core_of(const cd_shape *s) {
    return cd_is_polytope(s) ? (const void *)s->as.polytope.core : s->as.set.core;
}

// ------------------------------------------------------------------------------------------- poses

static size_t pose_size(const cd_shape *s) {
    return cd_is_polytope(s) ? cd_turning_pose_size(s) : cd_shape_rotated_size(s);
}

// A polytope keeps its features; the tree of a set is built anew.
static cd_shape pose_base(const cd_shape *base, cd_quat q, void *memory) {
    const cd_vec origin = {0, 0, 0}, z = {0, 0, 1};
    if (!cd_is_polytope(base))
        return cd_shape_rotated(base, q, 2 * cd_atan2(q.z, q.w), origin, memory);
    const cd_turning turns = {.axis = z, .speed = 1}, stays = {.axis = z};
    return cd_turning_pose(base, &turns, q, &stays, NOT_TURNED, 0, memory);
}

static cd_shape posed(cd_turner *turner, cd_quat turned, cd_vec middle, cd_pose which) {
    cd_turned_pose *p = &turner->poses[which];
    const cd_quat q = cd_quat_mul(turned, cd_quat_conjugate(turner->at_base));
    if (!p->known || memcmp(&p->rotation, &q, sizeof q) != 0) {
        p->shape = pose_base(&turner->base, q, p->memory.memory);
        p->rotation = q;
        p->known = true;
    }
    cd_shape shape = p->shape;
    cd_shape_move(&shape, middle);
    return shape;
}

static cd_quat turned_after(const cd_turner *turner, cd_vec spin, double time) {
    return cd_quat_normalized(cd_quat_mul(cd_turn_of(spin, time), turner->turned));
}

static cd_vec turned_about(cd_vec point, cd_vec pivot, cd_quat turn) {
    return cd_add(pivot, cd_quat_rotate(turn, cd_sub(point, pivot)));
}

cd_shape cd_turner_shape(const cd_world *w, int index, cd_vec pivot, double time, cd_pose pose) {
    const cd_body *body = &cd_stored_bodies(w)[index].body;
    cd_turner *turner = cd_turner_of(w, cd_slot_of(w)[index]);
    if (!turner->has_base)
        return cd_turned(&body->shape, body->spin, pivot, time);
    if (time == 0 && pose != CD_POSE_OF_BODY)
        return body->shape;
    const cd_vec middle =
        turned_about(offset_of(&body->shape), pivot, cd_turn_of(body->spin, time));
    return posed(turner, turned_after(turner, body->spin, time), middle, pose);
}

void cd_turner_advance(cd_world *w, int index, cd_vec pivot, double time) {
    cd_body *body = &cd_stored_bodies(w)[index].body;
    cd_turner *turner = cd_turner_of(w, cd_slot_of(w)[index]);
    body->shape = cd_turner_shape(w, index, pivot, time, CD_POSE_OF_BODY);
    turner->turned = turned_after(turner, body->spin, time);
}

// -------------------------------------------------------------------------------------------- take

// The slots that are there have one each, or none.
static bool make_room(cd_world *w) {
    if (!cd_step_reserve(w, &w->turner_of, (size_t)w->slot_count, sizeof(int)))
        return false;
    for (int *of = w->turner_of.memory; w->turner_slots < w->slot_count; w->turner_slots++)
        of[w->turner_slots] = 0;
    return true;
}

static cd_turner *turner_at(cd_world *w, int slot) {
    cd_turner *turner = cd_turner_of(w, slot);
    if (turner || !make_room(w))
        return turner;
    turner = cd_step_append(w, &w->turners, &w->turner_count, sizeof *turner);
    if (!turner)
        return NULL;
    *turner = (cd_turner){.turned = NOT_TURNED};
    ((int *)w->turner_of.memory)[slot] = w->turner_count;
    return turner;
}

bool cd_turner_owns(const cd_turner *turner, const cd_shape *shape) {
    return turner && turner->has_base && turner->base.kind == shape->kind &&
           turner->base.radius == shape->radius &&
           core_of(&turner->poses[CD_POSE_OF_BODY].shape) == core_of(shape);
}

cd_turner *cd_turner_take(cd_world *w, int index) {
    cd_shape *shape = &cd_stored_bodies(w)[index].body.shape;
    cd_turner *turner = turner_at(w, cd_slot_of(w)[index]);
    if (!turner || cd_turner_owns(turner, shape))
        return turner;
    turner->has_base = false;
    if (!refers(shape))
        return turner;
    for (int i = 0; i < CD_POSES; i++) {
        turner->poses[i].known = false;
        if (!cd_step_reserve(w, &turner->poses[i].memory, pose_size(shape), 1))
            return NULL;
    }
    const cd_vec middle = cd_shape_middle(shape);
    turner->base = *shape;
    cd_shape_move(&turner->base, cd_negate(middle));
    turner->at_base = turner->turned;
    turner->has_base = true;
    *shape = posed(turner, turner->turned, middle, CD_POSE_OF_BODY);
    return turner;
}

static void release(cd_world *w, cd_turner *turner) {
    for (int i = 0; i < CD_POSES; i++)
        cd_release(w, &turner->poses[i].memory);
    *turner = (cd_turner){.turned = NOT_TURNED}; // for the next body in its slot
}

void cd_turner_free(cd_world *w, int slot) {
    cd_turner *turner = cd_turner_of(w, slot);
    if (turner)
        release(w, turner);
}

void cd_turners_release(cd_world *w) {
    for (int i = 0; i < w->turner_count; i++)
        release(w, &((cd_turner *)w->turners.memory)[i]);
    cd_release(w, &w->turners);
    cd_release(w, &w->turner_of);
}
