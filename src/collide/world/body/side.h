// The side on which a thin body lies of another that it overlaps. While two of them touch, the gap
// between their skins tells it (thin.h). What begins in each other is brought apart to the side
// that gravity or its motion chooses; the world remembers its normal until they have parted.
#ifndef COLLIDE_WORLD_BODY_SIDE_H
#define COLLIDE_WORLD_BODY_SIDE_H

#include "collide/world/body/thin.h"

/// Remembers for the bodies at two indices, which are both thin, the normal of the side, away from
/// b. Without memory the step has failed.
void cd_side_remember(cd_world *world, int a, int b, cd_vec normal);

/// Two bodies that overlap at the start of a step and whose side is not remembered: if both are
/// thin and lie in each other, so that either side is as near, a is on that from which gravity
/// presses it on b, and without gravity on that to which it moves.
void cd_side_choose(cd_world *world, int a, int b);

/// Whether the side of two bodies is remembered. Writes its normal, away from b.
bool cd_side_known(const cd_world *world, int a, int b, cd_vec *normal);

/// Forgets the sides of bodies that are gone or have parted. At the start of a step.
void cd_sides_forget_parted(cd_world *world);

/// Whether two thin bodies, whose side is remembered, overlap deeper than their skins allow. Then
/// writes the separation of the convex parts that are deepest in each other, seen from that side:
/// the shortest translation of a that separates them and does not lead away from it. a_shape and
/// b_shape: with skins.
bool cd_side_separate(const cd_world *world, int a, const cd_shape *a_shape, int b,
                      const cd_shape *b_shape, cd_separation *separation);

#endif
