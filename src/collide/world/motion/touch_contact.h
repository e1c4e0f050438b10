// Whether two bodies touch, and where.
#ifndef COLLIDE_WORLD_MOTION_TOUCH_CONTACT_H
#define COLLIDE_WORLD_MOTION_TOUCH_CONTACT_H

#include "collide/world/motion/dynamic_body.h"

/// The gap up to which two bodies, by index, touch; with skins.
double cd_touch_margin(const cd_world *world, int a, int b);

/// Whether their groups and masks let them.
bool cd_bodies_may_touch(const cd_world *world, int a, int b);

/// Whether their shapes overlap or are as near as rounding.
bool cd_bodies_touch(const cd_world *world, int a, int b);

/// The contact of two bodies that have come to touch without a hit. Without memory the step has
/// failed.
cd_separation cd_bodies_contact(cd_world *world, int a, int b);

#endif
