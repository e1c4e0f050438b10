// The player: a scenario as a person sees it over time. It plays, steps, seeks, restarts, records
// what a person does, and follows the files of the scenario.
//
// `live` is the version on the screen; `next`, the version that is to replace it (takeover.c);
// `refill` makes frames again that are no longer there (refill.c). A change of the past, by a key,
// a param or a drag, makes the run again with the changed input (player_input.c). Nothing here
// waits: cd_player_tick does what can be done at once. The face of player*.c,
// takeover.c, way.c and refill.c.
#ifndef VIEW_PLAY_PLAYER_H
#define VIEW_PLAY_PLAYER_H

#include "view/play/case_file.h"
#include "view/play/drive.h"
#include "view/play/edits.h"
#include "view/play/replay.h"
#include "view/play/variants.h"
#include "view/scene/scene.h"
#include "view/system/folder.h"
#include "view/system/notice.h"

/// Why the next version was started.
typedef enum cd_reason {
    CD_FOR_OPENING, ///< another scenario: it replaces the one on the screen in any case
    CD_FOR_RESTART, ///< from frame 0, with the params as they are and no other input
    CD_FOR_EDIT,    ///< the text has changed: takes over at the frame on the screen
    CD_FOR_INPUT,   ///< the recorded input has changed: likewise
    CD_FOR_UNDO     ///< a former run comes back, at the frame that was on the screen
} cd_reason;

/// A run before something dropped frames of it or changed its text. It is made again from its text
/// and its input.
typedef struct cd_former_run {
    cd_version *text; ///< holds its text; NULL: that of the run that came after it
    cd_inputs inputs;
    int frame, last; ///< on the screen, recorded
} cd_former_run;

#define CD_HISTORY_MAX 16
/// Former runs, the latest last.
typedef struct cd_history {
    cd_former_run runs[CD_HISTORY_MAX];
    int count;
} cd_history;

/// What the picture of any frame needs to know of the first two.
typedef struct cd_survey {
    cd_scenery scenery; ///< of frame 0
    cd_extent extent;   ///< of frames 0 and 1
    cd_kept kept;       ///< by the picture of the later one of these
} cd_survey;

/// The picture of the next version while it is on its way to the frame on the screen.
typedef struct cd_way {
    bool on;        ///< `shown` is in the picture, in place of the frame on the screen
    cd_arena arena; ///< of `shown`
    cd_frame shown; ///< decoded; valid where `on`
    cd_arena past_arena;
    cd_frame past; ///< the same frame of the live version, where it differs; valid where has_past
    bool has_past;
    cd_survey survey;
    int surveyed;      ///< frames of this next version that are in `survey`
    double shown_last; ///< when the picture last changed
} cd_way;

typedef struct cd_player {
    char path[CD_PATH_MAX]; ///< of the scenario or the saved run
    cd_launch launch;
    cd_inputs inputs;
    int generation; ///< how many versions have taken over

    // Versions.
    cd_version *live;      ///< on the screen, or NULL
    cd_version *next;      ///< is to replace it, or NULL
    bool unstarted;        ///< there was no memory for `next`, so it is tried again
    cd_reason reason;      ///< of the next or the last takeover
    double next_started;   ///< when
    int next_revision;     ///< of the input that the next version runs with
    cd_inputs next_inputs; ///< of an opening or a restart
    cd_way way;            ///< of the next version
    int opened_to;         ///< the last frame of a case that is opened; -1: it is none
    cd_version *refill;    ///< makes frames of live again, or NULL
    bool cannot_refill;    ///< a frame came out differently, or not at all
    cd_runner spare;       ///< a runner that is ready for the next version
    double spare_checked;  ///< when it was last seen to be well
    cd_watch failed;       ///< the files of a version that failed; a change starts another one
    bool watch_failed;
    double files_checked;
    double unfinished_since; ///< when a file was first seen that may not be whole yet; 0: none

    // Undo.
    cd_history undo, redo; ///< the runs before those that dropped them, and those before an undo
    cd_history *restoring; ///< of CD_FOR_UNDO: the one whose latest run comes back
    cd_history chosen;     ///< at most one run: that of an edit which the person has chosen
    cd_variants variants;  ///< other values of a param that are tried
    cd_edits edits;        ///< since the scenario was opened
    int seen;              ///< the last frame of the run that has been on the screen

    // The version before the last edit, for the ghost.
    cd_recording past;
    cd_trails past_trails;
    cd_arena past_arena; ///< of past_shown
    cd_frame past_shown; ///< the frame on the screen as it was, or the last, where has_past_shown
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

    // The state's values.
    bool wants_state;    ///< frames are wanted in CD_DETAIL_STATE
    cd_plotted plotted;  ///< paths of numbers that are plotted besides what the script plots
    bool next_unplotted; ///< some have been added since the next version was started
    int unplotted;       ///< up to this frame their numbers are not all known; -1: they are

    // Input.
    cd_held last_held; ///< the keys of the last tick
    /// What goes into the next step alone: keys that went down while the picture stood, turns of
    /// the wheel, typed text.
    cd_held pending;
    cd_grip grip; ///< the shape that the mouse holds

    // The frame on the screen.
    cd_arena arena; ///< of `shown`
    cd_frame shown; ///< decoded; valid where frame >= 0
    cd_survey survey;
    cd_trails trails;
    cd_notice notice;
    int aim_said; ///< the generation of which the notice has said that its camera is wrong

    // News, which the window takes away.
    char toast[96];   ///< a message for the person; "": none
    bool key_pending; ///< a key was added to `pending`
    bool changed;     ///< the picture is out of date
    bool opened;      ///< a scenario is new on the screen: choose view and camera anew
} cd_player;

