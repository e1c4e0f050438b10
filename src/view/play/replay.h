// A saved run: how a run of the viewer becomes a file, and a file a run again.
//
// The file holds the messages of the run as they would have been said: the script, its modules,
// what it loaded as, then each step with its frames. What of the frames would make the file too
// large is left out: such a frame keeps its hash, and is made again where it is wanted.
#ifndef VIEW_PLAY_REPLAY_H
#define VIEW_PLAY_REPLAY_H

#include "view/play/inputs.h"
#include "view/play/version.h"

/// Bytes of frames that are kept in a file; beyond, only every second, every fourth...
#define CD_REPLAY_MAX ((size_t)64 << 20)

typedef struct cd_replay {
    cd_version
        *version;     ///< without a runner: its files, frames, prints; error: as it ended, or NULL
    cd_inputs inputs; ///< also the settings it began with
    bool has_seed;
    int64_t seed;
} cd_replay;

/// Reads a file. False: `wrong` says in one line, without the path, what is wrong.
bool cd_replay_read(cd_replay *replay, const char *path, char *wrong, size_t size);
/// The same of the messages of a file.
bool cd_replay_take(cd_replay *replay, const cd_bytes *messages);
void cd_replay_free(cd_replay *replay);
/// How it is run again: never with more rights than any script has. `ask` is what it points to.
cd_launch cd_replay_launch(const cd_replay *replay, const char *program, cd_ask *ask);

/// Saves what a version has made, with the input that it had; settings that the launch has besides
/// come first. NULL, or why not.
const char *cd_replay_save(const char *path, const cd_version *version, const cd_inputs *inputs,
                           const cd_launch *launch);

#endif
