// Taking over: how a new version replaces the one on the screen after a save, a restart, another
// scenario, or changed input.
//
// `next` is simulated from frame 0 with the recorded input, as fast as it goes, while `live` stays
// on the screen. When it has made the frame on the screen (frame 0 of an opening or a restart), it
// becomes live. If it fails on the way, live goes on under a banner.
#ifndef VIEW_PLAY_TAKEOVER_H
#define VIEW_PLAY_TAKEOVER_H

#include "view/play/player_state.h"
#include "view/play/replay.h"

/// Starts the next version, in place of one that is on its way.
void cd_takeover_start(cd_player *player, cd_reason reason, double now);
/// Starts the next version from a saved run, whose contents move into it.
void cd_takeover_start_saved(cd_player *player, cd_replay *replay, double now);
/// Takes in what the next version, which must be there, has made, lets it take over where it can,
/// and asks it for more.
void cd_takeover_drive(cd_player *player, double now);

#endif