// --------------------------------------------------------------------------------------- player.c

/// Opens a scenario in a zeroed player, or in place of another scenario.
void cd_player_open(cd_player *player, const cd_launch *launch, const char *path, double now);
/// Opens a saved run and takes its contents: its frames are shown as they are, while it is run
/// again so that it can go on.
void cd_player_open_saved(cd_player *player, const cd_launch *launch, cd_replay *replay,
                          const char *path, double now);
/// Opens a case and takes its input: the run is made up to its last frame, which is shown.
void cd_player_open_case(cd_player *player, const cd_launch *launch, cd_case *opened, double now);
/// The messages of the run on the screen up to a frame, without frames; false where there is none.
bool cd_player_messages(const cd_player *player, int to, cd_bytes *out);
/// Saves the run on the screen in a file. Returns NULL, or why not.
const char *cd_player_save(const cd_player *player, const char *path);
void cd_player_close(cd_player *player);
/// One round: files, messages, time. held: the keys of the scenario that are down now.
void cd_player_tick(cd_player *player, const cd_held *held, double now);

void cd_player_play(cd_player *player, bool playing, double now);
/// Goes `by` frames on or back from the frame on the screen, or from the one that is on its way.
void cd_player_step(cd_player *player, int by, double now);
/// Pauses and shows a frame: from the recording, made again, or, beyond its end, when it is made.
void cd_player_seek(cd_player *player, int frame);
/// Doubles (1) or halves (-1) the speed; 0: as it is in the scenario.
void cd_player_speed(cd_player *player, int by);
void cd_player_restart(cd_player *player, double now);
/// Pauses, and brings back the run before the last act that dropped frames of it, before the last
/// restart or the last edit; redo: that before the last undo.
void cd_player_undo(cd_player *player, bool redo, double now);
/// Shows the run with the texts after edit `i` of the log, at the frame on the screen.
void cd_player_show_edit(cd_player *player, int i, double now);
/// Tries other values of a param of the live version, each in a run of its own, or, of the same
/// param, no longer.
void cd_player_vary(cd_player *player, const cd_param *param, double now);
/// Takes variant `i` in place of the run on the screen, at the same frame.
void cd_player_take_variant(cd_player *player, int i, double now);
/// Whether something is under way, so that the next tick should come soon.
bool cd_player_busy(const cd_player *player);

/// Plots the number at a path in the state ("rock.spin") over the whole run, or no longer; false:
/// there is no room for another plot.
bool cd_player_plot(cd_player *player, const char *path);
bool cd_player_plots(const cd_player *player, const char *path);

// --------------------------------------------------------------------------------- player_input.c
//
// What a person does to a run becomes recorded input here: keys, drags, params, console lines.
//
// A key or a drag reaches the script on this way: app/window.c (SDL's event) -> app/keyboard.c or
// app/viewer_grab.c -> here -> inputs.c (recorded for a frame) -> drive.c (a step with that input)
// -> runner_pipe.c (a message) -> src/run, which hands it to scenario.update.

/// Takes the keys that are down in this tick, and finds those that have just gone down.
void cd_player_take_keys(cd_player *player, const cd_held *held, double now);
/// Whether something waits for the next step.
bool cd_player_has_pending(const cd_player *player);
/// Drops the frames after the one on the screen, so that they come anew with the pending keys;
/// false where there are none, or the run is being replaced anyway.
bool cd_player_use_pending(cd_player *player, double now);
/// Whether the run is being made again only so that it goes another way from this frame on.
bool cd_player_branching(const cd_player *player);
/// Asks the live version for its next frames, with what is held now as their input.
void cd_player_request(cd_player *player, const cd_held *held, double now);

