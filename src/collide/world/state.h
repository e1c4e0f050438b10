// What the parts of the world share. Bodies lie in the order in which they were added; a removed
// one leaves a hole until there are as many holes as bodies, and then all move down.
#ifndef COLLIDE_WORLD_STATE_H
#define COLLIDE_WORLD_STATE_H

#include "collide/world.h"
#include "collide/world/contact_solver.h"
#include "collide/world/spatial_hash.h"

#include <float.h>

enum { CD_CACHE_LINE = 64 };

/// Memory that grows, from the start of a line of the cache.
typedef struct cd_buffer {
    void *memory;
    size_t size, before; ///< before: bytes of what was allocated that lie before the memory
} cd_buffer;

/// A body and what the broad phase knows of it, in whole lines of the cache: a ball that is moved
/// touches one.
typedef struct cd_stored_body {
    _Alignas(CD_CACHE_LINE) cd_body body;
    cd_bounds box; ///< around the shape; not of a sphere or point, whose ball tells it
} cd_stored_body;

/// The ball around a body, of a sphere the sphere itself; reach INFINITY around a line or plane. It
/// lies in an array of its own, which is read most.
typedef struct cd_body_sphere {
    cd_vec middle;
    double reach;
} cd_body_sphere;

/// 1 where two balls overlap, -1 where they do not, 0 where rounding could decide.
static inline int cd_body_spheres_overlap(const cd_body_sphere *a, const cd_body_sphere *b) {
    double square = cd_length2(cd_sub(a->middle, b->middle)), sum = a->reach + b->reach;
    double over = square - sum * sum;
    bool sure = (fabs(over) > 16 * DBL_EPSILON * square) & (square + sum * sum > 1e-280);
    return sure ? (over < 0) - (over >= 0) : 0;
}

enum { CD_MOST_LEVELS = 24 };

/// The memory of the search for pairs (pair_grid.c, pairs.c).
typedef struct cd_pair_grid {
    cd_spatial_hash hashes[CD_MOST_LEVELS][2]; ///< of each level, when it was made last
    cd_buffer size_classes, buckets, counts, starts, order, sorted, candidates, pairs;
} cd_pair_grid;

/// A tree over bodies (wide_bvh.h). A point p of the world is (p - low) * scale in it.
typedef struct cd_wide_bvh {
    cd_buffer nodes, links, boxes, spheres, bodies;
    int count;  ///< of nodes
    bool stale; ///< it holds other bodies than it should
    bool moved; ///< it holds these bodies, but some have moved or changed
    cd_vec low;
    double scale;
    double area; ///< of all boxes when it was built
} cd_wide_bvh;

/// A body that moves, during a step: it was at x at its own time t and moves by v. What it meets
/// first until `seen` is known at all times; its event is the earliest of the three. Others look at
/// its first 64 bytes, a line of the cache.
typedef struct cd_mover {
    cd_vec x, v;
    double t, reach;
    double cell_due, still_due, body_due; ///< when it leaves its cell, meets a still body, another
    double seen, inverse_mass;
    int index;          ///< of the body
    int still, partner; ///< the still body by index; the mover
    unsigned version;   ///< counts the changes of v and of x but by moving
    unsigned expected;  ///< the partner's version when that was found
    int previous;       ///< in the list of its bucket
    int bucket, axis;   ///< the axis through which it leaves its cell; -1: it looks again
    int cell[3];
    unsigned mark; ///< of the pile that it was last found in (island.c)
    int piled;     ///< its place there
    bool round, wide, stalled, passes;
} cd_mover;

enum { CD_MOVER_STRIDE = 192 };

/// What is seldom wanted of a mover: how it touches, and still bodies that it slid along.
typedef struct cd_mover_contact {
    cd_vec still_normal, still_point, body_normal, body_point;
    int along_count, along[2];
    unsigned along_step; ///< the number of the step in which it slid
} cd_mover_contact;

/// A mover in the heap.
typedef struct cd_heap_entry {
    double due;
    int mover;
} cd_heap_entry;

enum { CD_BUCKET_ROOM = 4 };

/// The movers in the cells that share a bucket: more than there is room for lie in a list.
typedef struct cd_bucket {
    int count, movers[CD_BUCKET_ROOM], more;
} cd_bucket;

/// Two bodies by slot.
typedef struct cd_slot_pair {
    int a, b;
} cd_slot_pair;

/// A hit of a mover with a still body (by index) or another mover: whichever is not -1.
typedef struct cd_collision {
    int mover, still, other;
    int asker;            ///< the body by index whose function decides; -1: none
    cd_vec point, normal; ///< of the still body or the other mover
    double approach;
    bool turned; ///< it is not the mover
} cd_collision;

/// A step on its way (step.c). Time goes on from step to step while nothing but steps changes
/// the world: then what was predicted still holds, under gravity of movers that fall alike among
/// each other.
typedef struct cd_step_state {
    cd_buffer movers, touches, mover_of, buckets, nexts, heap, places, wide, hits, events, embedded;
    cd_buffer passed, contacts, piled;
    double dt, begun, now, end;
    double known; ///< how long predictions reach
    bool active, asked, restart, failed;
    bool lasting, kept; ///< predictions may outlive this step; those of the last one hold
    unsigned number;    ///< of steps since the movers were seen
    unsigned serial;    ///< of this step
    size_t hits_count;
    int mover_count, heap_count, wide_count, event_count, embedded_count, passed_count;
    int angular; ///< movers that are no balls
    int steady;  ///< movers that gravity does not move
    int stalled, limit;
    int contact_count; ///< of the last pile
    int64_t answers;   ///< of contacts in piles in this step
    unsigned marks;    ///< twice the number of piles since the movers were seen
    cd_spatial_hash lattice;
    int around[27], around_count; ///< distances of a bucket to those around

    double width; ///< of a cell
    cd_vec low;
    cd_collision meeting; ///< that is asked about
} cd_step_state;

