// A run without a window: checks to standard output, a picture to a file.
#ifndef VIEW_APP_HEADLESS_H
#define VIEW_APP_HEADLESS_H

#include "view/app/options.h"
#include "view/play/replay.h"

typedef struct cd_job {
    cd_launch launch;
    const char *path; ///< of what was opened, for messages
    int steps, frame; ///< updates in all; the frame of the picture
    bool checks;      ///< print them, and let them decide
    const char *shot; ///< NULL: no picture
    cd_view view;     ///< CD_VIEW_COUNT: the scenario's choice
    int width, height;
    double scale; ///< of what is drawn in it
    bool panels;
    const char *record;      ///< a video to this file or folder; NULL: none
    int first, last;         ///< its frames
    const char *save;        ///< the run to this file; NULL: not
    size_t memory;           ///< for its frames
    const cd_replay *replay; ///< of a kept run; then launch is to it; NULL: of a script
} cd_job;

/// Returns the exit status: 0, or 1 where the script has an error or a check failed.
int cd_headless_run(const cd_job *job);

#endif
