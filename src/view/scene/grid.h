// The ground of the picture: the grid with its units, the axes, and the gizmo in the corner.
#ifndef VIEW_SCENE_GRID_H
#define VIEW_SCENE_GRID_H

#include "view/scene/solid.h"

/// A step of 1, 2 or 5 times a power of ten, so that it spans at least `pixels` at this zoom.
double cd_grid_step(double zoom, double pixels);

/// Grid and axes: the plane of the picture, or the floor y = 0 in the orbit.
void cd_grid_draw(const cd_stage *stage);
/// Which way x, y and z go, in the lower left corner; it takes that place among the labels.
cd_rect cd_gizmo_draw(const cd_stage *stage);

#endif
