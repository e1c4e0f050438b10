// Bodies of infinite mass that turn: at a constant velocity about a point that moves with them. As
// dynamic bodies they are at that point, with a bounding sphere that holds them at all angles.
#ifndef COLLIDE_WORLD_MOTION_SPIN_H
#define COLLIDE_WORLD_MOTION_SPIN_H

#include "collide/world/motion/dynamic_body.h"

/// The velocity, beside its own, of what a body has at the point p now.
cd_vec cd_turning_at(const cd_world *world, int index, cd_vec p);

/// The largest acceleration at which the surface of a body that turns comes nearer to another
/// beside what both do, as its planes turn and the other moves along it.
double cd_turning_push(const cd_world *world, const cd_dynamic_body *spinner,
                       const cd_dynamic_body *other);

/// Whether two that touch and part at this speed come back, with this push, before they have parted
/// by a margin: they stay together.
static inline bool cd_turning_stays(double speed, double push, double margin) {
    return speed <= 0 || speed * speed <= 2 * push * margin;
}

/// When one of two dynamic bodies, of which `spinner` turns, hits the other from now on, within
/// `left`; INFINITY: not. rides: it takes the other along: what touches now is no hit, but another
/// part of a set may be one. The hit is one of the other: its normal is out of the spinner, its
/// point where they touch then. Without memory the step has failed.
double cd_time_to_turning(cd_world *world, const cd_dynamic_body *spinner,
                          const cd_dynamic_body *other, double left, bool rides, cd_hit *hit);

#endif
