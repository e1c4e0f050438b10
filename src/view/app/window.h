// The window: SDL's events in, the screen as a texture out.
#ifndef VIEW_APP_WINDOW_H
#define VIEW_APP_WINDOW_H

#include "view/app/options.h"

/// Opens the window on a scenario and runs until it is closed; the exit status in *status. False:
/// there is no display, and `why` says so.
bool cd_window_run(const cd_options *options, const char *program, const char *path, int *status,
                   char *why, unsigned long size);

#endif
