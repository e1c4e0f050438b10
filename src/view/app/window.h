// The window: SDL's events go in, the screen comes out as a texture.
#ifndef VIEW_APP_WINDOW_H
#define VIEW_APP_WINDOW_H

#include "view/app/options.h"
#include "view/play/version.h"

/// Opens the window on the scenario `path`, or on that of the last session where the command line
/// names none, and runs until it is closed; *status is the exit status then. False: there is no
/// display, and `why` says so.
bool cd_window_run(const cd_options *options, const cd_launch *launch, const char *path,
                   int *status, char *why, size_t size);

#endif
