// The face of the world (src/collide/world): many bodies behind a broad phase, and steps in which
// they move and hit. A body is a shape with a velocity, a mass and a response to hits; it is static
// if its mass is infinite and its velocity zero. The world is the one thing in the core that owns
// memory, from an allocator; its queries allocate nothing. A body is named by its slot, an int that
// stays while it is in the world and is used again later.
//
// Threads: one world is for one thread at a time, also its queries. Different worlds may be used by
// different threads at the same time, and their bodies may refer to the same polytopes and sets; an
// allocator that they share must take calls from all of these threads.
#ifndef COLLIDE_WORLD_H
#define COLLIDE_WORLD_H

#include "collide/collide.h"

#include <stdint.h>

CD_BEGIN_PUBLIC

/// Like realloc: `size` 0 frees; returns NULL where there is no memory. lua_Alloc has the same
/// form.
typedef struct cd_allocator {
    void *(*reallocate)(void *user, void *block, size_t old_size, size_t size);
    void *user;
} cd_allocator;

/// How a body responds to a hit.
typedef enum cd_response {
    CD_BOUNCE, ///< leaves the surface, with restitution
    CD_SLIDE,  ///< moves along the surface for the rest of the step
    CD_STOP,   ///< has velocity 0, or is pushed along by what nothing moves
    CD_PASS,   ///< goes on as if there were no hit, while they overlap; there is an event
    CD_ASK,    ///< cd_world_next_hit asks the caller
} cd_response;

/// Two bodies collide if the group of each has a bit in common with the mask of the other.
typedef struct cd_body {
    cd_shape shape;
    cd_vec velocity;
    double
        mass; ///< > 0, with a finite inverse; INFINITY: no hit and no gravity changes its velocity
    double restitution;      ///< 0 to 1; of two bodies the smaller one counts
    double friction;         ///< >= 0: Coulomb's; of two bodies the geometric mean counts
    cd_vec surface_velocity; ///< its surface moves so beside it, as that of a belt does: friction
                             ///< takes along what it touches
    cd_response response;
    uint32_t group, mask;
    cd_vec spin; ///< radians a second, along the axis; in 2D (0, 0, angle): a body of infinite mass
                 ///< turns so. Not of what is unbounded
    cd_vec pivot;   ///< about this point, from the middle of its shape (cd_shape_middle) on
    cd_vec one_way; ///< not zero: only what comes against this face of it is blocked; what moves
                    ///< along this direction, relative to it, or overlaps it, passes through it
} cd_body;

typedef struct cd_world cd_world;

/// A static body with the shape, of infinite mass, that bounces and collides with every other: its
/// restitution is 1, its friction 0, its group 1 and its mask all bits.
cd_body cd_body_of(const cd_shape *shape);

/// NULL if the body is valid; else what is wrong with it, in the form of cd_shape_error.
const char *cd_body_error(const cd_body *body);

/// The point about which a body turns: `pivot` from the middle of its shape.
static inline cd_vec cd_body_pivot(const cd_body *body) {
    return cd_add(cd_shape_middle(&body->shape), body->pivot);
}

/// Whether what meets a body of this one_way at a surface with this outward unit normal, in this
/// relative motion, comes against its face: the normal is no farther than 60 degrees from one_way,
/// and the motion does not lead along one_way. Zero: always.
bool cd_faces_one_way(cd_vec one_way, cd_vec normal, cd_vec motion);

/// An empty world of dimension 2 or 3; NULL without memory.
cd_world *cd_world_new(int dim, cd_allocator allocator);
/// Does nothing for NULL.
void cd_world_free(cd_world *world);

int cd_world_dim(const cd_world *world);

/// The bytes that the world holds.
size_t cd_world_memory(const cd_world *world);

/// The acceleration of every body of finite mass; at first 0. Finite.
cd_vec cd_world_gravity(const cd_world *world);
void cd_world_set_gravity(cd_world *world, cd_vec gravity);

// ------------------------------------------------------------------------------------------ bodies
//
// A slot must be that of a body in the world. Bodies have an order: that in which they were added.

/// The number of bodies.
int cd_world_count(const cd_world *world);

/// Adds a copy of a valid body. Returns its slot, or -1 without memory, beyond 2^28 bodies or where
/// its shape has another dimension than the world. What its shape refers to (a polytope, a set)
/// must outlive it.
int cd_world_add(cd_world *world, const cd_body *body);
void cd_world_remove(cd_world *world, int slot);

