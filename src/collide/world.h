// Many bodies behind a broad phase. A body is a shape with a velocity, a mass and a way to answer
// hits; one of infinite mass that does not move is still. The world is the one thing in the core
// that owns memory: it takes it from an allocator when bodies are added, when cd_world_update is
// called after a change and when pairs are wanted; its queries allocate nothing.
//
// A body is named by its slot, an int that stays while it is in the world and is used again later.
// Results come in the order of bodies: that in which they were added.
#ifndef COLLIDE_WORLD_H
#define COLLIDE_WORLD_H

#include "collide/collide.h"

#include <stdint.h>

/// Like realloc: `size` 0 frees, NULL says that there is no memory. lua_Alloc has the same form.
typedef struct cd_allocator {
    void *(*reallocate)(void *user, void *block, size_t old_size, size_t size);
    void *user;
} cd_allocator;

/// How a body answers a hit.
typedef enum cd_response {
    CD_BOUNCE, ///< off the surface, with restitution
    CD_SLIDE,  ///< the rest of the step along the surface
    CD_STOP,   ///< velocity 0
    CD_PASS,   ///< as if there were no hit, but for the event
    CD_ASK,    ///< the world's callback decides
} cd_response;

/// Two bodies meet where the group of each is in the mask of the other, bit by bit.
typedef struct cd_body {
    cd_shape shape;
    cd_vec velocity;
    double mass;        ///< > 0; INFINITY: nothing moves it but its own velocity
    double restitution; ///< 0 to 1; of two bodies the smaller one counts
    cd_response response;
    uint32_t group, mask;
} cd_body;

typedef struct cd_world cd_world;

/// A body at rest with the shape, of infinite mass, that meets every other.
cd_body cd_body_of(const cd_shape *shape);

/// NULL where the body is valid; else what is wrong with it, as cd_shape_error tells it.
const char *cd_body_error(const cd_body *body);

/// An empty world of dimension 2 or 3; NULL without memory.
cd_world *cd_world_new(int dim, cd_allocator allocator);
void cd_world_free(cd_world *world);

int cd_world_dim(const cd_world *world);

/// What is added to the velocity of every body of finite mass in a unit of time; at first 0.
cd_vec cd_world_gravity(const cd_world *world);
void cd_world_set_gravity(cd_world *world, cd_vec gravity);

/// The number of bodies.
int cd_world_count(const cd_world *world);

/// Adds a copy of a valid body of the world's dimension; its slot, or -1 without memory. What its
/// shape refers to (a polytope) must outlive it.
int cd_world_add(cd_world *world, const cd_body *body);
void cd_world_remove(cd_world *world, int slot);

/// The body in a slot, until one is added or removed.
const cd_body *cd_world_body(const cd_world *world, int slot);

/// Replaces the body in a slot by a valid one; it keeps its place in the order.
void cd_world_set(cd_world *world, int slot, const cd_body *body);

/// Moves the body in a slot by v, as cd_shape_move does.
void cd_world_move(cd_world *world, int slot, cd_vec v);

/// The slot after `slot` in the order of bodies, the first after -1; -1 after the last.
int cd_world_next(const cd_world *world, int slot);

/// Two bodies that meet and overlap, the one added first as a.
typedef struct cd_pair {
    int a, b;
} cd_pair;

/// All pairs of bodies that overlap, in the order of a, then of b; still bodies among themselves,
/// too. They lie in the world's memory until the next call. NULL without memory.
const cd_pair *cd_world_pairs(cd_world *world, int *count);

/// Makes the world ready for the queries below: wanted after any change, and cheap where there was
/// none. False without memory.
bool cd_world_update(cd_world *world);

// The queries take bodies with a group in `mask`, and are answered as by the queries of two shapes,
// the body as the second. Of equal answers the earlier body counts. They allocate nothing. Lists go
// to an array with room for `room` of them, and the number of all is returned: where it is more,
// what the array holds is of no use.

/// The body that a ray hits first, or -1.
int cd_world_raycast(const cd_world *world, cd_vec origin, cd_vec direction, double tmax,
                     uint32_t mask, cd_hit *hit);

/// The body that a moving shape hits first, or -1.
int cd_world_shapecast(const cd_world *world, const cd_shape *shape, cd_vec motion, uint32_t mask,
                       cd_hit *hit);

typedef struct cd_body_hit {
    int slot;
    cd_hit hit;
} cd_body_hit;

/// All that a ray hits, by t, then by the order of bodies.
int cd_world_raycast_all(const cd_world *world, cd_vec origin, cd_vec direction, double tmax,
                         uint32_t mask, cd_body_hit *hits, int room);

/// The slots of all bodies that overlap a shape, in order.
int cd_world_overlap(const cd_world *world, const cd_shape *shape, uint32_t mask, int *slots,
                     int room);

typedef struct cd_near {
    int slot;
    double distance;
} cd_near;

/// The `count` bodies nearest to a point, by distance, then in order; returns how many there are.
int cd_world_nearest(const cd_world *world, cd_vec point, int count, uint32_t mask, cd_near *near);

// A step moves all bodies along straight lines and finds every hit on the way, in the order of time
// (of equal times, in the order of bodies). Gravity is added first. The contacts of a pile at rest
// are answered together (island.c). Only a body of CD_ASK stops on the way, for its owner to
// decide:
//
//     if (cd_world_begin_step(world, dt))
//         while (cd_world_next_hit(world, &hit)) // change hit.a in any way, then
//             cd_world_answer(world, how);       // CD_ASK: no more than was changed
//
// In between, bodies may be added, changed and removed. A step that is left is ended by the next
// one, or by cd_world_end_step, where it is.

/// A hit of two bodies; `a` is the one that was asked, else the one that moves, of two the earlier.
typedef struct cd_event {
    int a, b;             ///< slots; -1 of a body that was removed since
    double t;             ///< since the step began
    double approach;      ///< speed along the normal before
    cd_vec point, normal; ///< the touched point of b; b's outward normal
} cd_event;

/// False without memory; then nothing has changed. dt >= 0, finite.
bool cd_world_begin_step(cd_world *world, double dt);

/// Goes on to the next hit that is asked about; false where the step has ended.
bool cd_world_next_hit(cd_world *world, cd_event *event);
void cd_world_answer(cd_world *world, cd_response response);

/// Ends a step where it is.
void cd_world_end_step(cd_world *world);

/// What the last step met, in order. They lie in the world's memory.
const cd_event *cd_world_events(const cd_world *world, int *count);

/// How many bodies the last step left where they were, as they had met the most hits allowed.
int cd_world_stalled(const cd_world *world);

/// The most hits of one body in a step; at first 100.
int cd_world_hit_limit(const cd_world *world);
void cd_world_set_hit_limit(cd_world *world, int limit);

/// Sets the velocity (finite) of the body in a slot.
void cd_world_set_velocity(cd_world *world, int slot, cd_vec velocity);

/// The bytes that the world holds.
size_t cd_world_memory(const cd_world *world);

#endif
