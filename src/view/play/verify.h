// collide --verify: whether a saved run comes out the same when it is run again.
#ifndef VIEW_PLAY_VERIFY_H
#define VIEW_PLAY_VERIFY_H

#include "view/play/replay.h"

/// Runs it again and compares. Prints the result, or the first frame that differs and what of it
/// does. Returns the exit status: 0 where all is the same, else 1.
int cd_verify_run(const cd_replay *replay, const char *program, const char *path);

#endif
