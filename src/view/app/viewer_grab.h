// Dragging shapes with the mouse: the window's drag becomes a drag of the player, which records it
// as input (play/player_input.h).
#ifndef VIEW_APP_VIEWER_GRAB_H
#define VIEW_APP_VIEWER_GRAB_H

#include "view/app/viewer_state.h"

/// The shape of the state at a point of the picture, the nearest to the eye; NULL: none. Hidden
/// shapes do not count. A click on an unbounded shape, or one that fills the picture, means the
/// picture; with `edges` such a shape counts near its edges.
const cd_named_shape *cd_viewer_shape_at(const cd_viewer *viewer, cd_point2 at, bool edges);

/// Grabs the shape at a point of the picture; false: there is none.
bool cd_viewer_grab(cd_viewer *viewer, cd_point2 at);
/// Moves the grabbed shape with the mouse.
void cd_viewer_drag(cd_viewer *viewer, cd_point2 at);
void cd_viewer_drop(cd_viewer *viewer);

#endif
