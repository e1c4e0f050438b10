// The state of the player, which the files player_*.c, takeover.c and refill.c share; player.h
// tells what it does.
#ifndef VIEW_PLAY_PLAYER_STATE_H
#define VIEW_PLAY_PLAYER_STATE_H

#include "view/play/drive.h"
#include "view/play/folder.h"
#include "view/play/notice.h"
#include "view/scene/scene.h"

/// Why the next version was started.
typedef enum cd_reason {
    CD_FOR_OPENING, ///< another scenario: it replaces the one on the screen in any case
    CD_FOR_RESTART, ///< from frame 0, with the params as they are and no other input
    CD_FOR_EDIT,    ///< the text has changed: takes over at the frame on the screen
    CD_FOR_INPUT    ///< the recorded input has changed: likewise
} cd_reason;

typedef struct cd_player {
    char path[CD_PATH_MAX]; ///< of the scenario or the saved run
    cd_launch launch;
    cd_inputs inputs;
    int generation; ///< how many versions have taken over

    // Versions.
    cd_version *live;      ///< on the screen, or NULL
    cd_version *next;      ///< is to replace it, or NULL
    cd_reason reason;      ///< of the next or the last takeover
    double next_started;   ///< when
    int next_revision;     ///< of the input that the next version runs with
    cd_inputs next_inputs; ///< of an opening or a restart
    cd_version *refill;    ///< makes frames of live again, or NULL
    bool cannot_refill;    ///< a frame came out differently, or not at all
    cd_runner spare;       ///< a runner that is ready for the next version
    cd_watch failed;       ///< the files of a version that failed; a change starts another one
    bool watch_failed;
    double files_checked;
    double unfinished_since; ///< when a file was first seen that may not be whole yet; 0: none

    // The version before the last edit, for the ghost.
    cd_recording past;
    cd_trails past_trails;
    cd_arena past_arena; ///< of past_shown
    cd_frame past_shown; ///< the frame on the screen as it was, where has_past_shown
    bool has_past_shown;
    int known_to; ///< up to this frame live goes with the input that the past had
    int compared; ///< frames of live and past that have been compared
    int diverges; ///< the first of them that differs; -1: none

    // Time.
    int frame;        ///< on the screen; -1: none yet
    int goal;         ///< a frame to go on to, also when paused; -1: none
    int wanted;       ///< a frame to be shown as soon as it has been made again; -1: none
    double way_shown; ///< when a frame on the way to the goal was shown
    bool playing;
    bool halted;      ///< was playing when an error stopped it
    double speed;     ///< seconds of the scenario for one of the clock
    double owed;      ///< seconds of the scenario that should have been shown and were not
    double last_tick; ///< its time
    size_t memory_limit;

    // Input.
    cd_held last_held; ///< the keys of the last tick
    cd_held pending;   ///< keys that went down while the picture stood: they go into the next step
    bool dragging;     ///< the mouse holds a shape
    char dragged[CD_DRAG_KEY_MAX];
    cd_vec drag_to;

    // The frame on the screen.
    cd_arena arena; ///< of `shown`
    cd_frame shown; ///< decoded; valid where frame >= 0
    cd_scenery scenery;
    cd_trails trails;
    cd_extent extent; ///< of frames 0 and 1
    cd_notice notice;

    // News, which the window takes away.
    const char *toast; ///< a message for the person, static; NULL: none
    bool key_pending;  ///< a key was added to `pending`
    bool changed;      ///< the picture is out of date
    bool opened;       ///< a scenario is new on the screen: choose view and camera anew
    bool grown;        ///< frame 1 has added to the extent
} cd_player;

#endif
