// The broad phase of a step: a spatial hash of the dynamic bodies. Cells have one size, at least
// that of all dynamic bodies but a few: those that are larger, or that cross very many cells in a
// step, are *oversized*, are in no cell and are tested against all others. Any other dynamic body
// hits only what is in the cells around its own; as it enters the next cell it looks at those that
// came near.
#ifndef COLLIDE_WORLD_MOTION_STEP_HASH_H
#define COLLIDE_WORLD_MOTION_STEP_HASH_H

#include "collide/world/motion/dynamic_body.h"

/// dynamic body -> the next one in the list of its bucket, -1: none
static inline int *cd_next_in_bucket(const cd_world *w) { return w->step.next_in_bucket.memory; }

/// Reserves what the hash needs for `count` dynamic bodies. False without memory: the step has
/// failed.
bool cd_step_hash_reserve(cd_world *world, size_t count);

/// Chooses the size of the cells and the number of buckets for the dynamic bodies, and empties all.
void cd_cells_choose(cd_world *world);

/// Puts a dynamic body, which is in no cell yet, into the one that it is in, or makes it oversized.
void cd_cell_enter(cd_world *world, int dynamic_body);

/// Whether a dynamic body at its present speed may be in a cell.
bool cd_cell_fits(const cd_world *world, const cd_dynamic_body *dynamic_body);

/// Takes a dynamic body that no longer fits out of its cell: it is oversized from now on.
void cd_cell_leave(cd_world *world, int dynamic_body);

/// Predicts when a dynamic body leaves its cell, or must be predicted anew.
void cd_cell_predict(const cd_world *world, cd_dynamic_body *dynamic_body);

/// Moves a dynamic body across the side of its cell along its `axis`; returns its `direction`.
int cd_cell_cross(cd_world *world, int dynamic_body);

/// Calls `found` for each other dynamic body in the cells around that of a dynamic body.
void cd_cell_neighbours(const cd_world *world, int dynamic_body,
                        void (*found)(void *context, int dynamic_body, int other), void *context);

#endif
