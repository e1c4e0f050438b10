// The cameras of the viewer: one for each view, in the room that the panels leave. A camera shows
// everything until the person moves it; then it stays until F frames everything again.
#ifndef VIEW_APP_VIEWER_CAMERA_H
#define VIEW_APP_VIEWER_CAMERA_H

#include "view/app/viewer_state.h"

/// Fits the cameras to the viewport: one that nobody has moved shows everything again.
void cd_viewer_fit(cd_viewer *viewer);
/// Chooses view and cameras for a scenario that is new on the screen, and plays it.
void cd_viewer_show_scenario(cd_viewer *viewer);
/// Lets the cameras that nobody has moved show everything.
void cd_viewer_frame_untouched(cd_viewer *viewer);
/// Lets the present camera show everything, also in the frame on the screen.
void cd_viewer_frame_all(cd_viewer *viewer);
void cd_viewer_set_view(cd_viewer *viewer, cd_view view);

/// The mouse moves the picture, turns the orbit, zooms at a point; dx and dy are pixels.
void cd_viewer_pan(cd_viewer *viewer, double dx, double dy);
void cd_viewer_turn(cd_viewer *viewer, double dx, double dy);
void cd_viewer_zoom(cd_viewer *viewer, cd_point2 at, double factor);

#endif
