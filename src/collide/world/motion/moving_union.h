// Inner edges between dynamic bodies: tiles of a floor that moves, or crates that are pushed in a
// row, are one obstacle as long as they move as one.
#ifndef COLLIDE_WORLD_MOTION_MOVING_UNION_H
#define COLLIDE_WORLD_MOTION_MOVING_UNION_H

#include "collide/world/motion/body_pair.h"
#include "collide/world/motion/dynamic_body.h"

/// Whether this contact of two moving bodies still blocks them once all simultaneous contacts are
/// considered: those of the other bodies that move as one with either. Sets its normal and approach
/// if there are such. The motions of the pair begin after a time `from`, when body a has come ahead
/// of b, and last for `time`. alone: whether the contact blocks by itself, as a hit does and a
/// graze does not.
bool cd_moving_hit_counts(const cd_world *world, const cd_body_pair *pair, double from,
                          cd_vec ahead, double time, bool alone, cd_hit *hit);

#endif
