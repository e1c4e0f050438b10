// One version of a script and its run: the runner process, the files it came from, and what the
// runner has sent. Each save of the script starts a new version; the old one lives on beside it.
#ifndef VIEW_PLAY_VERSION_H
#define VIEW_PLAY_VERSION_H

#include "record/record.h"
#include "view/play/patience.h"
#include "view/system/print_log.h"
#include "view/system/watch.h"

/// Bytes of messages that are kept of one run, where --memory does not say otherwise.
#define CD_RECORDING_MAX ((size_t)256 << 20)

/// Paths in the state, or expressions behind "=", that a person wants plotted.
typedef struct cd_plotted {
    int count;
    char paths[CD_PLOTS_MAX][256];
} cd_plotted;

/// Whether a plot of a recording, which may be cut, is that of such a path or expression.
bool cd_is_plot_of(const char *plot, const char *path);

/// How to start a run. The strings are the caller's and outlive the version.
typedef struct cd_launch {
    const char *program;       ///< to start as the runner
    cd_load load;              ///< `name`: the path of the scenario; without its source
    const cd_plotted *plotted; ///< may change while the run goes on; NULL: nothing
    cd_runner *spare; ///< a runner that was started beforehand and is used up here, or NULL
} cd_launch;

typedef struct cd_version {
    cd_runner runner;
    const char *path; ///< of the scenario, in `arena`
    /// The version whose text this one runs, or NULL; it must live until this one is loaded.
    const struct cd_version *source;
    const cd_plotted *plotted; ///< NULL: nothing
    bool saved; ///< its text is that of a saved run: there are no files to read or to watch
    cd_watch watch;
    cd_arena arena;          ///< holds path, loaded and error
    const cd_loaded *loaded; ///< NULL until the script is loaded
    const char *uncontained; ///< which wall around the script is missing, or NULL
    const cd_error *error;   ///< NULL while all is well; else the run has ended
    int requested, received; ///< the last frame that was asked for, and that came; -1: none
    bool begun;              ///< the runner has said that it has loaded the script
    int modules;             ///< how many it has asked for
    cd_patience patience;
    cd_recording recording; ///< of frames; whoever drives the version fills it
    cd_print_log log;       ///< of prints; likewise
} cd_version;

/// Whether its text is that of files, rather than of a kept run.
static inline bool cd_version_has_files(const cd_version *version) {
    return version->watch.count > 0 && !version->saved;
}

typedef enum cd_version_event {
    CD_VERSION_IDLE,   ///< no message has come
    CD_VERSION_LOADED, ///< version->loaded is there now
    CD_VERSION_FRAME,  ///< a message of type CD_MSG_FRAME, number version->received
    CD_VERSION_ENDED   ///< version->error is there; every later call returns this too
} cd_version_event;

/// Reads the script, or takes the text of `source` (NULL: none), and starts a runner. Errors come
/// as an event. NULL only without memory.
cd_version *cd_version_start(const cd_launch *launch, const cd_version *source, double now);
/// A version without a runner, to be filled with a saved run. NULL without memory.
cd_version *cd_version_saved(const char *path);
/// A version that has only the texts of another one: what can be a `source`. NULL without memory.
cd_version *cd_version_texts(const cd_version *version);
/// Keeps a copy of what the runner has sent; texts stay where they are. False without memory.
bool cd_version_keep_loaded(cd_version *version, const cd_loaded *loaded);
bool cd_version_keep_error(cd_version *version, const cd_error *error);
/// Starts the runner of a saved version, which then makes its frames again from frame 0 on.
void cd_version_run(cd_version *version, const cd_launch *launch, double now);
/// Stops the runner and frees all but its text: what another version needs as its `source`.
void cd_version_retire(cd_version *version);
/// Stops the runner and frees everything. NULL does nothing.
void cd_version_free(cd_version *version);

/// Asks for step->count more frames.
void cd_version_request(cd_version *version, const cd_step *step, double now);
/// Moves bytes and handles one message. The bytes of a frame are valid until the next call.
cd_version_event cd_version_next(cd_version *version, double now, const uint8_t **data,
                                 size_t *size);
/// Ends a saved version of which a frame does not come out as it was recorded.
void cd_version_fail_replay(cd_version *version, int frame);
/// Ends a version of which a frame cannot be decoded or kept: for want of memory, if more
/// allocations have failed than `failed_before`, else because it is damaged.
void cd_version_fail_frame(cd_version *version, unsigned failed_before);
/// Ends a version of which a check has raised an error in a frame, as any error of the script does.
void cd_version_fail_check(cd_version *version, const cd_check *check, int frame);
/// Says on standard error if a wall around the script is missing. path: of what was opened.
void cd_version_tell_uncontained(const cd_version *version, const char *path);
/// Whether frames are asked for that have not come.
bool cd_version_busy(const cd_version *version);

#endif
