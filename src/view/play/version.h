// One version of a script being run: its runner process, the files it came from, and what the run
// has said so far. A save makes a new version; the old one stays whole until it is dropped.
#ifndef VIEW_PLAY_VERSION_H
#define VIEW_PLAY_VERSION_H

#include "record/record.h"
#include "view/play/log.h"
#include "view/play/runner_pipe.h"
#include "view/play/watch.h"

/// Bytes of messages kept of one run, where nothing else is said.
#define CD_RECORDING_MAX ((size_t)256 << 20)

/// How to start a run. The strings are the caller's and outlive the version.
typedef struct cd_launch {
    const char *program; ///< of the runner
    const char *path;    ///< of the scenario
    cd_setting *settings;
    int setting_count;
    cd_drag drag; ///< of frame 0
    const char **lines;
    int line_count;
    bool has_seed, trusted, lenient;
    int64_t seed;
    cd_detail detail; ///< of frame 0
    cd_client *spare; ///< a runner that was started beforehand, or NULL; it is used up
} cd_launch;

typedef struct cd_version {
    cd_client client;
    const char *path;              ///< a copy of its own
    const struct cd_version *like; ///< whose text it runs; must stay until this one is loaded
    bool saved;                    ///< its text is that of a saved run: there are no files
    cd_watch watch;
    cd_arena arena;          ///< of `path`, `loaded` and `error`
    const cd_loaded *loaded; ///< NULL until the script has said what it is
    const cd_error *error;   ///< NULL while all is well; then the run has ended
    int requested, received; ///< the last frame that was asked for, and that came; -1: none
    double heard;            ///< when the runner last gave a sign of life, or was asked anew
    /// The processor's time that it had used when patience first ran out (< 0: not yet), what it
    /// has used since, and when that last grew.
    double used, used_last, moved;
    cd_recording recording; ///< filled by whoever wants to keep frames
    cd_log log;             ///< likewise
} cd_version;

typedef enum cd_version_event {
    CD_EVENT_NONE,   ///< nothing yet
    CD_EVENT_LOADED, ///< version->loaded
    CD_EVENT_FRAME,  ///< a CD_MSG_FRAME message, frame number version->received
    CD_EVENT_ENDED   ///< version->error; comes again and again
} cd_version_event;

/// Reads the script, or takes the text that another version came from (`like`, else NULL), and
/// starts a runner. Errors come as an event. NULL only without memory.
cd_version *cd_version_start(const cd_launch *launch, const cd_version *like, double now);
/// A version without a runner, to be filled with a saved run.
cd_version *cd_version_saved(const char *path);
/// Keep what the runner has said; false without memory.
bool cd_version_keep_loaded(cd_version *version, const cd_loaded *loaded);
bool cd_version_keep_error(cd_version *version, const cd_error *error);
/// Starts the runner of a saved version, which then makes its frames again from frame 0 on.
void cd_version_run(cd_version *version, const cd_launch *launch, double now);
/// Stops the runner and frees everything.
void cd_version_free(cd_version *version);

/// Asks for more frames.
void cd_version_request(cd_version *version, const cd_step *step, double now);
/// Moves bytes and handles one message. A frame's bytes are valid until the next call.
cd_version_event cd_version_next(cd_version *version, double now, const uint8_t **data,
                                 size_t *size);
/// Ends a saved version that does not come out in `frame` as it was recorded.
void cd_version_fail_replay(cd_version *version, int frame);
/// Ends a version whose check has raised an error in a frame: it is an error as any other.
void cd_version_fail_check(cd_version *version, const cd_check *check, int frame);
/// Something is being waited for.
bool cd_version_busy(const cd_version *version);

/// "file:line: message", or what of it is known.
void cd_error_place(const cd_error *error, const char *path, char *out, size_t size);

#endif
