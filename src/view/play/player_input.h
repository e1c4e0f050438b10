// What a person does to a run becomes recorded input here: keys, drags, params, console lines.
//
// A key or a drag reaches the script on this way: app/window.c (SDL's event) -> app/keyboard.c or
// app/viewer_grab.c -> here -> inputs.c (recorded for a frame) -> drive.c (a step with that input)
// -> runner_pipe.c (a message) -> src/run, which hands it to scenario.update.
#ifndef VIEW_PLAY_PLAYER_INPUT_H
#define VIEW_PLAY_PLAYER_INPUT_H

#include "view/play/player_state.h"

/// Takes the keys that are down in this tick, and finds those that have just gone down.
void cd_player_take_keys(cd_player *player, const cd_held *held, double now);
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

#endif
