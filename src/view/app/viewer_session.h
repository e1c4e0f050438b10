// What the window takes from the last session, and keeps for the next one.
#ifndef VIEW_APP_VIEWER_SESSION_H
#define VIEW_APP_VIEWER_SESSION_H

#include "view/app/viewer_state.h"

/// Reads the last session. Returns the scenario to open: `path`, or that of the last session where
/// the command line names none. With --frame the last session is ignored, so that the picture is
/// the same as without a window.
const char *cd_viewer_recall(cd_viewer *viewer, const cd_options *options, const char *path);
/// Restores the cameras, if the scenario on the screen is that of the last session.
void cd_viewer_recall_cameras(cd_viewer *viewer);
/// Writes the session.
void cd_viewer_remember(const cd_viewer *viewer);

#endif
