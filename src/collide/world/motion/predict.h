// Predictions: when and what a dynamic body hits next.
#ifndef COLLIDE_WORLD_MOTION_PREDICT_H
#define COLLIDE_WORLD_MOTION_PREDICT_H

#include "collide/world/motion/dynamic_body.h"

/// Predicts all events of a dynamic body anew and updates the heap. Of other dynamic bodies it
/// tests those from `from` on: at the start the earlier ones have tested this one. at_start: the
/// step begins, so bodies that overlap are noted for position correction.
void cd_dynamic_predict(cd_world *world, int dynamic_body, int from, bool at_start);

/// Moves a dynamic body on to the next cell, when its time has come, and predicts what it hits
/// there.
void cd_dynamic_change_cell(cd_world *world, int dynamic_body);

#endif
