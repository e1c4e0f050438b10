// What the parts of the world share. Bodies lie in the order in which they were added; a removed
// one leaves a hole until there are as many holes as bodies, and then all move down.
#ifndef COLLIDE_WORLD_STATE_H
#define COLLIDE_WORLD_STATE_H

#include "collide/world.h"

/// Memory that grows and is never read before it is written anew.
typedef struct cd_room {
    void *memory;
    size_t size;
} cd_room;

/// A body and what the broad phase knows of it.
typedef struct cd_entry {
    cd_body body;
    cd_bounds box; ///< around the shape; not of a sphere or point, whose ball tells it
} cd_entry;

/// The ball around a body, of a sphere the sphere itself; reach INFINITY around a line or plane. It
/// lies in an array of its own, which is read most.
typedef struct cd_ball {
    cd_vec middle;
    double reach;
} cd_ball;

enum { CD_MOST_LEVELS = 24 };

/// How cells become buckets: x + P y + Q z modulo M.
typedef struct cd_lattice {
    int M, P, Q;
} cd_lattice;

/// What the search for pairs works in (world_cells.c).
typedef struct cd_grid {
    cd_lattice lattices[CD_MOST_LEVELS][2]; ///< of each level, the last time
    cd_room bins, buckets, counts, starts, order, sorted, candidates, pairs;
} cd_grid;

/// Four boxes of a tree and what is in them: node `child` or, below 0, the body with index ~child.
/// Children lie behind their parents. In single precision, rounded outwards.
typedef struct cd_wide {
    float min[3][4], max[3][4];
    int child[4];
} cd_wide;

#define CD_NO_CHILD INT32_MAX

/// A tree over bodies. Points p of the world are (p - low) * scale in it, near [0, 1].
typedef struct cd_index {
    cd_room nodes;
    int count;  ///< of nodes
    bool stale; ///< other bodies than it holds
    bool moved; ///< the same in other places
    cd_vec low;
    double scale;
    double area; ///< of all boxes when it was built
} cd_index;

struct cd_world {
    cd_allocator allocator;
    int dim;
    int count, holes;      ///< of entries: bodies and holes together
    int slot_count, freed; ///< slots ever used; the first free one or -1
    size_t memory;
    cd_index trees[2]; ///< over still and over moving bodies
    cd_room unbounded; ///< the indices of the others
    int unbounded_count;
    cd_room entries, balls, slots, slot_of, round;
    int choosy; ///< bodies with a group or mask other than the default
    cd_grid grid;
};

/// The slack of a cd_wide: what rounding to single precision and back may lose.
#define CD_WIDE_SLACK 0x1p-20

/// Whether a body is in no tree, but looked at in every query.
static inline bool cd_is_unbounded(const cd_ball *ball) {
    return !(cd_max_abs(ball->middle) + ball->reach < 1e300);
}

static inline cd_entry *cd_entries(const cd_world *w) { return w->entries.memory; }

static inline cd_ball *cd_balls(const cd_world *w) { return w->balls.memory; }

/// Whether the shape of a body is its ball.
static inline bool cd_has_ball(const cd_world *w, int i) {
    return ((const unsigned char *)w->round.memory)[i];
}

/// index -> slot; -1 of a hole.
static inline int *cd_slot_of(const cd_world *w) { return w->slot_of.memory; }

/// slot -> index; of a free slot -2 - the next free slot.
static inline int *cd_slots(const cd_world *w) { return w->slots.memory; }

static inline bool cd_may_meet(const cd_body *a, const cd_body *b) {
    return (a->group & b->mask) != 0 && (b->group & a->mask) != 0;
}

/// Makes room for nothing again.
void cd_release(cd_world *world, cd_room *room);

static inline bool cd_is_still(const cd_body *b) {
    return isinf(b->mass) && cd_is_zero(b->velocity);
}

/// The box around a body, as wide as rounding may want.
cd_bounds cd_world_box(const cd_world *world, int index);

/// Makes room for `size` bytes; what was there stays. False without memory.
bool cd_reserve(cd_world *world, cd_room *room, size_t size);

/// The same for an array, where a size that does not fit in a size_t is no memory.
bool cd_reserve_array(cd_world *world, cd_room *room, size_t count, size_t element);

#endif
