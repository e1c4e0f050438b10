// Curved cores: a cylinder or cone is the hull of two discs across one axis. Unlike a polytope it
// has infinitely many support points, so it has closed forms, a search for depths and polished
// distances of its own.
#ifndef COLLIDE_SHAPE_CURVED_H
#define COLLIDE_SHAPE_CURVED_H

#include "collide/narrow/separate.h"

/// The unit vector from a to b of a cylinder or cone.
cd_vec cd_curved_axis(const cd_shape *shape);

/// cd_core_project of a curved core; the vertices are not told.
cd_projection cd_curved_project(const cd_core *core, cd_vec direction);

/// Corners that stand for a curved core along a unit direction: a point of each rim; three of each
/// where the caps face the direction to within `clear`; an apex. Returns their number.
#define CD_CURVED_SUPPORT_POINTS 6
int cd_curved_support_points(const cd_core *core, cd_vec direction, double clear,
                             cd_vec corners[CD_CURVED_SUPPORT_POINTS]);

/// cd_sat_penetration where at least one core is curved and none a half-space.
cd_penetration cd_curved_penetration(const cd_core *a, const cd_core *b, cd_vec shift);

#endif