/// Sets a param in the frame on the screen, or while playing in the next that is made.
void cd_player_set(cd_player *player, const char *name, const char *value, double now);
/// Runs a line of Lua in that frame.
void cd_player_run_line(cd_player *player, const char *line, double now);
/// Holds the middle of a shape of the state at a point in that frame and the following ones.
void cd_player_drag(cd_player *player, const char *key, cd_vec to, double now);
void cd_player_drop(cd_player *player);

// --------------------------------------------------------------------------------- player_frame.c
//
// What of the player is on the screen: a frame of the live version, its trails, and the same frame
// of the version before the last edit.

/// A picture needs the trails of this many frames before its own.
#define CD_TRAIL_CONTEXT (CD_TRAIL_FRAMES - 1)

/// On the way to a frame far ahead, one in this many frames is made in full, for a picture.
#define CD_PICTURE_STRIDE 32

/// The last frame that is recorded; -1: none.
int cd_player_last(const cd_player *player);
/// Puts a recorded frame on the screen. One that is no longer there in full becomes `wanted`, or,
/// where it cannot be made again, the nearest one that is there is shown. Others: does nothing.
void cd_player_show(cd_player *player, int frame);
/// Takes the frame on the screen from the recording again.
void cd_player_show_again(cd_player *player);
/// Moves the dragged shape of the frame on the screen to the mouse, before a frame has been made
/// with it there.
void cd_player_show_dragged(cd_player *player);
/// Decodes a frame in the place of another one, where the arena is not empty.
bool cd_player_decode(const cd_recording *recording, int frame, cd_arena *arena, cd_frame *out);
/// Takes from frame 0 or 1 how large the world is, and from frame 0 what of it is scenery.
void cd_player_survey(cd_survey *survey, const cd_recording *recording, int frame);
/// Compares what has been recorded since the last call with the past.
void cd_player_compare(cd_player *player);

/// Stops playing because of an error; mending it lets it go on.
void cd_player_halt(cd_player *player);
/// Shows the error that has ended a version. standing: the live version goes on.
void cd_player_announce(cd_player *player, const cd_version *version, bool standing);
/// Keeps the frames that the live or the next version has sent; true when it has ended.
bool cd_player_listen(cd_player *player, cd_version *version, double now);

// ------------------------------------------------------------------------------------- takeover.c
//
// Taking over: how a new version replaces the one on the screen after a save, a restart, another
// scenario, or changed input.
//
// `next` is simulated from frame 0 with the recorded input, as fast as it goes, while `live` stays
// on the screen. When it has made the frame on the screen (frame 0 of an opening or a restart), it
// becomes live. If it fails on the way, live goes on under a banner.

/// Starts the next version, in place of one that is on its way.
void cd_takeover_start(cd_player *player, cd_reason reason, double now);
/// Starts the next version from the latest run of a history that is not empty.
void cd_takeover_restore(cd_player *player, cd_history *from, double now);
/// Starts the next version from other texts (NULL: the same) or another input (NULL: the same), at
/// the frame on the screen. False without memory.
bool cd_takeover_choose(cd_player *player, const cd_version *texts, const cd_inputs *inputs,
                        double now);
/// Starts the next version from a saved run, whose contents move into it.
void cd_takeover_start_saved(cd_player *player, cd_replay *replay, double now);
/// Keeps the run for an undo before input drops the frames after the one on the screen, if the
/// person has seen such frames.
void cd_takeover_keep_run(cd_player *player);
void cd_takeover_forget_runs(cd_player *player);
/// The frame at which the next version takes over.
int cd_takeover_target(const cd_player *player);
/// Takes in what the next version, which must be there, has made, lets it take over where it can,
/// and asks it for more.
void cd_takeover_drive(cd_player *player, double now);

// ------------------------------------------------------------------------------------------ way.c
//
// The picture on the way: where the next version needs long, its frames are shown as they come.

/// On the way one in this many frames is made in full, for a picture.
#define CD_WAY_STRIDE 8

/// Shows the last frame in full that the next version has made, where a picture of it is due. to:
/// the frame at which it takes over.
void cd_way_show(cd_player *player, int to, double now);
/// Whether the picture is one of the next version.
bool cd_way_is_shown(const cd_player *player);
/// The next version is a new one, which has its pictures yet to come; the last one stays until
/// then.
void cd_way_begin(cd_player *player);
/// The picture is again that of the frame on the screen.
void cd_way_end(cd_player *player);

// --------------------------------------------------------------------------------------- refill.c
//
// Refilling: frames of the live version that are not there in full (thinned out of the recording,
// or passed without details on the way to a takeover) are made again by a runner of their own.

/// Takes in what has been made and asks for more: first the wanted frame with those around it, and
/// all others when nothing else is to be done. There must be a live version.
void cd_refill_drive(cd_player *player, double now);

#endif
