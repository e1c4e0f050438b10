// Bodies as the world stores them: their slots, bounds and traits. Bounds are a little too large,
// so that no test against them is decided by rounding.
#ifndef COLLIDE_WORLD_BODY_BODY_H
#define COLLIDE_WORLD_BODY_BODY_H

#include "collide/world/body/state.h"

#include <float.h>

// The arrays by index.

static inline cd_stored_body *cd_stored_bodies(const cd_world *w) { return w->entries.memory; }
static inline cd_body_sphere *cd_body_spheres(const cd_world *w) { return w->balls.memory; }

/// index -> slot; -1 of a hole.
static inline int *cd_slot_of(const cd_world *w) { return w->slot_of.memory; }

/// slot -> index; of a free slot -2 - the next free slot.
static inline int *cd_slots(const cd_world *w) { return w->slots.memory; }

/// Whether a slot, which was taken once, holds a body.
static inline bool cd_is_slot(const cd_world *w, int slot) {
    assert(slot >= 0 && slot < w->slot_count);
    return cd_slots(w)[slot] >= 0;
}

/// What is often asked of a body: whether its shape is a sphere or point, whether it is
/// static, whether it is thin and whether it has a skin (thin.h), whether it has been
/// teleported since the last step.
enum {
    CD_TRAIT_SPHERE = 1,
    CD_TRAIT_STATIC = 2,
    CD_TRAIT_THIN = 4,
    CD_TRAIT_TELEPORTED = 8,
    CD_TRAIT_SKIN = 16,
    CD_TRAIT_PRESSED = 32,  ///< it is one of many that press on each other (pile.h)
    CD_TRAIT_CHANGED = 64,  ///< the trees have to look at it
    CD_TRAIT_MOVED = 128,   ///< it has been teleported since the last step, not added
    CD_TRAIT_ONE_WAY = 256, ///< one_way.h
    CD_TRAIT_AWAKE = 512    ///< it may move in this step (dynamic_body.h)
};

static inline uint16_t *cd_traits(const cd_world *w) { return w->traits.memory; }

static inline void cd_set_trait(cd_world *w, int i, int trait, bool on) {
    uint16_t *traits = &cd_traits(w)[i];
    *traits = (uint16_t)((*traits & ~trait) | (on ? trait : 0));
}

/// Notes that a body has been added or teleported, from outside of a step or out of an overlap.
static inline void cd_note_teleported(cd_world *w, int i) {
    cd_set_trait(w, i, CD_TRAIT_TELEPORTED, true);
    w->has_teleported = true;
}

static inline bool cd_body_is_sphere(const cd_world *w, int i) {
    return (cd_traits(w)[i] & CD_TRAIT_SPHERE) != 0;
}

static inline bool cd_is_static_at(const cd_world *w, int i) {
    return (cd_traits(w)[i] & CD_TRAIT_STATIC) != 0;
}

static inline bool cd_has_default_filter(const cd_body *body) {
    return body->group == 1 && body->mask == UINT32_MAX;
}

/// Whether the groups and masks of two bodies let them collide.
static inline bool cd_may_collide(const cd_body *a, const cd_body *b) {
    return (a->group & b->mask) != 0 && (b->group & a->mask) != 0;
}

/// Whether one of the bodies at two indices lets the other pass.
static inline bool cd_lets_pass(const cd_world *w, int a, int b) {
    const cd_stored_body *all = cd_stored_bodies(w);
    return all[a].body.response == CD_PASS || all[b].body.response == CD_PASS;
}

/// Whether queries with this mask see a body.
static inline bool cd_is_visible(const cd_world *w, int index, uint32_t mask) {
    return ((w->filtered_count > 0 ? cd_stored_bodies(w)[index].body.group : 1) & mask) != 0;
}

/// The index of the body in a slot that a query leaves out; -1: none.
static inline int cd_index_except(const cd_world *w, int except) {
    assert(except < 0 || cd_is_slot(w, except));
    return except < 0 ? -1 : cd_slots(w)[except];
}

/// Whether a body is in no tree and every query tests it.
static inline bool cd_sphere_is_unbounded(const cd_body_sphere *sphere) {
    return isinf(sphere->bounding_radius);
}

/// 1 where two spheres overlap, -1 where they do not, 0 where rounding could change that: squares
/// of lengths have relative errors below 16 half ulps, unless they are so small that they lose
/// digits (DBL_MIN / DBL_EPSILON is 1e-292).
static inline int cd_body_spheres_overlap(const cd_body_sphere *a, const cd_body_sphere *b) {
    double square = cd_length2(cd_sub(a->middle, b->middle)),
           sum = a->bounding_radius + b->bounding_radius;
    double over = square - sum * sum;
    bool sure = (fabs(over) > 16 * DBL_EPSILON * square) & (square + sum * sum > 1e-280);
    return sure ? (over < 0) - (over >= 0) : 0;
}

/// Recomputes the bounds of a body whose shape has changed.
void cd_body_update_bounds(cd_world *world, int index);

/// Recomputes whether a body is static and whether it blocks one way only, after its velocity, mass
/// or one_way has changed.
void cd_body_update_static(cd_world *world, int index);

/// The rotation of what turns at a velocity, not zero, for a time.
cd_quat cd_turn_of(cd_vec spin, double time);

/// A shape turned for a time about a point.
cd_shape cd_turned(const cd_shape *shape, cd_vec spin, cd_vec pivot, double time);

/// How far a shape reaches from a point, at any angle, at most.
double cd_reach_from(const cd_shape *shape, cd_vec pivot);

/// The bounding box of a body, wider than the shape by a few roundings.
cd_bounds cd_world_box(const cd_world *world, int index);

/// Whether two boxes are at most `distance` apart along each axis.
static inline bool cd_boxes_are_within(cd_bounds p, cd_bounds q, double distance) {
    return p.min.x <= q.max.x + distance && q.min.x <= p.max.x + distance &&
           p.min.y <= q.max.y + distance && q.min.y <= p.max.y + distance &&
           p.min.z <= q.max.z + distance && q.min.z <= p.max.z + distance;
}

/// The tree that holds a body: that of static bodies or that of the others.
cd_body_tree *cd_tree_of(cd_world *world, int index);

/// Whether a slot that events or touches may name has been freed since slots were last released.
static inline bool cd_has_freed_slots(const cd_world *w) { return w->reserved_slot >= 0; }

/// Takes a slot: a free one, or a new one, for which there must be room.
int cd_slot_take(cd_world *world, int index);

/// Frees a slot; while events or what is known of touches may name it, it is not taken again.
void cd_slot_free(cd_world *world, int slot);

/// As a step begins: lets slots be taken again that events of the last step may have named. Those
/// that have been freed since then this step may still name.
void cd_slots_release(cd_world *world);

#endif
