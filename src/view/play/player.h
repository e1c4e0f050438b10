// The player: a scenario as a person sees it over time. It plays, steps, seeks, restarts, records
// what a person does, and follows the files.
//
// `live` is the version on the screen, `next` the one that is to replace it: after a save the new
// text, simulated from frame 0 with the recorded input as fast as it goes; when it has reached the
// frame on the screen it takes over at that frame. If it fails on the way, live goes on under a
// banner. Where a person changes the past (a param, a shape moved by the mouse), next runs live's
// own text with the changed input. `fill` makes frames again that were thinned out of the
// recording. Nothing here waits: cd_player_tick does what can be done at once.
#ifndef VIEW_PLAY_PLAYER_H
#define VIEW_PLAY_PLAYER_H

#include "view/panels/screen.h"
#include "view/play/drive.h"
#include "view/play/replay.h"

#define CD_SPEED_MIN 0.0625
#define CD_SPEED_MAX 8.0

typedef enum cd_reason {
    CD_FOR_OPENING, ///< another scenario: replaces live in any case
    CD_FOR_RESTART, ///< from frame 0, with the params as they are and no other input
    CD_FOR_EDIT,    ///< the text has changed: at the same frame
    CD_FOR_INPUT    ///< the recorded input has changed: at the same frame
} cd_reason;

typedef struct cd_player {
    char path[CD_PATH_MAX];
    cd_launch launch;
    cd_version *live, *next;
    cd_reason reason;  ///< why there is a next one
    double since;      ///< when it was started
    int next_revision; ///< of the input, then
    cd_watch failed;   ///< the files of a version that was given up: mending them starts another
    bool watch_failed;
    double looked;                 ///< when the files were last looked at
    double suspect;                ///< when an unfinished file was seen first; 0: none
    cd_inputs inputs, next_inputs; ///< the latter for an opening or a restart
    int generation;                ///< how many versions have taken over

    cd_version *fill;    ///< makes frames of live again, or NULL
    bool cannot_fill;    ///< live does not come out the same again
    cd_client spare;     ///< a runner that is ready for the next version
    cd_recording past;   ///< of the version before the last edit
    cd_trails ghost;     ///< its trails
    cd_arena past_arena; ///< of past_shown
    cd_frame past_shown; ///< its shapes at the frame on the screen, where has_past_shown
    bool has_past_shown;
    int known_to;           ///< up to here live goes with the input that the past had
    int compared, diverges; ///< frames compared with the past; the first different one, -1: none

    int frame;  ///< on the screen; -1: none yet
    int goal;   ///< go on to this frame even when paused
    int wanted; ///< to be shown as soon as it has been made again; -1: none
    bool playing;
    bool halted;   ///< was playing when an error stopped it
    double speed;  ///< seconds of the scenario for one of ours
    double owed;   ///< seconds of playing that have not been shown yet
    double ticked; ///< the time of the last tick
    size_t memory_limit;
    cd_held held;    ///< the keys of the last tick
    cd_held awaited; ///< keys that went down while it stood: they count for the next step
    bool dragging;   ///< a shape is held by the mouse
    char dragged[CD_DRAG_KEY_MAX];
    cd_vec drag_to;

    cd_arena arena; ///< of `shown`
    cd_frame shown; ///< the decoded frame; valid where frame >= 0
    cd_scenery scenery;
    cd_trails trails;
    cd_extent extent; ///< of frames 0 and 1
    cd_notice notice;
    const char *toast; ///< news for the person, static; the window takes it away
    bool awaits;       ///< a key was added to `awaited`; likewise

    bool changed; ///< the picture is out of date
    bool opened;  ///< a scenario was opened or first loaded: choose view and camera anew
    bool grown;   ///< frame 1 has added to the extent
} cd_player;

void cd_player_open(cd_player *player, const cd_launch *launch, const char *path, double now);
/// Opens a kept run, and takes all of it: its frames are shown as they are while it is run again,
/// so that it can go on.
void cd_player_open_kept(cd_player *player, const cd_launch *launch, cd_replay *replay,
                         const char *path, double now);
/// Keeps the run on the screen in a file. NULL, or why not.
const char *cd_player_save(const cd_player *player, const char *path);
void cd_player_close(cd_player *player);
/// One round: files, messages, time. held: the scenario's keys that are down now.
void cd_player_tick(cd_player *player, const cd_held *held, double now);

void cd_player_play(cd_player *player, bool playing, double now);
void cd_player_step(cd_player *player, int by, double now);
/// Shows a frame: from the recording, made again, or, beyond its end, when it has been made.
void cd_player_seek(cd_player *player, int frame);
/// Doubles (1) or halves (-1) the speed; 0: as it is in the scenario.
void cd_player_speed(cd_player *player, int by);
void cd_player_restart(cd_player *player, double now);
/// Sets a param in the frame on the screen, or while playing in the next that is made.
void cd_player_set(cd_player *player, const char *name, const char *value, double now);
/// Runs a line of Lua in it.
void cd_player_say(cd_player *player, const char *line, double now);
/// Holds a shape of the state with its middle at a point, likewise; and lets it go.
void cd_player_drag(cd_player *player, const char *key, cd_vec to, double now);
void cd_player_drop(cd_player *player);
/// A param with its value in the frame on the screen.
cd_param cd_player_param(const cd_player *player, int index);
/// The last frame that is recorded; -1: none.
int cd_player_last(const cd_player *player);
/// Whether something is under way, so that the next tick should come soon.
bool cd_player_busy(const cd_player *player);

// ------------------------------------------------------------ versions.c and refill.c, for
// player.c

#define CD_TRAIL_CONTEXT (CD_TRAIL_FRAMES - 1) ///< frames before one that its picture needs
#define CD_CHUNK 64                            ///< frames asked for at once when catching up

/// How a run with this input begins, and what that points to.
typedef struct cd_beginning {
    cd_launch launch;
    cd_setting settings[CD_SETTINGS_MAX];
    const char *lines[CD_SETTINGS_MAX];
    cd_held held;
} cd_beginning;
void cd_player_begin(cd_player *player, const cd_inputs *inputs, cd_beginning *out);

void cd_player_start_next(cd_player *player, cd_reason reason, double now);
void cd_player_start_kept(cd_player *player, cd_replay *replay, double now);
void cd_player_drive_next(cd_player *player, double now);
void cd_player_announce(cd_player *player, const cd_version *version, bool standing);
/// Takes in what a version has said, for a few milliseconds' worth; true when it has ended.
bool cd_player_listen(cd_player *player, cd_version *version, double now);
void cd_player_drive_fill(cd_player *player, double now);
/// Puts a recorded frame on the screen, or notes that it is wanted.
void cd_player_move_to(cd_player *player, int frame);
/// Puts a shape that is held to where the mouse is, also before the frame has been made with it
/// there; and takes the frame on the screen from the recording anew.
void cd_player_show_held(cd_player *player);
void cd_player_show_again(cd_player *player);
/// Frames 0 and 1 tell how large the world is, and frame 0 what of it is scenery.
void cd_player_survey(cd_player *player, int frame);
/// An error stops the playing; mending it lets it go on.
void cd_player_halt(cd_player *player);
/// Compares what has been made since with the past.
void cd_player_compare(cd_player *player);

#endif
