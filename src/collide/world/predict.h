// Predictions: when and what a mover hits next.
#ifndef COLLIDE_WORLD_PREDICT_H
#define COLLIDE_WORLD_PREDICT_H

#include "collide/world/mover.h"

/// Predicts all events of a mover anew and updates the heap. Of other movers it tests those from
/// `from` on: at the start the earlier ones have tested this one. at_start: the step begins, so
/// bodies that overlap are noted for position correction.
void cd_mover_predict(cd_world *world, int mover, int from, bool at_start);

/// Moves a mover on to the next cell, when its time has come, and predicts what it hits there.
void cd_mover_change_cell(cd_world *world, int mover);

/// Adds v to the velocities of all movers, which changes nothing among them, and predicts anew when
/// they leave their cells and hit still bodies. False where one no longer fits into a cell: then
/// only positions and velocities are up to date.
bool cd_movers_accelerate(cd_world *world, cd_vec v);

#endif
