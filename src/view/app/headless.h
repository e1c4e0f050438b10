// A run without a window: prints and checks to standard output, a picture, a video, the run to
// files.
#ifndef VIEW_APP_HEADLESS_H
#define VIEW_APP_HEADLESS_H

#include "view/app/options.h"
#include "view/play/replay.h"

/// Runs the scenario of `launch`, or with `replay` (else NULL) a saved run with the program of
/// `launch`. path: of what was opened, for messages. Returns the exit status
/// (view/system/exit_status.h); checks count with --check alone.
int cd_headless_run(const cd_options *options, const cd_launch *launch, const char *path,
                    const cd_replay *replay);

#endif
