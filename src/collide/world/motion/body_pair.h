// Whether and when two bodies of a world hit. Most bodies are their shapes (first_hit.h); thin ones
// meet with their skins (thin.h) and on the side that they know (side.h).
#ifndef COLLIDE_WORLD_MOTION_BODY_PAIR_H
#define COLLIDE_WORLD_MOTION_BODY_PAIR_H

#include "collide/set/touch_union.h"
#include "collide/world/body/side.h"

/// Two bodies, by index, their present shapes without skins, and their motions.
typedef struct cd_body_pair {
    const cd_world *world;
    int a, b;
    const cd_shape *shape_a, *shape_b;
    cd_vec motion, motion_b;
    double tmax, tolerance; ///< as of cd_first_hit
} cd_body_pair;

/// Whether two bodies overlap deeper than the tolerance or, where one is of CD_PASS, just touch:
/// such a touch has no hit.
bool cd_bodies_overlap(const cd_body_pair *pair);

/// The normal of two convex shapes with a tiny gap, by which rounding turns it: that of a facet, if
/// one is so near.
cd_vec cd_resting_normal(const cd_shape *a, const cd_shape *b, const cd_separation *at);

/// Whether a touch has a normal that no other body beside it changes: one of the two is a ball, and
/// the other is met on a facet, or is a set, whose parts have been joined.
bool cd_hits_alone(const cd_body_pair *pair, const cd_hit *hit);

/// The tolerance of a union of bodies: a multiple of that of two bodies which are thin, as they
/// sink into each other's skins. The shapes have theirs.
double cd_bodies_union_tolerance(const cd_world *world, int a, const cd_shape *shape_a, int b,
                                 const cd_shape *shape_b, double tolerance);

/// Begins the union of all that touches body a where a hit of it would be, with body b. False where
/// they overlap deeply: then the hit counts as it is.
bool cd_body_pair_union(const cd_body_pair *pair, const cd_hit *hit, cd_touch_union *touching);

/// Adds another two bodies with the same motions, where the hit would be. owner: the index of the
/// one that is not a body of the hit.
void cd_body_pair_union_add(const cd_body_pair *pair, const cd_hit *hit, int owner,
                            cd_touch_union *touching);

/// Whether the hit with body b counts among all that touches: sets its normal and approach. grazes:
/// b counts by any normal of it along which the motion is turned away, though the motion leaves b
/// along another one: what touches beside b may not be hit before the body has sunk beyond
/// rounding.
/// Without it: tests/collide/world/tiles_spec.lua "where four tiles meet"
bool cd_body_pair_resolve(const cd_body_pair *pair, cd_touch_union *touching, bool grazes,
                          cd_hit *hit);

/// cd_first_hit of two bodies.
bool cd_bodies_hit(const cd_body_pair *pair, cd_hit *hit);

/// Whether two bodies may graze at all.
bool cd_bodies_may_graze(const cd_body_pair *pair);

/// Of two bodies that do not hit: whether they touch by tmax so that others beside them may close
/// the way. `hit` is the touch.
bool cd_bodies_graze(const cd_body_pair *pair, cd_hit *hit);

#endif
