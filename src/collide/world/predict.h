// Predictions: when and what a dynamic body hits next.
#ifndef COLLIDE_WORLD_PREDICT_H
#define COLLIDE_WORLD_PREDICT_H

#include "collide/world/dynamic_body.h"

/// Predicts all events of a dynamic body anew and updates the heap. Of other dynamic bodies it
/// tests those from `from` on: at the start the earlier ones have tested this one. at_start: the
/// step begins, so bodies that overlap are noted for position correction.
void cd_dynamic_predict(cd_world *world, int dynamic_body, int from, bool at_start);

/// Moves a dynamic body on to the next cell, when its time has come, and predicts what it hits
/// there.
void cd_dynamic_change_cell(cd_world *world, int dynamic_body);

/// Adds v to the velocities of all dynamic bodies, which changes nothing among them, and predicts
/// anew when they leave their cells and hit static bodies. False where one no longer fits into a
/// cell: then only positions and velocities are up to date.
bool cd_dynamic_bodies_accelerate(cd_world *world, cd_vec v);

#endif
