// Inner edges between movers: tiles of a floor that moves, or crates that are pushed in a row, are
// one obstacle as long as they move as one.
#ifndef COLLIDE_WORLD_MOVING_UNION_H
#define COLLIDE_WORLD_MOVING_UNION_H

#include "collide/world/body_pair.h"
#include "collide/world/mover.h"

/// Whether a touch of two movers counts among all that touches there: also the other bodies that
/// move as the one and touch the other. Sets its normal and approach where they are not alone.
/// time: to which the motions of the pair lead, from now on. alone: whether it counts by itself,
/// as a hit does and a graze does not.
bool cd_moving_hit_counts(const cd_world *world, const cd_body_pair *pair, double time, bool alone,
                          cd_hit *hit);

#endif
