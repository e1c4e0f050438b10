// Files of the window: scenarios and saved runs in, runs and pictures out. What it writes is named
// by the scenario and a number.
#ifndef VIEW_APP_VIEWER_SAVE_H
#define VIEW_APP_VIEWER_SAVE_H

#include "view/app/viewer_state.h"

/// Opens a script or a saved run; false: it cannot be read, which is said.
bool cd_viewer_load(cd_viewer *viewer, const char *path);
/// Saves the run in a file, for NULL a new one in the current folder, and says so; false: it
/// failed.
bool cd_viewer_save(cd_viewer *viewer, const char *path);
/// Saves a picture of the window as a PNG in the current folder.
void cd_viewer_save_picture(cd_viewer *viewer);
/// Finds a name "scenario-3.ending" that no file has yet, nor a folder without the ending.
void cd_viewer_new_name(const cd_viewer *viewer, const char *ending, char *out, size_t size);

#endif
