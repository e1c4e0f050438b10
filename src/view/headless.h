// A run without a window: checks to standard output, a picture to a file.
#ifndef VIEW_HEADLESS_H
#define VIEW_HEADLESS_H

#include "view/options.h"
#include "view/version.h"

typedef struct cd_job {
    cd_launch launch;
    int steps, frame; ///< updates in all; the frame of the picture
    bool checks;      ///< print them, and let them decide
    const char *shot; ///< NULL: no picture
    cd_view view;     ///< CD_VIEW_COUNT: the scenario's choice
    int width, height;
    bool panels;
} cd_job;

/// Returns the exit status: 0, or 1 where the script has an error or a check failed.
int cd_headless_run(const cd_job *job);

#endif
