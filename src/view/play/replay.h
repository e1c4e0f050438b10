// A saved run: how a run becomes a file, and a file a run again.
//
// The file holds the messages of the run in order: the script, its modules, what it loaded as, then
// each step with its frames. If it would grow too large, some frames keep only their hash; they are
// made again on demand. The face of replay.c and verify.c.
#ifndef VIEW_PLAY_REPLAY_H
#define VIEW_PLAY_REPLAY_H

#include "view/play/inputs.h"
#include "view/play/version.h"

/// Bytes of frames in a file; beyond them only every second, every fourth... is kept.
#define CD_REPLAY_MAX ((size_t)64 << 20)

typedef struct cd_replay {
    cd_version *version; ///< without a runner: files, frames, prints, and its error if it ended so
    cd_inputs inputs;    ///< also the settings that the run began with
    bool has_seed;
    int64_t seed;
} cd_replay;

/// Reads a file. False: `wrong` says in one line, without the path, what is wrong.
bool cd_replay_read(cd_replay *replay, const char *path, char *wrong, size_t size);
/// Reads the messages of a file; false where they are no run.
bool cd_replay_take(cd_replay *replay, const cd_bytes *messages);
void cd_replay_free(cd_replay *replay);
/// How it is run again: never with more rights than any script has. Points into `storage`.
cd_launch cd_replay_launch(const cd_replay *replay, const char *program, cd_input_step *storage);

/// Saves what a version has made with its input; the settings of the launch come first. Returns
/// NULL, or why not.
const char *cd_replay_save(const char *path, const cd_version *version, const cd_inputs *inputs,
                           const cd_launch *launch);

/// Appends the messages of a run up to frame `to` without its frames: how it is made. False where
/// it is not loaded, or without memory.
bool cd_replay_messages(cd_bytes *out, const cd_version *version, const cd_inputs *inputs,
                        const cd_launch *launch, int to);

// --------------------------------------------------------------------------------------- verify.c
//
// collide --verify: whether a saved run comes out the same when it is run again.

/// Runs it again and compares. Prints the result, or the first frame that differs and what of it
/// does. Returns the exit status: 0 where all is the same.
int cd_verify_run(const cd_replay *replay, const char *program, const char *path);

#endif
