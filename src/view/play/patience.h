// How long the viewer waits for a silent runner. The runner enforces the budget of its script
// itself, with an error that names the line; this is for one that does not. Patience counts
// processor time, as the budget does: a busy machine must not end a script.
#ifndef VIEW_PLAY_PATIENCE_H
#define VIEW_PLAY_PATIENCE_H

#include "view/play/runner_pipe.h"

typedef struct cd_patience {
    double since; ///< when the runner last sent what it owes, or was given work
    double begun; ///< its processor time when it was first looked at since then; negative: not yet
    double used;  ///< its processor time now
    double grew;  ///< when that last grew
} cd_patience;

/// The runner has done its duty, or has been given work.
void cd_patience_begin(cd_patience *patience, double now);
/// Whether a runner that owes something has used more than `limit` seconds of processor time since,
/// or has used none for long.
bool cd_patience_is_over(cd_patience *patience, const cd_runner *runner, double limit, double now);

#endif