/// The body in a slot; the pointer is good until a body is added or removed.
const cd_body *cd_world_body(const cd_world *world, int slot);

/// The rotation by which the spin of a body has turned it since it was added; in 2D about z.
cd_quat cd_world_turned(const cd_world *world, int slot);

/// Whether the shape of a body refers to memory of the world, as that of a polytope or set that has
/// turned does: it is turned in place. What keeps it beyond a step has to copy it.
bool cd_world_owns_shape(const cd_world *world, int slot);

/// Replaces the body in a slot by a valid one; it keeps its place in the order. What its shape
/// refers to must outlive it. A changed shape is a teleport: nothing is met on the way, and what it
/// then overlaps it leaves in the next step, by the shortest way. False, and nothing is changed,
/// where the new shape has another dimension than the world.
bool cd_world_set(cd_world *world, int slot, const cd_body *body);

/// Moves the body in a slot by v (finite), as cd_shape_move does: a teleport.
void cd_world_move(cd_world *world, int slot, cd_vec v);

/// Sets the velocity (finite) of the body in a slot.
void cd_world_set_velocity(cd_world *world, int slot, cd_vec velocity);

/// The slot after `slot` in the order of bodies, the first one after -1; -1 after the last.
int cd_world_next(const cd_world *world, int slot);

// ----------------------------------------------------------------------------------------- queries

/// Two bodies that collide and overlap; a was added before b.
typedef struct cd_pair {
    int a, b;
} cd_pair;

/// All pairs of bodies that collide and overlap, in the order of a, then of b; pairs of static
/// bodies, too. They lie in the world's memory until the next call. NULL without memory, or where
/// more than 2^31 - 1 pairs are to be looked at.
const cd_pair *cd_world_pairs(cd_world *world, int *count);

/// Makes the world ready for the queries below. Must be called after any change; costs next to
/// nothing where there was none. False without memory.
bool cd_world_update(cd_world *world);

/// At least the cd_shape_largest_coordinate of each of its bodies. The world must be up to date.
double cd_world_largest_coordinate(const cd_world *world);

// The queries see the bodies that have a bit of `mask` in their group, without the one in the slot
// `except` (-1: none), and return what the queries of two shapes return with the body as the
// second. Of equal results the earlier body counts. They allocate nothing. Lists are written to an
// array with room for `room` elements, and the number of all is returned: if it is more than
// `room`, the contents of the array are undefined.

/// The slot of the body that a ray hits first, or -1. Where several touch it there, the normal is
/// outward for all of them together, and the body one that has it.
int cd_world_raycast(const cd_world *world, cd_vec origin, cd_vec direction, double tmax,
                     uint32_t mask, cd_hit *hit);

/// The slot of the body that a moving shape hits first, or -1; the normal as of cd_world_raycast.
int cd_world_shapecast(const cd_world *world, const cd_shape *shape, cd_vec motion, uint32_t mask,
                       int except, cd_hit *hit);

/// Whether a ray hits any body.
bool cd_world_occluded(const cd_world *world, cd_vec origin, cd_vec direction, double tmax,
                       uint32_t mask);

typedef struct cd_body_hit {
    int slot;
    cd_hit hit;
} cd_body_hit;

/// All bodies that a ray hits, by t, then in order; but the first is what cd_world_raycast answers.
int cd_world_raycast_all(const cd_world *world, cd_vec origin, cd_vec direction, double tmax,
                         uint32_t mask, cd_body_hit *hits, int room);

/// The slots of all bodies that overlap a shape, in order.
int cd_world_overlap(const cd_world *world, const cd_shape *shape, uint32_t mask, int except,
                     int *slots, int room);

typedef struct cd_near {
    int slot;
    double distance;
} cd_near;

/// The `count` bodies nearest to a shape, by signed distance, then in order. Returns how many there
/// are.
int cd_world_nearest(const cd_world *world, const cd_shape *shape, int count, uint32_t mask,
                     int except, cd_near *near);

