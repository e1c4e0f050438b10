// The player: a scenario as a person sees it over time. It plays, steps, goes back, restarts, and
// follows the files.
//
// `live` is the version on the screen, `next` the one that is to replace it. On a save, next is
// simulated from frame 0 with the recorded input as fast as it goes; when it has reached the frame
// on the screen it takes over at that frame. If it fails on the way, live goes on under a banner.
// Nothing here waits: cd_player_tick does what can be done at once.
#ifndef VIEW_PLAYER_H
#define VIEW_PLAYER_H

#include "view/inputs.h"
#include "view/screen.h"

/// The frames kept of one run; when they are full the run pauses and says so.
#define CD_RECORDING_MAX ((size_t)512 << 20)

typedef enum cd_reason {
    CD_FOR_OPENING, ///< another scenario: replaces live in any case
    CD_FOR_RESTART, ///< from frame 0, without the recorded input
    CD_FOR_EDIT     ///< at the same frame
} cd_reason;

typedef struct cd_player {
    char path[CD_PATH_MAX];
    cd_launch launch;
    cd_version *live, *next;
    cd_reason reason; ///< why there is a next one
    double since;     ///< when it was started
    cd_watch failed;  ///< the files of a version that was given up: mending them starts another
    bool watch_failed;
    double looked;  ///< when the files were last looked at
    double suspect; ///< when an unfinished file was seen first; 0: none
    cd_inputs inputs;

    int frame; ///< on the screen; -1: none yet
    int goal;  ///< go on to this frame even when paused
    bool playing;
    bool halted;   ///< was playing when an error stopped it
    double owed;   ///< seconds of playing that have not been shown yet
    double ticked; ///< the time of the last tick

    cd_arena arena; ///< of `shown`
    cd_frame shown; ///< the decoded frame; valid where frame >= 0
    cd_scenery scenery;
    cd_trails trails;
    cd_extent extent; ///< of frames 0 and 1
    cd_log log, next_log;
    cd_notice notice;
    const char *toast; ///< news for the person, static; the window takes it away

    bool changed; ///< the picture is out of date
    bool opened;  ///< a scenario was opened or first loaded: choose view and camera anew
    bool grown;   ///< frame 1 has added to the extent
} cd_player;

void cd_player_open(cd_player *player, const cd_launch *launch, const char *path, double now);
void cd_player_close(cd_player *player);
/// One round: files, messages, time. held: the scenario's keys that are down now.
void cd_player_tick(cd_player *player, const cd_keys *held, double now);

void cd_player_play(cd_player *player, bool playing);
void cd_player_step(cd_player *player, int by);
void cd_player_restart(cd_player *player, double now);
/// The last frame that is recorded; -1: none.
int cd_player_last(const cd_player *player);
/// Whether something is under way, so that the next tick should come soon.
bool cd_player_busy(const cd_player *player);

#endif
