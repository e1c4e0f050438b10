// Picking queries and shapes with the mouse, and what is done with the pick.
#ifndef VIEW_APP_VIEWER_PICK_H
#define VIEW_APP_VIEWER_PICK_H

#include "view/app/viewer_state.h"

/// Gives the inspector the frame on the screen, before it is used.
void cd_viewer_inspect(cd_viewer *viewer);
/// Picks the query, or else the shape, that is drawn at a point; drops the pick where there is
/// none.
void cd_viewer_pick(cd_viewer *viewer, cd_point2 at);
/// Copies the error, or else all fields of the pick, for the clipboard.
void cd_viewer_copy(cd_viewer *viewer);
/// Writes a test of the picked query into tests/captured_spec.lua.
void cd_viewer_capture_test(cd_viewer *viewer);

#endif
