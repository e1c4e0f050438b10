// Which bodies touch from step to step, and the events of that.
#ifndef COLLIDE_WORLD_MOTION_TOUCHES_H
#define COLLIDE_WORLD_MOTION_TOUCHES_H

#include "collide/world/motion/dynamic_body.h"

/// At the start of a step: keeps of the pairs that pass through each other those that still
/// overlap, and forgets the events of touches.
void cd_touches_begin_step(cd_world *world);

/// Calls `visit` for the bodies, by index, of each touch that lasted when the last step ended, but
/// those that pass through each other and, unless all are asked for, those that sleep both.
void cd_touches_each(cd_world *world, bool all, void (*visit)(void *context, int a, int b),
                     void *context);

/// Notes that two bodies, by index, may come to touch until then without a hit.
void cd_touches_note_near(cd_world *world, int a, int b, double until);

/// At the end of a whole step: compares the pairs that touch with those that did after the last
/// one, and makes the events of touches that begin and end.
void cd_touches_end_step(cd_world *world);

#endif
