// The side on which a thin body lies of another that it overlaps. While two of them touch, the gap
// between their skins tells it (thin.h). What begins in each other is brought apart to the side
// that gravity or its motion chooses; the world remembers its normal until they have parted.
#ifndef COLLIDE_WORLD_BODY_SIDE_H
#define COLLIDE_WORLD_BODY_SIDE_H

#include "collide/set/traverse.h"
#include "collide/world/body/thin.h"

/// Remembers the side of two convex parts, by name, of the bodies at two indices, which was not
/// known: its normal, away from b. Without memory the step has failed.
void cd_side_remember(cd_world *world, int a, cd_part part_a, int b, cd_part part_b, cd_vec normal);

/// Two bodies that overlap at the start of a step: where both are thin and parts of them whose side
/// is not remembered lie in each other, so that either side is as near, a is on that from which
/// gravity presses it on b, and without gravity on that to which it moves. Without memory the step
/// has failed.
void cd_side_choose(cd_world *world, int a, int b);

/// Forgets the sides of bodies that are gone or have parted. At the start of a step.
void cd_sides_forget_parted(cd_world *world);

/// Whether convex parts of two thin bodies whose side is remembered overlap deeper than their skins
/// allow. Then writes the separation of those that are deepest in each other, seen from that side:
/// the shortest translation of a that separates them and does not lead away from it. a_shape and
/// b_shape: with skins.
bool cd_side_separate(const cd_world *world, int a, const cd_shape *a_shape, int b,
                      const cd_shape *b_shape, cd_separation *separation);

/// The same of two convex parts, by name.
bool cd_side_separate_parts(const cd_world *world, int a, cd_part part_a, const cd_shape *a_shape,
                            int b, cd_part part_b, const cd_shape *b_shape,
                            cd_separation *separation);

#endif