struct cd_world {
    cd_allocator allocator;
    int dim;
    cd_vec gravity;
    int count, holes;      ///< of entries: bodies and holes together
    int slot_count, freed; ///< slots ever used; the first free one or -1
    int named;             ///< the first free one that events may still name
    size_t memory;
    cd_wide_bvh trees[2]; ///< over still and over moving bodies
    cd_buffer unbounded;  ///< the indices of the others
    int unbounded_count;
    cd_buffer entries, balls, slots, slot_of, traits;
    bool shuffled; ///< there may be a body whose index is not its slot
    int choosy;    ///< bodies with a group or mask other than the default
    cd_pair_grid grid;
    cd_step_state step;
};

/// Whether a body is in no tree, but looked at in every query.
static inline bool cd_sphere_is_unbounded(const cd_body_sphere *ball) {
    return !(cd_max_abs(ball->middle) + ball->reach < 1e300);
}

static inline cd_stored_body *cd_stored_bodies(const cd_world *w) { return w->entries.memory; }

static inline cd_body_sphere *cd_body_spheres(const cd_world *w) { return w->balls.memory; }

/// What is often asked of a body, a byte for each: whether its shape is its ball, whether it is
/// still.
enum { CD_TRAIT_SPHERE = 1, CD_TRAIT_STILL = 2 };

static inline unsigned char *cd_traits(const cd_world *w) { return w->traits.memory; }

static inline bool cd_body_is_sphere(const cd_world *w, int i) {
    return (cd_traits(w)[i] & CD_TRAIT_SPHERE) != 0;
}

static inline bool cd_is_still_at(const cd_world *w, int i) {
    return (cd_traits(w)[i] & CD_TRAIT_STILL) != 0;
}

/// Sees whether a body is still, after its velocity or mass has changed.
void cd_world_see_still(cd_world *world, int index);

/// index -> slot; -1 of a hole.
static inline int *cd_slot_of(const cd_world *w) { return w->slot_of.memory; }

/// slot -> index; of a free slot -2 - the next free slot.
static inline int *cd_slots(const cd_world *w) { return w->slots.memory; }

static inline bool cd_may_meet(const cd_body *a, const cd_body *b) {
    return (a->group & b->mask) != 0 && (b->group & a->mask) != 0;
}

/// Makes room for nothing again.
void cd_release(cd_world *world, cd_buffer *room);

static inline bool cd_is_still(const cd_body *b) {
    return isinf(b->mass) && cd_is_zero(b->velocity);
}

/// The box around a body, as wide as rounding may want.
cd_bounds cd_world_box(const cd_world *world, int index);

/// Lets slots be used again that events have named.
void cd_world_free_slots(cd_world *world);

/// Measures a body whose shape has changed.
void cd_world_measure(cd_world *world, int index);

/// Brings the body at an index, or all, to where they are in a step on its way.
void cd_step_sync(cd_world *world, int index);
void cd_step_sync_all(cd_world *world);

/// Brings all bodies up to date before others come, go or change: the rest of the step, if there is
/// one, will be seen anew.
void cd_step_disturb(cd_world *world);

/// Whether queries with this mask see a body.
static inline bool cd_is_visible(const cd_world *w, int index, uint32_t mask) {
    return ((w->choosy > 0 ? cd_stored_bodies(w)[index].body.group : 1) & mask) != 0;
}

/// Whether a hit is none that a motion has to answer: it leaves, or slides along to rounding.
static inline bool cd_is_sliding(const cd_hit *hit, cd_vec motion) {
    return !(hit->approach > 1e-14 * cd_max_abs(motion));
}

/// Gaps and depths that are none, of a body with such a reach.
static inline double cd_rounding(double reach) { return 1e-9 * reach; }

/// The first touch of two shapes, 0 <= t <= tmax or later, that is more than sliding along or
/// parting: a hit as cd_shapecast tells, but for its end. Overlaps by less than `rounding` are
/// none.
bool cd_first_hit(const cd_shape *a, cd_vec motion, const cd_shape *b, cd_vec motion_b, double tmax,
                  double rounding, cd_hit *hit);

/// Calls `found` for each pair of convex parts of two shapes that are no farther apart than
/// `limit`.
typedef void (*cd_found_contact)(void *context, const cd_separation *contact);
void cd_each_contact(const cd_shape *a, const cd_shape *b, double limit, cd_found_contact found,
                     void *context);

/// Whether two shapes, or parts of them, overlap by more than rounding.
bool cd_overlap_deeply(const cd_shape *a, const cd_shape *b, double rounding);

/// Whether a slot has passed another in this step.
bool cd_step_passed(const cd_world *world, int a, int b);

/// Whether groups and masks let a mover meet the body at an index, which it has not passed in this
/// step.
static inline bool cd_mover_meets(const cd_world *w, const cd_mover *m, int index) {
    const cd_stored_body *all = cd_stored_bodies(w);
    return (w->choosy == 0 || cd_may_meet(&all[m->index].body, &all[index].body)) &&
           !(m->passes && cd_step_passed(w, cd_slot_of(w)[m->index], cd_slot_of(w)[index]));
}

/// Makes room for `size` bytes; what was there stays. False without memory.
bool cd_reserve(cd_world *world, cd_buffer *room, size_t size);

/// The same for an array, where a size that does not fit in a size_t is no memory.
bool cd_reserve_array(cd_world *world, cd_buffer *room, size_t count, size_t element);

#endif
