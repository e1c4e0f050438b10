// The worker: the process in another role. It plays one case after the other in its Lua state, and
// sends what came of each. A script that hangs, crashes or uses up the memory ends it, with the
// error as its last message, and the viewer starts another.
#ifndef RUN_RUNNER_WORKER_H
#define RUN_RUNNER_WORKER_H

#include "run/runner/process.h"

/// Handles a JOB, and answers it by an ANSWER. An ANSWER without text before that says that the
/// worker is alive. False where the process is to end.
bool cd_worker_handle(cd_process *process);

#endif