// ------------------------------------------------------------------------------------------- steps
//
// A step moves all bodies on parabolas and finds every hit on the way, in the order of time (of
// equal times, in the order of bodies). What touches at the time of a hit responds together
// (world/contact/impact.c); what rests accelerates together (world/contact/constraint.c). Last,
// bodies that overlapped at the start are moved apart. Only hits of a body of CD_ASK stop on the
// way:
//
//     cd_world_begin_step(world, dt);
//     while (cd_world_next_hit(world, &hit)) // change the body hit.a in any way, then
//         cd_world_respond(world, response); // CD_ASK: respond no further
//     if (cd_world_step_failed(world))       // memory ran out
//
// In between, bodies may be added, changed and removed. A step that is left is ended, where it is,
// by cd_world_end_step or the next cd_world_begin_step.
//
// When memory runs out, the step ends there. If that is in cd_world_begin_step, it returns false
// and no body has changed. Later, cd_world_next_hit returns false; the bodies are where they were
// at that time, and all hits up to then are events, to the last of which the bodies may not have
// responded. All bodies stay valid, and the next step starts anew from there.

typedef enum cd_event_kind { CD_EVENT_HIT, CD_EVENT_BEGIN, CD_EVENT_END } cd_event_kind;

/// A hit of two bodies, or the begin or end of their touch. Of a hit a is the one whose response
/// was asked for, else the one that moves, of two that move the earlier.
typedef struct cd_event {
    cd_event_kind kind;
    int a, b;                ///< slots; the body may have been removed since
    double t;                ///< since the step began
    double approach;         ///< speed along the normal before the response
    cd_vec point, normal;    ///< the touched point of b; b's outward unit normal there
    cd_vec place_a, place_b; ///< of a hit: the middles of the boxes around both then
} cd_event;

/// The shapes of the two bodies of an event, in the places where they were at a hit; of other
/// events as they are. False where one was removed, or turns.
bool cd_world_event_shapes(const cd_world *world, const cd_event *event, cd_shape *a, cd_shape *b);

/// Begins a step of length dt, 0 to CD_LARGEST. False without memory; also for any other dt, which
/// leaves the world as it was.
bool cd_world_begin_step(cd_world *world, double dt);

/// Goes on to the next hit of a body of CD_ASK. False where the step has ended.
bool cd_world_next_hit(cd_world *world, cd_event *event);

/// The response of the body that cd_world_next_hit asked about; without one, it does not respond.
void cd_world_respond(cd_world *world, cd_response response);

/// Ends a step where it is.
void cd_world_end_step(cd_world *world);

/// Whether the last step ended early, or did not begin, because memory ran out.
bool cd_world_step_failed(const cd_world *world);

/// The hits of the last step, in order. They lie in the world's memory until the next step; slots
/// of removed bodies are not used again until then.
const cd_event *cd_world_events(const cd_world *world, int *count);

/// The begins and ends of touches in the last step, which was not left early, in the order of
/// bodies; a and b are as of a hit, of an end as of its begin. Two bodies that collide touch where
/// they overlap or are as near as what rests may lie above another, 1e-6 of the smaller one. A
/// touch that lasts at the end of a step and did not at the end of the one before begins; its t is
/// that of the first hit of the two in the step, or the step's length. One that has lasted and no
/// longer does ends; its t is the step's length. What is let through (CD_PASS) within one step
/// begins and ends in it; what bounces off only hits. point and normal are those of the last hit of
/// the two since their touch began; without one those of the contact at which it began, the normal
/// outward for all that touched a there. approach is 0. Of two of infinite mass those count which
/// begin as one moves and the other not alike, by its velocity or by cd_world_set and
/// cd_world_move; unless one lets the other pass, they are looked at only as the step ends. The
/// touches of a body that is removed end: in a step with that, else at the start of the next one (t
/// is 0, and they come first). They lie in the world's memory until the next step; no slot that
/// they name is used again until then.
const cd_event *cd_world_touch_events(const cd_world *world, int *count);

/// The slots of all bodies that touch the one in a slot now, as above, in order. The world must be
/// up to date (cd_world_update).
int cd_world_touching(const cd_world *world, int slot, int *slots, int room);

/// How many bodies the last step stopped before its end: they had the most hits allowed, or would
/// have left the range of coordinates (2^64), or gone so far that rounding had left a cylinder or
/// cone no axis.
int cd_world_stalled(const cd_world *world);

/// The most hits of one body in a step; at first 100.
int cd_world_hit_limit(const cd_world *world);
void cd_world_set_hit_limit(cd_world *world, int limit);

CD_END_PUBLIC

#endif
