// collide --verify: whether a saved run comes out the same again.
#ifndef VIEW_PLAY_VERIFY_H
#define VIEW_PLAY_VERIFY_H

#include "view/play/replay.h"

/// Runs it again and compares. The exit status: 0, or 1 at the first frame that differs, which is
/// named with what of it does.
int cd_verify_run(const cd_replay *replay, const char *program, const char *path);

#endif
