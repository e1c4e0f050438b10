// What of the player is on the screen: a frame of the live version, its trails, and the same frame
// of the version before the last edit.
#ifndef VIEW_PLAY_PLAYER_FRAME_H
#define VIEW_PLAY_PLAYER_FRAME_H

#include "view/play/player_state.h"

/// A picture needs the trails of so many frames before its own.
#define CD_TRAIL_CONTEXT (CD_TRAIL_FRAMES - 1)

/// On the way to a frame far ahead every so many frames are made in full, for a picture of the way.
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
/// Takes from frame 0 or 1 how large the world is, and from frame 0 what of it is scenery.
void cd_player_survey(cd_player *player, int frame);
/// Compares what has been recorded since the last call with the past.
void cd_player_compare(cd_player *player);

/// Stops playing because of an error; mending it lets it go on.
void cd_player_halt(cd_player *player);
/// Shows the error that has ended a version. standing: the live version goes on.
void cd_player_announce(cd_player *player, const cd_version *version, bool standing);
/// Keeps the frames that the live or the next version has sent; true when it has ended.
bool cd_player_listen(cd_player *player, cd_version *version, double now);

#endif
