// What a step asks about the still bodies around a mover.
#ifndef COLLIDE_WORLD_STILL_QUERY_H
#define COLLIDE_WORLD_STILL_QUERY_H

#include "collide/world/body_pair.h"
#include "collide/world/first_hit.h"
#include "collide/world/mover.h"

/// The still body that a mover hits first within `time`, by index, -1: none. Bodies that it slides
/// along, leaves or passes do not count. hit->t is in units of time.
int cd_world_first_still(cd_world *world, const cd_mover *mover, const cd_shape *shape, double time,
                         cd_hit *hit);

/// Writes the still bodies that a mover overlaps by more than rounding, at most `room` of them, and
/// returns how many.
int cd_world_deep_in_still(const cd_world *world, const cd_mover *mover, const cd_shape *shape,
                           int *indices, int room);

/// The same of all bodies that nothing moves, also those with a velocity: the tree of moving bodies
/// is up to date.
int cd_world_deep_in_fixed(const cd_world *world, const cd_mover *mover, const cd_shape *shape,
                           int *indices, int room);

/// Calls `found` for each still body, or part of one, that a mover touches or has within `margin`:
/// with its index, and both convex parts with their margins.
typedef void cd_found_still(void *context, int still, const cd_shape *a, const cd_shape *b,
                            const cd_separation *contact);
void cd_world_touching_still(const cd_world *world, const cd_mover *m, const cd_shape *shape,
                             double margin, cd_found_still *found, void *context);

/// Adds the still bodies that touch a mover where a hit of it would be to the union of all that
/// touches there.
void cd_world_add_still(const cd_world *world, const cd_mover *mover, const cd_body_pair *pair,
                        const cd_hit *hit, cd_touch_union *touching);

#endif
