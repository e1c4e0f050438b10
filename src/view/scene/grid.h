// The ground of the picture: the grid with its units, the axes, and the gizmo in the corner.
#ifndef VIEW_SCENE_GRID_H
#define VIEW_SCENE_GRID_H

#include "view/scene/stage.h"

/// The smallest step of 1, 2 or 5 times a power of ten that spans at least `pixels` at this zoom.
double cd_grid_step(double zoom, double pixels);

/// Grid and axes: the plane of the picture, or the floor y = 0 in the orbit.
void cd_grid_draw(const cd_stage *stage);
/// Draws the directions of x, y and z in the lower left corner; returns the rectangle that it
/// takes.
cd_rect cd_gizmo_draw(const cd_stage *stage);

#endif
